/* hd-run-layout.c: the layout of a record, put together from what the parts of a run tell of
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-run-layout"

#include "hd-run-layout.h"

#include <string.h>

typedef struct
{
  guint32 node;
  const char *title;
  HdTreeLog *log;
  guint32 lane_class;
} Lane;

/* A resource that carries what two others do. */
typedef struct
{
  guint32 resource;
  guint32 terms[2];
} Sum;

struct _HdRunLayout
{
  HdDesign *design; /* borrowed */
  GPtrArray *names;
  GPtrArray *name_titles;
  GPtrArray *collectives; /* of names, or NULL */
  GPtrArray *members;
  GArray *n_members;
  GArray *lanes;        /* of Lane */
  GArray *trace_lanes;
  guint n_classes;
  GArray *capacities;
  guint32 *link_resources;
  guint32 *node_resources;
  guint32 *link_meters;   /* or NULL, as the next */
  guint32 *router_meters;
  guint32 packets; /* or HD_NO_ID */
  GArray *sums;
};

HdRunLayout *
hd_run_layout_new (HdDesign *design)
{
  HdRunLayout *self = g_new0 (HdRunLayout, 1);
  gsize n_links = hd_design_get_n_links (design), n_nodes = hd_design_get_n_nodes (design);

  self->design = design;
  self->packets = HD_NO_ID;
  self->names = g_ptr_array_new ();
  self->name_titles = g_ptr_array_new ();
  self->collectives = g_ptr_array_new ();
  self->members = g_ptr_array_new ();
  self->n_members = g_array_new (FALSE, FALSE, sizeof (guint));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  self->trace_lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  self->capacities = g_array_new (FALSE, FALSE, sizeof (double));
  self->link_resources = g_new (guint32, 2 * n_links + 1);
  self->node_resources = g_new (guint32, 2 * n_nodes + 1);
  memset (self->link_resources, 0xff, 2 * n_links * sizeof (guint32)); /* HD_NO_ID */
  memset (self->node_resources, 0xff, 2 * n_nodes * sizeof (guint32));
  self->sums = g_array_new (FALSE, FALSE, sizeof (Sum));
  return self;
}

void
hd_run_layout_free (HdRunLayout *self)
{
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->name_titles);
  g_ptr_array_unref (self->collectives);
  g_ptr_array_unref (self->members);
  g_array_unref (self->n_members);
  g_array_unref (self->lanes);
  g_array_unref (self->trace_lanes);
  g_array_unref (self->capacities);
  g_free (self->link_resources);
  g_free (self->node_resources);
  g_free (self->link_meters);
  g_free (self->router_meters);
  g_array_unref (self->sums);
  g_free (self);
}

/* ---- what parts add -------------------------------------------------------------------------------------------------- */

guint32
hd_run_layout_add_names (HdRunLayout *self,
                         const char *const *names,
                         const guint32 *const *members,
                         const guint *n_members,
                         guint n)
{
  guint32 first = self->names->len;

  for (guint i = 0; i < n; i++)
    {
      guint count = members != NULL ? n_members[i] : 0;

      g_ptr_array_add (self->names, (gpointer) names[i]);
      g_ptr_array_add (self->name_titles, NULL);
      g_ptr_array_add (self->collectives, NULL);
      g_ptr_array_add (self->members, members != NULL ? (gpointer) members[i] : NULL);
      g_array_append_val (self->n_members, count);
    }
  return first;
}

void
hd_run_layout_set_title (HdRunLayout *self,
                         guint32 name,
                         const char *title)
{
  g_ptr_array_index (self->name_titles, name) = (gpointer) title;
}

void
hd_run_layout_set_collective (HdRunLayout *self,
                              guint32 name,
                              const HdCollective *collective)
{
  g_ptr_array_index (self->collectives, name) = (gpointer) collective;
}

guint32
hd_run_layout_add_classes (HdRunLayout *self,
                           guint n)
{
  self->n_classes += n;
  return self->n_classes - n;
}

void
hd_run_layout_add_lane (HdRunLayout *self,
                        guint32 node,
                        const char *title,
                        HdTreeLog *log,
                        guint32 lane_class,
                        gboolean is_trace)
{
  const Lane lane = { node, title, log, lane_class };

  g_array_append_val (is_trace ? self->trace_lanes : self->lanes, lane);
}

guint32
hd_run_layout_add_resources (HdRunLayout *self,
                             const double *capacities,
                             guint n)
{
  g_array_append_vals (self->capacities, capacities, n);
  return self->capacities->len - n;
}

/* What is in @place, and @resource with it. */
static guint32
join (HdRunLayout *self,
      guint32 place,
      guint32 resource)
{
  const Sum sum = { self->capacities->len, { place, resource } };
  double capacity;

  if (place == HD_NO_ID || resource == HD_NO_ID)
    return place == HD_NO_ID ? resource : place;
  capacity = g_array_index (self->capacities, double, place);
  g_array_append_val (self->capacities, capacity);
  g_array_append_val (self->sums, sum);
  return sum.resource;
}

static guint32
shift (guint32 resource,
       guint32 first)
{
  return resource == HD_NO_ID ? HD_NO_ID : first + resource;
}

