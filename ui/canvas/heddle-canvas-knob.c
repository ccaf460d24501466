/* heddle-canvas-knob.c: the tool that turns a knob
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The handle follows at once; figures come when their run has ended. The document changes once, at the end.
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>

#include <glib/gi18n.h>

typedef struct
{
  HeddleSession *session; /* owned */
  guint64 uid;
  double share;
  double origin;
  gboolean is_over; /* the session has been told how it ends */
} Turning;

static const HeddleKnob *
get_knob (HeddleCanvas *self,
          const Turning *turning)
{
  return self->drawing != NULL ? heddle_drawing_find_knob (self->drawing, turning->uid) : NULL;
}

/* ---- where it is turned ------------------------------------------------------------------------------------------------ */

static const HeddleSceneNote *
find_pressed (HeddleCanvas *self,
              const HeddlePress *press)
{
  const HeddleSceneNote *note = press->hit.kind == HEDDLE_HIT_NOTE ? heddle_scene_note (heddle_drawing_get_scene (self->drawing), press->hit.index) : NULL;

  return note != NULL && note->knob != NULL ? note : NULL;
}

gboolean
heddle_canvas_is_on_track (HeddleCanvas *self,
                           const HeddlePress *press)
{
  const HeddleSceneNote *note = self->drawing != NULL ? find_pressed (self, press) : NULL;
  HeddleRect track = { 0 };

  if (note == NULL || (press->state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)))
    return FALSE;
  track = heddle_scene_knob_track (note);
  return press->place.x >= track.x && press->place.x <= track.x + track.width && press->place.y >= track.y && press->place.y <= track.y + track.height;
}

static double
get_share_at (HeddleCanvas *self,
              guint64 uid,
              HeddlePoint place)
{
  HeddleRect track = heddle_scene_knob_track (heddle_scene_note (heddle_drawing_get_scene (self->drawing), heddle_drawing_find_note (self->drawing, uid)));

  return (place.x - track.x) / track.width;
}

/* ---- turning --------------------------------------------------------------------------------------------------------------- */

static void
turn (HeddleCanvas *self,
      Turning *turning,
      double share)
{
  const HeddleKnob *knob = get_knob (self, turning);
  g_autofree char *text = NULL, *setting = NULL;
  g_autoptr (GError) error = NULL;

  if (knob == NULL)
    return;
  share = heddle_knob_snap (knob, share);
  if (share == turning->share)
    return;
  turning->share = share;
  text = heddle_knob_dup_text (knob, share);
  setting = g_strdup_printf ("%s=%s", knob->address, text);
  heddle_drawing_turn_knob (self->drawing, turning->uid, share);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  /* Which may bring another drawing. */
  if (!heddle_session_turn (self->session, setting, &error))
    heddle_canvas_tell_error (self, &error);
  heddle_canvas_update_items (self);
}

static gboolean
begin (HeddleCanvas *self,
       guint64 uid)
{
  const HeddleKnob *knob = heddle_drawing_find_knob (self->drawing, uid);
  Turning *turning;

  if (knob == NULL)
    return FALSE;
  if (knob->fault != NULL || hd_document_get_read_only (heddle_canvas_get_document (self)))
    {
      heddle_canvas_tell (self, g_strdup (knob->fault != NULL ? knob->fault : _("This project is read-only")));
      return FALSE;
    }
  turning = g_new0 (Turning, 1);
  turning->session = g_object_ref (self->session);
  turning->uid = uid;
  turning->share = turning->origin = knob->share;
  self->tool_data = turning;
  return TRUE;
}

static gboolean
knob_begin (HeddleCanvas *self,
            const HeddlePress *press)
{
  if (!begin (self, press->target.uid))
    return FALSE;
  heddle_session_select (self->session, press->target);
  return TRUE;
}

static void
knob_update (HeddleCanvas *self,
             HeddlePoint at,
             GdkModifierType state)
{
  Turning *turning = self->tool_data;

  if (get_knob (self, turning) != NULL && self->press.button != 0)
    turn (self, turning, get_share_at (self, turning->uid, heddle_canvas_to_scene (self, at)));
}

static void
knob_end (HeddleCanvas *self,
          HeddlePoint at,
          GdkModifierType state)
{
  Turning *turning = self->tool_data;
  const HeddleKnob *knob;
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  knob_update (self, at, state);
  knob = get_knob (self, turning);
  name = knob != NULL ? g_strdup_printf (_("Turn %s"), knob->title) : NULL;
  turning->is_over = TRUE;
  if (!heddle_session_end_turn (self->session, name, &error))
    heddle_canvas_tell_error (self, &error);
  if (self->fits)
    heddle_canvas_fit (self);
}

