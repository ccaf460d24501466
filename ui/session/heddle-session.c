/* heddle-session.c: what all views of a window share: the project, what was elaborated from it, and what is selected
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-discard.h"
#include "heddle-kept-runs.h"
#include "heddle-session-private.h"

G_DEFINE_FINAL_TYPE (HeddleSession, heddle_session, G_TYPE_OBJECT)

static guint signals[HEDDLE_SESSION_N_SIGNALS];

void
heddle_session_emit (HeddleSession *self,
                     HeddleSessionSignal which)
{
  g_signal_emit (self, signals[which], 0);
}

/* ---- problems ---------------------------------------------------------------------------------------------------------- */

void
heddle_session_collect_problems (HeddleSession *self,
                                 HdProblemList *list)
{
  for (guint i = 0; list != NULL && i < hd_problem_list_get_length (list); i++)
    g_ptr_array_add (self->problems, hd_problem_ref ((HdProblem *) hd_problem_list_get (list, i)));
}

GPtrArray *
heddle_session_get_problems (HeddleSession *self)
{
  return self->problems;
}

guint
heddle_session_count_problems (HeddleSession *self,
                               HdSeverity severity)
{
  guint n = 0;

  for (guint i = 0; i < self->problems->len; i++)
    n += ((const HdProblem *) self->problems->pdata[i])->severity == severity;
  return n;
}

/* ---- project ------------------------------------------------------------------------------ */

HdCatalog *
heddle_session_get_catalog (HeddleSession *self)
{
  return self->catalog;
}

HdDocument *
heddle_session_get_document (HeddleSession *self)
{
  return self->document;
}

HdSnapshot *
heddle_session_get_snapshot (HeddleSession *self)
{
  return self->snapshot;
}

HdDesign *
heddle_session_get_design (HeddleSession *self)
{
  return self->design;
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_session_dispose (GObject *object)
{
  HeddleSession *self = HEDDLE_SESSION (object);

  heddle_session_cancel_elaboration (self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  heddle_session_drop_turn (self);
  heddle_session_drop_run (self);
  heddle_session_forget_baseline (self);
  heddle_session_forget_kept (self);
  heddle_session_settle_kept (self);
  heddle_session_forget_verdict (self);
  heddle_session_forget_partitions (self);
  heddle_session_forget_tree (self);
  heddle_session_forget_marks (self);
  heddle_session_forget_path (self);
  g_clear_object (&self->document);
  g_clear_pointer (&self->allowed, hd_permit_unref);
  G_OBJECT_CLASS (heddle_session_parent_class)->dispose (object);
}

static void
heddle_session_finalize (GObject *object)
{
  HeddleSession *self = HEDDLE_SESSION (object);

  heddle_clear_discard (&self->drawing, heddle_drawing_unref);
  heddle_clear_discard (&self->ready, heddle_drawing_unref);
  heddle_clear_discard (&self->snapshot, hd_snapshot_unref);
  heddle_clear_discard (&self->design, hd_design_unref);
  heddle_clear_discard (&self->traced, hd_design_unref);
  heddle_clear_discard (&self->layout, hd_design_unref);
  g_clear_object (&self->catalog);
  g_clear_pointer (&self->reading_problems, hd_problem_list_unref);
  g_ptr_array_unref (self->kept);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->problems);
  g_array_unref (self->levels);
  g_array_unref (self->scopes);
  g_array_unref (self->selection);
  g_hash_table_unref (self->selected);
  g_strfreev (self->highlights);
  g_free (self->lock);
  g_hash_table_unref (self->traces);
  g_array_unref (self->standing);
  g_clear_pointer (&self->captions, g_array_unref);
  g_clear_pointer (&self->captions_of, hd_design_unref);
  G_OBJECT_CLASS (heddle_session_parent_class)->finalize (object);
}

static void
heddle_session_class_init (HeddleSessionClass *klass)
{
  static const char *const names[HEDDLE_SESSION_N_SIGNALS] = {
    "project-changed", "design-changed", "location-changed", "selection-changed",
    "hot-changed", "run-changed", "progressed", "range-changed", "packet-wanted", "kept-changed",
  };

  G_OBJECT_CLASS (klass)->dispose = heddle_session_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_session_finalize;
  for (guint i = 0; i < HEDDLE_SESSION_N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
heddle_session_init (HeddleSession *self)
{
  self->kept = heddle_session_new_kept ();
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) heddle_notes_free);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_problem_unref);
  self->levels = g_array_new (FALSE, FALSE, sizeof (HeddleLevel));
  self->scopes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->selection = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));
  self->selected = heddle_session_new_target_table ();
  heddle_session_init_traces (self);
  self->heat = HEDDLE_HEAT_UTILISATION;
  self->hot = HEDDLE_NO_TARGET;
  self->range_end = HD_TICKS_PER_SECOND;
  self->cursors[0] = self->cursors[1] = HD_TIME_MAX;
}

HeddleSession *
heddle_session_new (HdCatalog *catalog)
{
  HeddleSession *self = g_object_new (HEDDLE_TYPE_SESSION, NULL);

  self->catalog = g_object_ref (catalog);
  return self;
}
