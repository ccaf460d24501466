/* heddle-session-marks.c: messages on their way, on the links of what is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When a flow ends is known to nobody before it does, so a run that is watched cannot tell how much of a message has been sent. Another one of the same design
 * does the same, and goes ahead as fast as it can: its record says. Where the project traces nobody, that one traces the members of collectives, and is asked
 * when the other is over too; so the run itself, its record and what it costs are as the project says.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <glib/gi18n.h>

#include "heddle-session-private.h"

/* Over the network, that is: of work, and of components that send there. */
static gboolean
has_messages (HdDesign *design)
{
  const HdNode *nodes = hd_design_get_nodes (design);

  if (hd_design_get_n_workloads (design) > 0)
    return TRUE;
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (nodes[i].type->handlers != NULL && nodes[i].type->handlers->deliver != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
traces_messages (HdDesign *design)
{
  return hd_design_get_run_settings (design)->n_traced > 0 && has_messages (design);
}

/* Programs of the system would be started twice. */
static gboolean
starts_programs (HdDesign *design)
{
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (hd_component_type_find_property (nodes[i].type, HD_PROPERTY_PROGRAM, NULL) != NULL)
      return TRUE;
  return FALSE;
}

static void
drop_ahead (HeddleSession *self)
{
  if (self->ahead != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->ahead, self);
      hd_run_stop (self->ahead);
    }
  g_clear_object (&self->ahead);
}

void
heddle_session_forget_marks (HeddleSession *self)
{
  drop_ahead (self);
  g_clear_pointer (&self->marks, heddle_marks_free);
  g_clear_pointer (&self->drawn_marks, g_array_unref);
  g_clear_pointer (&self->pieces, hd_pieces_free);
  g_clear_pointer (&self->vectors, g_array_unref);
  g_clear_pointer (&self->watched, hd_design_unref);
}

static gboolean
is_traced (HeddleSession *self)
{
  HdRecord *record = heddle_session_get_record (self);

  return record != NULL && traces_messages (hd_record_get_design (record));
}

void
heddle_session_watch (HeddleSession *self)
{
  HdDesign *design = hd_record_get_design (heddle_session_get_record (self));

  if (is_traced (self))
    self->watched = hd_design_ref (design);
  else if (design == self->design && self->traced != NULL)
    self->watched = hd_design_ref (self->traced);
}

static void
on_ahead_state (HeddleSession *self)
{
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

void
heddle_session_run_ahead (HeddleSession *self)
{
  if (self->ahead != NULL || self->watched == NULL || starts_programs (self->watched))
    return;
  self->ahead = hd_run_new (self->watched, NULL);
  hd_run_set_speed (self->ahead, 0);
  g_signal_connect_object (self->ahead, "notify::state", G_CALLBACK (on_ahead_state), self, G_CONNECT_SWAPPED);
  hd_run_start (self->ahead);
}

gboolean
heddle_session_has_marks (HeddleSession *self)
{
  return self->view != NULL && self->watched != NULL;
}

/* That of the run which is ahead, as long as the other one goes on or has no messages; it is not begun before somebody looks, nor while a knob is turned. */
static HdRecord *
get_record (HeddleSession *self)
{
  gboolean traced = is_traced (self);

  if (!traced && self->turned == NULL)
    heddle_session_run_ahead (self);
  return self->ahead != NULL && (!traced || heddle_session_is_active (self)) ? hd_run_get_record (self->ahead) : heddle_session_get_record (self);
}

gboolean
heddle_session_has_details (HeddleSession *self)
{
  return heddle_session_has_marks (self) && !is_traced (self) && heddle_session_get_run_state (self) == HD_RUN_FINISHED;
}

HdRecord *
heddle_session_get_detailed_record (HeddleSession *self)
{
  HdRecord *record = heddle_session_has_details (self) ? get_record (self) : NULL;

  return record != NULL && self->ahead != NULL && hd_run_get_state (self->ahead) == HD_RUN_FINISHED ? record : heddle_session_get_record (self);
}

guint64
heddle_session_get_n_untold (HeddleSession *self)
{
  return heddle_session_has_marks (self) ? hd_record_get_n_untold (get_record (self)) : 0;
}

/* ---- pieces of vectors ------------------------------------------------------------------------------------------------------ */

static gboolean
read_pieces (HeddleSession *self,
             HdPiecesMoment *out_moment)
{
  HdRecord *record = get_record (self);

  if (self->pieces == NULL || hd_pieces_get_record (self->pieces) != record)
    {
      g_clear_pointer (&self->pieces, hd_pieces_free);
      g_clear_pointer (&self->vectors, g_array_unref);
      self->pieces = hd_pieces_new (record);
      self->vectors = g_array_new (FALSE, FALSE, sizeof (HeddleVector));
    }
  return hd_pieces_read (self->pieces, heddle_session_get_moment (self), out_moment);
}

static const char *
get_tree_title (HdTree *tree)
{
  switch (hd_tree_get_operation (tree))
    {
    case HD_TREE_BARRIER:
      return _("Barrier, aggregation tree");
    case HD_TREE_BROADCAST:
      return _("Broadcast, aggregation tree");
    case HD_TREE_REDUCE:
      return _("Reduce, aggregation tree");
    case HD_TREE_ALL_REDUCE:
    case HD_TREE_N_OPERATIONS:
      break;
    }
  return _("All-reduce, aggregation tree");
}

gboolean
heddle_session_has_pieces (HeddleSession *self)
{
  return heddle_session_has_marks (self) || (self->view != NULL && (hd_record_has_trees (heddle_run_view_get_record (self->view)) || hd_record_has_exchanges (heddle_run_view_get_record (self->view))));
}

gboolean
heddle_session_get_step (HeddleSession *self,
                         HeddleStep *out_step)
{
  HdPiecesMoment moment;

  if (!heddle_session_has_pieces (self) || !read_pieces (self, &moment))
    return FALSE;
  g_array_set_size (self->vectors, 0);
  for (guint i = 0; i < moment.n_members; i++)
    {
      HeddleVector vector = { heddle_run_view_find_drawn (self->view, HD_TARGET_NODE, moment.members[i]), hd_pieces_get (self->pieces, i), moment.n_pieces };

      if (vector.node != HD_NO_ID && vector.pieces != NULL)
        g_array_append_val (self->vectors, vector);
    }
  *out_step = (HeddleStep){
    .title = moment.tree != NULL ? get_tree_title (moment.tree) : moment.title != NULL ? _(moment.title) : hd_record_get_collective_title (hd_pieces_get_record (self->pieces), moment.name),
    .number = moment.step + 1,
    .n_steps = moment.n_steps,
    .adds = moment.adds,
    .is_over = moment.is_over,
    .vectors = (const HeddleVector *) (gconstpointer) self->vectors->data,
    .n_vectors = self->vectors->len,
    .whole = moment.whole,
  };
  return TRUE;
}

void
heddle_session_set_show_pieces (HeddleSession *self,
                                gboolean shown)
{
  if (self->hide_pieces == !shown)
    return;
  self->hide_pieces = !shown;
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

gboolean
heddle_session_get_show_pieces (HeddleSession *self)
{
  return !self->hide_pieces;
}

/* A message has the colour of what it carries where that is shown. */
static void
find_pieces (HeddleSession *self,
             GArray *marks)
{
  HdPiecesMoment moment;

  if (self->hide_pieces || marks->len == 0 || !read_pieces (self, &moment))
    return;
  for (guint i = 0; i < marks->len; i++)
    {
      HeddleMark *mark = &g_array_index (marks, HeddleMark, i);
      guint32 n = 0;

      if (mark->name != moment.name || mark->iteration != moment.iteration)
        continue;
      mark->piece = hd_pieces_find_carried (self->pieces, mark->step, mark->from, mark->to, &n);
      mark->share = (float) n / (float) MAX (moment.n_pieces, 1);
    }
}

/* ---- messages --------------------------------------------------------------------------------------------------------------- */

const HeddleMark *
heddle_session_get_marks (HeddleSession *self,
                          guint *out_n)
{
  const HeddleMark *marks;
  HdRecord *record;
  guint n;

  *out_n = 0;
  if (!heddle_session_has_marks (self))
    return NULL;
  record = get_record (self);
  if (self->marks == NULL || heddle_marks_get_record (self->marks) != record)
    {
      g_clear_pointer (&self->marks, heddle_marks_free);
      g_clear_pointer (&self->drawn_marks, g_array_unref);
      self->marks = heddle_marks_new (record);
      self->drawn_marks = g_array_new (FALSE, FALSE, sizeof (HeddleMark));
    }
  marks = heddle_marks_read (self->marks, heddle_session_get_moment (self), &n);
  g_array_set_size (self->drawn_marks, 0);
  for (guint i = 0; i < n; i++)
    {
      HeddleMark mark = marks[i];

      mark.link = heddle_run_view_find_drawn (self->view, HD_TARGET_LINK, marks[i].link);
      if (mark.link != HD_NO_ID)
        g_array_append_val (self->drawn_marks, mark);
    }
  find_pieces (self, self->drawn_marks);
  *out_n = self->drawn_marks->len;
  return (const HeddleMark *) (gconstpointer) self->drawn_marks->data;
}
