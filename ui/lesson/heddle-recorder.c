/* heddle-recorder.c: what is done in a window, as steps of a story
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-recorder"

#include "heddle-recorder.h"

#include <string.h>

struct _HeddleRecorder
{
  GObject parent_instance;

  /* Owned */
  HeddleSession *session;
  HdSnapshot *seen;   /* the project as it was seen last */
  HdSnapshot *before; /* the last step's edit, or %NULL if it was none */
  char *place;        /* path of the scope that is looked at */

  HdLessonActKind last; /* of the last step */
  gboolean has_last;
  gboolean was_running;
  gboolean was_scrubbing;
  HdRecord *record;   /* of the run that was last */
  HdRecord *baseline; /* borrowed, for comparison alone */
};

G_DEFINE_FINAL_TYPE (HeddleRecorder, heddle_recorder, G_TYPE_OBJECT)

enum
{
  ADDED,
  REPLACED,
  DROPPED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
add_step (HeddleRecorder *self,
          HdLessonStep *step,
          HdLessonActKind kind,
          gboolean corrects)
{
  gboolean replaces = corrects && self->has_last && self->last == kind;

  g_signal_emit (self, signals[replaces ? REPLACED : ADDED], 0, step);
  self->last = kind;
  self->has_last = TRUE;
  g_clear_pointer (&self->before, hd_snapshot_unref);
}

static HdLessonAct *
new_act (HdLessonStep **out_step,
         HdLessonActKind kind,
         const char *what)
{
  *out_step = hd_lesson_step_new ();
  return hd_lesson_step_add_act (*out_step, kind, what);
}

static void
add (HeddleRecorder *self,
     HdLessonActKind kind,
     const char *what,
     gboolean corrects)
{
  g_autoptr (HdLessonStep) step = NULL;

  new_act (&step, kind, what);
  add_step (self, step, kind, corrects);
}

/* ---- edits --------------------------------------------------------------------------------------------------------------------------- */

static gboolean
are_equal (HdSnapshot *a,
           HdSnapshot *b)
{
  g_autofree char *left = hd_snapshot_to_string (a, NULL), *right = hd_snapshot_to_string (b, NULL);

  return strcmp (left, right) == 0;
}

static void
on_project_changed (HeddleRecorder *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  g_autoptr (HdSnapshot) now = document != NULL ? hd_document_snapshot (document) : NULL;
  g_autoptr (HdLessonStep) step = now != NULL ? hd_lesson_compare (self->seen, now) : NULL;
  g_autoptr (HdSnapshot) seen = NULL;

  if (step == NULL)
    return;
  seen = g_steal_pointer (&self->seen);
  self->seen = hd_snapshot_ref (now);
  if (self->before != NULL && are_equal (self->before, now))
    {
      g_clear_pointer (&self->before, hd_snapshot_unref);
      self->has_last = FALSE;
      g_signal_emit (self, signals[DROPPED], 0);
      return;
    }
  add_step (self, step, HD_ACT_CHANGE, FALSE);
  self->before = g_steal_pointer (&seen);
}

/* ---- looking ------------------------------------------------------------------------------------------------------------------------- */

static char *
dup_place (HeddleRecorder *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  guint32 scope = heddle_session_get_scope (self->session);

  return design != NULL && scope != HD_NO_ID ? hd_design_dup_scope_path (design, scope) : NULL;
}

static void
on_location_changed (HeddleRecorder *self)
{
  g_autofree char *place = dup_place (self);

  if (place == NULL || g_strcmp0 (place, self->place) == 0)
    return;
  add (self, HD_ACT_GO, place, TRUE);
  g_free (self->place);
  self->place = g_steal_pointer (&place);
}

/* (nullable) (transfer full): as a highlight names it */
static char *
dup_name (HeddleRecorder *self,
          HeddleTarget target)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *object = hd_document_get_object (document, target.uid);
  HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_UNKNOWN;
  guint32 scope = heddle_session_get_scope (self->session), first = 0;
  guint n = 0;
  g_autofree char *path = NULL;

  if (design == NULL || scope == HD_NO_ID)
    return NULL;
  if (kind == HD_OBJECT_INSTANCE)
    {
      const guint32 *scopes;

      n = hd_design_find_scopes (design, scope, target.uid, &scopes);
      path = n > 0 ? hd_design_dup_scope_path (design, scopes[target.index >= 0 && (guint) target.index < n ? (guint) target.index : 0]) : NULL;
    }
  else
    {
      gboolean is_link = kind == HD_OBJECT_LINK;

      n = is_link ? hd_design_find_links (design, scope, target.uid, &first) : hd_design_find_nodes (design, scope, target.uid, &first);
      first += target.index >= 0 && (guint) target.index < n ? (guint) target.index : 0;
      path = n == 0 ? NULL : is_link ? hd_design_dup_link_path (design, first) : hd_design_dup_node_path (design, first);
    }
  if (path != NULL && target.index < 0 && n > 1 && strrchr (path, '[') != NULL)
    *strrchr (path, '[') = '\0'; /* all of an array: without an index */
  return g_steal_pointer (&path);
}

