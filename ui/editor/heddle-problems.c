/* heddle-problems.c: what is wrong with the project, where, and the way out
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-problems"

#include "heddle-problems.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-fix.h"
#include "heddle-rows.h"

#define MAX_ROWS 200 /* nobody reads more; the rest is counted */

#define ROWS_AT_ONCE 25

#define MAX_LINES 4
#define MESSAGE_CHARS 64

#define PROBLEM_KEY "heddle-problem"
#define FIX_KEY "heddle-fix"

struct _HeddleProblems
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GPtrArray *shown; /* of HdProblem */

  /* Of the template */
  GtkWidget *stack;
  GtkListBox *list;
  GtkWidget *more;
  GtkSizeGroup *messages; /* columns */
  GtkSizeGroup *places;
  GtkSizeGroup *hints;
  GtkSizeGroup *fixes;

  guint n_rows;
  guint filling; /* source */
  gboolean stale;
};

G_DEFINE_FINAL_TYPE (HeddleProblems, heddle_problems, GTK_TYPE_WIDGET)

static const char *
severity_icon (HdSeverity severity)
{
  return severity == HD_SEVERITY_ERROR     ? "dialog-error-symbolic"
         : severity == HD_SEVERITY_WARNING ? "dialog-warning-symbolic"
                                           : "dialog-information-symbolic";
}

static const char *
severity_class (HdSeverity severity)
{
  return severity == HD_SEVERITY_ERROR ? "error" : severity == HD_SEVERITY_WARNING ? "warning" : "dim-label";
}

static const char *
severity_name (HdSeverity severity)
{
  return severity == HD_SEVERITY_ERROR ? _("Error") : severity == HD_SEVERITY_WARNING ? _("Warning") : _("Note");
}

static char *
dup_where (const HdProblem *problem)
{
  g_autofree char *file = problem->file != NULL ? g_path_get_basename (problem->file) : NULL;

  if (problem->object != NULL && problem->attribute != NULL)
    return g_strdup_printf ("%s · %s", problem->object, problem->attribute);
  if (problem->object != NULL)
    return g_strdup (problem->object);
  return file != NULL && problem->line > 0 ? g_strdup_printf (_("%s, line %d"), file, problem->line) : g_steal_pointer (&file);
}

/* ---- rows ----------------------------------------------------------------------------------------------------------------------- */

static void
on_fix (HeddleProblems *self,
        GtkButton *button)
{
  heddle_fix_apply (g_object_get_data (G_OBJECT (button), FIX_KEY), heddle_session_get_document (self->session), NULL);
}

static GtkWidget *
new_fix_button (HeddleFix *fix,
                const HdProblem *problem)
{
  GtkWidget *button = gtk_button_new_with_label (fix != NULL ? heddle_fix_get_label (fix) : _("Attributes…"));

  gtk_widget_set_tooltip_text (button, fix != NULL ? heddle_fix_get_label (fix) : _("Say what the attributes of a graph mean"));
  if (fix == NULL)
    {
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.map-attribute");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", problem->attribute);
    }
  return button;
}

/* An attribute that was guessed or left out can be given another meaning. */
static gboolean
is_of_attribute (const HdProblem *problem)
{
  return problem->code == HD_PROBLEM_IMPORT && problem->attribute != NULL;
}

/* The place of the button stays where there is none, so that the columns stand. */
static GtkWidget *
new_fix_cell (HeddleProblems *self,
              const HdProblem *problem)
{
  GtkWidget *cell = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  HeddleFix *fix = heddle_fix_find (heddle_session_get_document (self->session), heddle_session_get_catalog (self->session), problem);
  GtkWidget *button;

  gtk_widget_set_hexpand (cell, FALSE);
  gtk_size_group_add_widget (self->fixes, cell);
  if (fix == NULL && !is_of_attribute (problem))
    return cell;
  button = new_fix_button (fix, problem);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), 24);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "heddle-fix");
  if (fix != NULL)
    {
      g_object_set_data_full (G_OBJECT (button), FIX_KEY, fix, (GDestroyNotify) heddle_fix_free);
      g_signal_connect_object (button, "clicked", G_CALLBACK (on_fix), self, G_CONNECT_SWAPPED);
    }
  gtk_box_append (GTK_BOX (cell), button);
  return cell;
}

