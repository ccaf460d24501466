/* hd-simgrid-reader.c: reads a SimGrid platform file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What a name refers to must stand before it, as SimGrid has it; what each thing means for routes is hd-simgrid-*.c's matter.
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-platform.h"

#include <math.h>
#include <string.h>

#include "hd-i18n.h"
#include "hd-simgrid-topology.h"
#include "hd-xml-events.h"

#define MAX_MEMBERS (1 << 22)
#define MAX_CORES 1000000

/** Reader: @zone is the innermost open one; @owner the point whose properties are being read */
typedef struct
{
  HdSimgridPlatform *platform;
  HdImportReport *report;
  guint32 zone;
  guint32 owner;
  guint unnamed_depth; /* inside an element that is left out */
  gboolean in_config;
  gboolean in_route;
  HdSimgridRoute route;
  guint n_fat_tree_members;
  guint n_members; /* of all clusters and cabinets */
} Reader;

typedef void (*StartElement) (Reader *self, HdXmlEvents *events, const char *element, const char *const *attributes);

/* ---- attributes ----------------------------------------------------------------------------------------------------- */

static const char *
need (HdXmlEvents *events,
      const char *element,
      const char *const *attributes,
      const char *name)
{
  const char *value = hd_xml_attribute (attributes, name);
  const char *id = hd_xml_attribute (attributes, "id");

  if (value == NULL && id != NULL)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _ ("<%s> “%.80s” has no attribute “%s”"), element, id, name);
  else if (value == NULL)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _ ("<%s> has no attribute “%s”"), element, name);
  return value;
}

static const char *
get (const char *const *attributes,
     const char *name)
{
  const char *value = hd_xml_attribute (attributes, name);

  return value != NULL && *value != '\0' ? value : NULL;
}

typedef struct
{
  gboolean (*parse) (const char *text, double *out_value, gboolean *out_plain);
  const char *example;
  const char *plain; /* note for the report */
  gboolean zero;
} Measure;

static const Measure bandwidth = { hd_simgrid_parse_bandwidth, "125MBps", N_ ("a bandwidth without unit: taken as bytes a second"), FALSE };
static const Measure latency = { hd_simgrid_parse_time, "50us", N_ ("a latency without unit: taken as seconds"), TRUE };
static const Measure speed = { hd_simgrid_parse_speed, "1Gf", N_ ("a speed without unit: taken as operations a second"), FALSE };

static double
measure (Reader *self,
         HdXmlEvents *events,
         const char *object,
         const char *attribute,
         const char *text,
         const Measure *measure)
{
  g_autofree char *first = g_strndup (text, strcspn (text, ",;"));
  double value = 0;
  gboolean plain = FALSE;

  if (!measure->parse (g_strstrip (first), &value, &plain))
    hd_xml_events_fail (events, HD_ERROR_DIMENSION, 0, _ ("%s of “%.80s” is “%.40s”; it should be a number and a unit such as %s"), attribute, object,
                        text, measure->example);
  else if (measure->zero ? !(value >= 0 && value <= 1000) : !(value > 0 && value <= 1e18))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0,
                        measure->zero ? _ ("%s of “%.80s” is “%.40s”; permitted are 0 to 1000 s") : _ ("%s of “%.80s” is “%.40s”; it must be above 0, and at most 1e18"),
                        attribute, object, text);
  else if (plain && value != 0)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, hd_xml_events_get_line (events), object, NULL, _ (measure->plain));
  if (first[0] != '\0' && strlen (first) < strlen (text))
    hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), object, NULL,
                          _ ("all but the first of several values: Heddle has no performance states"));
  return value;
}

static HdTime
time_of (Reader *self,
         HdXmlEvents *events,
         const char *object,
         const char *attribute,
         const char *text)
{
  return llround (measure (self, events, object, attribute, text, &latency) * HD_TICKS_PER_SECOND);
}