void
hd_run_layout_use_links (HdRunLayout *self,
                         const guint32 *resources,
                         guint32 first)
{
  const HdLink *links = hd_design_get_links (self->design);

  for (gsize l = 0; l < hd_design_get_n_links (self->design); l++)
    {
      guint32 *places = &self->link_resources[2 * l];
      const guint32 *ways = &resources[2 * l];

      places[0] = join (self, places[0], shift (links[l].sharing == HD_SHARING_SPLIT || ways[0] != HD_NO_ID ? ways[0] : ways[1], first));
      places[1] = links[l].sharing == HD_SHARING_SPLIT ? join (self, places[1], shift (ways[1], first)) : places[0];
    }
}

void
hd_run_layout_use_nodes (HdRunLayout *self,
                         const guint32 *resources,
                         guint32 first)
{
  for (gsize i = 0; i < 2 * (gsize) hd_design_get_n_nodes (self->design); i++)
    self->node_resources[i] = join (self, self->node_resources[i], shift (resources[i], first));
}

static guint32 *
shift_all (const guint32 *resources,
           gsize n,
           guint32 first)
{
  guint32 *shifted = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    shifted[i] = shift (resources[i], first);
  return shifted;
}

void
hd_run_layout_use_meters (HdRunLayout *self,
                          const guint32 *links,
                          const guint32 *routers,
                          guint32 first)
{
  g_return_if_fail (self->link_meters == NULL);

  self->link_meters = shift_all (links, hd_design_get_n_links (self->design), first);
  self->router_meters = shift_all (routers, hd_design_get_n_nodes (self->design), first);
}

void
hd_run_layout_use_packets (HdRunLayout *self,
                           guint32 resource)
{
  g_return_if_fail (self->packets == HD_NO_ID);

  self->packets = resource;
}

/* ---- the record ------------------------------------------------------------------------------------------------------ */

void
hd_run_layout_apply (HdRunLayout *self,
                     HdRecord *record)
{
  guint n_lanes = self->lanes->len + self->trace_lanes->len;
  g_autofree guint32 *nodes = g_new (guint32, n_lanes + 1);
  g_autofree guint32 *classes = g_new (guint32, n_lanes + 1);
  g_autofree const char **titles = g_new (const char *, n_lanes + 1);
  g_autofree HdTreeLog **logs = g_new (HdTreeLog *, n_lanes + 1);
  const HdRecordLayout layout = {
    .names = (const char *const *) self->names->pdata,
    .n_names = self->names->len,
    .name_titles = (const char *const *) self->name_titles->pdata,
    .name_members = (const guint32 *const *) self->members->pdata,
    .n_name_members = (const guint *) (gpointer) self->n_members->data,
    .name_collectives = (const HdCollective *const *) self->collectives->pdata,
    .lane_nodes = nodes,
    .lane_titles = titles,
    .lane_logs = logs,
    .lane_classes = classes,
    .n_lanes = n_lanes,
    .n_lane_classes = self->n_classes,
    .first_trace_lane = self->lanes->len,
    .capacities = (const double *) (gpointer) self->capacities->data,
    .n_resources = self->capacities->len,
    .link_resources = self->link_resources,
    .node_resources = self->node_resources,
    .link_meters = self->link_meters,
    .router_meters = self->router_meters,
  };

  g_array_append_vals (self->lanes, self->trace_lanes->data, self->trace_lanes->len);
  for (guint i = 0; i < n_lanes; i++)
    {
      const Lane *lane = &g_array_index (self->lanes, Lane, i);

      nodes[i] = lane->node;
      titles[i] = lane->title;
      logs[i] = lane->log;
      classes[i] = lane->lane_class;
    }
  _hd_record_set_layout (record, &layout);
}

guint
hd_run_layout_get_n_resources (const HdRunLayout *self)
{
  return self->capacities->len;
}

double
hd_run_layout_get_capacity (const HdRunLayout *self,
                            guint32 resource)
{
  return g_array_index (self->capacities, double, resource);
}

guint32
hd_run_layout_get_link (const HdRunLayout *self,
                        guint32 link,
                        guint direction)
{
  return self->link_resources[2 * (gsize) link + direction];
}

guint32
hd_run_layout_get_meter (const HdRunLayout *self,
                         guint32 node,
                         HdMeter meter)
{
  guint32 first = self->router_meters != NULL ? self->router_meters[node] : HD_NO_ID;

  return first != HD_NO_ID ? first + meter : HD_NO_ID;
}

guint32
hd_run_layout_get_packets (const HdRunLayout *self)
{
  return self->packets;
}

guint32
hd_run_layout_get_node (const HdRunLayout *self,
                        guint32 node,
                        guint slot)
{
  return self->node_resources[2 * (gsize) node + slot];
}

void
hd_run_layout_add_up (const HdRunLayout *self,
                      double *amounts)
{
  for (guint i = 0; i < self->sums->len; i++)
    {
      const Sum *sum = &g_array_index (self->sums, Sum, i);

      amounts[sum->resource] = amounts[sum->terms[0]] + amounts[sum->terms[1]];
    }
}

gboolean
hd_run_layout_is_shared (const HdRunLayout *self,
                         const double *amounts)
{
  for (guint i = 0; i < self->sums->len; i++)
    {
      const Sum *sum = &g_array_index (self->sums, Sum, i);

      if (amounts[sum->terms[0]] > 0 && amounts[sum->terms[1]] > 0)
        return TRUE;
    }
  return FALSE;
}