/* Some lines rather than the beginning of one; in a narrow window columns give way. */
static void
let_wrap (GtkWidget *label,
          int least_chars,
          int most_chars)
{
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), MAX_LINES);
  gtk_label_set_width_chars (GTK_LABEL (label), least_chars);
  gtk_label_set_max_width_chars (GTK_LABEL (label), most_chars);
}

/* A label that wraps tells a box how wide it would like to be at the height of its row, and columns would stand elsewhere in each. */
static void
measure_cell (GtkWidget *cell,
              GtkOrientation orientation,
              int for_size,
              int *minimum,
              int *natural,
              int *minimum_baseline,
              int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (cell), orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
allocate_cell (GtkWidget *cell,
               int width,
               int height,
               int baseline)
{
  gtk_widget_allocate (gtk_widget_get_first_child (cell), width, height, baseline, NULL);
}

static GtkSizeRequestMode
get_cell_mode (GtkWidget *cell)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static GtkWidget *
new_cell (const char *text,
          const char *style_class,
          int width_chars,
          GtkSizeGroup *column)
{
  GtkWidget *cell = adw_bin_new ();
  GtkWidget *label = heddle_label_new (text, style_class);

  let_wrap (label, width_chars / 2, width_chars);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_layout_manager (cell, gtk_custom_layout_new (get_cell_mode, measure_cell, allocate_cell));
  adw_bin_set_child (ADW_BIN (cell), label);
  gtk_size_group_add_widget (column, cell);
  return cell;
}

static GtkWidget *
new_row (HeddleProblems *self,
         HdProblem *problem)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = gtk_image_new_from_icon_name (severity_icon (problem->severity));
  GtkWidget *message = new_cell (problem->message, "heading", MESSAGE_CHARS, self->messages);
  g_autofree char *where = dup_where (problem);
  g_autofree char *name = g_strdup_printf ("%s: %s %s", severity_name (problem->severity), problem->message, where != NULL ? where : "");

  gtk_widget_add_css_class (icon, severity_class (problem->severity));
  gtk_widget_set_tooltip_text (icon, severity_name (problem->severity));
  gtk_widget_set_hexpand (message, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), message);
  gtk_box_append (GTK_BOX (box), new_cell (where, NULL, 24, self->places));
  gtk_box_append (GTK_BOX (box), new_cell (problem->hint, "dim-label", 30, self->hints));
  gtk_box_append (GTK_BOX (box), new_fix_cell (self, problem));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), PROBLEM_KEY, hd_problem_ref (problem), (GDestroyNotify) hd_problem_unref);
  return row;
}

/* Errors first; each sort as it was found. */
static void
collect (HeddleProblems *self,
         HdSeverity severity)
{
  GPtrArray *problems = heddle_session_get_problems (self->session);

  for (guint i = 0; i < problems->len && self->shown->len < MAX_ROWS; i++)
    if (((HdProblem *) problems->pdata[i])->severity == severity)
      g_ptr_array_add (self->shown, hd_problem_ref (problems->pdata[i]));
}

/* A row takes longer than one would think: those that nobody sees yet come when there is time. */
static gboolean
add_rows (gpointer data)
{
  HeddleProblems *self = data;
  guint end = MIN (self->n_rows + ROWS_AT_ONCE, self->shown->len);

  while (self->n_rows < end)
    gtk_list_box_append (self->list, new_row (self, self->shown->pdata[self->n_rows++]));
  if (self->n_rows < self->shown->len)
    return G_SOURCE_CONTINUE;
  self->filling = 0;
  return G_SOURCE_REMOVE;
}

static void
fill (HeddleProblems *self)
{
  GtkListBoxRow *row;

  g_clear_handle_id (&self->filling, g_source_remove);
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  g_ptr_array_set_size (self->shown, 0);
  for (HdSeverity severity = HD_SEVERITY_ERROR; severity <= HD_SEVERITY_INFO; severity++)
    collect (self, severity);
  self->n_rows = 0;
  if (add_rows (self))
    self->filling = g_idle_add (add_rows, self);
}

