/* heddle-scene.c: what is drawn on the canvas, as plain data
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-scene"

#include "heddle-scene.h"

#include <string.h>

#include "heddle-colour-map.h"
#include "heddle-scene-geometry.h"
#include "heddle-scene-private.h"

/**
 * heddle_scene_new:
 *
 * Returns: (transfer full): an empty scene
 */
HeddleScene *
heddle_scene_new (void)
{
  HeddleScene *self = g_new0 (HeddleScene, 1);

  g_atomic_ref_count_init (&self->references);
  self->strings = g_string_chunk_new (4096);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (HeddleSceneNode));
  self->ports = g_array_new (FALSE, FALSE, sizeof (HeddleScenePort));
  self->links = g_array_new (FALSE, FALSE, sizeof (HeddleSceneLink));
  self->notes = g_array_new (FALSE, FALSE, sizeof (HeddleSceneNote));
  self->dots = g_array_new (FALSE, FALSE, sizeof (HeddleSceneDot));
  self->pieces = g_array_new (FALSE, FALSE, sizeof (HeddleScenePiece));
  self->captions = g_array_new (FALSE, FALSE, sizeof (HeddleSceneCaption));
  self->cells = g_array_new (FALSE, FALSE, sizeof (HeddleSceneCell));
  self->n_cells = g_hash_table_new (NULL, NULL);
  self->path = g_array_new (FALSE, FALSE, sizeof (HeddleScenePath));
  self->first_port = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->next_port = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->routes = g_array_new (FALSE, FALSE, sizeof (HeddleRoute));
  self->points = g_array_new (FALSE, FALSE, sizeof (HeddlePoint));
  self->detours = g_array_new (FALSE, FALSE, sizeof (HeddleDetour));
  self->detour_points = g_array_new (FALSE, FALSE, sizeof (HeddlePoint));
  self->found = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->node_boxes = g_array_new (FALSE, FALSE, sizeof (HeddleBox));
  self->link_boxes = g_array_new (FALSE, FALSE, sizeof (HeddleBox));
  self->moved = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->is_moved = g_byte_array_new ();
  self->first_frame_port = HEDDLE_NO_INDEX;
  self->width_reference = heddle_link_width_reference (0);
  self->stale = TRUE;

  return self;
}

HeddleScene *
heddle_scene_ref (HeddleScene *self)
{
  g_atomic_ref_count_inc (&self->references);

  return self;
}

static void
clear_trace (HeddleSceneKnob *knob)
{
  g_free ((char *) knob->metric);
  g_free ((char *) knob->least);
  g_free ((char *) knob->most);
  g_free ((HeddlePoint *) knob->points);
}

static void
free_knob (HeddleSceneKnob *knob)
{
  if (knob == NULL)
    return;

  clear_trace (knob);
  g_free ((char *) knob->value);
  g_free (knob);
}

void
heddle_scene_unref (HeddleScene *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      HeddleSceneNode *node = &g_array_index (self->nodes, HeddleSceneNode, i);

      g_free ((char *) node->subtitle);
      g_free ((char *) node->figure);
      g_free ((char *) node->hottest);
      g_free ((float *) node->strip);
      g_free ((guint8 *) node->marks);
    }
  for (guint i = 0; i < self->links->len; i++)
    g_free ((HeddlePoint *) g_array_index (self->links, HeddleSceneLink, i).bends);

  for (guint i = 0; i < self->notes->len; i++)
    free_knob ((HeddleSceneKnob *) g_array_index (self->notes, HeddleSceneNote, i).knob);

  g_string_chunk_free (self->strings);
  g_array_unref (self->nodes);
  g_array_unref (self->ports);
  g_array_unref (self->links);
  g_array_unref (self->notes);
  g_array_unref (self->dots);
  g_array_unref (self->pieces);
  g_array_unref (self->captions);
  g_array_unref (self->cells);
  g_hash_table_unref (self->n_cells);
  g_array_unref (self->path);
  g_array_unref (self->first_port);
  g_array_unref (self->next_port);
  g_array_unref (self->routes);
  g_array_unref (self->points);
  g_array_unref (self->detours);
  g_array_unref (self->detour_points);
  g_array_unref (self->found);
  g_array_unref (self->node_boxes);
  g_array_unref (self->link_boxes);
  g_array_unref (self->moved);
  g_byte_array_unref (self->is_moved);
  heddle_rtree_free (self->node_tree);
  heddle_rtree_free (self->link_tree);
  g_free (self);
}

