/* heddle-output.c: programs that components started, and files that they wrote
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-output"

#include "heddle-output.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-look.h"
#include "heddle-rows.h"

#define REFRESH_INTERVAL_MS 250
#define MOST_SHOWN (1 << 20) /* bytes of a file */
#define MOST_ROWS 1000
#define NO_FILE G_MAXUINT

/* A program, or a file that no program printed; what a program printed is shown with it. */
typedef struct
{
  guint32 node; /* of a program, or HD_NO_ID */
  guint file;   /* of the record, or NO_FILE */
  GtkWidget *state;
  guint64 n_printed; /* that is shown, if it is selected */
} Row;

struct _HeddleOutput
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GArray *rows; /* of Row */
  HdRecord *record; /* that they are of; or %NULL */
  guint n_files;    /* that it had then */
  guint n_programs;
  gboolean was_going_on;
  guint timer;      /* while it is seen: programs print when no simulated time goes by, too */

  /* Of the template */
  GtkWidget *stack;
  GtkListBox *list;
  GtkTextView *text;
};

G_DEFINE_FINAL_TYPE (HeddleOutput, heddle_output, GTK_TYPE_WIDGET)

gboolean
heddle_output_is_of_use (HdDesign *design)
{
  const HdNode *nodes = design != NULL ? hd_design_get_nodes (design) : NULL;
  const HdComponentType *seen = NULL;

  for (guint i = 0; design != NULL && i < hd_design_get_n_nodes (design); i++)
    {
      if (nodes[i].type != seen && nodes[i].type->outputs != NULL && nodes[i].type->outputs[0].name != NULL)
        return TRUE;
      seen = nodes[i].type;
    }
  return FALSE;
}

/* ---- text ---------------------------------------------------------------------------------------------------------------- */

/* What it is, as text; a file of bytes says so. */
static char *
dup_text (GBytes *bytes)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  gsize shown = MIN (size, MOST_SHOWN);
  const char *end;

  if (memchr (data, '\0', shown) != NULL)
    return g_strdup (_("These are bytes, not text: save the files of the run to look at them."));
  g_utf8_validate (data, (gssize) shown, &end);
  if (end == data + shown)
    return g_strndup (data, shown);
  if (shown < size && (gsize) (data + shown - end) < 4) /* cut off inside a letter */
    return g_strndup (data, (gsize) (end - data));
  return g_utf8_make_valid (data, (gssize) shown);
}

static void
append_file (GString *text,
             GBytes *bytes)
{
  g_autofree char *part = dup_text (bytes);

  g_string_append (text, part);
  if (g_bytes_get_size (bytes) > MOST_SHOWN)
    g_string_append_printf (text, "\n%s\n", _("… more is in the file"));
}

/* Files of a component begin with its path and a dot. */
static gboolean
is_file_of (const char *name,
            const char *path)
{
  gsize length = strlen (path);

  return strncmp (name, path, length) == 0 && name[length] == '.' && strchr (name + length, '/') == NULL;
}

/* What a program printed, and below it what it printed as errors. */
static void
append_prints (HeddleOutput *self,
               GString *text,
               guint32 node)
{
  g_autofree char *path = hd_design_dup_node_path (hd_record_get_design (self->record), node);
  const char *name;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (self->record, i, &name, &bytes); i++)
    if (is_file_of (name, path) && g_str_has_suffix (name, ".txt"))
      {
        if (g_str_has_suffix (name, "errors.txt"))
          g_string_append_printf (text, "%s%s\n", text->len > 0 ? "\n" : "", _("Errors:"));
        append_file (text, bytes);
      }
  if (text->len == 0)
    g_string_append (text, _("It has printed nothing."));
}

/* While the run goes on: what it has printed last. */
static void
append_last_prints (HeddleOutput *self,
                    GString *text,
                    const Row *row)
{
  g_autoptr (GBytes) prints = hd_record_read_prints (self->record, row->node);
  gsize size = 0;
  const char *data = prints != NULL ? g_bytes_get_data (prints, &size) : NULL;
  g_autofree char *valid = NULL;

  if (size == 0)
    {
      g_string_append (text, _("It has printed nothing yet."));
      return;
    }
  if (row->n_printed > size)
    {
      const char *line = memchr (data, '\n', size);

      g_string_append_printf (text, "%s\n", _("… what came before is here when the run has ended"));
      size -= line != NULL ? (gsize) (line + 1 - data) : 0;
      data = line != NULL ? line + 1 : data;
    }
  valid = g_utf8_make_valid (data, (gssize) size);
  g_string_append (text, valid);
}