static void
knob_cancel (HeddleCanvas *self)
{
  Turning *turning = self->tool_data;

  turning->is_over = TRUE;
  turning->share = turning->origin; /* what is drawn again from here on is as before */
  if (get_knob (self, turning) != NULL && !isnan (turning->origin))
    heddle_drawing_turn_knob (self->drawing, turning->uid, turning->origin);
  heddle_session_end_turn (self->session, NULL, NULL);
  if (self->fits)
    heddle_canvas_fit (self);
}

/* That of a state in between; the handle is where it is held. */
static void
knob_redrawn (HeddleCanvas *self)
{
  const Turning *turning = self->tool_data;

  if (get_knob (self, turning) == NULL)
    heddle_canvas_drop_tool (self);
  else if (!isnan (turning->share))
    heddle_drawing_turn_knob (self->drawing, turning->uid, turning->share);
}

static void
knob_clear (gpointer data)
{
  Turning *turning = data;

  if (!turning->is_over)
    heddle_session_end_turn (turning->session, NULL, NULL);
  g_object_unref (turning->session);
  g_free (turning);
}

/* ---- by keys --------------------------------------------------------------------------------------------------------------- */

/* Which way a key turns, 0 if it does not; towards an end for good with @out_is_end. */
static int
read_key (guint key,
          GdkModifierType state,
          gboolean *out_is_far,
          gboolean *out_is_end)
{
  *out_is_far = key == GDK_KEY_Page_Up || key == GDK_KEY_Page_Down || (state & GDK_SHIFT_MASK);
  *out_is_end = key == GDK_KEY_Home || key == GDK_KEY_End;
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return 0;
  switch (key)
    {
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
    case GDK_KEY_Page_Up:
    case GDK_KEY_End:
      return 1;

    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
    case GDK_KEY_Page_Down:
    case GDK_KEY_Home:
      return -1;

    default:
      return 0;
    }
}

static gboolean
knob_key (HeddleCanvas *self,
          guint key,
          GdkModifierType state)
{
  Turning *turning = self->tool_data;
  const HeddleKnob *knob = get_knob (self, turning);
  gboolean is_far, is_end;
  int direction = read_key (key, state, &is_far, &is_end);

  if (direction == 0 || knob == NULL)
    return GDK_EVENT_PROPAGATE;
  turn (self, turning, is_end ? (direction > 0 ? 1 : 0) : heddle_knob_step (knob, turning->share, direction, is_far));
  return GDK_EVENT_STOP;
}

gboolean
heddle_canvas_turn_by_key (HeddleCanvas *self,
                           guint key,
                           GdkModifierType state)
{
  HeddleTarget selected = heddle_session_get_selected (self->session, 0);
  gboolean is_far, is_end;

  if (heddle_session_get_n_selected (self->session) != 1 || heddle_drawing_find_knob (self->drawing, selected.uid) == NULL
      || read_key (key, state, &is_far, &is_end) == 0)
    return FALSE;
  self->press = (HeddlePress){ .target = selected };
  if (heddle_canvas_begin_tool (self, &heddle_knob_tool, &self->press))
    knob_key (self, key, state);
  return TRUE;
}

void
heddle_canvas_turn_at (HeddleCanvas *self,
                       const HeddlePress *press)
{
  const HeddleSceneNote *note = find_pressed (self, press);
  HeddlePress at = *press;
  gboolean is_switch = note->knob->is_switch, is_on = note->knob->share > 0.5;
  double share = is_switch ? (is_on ? 0 : 1) : get_share_at (self, press->target.uid, press->place);

  at.button = 0; /* there is nothing to follow any more */
  self->press = at;
  if (!heddle_canvas_begin_tool (self, &heddle_knob_tool, &at))
    return;
  turn (self, self->tool_data, share);
  heddle_canvas_end_tool (self, press->at, press->state);
}

const HeddleTool heddle_knob_tool = {
  .cursor = "grabbing",
  .begin = knob_begin,
  .update = knob_update,
  .end = knob_end,
  .cancel = knob_cancel,
  .key = knob_key,
  .redrawn = knob_redrawn,
  .clear = knob_clear,
};

/* ---- what came of it --------------------------------------------------------------------------------------------------------- */

void
heddle_canvas_show_traces (HeddleCanvas *self)
{
  GPtrArray *knobs = heddle_drawing_get_knobs (self->drawing);

  for (guint i = 0; i < knobs->len; i++)
    {
      guint64 uid = ((const HeddleKnob *) knobs->pdata[i])->uid;
      HeddleTrace trace;

      heddle_session_get_trace (self->session, uid, &trace);
      heddle_drawing_show_trace (self->drawing, uid, &trace);
    }
}