static const char *
keep (HeddleScene *self,
      const char  *text)
{
  return text != NULL ? g_string_chunk_insert_const (self->strings, text) : NULL;
}

/**
 * heddle_scene_add_node:
 * @self: a scene
 * @node: a node; everything it points to is copied
 *
 * Returns: its index
 */
guint32
heddle_scene_add_node (HeddleScene           *self,
                       const HeddleSceneNode *node)
{
  HeddleSceneNode copy = *node;
  guint32 none = HEDDLE_NO_INDEX;

  g_return_val_if_fail (isfinite (node->x) && isfinite (node->y), HEDDLE_NO_INDEX);
  g_return_val_if_fail (node->width >= 0 && node->height >= 0, HEDDLE_NO_INDEX);

  copy.name = keep (self, node->name != NULL ? node->name : "");
  copy.subtitle = g_strdup (node->subtitle);
  copy.figure = g_strdup (node->figure);
  copy.hottest = g_strdup (node->hottest);
  copy.strip = g_memdup2 (node->strip, node->n_strip * sizeof (float));
  copy.marks = g_memdup2 (node->marks, node->n_marks);
  g_array_append_val (self->nodes, copy);
  g_array_append_val (self->first_port, none);
  self->stale = TRUE;

  return self->nodes->len - 1;
}

/**
 * heddle_scene_add_port:
 * @self: a scene
 * @port: a port on an earlier node, or on the frame
 *
 * Returns: its index
 */
guint32
heddle_scene_add_port (HeddleScene           *self,
                       const HeddleScenePort *port)
{
  HeddleScenePort copy = *port;
  guint32 *head;

  g_return_val_if_fail (port->node == HEDDLE_NO_INDEX || port->node < self->nodes->len, HEDDLE_NO_INDEX);

  copy.label = keep (self, port->label);
  g_array_append_val (self->ports, copy);
  head = port->node == HEDDLE_NO_INDEX ? &self->first_frame_port : &g_array_index (self->first_port, guint32, port->node);
  g_array_append_val (self->next_port, *head);
  *head = self->ports->len - 1;
  self->stale = TRUE;

  return self->ports->len - 1;
}

static gboolean
end_exists (HeddleScene          *self,
            const HeddleSceneEnd *end)
{
  return end->port != HEDDLE_NO_INDEX ? end->port < self->ports->len : end->node < self->nodes->len;
}

/**
 * heddle_scene_add_link:
 * @self: a scene
 * @link: a link between earlier nodes or ports
 *
 * Returns: its index
 */
guint32
heddle_scene_add_link (HeddleScene           *self,
                       const HeddleSceneLink *link)
{
  HeddleSceneLink copy = *link;

  g_return_val_if_fail (end_exists (self, &link->from) && end_exists (self, &link->to), HEDDLE_NO_INDEX);
  g_return_val_if_fail (link->n_bends <= HEDDLE_MAX_POLYLINE - 2, HEDDLE_NO_INDEX);

  copy.label = keep (self, link->label);
  copy.bends = g_memdup2 (link->bends, link->n_bends * sizeof (HeddlePoint));
  g_array_append_val (self->links, copy);
  self->stale = TRUE;

  return self->links->len - 1;
}

/* Strings that change are its own. */
static HeddleSceneKnob *
copy_knob (HeddleScene           *self,
           const HeddleSceneKnob *knob)
{
  HeddleSceneKnob *copy = g_memdup2 (knob, sizeof *knob);

  if (copy == NULL)
    return NULL;
  copy->value = g_strdup (knob->value);
  copy->low = keep (self, knob->low);
  copy->high = keep (self, knob->high);
  copy->metric = g_strdup (knob->metric);
  copy->least = g_strdup (knob->least);
  copy->most = g_strdup (knob->most);
  copy->points = g_memdup2 (knob->points, knob->n_points * sizeof (HeddlePoint));

  return copy;
}

