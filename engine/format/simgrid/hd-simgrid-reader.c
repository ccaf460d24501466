/* hd-simgrid-reader.c: reads a SimGrid platform file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What a name refers to must stand before it, as SimGrid has it; what each thing means for routes is hd-simgrid-*.c's matter.
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-reader.h"

#include <string.h>

#include "hd-i18n.h"

typedef void (*StartElement) (HdSimgridReader *self, HdXmlEvents *events, const char *element, const char *const *attributes);

/* ---- points and links ------------------------------------------------------------------------------------------------ */

gboolean
hd_simgrid_claim_name (HdSimgridReader *self,
                       HdXmlEvents *events,
                       const char *name)
{
  const HdSimgridPlatform *platform = self->platform;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (platform->point_names, name));
  const HdSimgridEnd *member = g_hash_table_lookup (platform->member_names, name);

  if (number == 0 && member == NULL)
    return TRUE;
  return hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("A second host, router or zone is called “%.80s”; the first stands on line %u"), name,
                             hd_simgrid_point (platform, number > 0 ? number - 1 : member->point)->line);
}

guint32
hd_simgrid_add_point (HdSimgridReader *self,
                      HdXmlEvents *events,
                      HdSimgridKind kind,
                      const char *name)
{
  HdSimgridPlatform *platform = self->platform;
  HdSimgridPoint point = {
    .kind = kind, .line = hd_xml_events_get_line (events), .zone = self->zone, .cores = 1, .backbone = HD_SIMGRID_NONE,
  };
  guint32 number = platform->points->len;

  if (!hd_simgrid_claim_name (self, events, name))
    return HD_SIMGRID_NONE;
  point.name = g_strdup (name);
  if (kind == HD_SIMGRID_ZONE)
    {
      point.children = g_array_new (FALSE, FALSE, sizeof (guint32));
      point.routes = g_array_new (FALSE, FALSE, sizeof (HdSimgridRoute));
    }
  g_array_append_val (platform->points, point);
  g_hash_table_insert (platform->point_names, point.name, GUINT_TO_POINTER (number + 1));
  if (self->zone != HD_SIMGRID_NONE)
    g_array_append_val (hd_simgrid_point (platform, self->zone)->children, number);
  return number;
}

guint32
hd_simgrid_add_link (HdSimgridReader *self,
                     HdXmlEvents *events,
                     const char *name,
                     double bytes_per_s,
                     HdTime latency_ps,
                     HdSimgridPolicy policy)
{
  HdSimgridPlatform *platform = self->platform;
  HdSimgridLink link = { NULL, hd_xml_events_get_line (events), bytes_per_s, latency_ps, policy };
  guint32 number = platform->links->len;
  guint first = GPOINTER_TO_UINT (g_hash_table_lookup (platform->link_names, name));

  if (first > 0)
    {
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("A second link is called “%.80s”; the first stands on line %u"), name,
                          hd_simgrid_link (platform, first - 1)->line);
      return HD_SIMGRID_NONE;
    }
  link.name = g_strdup (name);
  g_array_append_val (platform->links, link);
  g_hash_table_insert (platform->link_names, link.name, GUINT_TO_POINTER (number + 1));
  return number;
}

static void
start_platform (HdSimgridReader *self,
                HdXmlEvents *events,
                const char *element,
                const char *const *attributes)
{
  const char *version = hd_simgrid_need (events, element, attributes, "version");
  double number = version != NULL ? g_ascii_strtod (version, NULL) : 4.1;

  if (!(number >= 4 && number < 4.2))
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("The file is of version “%.40s”; Heddle reads 4 and 4.1, to which simgrid_update_xml brings older ones"),
                        version);
}

static void
start_zone (HdSimgridReader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  static const struct { const char *name; HdSimgridRouting routing; } routings[] = {
    { "Full", HD_SIMGRID_FULL }, { "Floyd", HD_SIMGRID_FLOYD }, { "Dijkstra", HD_SIMGRID_DIJKSTRA }, { "DijkstraCache", HD_SIMGRID_DIJKSTRA },
    { "Star", HD_SIMGRID_STAR }, { "Cluster", HD_SIMGRID_STAR }, { "None", HD_SIMGRID_EMPTY },
  };
  const char *id = hd_simgrid_need (events, element, attributes, "id");
  const char *routing = hd_simgrid_need (events, element, attributes, "routing");
  guint i = 0;
  guint32 zone;

  if (id == NULL || routing == NULL)
    return;
  if (self->zone == HD_SIMGRID_NONE && self->platform->points->len > 0)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("A second outermost zone, “%.80s”: a platform has one, which may hold others"), id);
      return;
    }
  while (i < G_N_ELEMENTS (routings) && g_ascii_strcasecmp (routing, routings[i].name) != 0)
    i++;
  if (i == G_N_ELEMENTS (routings))
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0,
                          g_ascii_strcasecmp (routing, "Vivaldi") == 0
                            ? _("Zone “%.80s” has the routing %.40s: distances between coordinates, without links that could be shared; Heddle reads Full, Floyd, Dijkstra, DijkstraCache, Star, Cluster and None")
                            : _("Zone “%.80s” has the unknown routing “%.40s”; Heddle reads Full, Floyd, Dijkstra, DijkstraCache, Star, Cluster and None"),
                          id, routing);
      return;
    }
  zone = hd_simgrid_add_point (self, events, HD_SIMGRID_ZONE, id);
  if (zone == HD_SIMGRID_NONE)
    return;
  hd_simgrid_point (self->platform, zone)->routing = routings[i].routing;
  self->zone = self->owner = zone;
}

