/* heddle-window-run.c: running the project of a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-kept-runs.h"
#include "heddle-steps.h"
#include "heddle-topic.h"

#define MOST_NESTED 64 /* modules in modules: no project that runs has more */

/* ---- actions ------------------------------------------------------------------------------------------------------------------ */

/* The design that was waited for is there, or the project has errors. */
static void
on_elaborated (HeddleWindow *self)
{
  g_signal_handlers_disconnect_by_func (self->session, on_elaborated, self);
  if (!heddle_session_can_run (self->session))
    heddle_run_controls_advise (heddle_header_bar_get_run_controls (self->header));
  else if (!heddle_window_ask_programs (self, "run"))
    heddle_session_start (self->session);
}

static void
on_run (GSimpleAction *action,
        GVariant *parameter,
        gpointer data)
{
  HeddleWindow *self = data;

  heddle_window_commit (self);
  if (heddle_session_can_run (self->session))
    {
      if (!heddle_window_ask_programs (self, "run"))
        heddle_session_start (self->session);
    }
  else if (heddle_session_is_elaborating (self->session))
    g_signal_connect_object (self->session, "design-changed", G_CALLBACK (on_elaborated), self, G_CONNECT_SWAPPED);
  else
    heddle_run_controls_advise (heddle_header_bar_get_run_controls (self->header));
}

/* What it finds is shown with the partitions. */
static void
on_verify (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  HeddleWindow *self = data;

  if (heddle_session_is_verifying (self->session))
    {
      heddle_session_stop_verifying (self->session);
      return;
    }
  heddle_window_commit (self);
  if (!heddle_session_can_run (self->session) || heddle_window_ask_programs (self, "verify"))
    return;
  g_action_group_change_action_state (G_ACTION_GROUP (self), "dock", g_variant_new_string ("partitions"));
  heddle_session_verify (self->session);
}

