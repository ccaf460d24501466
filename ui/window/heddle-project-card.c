/* heddle-project-card.c: a project with its picture, for the start page
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-project-card"

#include "heddle-project-card.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-scene-painter.h"
#include "heddle-session.h"
#include "heddle-width-first.h"

#define PICTURE_MARGIN 14
#define GLANCE_MS 700

struct _HeddleProjectCard
{
  GtkButton parent_instance;

  /* Owned */
  GFile *file;
  HeddleSession *session; /* until the picture has its colours */
  HeddleScene *scene;
  HeddleText *text;
  HeddleScenePainter *painter;
  GCancellable *loading;

  /* Of the template */
  GtkWidget *picture;
  GtkWidget *title;
  GtkWidget *fidelity;
  GtkWidget *description;

  const HeddleExample *example;
  gboolean may_run;
  gboolean heat;
  guint glance; /* source: what runs is looked at then, over or not */
};

G_DEFINE_FINAL_TYPE (HeddleProjectCard, heddle_project_card, GTK_TYPE_BUTTON)

static guint settled_signal;

static void
draw (GtkDrawingArea *area,
      cairo_t *cr,
      int width,
      int height,
      gpointer data)
{
  HeddleProjectCard *self = data;
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;

  if (self->scene == NULL)
    return;
  heddle_look_prepare_text (&self->text, GTK_WIDGET (area));
  if (self->painter == NULL)
    self->painter = heddle_scene_painter_new (self->text);

  HeddleRect bounds = heddle_scene_bounds (self->scene);
  HeddleViewport viewport = heddle_viewport_fit (&bounds, width, height, PICTURE_MARGIN);

  options.grid = FALSE;
  options.background = FALSE;
  options.pills = 0;
  options.heat = self->heat ? HEDDLE_HEAT_UTILISATION : HEDDLE_HEAT_OFF;
  options.device_scale = gtk_widget_get_scale_factor (GTK_WIDGET (area));
  heddle_scene_painter_paint (self->painter, cr, self->scene, heddle_look_get_theme (), &viewport, &options);
}

static void
show_words (HeddleProjectCard *self,
            const char *title,
            const char *sentence)
{
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->description), sentence != NULL ? sentence : "");
  heddle_set_accessible_label (self, title);
}

static void
show_project (HeddleProjectCard *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  const HdObject *root = hd_snapshot_get_root (heddle_session_get_snapshot (self->session));
  HeddleDrawing *drawing = heddle_session_get_drawing (self->session);

  if (self->example == NULL)
    show_words (self, hd_document_get_name (heddle_session_get_document (self->session)), hd_object_get (root, "description"));
  if (design != NULL && hd_design_get_n_workloads (design) > 0)
    gtk_label_set_label (GTK_LABEL (self->fidelity), hd_run_setting_get_word (hd_run_settings_find ("fidelity"), hd_design_get_run_settings (design)));
  if (drawing != NULL)
    self->scene = heddle_scene_ref (heddle_drawing_get_scene (drawing));
  gtk_widget_queue_draw (self->picture);
}

/* ---- colours: how busy the links are, seen in a short run ------------------------------------------------------------------------- */

static void
settle (HeddleProjectCard *self)
{
  g_autoptr (HeddleSession) session = g_steal_pointer (&self->session);
  HeddleLoads loads;

  if (session == NULL)
    return;
  g_signal_handlers_disconnect_by_data (session, self);
  g_clear_handle_id (&self->glance, g_source_remove);
  heddle_session_set_measure (session, HEDDLE_MEASURE_AVERAGE);
  heddle_session_tick (session, g_get_monotonic_time ()); /* what has run so far, also if it is not over */
  self->heat = self->scene != NULL && heddle_session_get_loads (session, &loads);
  if (self->heat)
    heddle_drawing_show_loads (heddle_session_get_drawing (session), &loads);
  heddle_session_stop (session);
  gtk_widget_queue_draw (self->picture);
  g_signal_emit (self, settled_signal, 0);
}

static void
on_run_changed (HeddleProjectCard *self)
{
  if (!heddle_session_is_active (self->session))
    settle (self);
}

static gboolean
on_glance (gpointer data)
{
  HeddleProjectCard *self = data;

  self->glance = 0;
  settle (self);
  return G_SOURCE_REMOVE;
}

static void
run (HeddleProjectCard *self)
{
  if (self->session == NULL || !heddle_session_can_run (self->session))
    {
      g_clear_object (&self->session);
      g_signal_emit (self, settled_signal, 0);
      return;
    }
  heddle_session_set_speed (self->session, 0);
  heddle_session_start (self->session);
  g_signal_connect_object (self->session, "run-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  self->glance = g_timeout_add (GLANCE_MS, on_glance, self);
}

void
heddle_project_card_run (HeddleProjectCard *self)
{
  self->may_run = TRUE;
  if (self->loading == NULL)
    run (self);
}

static void
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  g_autoptr (HeddleProjectCard) self = data;
  g_autoptr (GError) error = NULL;

  if (heddle_session_load_finish (HEDDLE_SESSION (source), result, &error))
    {
      self->session = g_object_ref (HEDDLE_SESSION (source));
      show_project (self);
    }
  else
    gtk_label_set_label (GTK_LABEL (self->description), error->message);
  g_clear_object (&self->loading);
  if (self->may_run)
    run (self);
}

GFile *
heddle_project_card_get_file (HeddleProjectCard *self)
{
  return self->file;
}

gboolean
heddle_project_card_is_coloured (HeddleProjectCard *self)
{
  return self->heat;
}

static void
heddle_project_card_dispose (GObject *object)
{
  HeddleProjectCard *self = HEDDLE_PROJECT_CARD (object);

  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_handle_id (&self->glance, g_source_remove);
  g_clear_object (&self->session);
  g_clear_pointer (&self->painter, heddle_scene_painter_free);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_pointer (&self->scene, heddle_scene_unref);
  g_clear_object (&self->file);
  G_OBJECT_CLASS (heddle_project_card_parent_class)->dispose (object);
}

static void
heddle_project_card_class_init (HeddleProjectCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_project_card_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, HEDDLE_TYPE_WIDTH_FIRST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/project-card.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleProjectCard, picture);
  gtk_widget_class_bind_template_child (widget_class, HeddleProjectCard, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleProjectCard, fidelity);
  gtk_widget_class_bind_template_child (widget_class, HeddleProjectCard, description);
  settled_signal = g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_project_card_init (HeddleProjectCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->picture), draw, self, NULL);
  heddle_look_watch (self->picture);
}

GtkWidget *
heddle_project_card_new (GFile *file,
                         const HeddleExample *example,
                         HdCatalog *catalog)
{
  HeddleProjectCard *self = g_object_new (HEDDLE_TYPE_PROJECT_CARD, NULL);
  g_autoptr (HeddleSession) session = heddle_session_new (catalog);
  g_autofree char *name = g_file_get_basename (file);

  self->file = g_object_ref (file);
  self->loading = g_cancellable_new ();
  self->example = example;
  show_words (self, example != NULL ? _(example->title) : name, example != NULL ? _(example->sentence) : NULL);
  heddle_session_load_async (session, file, NULL, self->loading, on_loaded, g_object_ref (self));
  return GTK_WIDGET (self);
}
