/* hd-simgrid.c: a SimGrid platform as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A zone becomes a module with one instance; a route between zones a route between their instances, which holds for all that is inside. Routes are
 * written where the drawing alone would not give them: zones whose ways form a tree, and clusters, need none.
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-simgrid-shape.h"
#include "hd-simgrid-topology.h"
#include "hd-simgrid-ways.h"

#define NONE HD_SIMGRID_NONE
#define MAX_ROUTES 4000000
#define MAX_FLOYD 2048

/** Point: what the conversion knows of a point of the platform */
typedef struct
{
  guint32 place;         /* of a host or router, or of the centre of a star */
  guint32 number;        /* among the children of its zone */
  gboolean gateway;      /* routes between zones begin or end here */
  guint32 out, in;       /* in a star: walks to the centre and from it */
  /* of a zone */
  HdImportSheet *sheet; /* owned, but for the outermost one */
  GArray *walks;         /* of guint32, one for each route */
  HdSimgridWays *ways;   /* made when needed */
  gboolean plain;        /* routes inside follow from the drawing */
} Point;

typedef struct
{
  HdSimgridPlatform *platform;
  HdSimgridShape *shape;
  HdImportReport *report;
  GCancellable *cancellable;
  const char *file_name;
  HdImportSheet *top;
  Point *points;
  GHashTable *members; /* guint64 of cluster and member -> place + 1 */
  GHashTable *written; /* guint64 of two points that have an explicit route */
  guint n_routes;
  GError *error;
} Convert;

static gboolean G_GNUC_PRINTF (4, 5)
fail (Convert *self,
      HdError code,
      guint line,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->error = g_error_new (HD_ERROR, code, "%s:%u: %s", self->file_name, line, message);
  return FALSE;
}

static guint
hash_pair (gconstpointer key)
{
  return (guint) ((*(const guint64 *) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

static gboolean
claim_pair (GHashTable *pairs,
            guint32 a,
            guint32 b)
{
  guint64 key = (guint64) a << 32 | b;

  return g_hash_table_add (pairs, g_memdup2 (&key, sizeof key));
}

/* ---- hosts, routers, zones --------------------------------------------------------------------------------------------- */

static void
append_names (Convert *self,
              const HdSimgridPoint *point,
              const HdImportSheet *sheet,
              const char *id)
{
  if (strcmp (id, point->name) == 0 && sheet == self->top)
    return;
  if (strpbrk (point->name, "[]") != NULL)
    hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, point->line, point->name, NULL, _ ("a name with brackets: lists of transfers must use the path"));
  else
    hd_import_append_attribute (sheet->items, "names", point->name);
}

/* Properties have no meaning here, but are kept. */
static void
append_properties (const HdSimgridPoint *point,
                   GString *items)
{
  for (guint i = 0; point->properties != NULL && i < point->properties->len; i++)
    {
      const HdSimgridProperty *property = &g_array_index (point->properties, HdSimgridProperty, i);
      g_autofree char *text = g_strdup_printf ("%s: %s = %s", point->name, property->key, property->value);
      g_auto (GStrv) parts = g_strsplit (text, "--", -1);
      g_autofree char *plain = g_strjoinv ("- -", parts);

      g_string_append_printf (items, "    <!-- %s -->\n", plain);
    }
}

static void
write_component (Convert *self,
                 guint32 number)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, number);
  HdImportSheet *sheet = self->points[point->zone].sheet;
  gboolean host = point->kind == HD_SIMGRID_HOST;
  const char *id = hd_import_sheet_claim (sheet, point->name);

  append_properties (point, sheet->items);
  g_string_append_printf (sheet->items, "    <component id=\"%s\" type=\"fabric.%s\"", id, host ? "host" : "switch");
  append_names (self, point, sheet, id);
  if (host)
    hd_simgrid_append_host (sheet->items, point->speed, point->cores);
  hd_import_sheet_append_place (sheet);
  g_string_append (sheet->items, "/>\n");
  self->points[number].place = hd_simgrid_shape_add_place (self->shape, sheet, id, !host, 0);
}

