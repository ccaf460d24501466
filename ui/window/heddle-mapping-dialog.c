/* heddle-mapping-dialog.c: what the attributes of a graph mean
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-mapping"

#include "heddle-mapping-dialog.h"

#include <glib/gi18n.h>

#include "heddle-load-bar.h"
#include "heddle-topic.h"

#define LIST_WIDTH 740

struct _HeddleMappingDialog
{
  AdwWindow parent_instance;

  /* Owned */
  HeddleReading *reading;
  GPtrArray *rows; /* of HeddleMappingRow, borrowed */
  gboolean may_read;

  /* Of the template */
  GtkWidget *close;
  GtkWidget *read;
  HeddleLoadBar *load_bar;
  GtkInfoBar *bar;
  GtkLabel *bar_text;
  GtkScrolledWindow *scrolled;

  GtkWidget *page; /* borrowed: what scrolls */
};

G_DEFINE_FINAL_TYPE (HeddleMappingDialog, heddle_mapping_dialog, ADW_TYPE_WINDOW)

static guint read_again_signal, cancelled_signal, notes_signal;

static void
say (HeddleMappingDialog *self,
     GtkMessageType type,
     const char *text)
{
  gtk_info_bar_set_message_type (self->bar, type);
  gtk_label_set_label (self->bar_text, text != NULL ? text : "");
  gtk_info_bar_set_revealed (self->bar, text != NULL);
}

static void
update (HeddleMappingDialog *self)
{
  gboolean changed = self->reading->failed, busy = heddle_load_bar_is_busy (self->load_bar);

  for (guint i = 0; i < self->rows->len && !changed; i++)
    changed = heddle_mapping_row_is_changed (self->rows->pdata[i]);
  gtk_widget_set_sensitive (self->read, self->may_read && changed && !busy);
  gtk_widget_set_sensitive (self->page, !busy);
}

/* Two attributes of a side cannot mean the same: the last that was chosen does. */
static void
on_changed (HeddleMappingDialog *self,
            HeddleMappingRow *changed)
{
  const char *parameter = heddle_mapping_row_get_parameter (changed);

  for (guint i = 0; i < self->rows->len; i++)
    {
      HeddleMappingRow *row = self->rows->pdata[i];

      if (row != changed && parameter != NULL && heddle_mapping_row_get_key (row)->side == heddle_mapping_row_get_key (changed)->side
          && g_strcmp0 (heddle_mapping_row_get_parameter (row), parameter) == 0)
        heddle_mapping_row_choose (row, NULL, NULL);
    }
  update (self);
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------------------- */

static void
on_notes (HeddleMappingDialog *self)
{
  g_signal_emit (self, notes_signal, 0);
  gtk_window_close (GTK_WINDOW (self));
}

static char *
dup_summary (HeddleMappingDialog *self)
{
  guint guessed = hd_import_report_count (self->reading->report, HD_IMPORT_GUESSED);
  guint left_out = hd_import_report_count (self->reading->report, HD_IMPORT_LEFT_OUT);

  if (self->reading->failed)
    return g_strdup (_("The file could not be read so. Choose what an attribute means, or leave it out, then read the file again."));
  if (guessed + left_out == 0)
    return g_strdup (_("All that the file says was taken as it stands or as you said."));
  return g_strdup_printf (_("%u guessed and %u left out in all. Choose what an attribute means, then read the file again."), guessed, left_out);
}

static GtkWidget *
new_head (HeddleMappingDialog *self)
{
  GtkWidget *group = adw_preferences_group_new (), *notes = gtk_button_new_with_mnemonic (_("_All Notes"));
  g_autofree char *name = heddle_reading_dup_name (self->reading);
  g_autofree char *title = g_markup_escape_text (name, -1);
  g_autofree char *summary = dup_summary (self);

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), summary);
  gtk_widget_set_valign (notes, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (notes, _("What was guessed and left out, among the problems of the project"));
  gtk_widget_set_visible (notes, !self->reading->failed && hd_import_report_get_n (self->reading->report) > 0);
  g_signal_connect_object (notes, "clicked", G_CALLBACK (on_notes), self, G_CONNECT_SWAPPED);
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), notes);
  return group;
}

static GtkWidget *
new_side (HeddleMappingDialog *self,
          HdImportSide side,
          GtkSizeGroup *meanings,
          GtkSizeGroup *units)
{
  GtkWidget *group = adw_preferences_group_new ();
  gboolean any = FALSE;

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), side == HD_IMPORT_OF_NODES ? _("Attributes of Nodes") : _("Attributes of Edges"));
  for (guint i = 0; i < hd_import_report_get_n_keys (self->reading->report); i++)
    {
      GtkWidget *row;

      if (hd_import_report_get_key (self->reading->report, i)->side != side)
        continue;
      row = heddle_mapping_row_new (self->reading, i, meanings, units);
      g_signal_connect_object (row, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
      g_ptr_array_add (self->rows, row);
      any = TRUE;
    }
  gtk_widget_set_visible (group, any);
  return group;
}

