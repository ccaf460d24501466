/* hd-simgrid-routes.c: routes of a SimGrid platform as routes of a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * They are written where the drawing alone would not give them: zones whose ways form a tree, and clusters, need none.
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-convert.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-pair-hash.h>

#include "hd-i18n.h"
#include "hd-simgrid-topology.h"

#define NONE HD_SIMGRID_NONE
#define MAX_ROUTES 4000000
#define MAX_FLOYD 2048

static gboolean G_GNUC_PRINTF (4, 5)
fail (HdSimgridConvert *self,
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

static gboolean
claim_pair (GHashTable *pairs,
            guint32 a,
            guint32 b)
{
  guint64 key = (guint64) a << 32 | b;

  return g_hash_table_add (pairs, g_memdup2 (&key, sizeof key));
}

/* ---- explicit routes ------------------------------------------------------------------------------------------------------ */

static void
append_edges (HdSimgridConvert *self,
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
dup_end (HdSimgridConvert *self,
         guint32 point,
         HdImportSheet *from)
{
  const HdSimgridNode *own = &self->points[point];
  const HdImportPlace *place;

  if (hd_simgrid_point (self->platform, point)->kind == HD_SIMGRID_ZONE)
    return hd_import_sheet_dup_path (own->sheet->outer, from, own->sheet->id);
  place = hd_simgrid_shape_get_place (self->shape, own->place);
  return hd_import_sheet_dup_path (place->sheet, from, place->ref);
}

static gboolean
write_route (HdSimgridConvert *self,
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
    return fail (self, HD_ERROR_LIMIT, hd_simgrid_point (self->platform, zone)->line, _("Zone “%.80s” needs more than %d routes"),
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
write_declared (HdSimgridConvert *self,
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
make_ways (HdSimgridConvert *self,
           guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  g_autoptr (GArray) arcs = g_array_new (FALSE, FALSE, sizeof (HdSimgridArc));
  g_autoptr (GHashTable) pairs = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);

  if (point->routing == HD_SIMGRID_FLOYD && point->children->len > MAX_FLOYD)
    return fail (self, HD_ERROR_LIMIT, point->line, _("Zone “%.80s” has %u children; with the routing Floyd at most %d are permitted, Dijkstra takes more"),
                 point->name, point->children->len, MAX_FLOYD);
  for (guint i = 0; i < point->routes->len; i++)
    {
      const HdSimgridRoute *route = &g_array_index (point->routes, HdSimgridRoute, i);
      HdSimgridArc arc = { self->points[route->from].number, self->points[route->to].number, i, FALSE, route->n_steps };
      HdSimgridArc back = { arc.to, arc.from, i, TRUE, route->n_steps };

      if (route->bypass)
        continue;
      if (!claim_pair (pairs, arc.from, arc.to) || (route->symmetrical && !claim_pair (pairs, arc.to, arc.from)))
        return fail (self, HD_ERROR_INVALID, route->line, _("A second route between “%.80s” and “%.80s”: routes hold both ways unless symmetrical is NO"),
                     hd_simgrid_point (self->platform, route->from)->name, hd_simgrid_point (self->platform, route->to)->name);
      g_array_append_val (arcs, arc);
      if (route->symmetrical)
        g_array_append_val (arcs, back);
    }
  self->points[zone].ways = hd_simgrid_ways_new (point->routing, point->children->len, (const HdSimgridArc *) (void *) arcs->data, arcs->len);
  return TRUE;
}

static gboolean append_way (HdSimgridConvert *self, guint32 zone, guint32 from, guint32 to, GArray *edges);

/* From one gateway of a zone to another, when a way leads through it. */
static gboolean
append_transit (HdSimgridConvert *self,
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
append_way (HdSimgridConvert *self,
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
is_end (HdSimgridConvert *self,
        guint32 point)
{
  return hd_simgrid_point (self->platform, point)->kind != HD_SIMGRID_ROUTER || self->points[point].gateway;
}

static gboolean
write_pair (HdSimgridConvert *self,
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
                          _("a route that the file does not give: Heddle takes the shortest"));
  return (!has_there || write_route (self, zone, a, b, there, same)) && (same || !has_back || write_route (self, zone, b, a, back, FALSE));
}

static gboolean
write_pairs (HdSimgridConvert *self,
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
is_clean (HdSimgridConvert *self,
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
write_star_route (HdSimgridConvert *self,
                  guint32 zone,
                  guint32 a,
                  guint32 b)
{
  g_autoptr (GArray) edges = NULL;

  if (a == b || self->points[a].out == NONE || self->points[b].in == NONE || !is_end (self, a) || !is_end (self, b))
    return TRUE;
  edges = g_array_new (FALSE, FALSE, sizeof (guint32));
  append_edges (self, self->points[a].out, FALSE, edges);
  append_edges (self, self->points[b].in, FALSE, edges);
  turn_early (edges);
  return write_route (self, zone, a, b, edges, FALSE);
}

/* Between two children of which one at least is not clean; mostly there are none, however many children. */
static gboolean
write_star (HdSimgridConvert *self,
            guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  g_autofree gboolean *clean = g_new0 (gboolean, point->children->len + 1);
  g_autoptr (GArray) unclean = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < point->children->len; i++)
    {
      clean[i] = is_clean (self, g_array_index (point->children, guint32, i));
      if (!clean[i])
        g_array_append_val (unclean, g_array_index (point->children, guint32, i));
    }
  for (guint i = 0; i < point->children->len; i++)
    {
      const GArray *others = clean[i] ? unclean : point->children;

      if (hd_import_is_cancelled (self->cancellable, &self->error))
        return FALSE;
      for (guint k = 0; k < others->len; k++)
        if (!write_star_route (self, zone, g_array_index (point->children, guint32, i), g_array_index (others, guint32, k)))
          return FALSE;
    }
  return TRUE;
}

/* ---- zones ----------------------------------------------------------------------------------------------------------------- */

/* Whether the only ways in a zone with the routing Floyd or Dijkstra are those that SimGrid takes: they form a tree, nobody else uses its links, and
 * only routers are passed. */
static gboolean
is_tree (HdSimgridConvert *self,
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

gboolean
hd_simgrid_write_routes (HdSimgridConvert *self,
                         guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  HdSimgridNode *own = &self->points[zone];

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
