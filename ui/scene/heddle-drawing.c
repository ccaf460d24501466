/* heddle-drawing.c: one module of a document as a scene, with the way back
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#include <heddle/hd-pair-hash.h>

#include "heddle-drawing-private.h"

#define FRAME_MARGIN 40.0
#define PORT_STEP 24.0
#define NOTE_WIDTH 240.0
#define PORT_DEPTH 16 /* of ports that stand for ports of inner modules */

/* ---- links ------------------------------------------------------------------------------------------------------------ */

static void
clear_node (HeddleDrawnNode *node)
{
  g_free (node->name);
  g_free (node->subtitle);
}

static void
clear_link (HeddleDrawnLink *link)
{
  g_array_unref (link->elements);
  g_array_unref (link->members);
}

static HeddleDrawnLink *
add_link (HeddleDrawing *self,
          const HdObject *object,
          guint32 from,
          guint32 to)
{
  HeddleDrawnLink link = {
    .object = object,
    .from = from,
    .to = to,
    .elements = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .members = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };

  g_array_append_val (self->links, link);
  return heddle_drawing_link (self, self->links->len - 1);
}

/* Elements first to first + n - 1 of a pattern, bundled by the nodes that they join. */
static void
bundle_links (HeddleDrawing *self,
              const HdObject *object,
              guint32 scope,
              guint32 first,
              guint n)
{
  const HdLink *links = hd_design_get_links (self->design);
  g_autoptr (GHashTable) bundles = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 from = heddle_drawing_find_node (self, scope, links[first + i].from);
      guint32 to = heddle_drawing_find_node (self, scope, links[first + i].to);
      gint64 key = (gint64) from << 32 | to;
      gpointer found;

      if (from == HEDDLE_NO_INDEX || to == HEDDLE_NO_INDEX || from == to)
        continue;
      if (!g_hash_table_lookup_extended (bundles, &key, NULL, &found))
        {
          found = GUINT_TO_POINTER (self->links->len);
          add_link (self, object, from, to);
          g_hash_table_insert (bundles, g_memdup2 (&key, sizeof key), found);
        }
      g_array_append_val (heddle_drawing_link (self, GPOINTER_TO_UINT (found))->elements, i);
    }
}

/* The object that "server[i].nic" names in the module: what stands before the first bracket, dot or slash. */
static const HdObject *
find_named (const HdObject *module,
            const char *pattern)
{
  g_autofree char *id = g_strndup (pattern, strcspn (pattern, "[./ "));
  const HdObject *object = hd_object_find_child (module, HD_OBJECT_COMPONENT, id);

  if (object == NULL)
    object = hd_object_find_child (module, HD_OBJECT_INSTANCE, id);
  return object != NULL ? object : hd_object_find_child (module, HD_OBJECT_GENERATE, id);
}

const HdObject *
heddle_drawing_find_named (HeddleDrawing *self,
                           const char *pattern)
{
  return find_named (self->module, pattern);
}

static guint32
find_planned (HeddleDrawing *self,
              const HdObject *object)
{
  guint64 uid = object != NULL ? hd_object_get_uid (object) : 0;
  const HeddleOrigin *origin = object != NULL ? g_hash_table_lookup (self->origins, &uid) : NULL;

  return origin != NULL ? origin->first : HEDDLE_NO_INDEX;
}

static void
plan_link_as_written (HeddleDrawing *self,
                      const HdObject *object)
{
  const char *from = hd_object_get (object, "from"), *to = hd_object_get (object, "to");
  guint32 a = from != NULL ? find_planned (self, find_named (self->module, from)) : HEDDLE_NO_INDEX;
  guint32 b = to != NULL ? find_planned (self, find_named (self->module, to)) : HEDDLE_NO_INDEX;

  if (a != HEDDLE_NO_INDEX && b != HEDDLE_NO_INDEX && a != b)
    add_link (self, object, a, b);
}

static void
plan_links (HeddleDrawing *self)
{
  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *object = hd_object_get_child (self->module, i);
      HdObjectKind kind = hd_object_get_kind (object);

      if (kind == HD_OBJECT_LINK && self->design == NULL)
        plan_link_as_written (self, object);
      else if (kind == HD_OBJECT_LINK)
        {
          guint32 first;
          guint n = hd_design_find_links (self->design, self->scope, hd_object_get_uid (object), &first);

          if (n == 0 && hd_design_is_sketch (self->design))
            plan_link_as_written (self, object);
          else
            bundle_links (self, object, self->scope, first, n);
        }
      else if (kind == HD_OBJECT_GENERATE && self->design != NULL)
        {
          guint32 scope = heddle_drawing_get_generate_scope (self, self->scope, hd_object_get_uid (object));

          if (scope != HD_NO_ID)
            {
              const HdScope *inner = &hd_design_get_scopes (self->design)[scope];

              bundle_links (self, object, self->scope, inner->first_link, inner->end_link - inner->first_link);
            }
        }
    }
}