static guint
number_of (HdXmlEvents *events,
           const char *object,
           const char *attribute,
           const char *text)
{
  guint64 number = 1;

  if (!g_ascii_string_to_unsigned (text, 10, 1, MAX_CORES, &number, NULL))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0, _ ("%s of “%.80s” is “%.40s”; permitted are whole numbers from 1 to %d"), attribute, object, text,
                        MAX_CORES);
  return (guint) number;
}

static HdSimgridPolicy
policy_of (HdXmlEvents *events,
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
  hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("The sharing policy of “%.80s” is “%.40s”; Heddle reads SHARED, SPLITDUPLEX and FATPIPE"), object,
                      text);
  return missing;
}

static void
leave_out_files (Reader *self,
                 HdXmlEvents *events,
                 const char *object,
                 const char *const *attributes)
{
  for (guint i = 0; attributes[i] != NULL; i += 2)
    if (g_str_has_suffix (attributes[i], "_file") && attributes[i + 1] != NULL && attributes[i + 1][0] != '\0')
      hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), object, NULL,
                            _ ("a profile of speed, bandwidth, latency or state over time"));
}

/* ---- points and links ------------------------------------------------------------------------------------------------ */

static gboolean
claim_name (Reader *self,
            HdXmlEvents *events,
            const char *name)
{
  const HdSimgridPlatform *platform = self->platform;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (platform->point_names, name));
  const HdSimgridEnd *member = g_hash_table_lookup (platform->member_names, name);

  if (number == 0 && member == NULL)
    return TRUE;
  return hd_xml_events_fail (events, HD_ERROR_NAME, 0, _ ("A second host, router or zone is called “%.80s”; the first stands on line %u"), name,
                             hd_simgrid_point (platform, number > 0 ? number - 1 : member->point)->line);
}

static guint32
add_point (Reader *self,
           HdXmlEvents *events,
           HdSimgridKind kind,
           const char *name)
{
  HdSimgridPlatform *platform = self->platform;
  HdSimgridPoint point = {
    .kind = kind, .line = hd_xml_events_get_line (events), .zone = self->zone, .cores = 1, .backbone = HD_SIMGRID_NONE,
  };
  guint32 number = platform->points->len;

  if (!claim_name (self, events, name))
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

static guint32
add_link (Reader *self,
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
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _ ("A second link is called “%.80s”; the first stands on line %u"), name,
                          hd_simgrid_link (platform, first - 1)->line);
      return HD_SIMGRID_NONE;
    }
  link.name = g_strdup (name);
  g_array_append_val (platform->links, link);
  g_hash_table_insert (platform->link_names, link.name, GUINT_TO_POINTER (number + 1));
  return number;
}

static void
start_platform (Reader *self,
                HdXmlEvents *events,
                const char *element,
                const char *const *attributes)
{
  const char *version = need (events, element, attributes, "version");
  double number = version != NULL ? g_ascii_strtod (version, NULL) : 4.1;

  if (!(number >= 4 && number < 4.2))
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("The file is of version “%.40s”; Heddle reads 4 and 4.1, to which simgrid_update_xml brings older ones"),
                        version);
}

