/* heddle-field-row.c: one field of a subject: its title and what edits it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-field-row.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-choice-entry.h"
#include "heddle-edits.h"
#include "heddle-lines-dialog.h"
#include "heddle-lines.h"
#include "heddle-look.h"
#include "heddle-pattern-entry.h"
#include "heddle-popover.h"
#include "heddle-quantity-entry.h"
#include "heddle-resolved.h"
#include "heddle-rows.h"
#include "heddle-text-entry.h"
#include "heddle-topic.h"

/* Of the width of a row: so the editors of all groups stand below each other, and a long title wraps. */
#define TITLE_COLUMNS 3
#define EDITOR_COLUMNS 5
#define CHOICE_CELLS 15 /* a longer choice has a line of its own, as a list of patterns */
#define TITLE_WIDTH 90   /* of the titles in an inspector as wide as it is at first, in pixels */

struct _HeddleFieldRow
{
  GtkListBoxRow parent_instance;

  /* Owned */
  HeddleSubject *subject;

  /* Borrowed: children */
  GtkGrid *grid;
  GtkWidget *title;
  GtkWidget *editor;
  GtkWidget *table; /* beside the editor of a file's name: opens the file; or NULL */
  GtkWidget *fault; /* why the document refused */
  GtkWidget *menu;  /* or NULL; weak */

  HeddleField field;
  gboolean refreshing;
};

G_DEFINE_FINAL_TYPE (HeddleFieldRow, heddle_field_row, GTK_TYPE_LIST_BOX_ROW)

/* ---- writing --------------------------------------------------------------------------------------------------------------------- */

static void
store (HeddleFieldRow *self,
       const char *text)
{
  g_autoptr (GError) error = NULL;
  gboolean written;

  g_object_ref (self); /* an edit may rebuild the page */
  written = heddle_subject_write (self->subject, &self->field, text, &error);
  gtk_label_set_label (GTK_LABEL (self->fault), written ? "" : error->message);
  gtk_widget_set_visible (self->fault, !written);
  if (!written)
    heddle_field_row_refresh (self);
  g_object_unref (self);
}

static void
on_commit (HeddleFieldRow *self,
           const char *text)
{
  store (self, text);
}

static void
on_switched (HeddleFieldRow *self)
{
  if (!self->refreshing)
    store (self, gtk_switch_get_active (GTK_SWITCH (self->editor)) ? "true" : "false");
}

void
heddle_field_row_commit (HeddleFieldRow *self)
{
  if (HEDDLE_IS_CHECKED_ENTRY (self->editor))
    heddle_checked_entry_commit (HEDDLE_CHECKED_ENTRY (self->editor));
  else if (HEDDLE_IS_CHOICE_ENTRY (self->editor))
    heddle_checked_entry_commit (heddle_choice_entry_get_entry (HEDDLE_CHOICE_ENTRY (self->editor)));
  else if (HEDDLE_IS_TEXT_ENTRY (self->editor))
    heddle_text_entry_commit (HEDDLE_TEXT_ENTRY (self->editor));
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------------ */

static const HdComponentType *
get_type (HeddleFieldRow *self)
{
  const HdObject *object = heddle_subject_get_object (self->subject);
  const char *name = object != NULL ? hd_object_get (object, "type") : NULL;

  return name != NULL ? hd_catalog_lookup (heddle_session_get_catalog (heddle_subject_get_session (self->subject)), name) : NULL;
}

static gboolean
is_of_lines (HeddleFieldRow *self)
{
  return self->field.parameter.property == HD_PROPERTY_LINES && heddle_subject_get_n (self->subject) == 1 && get_type (self) != NULL;
}

static GtkWidget *
open_lines (HeddleFieldRow *self,
            const HdComponentType *type,
            const HdParameter *parameter,
            const char *file,
            const char *text)
{
  GtkWidget *dialog = heddle_lines_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heddle_session_get_catalog (heddle_subject_get_session (self->subject)),
                                               type, parameter, file, text);

  heddle_topic_answer (GTK_WINDOW (dialog), heddle_find_topic (GTK_WIDGET (self)));
  return dialog;
}

