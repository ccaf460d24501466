/* hd-simgrid-shape.c: from lists of links to a graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * SimGrid's links have no ends: a route lists what it passes. Heddle's links join two components. So each link gets the ends that the routes over it
 * agree on, with a switch between two that follow each other. Where routes do not agree, and for every fat pipe, the link becomes a medium, a node
 * that routes pass, joined to what comes before and after by wires without latency or limit; a split link has two directions, and so stands apart
 * between two switches of its own with wires to those. Either carries what SimGrid's carries.
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-shape.h"

#include <heddle/hd-pair-hash.h>

#include "hd-i18n.h"
#include "hd-simgrid-topology.h"

#define NONE HD_SIMGRID_NONE
#define MAX_PASSES 16

/** Link: an edge with its two ends, or loose: a medium, or an edge between switches of its own */
typedef struct
{
  gboolean loose;
  gboolean given;     /* the medium was set from outside and is drawn there */
  gboolean split;
  gboolean used;
  guint32 twin;       /* stands for the other direction of this link, or NONE */
  guint32 ends[2];
  guint32 medium;
  guint32 edge;
} Link;

struct _HdSimgridShape
{
  const HdSimgridPlatform *platform; /* borrowed */
  GArray *places; /* of HdImportPlace */
  GArray *walks;  /* of HdSimgridWalk */
  GArray *edges;  /* of HdSimgridEdge */
  GArray *passed; /* of guint32: edges of walks */
  Link *links;
  guint *uses;
  GHashTable *wires; /* guint64 of two places -> edge + 1 */
  guint n_given;     /* places before joints and media */
  gboolean changed;  /* in this pass a link became loose */
};

static void
place_clear (gpointer data)
{
  g_free (((HdImportPlace *) data)->ref);
}

HdSimgridShape *
hd_simgrid_shape_new (const HdSimgridPlatform *platform)
{
  HdSimgridShape *self = g_new0 (HdSimgridShape, 1);

  self->platform = platform;
  self->places = g_array_new (FALSE, FALSE, sizeof (HdImportPlace));
  g_array_set_clear_func (self->places, place_clear);
  self->walks = g_array_new (FALSE, FALSE, sizeof (HdSimgridWalk));
  self->edges = g_array_new (FALSE, FALSE, sizeof (HdSimgridEdge));
  self->passed = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->wires = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  self->links = g_new0 (Link, platform->links->len + 1);
  self->uses = g_new0 (guint, platform->links->len + 1);
  for (guint i = 0; i < platform->links->len; i++)
    self->links[i] = (Link) {
      .loose = hd_simgrid_link (platform, i)->policy == HD_SIMGRID_FAT_PIPE,
      .split = hd_simgrid_link (platform, i)->policy == HD_SIMGRID_SPLIT,
      .twin = NONE,
      .ends = { NONE, NONE },
      .medium = NONE,
      .edge = NONE,
    };
  return self;
}

void
hd_simgrid_shape_free (HdSimgridShape *self)
{
  g_array_unref (self->places);
  g_array_unref (self->walks);
  g_array_unref (self->edges);
  g_array_unref (self->passed);
  g_hash_table_unref (self->wires);
  g_free (self->links);
  g_free (self->uses);
  g_free (self);
}

guint32
hd_simgrid_shape_add_place (HdSimgridShape *self,
                            HdImportSheet *sheet,
                            const char *ref,
                            gboolean numbered,
                            guint next_port)
{
  HdImportPlace place = { .sheet = sheet, .ref = g_strdup (ref), .numbered = numbered, .next_port = next_port };

  g_array_append_val (self->places, place);
  return self->places->len - 1;
}

void
hd_simgrid_shape_set_medium (HdSimgridShape *self,
                             guint32 link,
                             guint32 place)
{
  self->links[link].loose = self->links[link].given = self->links[link].used = TRUE;
  self->links[link].medium = place;
}

void
hd_simgrid_shape_pair (HdSimgridShape *self,
                       guint32 up,
                       guint32 down)
{
  self->links[down].twin = up;
  self->links[up].split = TRUE;
}

guint32
hd_simgrid_shape_add_walk (HdSimgridShape *self,
                           HdImportSheet *sheet,
                           guint32 from,
                           guint32 to,
                           guint32 first_step,
                           guint32 n_steps)
{
  HdSimgridWalk walk = { sheet, from, to, first_step, n_steps, 0, 0 };

  for (guint32 i = 0; i < n_steps; i++)
    self->uses[g_array_index (self->platform->steps, HdSimgridStep, first_step + i).link]++;
  g_array_append_val (self->walks, walk);
  return self->walks->len - 1;
}