static void
on_selection_changed (HeddleRecorder *self)
{
  guint n;
  const HeddleTarget *targets = heddle_session_get_selection (self->session, &n);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = dup_name (self, targets[i]);

      if (name != NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", name);
    }
  if (names->len > 0)
    add (self, HD_ACT_HIGHLIGHT, names->str, TRUE);
}

static void
on_action_state (HeddleRecorder *self,
                 const char *action,
                 GVariant *state)
{
  if (strcmp (action, "dock") == 0 && g_strv_contains (hd_lesson_get_views (), g_variant_get_string (state, NULL)))
    add (self, HD_ACT_SHOW, g_variant_get_string (state, NULL), TRUE);
  else if (strcmp (action, "measure") == 0)
    add (self, HD_ACT_MEASURE, g_variant_get_string (state, NULL), TRUE);
}

/* ---- running ------------------------------------------------------------------------------------------------------------------------- */

/* A run that was paused or stopped ends there in the story. */
static void
add_run (HeddleRecorder *self,
         HdTime until,
         gboolean corrects)
{
  g_autoptr (HdLessonStep) step = NULL;
  HdLessonAct *act = new_act (&step, HD_ACT_RUN, NULL);

  act->time = until;
  act->is_fast = heddle_session_get_speed (self->session) <= 0;
  add_step (self, step, HD_ACT_RUN, corrects);
}

static void
set_record (HeddleRecorder *self,
            HdRecord *record)
{
  if (record == self->record)
    return;
  g_clear_pointer (&self->record, hd_record_unref);
  if (record != NULL)
    self->record = hd_record_ref (record);
}

static void
on_run_changed (HeddleRecorder *self)
{
  HdRunState state = heddle_session_get_run_state (self->session);
  gboolean running = state == HD_RUN_RUNNING;
  HdRecord *record = heddle_session_get_record (self->session), *baseline = heddle_session_get_baseline (self->session);
  gboolean over = state == HD_RUN_FINISHED && record != NULL && record != self->record; /* before it was seen to run */

  if (!self->was_running && (running || over))
    add_run (self, HD_TIME_MAX, TRUE);
  else if (!running && self->was_running && (state == HD_RUN_PAUSED || state == HD_RUN_CANCELLED))
    add_run (self, heddle_session_get_end (self->session), TRUE);
  self->was_running = running;
  set_record (self, record);
  if (baseline != NULL && baseline != self->baseline)
    add (self, HD_ACT_KEEP, NULL, FALSE);
  self->baseline = baseline;
}

static void
on_progressed (HeddleRecorder *self)
{
  gboolean scrubbing = heddle_session_is_scrubbing (self->session) && !self->was_running;
  g_autoptr (HdLessonStep) step = NULL;

  if (!scrubbing && !self->was_scrubbing)
    return;
  self->was_scrubbing = scrubbing;
  new_act (&step, HD_ACT_LOOK, NULL)->time = scrubbing ? heddle_session_get_moment (self->session) : HD_TIME_MAX;
  add_step (self, step, HD_ACT_LOOK, TRUE);
}

/* ---- object -------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_recorder_finalize (GObject *object)
{
  HeddleRecorder *self = HEDDLE_RECORDER (object);

  g_object_unref (self->session);
  set_record (self, NULL);
  hd_snapshot_unref (self->seen);
  g_clear_pointer (&self->before, hd_snapshot_unref);
  g_free (self->place);
  G_OBJECT_CLASS (heddle_recorder_parent_class)->finalize (object);
}

static void
heddle_recorder_class_init (HeddleRecorderClass *klass)
{
  static const char *const names[N_SIGNALS] = { "added", "replaced", "dropped" };

  G_OBJECT_CLASS (klass)->finalize = heddle_recorder_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = i == DROPPED ? g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0)
                              : g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
heddle_recorder_init (HeddleRecorder *self)
{
}

HeddleRecorder *
heddle_recorder_new (HeddleSession *session,
                     GActionGroup *actions)
{
  HeddleRecorder *self = g_object_new (HEDDLE_TYPE_RECORDER, NULL);

  self->session = g_object_ref (session);
  self->seen = hd_document_snapshot (heddle_session_get_document (session));
  self->place = dup_place (self);
  self->was_running = heddle_session_get_run_state (session) == HD_RUN_RUNNING;
  self->was_scrubbing = heddle_session_is_scrubbing (session);
  set_record (self, heddle_session_get_record (session));
  self->baseline = heddle_session_get_baseline (session);
  g_signal_connect_object (session, "project-changed", G_CALLBACK (on_project_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "location-changed", G_CALLBACK (on_location_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (actions, "action-state-changed", G_CALLBACK (on_action_state), self, G_CONNECT_SWAPPED);
  return self;
}