static void
on_edit_lines (HeddleFieldRow *self)
{
  const HdComponentType *type = get_type (self);
  const HdParameter *parameter = type != NULL ? hd_component_type_find_property (type, HD_PROPERTY_LINES, NULL) : NULL;
  const char *text = NULL;
  GtkWidget *dialog;

  if (parameter == NULL)
    return;
  heddle_subject_read (self->subject, &self->field, &text);
  dialog = open_lines (self, type, parameter, NULL, text);
  g_signal_connect_object (dialog, "apply", G_CALLBACK (on_commit), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
refresh_lines (HeddleFieldRow *self,
               const char *text)
{
  guint n = text != NULL ? heddle_lines_count (text) : 0;
  g_autofree char *label = n > 0 ? g_strdup_printf (ngettext ("%u Line…", "%u Lines…", n), n) : g_strdup (_("Write…"));

  gtk_button_set_label (GTK_BUTTON (self->editor), label);
}

/* ---- a file of lines ----------------------------------------------------------------------------------------------------------------- */

/* What stands there once its expressions are worked out; without anything, where such a file is expected. */
static char *
dup_file (HeddleFieldRow *self,
          gboolean *out_is_named)
{
  const char *text = NULL;

  heddle_subject_read (self->subject, &self->field, &text);
  *out_is_named = text != NULL && *text != '\0';
  if (!*out_is_named)
    return g_strdup_printf ("tables/%s.txt", self->field.name);
  return strchr (text, '{') != NULL ? heddle_dup_resolved (self->subject, &self->field) : g_strdup (text);
}

static void
show_fault (HeddleFieldRow *self,
            const GError *error)
{
  gtk_label_set_label (GTK_LABEL (self->fault), error != NULL ? error->message : "");
  gtk_widget_set_visible (self->fault, error != NULL);
}

static void
on_apply_table (HeddleFieldRow *self,
                const char *text,
                HeddleLinesDialog *dialog)
{
  const char *file = g_object_get_data (G_OBJECT (dialog), "heddle-file");
  gboolean is_named = g_object_get_data (G_OBJECT (dialog), "heddle-named") != NULL;
  g_autoptr (GError) error = NULL;

  g_object_ref (self); /* an edit may rebuild the page */
  if (!heddle_edit_set_table (heddle_session_get_document (heddle_subject_get_session (self->subject)), heddle_subject_get_uid (self->subject),
                              is_named ? NULL : self->field.name, file, text, &error))
    heddle_lines_dialog_refuse (dialog, error->message);
  g_object_unref (self);
}

static void
on_edit_table (HeddleFieldRow *self)
{
  const HdComponentType *type = get_type (self);
  const HdParameter *parameter = type != NULL ? hd_component_type_find_parameter (type, self->field.name, NULL) : NULL;
  gboolean is_named;
  g_autofree char *file = dup_file (self, &is_named), *text = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *dialog;

  if (parameter == NULL || file == NULL)
    return;
  hd_document_read_file (heddle_session_get_document (heddle_subject_get_session (self->subject)), file, &text, &error);
  show_fault (self, error);
  if (error != NULL)
    return;
  dialog = open_lines (self, type, parameter, file, text);
  g_object_set_data_full (G_OBJECT (dialog), "heddle-file", g_steal_pointer (&file), g_free);
  g_object_set_data (G_OBJECT (dialog), "heddle-named", GINT_TO_POINTER (is_named));
  g_signal_connect_object (dialog, "apply", G_CALLBACK (on_apply_table), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
add_table (HeddleFieldRow *self)
{
  self->table = gtk_button_new_from_icon_name ("document-edit-symbolic");
  gtk_widget_add_css_class (self->table, "flat");
  gtk_widget_set_valign (self->table, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->table, _("Edit the table that stands in this file"));
  heddle_set_accessible_label (self->table, _("Edit the table that stands in this file"));
  g_signal_connect_object (self->table, "clicked", G_CALLBACK (on_edit_table), self, G_CONNECT_SWAPPED);
}

GtkWidget *
heddle_field_row_get_table (HeddleFieldRow *self)
{
  return self->table;
}

/* ---- showing --------------------------------------------------------------------------------------------------------------------- */

static void
refresh_switch (HeddleFieldRow *self,
                const char *text,
                const char *otherwise,
                gboolean vague)
{
  const char *shown = text != NULL ? text : otherwise;

  gtk_switch_set_active (GTK_SWITCH (self->editor), shown != NULL && strcmp (shown, "true") == 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, vague ? _("different values") : "", -1);
}

/* What a run at this fidelity does not heed steps back; its tooltip says where it counts. */
static void
show_effect (HeddleFieldRow *self)
{
  HdDesign *design = heddle_session_get_design (heddle_subject_get_session (self->subject));
  const HdRunSetting *setting = heddle_subject_get_kind (self->subject) == HD_OBJECT_RUN ? hd_run_settings_find (self->field.name) : NULL;

  if (setting == NULL || design == NULL || hd_run_setting_has_effect (setting, hd_design_get_run_settings (design)->fidelity))
    gtk_widget_remove_css_class (self->title, "dim-label");
  else
    gtk_widget_add_css_class (self->title, "dim-label");
}

void
heddle_field_row_refresh (HeddleFieldRow *self)
{
  const char *text;
  HeddleShared shared = heddle_subject_read (self->subject, &self->field, &text);
  gboolean vague = shared == HEDDLE_SHARED_DIFFERENT;
  g_autofree char *otherwise = text == NULL && !vague ? heddle_dup_resolved (self->subject, &self->field) : NULL;

  show_effect (self);
  self->refreshing = TRUE;
  if (HEDDLE_IS_CHOICE_ENTRY (self->editor))
    /* What holds now is the default only where nothing is written. */
    heddle_choice_entry_set_stored (HEDDLE_CHOICE_ENTRY (self->editor), heddle_options_new (self->subject, &self->field), text,
                                    text == NULL ? otherwise : self->field.parameter.default_text, vague);
  else if (HEDDLE_IS_CHECKED_ENTRY (self->editor))
    {
      HeddleCheckedEntry *entry = HEDDLE_CHECKED_ENTRY (self->editor);

      heddle_checked_entry_set_placeholder (entry, vague ? _("different values") : otherwise, vague);
      heddle_checked_entry_set_stored (entry, text);
      heddle_checked_entry_check (entry);
    }
  else if (HEDDLE_IS_TEXT_ENTRY (self->editor))
    heddle_text_entry_set_stored (HEDDLE_TEXT_ENTRY (self->editor), text);
  else if (GTK_IS_BUTTON (self->editor))
    refresh_lines (self, text);
  else
    refresh_switch (self, text, otherwise, vague);
  self->refreshing = FALSE;
}

/* ---- making ---------------------------------------------------------------------------------------------------------------------- */

static gboolean
is_prose (HeddleSubject *subject,
          const HeddleField *field)
{
  HdObjectKind kind = heddle_subject_get_kind (subject);

  return (kind == HD_OBJECT_NOTE && strcmp (field->name, "text") == 0) ||
         (kind == HD_OBJECT_PROJECT && strcmp (field->name, "description") == 0);
}

/* A switch has no third state: an expression or a mixture is written. */
static gboolean
is_plain_flag (HeddleSubject *subject,
               const HeddleField *field)
{
  const char *text;
  HeddleShared shared = heddle_subject_read (subject, field, &text);

  return field->kind == HD_FIELD_FLAG && shared != HEDDLE_SHARED_DIFFERENT &&
         (text == NULL || strcmp (text, "true") == 0 || strcmp (text, "false") == 0);
}

static GtkWidget *
new_written (HeddleFieldRow *self)
{
  GtkWidget *entry = heddle_quantity_entry_new (heddle_subject_get_session (self->subject), &self->field,
                                                heddle_subject_get_uid (self->subject));

  if (heddle_subject_get_n (self->subject) == 1 && heddle_pattern_counts (heddle_subject_get_kind (self->subject), &self->field))
    heddle_pattern_entry_attach (HEDDLE_CHECKED_ENTRY (entry), heddle_subject_get_session (self->subject), &self->field,
                                 heddle_subject_get_uid (self->subject));
  if (!self->field.required && self->field.kind != HD_FIELD_TEXT && self->field.kind != HD_FIELD_ID)
    heddle_checked_entry_set_reset (HEDDLE_CHECKED_ENTRY (entry), _("Back to the default"));
  return entry;
}

static guint
count_cells (const char *text)
{
  guint n_cells = 0;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    n_cells += g_unichar_iswide (g_utf8_get_char (at)) ? 2 : 1;
  return n_cells;
}

static gboolean
is_long (HeddleOptions *options)
{
  for (guint i = 0; i < options->titles->len; i++)
    if (count_cells (options->titles->pdata[i]) > CHOICE_CELLS)
      return TRUE;
  return FALSE;
}

/* A word of it has no room beside the editor, and would be broken. */
static gboolean
has_long_word (HeddleFieldRow *self)
{
  g_auto (GStrv) words = g_strsplit (self->field.title, " ", -1);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->title, NULL);
  int width;

  for (guint i = 0; words[i] != NULL; i++)
    {
      pango_layout_set_text (layout, words[i], -1);
      pango_layout_get_pixel_size (layout, &width, NULL);
      if (width > TITLE_WIDTH)
        return TRUE;
    }
  return FALSE;
}

static void
make_editor (HeddleFieldRow *self)
{
  g_autoptr (HeddleOptions) options = heddle_options_new (self->subject, &self->field);
  gboolean below = self->field.kind == HD_FIELD_PATTERNS || has_long_word (self);

  if (options != NULL)
    {
      below = below || is_long (options);
      self->editor = heddle_choice_entry_new (new_written (self));
      heddle_choice_entry_set_labelled_by (HEDDLE_CHOICE_ENTRY (self->editor), self->title);
      g_signal_connect_object (self->editor, "commit", G_CALLBACK (on_commit), self, G_CONNECT_SWAPPED);
    }
  else if (is_plain_flag (self->subject, &self->field))
    {
      self->editor = gtk_switch_new ();
      gtk_widget_set_halign (self->editor, GTK_ALIGN_END);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->title, NULL, -1);
      g_signal_connect_object (self->editor, "notify::active", G_CALLBACK (on_switched), self, G_CONNECT_SWAPPED);
    }
  else if (is_of_lines (self))
    {
      self->editor = gtk_button_new ();
      gtk_accessible_update_relation (GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->title, NULL, -1);
      g_signal_connect_object (self->editor, "clicked", G_CALLBACK (on_edit_lines), self, G_CONNECT_SWAPPED);
    }
  else if (is_prose (self->subject, &self->field))
    {
      self->editor = heddle_text_entry_new (self->field.title);
      below = TRUE;
      gtk_widget_set_visible (self->title, heddle_subject_get_kind (self->subject) != HD_OBJECT_NOTE); /* which is nothing but its text */
      g_signal_connect_object (self->editor, "commit", G_CALLBACK (on_commit), self, G_CONNECT_SWAPPED);
    }
  else
    {
      self->editor = new_written (self);
      g_signal_connect_object (self->editor, "commit", G_CALLBACK (on_commit), self, G_CONNECT_SWAPPED);
    }
  gtk_widget_set_hexpand (self->editor, TRUE);
  gtk_widget_set_valign (self->editor, GTK_ALIGN_CENTER);
  if (self->field.parameter.form != NULL && heddle_subject_get_n (self->subject) == 1 && get_type (self) != NULL)
    add_table (self);
  gtk_grid_attach (self->grid, self->title, 0, 0, below ? TITLE_COLUMNS + EDITOR_COLUMNS : TITLE_COLUMNS, 1);
  if (below || !gtk_widget_get_visible (self->title))
    gtk_grid_attach (self->grid, self->editor, 0, 1, TITLE_COLUMNS + EDITOR_COLUMNS - (self->table != NULL), 1);
  else
    gtk_grid_attach (self->grid, self->editor, TITLE_COLUMNS, 0, EDITOR_COLUMNS - (self->table != NULL), 1);
  if (self->table != NULL)
    gtk_grid_attach_next_to (self->grid, self->table, self->editor, GTK_POS_RIGHT, 1, 1);
}

GtkWidget *
heddle_field_row_get_editor (HeddleFieldRow *self)
{
  return self->editor;
}

const char *
heddle_field_row_get_name (HeddleFieldRow *self)
{
  return self->field.name;
}

/* ---- a knob of it ---------------------------------------------------------------------------------------------------------------- */

char *
heddle_field_row_dup_knob (HeddleFieldRow *self)
{
  HeddleSession *session = heddle_subject_get_session (self->subject);
  g_autofree char *address = NULL;

  if (heddle_subject_get_kind (self->subject) == HD_OBJECT_RUN)
    address = g_strdup_printf ("run:%s", self->field.name);
  else if (heddle_subject_get_n (self->subject) == 1)
    address = heddle_session_dup_address (session, heddle_subject_get_uid (self->subject), self->field.name);
  return address != NULL && heddle_session_can_turn (session, address) ? g_strconcat ("heddle-knob:", address, NULL) : NULL;
}

static GdkContentProvider *
on_drag_prepare (HeddleFieldRow *self)
{
  g_autofree char *knob = heddle_field_row_dup_knob (self);

  return knob != NULL ? gdk_content_provider_new_typed (G_TYPE_STRING, knob) : NULL;
}

static void
drop_menu (HeddleFieldRow *self)
{
  GtkWidget *menu = self->menu;

  g_clear_weak_pointer (&self->menu);
  if (menu != NULL && gtk_widget_get_parent (menu) != NULL)
    gtk_widget_unparent (menu);
}

static void
on_menu (HeddleFieldRow *self,
         int n_press,
         double x,
         double y)
{
  g_autofree char *knob = heddle_field_row_dup_knob (self);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_("Put _Knob on Drawing"), NULL), factor = g_menu_item_new (_("_Vary in a Study"), NULL);

  drop_menu (self);
  if (knob == NULL)
    return;
  g_menu_item_set_action_and_target (item, "win.add", "s", knob);
  g_menu_append_item (menu, item);
  g_menu_item_set_action_and_target (factor, "win.add-factor", "(ss)", "", strchr (knob, ':') + 1);
  g_menu_append_item (menu, factor);
  g_set_weak_pointer (&self->menu, gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
  gtk_widget_set_parent (self->menu, self->title);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  heddle_popover_drop_when_closed (self->menu);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* The title is where nothing else is to be pressed. */
static void
add_controllers (HeddleFieldRow *self)
{
  GtkDragSource *drag = gtk_drag_source_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_drag_source_set_actions (drag, GDK_ACTION_COPY);
  g_signal_connect_object (drag, "prepare", G_CALLBACK (on_drag_prepare), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->title, GTK_EVENT_CONTROLLER (drag));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_menu), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->title, GTK_EVENT_CONTROLLER (click));
}

/* ---- object ---------------------------------------------------------------------------------------------------------------------- */

static gboolean
heddle_field_row_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (HEDDLE_FIELD_ROW (widget)->editor);
}