gboolean
hd_simgrid_check_in_zone (HdSimgridReader *self,
                          HdXmlEvents *events,
                          const char *element)
{
  return self->zone != HD_SIMGRID_NONE || hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> must stand in a zone"), element);
}

/* As a cabinet or <host_link> must: what they name is joined to the centre. */
gboolean
hd_simgrid_check_in_star (HdSimgridReader *self,
                          HdXmlEvents *events,
                          const char *element,
                          const char *id)
{
  return hd_simgrid_check_in_zone (self, events, element)
         && (hd_simgrid_point (self->platform, self->zone)->routing == HD_SIMGRID_STAR
             || hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("<%s> “%.80s” must stand in a zone with the routing Cluster or Star"), element, id));
}

static void
start_host (HdSimgridReader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  const char *id = hd_simgrid_need (events, element, attributes, "id");
  const char *text = hd_simgrid_need (events, element, attributes, "speed");
  const char *cores = hd_simgrid_get (attributes, "core");
  guint32 point;
  double flop_per_s;
  guint n;

  if (id == NULL || text == NULL || !hd_simgrid_check_in_zone (self, events, element))
    return;
  flop_per_s = hd_simgrid_measure (self, events, id, "speed", text, &hd_simgrid_speed);
  n = cores != NULL ? hd_simgrid_number_of (events, id, "core", cores) : 1;
  if (hd_xml_events_has_failed (events))
    return;
  point = hd_simgrid_add_point (self, events, HD_SIMGRID_HOST, id);
  if (point == HD_SIMGRID_NONE)
    return;
  hd_simgrid_point (self->platform, point)->speed = flop_per_s;
  hd_simgrid_point (self->platform, point)->cores = n;
  self->owner = point;
  hd_simgrid_leave_out_files (self, events, id, attributes);
}

static void
start_router (HdSimgridReader *self,
              HdXmlEvents *events,
              const char *element,
              const char *const *attributes)
{
  const char *id = hd_simgrid_need (events, element, attributes, "id");

  if (id != NULL && hd_simgrid_check_in_zone (self, events, element))
    hd_simgrid_add_point (self, events, HD_SIMGRID_ROUTER, id);
}

static void
start_link (HdSimgridReader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  const char *id = hd_simgrid_need (events, element, attributes, "id");
  const char *rate = hd_simgrid_need (events, element, attributes, "bandwidth");
  const char *delay = hd_simgrid_get (attributes, "latency");
  gboolean backbone = strcmp (element, "backbone") == 0;
  guint32 link;
  double bytes_per_s;
  HdTime latency_ps;
  HdSimgridPolicy policy;

  if (id == NULL || rate == NULL || (backbone && hd_simgrid_need (events, element, attributes, "latency") == NULL) || !hd_simgrid_check_in_zone (self, events, element))
    return;
  bytes_per_s = hd_simgrid_measure (self, events, id, "bandwidth", rate, &hd_simgrid_bandwidth);
  latency_ps = delay != NULL ? hd_simgrid_time_of (self, events, id, "latency", delay) : 0;
  policy = hd_simgrid_policy_of (events, id, hd_simgrid_get (attributes, "sharing_policy"), HD_SIMGRID_SHARED);
  if (hd_xml_events_has_failed (events))
    return;
  link = hd_simgrid_add_link (self, events, id, bytes_per_s, latency_ps, policy);
  if (backbone)
    hd_simgrid_point (self->platform, self->zone)->backbone = link;
  self->owner = HD_SIMGRID_NONE;
  hd_simgrid_leave_out_files (self, events, id, attributes);
}

/* ---- the rest ---------------------------------------------------------------------------------------------------------- */