static void
write_centre (Convert *self,
              guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  HdImportSheet *sheet = self->points[zone].sheet;
  const HdSimgridLink *backbone = point->backbone != NONE ? hd_simgrid_link (self->platform, point->backbone) : NULL;
  const char *id = hd_import_sheet_claim (sheet, backbone != NULL ? backbone->name : "switch");

  g_string_append_printf (sheet->items, "    <component id=\"%s\" type=\"fabric.%s\"", id, backbone != NULL ? "medium" : "switch");
  if (backbone != NULL)
    {
      hd_import_append_bandwidth (sheet->items, backbone->bandwidth);
      hd_import_append_latency (sheet->items, backbone->latency);
    }
  hd_import_sheet_append_place (sheet);
  g_string_append (sheet->items, "/>\n");
  self->points[zone].place = hd_simgrid_shape_add_place (self->shape, sheet, id, backbone == NULL, 0);
  if (backbone != NULL)
    hd_simgrid_shape_set_medium (self->shape, point->backbone, self->points[zone].place);
}

static void
write_cluster (Convert *self,
               guint32 number)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, number);
  HdImportSheet *sheet = self->points[number].sheet;

  append_properties (point, sheet->items);
  hd_simgrid_topology_write (point, sheet->items, sheet->links, sheet->routes, self->report);
  sheet->routing = hd_simgrid_topology_dup_routing (point);
  for (guint i = 0; i < point->children->len; i++) /* its router, which the topology has drawn */
    self->points[g_array_index (point->children, guint32, i)].place = hd_simgrid_shape_add_place (self->shape, sheet, "router", TRUE, 1);
}

/* All zones first, so that none of their ids is taken. */
static void
make_sheets (Convert *self)
{
  for (guint32 i = 0; i < self->platform->points->len; i++)
    {
      const HdSimgridPoint *point = hd_simgrid_point (self->platform, i);
      HdImportSheet *outer = point->zone != NONE ? self->points[point->zone].sheet : self->top;
      const char *id;

      self->points[i] = (Point) { .place = NONE, .out = NONE, .in = NONE };
      if (point->kind != HD_SIMGRID_ZONE)
        continue;
      self->points[i].walks = g_array_new (FALSE, FALSE, sizeof (guint32));
      self->points[i].sheet = self->top;
      if (i == 0 && point->cluster == NULL)
        continue;
      id = hd_import_sheet_claim (self->top, point->name);
      if (outer != self->top)
        g_hash_table_insert (outer->ids, g_strdup (id), GUINT_TO_POINTER (1));
      self->points[i].sheet = hd_import_sheet_new (outer, id);
      g_string_append_printf (outer->items, "    <instance id=\"%s\" of=\"%s\"", id, id);
      hd_import_sheet_append_place (outer);
      g_string_append (outer->items, "/>\n");
    }
}

static void
write_points (Convert *self)
{
  make_sheets (self);
  for (guint32 i = 0; i < self->platform->points->len; i++)
    {
      const HdSimgridPoint *point = hd_simgrid_point (self->platform, i);

      for (guint32 k = 0; point->kind == HD_SIMGRID_ZONE && k < point->children->len; k++)
        self->points[g_array_index (point->children, guint32, k)].number = k;
      if (point->cluster != NULL)
        write_cluster (self, i);
      else if (point->kind == HD_SIMGRID_ZONE)
        append_properties (point, self->points[i].sheet->items);
      else if (hd_simgrid_point (self->platform, point->zone)->cluster == NULL)
        write_component (self, i);
      if (point->kind == HD_SIMGRID_ZONE && point->routing == HD_SIMGRID_STAR)
        write_centre (self, i);
    }
}

/* ---- walks ---------------------------------------------------------------------------------------------------------------- */

