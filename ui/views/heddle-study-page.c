/* heddle-study-page.c: the studies of the project: their runs, and what these came to
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-page"

#include "heddle-study-page-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-study-list.h"
#include "heddle-study-ready.h"
#include "heddle-text-drop.h"

#define STUDY_CHARS 20

G_DEFINE_FINAL_TYPE (HeddleStudyPage, heddle_study_page, GTK_TYPE_WIDGET)

/* ---- results ---------------------------------------------------------------------------------------------------------------------- */

static void
forget_results (HeddleStudyPage *self)
{
  g_cancellable_cancel (self->taking);
  g_clear_object (&self->taking);
  heddle_study_page_forget_run (self);
  heddle_study_page_forget_figure (self);
  if (self->list != NULL)
    heddle_study_list_set_table (HEDDLE_STUDY_LIST (self->list), NULL, NULL);
  heddle_study_page_leave_results (self);
  g_clear_pointer (&self->published, hd_study_published_free);
  g_clear_pointer (&self->table, hd_study_table_free);
  g_clear_pointer (&self->plan, hd_study_plan_unref);
  g_clear_pointer (&self->path, g_free);
}

void
heddle_study_page_show_results (HeddleStudyPage *self,
                                gboolean is_over)
{
  heddle_study_page_fill_axes (self);
  heddle_study_page_show_figure (self);
  heddle_study_list_refresh (HEDDLE_STUDY_LIST (self->list), is_over);
  if (self->chosen != HD_NO_ID)
    heddle_study_list_choose (HEDDLE_STUDY_LIST (self->list), self->chosen);
  heddle_study_page_show_state (self);
}

/* ---- the studies of the project ----------------------------------------------------------------------------------------------------- */

/* "22 points of $load × $channels, at most 3 runs each"; "80 of 310,000 points of ..." if the best ones are looked for */
static char *
dup_about (HeddleStudyPage *self)
{
  GString *text = g_string_new (NULL);
  g_autofree char *n = hd_figure_count (hd_study_plan_get_n_points (self->plan));
  guint repeats = hd_study_plan_get_repeats (self->plan), n_chosen = hd_study_plan_get_n_chosen (self->plan);
  gboolean is_first = TRUE;

  if (n_chosen < hd_study_plan_get_n_points (self->plan))
    {
      g_autofree char *some = hd_figure_count (n_chosen);

      g_string_append_printf (text, _("%s of %s points of "), some, n);
    }
  else
    g_string_append_printf (text, ngettext ("%s point of ", "%s points of ", hd_study_plan_get_n_points (self->plan)), n);
  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (!hd_study_plan_get_factor (self->plan, i)->is_fixed)
      {
        g_string_append_printf (text, "%s%s", is_first ? "" : " × ", hd_study_plan_get_factor (self->plan, i)->address);
        is_first = FALSE;
      }
  if (repeats > 1)
    g_string_append_printf (text, ngettext (", at most %u run each", ", at most %u runs each", repeats), repeats);
  return g_string_free (text, FALSE);
}

static const char *
get_chosen_id (HeddleStudyPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->study);

  return self->ids != NULL && chosen < g_strv_length (self->ids) ? self->ids[chosen] : NULL;
}

/* Of another state of the project than the present one it is cancelled. */
static void
on_ready (GObject *object,
          GAsyncResult *result,
          gpointer data)
{
  HeddleStudyPage *self = HEDDLE_STUDY_PAGE (object);
  HeddleStudyReady *ready = heddle_study_ready_finish (result);
  g_autofree char *about = NULL, *source = NULL;

  if (ready == NULL)
    return;
  g_clear_object (&self->taking);
  self->plan = g_steal_pointer (&ready->plan);
  self->path = g_steal_pointer (&ready->path);
  self->table = g_steal_pointer (&ready->table);
  self->published = g_steal_pointer (&ready->published);
  about = self->plan != NULL ? dup_about (self) : g_strdup (ready->message);
  gtk_label_set_label (self->about, about);
  source = self->published != NULL ? g_strdup_printf (_("Published: %s"), hd_study_published_get_source (self->published)) : NULL;
  heddle_set_tooltip (GTK_WIDGET (self->about), source);
  heddle_study_list_set_table (HEDDLE_STUDY_LIST (self->list), self->table, self->published);
  heddle_study_page_show_results (self, TRUE);
  if (self->plan != NULL && ready->message != NULL)
    gtk_label_set_label (self->state, ready->message);
  if (self->plan != NULL && g_strcmp0 (self->path, self->path_before) == 0) /* the same results, as after a point of them was opened */
    {
      heddle_study_page_show_choice (self, self->chosen_before);
      heddle_study_list_choose (HEDDLE_STUDY_LIST (self->list), self->chosen_before);
    }
  if (self->plan != NULL && self->starts_anew)
    heddle_study_page_start (self);
  self->starts_anew = FALSE;
}

