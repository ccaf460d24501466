/* hd-simgrid-cluster-reader.c: reads clusters, cabinets and spokes of stars of a SimGrid platform file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-reader.h"

#include <math.h>
#include <string.h>

#include "hd-i18n.h"
#include "hd-simgrid-topology.h"

#define MAX_MEMBERS (1 << 22)

static gboolean
read_members (HdSimgridReader *self,
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
                                _("radical of “%.80s” is “%.80s”; it should be ranges such as 0-9,20-29, of at most %d members in the whole file"), object, text,
                                MAX_MEMBERS);
}

static void
add_members (HdSimgridReader *self,
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

        if (!hd_simgrid_claim_name (self, events, name))
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
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("The topology of “%.80s” is “%.40s”; it should be FLAT, TORUS, FAT_TREE or DRAGONFLY"), id, text);
  return HD_SIMGRID_DRAGONFLY;
}

void
hd_simgrid_start_cluster (HdSimgridReader *self,
                          HdXmlEvents *events,
                          const char *element,
                          const char *const *attributes)
{
  static const char *const needed[] = { "id", "prefix", "suffix", "radical", "speed", "bw", "lat" };
  const char *values[G_N_ELEMENTS (needed)];
  g_autofree HdSimgridCluster *cluster = NULL;
  const char *id, *text, *topology = hd_simgrid_get (attributes, "topo_parameters");
  HdSimgridRouting routing;
  HdSimgridPoint *point;
  guint32 number;
  double flop_per_s;
  guint cores;

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if ((values[i] = hd_simgrid_need (events, element, attributes, needed[i])) == NULL)
      return;
  id = values[0];
  if (self->zone == HD_SIMGRID_NONE && self->platform->points->len > 0)
    {
      hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("A second outermost zone, “%.80s”: a platform has one, which may hold others"), id);
      return;
    }
  number = hd_simgrid_add_point (self, events, HD_SIMGRID_ZONE, id);
  if (number == HD_SIMGRID_NONE)
    return;
  cluster = g_new0 (HdSimgridCluster, 1);
  cluster->radicals = g_array_new (FALSE, FALSE, sizeof (guint32));
  cluster->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  cluster->prefix = g_strdup (values[1]);
  cluster->suffix = g_strdup (values[2]);
  cluster->bandwidth = hd_simgrid_measure (self, events, id, "bw", values[5], &hd_simgrid_bandwidth);
  cluster->latency = hd_simgrid_time_of (self, events, id, "lat", values[6]);
  cluster->policy = hd_simgrid_policy_of (events, id, hd_simgrid_get (attributes, "sharing_policy"), HD_SIMGRID_SPLIT);
  if (cluster->policy == HD_SIMGRID_FAT_PIPE) /* as SimGrid 3.32 takes it */
    cluster->policy = HD_SIMGRID_SHARED;
  if ((text = hd_simgrid_get (attributes, "bb_bw")) != NULL)
    cluster->backbone_bandwidth = hd_simgrid_measure (self, events, id, "bb_bw", text, &hd_simgrid_bandwidth);
  if ((text = hd_simgrid_get (attributes, "bb_lat")) != NULL)
    cluster->backbone_latency = hd_simgrid_time_of (self, events, id, "bb_lat", text);
  cluster->backbone_policy = hd_simgrid_policy_of (events, id, hd_simgrid_get (attributes, "bb_sharing_policy"), HD_SIMGRID_SHARED);
  if (cluster->backbone_bandwidth == 0 && cluster->backbone_latency > 0)
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("Cluster “%.80s” has bb_lat but no bb_bw: a backbone needs both"), id);
  if ((text = hd_simgrid_get (attributes, "limiter_link")) != NULL)
    cluster->limiter_bandwidth = hd_simgrid_measure (self, events, id, "limiter_link", text, &hd_simgrid_bandwidth);
  if (hd_simgrid_get (attributes, "loopback_bw") != NULL || hd_simgrid_get (attributes, "loopback_lat") != NULL)
    hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, hd_xml_events_get_line (events), id, NULL,
                          _("a loopback: in Heddle a transfer of a host to itself takes no time"));
  text = hd_simgrid_get (attributes, "router_id");
  routing = topology_of (events, id, hd_simgrid_get (attributes, "topology"));
  if (routing == HD_SIMGRID_FLAT)
    cluster->router = text != NULL ? g_strdup (text) : g_strconcat (values[1], id, "_router", values[2], NULL);
  flop_per_s = hd_simgrid_measure (self, events, id, "speed", values[4], &hd_simgrid_speed);
  text = hd_simgrid_get (attributes, "core");
  cores = text != NULL ? hd_simgrid_number_of (events, id, "core", text) : 1;
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
      hd_simgrid_add_point (self, events, HD_SIMGRID_ROUTER, router);
      self->zone = outer;
    }
  self->owner = number;
}

