/* heddle-canvas-select.c: selecting by click and by rubber band
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>

#define ADDS(state) (((state) & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0)

void
heddle_canvas_click (HeddleCanvas *self,
                     const HeddlePress *press)
{
  if (press->button != GDK_BUTTON_PRIMARY || self->space_held)
    return;
  if (press->target.uid == 0 && !ADDS (press->state))
    heddle_session_select_none (self->session);
  else if (press->target.uid != 0 && ADDS (press->state))
    heddle_session_toggle_selected (self->session, press->target);
  else if (press->target.uid != 0)
    heddle_session_select (self->session, press->target);
}

/* ---- rubber band -------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HeddlePoint held;  /* where it began, in the drawing */
  HeddleRect rect;
  GArray *before;    /* of HeddleTarget: selected already, kept if it adds */
  GArray *caught;    /* of HeddleTarget */
  GArray *scratch;   /* of guint32 */
} Band;

/* Members of one object come one after another: of several the object as a whole is caught. */
static void
catch_target (Band *band,
              HeddleTarget target)
{
  HeddleTarget *last = band->caught->len > 0 ? &g_array_index (band->caught, HeddleTarget, band->caught->len - 1) : NULL;

  if (last != NULL && last->uid == target.uid)
    last->index = HEDDLE_ALL_MEMBERS;
  else
    g_array_append_val (band->caught, target);
}

static gboolean
lies_inside (const HeddleRect *inner,
             const HeddleRect *outer)
{
  return inner->x >= outer->x && inner->y >= outer->y && inner->x + inner->width <= outer->x + outer->width
         && inner->y + inner->height <= outer->y + outer->height;
}

static gboolean
meets (const HeddleRect *a,
       const HeddleRect *b)
{
  return a->x <= b->x + b->width && b->x <= a->x + a->width && a->y <= b->y + b->height && b->y <= a->y + a->height;
}

/* Links are caught only where no node is: whoever takes both ends of one has it anyway. */
static void
catch_links (HeddleCanvas *self,
             Band *band)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);

  heddle_scene_links_in (scene, &band->rect, band->scratch);
  for (guint i = 0; i < band->scratch->len; i++)
    {
      guint32 link = g_array_index (band->scratch, guint32, i);

      for (double at = 0.1; at < 1; at += 0.1)
        {
          HeddlePoint p = heddle_scene_link_at (scene, link, at, NULL);

          if (lies_inside (&(HeddleRect){ p.x, p.y, 0, 0 }, &band->rect))
            {
              catch_target (band, heddle_drawing_get_link_target (self->drawing, link));
              break;
            }
        }
    }
}

static void
catch_all (HeddleCanvas *self,
           Band *band)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);

  g_array_set_size (band->caught, 0);
  heddle_scene_nodes_in (scene, &band->rect, band->scratch);
  for (guint i = 0; i < band->scratch->len; i++)
    catch_target (band, heddle_drawing_get_node_target (self->drawing, g_array_index (band->scratch, guint32, i)));
  for (guint32 i = 0; i < heddle_scene_n_notes (scene); i++)
    if (meets (&heddle_scene_note (scene, i)->rect, &band->rect))
      catch_target (band, heddle_drawing_get_note_target (self->drawing, i));
  if (band->caught->len == 0)
    catch_links (self, band);
}

static gboolean
band_begin (HeddleCanvas *self,
            const HeddlePress *press)
{
  Band *band = g_new0 (Band, 1);
  guint n = 0;
  const HeddleTarget *selected = heddle_session_get_selection (self->session, &n);

  band->held = press->place;
  band->before = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));
  band->caught = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));
  band->scratch = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (ADDS (press->state))
    g_array_append_vals (band->before, selected, n);
  self->tool_data = band;
  return TRUE;
}

/* What was selected before comes first, each object once. */
static void
join_before (Band *band)
{
  g_autoptr (GHashTable) caught = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < band->caught->len; i++)
    g_hash_table_add (caught, &g_array_index (band->caught, HeddleTarget, i).uid);
  for (guint i = band->before->len; i-- > 0;)
    if (g_hash_table_contains (caught, &g_array_index (band->before, HeddleTarget, i).uid))
      g_array_remove_index (band->before, i);
  g_array_append_vals (band->before, band->caught->data, band->caught->len);
}

/* Only the picture follows the pointer; the selection is announced once, at the end. */
static void
band_update (HeddleCanvas *self,
             HeddlePoint at,
             GdkModifierType state)
{
  Band *band = self->tool_data;
  HeddlePoint place = heddle_canvas_to_scene (self, at);
  guint kept = band->before->len;

  band->rect = (HeddleRect){ MIN (place.x, band->held.x), MIN (place.y, band->held.y), fabs (place.x - band->held.x),
                             fabs (place.y - band->held.y) };
  catch_all (self, band);
  g_array_append_vals (band->before, band->caught->data, band->caught->len);
  heddle_drawing_show_targets (self->drawing, (const HeddleTarget *) band->before->data, band->before->len, HEDDLE_STATE_SELECTED);
  g_array_set_size (band->before, kept);
}

static void
band_end (HeddleCanvas *self,
          HeddlePoint at,
          GdkModifierType state)
{
  Band *band = self->tool_data;

  band_update (self, at, state);
  join_before (band);
  heddle_session_select_many (self->session, (const HeddleTarget *) band->before->data, band->before->len);
}

static void
band_cancel (HeddleCanvas *self)
{
  guint n;
  const HeddleTarget *selected = heddle_session_get_selection (self->session, &n);

  heddle_drawing_show_targets (self->drawing, selected, n, HEDDLE_STATE_SELECTED);
}

static void
band_redrawn (HeddleCanvas *self)
{
  band_update (self, self->pointer, self->tool_state);
}

static void
band_overlay (HeddleCanvas *self,
              HeddleOverlay *overlay)
{
  overlay->band = &((Band *) self->tool_data)->rect;
}

static void
band_clear (gpointer data)
{
  Band *band = data;

  g_array_unref (band->before);
  g_array_unref (band->caught);
  g_array_unref (band->scratch);
  g_free (band);
}

const HeddleTool heddle_band_tool = {
  .scrolls = TRUE,
  .begin = band_begin,
  .update = band_update,
  .end = band_end,
  .cancel = band_cancel,
  .overlay = band_overlay,
  .redrawn = band_redrawn,
  .clear = band_clear,
};

/* ---- all ------------------------------------------------------------------------------------------------------------------------- */

void
heddle_canvas_select_all (HeddleCanvas *self)
{
  const HdObject *module = heddle_session_get_module (self->session);
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));

  for (guint i = 0; module != NULL && i < hd_object_get_n_children (module); i++)
    {
      const HdObject *child = hd_object_get_child (module, i);
      HdObjectKind kind = hd_object_get_kind (child);
      HeddleTarget target = { hd_object_get_uid (child), HEDDLE_ALL_MEMBERS };

      if (kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE || kind == HD_OBJECT_NOTE || kind == HD_OBJECT_KNOB
          || kind == HD_OBJECT_LINK)
        g_array_append_val (targets, target);
    }
  heddle_session_select_many (self->session, (const HeddleTarget *) targets->data, targets->len);
}
