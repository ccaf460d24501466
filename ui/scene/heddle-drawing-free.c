/* heddle-drawing-free.c: a place that nothing stands in yet
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <math.h>

#define STEP_ACROSS 192.0 /* a card and a gap */
#define STEP_DOWN 84.0
#define GAP 48.0
#define MAX_RINGS 32

/* A note may lie below anything; a knob is to be seen and held. */
static gboolean
is_on_knob (HeddleScene *scene,
            const HeddleRect *rect)
{
  for (guint i = 0; i < heddle_scene_n_notes (scene); i++)
    {
      const HeddleSceneNote *note = heddle_scene_note (scene, i);

      if (note->knob != NULL && rect->x < note->rect.x + note->rect.width && rect->x + rect->width > note->rect.x && rect->y < note->rect.y + note->rect.height
          && rect->y + rect->height > note->rect.y)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_free (HeddleScene *scene,
         HeddlePoint at,
         const HeddleRect *around)
{
  HeddleRect rect = { at.x + around->x, at.y + around->y, around->width, around->height };

  return !heddle_scene_has_node_in (scene, &rect) && !is_on_knob (scene, &rect);
}

/* The nearest of those that are @ring steps away, across or down; else @out_at is not touched. */
static gboolean
find_on_ring (HeddleScene *scene,
              HeddlePoint near,
              const HeddleRect *around,
              int ring,
              HeddlePoint *out_at)
{
  double least = INFINITY;

  for (int down = ring; down >= -ring; down--)
    for (int across = ring; across >= -ring; across -= ABS (down) == ring ? 1 : 2 * ring)
      {
        HeddlePoint at = { near.x + across * STEP_ACROSS, near.y + down * STEP_DOWN };
        double distance = hypot (at.x - near.x, at.y - near.y);

        if (distance < least && is_free (scene, at, around))
          {
            *out_at = at;
            least = distance;
          }
      }
  return least < INFINITY;
}

HeddlePoint
heddle_drawing_find_free (HeddleDrawing *self,
                          HeddlePoint near,
                          const HeddleRect *around)
{
  HeddleRect usual = { -STEP_ACROSS / 2, -STEP_DOWN / 2, STEP_ACROSS, STEP_DOWN };
  HeddleRect room = around == NULL ? usual
                                   : (HeddleRect){ around->x - GAP / 2, around->y - GAP / 2, around->width + GAP, around->height + GAP };
  HeddlePoint at = near;

  for (int ring = 0; ring <= MAX_RINGS; ring++)
    if (find_on_ring (self->scene, near, &room, ring, &at))
      return at;

  HeddleRect bounds = heddle_scene_bounds (self->scene);

  near.x += ceil ((bounds.x + bounds.width - room.x - near.x) / STEP_ACROSS) * STEP_ACROSS;
  return near;
}