static guint32
place_of (Convert *self,
          HdSimgridEnd end)
{
  guint64 key = (guint64) end.point << 32 | end.member;
  g_autofree char *ref = NULL;
  guint32 place;

  if (end.member == NONE)
    {
      self->points[end.point].gateway = TRUE;
      return self->points[end.point].place;
    }
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->members, &key));
  if (place > 0)
    return place - 1;
  ref = hd_simgrid_topology_dup_member (hd_simgrid_point (self->platform, end.point), end.member);
  place = hd_simgrid_shape_add_place (self->shape, self->points[end.point].sheet, ref, FALSE, 0);
  g_hash_table_insert (self->members, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place + 1));
  return place;
}

static void
add_walks (Convert *self,
           guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  Point *own = &self->points[zone];

  for (guint i = 0; i < point->routes->len; i++)
    {
      const HdSimgridRoute *route = &g_array_index (point->routes, HdSimgridRoute, i);
      gboolean spoke = route->to == NONE;
      guint32 from = route->inwards ? own->place : place_of (self, route->from_gateway);
      guint32 to = route->inwards ? place_of (self, route->from_gateway) : spoke ? own->place : place_of (self, route->to_gateway);
      guint32 walk = hd_simgrid_shape_add_walk (self->shape, own->sheet, from, to, route->first_step, route->n_steps);

      g_array_append_val (own->walks, walk);
      if (spoke)
        *(route->inwards ? &self->points[route->from].in : &self->points[route->from].out) = walk;
    }
}

/* Two links between a host and its star, each in one direction, are one split link if they are alike and nothing else uses them. */
static void
pair_spokes (Convert *self,
             guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  const guint *uses = hd_simgrid_shape_count_uses (self->shape);

  for (guint i = 0; i + 1 < point->routes->len; i++)
    {
      const HdSimgridRoute *route = &g_array_index (point->routes, HdSimgridRoute, i);
      const HdSimgridRoute *back = route + 1;
      guint32 up = hd_simgrid_steps (self->platform, route)->link, down = hd_simgrid_steps (self->platform, back)->link;
      const HdSimgridLink *a = hd_simgrid_link (self->platform, up), *b = hd_simgrid_link (self->platform, down);

      if (route->inwards || !back->inwards || up == down || uses[up] != 1 || uses[down] != 1 || a->policy != HD_SIMGRID_SHARED
          || b->policy != HD_SIMGRID_SHARED || a->bandwidth != b->bandwidth || a->latency != b->latency)
        continue;
      hd_simgrid_shape_pair (self->shape, up, down);
    }
}

/* What stands in a star without links of its own is at its centre. */
static void
join_to_centre (Convert *self,
                guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);

  for (guint i = 0; i < point->children->len; i++)
    {
      guint32 child = g_array_index (point->children, guint32, i);
      Point *own = &self->points[child];

      if (own->place == NONE || hd_simgrid_point (self->platform, child)->kind == HD_SIMGRID_ZONE)
        continue;
      if (own->out == NONE)
        own->out = hd_simgrid_shape_add_walk (self->shape, self->points[zone].sheet, own->place, self->points[zone].place, 0, 0);
      if (own->in == NONE)
        own->in = hd_simgrid_shape_add_walk (self->shape, self->points[zone].sheet, self->points[zone].place, own->place, 0, 0);
    }
}

static gboolean
draw (Convert *self)
{
  for (guint32 i = 0; i < self->platform->points->len; i++)
    {
      const HdSimgridPoint *point = hd_simgrid_point (self->platform, i);

      if (point->kind != HD_SIMGRID_ZONE)
        continue;
      add_walks (self, i);
      if (point->routing == HD_SIMGRID_STAR)
        join_to_centre (self, i);
    }
  for (guint32 i = 0; i < self->platform->points->len; i++)
    if (hd_simgrid_point (self->platform, i)->kind == HD_SIMGRID_ZONE && hd_simgrid_point (self->platform, i)->routing == HD_SIMGRID_STAR)
      pair_spokes (self, i);
  return hd_simgrid_shape_draw (self->shape, self->report, self->cancellable, &self->error);
}