static void
rebuild (HeddleProblems *self)
{
  guint total = heddle_session_get_problems (self->session)->len, n;
  GtkListBoxRow *row, *selected = gtk_list_box_get_selected_row (self->list);
  int at = selected != NULL ? gtk_list_box_row_get_index (selected) : -1;
  gboolean focused = gtk_widget_get_focus_child (GTK_WIDGET (self->list)) != NULL;

  fill (self);
  n = self->shown->len;
  gtk_widget_set_visible (self->more, total > n);
  if (total > n)
    {
      g_autofree char *more = g_strdup_printf (ngettext ("and %u more", "and %u more", total - n), total - n);

      gtk_label_set_label (GTK_LABEL (self->more), more);
    }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), total > 0 ? "list" : "empty");

  row = at >= 0 && n > 0 ? gtk_list_box_get_row_at_index (self->list, MIN (at, (int) self->n_rows - 1)) : NULL;
  if (row != NULL)
    gtk_list_box_select_row (self->list, row);
  if (row != NULL && focused)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* And only where they can be seen. */
static void
update (HeddleProblems *self)
{
  self->stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (!self->stale)
    rebuild (self);
}

static void
heddle_problems_map (GtkWidget *widget)
{
  HeddleProblems *self = HEDDLE_PROBLEMS (widget);

  GTK_WIDGET_CLASS (heddle_problems_parent_class)->map (widget);
  if (self->stale)
    update (self);
}

static const HdObject *
find_line (const HdObject *object,
           int line)
{
  const HdObject *found = hd_object_get_line (object) == line ? object : NULL;

  for (guint i = 0; i < hd_object_get_n_children (object) && found == NULL; i++)
    found = find_line (hd_object_get_child (object, i), line);
  return found;
}

/* What was found before there were objects has a line; what is about none of them is about the project. */
static guint64
find_place (HeddleProblems *self,
            const HdProblem *problem)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *root = hd_document_get_root (document);
  const HdObject *found = problem->object_uid != 0 ? hd_document_get_object (document, problem->object_uid) : NULL;

  if (found == NULL && problem->line > 0)
    found = find_line (root, problem->line);
  return hd_object_get_uid (found != NULL ? found : root);
}

static void
on_activated (HeddleProblems *self,
              GtkListBoxRow *row)
{
  const HdProblem *problem = g_object_get_data (G_OBJECT (row), PROBLEM_KEY);
  guint64 uid = find_place (self, problem);

  if (heddle_session_show_waiting (self->session, problem))
    return;
  /* The window shows the object and puts the cursor into the very field; alone, the list can still select. */
  if (!gtk_widget_activate_action (GTK_WIDGET (self), "win.edit-field", "(ts)", uid,
                                   problem->attribute != NULL && !is_of_attribute (problem) ? problem->attribute : ""))
    heddle_session_show_object (self->session, uid);
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static void
heddle_problems_dispose (GObject *object)
{
  HeddleProblems *self = HEDDLE_PROBLEMS (object);

  g_clear_handle_id (&self->filling, g_source_remove);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_problems_parent_class)->dispose (object);
}

static void
heddle_problems_class_init (HeddleProblemsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_problems_dispose;
  widget_class->map = heddle_problems_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/problems.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleProblems, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleProblems, list);
  gtk_widget_class_bind_template_child (widget_class, HeddleProblems, more);
  gtk_widget_class_bind_template_child (widget_class, HeddleProblems, messages);
  gtk_widget_class_bind_template_child (widget_class, HeddleProblems, places);
  gtk_widget_class_bind_template_child (widget_class, HeddleProblems, hints);
  gtk_widget_class_bind_template_child (widget_class, HeddleProblems, fixes);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
}

static void
heddle_problems_init (HeddleProblems *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->shown = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_problem_unref);
}

GtkWidget *
heddle_problems_new (HeddleSession *session)
{
  HeddleProblems *self = g_object_new (HEDDLE_TYPE_PROBLEMS, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