/* ---- ports on the frame ------------------------------------------------------------------------------------------------- */

/* "tor.up" is port up of a component; "server[i].network" is what port network of that module stands for. */
static const char *
find_leaf_port (HeddleDrawing *self,
                const HdObject *module,
                const char *of,
                guint depth)
{
  const char *dot = strrchr (of, '.');
  const HdObject *object = find_named (module, of);

  if (dot == NULL || object == NULL || depth == 0)
    return NULL;

  g_autofree char *port_name = g_strndup (dot + 1, strcspn (dot + 1, "["));

  if (hd_object_get_kind (object) != HD_OBJECT_INSTANCE)
    return g_intern_string (port_name);

  const char *inner_name = hd_object_get (object, "of");
  const HdObject *inner = inner_name != NULL ? hd_snapshot_find_module (self->snapshot, inner_name) : NULL;
  const HdObject *port = inner != NULL ? hd_object_find_child (inner, HD_OBJECT_PORT, port_name) : NULL;
  const char *inner_of = port != NULL ? hd_object_get (port, "of") : NULL;

  return inner_of != NULL ? find_leaf_port (self, inner, inner_of, depth - 1) : NULL;
}

/* A port stands for one component, or for each member of an array that stands side by side. */
static void
plan_port (HeddleDrawing *self,
           const HdObject *port,
           const char *of)
{
  guint32 first = find_planned (self, find_named (self->module, of));
  const HdObject *object = first != HEDDLE_NO_INDEX ? heddle_drawing_node (self, first)->object : NULL;
  const char *leaf_port = find_leaf_port (self, self->module, of, PORT_DEPTH);

  for (guint32 i = first; i < self->nodes->len && heddle_drawing_node (self, i)->object == object; i++)
    add_link (self, port, HEDDLE_NO_INDEX, i)->leaf_port = leaf_port;
}

static void
plan_ports (HeddleDrawing *self)
{
  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *port = hd_object_get_child (self->module, i);
      const char *of = hd_object_get_kind (port) == HD_OBJECT_PORT ? hd_object_get (port, "of") : NULL;

      if (of != NULL)
        plan_port (self, port, of);
    }
}

static HeddleSide
get_side (const HdObject *port)
{
  const char *side = hd_object_get (port, "side");

  if (g_strcmp0 (side, "right") == 0 || g_strcmp0 (side, "east") == 0)
    return HEDDLE_SIDE_RIGHT;
  if (g_strcmp0 (side, "bottom") == 0 || g_strcmp0 (side, "south") == 0)
    return HEDDLE_SIDE_BOTTOM;
  if (g_strcmp0 (side, "left") == 0 || g_strcmp0 (side, "west") == 0)
    return HEDDLE_SIDE_LEFT;
  return HEDDLE_SIDE_TOP;
}

static guint32
add_frame_port (HeddleDrawing *self,
                const HeddleRect *frame,
                const HdObject *port,
                guint32 node,
                guint nth)
{
  const HeddleDrawnNode *inner = heddle_drawing_node (self, node);
  gboolean aside = inner->fanned; /* the middle is for the links inside the module */
  HeddleSide side = get_side (port);
  gboolean across = side == HEDDLE_SIDE_TOP || side == HEDDLE_SIDE_BOTTOM;
  const char *at = hd_object_get (port, across ? "x" : "y");
  double place = at != NULL ? g_ascii_strtod (at, NULL) : (across ? inner->x : inner->y) + (nth + aside) * PORT_STEP;
  double position = across ? (place - frame->x) / frame->width : (place - frame->y) / frame->height;

  return heddle_scene_add_port (self->scene, &(HeddleScenePort){
                                               .id = hd_object_get_uid (port),
                                               .node = HEDDLE_NO_INDEX,
                                               .side = side,
                                               .position = CLAMP (position, 0.02, 0.98),
                                               .label = inner->first == 0 ? hd_object_get_id (port) : NULL,
                                             });
}

/* ---- to the scene --------------------------------------------------------------------------------------------------------- */