static void
start_zone (Reader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  static const struct { const char *name; HdSimgridRouting routing; } routings[] = {
    { "Full", HD_SIMGRID_FULL }, { "Floyd", HD_SIMGRID_FLOYD }, { "Dijkstra", HD_SIMGRID_DIJKSTRA }, { "DijkstraCache", HD_SIMGRID_DIJKSTRA },
    { "Star", HD_SIMGRID_STAR }, { "Cluster", HD_SIMGRID_STAR }, { "None", HD_SIMGRID_EMPTY },
  };
  const char *id = need (events, element, attributes, "id");
  const char *routing = need (events, element, attributes, "routing");
  guint i = 0;
  guint32 zone;

  if (id == NULL || routing == NULL)
    return;
  if (self->zone == HD_SIMGRID_NONE && self->platform->points->len > 0)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("A second outermost zone, “%.80s”: a platform has one, which may hold others"), id);
      return;
    }
  while (i < G_N_ELEMENTS (routings) && g_ascii_strcasecmp (routing, routings[i].name) != 0)
    i++;
  if (i == G_N_ELEMENTS (routings))
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0,
                          g_ascii_strcasecmp (routing, "Vivaldi") == 0
                            ? _ ("Zone “%.80s” has the routing %.40s: distances between coordinates, without links that could be shared; Heddle reads Full, Floyd, Dijkstra, DijkstraCache, Star, Cluster and None")
                            : _ ("Zone “%.80s” has the unknown routing “%.40s”; Heddle reads Full, Floyd, Dijkstra, DijkstraCache, Star, Cluster and None"),
                          id, routing);
      return;
    }
  zone = add_point (self, events, HD_SIMGRID_ZONE, id);
  if (zone == HD_SIMGRID_NONE)
    return;
  hd_simgrid_point (self->platform, zone)->routing = routings[i].routing;
  self->zone = self->owner = zone;
}

static gboolean
check_in_zone (Reader *self,
               HdXmlEvents *events,
               const char *element)
{
  return self->zone != HD_SIMGRID_NONE || hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _ ("<%s> must stand in a zone"), element);
}

/* As a cabinet or <host_link> must: what they name is joined to the centre. */
static gboolean
check_in_star (Reader *self,
               HdXmlEvents *events,
               const char *element,
               const char *id)
{
  return check_in_zone (self, events, element)
         && (hd_simgrid_point (self->platform, self->zone)->routing == HD_SIMGRID_STAR
             || hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("<%s> “%.80s” must stand in a zone with the routing Cluster or Star"), element, id));
}

static void
start_host (Reader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  const char *id = need (events, element, attributes, "id");
  const char *text = need (events, element, attributes, "speed");
  const char *cores = get (attributes, "core");
  guint32 point;
  double flop_per_s;
  guint n;

  if (id == NULL || text == NULL || !check_in_zone (self, events, element))
    return;
  flop_per_s = measure (self, events, id, "speed", text, &speed);
  n = cores != NULL ? number_of (events, id, "core", cores) : 1;
  if (hd_xml_events_has_failed (events))
    return;
  point = add_point (self, events, HD_SIMGRID_HOST, id);
  if (point == HD_SIMGRID_NONE)
    return;
  hd_simgrid_point (self->platform, point)->speed = flop_per_s;
  hd_simgrid_point (self->platform, point)->cores = n;
  self->owner = point;
  leave_out_files (self, events, id, attributes);
}

static void
start_router (Reader *self,
              HdXmlEvents *events,
              const char *element,
              const char *const *attributes)
{
  const char *id = need (events, element, attributes, "id");

  if (id != NULL && check_in_zone (self, events, element))
    add_point (self, events, HD_SIMGRID_ROUTER, id);
}

static void
start_link (Reader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  const char *id = need (events, element, attributes, "id");
  const char *rate = need (events, element, attributes, "bandwidth");
  const char *delay = get (attributes, "latency");
  gboolean backbone = strcmp (element, "backbone") == 0;
  guint32 link;
  double bytes_per_s;
  HdTime latency_ps;
  HdSimgridPolicy policy;

  if (id == NULL || rate == NULL || (backbone && need (events, element, attributes, "latency") == NULL) || !check_in_zone (self, events, element))
    return;
  bytes_per_s = measure (self, events, id, "bandwidth", rate, &bandwidth);
  latency_ps = delay != NULL ? time_of (self, events, id, "latency", delay) : 0;
  policy = policy_of (events, id, get (attributes, "sharing_policy"), HD_SIMGRID_SHARED);
  if (hd_xml_events_has_failed (events))
    return;
  link = add_link (self, events, id, bytes_per_s, latency_ps, policy);
  if (backbone)
    hd_simgrid_point (self->platform, self->zone)->backbone = link;
  self->owner = HD_SIMGRID_NONE;
  leave_out_files (self, events, id, attributes);
}