/* ---- explicit routes ------------------------------------------------------------------------------------------------------ */

static void
append_edges (Convert *self,
              guint32 walk,
              gboolean reversed,
              GArray *edges)
{
  const HdSimgridWalk *it = hd_simgrid_shape_get_walk (self->shape, walk);
  const guint32 *passed = hd_simgrid_shape_get_edges (self->shape, it);

  for (guint32 i = 0; i < it->n_edges; i++)
    {
      guint32 edge = passed[reversed ? it->n_edges - 1 - i : i];

      g_array_append_val (edges, edge);
    }
}

static char *
dup_end (Convert *self,
         guint32 point,
         HdImportSheet *from)
{
  const Point *own = &self->points[point];
  const HdImportPlace *place;

  if (hd_simgrid_point (self->platform, point)->kind == HD_SIMGRID_ZONE)
    return hd_import_sheet_dup_path (own->sheet->outer, from, own->sheet->id);
  place = hd_simgrid_shape_get_place (self->shape, own->place);
  return hd_import_sheet_dup_path (place->sheet, from, place->ref);
}

static gboolean
write_route (Convert *self,
             guint32 zone,
             guint32 from,
             guint32 to,
             const GArray *edges,
             gboolean symmetrical)
{
  HdImportSheet *sheet = self->points[zone].sheet;
  gboolean there = claim_pair (self->written, from, to);
  gboolean back = symmetrical && claim_pair (self->written, to, from);
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  if (!there && !back)
    return TRUE;
  if (++self->n_routes > MAX_ROUTES)
    return fail (self, HD_ERROR_LIMIT, hd_simgrid_point (self->platform, zone)->line, _ ("Zone “%.80s” needs more than %d routes"),
                 hd_simgrid_point (self->platform, zone)->name, MAX_ROUTES);
  for (guint i = 0; i < edges->len; i++)
    sheet = hd_import_sheet_meet (sheet, hd_simgrid_shape_get_edge (self->shape, g_array_index (edges, guint32, i))->sheet);
  a = dup_end (self, there ? from : to, sheet);
  b = dup_end (self, there ? to : from, sheet);
  g_string_append_printf (sheet->routes, "    <route from=\"%s\" to=\"%s\" via=\"", a, b);
  for (guint i = 0; i < edges->len; i++)
    {
      const HdSimgridEdge *edge = hd_simgrid_shape_get_edge (self->shape, g_array_index (edges, guint32, there ? i : edges->len - 1 - i));
      g_autofree char *path = hd_import_sheet_dup_path (edge->sheet, sheet, edge->id);

      g_string_append_printf (sheet->routes, "%s%s", i > 0 ? " " : "", path);
    }
  g_string_append_printf (sheet->routes, "\"%s/>\n", there && back ? "" : " symmetric=\"false\"");
  return TRUE;
}

static gboolean
write_declared (Convert *self,
                guint32 zone,
                gboolean bypass)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < point->routes->len; i++)
    {
      const HdSimgridRoute *route = &g_array_index (point->routes, HdSimgridRoute, i);

      if (route->bypass != bypass)
        continue;
      g_array_set_size (edges, 0);
      append_edges (self, g_array_index (self->points[zone].walks, guint32, i), FALSE, edges);
      if (!write_route (self, zone, route->from, route->to, edges, route->symmetrical))
        return FALSE;
    }
  return TRUE;
}

/* ---- Floyd and Dijkstra ---------------------------------------------------------------------------------------------------- */