/* It is no edit: there is nothing to undo, but it can be dropped. */
static void
on_keep_baseline (GSimpleAction *action,
                  GVariant *parameter,
                  gpointer data)
{
  HeddleWindow *self = data;
  AdwToast *toast;

  heddle_session_keep_baseline (self->session);
  if (g_str_equal (heddle_dock_get_page (self->dock), "compare"))
    return;
  toast = adw_toast_new (_("Later runs are compared with this one"));
  adw_toast_set_button_label (toast, _("_Compare"));
  adw_toast_set_action_name (toast, "win.dock");
  adw_toast_set_action_target_value (toast, g_variant_new_string ("compare"));
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
on_drop_baseline (GSimpleAction *action,
                  GVariant *parameter,
                  gpointer data)
{
  heddle_session_drop_baseline (HEDDLE_WINDOW (data)->session);
}

/* What does not act may fail midway, and what is made of nothing else. Modules that are in @seen are looked at already: each is once, however many hold it. */
static gboolean
can_fail (HeddleWindow *self,
          const HdObject *object,
          guint depth,
          GHashTable *seen)
{
  const char *name = hd_object_get (object, "type"), *of = hd_object_get (object, "of");
  const HdObject *root = hd_document_get_root (heddle_session_get_document (self->session)), *module;
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (heddle_session_get_catalog (self->session), name) : NULL;

  if (hd_object_get_kind (object) == HD_OBJECT_COMPONENT)
    return type != NULL && type->handlers == NULL && type->block == NULL;
  module = hd_object_get_kind (object) == HD_OBJECT_INSTANCE && of != NULL ? hd_object_find_child (root, HD_OBJECT_MODULE, of) : NULL;
  if (module == NULL || depth >= MOST_NESTED)
    return FALSE;
  if (!g_hash_table_add (seen, (gpointer) module))
    return TRUE;
  for (guint i = 0; i < hd_object_get_n_children (module); i++)
    {
      const HdObject *inner = hd_object_get_child (module, i);
      HdObjectKind kind = hd_object_get_kind (inner);

      if ((kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE) && !can_fail (self, inner, depth + 1, seen))
        return FALSE;
    }
  return TRUE;
}

/* What of what is selected can change at a moment. */
static const HdObject *
get_changeable (HeddleWindow *self)
{
  const HdObject *only = heddle_window_get_only (self);
  HdObjectKind kind = only != NULL ? hd_object_get_kind (only) : HD_OBJECT_PROJECT;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  return only != NULL && (kind == HD_OBJECT_LINK || kind == HD_OBJECT_LINK_CLASS || can_fail (self, only, 0, seen)) ? only : NULL;
}

/* The run that is shown is kept beside the one that follows, which is the same up to there. */
static void
on_change_from_here (GSimpleAction *action,
                     GVariant *parameter,
                     gpointer data)
{
  HeddleWindow *self = data;
  const HdObject *object = get_changeable (self);
  HdTime moment = heddle_session_get_moment (self->session);
  gboolean is_class = object != NULL && hd_object_get_kind (object) == HD_OBJECT_LINK_CLASS;
  g_autofree char *address = NULL;
  g_autoptr (GError) error = NULL;
  char *dot;
  guint64 change;

  if (!heddle_session_is_scrubbing (self->session))
    {
      heddle_window_tell (self, _("Look at an earlier moment of the run first: what changes after its end changes nothing"));
      return;
    }
  heddle_window_commit (self);
  address = object != NULL ? heddle_session_dup_address (self->session, hd_object_get_uid (object), "failed") : NULL;
  dot = address != NULL ? strrchr (address, '.') : NULL;
  if (dot == NULL)
    return;
  *dot = '\0';
  change = heddle_edit_add_change (heddle_session_get_document (self->session), moment, address, is_class ? hd_object_get (object, "bandwidth") : NULL, &error);
  if (change == 0)
    {
      heddle_window_tell (self, error->message);
      return;
    }
  if (heddle_session_can_keep_baseline (self->session))
    heddle_session_keep_baseline (self->session);
  heddle_session_select (self->session, (HeddleTarget){ change, HEDDLE_ALL_MEMBERS });
  g_action_group_activate_action (G_ACTION_GROUP (self), "run", NULL);
}

/* One that is marked on an axis of time; where the project has it no more there is nothing to do. */
static void
on_delete_change (GSimpleAction *action,
                  GVariant *parameter,
                  gpointer data)
{
  HeddleWindow *self = data;
  guint64 uid = g_variant_get_uint64 (parameter);
  const HdObject *object = hd_document_get_object (heddle_session_get_document (self->session), uid);
  g_autoptr (GError) error = NULL;

  if (object == NULL || hd_object_get_kind (object) != HD_OBJECT_CHANGE)
    heddle_window_tell (self, _("The project has that change no more"));
  else if (!heddle_session_delete (self->session, &uid, 1, &error))
    heddle_window_tell (self, error->message);
}

static const struct
{
  const char *action;
  HeddleHeatMode heat;
} heats[] = {
  { "show-difference", HEDDLE_HEAT_DIFFERENCE },
  { "show-energy", HEDDLE_HEAT_ENERGY },
  { "show-stalls", HEDDLE_HEAT_STALLS },
};

/* Each is on instead of the others, or none is. */
static void
on_show_heat (GSimpleAction *action,
              GVariant *state,
              gpointer data)
{
  HeddleSession *session = HEDDLE_WINDOW (data)->session;

  for (guint i = 0; i < G_N_ELEMENTS (heats); i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), heats[i].action))
      {
        if (g_variant_get_boolean (state))
          heddle_session_set_heat (session, heats[i].heat);
        else if (heddle_session_get_heat (session) == heats[i].heat)
          heddle_session_set_heat (session, HEDDLE_HEAT_UTILISATION);
      }
}

static void
on_show_pieces (GSimpleAction *action,
                GVariant *state,
                gpointer data)
{
  heddle_session_set_show_pieces (HEDDLE_WINDOW (data)->session, g_variant_get_boolean (state));
}

static void
on_show_path (GSimpleAction *action,
              GVariant *state,
              gpointer data)
{
  heddle_session_set_show_path (HEDDLE_WINDOW (data)->session, g_variant_get_boolean (state));
}

static void
on_pause (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  HeddleWindow *self = data;

  if (heddle_session_get_run_state (self->session) == HD_RUN_PAUSED)
    heddle_session_resume (self->session);
  else
    heddle_session_pause (self->session);
}

/* Asked for where runs begin that are not the window's own. */
static void
on_allow_programs (GSimpleAction *action,
                   GVariant *parameter,
                   gpointer data)
{
  HeddleWindow *self = data;

  if (heddle_session_can_run (self->session))
    heddle_window_ask_programs (self, NULL);
}

static void
on_stop (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  heddle_session_stop (HEDDLE_WINDOW (data)->session);
}

/* The first step begins a run. */
static void
step (HeddleWindow *self,
      HdStep length,
      const char *action)
{
  if (heddle_session_is_active (self->session) || !heddle_session_can_run (self->session) || !heddle_window_ask_programs (self, action))
    heddle_session_step (self->session, length);
}

