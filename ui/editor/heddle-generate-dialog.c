/* heddle-generate-dialog.c: choosing a topology, with a preview
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-generate"

#include "heddle-generate-dialog.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-figures.h"
#include "heddle-generate-form.h"
#include "heddle-generate-preview.h"
#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-scene-painter.h"
#include "heddle-topic.h"
#include "heddle-topology.h"

#define TYPING_MS 200 /* after the last keystroke the preview is made anew */
#define PREVIEW_MARGIN 18.0
#define PREVIEW_ZOOM_MAXIMUM 1.0

struct _HeddleGenerateDialog
{
  AdwWindow parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleGeneratePreview *preview; /* or %NULL: none yet, or an error */
  GCancellable *working;          /* or %NULL */
  HeddleText *text;
  HeddleScenePainter *painter;
  guint typing;                   /* timeout */

  /* Of the template */
  GtkListBox *kinds;
  GtkWidget *picture;
  GtkStack *stack; /* "picture", "message", "large", "busy" */
  GtkLabel *message;
  GtkLabel *cost;
  GtkLabel *counts;
  GtkWidget *title;
  GtkWidget *help;
  GtkScrolledWindow *form_scroller;
  GtkWidget *as_components;
  GtkWidget *insert;

  HeddleGenerateForm *form; /* borrowed */

  const HdGenerator *generator;
  guint64 uid;
  HeddlePoint at;
};

G_DEFINE_FINAL_TYPE (HeddleGenerateDialog, heddle_generate_dialog, ADW_TYPE_WINDOW)

/* ---- preview -------------------------------------------------------------------------------------------------------------------- */

static void
paint (GtkDrawingArea *area,
       cairo_t *cr,
       int width,
       int height,
       gpointer data)
{
  HeddleGenerateDialog *self = data;
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  HeddleScene *scene;
  HeddleRect bounds;
  HeddleViewport viewport;

  if (self->preview == NULL || self->preview->drawing == NULL)
    return;
  if (self->painter == NULL)
    {
      self->text = heddle_look_new_text (GTK_WIDGET (area));
      self->painter = heddle_scene_painter_new (self->text);
    }
  scene = heddle_drawing_get_scene (self->preview->drawing);
  bounds = heddle_scene_bounds (scene);
  viewport = heddle_viewport_fit (&bounds, width, height, PREVIEW_MARGIN);
  if (viewport.zoom > PREVIEW_ZOOM_MAXIMUM)
    viewport = heddle_viewport_zoom_at (&viewport, width / 2.0, height / 2.0, PREVIEW_ZOOM_MAXIMUM / viewport.zoom);
  viewport.width = width;
  viewport.height = height;
  options.grid = FALSE;
  options.device_scale = gtk_widget_get_scale_factor (GTK_WIDGET (area));
  heddle_scene_painter_paint (self->painter, cr, scene, heddle_look_get_theme (), &viewport, &options);
}

static char *
dup_counts (guint64 n_nodes,
            guint64 n_links)
{
  g_autofree char *nodes = hd_figure_count (n_nodes), *links = hd_figure_count (n_links);
  g_autofree char *nodes_text = g_strdup_printf (ngettext ("%s component", "%s components", n_nodes), nodes);
  g_autofree char *links_text = g_strdup_printf (ngettext ("%s link", "%s links", n_links), links);

  return g_strdup_printf ("%s, %s", nodes_text, links_text);
}

static guint64
count_items (HeddleGenerateDialog *self)
{
  return self->preview != NULL ? self->preview->n_nodes + self->preview->n_links : 0;
}

static void
show_preview (HeddleGenerateDialog *self)
{
  g_autofree char *counts = dup_counts (self->preview->n_nodes, self->preview->n_links);

  gtk_label_set_label (self->counts, counts);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, counts, -1);
  gtk_widget_set_sensitive (self->insert, TRUE);
  if (self->preview->drawing == NULL)
    {
      g_autofree char *cost = heddle_generate_dup_cost (count_items (self));
      g_autofree char *sentence = g_strdup_printf (_("Drawing it takes %s."), cost);

      gtk_label_set_label (self->cost, sentence);
    }
  gtk_stack_set_visible_child_name (self->stack, self->preview->drawing != NULL ? "picture" : "large");
  gtk_widget_queue_draw (self->picture);
}