/* ---- clusters and cabinets --------------------------------------------------------------------------------------------- */

static gboolean
read_members (Reader *self,
              HdXmlEvents *events,
              const char *object,
              const char *text,
              GArray *radicals,
              guint *out_n)
{
  *out_n = hd_simgrid_parse_radical (text, MAX_MEMBERS - self->n_members, radicals);
  self->n_members += *out_n;
  return *out_n > 0
         || hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0,
                                _ ("radical of “%.80s” is “%.80s”; it should be ranges such as 0-9,20-29, of at most %d members in the whole file"), object, text,
                                MAX_MEMBERS);
}

static void
add_members (Reader *self,
             HdXmlEvents *events,
             guint32 point)
{
  const HdSimgridCluster *cluster = hd_simgrid_point (self->platform, point)->cluster;
  guint32 member = 0;

  for (guint i = 0; i < cluster->radicals->len; i += 2)
    for (guint64 k = g_array_index (cluster->radicals, guint32, i); k <= g_array_index (cluster->radicals, guint32, i + 1); k++)
      {
        HdSimgridEnd end = { point, member++ };
        char *name = g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", cluster->prefix, k, cluster->suffix);

        if (!claim_name (self, events, name))
          {
            g_free (name);
            return;
          }
        g_hash_table_insert (self->platform->member_names, name, g_memdup2 (&end, sizeof end));
      }
}

static HdSimgridRouting
topology_of (HdXmlEvents *events,
             const char *id,
             const char *text)
{
  if (text == NULL || strcmp (text, "FLAT") == 0)
    return HD_SIMGRID_FLAT;
  if (strcmp (text, "TORUS") == 0)
    return HD_SIMGRID_TORUS;
  if (strcmp (text, "FAT_TREE") == 0)
    return HD_SIMGRID_FAT_TREE;
  if (strcmp (text, "DRAGONFLY") != 0)
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("The topology of “%.80s” is “%.40s”; it should be FLAT, TORUS, FAT_TREE or DRAGONFLY"), id, text);
  return HD_SIMGRID_DRAGONFLY;
}

