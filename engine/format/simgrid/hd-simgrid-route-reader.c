/* hd-simgrid-route-reader.c: reads routes of a SimGrid platform file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-reader.h"

#include <string.h>

#include "hd-i18n.h"

guint32
hd_simgrid_find_link (HdSimgridReader *self,
                      HdXmlEvents *events,
                      const char *owner,
                      const char *name)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->platform->link_names, name));

  if (number == 0)
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("%s: there is no link “%.80s” before this line"), owner, name);
  return number - 1;
}

/* A point, or a member of a cluster. */
static gboolean
find_end (HdSimgridReader *self,
          HdXmlEvents *events,
          const char *element,
          const char *attribute,
          const char *name,
          HdSimgridEnd *out_end)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->platform->point_names, name));
  const HdSimgridEnd *member = g_hash_table_lookup (self->platform->member_names, name);

  *out_end = number > 0 ? (HdSimgridEnd) { number - 1, HD_SIMGRID_NONE } : member != NULL ? *member : (HdSimgridEnd) { 0, 0 };
  return number > 0 || member != NULL
         || hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("<%s>: %s is “%.80s”, but no host, router or zone is called so before this line"), element,
                                attribute, name);
}

/* One end of a route: what stands in the zone itself, and the host or router where the route begins. */
static gboolean
read_end (HdSimgridReader *self,
          HdXmlEvents *events,
          const char *element,
          const char *const *attributes,
          const char *attribute,
          const char *gateway_attribute,
          guint32 *out_point,
          HdSimgridEnd *out_gateway)
{
  const char *name = hd_simgrid_need (events, element, attributes, attribute);
  const char *gateway = hd_xml_attribute (attributes, gateway_attribute);
  HdSimgridEnd end;
  guint32 zone;

  if (name == NULL || !find_end (self, events, element, attribute, name, &end))
    return FALSE;
  *out_point = end.point;
  if (end.member != HD_SIMGRID_NONE || hd_simgrid_point (self->platform, end.point)->zone != self->zone)
    return hd_xml_events_fail (events, HD_ERROR_INVALID, 0,
                               _("<%s>: %s is “%.80s”, which does not stand in the zone “%.80s” itself; a zoneRoute in the zone that holds both, with gateways, joins what stands in different zones"),
                               element, attribute, name, hd_simgrid_point (self->platform, self->zone)->name);
  if (hd_simgrid_point (self->platform, end.point)->kind != HD_SIMGRID_ZONE)
    {
      *out_gateway = end;
      return TRUE;
    }
  if (gateway == NULL)
    return hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s>: %s is the zone “%.80s”, so %s must name a host or router in it"), element, attribute, name,
                               gateway_attribute);
  if (!find_end (self, events, element, gateway_attribute, gateway, out_gateway))
    return FALSE;
  if (out_gateway->member == HD_SIMGRID_NONE && hd_simgrid_point (self->platform, out_gateway->point)->kind == HD_SIMGRID_ZONE)
    return hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("<%s>: %s is “%.80s”, a zone; it must be a host or router"), element, gateway_attribute, gateway);
  zone = out_gateway->point;
  while (zone != end.point && zone != HD_SIMGRID_NONE)
    zone = hd_simgrid_point (self->platform, zone)->zone;
  return zone == end.point
         || hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("<%s>: %s is “%.80s”, which does not stand in the zone “%.80s” that %s names"), element,
                                gateway_attribute, gateway, name, attribute);
}

void
hd_simgrid_start_route (HdSimgridReader *self,
                        HdXmlEvents *events,
                        const char *element,
                        const char *const *attributes)
{
  const char *symmetrical = hd_simgrid_get (attributes, "symmetrical");
  HdSimgridRoute route = { .line = hd_xml_events_get_line (events), .first_step = self->platform->steps->len };
  HdSimgridRouting routing;

  if (!hd_simgrid_check_in_zone (self, events, element))
    return;
  routing = hd_simgrid_point (self->platform, self->zone)->routing;
  route.bypass = g_str_has_prefix (element, "bypass");
  route.symmetrical = !route.bypass && (symmetrical == NULL || g_ascii_strcasecmp (symmetrical, "YES") == 0);
  if (symmetrical != NULL && g_ascii_strcasecmp (symmetrical, "YES") != 0 && g_ascii_strcasecmp (symmetrical, "NO") != 0)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("<%s>: symmetrical is “%.40s”; it should be YES or NO"), element, symmetrical);
      return;
    }
  if (!read_end (self, events, element, attributes, "src", "gw_src", &route.from, &route.from_gateway)
      || !read_end (self, events, element, attributes, "dst", "gw_dst", &route.to, &route.to_gateway))
    return;
  if (!route.bypass && (routing >= HD_SIMGRID_FLAT || routing == HD_SIMGRID_EMPTY || routing == HD_SIMGRID_STAR))
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("<%s>: the zone “%.80s” has no routes of its own: its routing makes them"), element,
                          hd_simgrid_point (self->platform, self->zone)->name);
      return;
    }
  self->route = route;
  self->in_route = TRUE;
}

void
hd_simgrid_start_step (HdSimgridReader *self,
                       HdXmlEvents *events,
                       const char *element,
                       const char *const *attributes)
{
  const char *id = hd_simgrid_need (events, element, attributes, "id");
  const char *direction = hd_simgrid_get (attributes, "direction");
  HdSimgridStep step = { 0 };
  gboolean split;

  if (id == NULL)
    return;
  if (!self->in_route)
    {
      hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> must stand in a route"), element);
      return;
    }
  step.link = hd_simgrid_find_link (self, events, element, id);
  if (hd_xml_events_has_failed (events))
    return;
  split = hd_simgrid_link (self->platform, step.link)->policy == HD_SIMGRID_SPLIT;
  if (direction != NULL && strcmp (direction, "NONE") == 0)
    direction = NULL;
  if (split ? direction == NULL || (strcmp (direction, "UP") != 0 && strcmp (direction, "DOWN") != 0) : direction != NULL)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0,
                          split ? _("<%s>: link “%.80s” is split, so direction must be UP or DOWN") : _("<%s>: link “%.80s” is not split, so it has no direction"),
                          element, id);
      return;
    }
  step.direction = direction != NULL && strcmp (direction, "DOWN") == 0;
  g_array_append_val (self->platform->steps, step);
}

void
hd_simgrid_end_route (HdSimgridReader *self,
                      HdXmlEvents *events,
                      const char *element)
{
  HdSimgridPlatform *platform = self->platform;

  self->in_route = FALSE;
  self->route.n_steps = platform->steps->len - self->route.first_step;
  if (self->route.from == self->route.to)
    {
      hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, self->route.line, hd_simgrid_point (platform, self->route.from)->name, NULL,
                            _("a loopback: in Heddle a transfer of a host to itself takes no time"));
      return;
    }
  if (self->route.n_steps == 0)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, self->route.line, _("<%s> from “%.80s” to “%.80s” has no <link_ctn>: it must name its links"), element,
                          hd_simgrid_point (platform, self->route.from)->name, hd_simgrid_point (platform, self->route.to)->name);
      return;
    }
  g_array_append_val (hd_simgrid_point (platform, self->zone)->routes, self->route);
}