const guint *
hd_simgrid_shape_count_uses (HdSimgridShape *self)
{
  return self->uses;
}

/* ---- where links end ----------------------------------------------------------------------------------------------------- */

static HdSimgridStep
get_step (HdSimgridShape *self,
          const HdSimgridWalk *walk,
          guint32 i)
{
  HdSimgridStep step = g_array_index (self->platform->steps, HdSimgridStep, walk->first_step + i);

  if (self->links[step.link].twin != NONE)
    step = (HdSimgridStep) { self->links[step.link].twin, 1 };
  return step;
}

/* Routes may lead on from there and pass nothing: a switch of ours, or a router. */
static gboolean
is_joint (HdSimgridShape *self,
          guint32 place)
{
  return g_array_index (self->places, HdImportPlace, place).numbered;
}

/* Where the way goes on after an edge whose end is not known yet: to an end of the next link if it has one, else to a new switch. */
static guint32
find_joint (HdSimgridShape *self,
            const HdSimgridWalk *walk,
            guint32 i)
{
  HdSimgridStep next = get_step (self, walk, i + 1);
  const Link *link = &self->links[next.link];

  if (link->split && link->ends[next.direction] != NONE)
    return link->ends[next.direction];
  for (guint e = 0; e < 2 && !link->split; e++)
    if (link->ends[e] != NONE && is_joint (self, link->ends[e]))
      return link->ends[e];
  return hd_simgrid_shape_add_place (self, walk->sheet, NULL, TRUE, 0);
}

/* One step over an edge from @at, or from a switch beside @at if that is a medium; @out_at: where it leads. %FALSE: the link cannot be an edge. */
static gboolean
pass_edge (HdSimgridShape *self,
           const HdSimgridWalk *walk,
           guint32 i,
           guint32 at,
           guint32 *out_at)
{
  HdSimgridStep step = get_step (self, walk, i);
  Link *link = &self->links[step.link];
  gboolean last = i + 1 == walk->n_steps;
  gboolean beside = i > 0 && !is_joint (self, at);
  guint enter = link->split ? step.direction : 0;
  guint32 *from, *to;

  if (!link->split && link->ends[0] != at && (link->ends[1] == at || (link->ends[0] != NONE && link->ends[1] == NONE)))
    enter = 1;
  if (!link->split && beside && last && link->ends[0] == walk->to)
    enter = 1;
  from = &link->ends[enter];
  to = &link->ends[1 - enter];
  if (*from != NONE && (beside ? !is_joint (self, *from) : *from != at))
    return FALSE;
  if (last && *to != NONE && *to != walk->to)
    return FALSE;
  if (!last && *to != NONE && !is_joint (self, *to))
    return FALSE;
  if (*from == NONE)
    *from = beside ? hd_simgrid_shape_add_place (self, walk->sheet, NULL, TRUE, 0) : at;
  if (*to == NONE)
    *to = last ? walk->to : find_joint (self, walk, i);
  *out_at = *to;
  return *from != *to;
}

/* A place of a loose link, on a sheet that all its routes see. */
static void
claim_place (HdSimgridShape *self,
             const HdSimgridWalk *walk,
             gboolean numbered,
             guint32 *place)
{
  HdImportPlace *it;

  if (*place == NONE)
    *place = hd_simgrid_shape_add_place (self, walk->sheet, NULL, numbered, 0);
  it = &g_array_index (self->places, HdImportPlace, *place);
  it->sheet = hd_import_sheet_meet (it->sheet, walk->sheet);
}

/* Where a step over a loose link leads. */
static guint32
pass_loose (HdSimgridShape *self,
            const HdSimgridWalk *walk,
            HdSimgridStep step)
{
  Link *link = &self->links[step.link];

  if (!link->split)
    {
      if (!link->given)
        claim_place (self, walk, FALSE, &link->medium);
      return link->medium;
    }
  claim_place (self, walk, TRUE, &link->ends[0]);
  claim_place (self, walk, TRUE, &link->ends[1]);
  return link->ends[1 - step.direction];
}

/* Routes do not agree on the ends of a link: it, or one before or after it that more routes pass, becomes loose. */
static void
loosen (HdSimgridShape *self,
        const HdSimgridWalk *walk,
        guint32 i)
{
  guint32 chosen = get_step (self, walk, i).link;

  for (guint32 k = i > 0 ? i - 1 : i; k <= i + 1 && k < walk->n_steps; k++)
    {
      guint32 link = get_step (self, walk, k).link;

      if (!self->links[link].loose && self->uses[link] > self->uses[chosen])
        chosen = link;
    }
  self->links[chosen].loose = self->changed = TRUE;
  self->links[chosen].ends[0] = self->links[chosen].ends[1] = NONE; /* it gets switches of its own */
}