static void
start_cluster (Reader *self,
               HdXmlEvents *events,
               const char *element,
               const char *const *attributes)
{
  static const char *const needed[] = { "id", "prefix", "suffix", "radical", "speed", "bw", "lat" };
  const char *values[G_N_ELEMENTS (needed)];
  g_autofree HdSimgridCluster *cluster = NULL;
  const char *id, *text, *topology = get (attributes, "topo_parameters");
  HdSimgridRouting routing;
  HdSimgridPoint *point;
  guint32 number;
  double flop_per_s;
  guint cores;

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if ((values[i] = need (events, element, attributes, needed[i])) == NULL)
      return;
  id = values[0];
  if (self->zone == HD_SIMGRID_NONE && self->platform->points->len > 0)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("A second outermost zone, “%.80s”: a platform has one, which may hold others"), id);
      return;
    }
  number = add_point (self, events, HD_SIMGRID_ZONE, id);
  if (number == HD_SIMGRID_NONE)
    return;
  cluster = g_new0 (HdSimgridCluster, 1);
  cluster->radicals = g_array_new (FALSE, FALSE, sizeof (guint32));
  cluster->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  cluster->prefix = g_strdup (values[1]);
  cluster->suffix = g_strdup (values[2]);
  cluster->bandwidth = measure (self, events, id, "bw", values[5], &bandwidth);
  cluster->latency = time_of (self, events, id, "lat", values[6]);
  cluster->policy = policy_of (events, id, get (attributes, "sharing_policy"), HD_SIMGRID_SPLIT);
  if (cluster->policy == HD_SIMGRID_FAT_PIPE) /* as SimGrid 3.32 takes it */
    cluster->policy = HD_SIMGRID_SHARED;
  if ((text = get (attributes, "bb_bw")) != NULL)
    cluster->backbone_bandwidth = measure (self, events, id, "bb_bw", text, &bandwidth);
  if ((text = get (attributes, "bb_lat")) != NULL)
    cluster->backbone_latency = time_of (self, events, id, "bb_lat", text);
  cluster->backbone_policy = policy_of (events, id, get (attributes, "bb_sharing_policy"), HD_SIMGRID_SHARED);
  if (cluster->backbone_bandwidth == 0 && cluster->backbone_latency > 0)
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("Cluster “%.80s” has bb_lat but no bb_bw: a backbone needs both"), id);
  if ((text = get (attributes, "limiter_link")) != NULL)
    cluster->limiter_bandwidth = measure (self, events, id, "limiter_link", text, &bandwidth);
  if (get (attributes, "loopback_bw") != NULL || get (attributes, "loopback_lat") != NULL)
    hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), id, NULL,
                          _ ("a loopback: in Heddle a transfer of a host to itself takes no time"));
  text = get (attributes, "router_id");
  routing = topology_of (events, id, get (attributes, "topology"));
  if (routing == HD_SIMGRID_FLAT)
    cluster->router = text != NULL ? g_strdup (text) : g_strconcat (values[1], id, "_router", values[2], NULL);
  flop_per_s = measure (self, events, id, "speed", values[4], &speed);
  text = get (attributes, "core");
  cores = text != NULL ? number_of (events, id, "core", text) : 1;
  point = hd_simgrid_point (self->platform, number);
  point->cluster = g_steal_pointer (&cluster);
  point->routing = routing;
  point->speed = flop_per_s;
  point->cores = cores;
  if (hd_xml_events_has_failed (events) || !read_members (self, events, id, values[3], point->cluster->radicals, &point->cluster->n))
    return;
  if (routing == HD_SIMGRID_FAT_TREE)
    {
      point->cluster->fat_tree_offset = self->n_fat_tree_members;
      self->n_fat_tree_members += point->cluster->n;
    }
  if (routing != HD_SIMGRID_FLAT && !hd_simgrid_topology_read (point, topology != NULL ? topology : "", events))
    return;
  add_members (self, events, number);
  if (point->cluster->router != NULL && !hd_xml_events_has_failed (events))
    {
      guint32 outer = self->zone;
      char *router = point->cluster->router;

      self->zone = number;
      add_point (self, events, HD_SIMGRID_ROUTER, router);
      self->zone = outer;
    }
  self->owner = number;
}

/* Two links for each member, one in each direction, as <host_link> has them. */
static void
add_spokes (Reader *self,
            HdXmlEvents *events,
            guint32 point,
            guint32 up,
            guint32 down)
{
  HdSimgridPlatform *platform = self->platform;
  HdSimgridEnd end = { point, HD_SIMGRID_NONE };
  guint line = hd_xml_events_get_line (events);

  for (guint inwards = 0; inwards < 2; inwards++)
    {
      HdSimgridStep step = { inwards == 0 ? up : down, 0 };
      HdSimgridRoute route = {
        .from = point, .to = HD_SIMGRID_NONE, .from_gateway = end, .first_step = platform->steps->len, .n_steps = 1, .line = line, .inwards = inwards == 1,
      };

      g_array_append_val (platform->steps, step);
      g_array_append_val (hd_simgrid_point (platform, self->zone)->routes, route);
    }
}

