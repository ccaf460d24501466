/* heddle-compare.c: the run beside the baseline
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-compare"

#include "heddle-compare.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-changes.h"
#include "heddle-empty-page.h"
#include "heddle-figures.h"
#include "heddle-focus.h"
#include "heddle-kept-runs.h"
#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-run-list.h"

#define DIGITS 4
#define MOST_CHANGES 50
#define MOST_LINKS 20
#define LEAST_POINTS 0.1 /* less reads as no difference */
#define NAME_CHARS 24
#define LEAST_NAME_CHARS 9 /* before an audience, where letters are large */
#define VALUE_CHARS 11
#define CHANGE_CHARS 13 /* "+80.6 points", in bold */

enum
{
  BEFORE,
  NOW,
  CHANGE,
  N_COLUMNS
};

struct _HeddleCompare
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HdRecord *links_of[2]; /* the runs whose links are in the table, or are being compared */
  GCancellable *comparing;

  /* Of the template */
  GtkWidget *paned;
  HeddleRunList *runs;
  GtkWidget *stack;
  GtkSizeGroup *before, *now, *change; /* columns: heads and rows of both lists */
  GtkLabel *note;
  GtkFlowBox *tables; /* side by side as long as there is room */
  GtkListBox *figures;
  GtkListBox *changes;
  GtkListBox *links;
  GtkWidget *changes_table, *links_table; /* their places in the flow */
};

G_DEFINE_FINAL_TYPE (HeddleCompare, heddle_compare, GTK_TYPE_WIDGET)

/* ---- rows --------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_line (HeddleCompare *self,
          const char *name,
          guint n_cells,
          const char *const cells[N_COLUMNS],
          const char *const cell_classes[N_COLUMNS])
{
  GtkSizeGroup *const columns[N_COLUMNS] = { self->before, self->now, self->change };
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label = heddle_label_new (name, NULL);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_NAME_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_lines (GTK_LABEL (label), 3);
  heddle_set_tooltip (label, name);
  gtk_box_append (GTK_BOX (line), label);
  for (guint i = 0; i < n_cells; i++)
    {
      GtkWidget *cell = heddle_label_new (cells[i] != NULL ? cells[i] : "", cell_classes[i]);

      gtk_label_set_xalign (GTK_LABEL (cell), 1);
      gtk_label_set_width_chars (GTK_LABEL (cell), i == CHANGE ? CHANGE_CHARS : VALUE_CHARS);
      gtk_label_set_max_width_chars (GTK_LABEL (cell), i == CHANGE ? CHANGE_CHARS : VALUE_CHARS);
      heddle_set_tooltip (cell, cells[i]);
      gtk_widget_add_css_class (cell, "numeric");
      gtk_size_group_add_widget (columns[i], cell);
      gtk_box_append (GTK_BOX (line), cell);
    }
  return line;
}

static GtkWidget *
add_row (HeddleCompare *self,
         GtkListBox *list,
         const char *name,
         const char *before,
         const char *now,
         const char *change,
         const char *change_class)
{
  const char *const classes[N_COLUMNS] = { "dim-label", NULL, change_class };
  const char *const cells[N_COLUMNS] = { before != NULL ? before : "–", now != NULL ? now : "–", change };
  GtkWidget *row = gtk_list_box_row_new ();
  g_autofree char *label = g_strdup_printf (_("%s: baseline %s, now %s"), name, cells[BEFORE], cells[NOW]);

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), new_line (self, name, list == self->changes ? CHANGE : N_COLUMNS, cells, classes));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  heddle_set_accessible_label (row, label);
  if (change != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, change, -1);
  gtk_list_box_append (list, row);
  return row;
}

static void
clear (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

/* ---- figures ------------------------------------------------------------------------------------------------------------------ */

/* Of two kinds of work, a figure may be in one run alone. What a run that is not over has of it is no change. */
static void
add_figure (HeddleCompare *self,
            const HdMetric *before,
            const HdMetric *now)
{
  gboolean over = heddle_session_get_run_state (self->session) == HD_RUN_FINISHED;
  const HdMetric *either = now != NULL ? now : before;
  g_autofree char *was = before != NULL ? hd_figure_in (before->value, before->unit, DIGITS) : NULL;
  g_autofree char *is = now != NULL ? hd_figure_in (now->value, now->unit, DIGITS) : NULL;
  g_autofree char *change = before != NULL && now != NULL && over ? heddle_dup_change (before, now) : NULL;

  add_row (self, self->figures, either->title, was, is, change, change != NULL && heddle_has_changed (before, now) ? "heading" : "dim-label");
}