/* Where a step leads from @at, or NONE if that must be found out anew. */
static guint32
pass_step (HdSimgridShape *self,
           const HdSimgridWalk *walk,
           guint32 i,
           guint32 at)
{
  HdSimgridStep step = get_step (self, walk, i);
  guint32 next = NONE;

  self->links[step.link].used = TRUE;
  if (!self->links[step.link].loose && pass_edge (self, walk, i, at, &next))
    return next;
  if (self->links[step.link].loose)
    return pass_loose (self, walk, step);
  loosen (self, walk, i);
  return NONE;
}

static void
forget_ends (HdSimgridShape *self)
{
  g_array_set_size (self->places, self->n_given);
  for (guint i = 0; i < self->platform->links->len; i++)
    {
      Link *link = &self->links[i];

      link->ends[0] = link->ends[1] = NONE;
      if (!link->given)
        link->medium = NONE;
    }
}

static gboolean
find_ends (HdSimgridShape *self,
           GCancellable *cancellable,
           GError **error)
{
  self->n_given = self->places->len;
  for (guint pass = 0; pass == 0 || self->changed; pass++)
    {
      /* Links that one step alone uses can always be edges, so this ends. */
      for (guint i = 0; pass == MAX_PASSES && i < self->platform->links->len; i++)
        self->links[i].loose |= self->uses[i] > 1;
      self->changed = FALSE;
      forget_ends (self);
      for (guint w = 0; w < self->walks->len; w++)
        {
          const HdSimgridWalk *walk = &g_array_index (self->walks, HdSimgridWalk, w);
          guint32 at = walk->from;

          for (guint32 i = 0; i < walk->n_steps && at != NONE; i++)
            at = pass_step (self, walk, i, at);
          if (w % 1024 == 0 && hd_import_is_cancelled (cancellable, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* ---- drawing ------------------------------------------------------------------------------------------------------------- */

static guint32
add_edge (HdSimgridShape *self,
          guint32 from,
          guint32 to,
          const HdSimgridLink *link,
          gboolean split)
{
  HdImportPlace *a = &g_array_index (self->places, HdImportPlace, from), *b = &g_array_index (self->places, HdImportPlace, to);
  HdImportSheet *sheet = hd_import_sheet_meet (a->sheet, b->sheet);
  HdSimgridEdge edge = { sheet, hd_import_sheet_claim (sheet, link != NULL ? link->name : "wire") };
  g_autofree char *a_end = hd_import_place_dup_port (a, sheet);
  g_autofree char *b_end = hd_import_place_dup_port (b, sheet);

  g_string_append_printf (sheet->links, "    <link id=\"%s\" from=\"%s\" to=\"%s\"", edge.id, a_end, b_end);
  if (link != NULL)
    {
      hd_import_append_bandwidth (sheet->links, link->bandwidth);
      hd_import_append_latency (sheet->links, link->latency);
      g_string_append_printf (sheet->links, " sharing=\"%s\"", split ? "split" : "shared");
    }
  else
    g_string_append (sheet->links, " class=\"wire\"");
  g_string_append (sheet->links, "/>\n");
  g_array_append_val (self->edges, edge);
  return self->edges->len - 1;
}

static void
add_passed (HdSimgridShape *self,
            guint32 edge)
{
  g_array_append_val (self->passed, edge);
}

/* What joins a medium to its neighbours. */
static void
pass_wire (HdSimgridShape *self,
           guint32 from,
           guint32 to)
{
  guint64 key = (guint64) MIN (from, to) << 32 | MAX (from, to);
  guint32 edge = GPOINTER_TO_UINT (g_hash_table_lookup (self->wires, &key));

  if (from == to)
    return;
  if (edge == 0)
    {
      edge = add_edge (self, from, to, NULL, TRUE) + 1;
      g_hash_table_insert (self->wires, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (edge));
    }
  add_passed (self, edge - 1);
}

static void
draw_joints (HdSimgridShape *self)
{
  for (guint i = 0; i < self->platform->links->len; i++)
    {
      const HdSimgridLink *link = hd_simgrid_link (self->platform, i);

      HdImportPlace *place;

      if (self->links[i].given || self->links[i].medium == NONE)
        continue;
      place = &g_array_index (self->places, HdImportPlace, self->links[i].medium);
      place->ref = g_strdup (hd_import_sheet_claim (place->sheet, link->name));
      g_string_append_printf (place->sheet->items, "    <component id=\"%s\" type=\"fabric.medium\"", place->ref);
      hd_import_append_bandwidth (place->sheet->items, link->bandwidth);
      hd_import_append_latency (place->sheet->items, link->latency);
      if (link->policy == HD_SIMGRID_FAT_PIPE)
        g_string_append (place->sheet->items, " sharing=\"each\"");
      hd_import_sheet_append_place (place->sheet);
      g_string_append (place->sheet->items, "/>\n");
    }
  for (guint i = self->n_given; i < self->places->len; i++)
    {
      HdImportPlace *place = &g_array_index (self->places, HdImportPlace, i);

      if (place->ref != NULL)
        continue;
      place->ref = g_strdup (hd_import_sheet_claim (place->sheet, "joint"));
      g_string_append_printf (place->sheet->items, "    <component id=\"%s\" type=\"fabric.switch\"", place->ref);
      hd_import_sheet_append_place (place->sheet);
      g_string_append (place->sheet->items, "/>\n");
    }
}

static void
draw_walk (HdSimgridShape *self,
           HdSimgridWalk *walk)
{
  guint32 at = walk->from;

  walk->first_edge = self->passed->len;
  for (guint32 i = 0; i < walk->n_steps; i++)
    {
      HdSimgridStep step = get_step (self, walk, i);
      Link *link = &self->links[step.link];
      guint32 next = pass_step (self, walk, i, at);

      pass_wire (self, at, link->loose && !link->split ? next : link->ends[next == link->ends[0]]);
      if (!link->loose || link->split)
        {
          if (link->edge == NONE)
            link->edge = add_edge (self, link->ends[0], link->ends[1], hd_simgrid_link (self->platform, step.link), link->split);
          add_passed (self, link->edge);
        }
      at = next;
    }
  pass_wire (self, at, walk->to);
  walk->n_edges = self->passed->len - walk->first_edge;
}

static void
report_links (HdSimgridShape *self,
              HdImportReport *report)
{
  for (guint i = 0; i < self->platform->links->len; i++)
    {
      const HdSimgridLink *link = hd_simgrid_link (self->platform, i);

      if (self->links[i].twin != NONE)
        hd_import_report_add (report, HD_IMPORT_MAPPED, link->line, link->name, NULL, _("a link in one direction: became half of a split link"));
      else if (!self->links[i].used)
        hd_import_report_add (report, HD_IMPORT_LEFT_OUT, link->line, link->name, NULL, _("a link that no route passes"));
      else if (self->links[i].loose)
        hd_import_report_add (report, HD_IMPORT_MAPPED, link->line, link->name, NULL,
                              link->policy == HD_SIMGRID_FAT_PIPE ? _("a fat pipe: became a medium that gives each transfer its bandwidth")
                              : self->links[i].split ? _("a link that routes pass between different neighbours: stands apart between switches of its own")
                                                     : _("a link that routes pass between different neighbours: became a medium"));
    }
}

gboolean
hd_simgrid_shape_draw (HdSimgridShape *self,
                       HdImportReport *report,
                       GCancellable *cancellable,
                       GError **error)
{
  if (!find_ends (self, cancellable, error))
    return FALSE;
  draw_joints (self);
  for (guint w = 0; w < self->walks->len; w++)
    draw_walk (self, &g_array_index (self->walks, HdSimgridWalk, w));
  report_links (self, report);
  return TRUE;
}

const HdSimgridWalk *
hd_simgrid_shape_get_walk (HdSimgridShape *self,
                           guint32 walk)
{
  return &g_array_index (self->walks, HdSimgridWalk, walk);
}

const guint32 *
hd_simgrid_shape_get_edges (HdSimgridShape *self,
                            const HdSimgridWalk *walk)
{
  return &g_array_index (self->passed, guint32, walk->first_edge);
}

const HdSimgridEdge *
hd_simgrid_shape_get_edge (HdSimgridShape *self,
                           guint32 edge)
{
  return &g_array_index (self->edges, HdSimgridEdge, edge);
}

const HdImportPlace *
hd_simgrid_shape_get_place (HdSimgridShape *self,
                            guint32 place)
{
  return &g_array_index (self->places, HdImportPlace, place);
}

gboolean
hd_simgrid_shape_is_edge (HdSimgridShape *self,
                          guint32 link)
{
  return !self->links[link].loose;
}