static void
start_cabinet (Reader *self,
               HdXmlEvents *events,
               const char *element,
               const char *const *attributes)
{
  static const char *const needed[] = { "id", "prefix", "suffix", "radical", "speed", "bw", "lat" };
  const char *values[G_N_ELEMENTS (needed)];
  g_autoptr (GArray) radicals = g_array_new (FALSE, FALSE, sizeof (guint32));
  double bytes_per_s, flop_per_s;
  HdTime latency_ps;
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if ((values[i] = need (events, element, attributes, needed[i])) == NULL)
      return;
  if (!check_in_star (self, events, element, values[0]) || !read_members (self, events, values[0], values[3], radicals, &n))
    return;
  bytes_per_s = measure (self, events, values[0], "bw", values[5], &bandwidth);
  latency_ps = time_of (self, events, values[0], "lat", values[6]);
  flop_per_s = measure (self, events, values[0], "speed", values[4], &speed);
  for (guint i = 0; i < radicals->len; i += 2)
    for (guint64 k = g_array_index (radicals, guint32, i); k <= g_array_index (radicals, guint32, i + 1); k++)
      {
        g_autofree char *name = g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", values[1], k, values[2]);
        g_autofree char *up = g_strconcat ("link_", name, "_UP", NULL);
        g_autofree char *down = g_strconcat ("link_", name, "_DOWN", NULL);
        guint32 point = hd_xml_events_has_failed (events) ? HD_SIMGRID_NONE : add_point (self, events, HD_SIMGRID_HOST, name);
        guint32 up_link, down_link;

        if (point == HD_SIMGRID_NONE)
          return;
        hd_simgrid_point (self->platform, point)->speed = flop_per_s;
        up_link = add_link (self, events, up, bytes_per_s, latency_ps, HD_SIMGRID_SHARED);
        down_link = add_link (self, events, down, bytes_per_s, latency_ps, HD_SIMGRID_SHARED);
        if (up_link == HD_SIMGRID_NONE || down_link == HD_SIMGRID_NONE)
          return;
        add_spokes (self, events, point, up_link, down_link);
      }
}

/* ---- routes ---------------------------------------------------------------------------------------------------------- */

static guint32
find_link (Reader *self,
           HdXmlEvents *events,
           const char *owner,
           const char *name)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->platform->link_names, name));

  if (number == 0)
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _ ("%s: there is no link “%.80s” before this line"), owner, name);
  return number - 1;
}

static void
start_host_link (Reader *self,
                 HdXmlEvents *events,
                 const char *element,
                 const char *const *attributes)
{
  const char *id = need (events, element, attributes, "id");
  const char *up = need (events, element, attributes, "up");
  const char *down = need (events, element, attributes, "down");
  guint number;
  guint32 up_link, down_link;

  if (id == NULL || up == NULL || down == NULL || !check_in_star (self, events, element, id))
    return;
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->platform->point_names, id));
  if (number == 0 || hd_simgrid_point (self->platform, number - 1)->kind != HD_SIMGRID_HOST
      || hd_simgrid_point (self->platform, number - 1)->zone != self->zone)
    {
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _ ("<host_link>: there is no host “%.80s” in this zone before this line"), id);
      return;
    }
  up_link = find_link (self, events, element, up);
  down_link = find_link (self, events, element, down);
  if (hd_xml_events_has_failed (events))
    return;
  add_spokes (self, events, number - 1, up_link, down_link);
}

/* A point, or a member of a cluster. */
static gboolean
find_end (Reader *self,
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
         || hd_xml_events_fail (events, HD_ERROR_NAME, 0, _ ("<%s>: %s is “%.80s”, but no host, router or zone is called so before this line"), element,
                                attribute, name);
}

