/* heddle-profile.c: where programs that components execute spend their time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-profile"

#include "heddle-profile.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-look.h"
#include "heddle-profile-figure.h"
#include "heddle-rank-table.h"
#include "heddle-rows.h"

enum { PROGRAM, FUNCTION, LINE, ADDRESS, SHARE, CYCLES, WAITED, EXECUTED };

struct _HeddleProfile
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HdRecord *record;            /* that has ended, whose profile this is; or %NULL */
  GCancellable *reading;       /* of its files, in a thread; or %NULL */
  HeddleProfileFigure *figure; /* or %NULL */
  GArray *lines;               /* of HeddleProfileLine; likewise */

  /* Of the template */
  GtkWidget *stack;
  GtkBox *plot;
  GtkLabel *about;
  GtkDropDown *grain;
  GtkWidget *bad; /* what is wrong with the files */

  /* Borrowed: child */
  HeddleRankTable *table;
};

G_DEFINE_FINAL_TYPE (HeddleProfile, heddle_profile, GTK_TYPE_WIDGET)

/* ---- the table ------------------------------------------------------------------------------------------------------ */

static const HeddleProfileLine *
get_line (gpointer data,
          guint32 row)
{
  return &g_array_index (HEDDLE_PROFILE (data)->lines, HeddleProfileLine, row);
}

static char *
dup_place (const HdProfileRow *row)
{
  if (*row->file == '\0')
    return g_strdup ("");
  return row->line > 0 ? g_strdup_printf ("%s:%" G_GUINT64_FORMAT, row->file, row->line) : g_strdup (row->file);
}

static char *
dup_cell (gpointer data,
          guint column,
          guint32 number)
{
  const HeddleProfileLine *line = get_line (data, number);
  const HdProfileRow *row = &line->row;

  switch (column)
    {
    case PROGRAM:
      return g_path_get_basename (row->program);
    case FUNCTION:
      return g_strdup (*row->function != '\0' ? row->function : _("unknown"));
    case LINE:
      return dup_place (row);
    case ADDRESS:
      return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", row->address);
    case SHARE:
      return hd_figure_percent (line->share);
    case CYCLES:
      return hd_figure_count (row->issue_cycles);
    case WAITED:
      return hd_figure_count (row->waited_cycles);
    default:
      return hd_figure_count (row->instructions);
    }
}

static double
get_number (gpointer data,
            guint column,
            guint32 number)
{
  const HeddleProfileLine *line = get_line (data, number);

  switch (column)
    {
    case ADDRESS:
      return (double) line->row.address;
    case SHARE:
      return line->share;
    case CYCLES:
      return (double) line->row.issue_cycles;
    case WAITED:
      return (double) line->row.waited_cycles;
    case EXECUTED:
      return (double) line->row.instructions;
    default:
      return NAN;
    }
}

/* An instruction that came from other functions says from which calls. */
static char *
dup_tooltip (gpointer data,
             guint column,
             guint32 number)
{
  const HdProfileRow *row = &get_line (data, number)->row;

  if (column == PROGRAM)
    return g_strdup (row->program);
  /* Translators: lines of the source, from the innermost call on: "Inlined at lookup.h:128 rtc.c:17" */
  return column == LINE && *row->calls != '\0' ? g_strdup_printf (_("Inlined at %s"), row->calls) : NULL;
}

static double
get_shade (gpointer data,
           guint column,
           guint32 number)
{
  return column == SHARE ? get_line (data, number)->share : NAN;
}

static void
fill (HeddleProfile *self)
{
  HeddleProfileGrain grain = gtk_drop_down_get_selected (self->grain);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  heddle_rank_table_clear (self->table);
  g_clear_pointer (&self->lines, g_array_unref);
  self->lines = heddle_profile_figure_list (self->figure, grain);
  heddle_rank_table_add_column (self->table, PROGRAM, _("Program"), HEDDLE_RANK_WORDS);
  heddle_rank_table_add_column (self->table, FUNCTION, _("Function"), HEDDLE_RANK_WORDS);
  if (grain != HEDDLE_PROFILE_BY_FUNCTION)
    heddle_rank_table_add_column (self->table, LINE, _("Source Line"), HEDDLE_RANK_WORDS);
  if (grain == HEDDLE_PROFILE_BY_INSTRUCTION)
    heddle_rank_table_add_column (self->table, ADDRESS, _("Address"), HEDDLE_RANK_FIGURES);
  heddle_rank_table_add_column (self->table, SHARE, _("Share of Time"), HEDDLE_RANK_FIGURES);
  heddle_rank_table_add_column (self->table, CYCLES, _("Cycles"), HEDDLE_RANK_FIGURES);
  heddle_rank_table_add_column (self->table, WAITED, _("Cycles Waited"), HEDDLE_RANK_FIGURES);
  heddle_rank_table_add_column (self->table, EXECUTED, _("Instructions"), HEDDLE_RANK_FIGURES);
  for (guint32 i = 0; i < self->lines->len; i++)
    g_array_append_val (rows, i);
  heddle_rank_table_set_rows (self->table, (const guint32 *) (gconstpointer) rows->data, rows->len);
  heddle_rank_table_sort (self->table, SHARE);
}

