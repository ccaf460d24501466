/* heddle-workload-dialog.c: gives a project work to do
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-workload-dialog"

#include "heddle-workload-dialog.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-choose-file.h"
#include "heddle-figures.h"
#include "heddle-members.h"
#include "heddle-project-items.h"
#include "heddle-quantity-entry.h"
#include "heddle-topic.h"
#include "heddle-words.h"

#define USUAL_TYPE "collective"
#define USUAL_BYTES "100 MB"

struct _HeddleWorkloadDialog
{
  AdwWindow parent_instance;

  /* Owned */
  HeddleSession *session;
  GPtrArray *workers; /* of char *, ids of communicators; NULL stands for all that can work */

  /* Of the template */
  AdwComboRow *type;
  AdwComboRow *on;
  AdwComboRow *operation;
  AdwEntryRow *file;
  GtkWidget *bytes_row;
  GtkWidget *help;
  GtkWidget *fault;
  GtkWidget *add;

  GtkWidget *bytes; /* borrowed */
};

G_DEFINE_FINAL_TYPE (HeddleWorkloadDialog, heddle_workload_dialog, ADW_TYPE_WINDOW)

static const HdWorkloadType *
get_type (HeddleWorkloadDialog *self)
{
  return hd_workload_types_get (adw_combo_row_get_selected (self->type));
}

static const HdParameter *
find_parameter (const HdWorkloadType *type,
                const char *key)
{
  for (const HdParameter *parameter = type->parameters; parameter != NULL && parameter->key != NULL; parameter++)
    if (strcmp (parameter->key, key) == 0)
      return parameter;
  return NULL;
}

/* ---- what is asked ---------------------------------------------------------------------------------------------------------------- */

static void
update (HeddleWorkloadDialog *self)
{
  const HdWorkloadType *type = get_type (self);
  const HdParameter *file = find_parameter (type, "file");
  gboolean workers = find_parameter (type, "on") != NULL;
  gboolean none = workers && self->workers->len == 0;

  gtk_label_set_label (GTK_LABEL (self->help), _(type->help));
  gtk_widget_set_visible (GTK_WIDGET (self->on), workers);
  gtk_widget_set_visible (GTK_WIDGET (self->operation), find_parameter (type, "operation") != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->file), file != NULL);
  if (file != NULL)
    {
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->file), _(file->title));
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->file), _(file->help));
    }
  gtk_widget_set_visible (self->bytes_row, find_parameter (type, "bytes") != NULL);
  gtk_label_set_label (GTK_LABEL (self->fault), none ? _("Nothing in the drawing can work: add an accelerator first.") : "");
  gtk_widget_set_visible (self->fault, none);
  gtk_widget_set_sensitive (self->add, !none && (file == NULL || *gtk_editable_get_text (GTK_EDITABLE (self->file)) != '\0') &&
                                           (!gtk_widget_get_visible (self->bytes_row) ||
                                            heddle_checked_entry_is_valid (HEDDLE_CHECKED_ENTRY (self->bytes))));
}

/* What is usual for messages is not for collectives. */
static void
suggest_bytes (HeddleWorkloadDialog *self)
{
  const HdParameter *bytes = find_parameter (get_type (self), "bytes");

  if (bytes == NULL)
    return;
  heddle_checked_entry_set_stored (HEDDLE_CHECKED_ENTRY (self->bytes), bytes->default_text != NULL ? bytes->default_text : USUAL_BYTES);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->bytes_row), _(bytes->title));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->bytes_row), _(bytes->help));
}

static void
add_types (HeddleWorkloadDialog *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < hd_workload_types_get_n (); i++)
    gtk_string_list_append (titles, _(hd_workload_types_get (i)->title));
  adw_combo_row_set_model (self->type, G_LIST_MODEL (titles));
  heddle_workload_dialog_choose_type (self, USUAL_TYPE);
}

static void
add_communicators (HeddleWorkloadDialog *self,
                   GtkStringList *titles)
{
  const HdObject *root = hd_document_get_root (heddle_session_get_document (self->session));
  const HdObject *communicators = hd_object_find_child (root, HD_OBJECT_COMMUNICATORS, NULL);

  for (guint i = 0; communicators != NULL && i < hd_object_get_n_children (communicators); i++)
    {
      const char *id = hd_object_get_id (hd_object_get_child (communicators, i));

      if (id == NULL)
        continue;
      gtk_string_list_append (titles, id);
      g_ptr_array_add (self->workers, g_strdup (id));
    }
}

/* Communicators that there are; else all that can work, for whom one is made. */
static void
add_workers (HeddleWorkloadDialog *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  HdDocument *document = heddle_session_get_document (self->session);
  HdDesign *design = heddle_session_get_design (self->session);
  guint64 n = design != NULL ? heddle_count_endpoints (design, 0, hd_design_get_n_nodes (design))
                             : heddle_project_count_endpoints (document, heddle_session_get_catalog (self->session));

  add_communicators (self, titles);
  if (n > 0)
    {
      g_autofree char *count = hd_figure_count (n);
      g_autofree char *title = g_strdup_printf (ngettext ("All %s endpoint", "All %s endpoints", (gulong) n), count);

      gtk_string_list_append (titles, title);
      g_ptr_array_add (self->workers, NULL);
    }
  adw_combo_row_set_model (self->on, G_LIST_MODEL (titles));
}

static void
add_operations (HeddleWorkloadDialog *self)
{
  const HdParameter *operation = find_parameter (hd_workload_types_find (USUAL_TYPE), "operation");
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; operation->choices[i] != NULL; i++)
    gtk_string_list_append (titles, heddle_get_word (operation->choices[i]));
  adw_combo_row_set_model (self->operation, G_LIST_MODEL (titles));
}