/* Of the names of an array, or a generated topology, from node @first on; *@out_end: behind its last node. */
static guint
find_longest_name (HeddleDrawing *self,
                   guint first,
                   guint *out_end)
{
  const HdObject *object = heddle_drawing_node (self, first)->object;
  glong longest = 0;
  guint i;

  for (i = first; i < self->nodes->len && heddle_drawing_node (self, i)->object == object; i++)
    longest = MAX (longest, g_utf8_strlen (heddle_drawing_node (self, i)->name, -1));
  *out_end = i;
  return (guint) longest;
}

static void
emit_nodes (HeddleDrawing *self)
{
  guint longest = 0, end = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, i);

      if (i == end)
        longest = find_longest_name (self, i, &end);

      heddle_scene_add_node (self->scene, &(HeddleSceneNode){
                                            .id = hd_object_get_uid (node->object),
                                            .x = node->x,
                                            .y = node->y,
                                            .width = node->width,
                                            .height = node->height,
                                            .layout = node->layout,
                                            .symbol = node->symbol,
                                            .quarter_turns = node->quarter_turns,
                                            .category = -1,
                                            .forwards = node->type != NULL && node->type->role == HD_ROLE_SWITCH,
                                            .count = node->n,
                                            .name = node->name,
                                            .name_length = longest,
                                            .subtitle = node->subtitle,
                                            .state = node->unknown ? HEDDLE_STATE_DOTTED : 0,
                                            .busy = -1,
                                          });
    }
}

/* "128 GB/s, 200 ns", or what is written if there is no design. */
static char *
dup_link_label (HeddleDrawing *self,
                const HeddleDrawnLink *link)
{
  const char *class_name = hd_object_get (link->object, "class");

  if (link->members->len == 0)
    return g_strdup (class_name);

  const HdLink *made = &hd_design_get_links (self->design)[g_array_index (link->members, guint32, 0)];

  if (made->bandwidth <= 0) /* of a sketch */
    return g_strdup (class_name);

  g_autofree char *rate = hd_figure_format ((HdQuantity){ made->bandwidth, HD_DIMENSION_BYTE_RATE }, 4);
  g_autofree char *latency = hd_figure_format ((HdQuantity){ hd_time_to_seconds (made->latency_ps), HD_DIMENSION_TIME }, 4);

  g_autofree char *times = link->elements->len > 1 ? g_strdup_printf ("%u × ", link->elements->len) : g_strdup ("");

  return class_name != NULL ? g_strdup_printf ("%s%s, %s, %s", times, class_name, rate, latency)
                            : g_strdup_printf ("%s%s, %s", times, rate, latency);
}

static void
emit_links (HeddleDrawing *self,
            const HeddleRect *frame)
{
  g_autofree double *shifts = heddle_drawing_compute_shifts (self);
  HeddleRows rows = { 0 };
  g_autoptr (GHashTable) ports_at = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->links->len; i++)
    {
      const HeddleDrawnLink *link = heddle_drawing_link (self, i);
      HeddlePoint bends[2];
      gboolean first = i == 0 || heddle_drawing_link (self, i - 1)->object != link->object;
      g_autofree char *label = first ? dup_link_label (self, link) : NULL; /* once for all links of a pattern */
      HeddleSceneLink drawn = {
        .id = hd_object_get_uid (link->object),
        .from = { HEDDLE_NO_INDEX, link->from },
        .to = { HEDDLE_NO_INDEX, link->to },
        .style = heddle_drawing_choose_style (self, link),
        .shift = shifts[i],
        .label = label,
        .count = MAX (1, link->elements->len),
        .heat = HEDDLE_HEAT_NO_RUN,
        .state = link->failed ? HEDDLE_STATE_DOTTED : 0,
      };

      if (link->from != HEDDLE_NO_INDEX && heddle_drawing_find_way_round (self, link, &rows, bends))
        {
          drawn.bends = bends;
          drawn.n_bends = G_N_ELEMENTS (bends);
        }
      if (link->from == HEDDLE_NO_INDEX)
        {
          gpointer at = GUINT_TO_POINTER (link->to + 1);
          guint nth = GPOINTER_TO_UINT (g_hash_table_lookup (ports_at, at));

          g_hash_table_insert (ports_at, at, GUINT_TO_POINTER (nth + 1));
          drawn.from.port = add_frame_port (self, frame, link->object, link->to, nth);
          drawn.shift = 0;
          drawn.count = MAX (1, link->members->len);
          drawn.label = NULL;
        }
      heddle_scene_add_link (self->scene, &drawn);
    }
}

