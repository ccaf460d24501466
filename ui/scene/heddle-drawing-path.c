/* heddle-drawing-path.c: what a run waited for, along the links that are drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

/* Of one way along a link of the scene. */
typedef struct
{
  double strength;
  gboolean current;
} Light;

static void
add_light (GHashTable *lights,
           guint32 link,
           gboolean back,
           const HeddlePathLight *added)
{
  gpointer key = GUINT_TO_POINTER (2 * link + back);
  Light *light = g_hash_table_lookup (lights, key);

  if (light == NULL)
    g_hash_table_insert (lights, key, light = g_new0 (Light, 1));
  light->strength += (double) added->strength;
  light->current |= added->current;
}

void
heddle_drawing_show_path (HeddleDrawing *self,
                          const HeddlePathLight *lights,
                          guint n)
{
  g_autoptr (GHashTable) links = n > 0 ? _heddle_drawing_list_links (self) : NULL;
  g_autoptr (GHashTable) found = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (HeddleScenePath));
  GHashTableIter iter;
  gpointer key, value;

  for (guint i = 0; i < n; i++)
    {
      guint link = GPOINTER_TO_UINT (g_hash_table_lookup (links, GUINT_TO_POINTER (lights[i].link)));

      if (link > 0)
        add_light (found, link - 1, lights[i].direction != 0, &lights[i]);
    }
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Light *light = value;
      const HeddleScenePath at = { GPOINTER_TO_UINT (key) / 2, GPOINTER_TO_UINT (key) % 2, light->current, (float) MIN (light->strength, 1) };

      g_array_append_val (path, at);
    }
  heddle_scene_set_path (self->scene, (const HeddleScenePath *) (gconstpointer) path->data, path->len);
}