static void
on_step_event (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  step (HEDDLE_WINDOW (data), HD_STEP_EVENT, "step-event");
}

static void
on_step_collective (GSimpleAction *action,
                    GVariant *parameter,
                    gpointer data)
{
  step (HEDDLE_WINDOW (data), HD_STEP_COLLECTIVE, "step-collective");
}

static void
on_step_vertex (GSimpleAction *action,
                GVariant *parameter,
                gpointer data)
{
  step (HEDDLE_WINDOW (data), HD_STEP_VERTEX, "step-vertex");
}

static void
on_step_iteration (GSimpleAction *action,
                   GVariant *parameter,
                   gpointer data)
{
  step (HEDDLE_WINDOW (data), HD_STEP_ITERATION, "step-iteration");
}

static void
on_step_mark (GSimpleAction *action,
              GVariant *parameter,
              gpointer data)
{
  HeddleWindow *self = data;

  step (self, HD_STEP_MARK, "step-mark");
  gtk_widget_activate_action (GTK_WIDGET (self), "win.dock", "s", "steps");
}

static void
on_faster (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  heddle_run_controls_change_speed (heddle_header_bar_get_run_controls (HEDDLE_WINDOW (data)->header), 1);
}

static void
on_slower (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  heddle_run_controls_change_speed (heddle_header_bar_get_run_controls (HEDDLE_WINDOW (data)->header), -1);
}

static void
on_follow (GSimpleAction *action,
           GVariant *state,
           gpointer data)
{
  heddle_session_set_follow (HEDDLE_WINDOW (data)->session, g_variant_get_boolean (state));
}

static void
on_show_whole_run (GSimpleAction *action,
                   GVariant *parameter,
                   gpointer data)
{
  heddle_session_show_all (HEDDLE_WINDOW (data)->session);
}

static void
on_measure (GSimpleAction *action,
            GVariant *state,
            gpointer data)
{
  const char *name = g_variant_get_string (state, NULL);

  g_simple_action_set_state (action, state);
  heddle_session_set_measure (HEDDLE_WINDOW (data)->session,
                              g_str_equal (name, "peak")      ? HEDDLE_MEASURE_PEAK
                              : g_str_equal (name, "average") ? HEDDLE_MEASURE_AVERAGE
                                                              : HEDDLE_MEASURE_NOW);
}

static const GActionEntry entries[] = {
  { "run", on_run, NULL, NULL, NULL, { 0 } },
  { "verify", on_verify, NULL, NULL, NULL, { 0 } },
  { "keep-baseline", on_keep_baseline, NULL, NULL, NULL, { 0 } },
  { "drop-baseline", on_drop_baseline, NULL, NULL, NULL, { 0 } },
  { "change-from-here", on_change_from_here, NULL, NULL, NULL, { 0 } },
  { "delete-change", on_delete_change, "t", NULL, NULL, { 0 } },
  { "show-difference", NULL, NULL, "false", on_show_heat, { 0 } },
  { "show-energy", NULL, NULL, "false", on_show_heat, { 0 } },
  { "show-stalls", NULL, NULL, "false", on_show_heat, { 0 } },
  { "show-pieces", NULL, NULL, "true", on_show_pieces, { 0 } },
  { "show-path", NULL, NULL, "false", on_show_path, { 0 } },
  { "pause", on_pause, NULL, NULL, NULL, { 0 } },
  { "allow-programs", on_allow_programs, NULL, NULL, NULL, { 0 } },
  { "stop", on_stop, NULL, NULL, NULL, { 0 } },
  { "step-event", on_step_event, NULL, NULL, NULL, { 0 } },
  { "step-collective", on_step_collective, NULL, NULL, NULL, { 0 } },
  { "step-vertex", on_step_vertex, NULL, NULL, NULL, { 0 } },
  { "step-iteration", on_step_iteration, NULL, NULL, NULL, { 0 } },
  { "step-mark", on_step_mark, NULL, NULL, NULL, { 0 } },
  { "faster", on_faster, NULL, NULL, NULL, { 0 } },
  { "slower", on_slower, NULL, NULL, NULL, { 0 } },
  { "follow", NULL, NULL, "true", on_follow, { 0 } },
  { "show-whole-run", on_show_whole_run, NULL, NULL, NULL, { 0 } },
  { "measure", NULL, "s", "'now'", on_measure, { 0 } },
};