static void
fill (HeddleMappingDialog *self)
{
  g_autoptr (GtkSizeGroup) meanings = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  g_autoptr (GtkSizeGroup) units = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  GtkWidget *clamp = adw_clamp_new ();

  g_ptr_array_set_size (self->rows, 0);
  self->page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 24);
  gtk_widget_add_css_class (self->page, "heddle-mapping");
  gtk_box_append (GTK_BOX (self->page), new_head (self));
  for (HdImportSide side = HD_IMPORT_OF_NODES; side <= HD_IMPORT_OF_EDGES; side++)
    gtk_box_append (GTK_BOX (self->page), new_side (self, side, meanings, units));
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), LIST_WIDTH);
  adw_clamp_set_child (ADW_CLAMP (clamp), self->page);
  gtk_scrolled_window_set_child (self->scrolled, clamp);
}

HeddleMappingRow *
heddle_mapping_dialog_find_row (HeddleMappingDialog *self,
                                HdImportSide side,
                                const char *name)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const HdImportKey *key = heddle_mapping_row_get_key (self->rows->pdata[i]);

      if (key->side == side && g_str_equal (key->name, name))
        return self->rows->pdata[i];
    }
  return NULL;
}

void
heddle_mapping_dialog_focus (HeddleMappingDialog *self,
                             const char *name)
{
  HeddleMappingRow *row = heddle_mapping_dialog_find_row (self, HD_IMPORT_OF_NODES, name);

  if (row == NULL)
    row = heddle_mapping_dialog_find_row (self, HD_IMPORT_OF_EDGES, name);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

HeddleReading *
heddle_mapping_dialog_get_reading (HeddleMappingDialog *self)
{
  return self->reading;
}

/* ---- reading again ------------------------------------------------------------------------------------------------------------------- */

static void
on_read (HeddleMappingDialog *self)
{
  g_autoptr (GPtrArray) map = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->rows->len; i++)
    {
      char *rule = heddle_mapping_row_dup_rule (self->rows->pdata[i]);

      if (rule != NULL)
        g_ptr_array_add (map, rule);
    }
  g_ptr_array_add (map, NULL);
  say (self, GTK_MESSAGE_INFO, NULL);
  g_signal_emit (self, read_again_signal, 0, map->pdata);
}

void
heddle_mapping_dialog_begin (HeddleMappingDialog *self,
                             HdProgress *progress)
{
  g_autofree char *name = heddle_reading_dup_name (self->reading);
  g_autofree char *text = g_strdup_printf (_("Reading “%s”"), name);
  g_autofree char *then = g_strdup_printf (_("Checking and drawing “%s”"), name);

  heddle_load_bar_begin (self->load_bar, text, then, progress);
  update (self);
}

void
heddle_mapping_dialog_end (HeddleMappingDialog *self,
                           HeddleReading *reading,
                           const char *fault)
{
  heddle_load_bar_end (self->load_bar);
  say (self, GTK_MESSAGE_ERROR, fault);
  if (reading != NULL)
    {
      heddle_reading_unref (self->reading);
      self->reading = heddle_reading_ref (reading);
      fill (self);
      gtk_widget_grab_focus (self->close);
    }
  update (self);
}

static void
on_cancelled (HeddleMappingDialog *self)
{
  g_signal_emit (self, cancelled_signal, 0);
}

static gboolean
heddle_mapping_dialog_close_request (GtkWindow *window)
{
  if (heddle_load_bar_is_busy (HEDDLE_MAPPING_DIALOG (window)->load_bar))
    on_cancelled (HEDDLE_MAPPING_DIALOG (window));
  return GTK_WINDOW_CLASS (heddle_mapping_dialog_parent_class)->close_request (window);
}

/* ---- object -------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_mapping_dialog_finalize (GObject *object)
{
  HeddleMappingDialog *self = HEDDLE_MAPPING_DIALOG (object);

  g_ptr_array_unref (self->rows);
  heddle_reading_unref (self->reading);
  G_OBJECT_CLASS (heddle_mapping_dialog_parent_class)->finalize (object);
}

static void
heddle_mapping_dialog_class_init (HeddleMappingDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = heddle_mapping_dialog_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = heddle_mapping_dialog_close_request;
  g_type_ensure (HEDDLE_TYPE_LOAD_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/mapping-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleMappingDialog, close);
  gtk_widget_class_bind_template_child (widget_class, HeddleMappingDialog, read);
  gtk_widget_class_bind_template_child (widget_class, HeddleMappingDialog, load_bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleMappingDialog, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleMappingDialog, bar_text);
  gtk_widget_class_bind_template_child (widget_class, HeddleMappingDialog, scrolled);
  gtk_widget_class_bind_template_callback (widget_class, on_read);
  gtk_widget_class_bind_template_callback (widget_class, on_cancelled);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  read_again_signal = g_signal_new ("read-again", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRV);
  cancelled_signal = g_signal_new ("cancelled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  notes_signal = g_signal_new ("notes", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_mapping_dialog_init (HeddleMappingDialog *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_mapping_dialog_new (HeddleReading *reading,
                           const char *obstacle,
                           GtkWindow *parent)
{
  HeddleMappingDialog *self = g_object_new (HEDDLE_TYPE_MAPPING_DIALOG, "transient-for", parent, NULL);

  self->reading = heddle_reading_ref (reading);
  self->may_read = obstacle == NULL;
  heddle_topic_answer (GTK_WINDOW (self), "import");
  fill (self);
  say (self, GTK_MESSAGE_INFO, obstacle);
  update (self);
  return GTK_WIDGET (self);
}