static gboolean
is_going_on (HeddleOutput *self)
{
  return self->record != NULL && hd_record_get_n_files (self->record) == 0 && heddle_session_get_run_state (self->session) < HD_RUN_FINISHED;
}

/* Whoever has scrolled to the end wants to see what comes. */
static void
set_text (HeddleOutput *self,
          const GString *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->text));
  gboolean is_at_end = gtk_adjustment_get_value (adjustment) > 0 &&
                       gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment) >= gtk_adjustment_get_upper (adjustment) - 1;
  GtkTextIter end;

  gtk_text_buffer_set_text (buffer, text->str, (int) text->len);
  if (!is_at_end)
    return;
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_place_cursor (buffer, &end);
  gtk_text_view_scroll_mark_onscreen (self->text, gtk_text_buffer_get_insert (buffer));
}

/* Lines of tables are not broken: columns stay where they are. */
static gboolean
is_table (const char *name)
{
  return g_str_has_suffix (name, ".csv");
}

static void
show_text (HeddleOutput *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWrapMode wrap = GTK_WRAP_WORD_CHAR;
  const Row *row;
  const char *name;
  GBytes *bytes;

  if (self->session == NULL)
    return;
  if (selected != NULL && self->record != NULL)
    {
      row = &g_array_index (self->rows, Row, gtk_list_box_row_get_index (selected));
      if (row->file == NO_FILE && is_going_on (self))
        append_last_prints (self, text, row);
      else if (row->file == NO_FILE)
        append_prints (self, text, row->node);
      else if (hd_record_get_file (self->record, row->file, &name, &bytes))
        {
          append_file (text, bytes);
          wrap = is_table (name) ? GTK_WRAP_NONE : wrap;
        }
    }
  gtk_text_view_set_wrap_mode (self->text, wrap);
  set_text (self, text);
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
add_row (HeddleOutput *self,
         const char *title,
         const char *about,
         guint32 node,
         guint file)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *row = gtk_list_box_row_new ();
  Row added = { node, file, heddle_label_new (about, "dim-label"), 0 };

  gtk_widget_add_css_class (added.state, "caption");
  gtk_box_append (GTK_BOX (box), heddle_label_new (title, NULL));
  gtk_box_append (GTK_BOX (box), added.state);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  heddle_set_accessible_label (row, title);
  gtk_list_box_append (self->list, row);
  g_array_append_val (self->rows, added);
  return added.state;
}

/* "matrix · process 4711 · ended: exit 0" */
static char *
dup_state (const HdRecordProgram *program)
{
  g_autofree char *name = g_path_get_basename (program->file), *state = NULL;

  if (!program->has_ended)
    state = g_strdup (_("running"));
  else if (program->signal != 0)
    state = g_strdup_printf (_("ended: signal %d"), program->signal);
  else
    state = g_strdup_printf (_("ended: exit %d"), program->exit_code);
  return program->pid > 0 ? g_strdup_printf (_("%s · process %d · %s"), name, program->pid, state) : g_strdup (name);
}

static void
add_programs (HeddleOutput *self,
              GArray *programs)
{
  for (guint i = 0; i < MIN (programs->len, MOST_ROWS); i++)
    {
      const HdRecordProgram *program = &g_array_index (programs, HdRecordProgram, i);
      g_autofree char *path = hd_design_dup_node_path (hd_record_get_design (self->record), program->node), *state = dup_state (program);

      add_row (self, path, state, program->node, NO_FILE);
    }
}

static gboolean
is_printed (HeddleOutput *self,
            GArray *programs,
            const char *name)
{
  for (guint i = 0; i < programs->len && g_str_has_suffix (name, ".txt"); i++)
    {
      g_autofree char *path = hd_design_dup_node_path (hd_record_get_design (self->record), g_array_index (programs, HdRecordProgram, i).node);

      if (is_file_of (name, path))
        return TRUE;
    }
  return FALSE;
}

static void
add_files (HeddleOutput *self,
           GArray *programs)
{
  const char *name;
  GBytes *bytes;

  for (guint i = 0; self->rows->len < MOST_ROWS && hd_record_get_file (self->record, i, &name, &bytes); i++)
    if (!is_printed (self, programs, name))
      {
        g_autofree char *size = hd_figure_in ((double) g_bytes_get_size (bytes), "B", 3);

        add_row (self, name, size, HD_NO_ID, i);
      }
}