static gboolean
make_ways (Convert *self,
           guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  g_autoptr (GArray) arcs = g_array_new (FALSE, FALSE, sizeof (HdSimgridArc));
  g_autoptr (GHashTable) pairs = g_hash_table_new_full (hash_pair, g_int64_equal, g_free, NULL);

  if (point->routing == HD_SIMGRID_FLOYD && point->children->len > MAX_FLOYD)
    return fail (self, HD_ERROR_LIMIT, point->line, _ ("Zone “%.80s” has %u children; with the routing Floyd at most %d are permitted, Dijkstra takes more"),
                 point->name, point->children->len, MAX_FLOYD);
  for (guint i = 0; i < point->routes->len; i++)
    {
      const HdSimgridRoute *route = &g_array_index (point->routes, HdSimgridRoute, i);
      HdSimgridArc arc = { self->points[route->from].number, self->points[route->to].number, i, FALSE, route->n_steps };
      HdSimgridArc back = { arc.to, arc.from, i, TRUE, route->n_steps };

      if (route->bypass)
        continue;
      if (!claim_pair (pairs, arc.from, arc.to) || (route->symmetrical && !claim_pair (pairs, arc.to, arc.from)))
        return fail (self, HD_ERROR_INVALID, route->line, _ ("A second route between “%.80s” and “%.80s”: routes hold both ways unless symmetrical is NO"),
                     hd_simgrid_point (self->platform, route->from)->name, hd_simgrid_point (self->platform, route->to)->name);
      g_array_append_val (arcs, arc);
      if (route->symmetrical)
        g_array_append_val (arcs, back);
    }
  self->points[zone].ways = hd_simgrid_ways_new (point->routing, point->children->len, (const HdSimgridArc *) (void *) arcs->data, arcs->len);
  return TRUE;
}

static gboolean append_way (Convert *self, guint32 zone, guint32 from, guint32 to, GArray *edges);

/* From one gateway of a zone to another, when a way leads through it. */
static gboolean
append_transit (Convert *self,
                HdSimgridEnd from,
                HdSimgridEnd to,
                GArray *edges)
{
  guint32 zone = hd_simgrid_point (self->platform, from.point)->zone;

  if (from.point == to.point && from.member == to.member)
    return TRUE;
  if (from.member != NONE || to.member != NONE || zone != hd_simgrid_point (self->platform, to.point)->zone || self->points[zone].ways == NULL)
    return FALSE;
  return append_way (self, zone, self->points[from.point].number, self->points[to.point].number, edges);
}

/* The edges of the way between two children of a zone, by their numbers. */
static gboolean
append_way (Convert *self,
            guint32 zone,
            guint32 from,
            guint32 to,
            GArray *edges)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  g_autoptr (GArray) arcs = g_array_new (FALSE, FALSE, sizeof (HdSimgridArc));
  HdSimgridEnd at = { NONE, NONE };

  if (!hd_simgrid_ways_find (self->points[zone].ways, from, to, arcs))
    return FALSE;
  for (guint i = 0; i < arcs->len; i++)
    {
      const HdSimgridArc *arc = &g_array_index (arcs, HdSimgridArc, i);
      const HdSimgridRoute *route = &g_array_index (point->routes, HdSimgridRoute, arc->route);

      if (i > 0 && !append_transit (self, at, arc->reversed ? route->to_gateway : route->from_gateway, edges))
        return FALSE;
      append_edges (self, g_array_index (self->points[zone].walks, guint32, arc->route), arc->reversed, edges);
      at = arc->reversed ? route->from_gateway : route->to_gateway;
    }
  return TRUE;
}

static gboolean
are_reverse (const GArray *a,
             const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (g_array_index (a, guint32, i) != g_array_index (b, guint32, b->len - 1 - i))
      return FALSE;
  return TRUE;
}

/* Routes are asked for by hosts, and on behalf of others by gateways. */
static gboolean
is_end (Convert *self,
        guint32 point)
{
  return hd_simgrid_point (self->platform, point)->kind != HD_SIMGRID_ROUTER || self->points[point].gateway;
}

static gboolean
write_pair (Convert *self,
            guint32 zone,
            guint32 a,
            guint32 b)
{
  g_autoptr (GArray) there = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean has_there = append_way (self, zone, self->points[a].number, self->points[b].number, there);
  gboolean has_back = append_way (self, zone, self->points[b].number, self->points[a].number, back);
  gboolean same = has_there && has_back && are_reverse (there, back);

  if (!has_there || !has_back)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, hd_simgrid_point (self->platform, zone)->line, hd_simgrid_point (self->platform, zone)->name, NULL,
                          _ ("a route that the file does not give: Heddle takes the shortest"));
  return (!has_there || write_route (self, zone, a, b, there, same)) && (same || !has_back || write_route (self, zone, b, a, back, FALSE));
}