/* As the project is now. What makes the same results keeps what there is of them. */
void
heddle_study_page_take_study (HeddleStudyPage *self)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  const char *id = get_chosen_id (self);

  if (self->is_filling)
    return;
  if (self->path != NULL)
    {
      g_free (self->path_before);
      self->path_before = g_strdup (self->path);
      self->chosen_before = self->chosen;
    }
  forget_results (self);
  self->is_dirty = FALSE;
  heddle_study_page_show_choice (self, HD_NO_ID);
  gtk_label_set_label (self->state, "");
  heddle_study_page_show_results (self, TRUE);
  if (id == NULL || snapshot == NULL)
    return;
  self->taking = g_cancellable_new ();
  heddle_study_ready_async (snapshot, id, self, self->taking, on_ready);
}

static char **
list_titles (HdSnapshot *snapshot,
             char **ids)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (char **id = ids; *id != NULL; id++)
    {
      const HdObject *study = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_STUDY, *id);
      const char *title = hd_object_get (study, "title");

      g_strv_builder_add (builder, title != NULL ? title : *id);
    }
  return g_strv_builder_end (builder);
}

/* (nullable): the id of the study that is selected, or of which a part is. */
static const char *
find_selected_id (HeddleStudyPage *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *object = document != NULL && heddle_session_get_n_selected (self->session) == 1
                             ? hd_document_get_object (document, heddle_session_get_selected (self->session, 0).uid)
                             : NULL;
  HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_PROJECT;

  if (kind == HD_OBJECT_FACTOR || kind == HD_OBJECT_METRIC)
    object = hd_document_get_object (document, hd_document_get_parent (document, hd_object_get_uid (object)));
  return object != NULL && hd_object_get_kind (object) == HD_OBJECT_STUDY ? hd_object_get_id (object) : NULL;
}

static void
fill_studies (HeddleStudyPage *self)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  g_auto (GStrv) ids = snapshot != NULL ? hd_study_list (snapshot) : g_new0 (char *, 1), titles = list_titles (snapshot, ids);
  g_autoptr (GtkStringList) names = gtk_string_list_new ((const char *const *) titles);
  const char *selected = find_selected_id (self);
  g_autofree char *chosen = g_strdup (selected != NULL ? selected : get_chosen_id (self));
  guint place = 0;

  for (guint i = 0; ids[i] != NULL; i++)
    if (g_strcmp0 (ids[i], chosen) == 0)
      place = i;
  self->is_filling = TRUE;
  g_strfreev (self->ids);
  self->ids = g_steal_pointer (&ids);
  gtk_drop_down_set_model (self->study, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->study, self->ids[0] != NULL ? place : GTK_INVALID_LIST_POSITION);
  self->is_filling = FALSE;
}

/* One that runs goes on with the project as it was. */
void
heddle_study_page_refresh (HeddleStudyPage *self)
{
  if (!self->is_dirty || !gtk_widget_get_mapped (GTK_WIDGET (self)) || heddle_study_page_is_running (self))
    {
      heddle_study_page_show_state (self);
      return;
    }
  fill_studies (self);
  heddle_study_page_take_study (self);
}

static void
on_design_changed (HeddleStudyPage *self)
{
  if (self->document != heddle_session_get_document (self->session)) /* what runs is of another project */
    forget_results (self);
  g_set_object (&self->document, heddle_session_get_document (self->session));
  if (self->plan == NULL || hd_study_plan_get_snapshot (self->plan) != heddle_session_get_snapshot (self->session))
    self->is_dirty = TRUE;
  heddle_study_page_refresh (self);
}

/* A study that is selected, or a part of it, is the one that is looked at; not while another runs. */
static void
on_selection_changed (HeddleStudyPage *self)
{
  const char *id = self->ids != NULL && !heddle_study_page_is_running (self) ? find_selected_id (self) : NULL;

  for (guint i = 0; id != NULL && self->ids[i] != NULL; i++)
    if (g_str_equal (self->ids[i], id) && i != gtk_drop_down_get_selected (self->study))
      gtk_drop_down_set_selected (self->study, i);
}

/* ---- factors that are dropped ------------------------------------------------------------------------------------------------------------- */

#define CARRIED "heddle-knob:" /* what rows of the inspector carry */

