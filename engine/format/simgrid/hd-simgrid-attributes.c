/* hd-simgrid-attributes.c: what attributes of SimGrid's platform files say
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-reader.h"

#include <math.h>
#include <string.h>

#include "hd-i18n.h"

#define MAX_CORES 1000000

const char *
hd_simgrid_need (HdXmlEvents *events,
                 const char *element,
                 const char *const *attributes,
                 const char *name)
{
  const char *value = hd_xml_attribute (attributes, name);
  const char *id = hd_xml_attribute (attributes, "id");

  if (value == NULL && id != NULL)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> “%.80s” has no attribute “%s”"), element, id, name);
  else if (value == NULL)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> has no attribute “%s”"), element, name);
  return value;
}

const char *
hd_simgrid_get (const char *const *attributes,
                const char *name)
{
  const char *value = hd_xml_attribute (attributes, name);

  return value != NULL && *value != '\0' ? value : NULL;
}

const HdSimgridMeasure hd_simgrid_bandwidth = { hd_simgrid_parse_bandwidth, "125MBps", N_("a bandwidth without unit: taken as bytes a second"), FALSE };
const HdSimgridMeasure hd_simgrid_latency = { hd_simgrid_parse_time, "50us", N_("a latency without unit: taken as seconds"), TRUE };
const HdSimgridMeasure hd_simgrid_speed = { hd_simgrid_parse_speed, "1Gf", N_("a speed without unit: taken as operations a second"), FALSE };

double
hd_simgrid_measure (HdSimgridReader *self,
                    HdXmlEvents *events,
                    const char *object,
                    const char *attribute,
                    const char *text,
                    const HdSimgridMeasure *measure)
{
  g_autofree char *first = g_strndup (text, strcspn (text, ",;"));
  double value = 0;
  gboolean plain = FALSE;

  if (!measure->parse (g_strstrip (first), &value, &plain))
    hd_xml_events_fail (events, HD_ERROR_DIMENSION, 0, _("%s of “%.80s” is “%.40s”; it should be a number and a unit such as %s"), attribute, object,
                        text, measure->example);
  else if (measure->zero ? !(value >= 0 && value <= 1000) : !(value > 0 && value <= 1e18))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0,
                        measure->zero ? _("%s of “%.80s” is “%.40s”; permitted are 0 to 1000 s") : _("%s of “%.80s” is “%.40s”; it must be above 0, and at most 1e18"),
                        attribute, object, text);
  else if (plain && value != 0)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, hd_xml_events_get_line (events), object, NULL, _(measure->plain));
  if (first[0] != '\0' && strlen (first) < strlen (text))
    hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), object, NULL,
                          _("all but the first of several values: Heddle has no performance states"));
  return value;
}

HdTime
hd_simgrid_time_of (HdSimgridReader *self,
                    HdXmlEvents *events,
                    const char *object,
                    const char *attribute,
                    const char *text)
{
  return llround (hd_simgrid_measure (self, events, object, attribute, text, &hd_simgrid_latency) * HD_TICKS_PER_SECOND);
}

guint
hd_simgrid_number_of (HdXmlEvents *events,
                      const char *object,
                      const char *attribute,
                      const char *text)
{
  guint64 number = 1;

  if (!g_ascii_string_to_unsigned (text, 10, 1, MAX_CORES, &number, NULL))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0, _("%s of “%.80s” is “%.40s”; permitted are whole numbers from 1 to %d"), attribute, object, text,
                        MAX_CORES);
  return (guint) number;
}

HdSimgridPolicy
hd_simgrid_policy_of (HdXmlEvents *events,
                      const char *object,
                      const char *text,
                      HdSimgridPolicy missing)
{
  if (text == NULL)
    return missing;
  if (strcmp (text, "SHARED") == 0)
    return HD_SIMGRID_SHARED;
  if (strcmp (text, "SPLITDUPLEX") == 0 || strcmp (text, "FULLDUPLEX") == 0)
    return HD_SIMGRID_SPLIT;
  if (strcmp (text, "FATPIPE") == 0)
    return HD_SIMGRID_FAT_PIPE;
  hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("The sharing policy of “%.80s” is “%.40s”; Heddle reads SHARED, SPLITDUPLEX and FATPIPE"), object,
                      text);
  return missing;
}

void
hd_simgrid_leave_out_files (HdSimgridReader *self,
                            HdXmlEvents *events,
                            const char *object,
                            const char *const *attributes)
{
  for (guint i = 0; attributes[i] != NULL; i += 2)
    if (g_str_has_suffix (attributes[i], "_file") && attributes[i + 1] != NULL && attributes[i + 1][0] != '\0')
      hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), object, NULL,
                            _("a profile of speed, bandwidth, latency or state over time"));
}