static gboolean
write_pairs (Convert *self,
             guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);

  for (guint i = 0; i < point->children->len; i++)
    {
      guint32 a = g_array_index (point->children, guint32, i);

      if (hd_import_is_cancelled (self->cancellable, &self->error))
        return FALSE;
      for (guint k = i + 1; is_end (self, a) && k < point->children->len; k++)
        {
          guint32 b = g_array_index (point->children, guint32, k);

          if (is_end (self, b) && !write_pair (self, zone, a, b))
            return FALSE;
        }
    }
  return TRUE;
}

/* ---- stars ----------------------------------------------------------------------------------------------------------------- */

static gboolean
is_clean (Convert *self,
          guint32 child)
{
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) in = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->points[child].out == NONE || self->points[child].in == NONE)
    return TRUE;
  append_edges (self, self->points[child].out, FALSE, out);
  append_edges (self, self->points[child].in, FALSE, in);
  return are_reverse (out, in);
}

/* There and back again: SimGrid's stars pass a link that both sides have in common once. */
static void
turn_early (GArray *edges)
{
  guint n = 0;

  for (guint i = 0; i < edges->len; i++)
    {
      guint32 edge = g_array_index (edges, guint32, i);

      if (n > 0 && g_array_index (edges, guint32, n - 1) == edge)
        n--;
      else
        g_array_index (edges, guint32, n++) = edge;
    }
  g_array_set_size (edges, n);
}

static gboolean
write_star (Convert *self,
            guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  g_autofree gboolean *clean = g_new0 (gboolean, point->children->len + 1);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < point->children->len; i++)
    clean[i] = is_clean (self, g_array_index (point->children, guint32, i));
  for (guint i = 0; i < point->children->len; i++)
    for (guint k = 0; k < point->children->len; k++)
      {
        guint32 a = g_array_index (point->children, guint32, i), b = g_array_index (point->children, guint32, k);

        if (i == k || (clean[i] && clean[k]) || self->points[a].out == NONE || self->points[b].in == NONE || !is_end (self, a) || !is_end (self, b))
          continue;
        g_array_set_size (edges, 0);
        append_edges (self, self->points[a].out, FALSE, edges);
        append_edges (self, self->points[b].in, FALSE, edges);
        turn_early (edges);
        if (!write_route (self, zone, a, b, edges, FALSE))
          return FALSE;
      }
  return TRUE;
}

/* ---- zones ----------------------------------------------------------------------------------------------------------------- */

/* Whether the only ways in a zone with the routing Floyd or Dijkstra are those that SimGrid takes: they form a tree, nobody else uses its links, and
 * only routers are passed. */
static gboolean
is_tree (Convert *self,
         guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  const guint *uses = hd_simgrid_shape_count_uses (self->shape);
  g_autofree guint *degrees = g_new0 (guint, point->children->len + 1);

  if (point->routes->len + 1 != point->children->len)
    return FALSE;
  for (guint i = 0; i < point->routes->len; i++)
    {
      const HdSimgridRoute *route = &g_array_index (point->routes, HdSimgridRoute, i);
      const HdSimgridStep *steps = hd_simgrid_steps (self->platform, route);

      if (route->bypass || !route->symmetrical)
        return FALSE;
      for (guint k = 0; k < route->n_steps; k++)
        if (uses[steps[k].link] != 1 || !hd_simgrid_shape_is_edge (self->shape, steps[k].link))
          return FALSE;
      degrees[self->points[route->from].number]++;
      degrees[self->points[route->to].number]++;
    }
  for (guint i = 0; i < point->children->len; i++)
    {
      guint32 child = g_array_index (point->children, guint32, i);
      HdSimgridKind kind = hd_simgrid_point (self->platform, child)->kind;

      if ((degrees[i] > 1 && kind != HD_SIMGRID_ROUTER) || (kind == HD_SIMGRID_ZONE && !self->points[child].plain))
        return FALSE;
    }
  for (guint i = 1; i < point->children->len; i++) /* connected, as there are just enough routes */
    if (!hd_simgrid_ways_reach (self->points[zone].ways, 0, i))
      return FALSE;
  return TRUE;
}