guint32
heddle_scene_add_note (HeddleScene           *self,
                       const HeddleSceneNote *note)
{
  HeddleSceneNote copy = *note;

  copy.text = keep (self, note->text);
  copy.knob = copy_knob (self, note->knob);
  g_array_append_val (self->notes, copy);

  return self->notes->len - 1;
}

/**
 * heddle_scene_set_frame:
 * @self: a scene
 * @rect: (nullable): the dashed frame of the module that is drawn; %NULL for none
 * @title: (nullable): written at its top left
 */
void
heddle_scene_set_frame (HeddleScene      *self,
                        const HeddleRect *rect,
                        const char       *title)
{
  self->has_frame = rect != NULL;
  if (rect != NULL)
    self->frame = *rect;
  self->frame_title = keep (self, title);
  self->stale = TRUE;
}

/**
 * heddle_scene_copy:
 * @self: a scene
 *
 * Returns: (transfer full): the same, with live fields as they are; nothing is shared, so that another thread may have it
 */
HeddleScene *
heddle_scene_copy (HeddleScene *self)
{
  HeddleScene *copy = heddle_scene_new ();

  for (guint i = 0; i < self->nodes->len; i++)
    heddle_scene_add_node (copy, &g_array_index (self->nodes, HeddleSceneNode, i));
  for (guint i = 0; i < self->ports->len; i++)
    heddle_scene_add_port (copy, &g_array_index (self->ports, HeddleScenePort, i));
  for (guint i = 0; i < self->links->len; i++)
    heddle_scene_add_link (copy, &g_array_index (self->links, HeddleSceneLink, i));
  for (guint i = 0; i < self->notes->len; i++)
    heddle_scene_add_note (copy, &g_array_index (self->notes, HeddleSceneNote, i));
  heddle_scene_set_frame (copy, self->has_frame ? &self->frame : NULL, self->frame_title);
  heddle_scene_set_width_reference (copy, self->width_reference);
  heddle_scene_set_most_heat (copy, self->most_heat);
  heddle_scene_set_dots (copy, (const HeddleSceneDot *) self->dots->data, self->dots->len);
  heddle_scene_set_pieces (copy, (const HeddleScenePiece *) self->pieces->data, self->pieces->len);
  heddle_scene_set_captions (copy, (const HeddleSceneCaption *) self->captions->data, self->captions->len);
  heddle_scene_set_cells (copy, (const HeddleSceneCell *) self->cells->data, self->cells->len);
  g_array_append_vals (copy->detours, self->detours->data, self->detours->len);
  g_array_append_vals (copy->detour_points, self->detour_points->data, self->detour_points->len);
  heddle_scene_set_path (copy, (const HeddleScenePath *) self->path->data, self->path->len);

  return copy;
}

guint
heddle_scene_n_nodes (const HeddleScene *self)
{
  return self->nodes->len;
}

guint
heddle_scene_n_ports (const HeddleScene *self)
{
  return self->ports->len;
}

guint
heddle_scene_n_links (const HeddleScene *self)
{
  return self->links->len;
}

guint
heddle_scene_n_notes (const HeddleScene *self)
{
  return self->notes->len;
}

HeddleSceneNode *
heddle_scene_node (HeddleScene *self,
                   guint32      index)
{
  g_return_val_if_fail (index < self->nodes->len, NULL);

  return &g_array_index (self->nodes, HeddleSceneNode, index);
}

HeddleScenePort *
heddle_scene_port (HeddleScene *self,
                   guint32      index)
{
  g_return_val_if_fail (index < self->ports->len, NULL);

  return &g_array_index (self->ports, HeddleScenePort, index);
}

HeddleSceneLink *
heddle_scene_link (HeddleScene *self,
                   guint32      index)
{
  g_return_val_if_fail (index < self->links->len, NULL);

  return &g_array_index (self->links, HeddleSceneLink, index);
}

HeddleSceneNote *
heddle_scene_note (HeddleScene *self,
                   guint32      index)
{
  g_return_val_if_fail (index < self->notes->len, NULL);

  return &g_array_index (self->notes, HeddleSceneNote, index);
}

