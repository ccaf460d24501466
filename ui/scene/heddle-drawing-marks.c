/* heddle-drawing-marks.c: messages that travel along the links that are drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <math.h>

/* To the right of the middle, as on a road. */
#define LANE 0.6f

GHashTable *
_heddle_drawing_list_links (HeddleDrawing *self)
{
  GHashTable *links = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < self->links->len; i++)
    {
      const GArray *members = heddle_drawing_link (self, i)->members;

      for (guint m = 0; m < members->len; m++)
        g_hash_table_insert (links, GUINT_TO_POINTER (g_array_index (members, guint32, m)), GUINT_TO_POINTER (i + 1));
    }
  return links;
}

/* Small, and of no member's colour. */
#define STREAM_SIZE 0.7f

void
heddle_drawing_show_streams (HeddleDrawing *self,
                             const HeddleStream *streams,
                             guint n,
                             const HeddleTheme *theme)
{
  g_autoptr (GHashTable) links = n > 0 ? _heddle_drawing_list_links (self) : NULL;
  g_autoptr (GArray) dots = g_array_new (FALSE, FALSE, sizeof (HeddleSceneDot));

  for (guint i = 0; i < n; i++)
    {
      guint link = GPOINTER_TO_UINT (g_hash_table_lookup (links, GUINT_TO_POINTER (streams[i].link)));
      gboolean is_forth = streams[i].direction == 0;

      for (guint k = 0; link > 0 && k < streams[i].n; k++)
        {
          float at = ((float) k + streams[i].phase) / (float) streams[i].n;
          const HeddleSceneDot dot = { link - 1, is_forth ? at : 1 - at, is_forth ? LANE : -LANE, STREAM_SIZE, theme->accent };

          g_array_append_val (dots, dot);
        }
    }
  heddle_scene_set_dots (self->scene, (const HeddleSceneDot *) (gconstpointer) dots->data, dots->len);
}

void
heddle_drawing_show_marks (HeddleDrawing *self,
                           const HeddleMark *marks,
                           guint n,
                           const HeddleTheme *theme)
{
  g_autoptr (GHashTable) links = n > 0 ? _heddle_drawing_list_links (self) : NULL;
  g_autoptr (GArray) dots = g_array_new (FALSE, FALSE, sizeof (HeddleSceneDot));

  for (guint i = 0; i < n; i++)
    {
      guint link = GPOINTER_TO_UINT (g_hash_table_lookup (links, GUINT_TO_POINTER (marks[i].link)));
      gboolean is_forth = marks[i].direction == 0;
      HeddleSceneDot dot = {
        .link = link - 1,
        .position = is_forth ? marks[i].position : 1 - marks[i].position,
        .lane = is_forth ? LANE : -LANE,
        .size = 1 + (float) sqrt ((double) marks[i].share),
        .colour = theme->category[(marks[i].piece != HD_NO_ID ? marks[i].piece : marks[i].sender) % HEDDLE_N_CATEGORIES],
      };

      if (link > 0)
        g_array_append_val (dots, dot);
    }
  heddle_scene_set_dots (self->scene, (const HeddleSceneDot *) (gconstpointer) dots->data, dots->len);
}