static void
show_message (HeddleGenerateDialog *self,
              const char *message)
{
  g_clear_pointer (&self->preview, heddle_generate_preview_free);
  gtk_label_set_label (self->message, message);
  gtk_label_set_label (self->counts, NULL);
  gtk_widget_set_sensitive (self->insert, FALSE);
  gtk_stack_set_visible_child_name (self->stack, "message");
}

static void
on_previewed (GObject *source,
              GAsyncResult *result,
              gpointer data)
{
  GWeakRef *reference = data;
  g_autoptr (HeddleGenerateDialog) self = g_weak_ref_get (reference);
  g_autoptr (GError) error = NULL;
  g_autoptr (HeddleGeneratePreview) preview = heddle_generate_preview_finish (result, &error);

  g_weak_ref_clear (reference);
  g_free (reference);
  /* Another one is on its way, or the dialog is closed. */
  if (self == NULL || self->working == NULL || g_task_get_cancellable (G_TASK (result)) != self->working)
    return;
  g_clear_object (&self->working);
  if (preview == NULL)
    {
      show_message (self, error->message);
      return;
    }
  g_clear_pointer (&self->preview, heddle_generate_preview_free);
  self->preview = g_steal_pointer (&preview);
  show_preview (self);
}

static void
stop_working (HeddleGenerateDialog *self)
{
  g_clear_handle_id (&self->typing, g_source_remove);
  if (self->working != NULL)
    g_cancellable_cancel (self->working);
  g_clear_object (&self->working);
}

static void
begin_preview (HeddleGenerateDialog *self,
               guint64 most)
{
  g_auto (GStrv) settings = heddle_generate_form_dup_settings (self->form);
  GWeakRef *reference = g_new (GWeakRef, 1);

  g_weak_ref_init (reference, self);
  stop_working (self);
  self->working = g_cancellable_new ();
  if (most > HEDDLE_GENERATE_FEW)
    gtk_stack_set_visible_child_name (self->stack, "busy");
  heddle_generate_preview_async (heddle_session_get_snapshot (self->session), heddle_session_get_catalog (self->session), self->generator,
                                 (const char *const *) settings, most, self->working, on_previewed, reference);
}

static gboolean
on_typed (gpointer data)
{
  HeddleGenerateDialog *self = data;

  self->typing = 0;
  begin_preview (self, HEDDLE_GENERATE_FEW);
  return G_SOURCE_REMOVE;
}

static void
on_form_changed (HeddleGenerateDialog *self)
{
  stop_working (self);
  if (!heddle_generate_form_is_valid (self->form))
    {
      show_message (self, _("A value is not valid"));
      return;
    }
  gtk_widget_set_sensitive (self->insert, FALSE);
  self->typing = g_timeout_add (TYPING_MS, on_typed, self);
}

static void
on_draw_anyway (HeddleGenerateDialog *self)
{
  begin_preview (self, G_MAXUINT64);
}

static void
on_cancel_preview (HeddleGenerateDialog *self)
{
  begin_preview (self, HEDDLE_GENERATE_FEW);
}

gboolean
heddle_generate_dialog_is_busy (HeddleGenerateDialog *self)
{
  return self->typing != 0 || self->working != NULL;
}

gboolean
heddle_generate_dialog_get_counts (HeddleGenerateDialog *self,
                                   guint64 *out_nodes,
                                   guint64 *out_links,
                                   gboolean *out_drawn)
{
  if (self->preview == NULL)
    return FALSE;
  *out_nodes = self->preview->n_nodes;
  *out_links = self->preview->n_links;
  *out_drawn = self->preview->drawing != NULL;
  return TRUE;
}

/* ---- inserting -------------------------------------------------------------------------------------------------------------------- */

/* Values may be expressions of the project, which a generator's own check would refuse: so they are written one by one. */
static gboolean
write_settings (HeddleGenerateDialog *self,
                HdDocument *document,
                guint64 uid,
                GError **error)
{
  g_auto (GStrv) settings = heddle_generate_form_dup_settings (self->form);
  const HdObject *object = hd_document_get_object (document, uid);
  g_autoptr (GPtrArray) old = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *name = hd_object_get_nth_attribute (object, i, NULL);

      if (hd_schema_find_field (HD_OBJECT_GENERATE, name) == NULL)
        g_ptr_array_add (old, g_strdup (name));
    }
  for (guint i = 0; i < old->len; i++)
    {
      gboolean kept = FALSE;

      for (guint k = 0; settings[k] != NULL; k++)
        kept = kept || (g_str_has_prefix (settings[k], old->pdata[i]) && settings[k][strlen (old->pdata[i])] == '=');
      if (!kept && !hd_document_set_attribute (document, uid, old->pdata[i], NULL, error))
        return FALSE;
    }
  for (guint i = 0; settings[i] != NULL; i++)
    {
      const char *equals = strchr (settings[i], '=');
      g_autofree char *key = g_strndup (settings[i], (gsize) (equals - settings[i]));

      if (!hd_document_set_attribute (document, uid, key, equals + 1, error))
        return FALSE;
    }
  return hd_document_set_attribute (document, uid, "kind", self->generator->kind, error);
}