/**
 * heddle_scene_get_frame:
 * @self: a scene
 * @out_rect: (out): the frame
 * @out_title: (out) (transfer none) (nullable): its title
 *
 * Returns: %TRUE if there is a frame
 */
gboolean
heddle_scene_get_frame (HeddleScene  *self,
                        HeddleRect   *out_rect,
                        const char  **out_title)
{
  if (!self->has_frame)
    return FALSE;

  *out_rect = self->frame;
  *out_title = self->frame_title;

  return TRUE;
}

static void
note_move (HeddleScene *self,
           guint32      index)
{
  if (self->is_moved->len < self->nodes->len)
    {
      guint known = self->is_moved->len;

      g_byte_array_set_size (self->is_moved, self->nodes->len);
      memset (self->is_moved->data + known, 0, self->nodes->len - known);
    }
  if (self->is_moved->data[index])
    return;
  self->is_moved->data[index] = TRUE;
  g_array_append_val (self->moved, index);
}

/* Moves a node's centre; links follow. */
void
heddle_scene_move_node (HeddleScene *self,
                        guint32      index,
                        double       x,
                        double       y)
{
  HeddleSceneNode *node = heddle_scene_node (self, index);

  g_return_if_fail (node != NULL && isfinite (x) && isfinite (y));

  if (node->x == x && node->y == y)
    return;
  node->x = x;
  node->y = y;
  note_move (self, index);
}

/* Moves a note's top left corner. */
void
heddle_scene_move_note (HeddleScene *self,
                        guint32      index,
                        double       x,
                        double       y)
{
  HeddleSceneNote *note = heddle_scene_note (self, index);

  g_return_if_fail (note != NULL && isfinite (x) && isfinite (y));

  note->rect.x = x;
  note->rect.y = y;
}

/**
 * heddle_scene_turn_knob:
 * @self: a scene
 * @note: one that is a knob
 * @share: where it stands, 0 to 1
 * @value: what that is
 */
void
heddle_scene_turn_knob (HeddleScene *self,
                        guint32      note,
                        double       share,
                        const char  *value)
{
  HeddleSceneKnob *knob = (HeddleSceneKnob *) heddle_scene_note (self, note)->knob;

  g_return_if_fail (knob != NULL);

  knob->share = share;
  g_free ((char *) knob->value);
  knob->value = g_strdup (value);
}

/**
 * heddle_scene_set_trace:
 * @self: a scene
 * @note: one that is a knob
 * @trace: what has been measured over its values; of it the metric and what follows that are copied
 */
void
heddle_scene_set_trace (HeddleScene           *self,
                        guint32                note,
                        const HeddleSceneKnob *trace)
{
  HeddleSceneKnob *knob = (HeddleSceneKnob *) heddle_scene_note (self, note)->knob;

  g_return_if_fail (knob != NULL);

  clear_trace (knob);
  knob->metric = g_strdup (trace->metric);
  knob->least = g_strdup (trace->least);
  knob->most = g_strdup (trace->most);
  knob->points = g_memdup2 (trace->points, trace->n_points * sizeof (HeddlePoint));
  knob->n_points = trace->n_points;
}

void
heddle_scene_set_link_style (HeddleScene    *self,
                             guint32         index,
                             HeddleLinkStyle style)
{
  HeddleSceneLink *link = heddle_scene_link (self, index);

  g_return_if_fail (link != NULL);

  self->stale |= link->style != style;
  link->style = style;
}

/* The ports of @node (HEDDLE_NO_INDEX: of the frame), last added first; HEDDLE_NO_INDEX ends the list. */
guint32
heddle_scene_first_port (HeddleScene *self,
                         guint32      node)
{
  return node == HEDDLE_NO_INDEX ? self->first_frame_port : g_array_index (self->first_port, guint32, node);
}

guint32
heddle_scene_next_port (HeddleScene *self,
                        guint32      port)
{
  return g_array_index (self->next_port, guint32, port);
}

static void
replace_text (const char **place,
              const char  *text)
{
  if (g_strcmp0 (*place, text) == 0)
    return;

  g_free ((char *) *place);
  *place = g_strdup (text);
}

/**
 * heddle_scene_set_node_text:
 * @self: a scene
 * @index: a node
 * @subtitle: (nullable): new subtitle
 * @figure: (nullable): new figure
 */