static HeddleRect
frame_of_nodes (HeddleDrawing *self)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, i);

      left = MIN (left, node->x - node->width / 2);
      right = MAX (right, node->x + node->width / 2);
      top = MIN (top, node->y - node->height / 2);
      bottom = MAX (bottom, node->y + node->height / 2);
    }
  return (HeddleRect){ left - FRAME_MARGIN, top - FRAME_MARGIN, right - left + 2 * FRAME_MARGIN, bottom - top + 2 * FRAME_MARGIN };
}

/* The painter finds the height; until then it is guessed, so that the whole can be fitted. */
static void
emit_note (HeddleDrawing *self,
           const HdObject *note)
{
  const char *text = hd_object_get_text (note);
  double width = CLAMP (hd_object_get_number (note, "width", NOTE_WIDTH), 40, 4000);
  guint lines = 1 + (text != NULL ? strlen (text) * 7 / width : 0);

  heddle_scene_add_note (self->scene, &(HeddleSceneNote){
                                        .id = hd_object_get_uid (note),
                                        .rect = { hd_object_get_number (note, "x", 0), hd_object_get_number (note, "y", 0), width, 16 + 18.0 * lines },
                                        .text = text != NULL ? text : "",
                                      });
}

static void
emit_notes (HeddleDrawing *self)
{
  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *note = hd_object_get_child (self->module, i);

      if (hd_object_get_kind (note) == HD_OBJECT_NOTE)
        emit_note (self, note);
      else if (hd_object_get_kind (note) == HD_OBJECT_KNOB)
        heddle_drawing_add_knob (self, note);
      else
        continue;
      g_array_append_val (self->notes, note);
    }
}

/* ---- making --------------------------------------------------------------------------------------------------------------- */

HeddleDrawing *
heddle_drawing_new (HdSnapshot *snapshot,
                    HdCatalog *catalog,
                    HdDesign *design,
                    const HdObject *module,
                    guint32 scope)
{
  HeddleDrawing *self = g_new0 (HeddleDrawing, 1);

  g_atomic_ref_count_init (&self->references);
  self->snapshot = hd_snapshot_ref (snapshot);
  self->catalog = g_object_ref (catalog);
  self->design = design != NULL ? hd_design_ref (design) : NULL;
  self->scene = heddle_scene_new ();
  self->nodes = g_array_new (FALSE, FALSE, sizeof (HeddleDrawnNode));
  self->links = g_array_new (FALSE, FALSE, sizeof (HeddleDrawnLink));
  self->scopes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->notes = g_array_new (FALSE, FALSE, sizeof (const HdObject *));
  self->knobs = g_ptr_array_new_with_free_func ((GDestroyNotify) heddle_knob_free);
  self->origins = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->module = module;
  self->scope = scope;
  g_array_set_clear_func (self->nodes, (GDestroyNotify) clear_node);
  g_array_set_clear_func (self->links, (GDestroyNotify) clear_link);

  heddle_drawing_plan_nodes (self);
  heddle_drawing_place_beside (self);
  plan_links (self);
  heddle_drawing_widen_bars (self);
  plan_ports (self);

  gboolean framed = self->nodes->len > 0 && hd_object_get_kind (module) == HD_OBJECT_MODULE;
  HeddleRect frame = framed ? frame_of_nodes (self) : (HeddleRect){ 0 };

  if (framed)
    heddle_scene_set_frame (self->scene, &frame, NULL);
  emit_nodes (self);
  heddle_drawing_add_ports (self);
  heddle_drawing_set_scopes (self, &scope, 1);
  emit_links (self, &frame);
  heddle_scene_find_detours (self->scene);
  emit_notes (self);
  return self;
}

gboolean
heddle_drawing_shows (HeddleDrawing *self,
                      const HdObject *module,
                      guint32 scope)
{
  return self->module == module && self->scope == scope;
}

HeddleDrawing *
heddle_drawing_ref (HeddleDrawing *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
heddle_drawing_unref (HeddleDrawing *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_array_unref (self->links);
  g_clear_pointer (&self->first_link, g_hash_table_unref);
  g_clear_pointer (&self->next_link, g_array_unref);
  g_array_unref (self->nodes);
  g_array_unref (self->scopes);
  g_array_unref (self->notes);
  g_ptr_array_unref (self->knobs);
  g_hash_table_unref (self->origins);
  heddle_scene_unref (self->scene);
  g_clear_pointer (&self->design, hd_design_unref);
  g_object_unref (self->catalog);
  hd_snapshot_unref (self->snapshot);
  g_free (self);
}

HeddleScene *
heddle_drawing_get_scene (HeddleDrawing *self)
{
  return self->scene;
}