static void
show_figures (HeddleCompare *self,
              HdRecord *record)
{
  HdRecord *baseline = heddle_session_get_baseline (self->session);
  const HdKeptRun *past = heddle_session_get_past (self->session);
  guint n = past != NULL ? past->metrics->len : hd_record_get_n_metrics (baseline);
  HdMetric metric, other;

  for (guint i = 0; record != NULL && i < hd_record_get_n_metrics (record); i++)
    if (hd_record_get_metric (record, i, &metric))
      add_figure (self, heddle_session_find_before (self->session, metric.name, &other) ? &other : NULL, &metric);
  for (guint i = 0; i < n; i++)
    {
      if (past != NULL)
        metric = g_array_index (past->metrics, HdMetric, i);
      else if (!hd_record_get_metric (baseline, i, &metric))
        continue;
      if (record == NULL || !hd_record_find_metric (record, metric.name, &other))
        add_figure (self, &metric, NULL);
    }
}

static void
add_rest (HeddleCompare *self,
          GtkListBox *list,
          char *label)
{
  add_row (self, list, label, "", "", NULL, NULL);
  g_free (label);
}

static guint
show_changes (HeddleCompare *self)
{
  g_autoptr (GArray) changes = heddle_session_get_past (self->session) != NULL ? heddle_session_list_past_changes (self->session)
                                                                               : heddle_session_list_baseline_changes (self->session);

  for (guint i = 0; i < MIN (changes->len, MOST_CHANGES); i++)
    {
      const HeddleChange *change = &g_array_index (changes, HeddleChange, i);

      add_row (self, self->changes, change->subject, change->before, change->after, NULL, NULL);
    }
  if (changes->len > MOST_CHANGES)
    {
      guint n = changes->len - MOST_CHANGES;

      add_rest (self, self->changes, g_strdup_printf (ngettext ("and %u more change", "and %u more changes", n), n));
    }
  return changes->len;
}

/* ---- links -------------------------------------------------------------------------------------------------------------------- */

static void
forget_links (HeddleCompare *self)
{
  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  g_clear_pointer (&self->links_of[BEFORE], hd_record_unref);
  g_clear_pointer (&self->links_of[NOW], hd_record_unref);
}

static void
compare_in_thread (GTask *task,
                   gpointer source,
                   gpointer data,
                   GCancellable *cancellable)
{
  HdRecord **records = data;

  g_task_return_pointer (task, hd_comparison_new (hd_outcome_new (records[BEFORE]), hd_outcome_new (records[NOW])), (GDestroyNotify) hd_comparison_free);
}

/* In percent. */
static gboolean
get_use (const HdOutcomeLink *link,
         double *out_use)
{
  *out_use = link != NULL ? 100 * link->mean : 0;
  return link != NULL;
}

static gboolean
is_worth_a_row (const HdLinkPair *pair)
{
  double before, now;

  return !get_use (pair->a, &before) || !get_use (pair->b, &now) || fabs (now - before) >= LEAST_POINTS;
}

static void
add_link (HeddleCompare *self,
          const HdComparison *comparison,
          const HdLinkPair *pair)
{
  double before, now;
  g_autofree char *was = get_use (pair->a, &before) ? hd_figure_in (before, "%", DIGITS) : NULL;
  g_autofree char *is = get_use (pair->b, &now) ? hd_figure_in (now, "%", DIGITS) : NULL;
  g_autofree char *change = pair->a != NULL && pair->b != NULL ? hd_figure_difference (before, now, "%", DIGITS) : NULL;
  GtkWidget *row = add_row (self, self->links, (pair->b != NULL ? pair->b : pair->a)->id, was, is, change, "heading");

  if (pair->b == NULL)
    return;
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "link", GUINT_TO_POINTER ((guint) (pair->b - (const HdOutcomeLink *) (gconstpointer) comparison->b->links->data)));
}

static void
on_compared (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  HeddleCompare *self = HEDDLE_COMPARE (source);
  g_autoptr (HdComparison) comparison = g_task_propagate_pointer (G_TASK (result), NULL);
  guint n = 0;

  if (comparison == NULL)
    return;
  for (guint i = 0; i < comparison->links->len; i++)
    {
      const HdLinkPair *pair = &g_array_index (comparison->links, HdLinkPair, i);

      if (is_worth_a_row (pair) && ++n <= MOST_LINKS)
        add_link (self, comparison, pair);
    }
  if (n > MOST_LINKS)
    add_rest (self, self->links, g_strdup_printf (ngettext ("and %u more link", "and %u more links", n - MOST_LINKS), n - MOST_LINKS));
  gtk_widget_set_visible (self->links_table, n > 0);
}

static void
on_link_activated (HeddleCompare *self,
                   GtkListBoxRow *row)
{
  heddle_session_select_link (self->session, hd_record_get_design (self->links_of[NOW]), GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "link")));
}

static void
free_records (gpointer data)
{
  HdRecord **records = data;

  hd_record_unref (records[BEFORE]);
  hd_record_unref (records[NOW]);
  g_free (records);
}