void
heddle_scene_set_node_text (HeddleScene *self,
                            guint32      index,
                            const char  *subtitle,
                            const char  *figure)
{
  HeddleSceneNode *node = heddle_scene_node (self, index);

  g_return_if_fail (node != NULL);

  replace_text (&node->subtitle, subtitle);
  replace_text (&node->figure, figure);
}

/**
 * heddle_scene_set_hottest:
 * @self: a scene
 * @index: a node
 * @name: (nullable): what is hottest inside
 * @heat: how hot, 0 to 1
 */
void
heddle_scene_set_hottest (HeddleScene *self,
                          guint32      index,
                          const char  *name,
                          float        heat)
{
  HeddleSceneNode *node = heddle_scene_node (self, index);

  g_return_if_fail (node != NULL);

  replace_text (&node->hottest, name);
  node->hottest_heat = heat;
}

/**
 * heddle_scene_set_strip:
 * @self: a scene
 * @index: a node
 * @values: (array length=n_values) (nullable): 0 to 1 per member, NAN is a gap; copied
 * @n_values: their number; 0 removes the strip
 */
void
heddle_scene_set_strip (HeddleScene *self,
                        guint32      index,
                        const float *values,
                        guint        n_values)
{
  HeddleSceneNode *node = heddle_scene_node (self, index);
  float *strip;

  g_return_if_fail (node != NULL);

  strip = (float *) node->strip;
  if (n_values != node->n_strip)
    {
      g_free (strip);
      strip = n_values > 0 ? g_new (float, n_values) : NULL;
    }
  if (n_values > 0)
    memcpy (strip, values, n_values * sizeof (float));
  node->strip = strip;
  node->n_strip = n_values;
}

/**
 * heddle_scene_set_marks:
 * @self: a scene
 * @index: a node
 * @categories: (array length=n_categories) (nullable): one per member, HEDDLE_NO_CATEGORY is a gap; copied
 * @n_categories: their number; 0 removes the marks
 */
void
heddle_scene_set_marks (HeddleScene  *self,
                        guint32       index,
                        const guint8 *categories,
                        guint         n_categories)
{
  HeddleSceneNode *node = heddle_scene_node (self, index);

  g_return_if_fail (node != NULL);

  g_free ((guint8 *) node->marks);
  node->marks = n_categories > 0 ? g_memdup2 (categories, n_categories) : NULL;
  node->n_marks = n_categories;
}

/**
 * heddle_scene_set_width_reference:
 * @self: a scene
 * @bytes: what a link of 6 px carries: heddle_link_width_reference() of the run; 30 GB at first
 */
void
heddle_scene_set_width_reference (HeddleScene *self,
                                  double       bytes)
{
  g_return_if_fail (bytes > 0);

  self->width_reference = bytes;
}

/**
 * heddle_scene_set_most_heat:
 * @self: a scene
 * @most: what a heat of 1 stands for, in W, or as a share of time; 0 where heat is a share of capacities
 */
void
heddle_scene_set_most_heat (HeddleScene *self,
                             double most)
{
  self->most_heat = most;
}

/**
 * heddle_scene_get_most_heat:
 * @self: a scene
 *
 * Returns: see heddle_scene_set_most_heat ()
 */
double
heddle_scene_get_most_heat (HeddleScene *self)
{
  return self->most_heat;
}

/**
 * heddle_scene_has_bytes:
 * @self: a scene
 *
 * Returns: whether any link has carried something, so that widths mean anything
 */
gboolean
heddle_scene_has_bytes (HeddleScene *self)
{
  for (guint i = 0; i < self->links->len; i++)
    if (g_array_index (self->links, HeddleSceneLink, i).bytes > 0)
      return TRUE;
  return FALSE;
}

/**
 * heddle_scene_get_width_reference:
 * @self: a scene
 *
 * Returns: what a link of 6 px carries, as it is painted
 */
double
heddle_scene_get_width_reference (HeddleScene *self)
{
  return self->width_reference;
}

/**
 * heddle_scene_link_width:
 * @self: a scene
 * @link: a link
 *
 * Returns: its width with heat shown, in scene units
 */