static void
remove_rows (HeddleOutput *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  g_array_set_size (self->rows, 0);
}

/* Of programs that are listed: how they are, and what the selected one has printed since. */
static void
show_states (HeddleOutput *self,
             GArray *programs)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  int chosen = selected != NULL ? gtk_list_box_row_get_index (selected) : -1;
  gboolean has_printed = FALSE;

  for (guint i = 0; i < MIN (programs->len, self->rows->len); i++)
    {
      const HdRecordProgram *program = &g_array_index (programs, HdRecordProgram, i);
      g_autofree char *state = dup_state (program);
      Row *row = &g_array_index (self->rows, Row, i);

      gtk_label_set_label (GTK_LABEL (row->state), state);
      has_printed = has_printed || ((int) i == chosen && row->n_printed != program->n_printed);
      row->n_printed = program->n_printed;
    }
  if (has_printed)
    show_text (self);
}

static void
refresh (HeddleOutput *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  g_autoptr (GArray) programs = record != NULL ? hd_record_read_programs (record) : g_array_new (FALSE, FALSE, sizeof (HdRecordProgram));
  guint n_files = record != NULL ? hd_record_get_n_files (record) : 0;
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  int chosen = selected != NULL && record == self->record ? gtk_list_box_row_get_index (selected) : 0;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), programs->len > 0 || n_files > 0 ? "table" : "empty");
  if (record == self->record && n_files == self->n_files && programs->len == self->n_programs)
    {
      show_states (self, programs);
      if (self->was_going_on && !is_going_on (self))
        show_text (self);
      self->was_going_on = is_going_on (self);
      return;
    }
  remove_rows (self);
  g_clear_pointer (&self->record, hd_record_unref);
  self->record = record != NULL ? hd_record_ref (record) : NULL;
  self->n_files = n_files;
  self->n_programs = programs->len;
  if (record != NULL)
    {
      add_programs (self, programs);
      add_files (self, programs);
    }
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, MIN (chosen, (int) self->rows->len - 1)));
  show_states (self, programs);
  show_text (self);
  self->was_going_on = is_going_on (self);
}

static gboolean
on_timeout (gpointer self)
{
  if (is_going_on (self))
    refresh (self);
  return G_SOURCE_CONTINUE;
}

static void
on_mapped (HeddleOutput *self)
{
  if (self->session == NULL)
    return;
  refresh (self);
  if (self->timer == 0)
    self->timer = g_timeout_add (REFRESH_INTERVAL_MS, on_timeout, self);
}

static void
on_unmapped (HeddleOutput *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
}

static void
on_changed (HeddleOutput *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
}

static void
on_activated (HeddleOutput *self,
              GtkListBoxRow *row)
{
  guint32 node = g_array_index (self->rows, Row, gtk_list_box_row_get_index (row)).node;

  if (node != HD_NO_ID && self->record != NULL)
    heddle_session_select_node (self->session, hd_record_get_design (self->record), node);
}

/* ---- object --------------------------------------------------------------------------------------------------------------- */

static void
heddle_output_dispose (GObject *object)
{
  HeddleOutput *self = HEDDLE_OUTPUT (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->session); /* first: as rows go, another is selected */
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->record, hd_record_unref);
  G_OBJECT_CLASS (heddle_output_parent_class)->dispose (object);
}

static void
heddle_output_class_init (HeddleOutputClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_output_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/output.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleOutput, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleOutput, list);
  gtk_widget_class_bind_template_child (widget_class, HeddleOutput, text);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_mapped);
  gtk_widget_class_bind_template_callback (widget_class, on_unmapped);
  gtk_widget_class_bind_template_callback (widget_class, show_text);
}

static void
heddle_output_init (HeddleOutput *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
}

GtkWidget *
heddle_output_new (HeddleSession *session)
{
  HeddleOutput *self = g_object_new (HEDDLE_TYPE_OUTPUT, NULL);
  GtkWidget *empty;

  self->session = g_object_ref (session);
  empty = heddle_empty_page_new (session, "heddle-output-symbolic", _("No Output Yet"), _("Run the project to see what its programs print, and the files that its components write."));
  heddle_empty_page_set_had_nothing (HEDDLE_EMPTY_PAGE (empty), _("No Output"), _("No program of this run printed anything, and no component wrote a file."));
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