/* A row of the inspector becomes a factor of the study that is looked at. */
static gboolean
on_drop (HeddleStudyPage *self,
         const GValue *value)
{
  const char *text = g_value_get_string (value), *id = get_chosen_id (self);

  if (text == NULL || !g_str_has_prefix (text, CARRIED) || heddle_study_page_is_running (self))
    return FALSE;
  return gtk_widget_activate_action (GTK_WIDGET (self), "win.add-factor", "(ss)", id != NULL ? id : "", text + strlen (CARRIED));
}

/* ---- a point ----------------------------------------------------------------------------------------------------------------------------- */

/* The drawing becomes that of the point, in one step that can be undone, and runs. */
static void
on_open (HeddleStudyPage *self)
{
  g_auto (GStrv) settings = NULL;
  g_autofree char *point = NULL, *name = NULL;
  g_autoptr (GError) error = NULL;

  if (self->chosen == HD_NO_ID || self->plan == NULL)
    return;
  settings = hd_study_plan_dup_settings (self->plan, self->chosen, 0);
  point = hd_study_plan_dup_point (self->plan, self->chosen);
  name = g_strdup_printf (_("Take %s"), point);
  if (!heddle_session_apply (self->session, name, (const char *const *) settings, &error))
    {
      gtk_label_set_label (self->point_label, error->message);
      heddle_set_tooltip (GTK_WIDGET (self->point_label), error->message);
      return;
    }
  gtk_widget_activate_action (GTK_WIDGET (self), "win.run", NULL);
}

static void
on_chosen (HeddleStudyPage *self,
           guint point)
{
  heddle_study_page_show_choice (self, point);
}

static void
on_activated (HeddleStudyPage *self,
              guint point)
{
  heddle_study_page_show_choice (self, point);
  on_open (self);
}

HeddlePlotExport *
heddle_study_page_get_export (HeddleStudyPage *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

gboolean
heddle_study_page_is_of_use (HeddleSession *session)
{
  HdDocument *document = heddle_session_get_document (session);

  return document != NULL && hd_object_find_child (hd_document_get_root (document), HD_OBJECT_STUDY, NULL) != NULL;
}

/* ---- object -------------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_study_page_dispose (GObject *object)
{
  HeddleStudyPage *self = HEDDLE_STUDY_PAGE (object);

  self->is_filling = TRUE;
  forget_results (self);
  self->list = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->ids, g_strfreev);
  g_clear_pointer (&self->path_before, g_free);
  g_clear_object (&self->document);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_study_page_parent_class)->dispose (object);
}

static void
heddle_study_page_css_changed (GtkWidget *widget,
                               GtkCssStyleChange *change)
{
  HeddleStudyPage *self = HEDDLE_STUDY_PAGE (widget);

  GTK_WIDGET_CLASS (heddle_study_page_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->text, heddle_text_free);
}

static void
heddle_study_page_class_init (HeddleStudyPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_study_page_dispose;
  widget_class->css_changed = heddle_study_page_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/study-page.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, study);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, start);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, stop);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, progress);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, state);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, axes);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, x_choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, y_choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, x_label);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, second_choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, second_label);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, key);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, logarithmic);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, view_choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, area);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, hint);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, foot);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, point_label);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, open);
  gtk_widget_class_bind_template_callback (widget_class, heddle_study_page_take_study);
  gtk_widget_class_bind_template_callback (widget_class, heddle_study_page_refresh);
  gtk_widget_class_bind_template_callback (widget_class, on_open);
  heddle_study_page_bind_brush (widget_class);
  heddle_study_page_bind_figure (widget_class);
  heddle_study_page_bind_runs (widget_class);
}

static void
heddle_study_page_init (HeddleStudyPage *self)
{
  GtkDropTarget *drop = heddle_text_drop_new ();

  self->chosen = HD_NO_ID;
  self->brushed = HEDDLE_PARALLEL_NONE;
  self->is_dirty = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  heddle_drop_down_narrow (self->study, STUDY_CHARS);
  heddle_study_page_init_figure (self);
  self->list = heddle_study_list_new ();
  gtk_stack_add_named (self->stack, self->list, "table");
  g_signal_connect_object (drop, "drop", G_CALLBACK (on_drop), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  g_signal_connect_object (self->list, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
}

GtkWidget *
heddle_study_page_new (HeddleSession *session)
{
  HeddleStudyPage *self = g_object_new (HEDDLE_TYPE_STUDY_PAGE, NULL);

  self->session = g_object_ref (session);
  g_set_object (&self->document, heddle_session_get_document (session));
  self->export = heddle_study_page_new_export (self);
  gtk_box_append (self->bar, self->export);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_design_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
