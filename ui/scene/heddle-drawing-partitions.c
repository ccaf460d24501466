/* heddle-drawing-partitions.c: which components run together, on a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing.h"

#include <glib/gi18n.h>

#include "heddle-drawing-private.h"

/* The partitions of some components: the lowest and the highest, and whether there are any. */
typedef struct
{
  guint32 first, last;
  gboolean any;
} Span;

static void
span_add (Span *span,
          guint32 first,
          guint32 last)
{
  span->first = span->any ? MIN (span->first, first) : first;
  span->last = span->any ? MAX (span->last, last) : last;
  span->any = TRUE;
}

/* In the first of the scopes shown that has the member: others are like it, but for what runs where. */
static Span
find_span (HeddleDrawing *self,
           const HeddleDrawnNode *node,
           guint member,
           const guint32 *partitions)
{
  Span span = { 0 };
  guint32 first, end;

  for (guint k = 0; k < self->scopes->len && !span.any; k++)
    if (heddle_drawing_find_range (self, node, member, g_array_index (self->scopes, guint32, k), &first, &end))
      for (guint32 i = first; i < end; i++)
        if (partitions[i] != HD_NO_ID)
          span_add (&span, partitions[i], partitions[i]);
  return span;
}

static char *
dup_name (const Span *span,
          HeddleNodeLayout layout)
{
  if (layout == HEDDLE_NODE_COMPACT || layout == HEDDLE_NODE_TILE)
    /* Translators: the number of a partition, where there is little room */
    return span->first == span->last ? g_strdup_printf (_("P %u"), span->first) : g_strdup_printf (_("P %u–%u"), span->first, span->last);
  return span->first == span->last ? g_strdup_printf (_("partition %u"), span->first)
                                   : g_strdup_printf (_("partitions %u to %u"), span->first, span->last);
}

static void
show_node (HeddleDrawing *self,
           guint32 index,
           const guint32 *partitions)
{
  const HeddleDrawnNode *drawn = heddle_drawing_node (self, index);
  HeddleSceneNode *node = heddle_scene_node (self->scene, index);
  g_autofree guint8 *marks = g_new (guint8, MAX (drawn->n, 1));
  g_autofree char *figure = g_strdup (node->figure);
  g_autofree char *name = NULL;
  Span all = { 0 };

  for (guint i = 0; i < drawn->n; i++)
    {
      Span span = find_span (self, drawn, drawn->first + i, partitions);

      marks[i] = span.any ? (guint8) (span.first % HEDDLE_N_CATEGORIES) : HEDDLE_NO_CATEGORY;
      if (span.any)
        span_add (&all, span.first, span.last);
    }
  node->category = all.any && all.first == all.last ? (int) (all.first % HEDDLE_N_CATEGORIES) : -1;
  heddle_scene_set_marks (self->scene, index, all.any && node->category < 0 ? marks : NULL, all.any && node->category < 0 ? drawn->n : 0);
  name = all.any ? dup_name (&all, heddle_scene_node_layout (node)) : NULL;
  heddle_scene_set_node_text (self->scene, index, name != NULL ? name : drawn->subtitle, figure);
}

static void
take_away (HeddleDrawing *self,
           guint32 index)
{
  HeddleSceneNode *node = heddle_scene_node (self->scene, index);
  g_autofree char *figure = g_strdup (node->figure);

  if (node->category < 0 && node->n_marks == 0)
    return;
  node->category = -1;
  heddle_scene_set_marks (self->scene, index, NULL, 0);
  heddle_scene_set_node_text (self->scene, index, heddle_drawing_node (self, index)->subtitle, figure);
}

void
heddle_drawing_show_partitions (HeddleDrawing *self,
                                const guint32 *partitions)
{
  gboolean divided = partitions != NULL && self->design != NULL;

  if (!divided && !self->divided)
    return;
  self->divided = divided;
  for (guint32 i = 0; i < self->nodes->len; i++)
    if (divided)
      show_node (self, i, partitions);
    else
      take_away (self, i);
}