/* One end of a route: what stands in the zone itself, and the host or router where the route begins. */
static gboolean
read_end (Reader *self,
          HdXmlEvents *events,
          const char *element,
          const char *const *attributes,
          const char *attribute,
          const char *gateway_attribute,
          guint32 *out_point,
          HdSimgridEnd *out_gateway)
{
  const char *name = need (events, element, attributes, attribute);
  const char *gateway = hd_xml_attribute (attributes, gateway_attribute);
  HdSimgridEnd end;
  guint32 zone;

  if (name == NULL || !find_end (self, events, element, attribute, name, &end))
    return FALSE;
  *out_point = end.point;
  if (end.member != HD_SIMGRID_NONE || hd_simgrid_point (self->platform, end.point)->zone != self->zone)
    return hd_xml_events_fail (events, HD_ERROR_INVALID, 0,
                               _ ("<%s>: %s is “%.80s”, which does not stand in the zone “%.80s” itself; a zoneRoute in the zone that holds both, with gateways, joins what stands in different zones"),
                               element, attribute, name, hd_simgrid_point (self->platform, self->zone)->name);
  if (hd_simgrid_point (self->platform, end.point)->kind != HD_SIMGRID_ZONE)
    {
      *out_gateway = end;
      return TRUE;
    }
  if (gateway == NULL)
    return hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _ ("<%s>: %s is the zone “%.80s”, so %s must name a host or router in it"), element, attribute, name,
                               gateway_attribute);
  if (!find_end (self, events, element, gateway_attribute, gateway, out_gateway))
    return FALSE;
  if (out_gateway->member == HD_SIMGRID_NONE && hd_simgrid_point (self->platform, out_gateway->point)->kind == HD_SIMGRID_ZONE)
    return hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("<%s>: %s is “%.80s”, a zone; it must be a host or router"), element, gateway_attribute, gateway);
  zone = out_gateway->point;
  while (zone != end.point && zone != HD_SIMGRID_NONE)
    zone = hd_simgrid_point (self->platform, zone)->zone;
  return zone == end.point
         || hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("<%s>: %s is “%.80s”, which does not stand in the zone “%.80s” that %s names"), element,
                                gateway_attribute, gateway, name, attribute);
}

static void
start_route (Reader *self,
             HdXmlEvents *events,
             const char *element,
             const char *const *attributes)
{
  const char *symmetrical = get (attributes, "symmetrical");
  HdSimgridRoute route = { .line = hd_xml_events_get_line (events), .first_step = self->platform->steps->len };
  HdSimgridRouting routing;

  if (!check_in_zone (self, events, element))
    return;
  routing = hd_simgrid_point (self->platform, self->zone)->routing;
  route.bypass = g_str_has_prefix (element, "bypass");
  route.symmetrical = !route.bypass && (symmetrical == NULL || g_ascii_strcasecmp (symmetrical, "YES") == 0);
  if (symmetrical != NULL && g_ascii_strcasecmp (symmetrical, "YES") != 0 && g_ascii_strcasecmp (symmetrical, "NO") != 0)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("<%s>: symmetrical is “%.40s”; it should be YES or NO"), element, symmetrical);
      return;
    }
  if (!read_end (self, events, element, attributes, "src", "gw_src", &route.from, &route.from_gateway)
      || !read_end (self, events, element, attributes, "dst", "gw_dst", &route.to, &route.to_gateway))
    return;
  if (!route.bypass && (routing >= HD_SIMGRID_FLAT || routing == HD_SIMGRID_EMPTY || routing == HD_SIMGRID_STAR))
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("<%s>: the zone “%.80s” has no routes of its own: its routing makes them"), element,
                          hd_simgrid_point (self->platform, self->zone)->name);
      return;
    }
  self->route = route;
  self->in_route = TRUE;
}

static void
start_step (Reader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  const char *id = need (events, element, attributes, "id");
  const char *direction = get (attributes, "direction");
  HdSimgridStep step = { 0 };
  gboolean split;

  if (id == NULL)
    return;
  if (!self->in_route)
    {
      hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _ ("<%s> must stand in a route"), element);
      return;
    }
  step.link = find_link (self, events, element, id);
  if (hd_xml_events_has_failed (events))
    return;
  split = hd_simgrid_link (self->platform, step.link)->policy == HD_SIMGRID_SPLIT;
  if (direction != NULL && strcmp (direction, "NONE") == 0)
    direction = NULL;
  if (split ? direction == NULL || (strcmp (direction, "UP") != 0 && strcmp (direction, "DOWN") != 0) : direction != NULL)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0,
                          split ? _ ("<%s>: link “%.80s” is split, so direction must be UP or DOWN") : _ ("<%s>: link “%.80s” is not split, so it has no direction"),
                          element, id);
      return;
    }
  step.direction = direction != NULL && strcmp (direction, "DOWN") == 0;
  g_array_append_val (self->platform->steps, step);
}