/* Of runs that are over, whose links do not change. */
static void
show_links (HeddleCompare *self,
            HdRecord *baseline,
            HdRecord *record)
{
  g_autoptr (GTask) task = NULL;
  HdRecord **records;

  if (record != NULL && baseline == self->links_of[BEFORE] && record == self->links_of[NOW])
    return;
  forget_links (self);
  clear (self->links);
  gtk_widget_set_visible (self->links_table, FALSE);
  if (record == NULL)
    return;
  self->links_of[BEFORE] = hd_record_ref (baseline);
  self->links_of[NOW] = hd_record_ref (record);
  self->comparing = g_cancellable_new ();
  records = g_new (HdRecord *, CHANGE);
  records[BEFORE] = hd_record_ref (baseline);
  records[NOW] = hd_record_ref (record);
  task = g_task_new (self, self->comparing, on_compared, NULL);
  g_task_set_task_data (task, records, free_records);
  hd_task_run_in_thread (task, compare_in_thread);
}

/* ---- page --------------------------------------------------------------------------------------------------------------------- */

static const char *
get_note (HeddleSession *session,
          guint n_changes)
{
  if (heddle_session_get_past (session) != NULL)
    return _("The record of the baseline is gone: figures and edits alone are compared.");
  if (!heddle_session_compares (session))
    return _("This run is the baseline. Change something and run again.");
  if (heddle_session_is_active (session))
    return _("A run is under way.");
  if (heddle_session_get_run_state (session) != HD_RUN_FINISHED)
    return _("The run did not come to its end.");
  return n_changes == 0 ? _("No change affects the run.") : "";
}

/* An audience compares what is told of, and needs the room. */
static void
show_runs (HeddleCompare *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  gboolean presents = root != NULL && gtk_widget_has_css_class (GTK_WIDGET (root), "heddle-presentation");

  gtk_widget_set_visible (GTK_WIDGET (self->runs), !presents && heddle_session_get_n_kept (self->session) > 0);
}

static void
refresh (HeddleCompare *self)
{
  HdRecord *baseline = heddle_session_get_baseline (self->session), *record = heddle_session_get_record (self->session);
  gboolean is_past = heddle_session_get_past (self->session) != NULL, compares = is_past ? record != NULL : heddle_session_compares (self->session);
  gboolean is_over = heddle_session_get_run_state (self->session) == HD_RUN_FINISHED;
  guint n_changes;

  show_runs (self);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), baseline != NULL || is_past ? "table" : "empty");
  clear (self->figures);
  clear (self->changes);
  show_links (self, baseline, baseline != NULL && compares && is_over ? record : NULL);
  if (baseline == NULL && !is_past)
    return;
  show_figures (self, compares ? record : NULL);
  n_changes = compares ? show_changes (self) : 0;
  gtk_widget_set_visible (self->changes_table, n_changes > 0);
  gtk_label_set_label (self->note, get_note (self->session, n_changes));
  heddle_set_tooltip (GTK_WIDGET (self->note), is_past ? _("Restore its design and run it to compare links, curves and the drawing, too") : NULL);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------- */

static void
heddle_compare_dispose (GObject *object)
{
  HeddleCompare *self = HEDDLE_COMPARE (object);

  forget_links (self);
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_compare_parent_class)->dispose (object);
}

static void
heddle_compare_class_init (HeddleCompareClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_compare_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/compare.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, paned);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, runs);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, before);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, now);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, change);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, note);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, tables);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, figures);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, changes);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, changes_table);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, links);
  gtk_widget_class_bind_template_child (widget_class, HeddleCompare, links_table);
  gtk_widget_class_bind_template_callback (widget_class, on_link_activated);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
}

static void
heddle_compare_init (HeddleCompare *self)
{
  g_type_ensure (HEDDLE_TYPE_RUN_LIST);
  gtk_widget_init_template (GTK_WIDGET (self));
  heddle_guard_lines (self->tables);
}

GtkWidget *
heddle_compare_new (HeddleSession *session)
{
  HeddleCompare *self = g_object_new (HEDDLE_TYPE_COMPARE, NULL);
  GtkWidget *empty = heddle_empty_page_new (session, "heddle-compare-symbolic", _("Nothing to Compare Yet"),
                                            _("Keep a finished run as the baseline, change something, and run again."));

  self->session = g_object_ref (session);
  heddle_run_list_set_session (self->runs, session);
  heddle_empty_page_set_after_run (HEDDLE_EMPTY_PAGE (empty), _("Keep as _Baseline"), "win.keep-baseline");
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "kept-changed", G_CALLBACK (show_runs), self, G_CONNECT_SWAPPED);
  show_runs (self);
  return GTK_WIDGET (self);
}