/* Two links for each member, one in each direction, as <host_link> has them. */
static void
add_spokes (HdSimgridReader *self,
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

void
hd_simgrid_start_cabinet (HdSimgridReader *self,
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
    if ((values[i] = hd_simgrid_need (events, element, attributes, needed[i])) == NULL)
      return;
  if (!hd_simgrid_check_in_star (self, events, element, values[0]) || !read_members (self, events, values[0], values[3], radicals, &n))
    return;
  bytes_per_s = hd_simgrid_measure (self, events, values[0], "bw", values[5], &hd_simgrid_bandwidth);
  latency_ps = hd_simgrid_time_of (self, events, values[0], "lat", values[6]);
  flop_per_s = hd_simgrid_measure (self, events, values[0], "speed", values[4], &hd_simgrid_speed);
  for (guint i = 0; i < radicals->len; i += 2)
    for (guint64 k = g_array_index (radicals, guint32, i); k <= g_array_index (radicals, guint32, i + 1); k++)
      {
        g_autofree char *name = g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", values[1], k, values[2]);
        g_autofree char *up = g_strconcat ("link_", name, "_UP", NULL);
        g_autofree char *down = g_strconcat ("link_", name, "_DOWN", NULL);
        guint32 point = hd_xml_events_has_failed (events) ? HD_SIMGRID_NONE : hd_simgrid_add_point (self, events, HD_SIMGRID_HOST, name);
        guint32 up_link, down_link;

        if (point == HD_SIMGRID_NONE)
          return;
        hd_simgrid_point (self->platform, point)->speed = flop_per_s;
        up_link = hd_simgrid_add_link (self, events, up, bytes_per_s, latency_ps, HD_SIMGRID_SHARED);
        down_link = hd_simgrid_add_link (self, events, down, bytes_per_s, latency_ps, HD_SIMGRID_SHARED);
        if (up_link == HD_SIMGRID_NONE || down_link == HD_SIMGRID_NONE)
          return;
        add_spokes (self, events, point, up_link, down_link);
      }
}

void
hd_simgrid_start_host_link (HdSimgridReader *self,
                            HdXmlEvents *events,
                            const char *element,
                            const char *const *attributes)
{
  const char *id = hd_simgrid_need (events, element, attributes, "id");
  const char *up = hd_simgrid_need (events, element, attributes, "up");
  const char *down = hd_simgrid_need (events, element, attributes, "down");
  guint number;
  guint32 up_link, down_link;

  if (id == NULL || up == NULL || down == NULL || !hd_simgrid_check_in_star (self, events, element, id))
    return;
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->platform->point_names, id));
  if (number == 0 || hd_simgrid_point (self->platform, number - 1)->kind != HD_SIMGRID_HOST
      || hd_simgrid_point (self->platform, number - 1)->zone != self->zone)
    {
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("<host_link>: there is no host “%.80s” in this zone before this line"), id);
      return;
    }
  up_link = hd_simgrid_find_link (self, events, element, up);
  down_link = hd_simgrid_find_link (self, events, element, down);
  if (hd_xml_events_has_failed (events))
    return;
  add_spokes (self, events, number - 1, up_link, down_link);
}
