/* heddle-drawing-cells.c: what parts of traced components are at, below their nodes
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

/* Those of a node are neighbours, in the order in which they came. */
static int
compare (gconstpointer a,
         gconstpointer b)
{
  const HeddleSceneCell *x = a, *y = b;

  return (x->node > y->node) - (x->node < y->node);
}

void
heddle_drawing_show_cells (HeddleDrawing *self,
                           const HeddleLaneState *states,
                           guint n)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (HeddleSceneCell));

  for (guint i = 0; self->design != NULL && i < n; i++)
    {
      HeddleSceneCell cell = { heddle_drawing_find_node (self, self->scope, states[i].node), states[i].kind };

      if (cell.node != HEDDLE_NO_INDEX)
        g_array_append_val (cells, cell);
    }
  g_array_sort (cells, compare); /* which is stable */
  heddle_scene_set_cells (self->scene, (const HeddleSceneCell *) (gconstpointer) cells->data, cells->len);
}

gboolean
heddle_drawing_has_cells (HeddleDrawing *self)
{
  guint n;

  heddle_scene_get_cells (self->scene, &n);
  return n > 0;
}