/* Where it covers nothing that is there. What is too large to be drawn has no size either. */
static HeddlePoint
find_place (HeddleGenerateDialog *self)
{
  HeddleDrawing *drawing = heddle_session_get_drawing (self->session);

  if (drawing == NULL || self->preview == NULL || self->preview->drawing == NULL)
    return self->at;

  HeddleRect extent = heddle_topology_get_extent (self->preview->drawing);

  return heddle_drawing_find_free (drawing, self->at, &extent);
}

static gboolean
insert (HeddleGenerateDialog *self,
        HdDocument *document,
        guint64 *out_uid,
        GError **error)
{
  guint64 module = hd_object_get_uid (heddle_session_get_module (self->session));
  HeddlePoint at = find_place (self);

  *out_uid = self->uid != 0 ? self->uid : heddle_edit_add_generated (document, module, self->generator, NULL, at.x, at.y, error);
  return *out_uid != 0 && write_settings (self, document, *out_uid, error);
}

static void
select_all (HeddleGenerateDialog *self,
            GArray *uids)
{
  heddle_session_select_none (self->session);
  for (guint i = 0; i < uids->len; i++)
    heddle_session_toggle_selected (self->session, (HeddleTarget){ g_array_index (uids, guint64, i), HEDDLE_ALL_MEMBERS });
}

gboolean
heddle_generate_dialog_insert (HeddleGenerateDialog *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  gboolean as_components = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->as_components));
  g_autofree char *name = g_strdup_printf (self->uid != 0 ? _("Change %s") : _("Generate %s"), _(self->generator->title));
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) uids = NULL;
  guint64 uid;
  gboolean good;

  hd_document_begin_group (document, name);
  good = insert (self, document, &uid, &error);
  if (good && as_components)
    {
      uids = heddle_edit_convert (document, heddle_session_get_catalog (self->session), uid, NULL, &error);
      good = uids != NULL;
    }
  hd_document_end_group (document);
  if (!good)
    {
      if (hd_document_get_undo_name (document) != NULL && g_str_equal (hd_document_get_undo_name (document), name))
        hd_document_undo (document);
      show_message (self, error->message);
      return FALSE;
    }
  if (uids != NULL)
    select_all (self, uids);
  else
    heddle_session_select (self->session, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
  gtk_window_destroy (GTK_WINDOW (self));
  return TRUE;
}

static void
on_size_confirmed (HeddleGenerateDialog *self,
                   const char *response)
{
  if (g_str_equal (response, "insert"))
    heddle_generate_dialog_insert (self);
}

static void
on_insert (HeddleGenerateDialog *self)
{
  g_autofree char *counts = NULL, *cost = NULL, *body = NULL;
  GtkWidget *question;

  if (!gtk_widget_get_sensitive (self->insert))
    return;
  if (count_items (self) <= HEDDLE_GENERATE_FEW)
    {
      heddle_generate_dialog_insert (self);
      return;
    }
  counts = dup_counts (self->preview->n_nodes, self->preview->n_links);
  cost = heddle_generate_dup_cost (count_items (self));
  body = g_strdup_printf (_("%s. Each time the project is checked and drawn this takes %s."), counts, cost);
  question = heddle_message_new (GTK_WINDOW (self), _("Insert a Large Topology?"), body, "generate");
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (question), "cancel", _("_Cancel"), "insert", _("_Insert"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (question), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (question), "cancel");
  g_signal_connect_object (question, "response", G_CALLBACK (on_size_confirmed), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (question));
}

/* ---- list of kinds ------------------------------------------------------------------------------------------------------------------ */

