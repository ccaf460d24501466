/* hd-simgrid.c: a SimGrid platform as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A zone becomes a module with one instance; a route between zones a route between their instances, which holds for all that is inside.
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-pair-hash.h>

#include "hd-i18n.h"
#include "hd-simgrid-convert.h"
#include "hd-simgrid-topology.h"

#define NONE HD_SIMGRID_NONE

/* ---- hosts, routers, zones --------------------------------------------------------------------------------------------- */

static void
append_names (HdSimgridConvert *self,
              const HdSimgridPoint *point,
              const HdImportSheet *sheet,
              const char *id)
{
  if (strcmp (id, point->name) != 0 || sheet != self->top)
    hd_import_append_name (sheet->items, point->name);
}

/* Properties have no meaning here, but are kept; no two hyphens may follow each other in a comment. */
static void
append_properties (const HdSimgridPoint *point,
                   GString *items)
{
  for (guint i = 0; point->properties != NULL && i < point->properties->len; i++)
    {
      const HdSimgridProperty *property = &g_array_index (point->properties, HdSimgridProperty, i);
      g_autofree char *text = g_strdup_printf ("%s: %s = %s", point->name, property->key, property->value);

      g_string_append (items, "    <!-- ");
      for (const char *c = text; *c != '\0'; c++)
        g_string_append_printf (items, "%s%c", c > text && c[-1] == '-' && *c == '-' ? " " : "", *c);
      g_string_append (items, " -->\n");
    }
}

static void
write_component (HdSimgridConvert *self,
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
write_centre (HdSimgridConvert *self,
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
write_cluster (HdSimgridConvert *self,
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
make_sheets (HdSimgridConvert *self)
{
  for (guint32 i = 0; i < self->platform->points->len; i++)
    {
      const HdSimgridPoint *point = hd_simgrid_point (self->platform, i);
      HdImportSheet *outer = point->zone != NONE ? self->points[point->zone].sheet : self->top;
      const char *id;

      self->points[i] = (HdSimgridNode) { .place = NONE, .out = NONE, .in = NONE };
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
write_points (HdSimgridConvert *self)
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
place_of (HdSimgridConvert *self,
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
add_walks (HdSimgridConvert *self,
           guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);
  HdSimgridNode *own = &self->points[zone];

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
pair_spokes (HdSimgridConvert *self,
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
join_to_centre (HdSimgridConvert *self,
                guint32 zone)
{
  const HdSimgridPoint *point = hd_simgrid_point (self->platform, zone);

  for (guint i = 0; i < point->children->len; i++)
    {
      guint32 child = g_array_index (point->children, guint32, i);
      HdSimgridNode *own = &self->points[child];

      if (own->place == NONE || hd_simgrid_point (self->platform, child)->kind == HD_SIMGRID_ZONE)
        continue;
      if (own->out == NONE)
        own->out = hd_simgrid_shape_add_walk (self->shape, self->points[zone].sheet, own->place, self->points[zone].place, 0, 0);
      if (own->in == NONE)
        own->in = hd_simgrid_shape_add_walk (self->shape, self->points[zone].sheet, self->points[zone].place, own->place, 0, 0);
    }
}

static gboolean
draw (HdSimgridConvert *self)
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

/* ---- the project ---------------------------------------------------------------------------------------------------------- */

static void
write_project (HdSimgridConvert *self,
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
convert (HdSimgridConvert *self,
         const char *name)
{
  GString *text;

  write_points (self);
  if (!draw (self))
    return NULL;
  for (guint32 i = self->platform->points->len; i > 0; i--) /* inner zones first */
    if (hd_simgrid_point (self->platform, i - 1)->kind == HD_SIMGRID_ZONE && !hd_simgrid_write_routes (self, i - 1))
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
  HdSimgridConvert self = { .platform = platform, .report = report, .cancellable = cancellable, .file_name = file_name };
  char *text;

  if (platform == NULL)
    return NULL;
  self.shape = hd_simgrid_shape_new (platform);
  self.top = hd_import_sheet_new (NULL, "top");
  self.points = g_new0 (HdSimgridNode, platform->points->len);
  self.members = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  self.written = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
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