static void
update (HeddleWindow *self)
{
  static const char *const steps[] = { "step-event", "step-collective", "step-vertex", "step-iteration" };
  gboolean project = heddle_session_get_document (self->session) != NULL;
  gboolean can_run = heddle_session_can_run (self->session);
  gboolean active = heddle_session_is_active (self->session);
  gboolean running = heddle_session_get_run_state (self->session) == HD_RUN_RUNNING;
  gboolean ran = heddle_session_get_record (self->session) != NULL;
  GAction *follow = g_action_map_lookup_action (G_ACTION_MAP (self), "follow");
  GAction *path = g_action_map_lookup_action (G_ACTION_MAP (self), "show-path");
  GAction *pieces = g_action_map_lookup_action (G_ACTION_MAP (self), "show-pieces");

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    heddle_window_enable (self, steps[i], can_run && !running);
  heddle_window_enable (self, "step-mark", can_run && !running && heddle_steps_is_of_use (heddle_session_get_design (self->session)));
  heddle_window_enable (self, "run", project); /* where it cannot run, the button says why and what helps */
  heddle_window_enable (self, "verify", can_run || heddle_session_is_verifying (self->session));
  heddle_window_enable (self, "pause", active);
  heddle_window_enable (self, "keep-baseline", heddle_session_can_keep_baseline (self->session));
  heddle_window_enable (self, "change-from-here", ran && !active && heddle_window_can_edit (self) && get_changeable (self) != NULL);
  heddle_window_enable (self, "delete-change", heddle_window_can_edit (self));
  heddle_window_enable (self, "drop-baseline", heddle_session_get_baseline (self->session) != NULL || heddle_session_get_past (self->session) != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (heats); i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), heats[i].action);

      heddle_window_enable (self, heats[i].action, heddle_session_has_heat (self->session, heats[i].heat));
      g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (heddle_session_get_heat (self->session) == heats[i].heat));
    }
  heddle_window_enable (self, "show-pieces", heddle_session_has_pieces (self->session));
  heddle_window_enable (self, "show-path", heddle_session_get_run_state (self->session) == HD_RUN_FINISHED);
  heddle_window_enable (self, "stop", active);
  heddle_window_enable (self, "faster", project);
  heddle_window_enable (self, "slower", project);
  heddle_window_enable (self, "follow", active);
  heddle_window_enable (self, "show-whole-run", ran);
  heddle_window_enable (self, "measure", ran);
  g_simple_action_set_state (G_SIMPLE_ACTION (pieces), g_variant_new_boolean (heddle_session_get_show_pieces (self->session)));
  g_simple_action_set_state (G_SIMPLE_ACTION (path), g_variant_new_boolean (heddle_session_get_show_path (self->session)));
  g_simple_action_set_state (G_SIMPLE_ACTION (follow), g_variant_new_boolean (heddle_session_get_follow (self->session)));
}

const HeddleWindowActions heddle_window_run_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };

/* ---- while a run is active -------------------------------------------------------------------------------------------------------- */

static gboolean
on_tick (GtkWidget *widget,
         GdkFrameClock *clock,
         gpointer data)
{
  heddle_session_tick (HEDDLE_WINDOW (widget)->session, gdk_frame_clock_get_frame_time (clock));
  return G_SOURCE_CONTINUE;
}

/* The frame clock is asked to tick only while there may be something new. */
void
heddle_window_on_run_changed (HeddleWindow *self)
{
  gboolean running = heddle_session_get_run_state (self->session) == HD_RUN_RUNNING;

  if (running && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  else if (!running && self->tick != 0)
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
  heddle_window_update_actions (self);
}

/* ---- closing ------------------------------------------------------------------------------------------------------------------------ */

static void
on_close_response (HeddleWindow *self,
                   const char *response)
{
  if (!g_str_equal (response, "close"))
    return;
  self->close_confirmed = TRUE;
  heddle_window_close_soon (self);
}

gboolean
heddle_window_confirm_close (HeddleWindow *self)
{
  GtkWidget *dialog;

  if (self->close_confirmed || self->player != NULL || !heddle_session_is_active (self->session)) /* a step of a lesson runs again when it is come back to */
    return FALSE;

  dialog = heddle_message_new (GTK_WINDOW (self), _("Stop the run?"),
                                   _("A run is under way. Closing the window stops it, and what it has recorded is lost."), "run");
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Keep Running"), "close", _("_Stop and Close"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "close", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_close_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}