double
heddle_scene_link_width (HeddleScene *self,
                         guint32      link)
{
  const HeddleSceneLink *it = heddle_scene_link (self, link);

  return isfinite (it->heat) ? heddle_link_width (it->bytes, self->width_reference) : heddle_link_width (0, self->width_reference);
}

/* Replaces all of it; copied. */
void
heddle_scene_set_path (HeddleScene           *self,
                       const HeddleScenePath *path,
                       guint                  n)
{
  g_array_set_size (self->path, 0);
  g_array_append_vals (self->path, path, n);
}

const HeddleScenePath *
heddle_scene_get_path (HeddleScene *self,
                       guint       *out_n)
{
  *out_n = self->path->len;
  return (const HeddleScenePath *) self->path->data;
}

/* Replaces all dots; copied. */
void
heddle_scene_set_dots (HeddleScene          *self,
                       const HeddleSceneDot *dots,
                       guint                 n_dots)
{
  g_array_set_size (self->dots, 0);
  g_array_append_vals (self->dots, dots, n_dots);
}

const HeddleSceneDot *
heddle_scene_get_dots (HeddleScene *self,
                       guint       *out_n_dots)
{
  *out_n_dots = self->dots->len;

  return (const HeddleSceneDot *) self->dots->data;
}

/* Replaces all captions; copied. */
void
heddle_scene_set_captions (HeddleScene              *self,
                           const HeddleSceneCaption *captions,
                           guint                     n_captions)
{
  g_array_set_size (self->captions, 0);
  g_array_append_vals (self->captions, captions, n_captions);
}

const HeddleSceneCaption *
heddle_scene_get_captions (HeddleScene *self,
                           guint       *out_n_captions)
{
  *out_n_captions = self->captions->len;

  return (const HeddleSceneCaption *) self->captions->data;
}

/* Replaces all pieces; copied. */
void
heddle_scene_set_pieces (HeddleScene            *self,
                         const HeddleScenePiece *pieces,
                         guint                   n_pieces)
{
  g_array_set_size (self->pieces, 0);
  g_array_append_vals (self->pieces, pieces, n_pieces);
}

const HeddleScenePiece *
heddle_scene_get_pieces (HeddleScene *self,
                         guint       *out_n_pieces)
{
  *out_n_pieces = self->pieces->len;

  return (const HeddleScenePiece *) self->pieces->data;
}

/* Replaces all cells; copied. */
void
heddle_scene_set_cells (HeddleScene           *self,
                        const HeddleSceneCell *cells,
                        guint                  n_cells)
{
  g_array_set_size (self->cells, 0);
  g_array_append_vals (self->cells, cells, n_cells);
  g_hash_table_remove_all (self->n_cells);
  for (guint i = 0; i < n_cells; i++)
    g_hash_table_insert (self->n_cells, GUINT_TO_POINTER (cells[i].node), GUINT_TO_POINTER (heddle_scene_count_cells (self, cells[i].node) + 1));
}

/* How many cells a node has. */
guint
heddle_scene_count_cells (HeddleScene *self,
                          guint32      node)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->n_cells, GUINT_TO_POINTER (node)));
}

const HeddleSceneCell *
heddle_scene_get_cells (HeddleScene *self,
                        guint       *out_n_cells)
{
  *out_n_cells = self->cells->len;

  return (const HeddleSceneCell *) self->cells->data;
}

HeddleRect
heddle_scene_node_rect (const HeddleSceneNode *node)
{
  return (HeddleRect) { node->x - node->width / 2, node->y - node->height / 2, node->width, node->height };
}

/**
 * heddle_scene_node_layout:
 * @node: a node
 *
 * Returns: its layout, with HEDDLE_NODE_AUTO resolved from its size
 */
HeddleNodeLayout
heddle_scene_node_layout (const HeddleSceneNode *node)
{
  if (node->layout != HEDDLE_NODE_AUTO)
    return node->layout;
  else if (node->height <= 46 && node->width >= 120)
    return HEDDLE_NODE_BAR;
  else if (node->width >= 120)
    return HEDDLE_NODE_CARD;
  else
    return node->height >= 64 ? HEDDLE_NODE_TILE : HEDDLE_NODE_COMPACT;
}