static void
end_route (Reader *self,
           HdXmlEvents *events,
           const char *element)
{
  HdSimgridPlatform *platform = self->platform;

  self->in_route = FALSE;
  self->route.n_steps = platform->steps->len - self->route.first_step;
  if (self->route.from == self->route.to)
    {
      hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, self->route.line, hd_simgrid_point (platform, self->route.from)->name, NULL,
                            _ ("a loopback: in Heddle a transfer of a host to itself takes no time"));
      return;
    }
  if (self->route.n_steps == 0)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, self->route.line, _ ("<%s> from “%.80s” to “%.80s” has no <link_ctn>: it must name its links"), element,
                          hd_simgrid_point (platform, self->route.from)->name, hd_simgrid_point (platform, self->route.to)->name);
      return;
    }
  g_array_append_val (hd_simgrid_point (platform, self->zone)->routes, self->route);
}

/* ---- the rest ---------------------------------------------------------------------------------------------------------- */

static void
start_property (Reader *self,
                HdXmlEvents *events,
                const char *element,
                const char *const *attributes)
{
  const char *id = need (events, element, attributes, "id");
  const char *value = need (events, element, attributes, "value");
  HdSimgridProperty property;
  HdSimgridPoint *owner;

  if (id == NULL || value == NULL)
    return;
  if (self->in_config || self->owner == HD_SIMGRID_NONE)
    {
      hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), id, NULL,
                            self->in_config ? _ ("a setting of SimGrid") : _ ("a property of a link"));
      return;
    }
  owner = hd_simgrid_point (self->platform, self->owner);
  if (owner->properties == NULL)
    owner->properties = g_array_new (FALSE, FALSE, sizeof (HdSimgridProperty));
  property = (HdSimgridProperty) { g_strdup (id), g_strdup (value) };
  g_array_append_val (owner->properties, property);
}

static void
start_config (Reader *self,
              HdXmlEvents *events,
              const char *element,
              const char *const *attributes)
{
  self->in_config = TRUE;
}

static void
start_peer (Reader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _ ("<peer> belongs to the routing Vivaldi, which Heddle does not read"));
}

static void
start_left_out (Reader *self,
                HdXmlEvents *events,
                const char *element,
                const char *const *attributes)
{
  const char *id = get (attributes, "id");
  g_autofree char *text = g_strdup_printf (_ ("<%s>: it has no equal in Heddle"), element);

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
  { "cluster", start_cluster },
  { "cabinet", start_cabinet },
  { "host_link", start_host_link },
  { "route", start_route },
  { "zoneRoute", start_route },
  { "ASroute", start_route },
  { "bypassRoute", start_route },
  { "bypassZoneRoute", start_route },
  { "bypassASroute", start_route },
  { "link_ctn", start_step },
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
  Reader *self = user_data;

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
  hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _ ("<%.40s> is not an element of SimGrid's platform files"), element);
}

static void
on_end (HdXmlEvents *events,
        const char *element,
        const char *text,
        gpointer user_data)
{
  Reader *self = user_data;

  if (self->unnamed_depth > 0)
    self->unnamed_depth--;
  else if (strcmp (element, "zone") == 0 || strcmp (element, "AS") == 0)
    self->owner = self->zone = hd_simgrid_point (self->platform, self->zone)->zone;
  else if (g_str_has_suffix (element, "oute") && self->in_route)
    end_route (self, events, element);
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
  Reader self = { .platform = platform, .report = report, .zone = HD_SIMGRID_NONE, .owner = HD_SIMGRID_NONE };

  if (!hd_xml_events_read (stream, file_name, &handler, &self, cancellable, error))
    return NULL;
  if (platform->points->len == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _ ("%s: the platform has no zone"), file_name);
      return NULL;
    }
  return g_steal_pointer (&platform);
}