static void
start_property (HdSimgridReader *self,
                HdXmlEvents *events,
                const char *element,
                const char *const *attributes)
{
  const char *id = hd_simgrid_need (events, element, attributes, "id");
  const char *value = hd_simgrid_need (events, element, attributes, "value");
  HdSimgridProperty property;
  HdSimgridPoint *owner;

  if (id == NULL || value == NULL)
    return;
  if (self->in_config || self->owner == HD_SIMGRID_NONE)
    {
      hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), id, NULL,
                            self->in_config ? _("a setting of SimGrid") : _("a property of a link"));
      return;
    }
  owner = hd_simgrid_point (self->platform, self->owner);
  if (owner->properties == NULL)
    owner->properties = g_array_new (FALSE, FALSE, sizeof (HdSimgridProperty));
  property = (HdSimgridProperty) { g_strdup (id), g_strdup (value) };
  g_array_append_val (owner->properties, property);
}

static void
start_config (HdSimgridReader *self,
              HdXmlEvents *events,
              const char *element,
              const char *const *attributes)
{
  self->in_config = TRUE;
}

static void
start_peer (HdSimgridReader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("<peer> belongs to the routing Vivaldi, which Heddle does not read"));
}

static void
start_left_out (HdSimgridReader *self,
                HdXmlEvents *events,
                const char *element,
                const char *const *attributes)
{
  const char *id = hd_simgrid_get (attributes, "id");
  g_autofree char *text = g_strdup_printf (_("<%s>: it has no equal in Heddle"), element);

  hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), id, NULL, text);
  self->unnamed_depth = 1;
}

static const struct
{
  const char *name;
  StartElement start;
} elements[] = {
  { "platform", start_platform },
  { "zone", start_zone },
  { "AS", start_zone },
  { "host", start_host },
  { "router", start_router },
  { "link", start_link },
  { "backbone", start_link },
  { "cluster", hd_simgrid_start_cluster },
  { "cabinet", hd_simgrid_start_cabinet },
  { "host_link", hd_simgrid_start_host_link },
  { "route", hd_simgrid_start_route },
  { "zoneRoute", hd_simgrid_start_route },
  { "ASroute", hd_simgrid_start_route },
  { "bypassRoute", hd_simgrid_start_route },
  { "bypassZoneRoute", hd_simgrid_start_route },
  { "bypassASroute", hd_simgrid_start_route },
  { "link_ctn", hd_simgrid_start_step },
  { "prop", start_property },
  { "config", start_config },
  { "peer", start_peer },
  { "disk", start_left_out },
  { "mount", start_left_out },
  { "storage", start_left_out },
  { "storage_type", start_left_out },
  { "trace", start_left_out },
  { "trace_connect", start_left_out },
  { "random", start_left_out },
  { "model_prop", start_left_out },
  { "process", start_left_out },
  { "actor", start_left_out },
};

static void
on_start (HdXmlEvents *events,
          const char *element,
          const char *const *attributes,
          gpointer user_data)
{
  HdSimgridReader *self = user_data;

  if (self->unnamed_depth > 0)
    {
      self->unnamed_depth++;
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    if (strcmp (element, elements[i].name) == 0)
      {
        elements[i].start (self, events, element, attributes);
        return;
      }
  hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%.40s> is not an element of SimGrid's platform files"), element);
}

static void
on_end (HdXmlEvents *events,
        const char *element,
        const char *text,
        gpointer user_data)
{
  HdSimgridReader *self = user_data;

  if (self->unnamed_depth > 0)
    self->unnamed_depth--;
  else if (strcmp (element, "zone") == 0 || strcmp (element, "AS") == 0)
    self->owner = self->zone = hd_simgrid_point (self->platform, self->zone)->zone;
  else if (g_str_has_suffix (element, "oute") && self->in_route)
    hd_simgrid_end_route (self, events, element);
  else if (strcmp (element, "config") == 0)
    self->in_config = FALSE;
  else if (strcmp (element, "host") == 0 || strcmp (element, "cluster") == 0 || strcmp (element, "link") == 0 || strcmp (element, "backbone") == 0)
    self->owner = self->zone;
}

HdSimgridPlatform *
hd_simgrid_platform_read (GInputStream *stream,
                          const char *file_name,
                          HdImportReport *report,
                          GCancellable *cancellable,
                          GError **error)
{
  static const HdXmlHandler handler = { on_start, on_end };
  g_autoptr (HdSimgridPlatform) platform = hd_simgrid_platform_new ();
  HdSimgridReader self = { .platform = platform, .report = report, .zone = HD_SIMGRID_NONE, .owner = HD_SIMGRID_NONE };

  if (!hd_xml_events_read (stream, file_name, &handler, &self, cancellable, error))
    return NULL;
  if (platform->points->len == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: the platform has no zone"), file_name);
      return NULL;
    }
  return g_steal_pointer (&platform);
}