static void
heddle_field_row_dispose (GObject *object)
{
  drop_menu (HEDDLE_FIELD_ROW (object));
  G_OBJECT_CLASS (heddle_field_row_parent_class)->dispose (object);
}

static void
heddle_field_row_finalize (GObject *object)
{
  HeddleFieldRow *self = HEDDLE_FIELD_ROW (object);

  g_clear_pointer (&self->subject, heddle_subject_unref);
  G_OBJECT_CLASS (heddle_field_row_parent_class)->finalize (object);
}

static void
heddle_field_row_class_init (HeddleFieldRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_field_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_field_row_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = heddle_field_row_grab_focus;
}

static void
heddle_field_row_init (HeddleFieldRow *self)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_homogeneous (self->grid, TRUE);
  self->title = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "xalign", 0.0, NULL);
  self->fault = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "xalign", 0.0, "visible", FALSE, NULL);
  gtk_widget_add_css_class (self->title, "heddle-field-title");
  gtk_widget_add_css_class (self->fault, "error");
  gtk_widget_add_css_class (self->fault, "heddle-caption");
  gtk_label_set_max_width_chars (GTK_LABEL (self->title), 1); /* it takes what its columns have */
  gtk_widget_set_valign (self->title, GTK_ALIGN_START);
  gtk_widget_set_margin_end (self->title, 8);
  gtk_box_append (GTK_BOX (lines), GTK_WIDGET (self->grid));
  gtk_box_append (GTK_BOX (lines), self->fault);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), lines);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE); /* its editor is */
  gtk_widget_add_css_class (GTK_WIDGET (self), "heddle-field-row");
}