static GtkWidget *
new_kind_row (const HdGenerator *generator)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  g_autofree char *symbol = g_strconcat ("topology-", generator->kind, NULL);

  gtk_box_append (GTK_BOX (box), heddle_symbol_image_new (symbol, 28));
  gtk_box_append (GTK_BOX (box), heddle_label_new (_(generator->title), NULL));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  heddle_set_accessible_label (row, _(generator->title));
  gtk_widget_set_tooltip_text (row, _(generator->help));
  return row;
}

static void
on_kind_selected (HeddleGenerateDialog *self,
                  GtkListBoxRow *row)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *object = self->uid != 0 ? hd_document_get_object (document, self->uid) : NULL;

  if (row == NULL || self->generator == hd_generators_get (gtk_list_box_row_get_index (row)))
    return;
  /* The values of an object that is changed are shown for its own kind. */
  if (self->generator != NULL || (object != NULL && g_strcmp0 (hd_object_get (object, "kind"), hd_generators_get (gtk_list_box_row_get_index (row))->kind) != 0))
    object = NULL;
  self->generator = hd_generators_get (gtk_list_box_row_get_index (row));
  gtk_label_set_label (GTK_LABEL (self->title), _(self->generator->title));
  gtk_label_set_label (GTK_LABEL (self->help), _(self->generator->help));
  heddle_generate_form_set_generator (self->form, self->generator, object);
}

gboolean
heddle_generate_dialog_choose (HeddleGenerateDialog *self,
                               const char *kind)
{
  for (guint i = 0; i < hd_generators_get_n (); i++)
    if (g_strcmp0 (hd_generators_get (i)->kind, kind) == 0)
      {
        gtk_list_box_select_row (self->kinds, gtk_list_box_get_row_at_index (self->kinds, i));
        return TRUE;
      }
  return FALSE;
}

gboolean
heddle_generate_dialog_set (HeddleGenerateDialog *self,
                            const char *key,
                            const char *value)
{
  return heddle_generate_form_set (self->form, key, value);
}

void
heddle_generate_dialog_set_as_components (HeddleGenerateDialog *self,
                                          gboolean as_components)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->as_components), as_components);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_generate_dialog_dispose (GObject *object)
{
  HeddleGenerateDialog *self = HEDDLE_GENERATE_DIALOG (object);

  stop_working (self);
  G_OBJECT_CLASS (heddle_generate_dialog_parent_class)->dispose (object);
  g_clear_pointer (&self->preview, heddle_generate_preview_free);
  g_clear_pointer (&self->painter, heddle_scene_painter_free);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
}

static void
heddle_generate_dialog_class_init (HeddleGenerateDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_generate_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/generate-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, kinds);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, picture);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, message);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, cost);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, counts);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, help);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, form_scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, as_components);
  gtk_widget_class_bind_template_child (widget_class, HeddleGenerateDialog, insert);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_insert);
  gtk_widget_class_bind_template_callback (widget_class, on_draw_anyway);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel_preview);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
heddle_generate_dialog_init (HeddleGenerateDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->picture), paint, self, NULL);
  heddle_look_watch (self->picture);
  for (guint i = 0; i < hd_generators_get_n (); i++)
    gtk_list_box_append (self->kinds, new_kind_row (hd_generators_get (i)));
}

GtkWidget *
heddle_generate_dialog_new (GtkWindow *parent,
                            HeddleSession *session,
                            guint64 uid,
                            HeddlePoint at)
{
  HeddleGenerateDialog *self = g_object_new (HEDDLE_TYPE_GENERATE_DIALOG, "transient-for", parent,
                                             "title", uid != 0 ? _("Change a Topology") : _("Generate a Topology"), NULL);
  HdDocument *document = heddle_session_get_document (session);
  const char *kind = uid != 0 ? hd_object_get (hd_document_get_object (document, uid), "kind") : NULL;

  self->session = g_object_ref (session);
  self->uid = uid;
  self->at = at;
  heddle_topic_answer (GTK_WINDOW (self), "generate");
  gtk_button_set_label (GTK_BUTTON (self->insert), uid != 0 ? _("_Apply") : _("_Insert"));
  self->form = HEDDLE_GENERATE_FORM (heddle_generate_form_new (session));
  g_signal_connect_object (self->form, "changed", G_CALLBACK (on_form_changed), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (self->form_scroller, GTK_WIDGET (self->form));
  if (!heddle_generate_dialog_choose (self, kind))
    heddle_generate_dialog_choose (self, hd_generators_get (0)->kind);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (gtk_list_box_get_selected_row (self->kinds)));
  return GTK_WIDGET (self);
}