void
heddle_workload_dialog_choose_type (HeddleWorkloadDialog *self,
                                    const char *type)
{
  for (guint i = 0; i < hd_workload_types_get_n (); i++)
    if (strcmp (hd_workload_types_get (i)->id, type) == 0)
      adw_combo_row_set_selected (self->type, i);
}

/* ---- files ------------------------------------------------------------------------------------------------------------------------- */

void
heddle_workload_dialog_choose_file (HeddleWorkloadDialog *self,
                                    GFile *file)
{
  GFile *saved = hd_document_get_file (heddle_session_get_document (self->session));
  g_autofree char *project = saved != NULL ? g_file_get_path (saved) : NULL;
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *setting = path != NULL ? hd_workload_type_dup_file (get_type (self), project, path) : NULL;

  if (setting != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->file), setting);
}

static void
browse (HeddleWorkloadDialog *self)
{
  GtkFileChooser *chooser = heddle_choose_file (self, GTK_FILE_CHOOSER_ACTION_OPEN, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self->file)),
                                                _("_Open"), NULL, G_CALLBACK (heddle_workload_dialog_choose_file));
  GFile *project = hd_document_get_file (heddle_session_get_document (self->session));
  g_autoptr (GFile) folder = project != NULL ? g_file_get_parent (project) : NULL;

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- adding ------------------------------------------------------------------------------------------------------------------------ */

gboolean
heddle_workload_dialog_add (HeddleWorkloadDialog *self)
{
  const HdWorkloadType *type = get_type (self);
  const HdParameter *operation = find_parameter (type, "operation");
  g_autoptr (GPtrArray) settings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  guint on = adw_combo_row_get_selected (self->on);
  guint64 uid;

  if (operation != NULL)
    g_ptr_array_add (settings, g_strdup_printf ("operation=%s", operation->choices[adw_combo_row_get_selected (self->operation)]));
  if (find_parameter (type, "file") != NULL && *gtk_editable_get_text (GTK_EDITABLE (self->file)) != '\0')
    g_ptr_array_add (settings, g_strdup_printf ("file=%s", gtk_editable_get_text (GTK_EDITABLE (self->file))));
  if (find_parameter (type, "bytes") != NULL)
    g_ptr_array_add (settings, g_strdup_printf ("bytes=%s", gtk_editable_get_text (GTK_EDITABLE (self->bytes))));
  g_ptr_array_add (settings, NULL);
  uid = heddle_project_add_workload (heddle_session_get_document (self->session), heddle_session_get_catalog (self->session), type->id,
                                     find_parameter (type, "on") != NULL && on < self->workers->len ? self->workers->pdata[on] : NULL,
                                     (const char *const *) settings->pdata, &error);
  if (uid == 0)
    {
      gtk_label_set_label (GTK_LABEL (self->fault), error->message);
      gtk_widget_set_visible (self->fault, TRUE);
      return FALSE;
    }
  heddle_session_select (self->session, (HeddleTarget) { uid, HEDDLE_ALL_MEMBERS });
  gtk_window_close (GTK_WINDOW (self));
  return TRUE;
}

/* ---- object ----------------------------------------------------------------------------------------------------------------------- */

static void
heddle_workload_dialog_dispose (GObject *object)
{
  HeddleWorkloadDialog *self = HEDDLE_WORKLOAD_DIALOG (object);

  g_clear_pointer (&self->workers, g_ptr_array_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_workload_dialog_parent_class)->dispose (object);
}

static void
heddle_workload_dialog_class_init (HeddleWorkloadDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_workload_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/workload-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleWorkloadDialog, type);
  gtk_widget_class_bind_template_child (widget_class, HeddleWorkloadDialog, on);
  gtk_widget_class_bind_template_child (widget_class, HeddleWorkloadDialog, operation);
  gtk_widget_class_bind_template_child (widget_class, HeddleWorkloadDialog, file);
  gtk_widget_class_bind_template_child (widget_class, HeddleWorkloadDialog, bytes_row);
  gtk_widget_class_bind_template_child (widget_class, HeddleWorkloadDialog, help);
  gtk_widget_class_bind_template_child (widget_class, HeddleWorkloadDialog, fault);
  gtk_widget_class_bind_template_child (widget_class, HeddleWorkloadDialog, add);
  gtk_widget_class_bind_template_callback (widget_class, browse);
  gtk_widget_class_bind_template_callback (widget_class, heddle_workload_dialog_add);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
add_volume (HeddleWorkloadDialog *self)
{
  HeddleField volume = heddle_field_from_parameter (heddle_session_get_catalog (self->session), NULL,
                                                    find_parameter (hd_workload_types_find (USUAL_TYPE), "bytes"));

  self->bytes = heddle_quantity_entry_new (self->session, &volume, 0);
  gtk_widget_set_valign (self->bytes, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->bytes, 130, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->bytes_row), self->bytes);
}

static void
heddle_workload_dialog_init (HeddleWorkloadDialog *self)
{
  self->workers = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_workload_dialog_new (HeddleSession *session,
                            GtkWindow *parent)
{
  HeddleWorkloadDialog *self = g_object_new (HEDDLE_TYPE_WORKLOAD_DIALOG, "transient-for", parent, NULL);

  self->session = g_object_ref (session);
  heddle_topic_answer (GTK_WINDOW (self), "work");
  add_volume (self);
  add_operations (self);
  add_workers (self);
  add_types (self);
  suggest_bytes (self);
  update (self);
  g_signal_connect_object (self->type, "notify::selected", G_CALLBACK (suggest_bytes), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->type, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->file, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bytes, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_widget_grab_focus (self->add);
  return GTK_WIDGET (self);
}