/* A parameter stands on the page of its type. */
static void
set_topic (HeddleFieldRow *self,
           const char *help)
{
  const HdComponentType *type = get_type (self);
  const char *name = type != NULL ? hd_object_get (heddle_subject_get_object (self->subject), "type") : NULL;
  g_autofree char *topic = name != NULL && hd_component_type_find_parameter (type, self->field.name, NULL) != NULL ? g_strdup_printf ("type:%s#%s", name, self->field.name) : NULL;

  if (topic != NULL)
    heddle_set_topic (self, topic);
  else
    heddle_set_topic_text (self, self->field.title, help != NULL ? help : "");
}

GtkWidget *
heddle_field_row_new (HeddleSubject *subject,
                      const HeddleField *field)
{
  HeddleFieldRow *self = g_object_new (HEDDLE_TYPE_FIELD_ROW, NULL);
  g_autofree char *help = heddle_field_dup_help (field);
  g_autofree char *tooltip = help != NULL ? g_strdup_printf ("%s\n%s", field->title, help) : g_strdup (field->title);

  self->subject = heddle_subject_ref (subject);
  self->field = *field;
  gtk_label_set_label (GTK_LABEL (self->title), field->title);
  heddle_set_tooltip (self->title, tooltip);
  set_topic (self, help);
  make_editor (self);
  add_controllers (self);
  heddle_field_row_refresh (self);
  return GTK_WIDGET (self);
}