static void
on_grain (HeddleProfile *self)
{
  if (self->figure != NULL)
    fill (self);
}

/* ---- what it shows -------------------------------------------------------------------------------------------------- */

static void
forget (HeddleProfile *self)
{
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  if (self->lines != NULL)
    heddle_rank_table_clear (self->table);
  g_clear_pointer (&self->lines, g_array_unref);
  g_clear_pointer (&self->figure, heddle_profile_figure_free);
  g_clear_pointer (&self->record, hd_record_unref);
}

static void
free_figure (gpointer figure)
{
  if (figure != NULL)
    heddle_profile_figure_free (figure);
}

static void
read_in_thread (GTask *task,
                gpointer source,
                gpointer record,
                GCancellable *cancellable)
{
  GError *error = NULL;
  HeddleProfileFigure *figure = heddle_profile_figure_new (record, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, figure, free_figure);
}

/* Of another record than the present one it is cancelled. */
static void
on_read (GObject *object,
         GAsyncResult *result,
         gpointer data)
{
  HeddleProfile *self = HEDDLE_PROFILE (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (HeddleProfileFigure) figure = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *about = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  if (error != NULL)
    {
      adw_status_page_set_description (ADW_STATUS_PAGE (self->bad), error->message);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "bad");
      return;
    }
  if (figure == NULL)
    return;
  self->figure = g_steal_pointer (&figure);
  about = heddle_profile_figure_dup_summary (self->figure);
  gtk_label_set_label (self->about, about);
  heddle_set_tooltip (GTK_WIDGET (self->about), about);
  fill (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "plot");
}

/* Files are there once a run has ended. */
static void
refresh (HeddleProfile *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  g_autoptr (GTask) task = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || (record != NULL && record == self->record && (self->figure != NULL || self->reading != NULL)))
    return;
  forget (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  if (record == NULL || hd_record_get_n_files (record) == 0)
    return;
  self->record = hd_record_ref (record);
  self->reading = g_cancellable_new ();
  task = g_task_new (self, self->reading, on_read, NULL);
  g_task_set_task_data (task, hd_record_ref (record), (GDestroyNotify) hd_record_unref);
  hd_task_run_in_thread (task, read_in_thread);
}

/* ---- object --------------------------------------------------------------------------------------------------------- */

static void
heddle_profile_dispose (GObject *object)
{
  HeddleProfile *self = HEDDLE_PROFILE (object);

  if (self->stack != NULL)
    forget (self);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_profile_parent_class)->dispose (object);
}

static void
heddle_profile_class_init (HeddleProfileClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_profile_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/profile.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleProfile, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleProfile, plot);
  gtk_widget_class_bind_template_child (widget_class, HeddleProfile, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleProfile, grain);
  gtk_widget_class_bind_template_child (widget_class, HeddleProfile, bad);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, on_grain);
}

static void
heddle_profile_init (HeddleProfile *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_profile_new (HeddleSession *session)
{
  static const HeddleRankSource source = { dup_cell, get_number, dup_tooltip, get_shade };
  HeddleProfile *self = g_object_new (HEDDLE_TYPE_PROFILE, NULL);
  GtkWidget *table = heddle_rank_table_new (&source, self, _("Where programs spend their time"));

  self->session = g_object_ref (session);
  self->table = HEDDLE_RANK_TABLE (table);
  gtk_widget_set_vexpand (table, TRUE);
  gtk_box_append (self->plot, table);
  gtk_stack_add_named (GTK_STACK (self->stack), heddle_empty_page_new (session, "heddle-profile-symbolic", _("No Profile Yet"),
                                                                       _("Switch on Profile of the engines, and run the project: once the run has ended, functions and lines of their programs are here with the time that they took.")), "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