static gboolean
write_zone (Convert *self,
            guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  Point *own = &self->points[zone];

  if (!write_declared (self, zone, TRUE))
    return FALSE;
  switch (point->routing)
    {
    case HD_SIMGRID_FULL:
      if (!make_ways (self, zone))
        return FALSE;
      return write_declared (self, zone, FALSE);
    case HD_SIMGRID_FLOYD:
    case HD_SIMGRID_DIJKSTRA:
      if (!make_ways (self, zone))
        return FALSE;
      own->plain = is_tree (self, zone);
      return own->plain || write_pairs (self, zone);
    case HD_SIMGRID_STAR:
      return write_star (self, zone);
    default:
      own->plain = TRUE;
      return TRUE;
    }
}

static void
write_project (Convert *self,
               const char *name,
               GString *text)
{
  g_string_append (text, "<heddle version=\"1\"");
  hd_import_append_attribute (text, "name", name);
  g_string_append (text, ">\n  <link-class id=\"wire\" bandwidth=\"100 TB/s\" latency=\"0 s\" sharing=\"split\"/>\n");
  for (guint32 i = self->platform->points->len; i > 0; i--)
    if (self->points[i - 1].sheet != NULL && self->points[i - 1].sheet != self->top)
      hd_import_sheet_write (self->points[i - 1].sheet, hd_simgrid_point (self->platform, i - 1)->name, text);
  hd_import_sheet_write (self->top, NULL, text);
  g_string_append (text, "  <run fidelity=\"flow\" fairness=\"rtt\"/>\n</heddle>\n");
}

static char *
convert (Convert *self,
         const char *name)
{
  GString *text;

  write_points (self);
  if (!draw (self))
    return NULL;
  for (guint32 i = self->platform->points->len; i > 0; i--) /* inner zones first */
    if (hd_simgrid_point (self->platform, i - 1)->kind == HD_SIMGRID_ZONE && !write_zone (self, i - 1))
      return NULL;
  text = g_string_new (NULL);
  write_project (self, name, text);
  return g_string_free (text, FALSE);
}

char *
hd_simgrid_convert (GInputStream *stream,
                    const char *file_name,
                    const char *name,
                    HdImportReport *report,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (HdSimgridPlatform) platform = hd_simgrid_platform_read (stream, file_name, report, cancellable, error);
  Convert self = { .platform = platform, .report = report, .cancellable = cancellable, .file_name = file_name };
  char *text;

  if (platform == NULL)
    return NULL;
  self.shape = hd_simgrid_shape_new (platform);
  self.top = hd_import_sheet_new (NULL, "top");
  self.points = g_new0 (Point, platform->points->len);
  self.members = g_hash_table_new_full (hash_pair, g_int64_equal, g_free, NULL);
  self.written = g_hash_table_new_full (hash_pair, g_int64_equal, g_free, NULL);
  text = convert (&self, name);
  for (guint i = 0; i < platform->points->len; i++)
    {
      if (self.points[i].sheet != NULL && self.points[i].sheet != self.top)
        hd_import_sheet_free (self.points[i].sheet);
      g_clear_pointer (&self.points[i].walks, g_array_unref);
      g_clear_pointer (&self.points[i].ways, hd_simgrid_ways_free);
    }
  g_hash_table_unref (self.written);
  g_hash_table_unref (self.members);
  g_free (self.points);
  hd_import_sheet_free (self.top);
  hd_simgrid_shape_free (self.shape);
  if (text == NULL)
    g_propagate_error (error, self.error);
  return text;
}
