/* heddle-run-list.c: the runs that are kept, as a list
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-run-list"

#include "heddle-run-list.h"

#include <glib/gi18n.h>

#include "heddle-ask.h"
#include "heddle-figures.h"
#include "heddle-kept-runs.h"
#include "heddle-look.h"
#include "heddle-rows.h"

#define DIGITS 4
#define NUMBER_KEY "heddle-run"

struct _HeddleRunList
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  char *fault; /* of what was asked for last, or NULL */
  guint removed; /* number of the run that may be returned, or 0 */

  /* Of the template */
  GtkWidget *box;
  GtkLabel *note;
  GtkWidget *undo;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (HeddleRunList, heddle_run_list, GTK_TYPE_WIDGET)

/* ---- rows --------------------------------------------------------------------------------------------------------------------- */

static char *
dup_title (const HdKeptRun *run)
{
  return run->name != NULL ? g_strdup (run->name) : g_strdup_printf (_("Run %u"), run->number);
}

/* Throughput is what most look for; else what the run says first. */
static const HdMetric *
find_figure (const HdKeptRun *run)
{
  const HdMetric *throughput = hd_kept_run_find_metric (run, "throughput");

  return throughput != NULL ? throughput : run->metrics->len > 0 ? &g_array_index (run->metrics, HdMetric, 0) : NULL;
}

static char *
dup_when (const HdKeptRun *run)
{
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_utc (run->ended_s);

  return then != NULL ? heddle_dup_day (then) : g_strdup ("");
}

/* All that is known of it. */
static char *
dup_facts (const HdKeptRun *run,
           const char *changed)
{
  g_autofree char *when = dup_when (run), *wall = hd_figure_in (run->wall_s, "s", 3);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _("Run %u, %s, took %s"), run->number, when, wall);
  if (changed != NULL)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("It has read “%s”, which has changed since"), changed);
    }
  if (*run->edits != '\0')
    g_string_append_printf (text, "\n%s", run->edits);
  for (guint i = 0; i < run->metrics->len; i++)
    {
      const HdMetric *metric = &g_array_index (run->metrics, HdMetric, i);
      g_autofree char *value = hd_figure_in (metric->value, metric->unit, DIGITS);

      g_string_append_printf (text, "\n%s %s", metric->title, value);
    }
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _("Digest %s"), run->digest);
  return g_string_free (text, FALSE);
}

static GtkWidget *
new_badge (const char *text)
{
  GtkWidget *badge = gtk_label_new (text);

  gtk_widget_add_css_class (badge, "heddle-badge");
  gtk_widget_set_valign (badge, GTK_ALIGN_CENTER);
  return badge;
}

static void
append_item (GMenu *menu,
             const char *label,
             const char *action,
             guint number)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, g_variant_new_uint32 (number));
  g_menu_append_item (menu, item);
}

/* Made when it is opened: what may be done depends on what is shown by then. */
static void
on_menu (GtkMenuButton *button,
         gpointer data)
{
  HeddleRunList *self = data;
  guint number = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), NUMBER_KEY)), place;
  g_autoptr (GMenu) menu = g_menu_new (), looks = g_menu_new (), keeps = g_menu_new ();
  GtkWidget *popover;

  if (!heddle_session_find_kept (self->session, number, &place))
    return;
  if (heddle_session_has_kept_record (self->session, place))
    append_item (looks, _("_Show"), "runs.show", number);
  append_item (looks, _("_Compare With This"), "runs.compare", number);
  append_item (looks, _("_Restore Design"), "runs.restore", number);
  append_item (keeps, _("Re_name…"), "runs.name", number);
  append_item (keeps, heddle_session_get_kept (self->session, place)->is_pinned ? _("Un_pin") : _("_Pin"), "runs.pin", number);
  append_item (keeps, _("_Delete"), "runs.delete", number);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (looks));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (keeps));
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_menu_button_set_popover (button, popover);
}

static GtkWidget *
new_head (HeddleRunList *self,
          guint place,
          const char *title)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = heddle_label_new (title, NULL);

  gtk_box_append (GTK_BOX (head), label);
  if (heddle_session_get_kept (self->session, place)->is_pinned)
    {
      GtkWidget *pin = gtk_image_new_from_icon_name ("view-pin-symbolic");

      heddle_set_accessible_label (pin, _("Pinned"));
      gtk_box_append (GTK_BOX (head), pin);
    }
  if (heddle_session_is_kept_shown (self->session, place))
    gtk_box_append (GTK_BOX (head), new_badge (_("Shown")));
  if (heddle_session_is_kept_baseline (self->session, place))
    gtk_box_append (GTK_BOX (head), new_badge (_("Baseline")));
  if (heddle_session_get_changed_input (self->session, place) != NULL)
    {
      GtkWidget *mark = gtk_image_new_from_icon_name ("dialog-warning-symbolic");

      gtk_widget_add_css_class (mark, "warning");
      heddle_set_accessible_label (mark, _("A file that it has read has changed since"));
      gtk_box_append (GTK_BOX (head), mark);
    }
  return head;
}

/* Its first figure, and how much more or less that is than in the baseline. */
static GtkWidget *
new_figure (HeddleRunList *self,
            const HdKeptRun *run,
            char **out_text)
{
  const HdMetric *metric = find_figure (run);
  g_autofree char *value = metric != NULL ? hd_figure_in (metric->value, metric->unit, DIGITS) : NULL, *change = NULL;
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  HdMetric before;

  *out_text = metric != NULL ? g_strdup_printf ("%s %s", metric->title, value) : g_strdup ("");
  if (metric == NULL)
    return column;
  if (heddle_session_find_before (self->session, metric->name, &before) && heddle_has_changed (&before, metric))
    change = heddle_dup_change (&before, metric);
  gtk_box_append (GTK_BOX (column), heddle_label_new (value, "numeric"));
  gtk_box_append (GTK_BOX (column), heddle_label_new (change != NULL ? change : metric->title, "dim-label"));
  for (GtkWidget *label = gtk_widget_get_first_child (column); label != NULL; label = gtk_widget_get_next_sibling (label))
    gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (gtk_widget_get_last_child (column), "caption");
  gtk_widget_set_valign (column, GTK_ALIGN_CENTER);
  return column;
}

static GtkWidget *
new_row (HeddleRunList *self,
         guint place)
{
  const HdKeptRun *run = heddle_session_get_kept (self->session, place);
  GtkWidget *row = gtk_list_box_row_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *menu = gtk_menu_button_new (), *edits;
  const char *changed = heddle_session_get_changed_input (self->session, place);
  g_autofree char *title = dup_title (run), *facts = dup_facts (run, changed), *figure = NULL, *first_edit = g_strndup (run->edits, strcspn (run->edits, "\n")), *label = NULL;
  GtkWidget *column = new_figure (self, run, &figure);
  g_autofree char *when = dup_when (run);

  edits = heddle_label_new (*first_edit != '\0' ? first_edit : when, "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (edits), PANGO_ELLIPSIZE_MIDDLE); /* the values are what is looked for */
  gtk_widget_add_css_class (edits, "caption");
  gtk_box_append (GTK_BOX (words), new_head (self, place, title));
  gtk_box_append (GTK_BOX (words), edits);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (line), words);
  gtk_box_append (GTK_BOX (line), column);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (menu), on_menu, self, NULL);
  g_object_set_data (G_OBJECT (menu), NUMBER_KEY, GUINT_TO_POINTER (run->number));
  gtk_widget_add_css_class (menu, "flat");
  gtk_widget_set_valign (menu, GTK_ALIGN_CENTER);
  label = g_strdup_printf (_("What to do with %s"), title);
  heddle_set_accessible_label (menu, label);
  gtk_box_append (GTK_BOX (line), menu);

  g_free (label);
  label = g_strdup_printf ("%s, %s, %s", title, figure, *first_edit != '\0' ? first_edit : when);
  if (changed != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, facts, -1);
  g_object_set_data (G_OBJECT (row), NUMBER_KEY, GUINT_TO_POINTER (run->number));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), heddle_session_has_kept_record (self->session, place));
  if (!heddle_session_has_kept_record (self->session, place))
    gtk_widget_add_css_class (words, "dim-label");
  heddle_set_tooltip (words, facts);
  heddle_set_accessible_label (row, label);
  return row;
}

static void
show_note (HeddleRunList *self)
{
  const char *fault = self->fault != NULL ? self->fault : heddle_session_get_kept_fault (self->session);
  guint n = heddle_session_get_n_kept (self->session);
  g_autofree char *text = self->removed != 0 ? g_strdup_printf (_("Run %u deleted"), self->removed) : g_strdup_printf (ngettext ("%u run", "%u runs", n), n);

  gtk_label_set_label (self->note, fault != NULL ? fault : text);
  heddle_set_tooltip (GTK_WIDGET (self->note), fault != NULL ? fault : _("Each run that ends is kept, with the project that it ran"));
  gtk_widget_set_visible (self->undo, self->removed != 0);
}

/* Whoever goes through the list by keys stays where they are. */
static void
refresh (HeddleRunList *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  guint number = selected != NULL ? GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (selected), NUMBER_KEY)) : 0;
  gboolean has_focus = gtk_widget_get_focus_child (GTK_WIDGET (self->list)) != NULL;
  int place = selected != NULL ? gtk_list_box_row_get_index (selected) : 0;
  GtkWidget *row;
  guint again;

  if (self->session == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < heddle_session_get_n_kept (self->session); i++)
    gtk_list_box_append (self->list, new_row (self, i));
  if (number != 0 && heddle_session_find_kept (self->session, number, &again))
    place = (int) again;
  selected = number != 0 ? gtk_list_box_get_row_at_index (self->list, MIN (place, (int) heddle_session_get_n_kept (self->session) - 1)) : NULL;
  if (selected != NULL)
    gtk_list_box_select_row (self->list, selected);
  if (selected != NULL && has_focus)
    gtk_widget_grab_focus (GTK_WIDGET (selected));
  show_note (self);
}

/* ---- what is done with a run ----------------------------------------------------------------------------------------------------- */

static void
begin (HeddleRunList *self)
{
  g_clear_pointer (&self->fault, g_free);
  self->removed = 0;
}

static gboolean
find (HeddleRunList *self,
      GVariant *number,
      guint *out_place)
{
  begin (self);
  return heddle_session_find_kept (self->session, g_variant_get_uint32 (number), out_place);
}

static void
show (HeddleRunList *self,
      guint place)
{
  if (heddle_session_is_active (self->session))
    {
      self->fault = g_strdup (_("A run is under way."));
      show_note (self);
    }
  else if (heddle_session_has_kept_record (self->session, place))
    heddle_session_show_kept (self->session, place);
}

static void
on_show (GtkWidget *widget,
         const char *name,
         GVariant *number)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (widget);
  guint place;

  if (find (self, number, &place))
    show (self, place);
}

static void
tell_fault (HeddleRunList *self,
            const GError *error)
{
  g_free (self->fault);
  self->fault = g_strdup (error->message);
  if (self->session != NULL)
    show_note (self);
}

static void
on_compared (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  g_autoptr (HeddleRunList) self = data;
  g_autoptr (GError) error = NULL;

  if (!heddle_session_compare_with_kept_finish (HEDDLE_SESSION (source), result, &error))
    tell_fault (self, error);
}

static void
on_compare (GtkWidget *widget,
            const char *name,
            GVariant *number)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (widget);
  guint place;

  if (find (self, number, &place))
    heddle_session_compare_with_kept_async (self->session, place, on_compared, g_object_ref (self));
}

static void
on_restored (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  g_autoptr (HeddleRunList) self = data;
  g_autoptr (GError) error = NULL;

  if (!heddle_session_restore_kept_finish (HEDDLE_SESSION (source), result, &error))
    tell_fault (self, error);
}

static void
on_restore (GtkWidget *widget,
            const char *name,
            GVariant *number)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (widget);
  guint place;

  if (find (self, number, &place))
    heddle_session_restore_kept_async (self->session, place, on_restored, g_object_ref (self));
}

static void
on_pin (GtkWidget *widget,
        const char *name,
        GVariant *number)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (widget);
  guint place;

  if (find (self, number, &place))
    heddle_session_pin_kept (self->session, place, !heddle_session_get_kept (self->session, place)->is_pinned);
}

static void
remove_run (HeddleRunList *self,
            guint place)
{
  self->removed = heddle_session_get_kept (self->session, place)->number;
  heddle_session_remove_kept (self->session, place);
}

static void
on_delete (GtkWidget *widget,
           const char *name,
           GVariant *number)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (widget);
  guint place;

  if (find (self, number, &place))
    remove_run (self, place);
}

static void
on_undo (HeddleRunList *self)
{
  guint number = self->removed;

  begin (self);
  heddle_session_return_kept (self->session, number);
  show_note (self);
}

/* ---- naming --------------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HeddleSession *session;
  guint number;
} Naming;

static gboolean
answer (const char *text,
        gpointer data,
        GError **error)
{
  Naming *naming = data;
  g_autofree char *name = g_strstrip (g_strdup (text));
  guint place;

  if (heddle_session_find_kept (naming->session, naming->number, &place))
    heddle_session_name_kept (naming->session, place, name);
  return TRUE;
}

/* Where the keys were before the question. */
static void
focus_selected (HeddleRunList *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
naming_free (gpointer data)
{
  g_object_unref (((Naming *) data)->session);
  g_free (data);
}

static void
ask_name (HeddleRunList *self,
          guint place)
{
  GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int) place)), *popover;
  const HdKeptRun *run = heddle_session_get_kept (self->session, place);
  Naming *naming = g_new (Naming, 1);
  graphene_rect_t bounds;

  if (row == NULL || !gtk_widget_compute_bounds (row, GTK_WIDGET (self), &bounds))
    return;
  naming->session = g_object_ref (self->session);
  naming->number = run->number;
  popover = heddle_ask (GTK_WIDGET (self),
                        &(GdkRectangle){ (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width, (int) bounds.size.height },
                        _("Name of the run"), NULL, run->name != NULL ? run->name : "", _("_Rename"), answer, naming);
  g_object_set_data_full (G_OBJECT (popover), NUMBER_KEY, naming, naming_free);
  g_signal_connect_object (popover, "closed", G_CALLBACK (focus_selected), self, G_CONNECT_SWAPPED);
}

static void
on_name (GtkWidget *widget,
         const char *name,
         GVariant *number)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (widget);
  guint place;

  if (find (self, number, &place))
    ask_name (self, place);
}

/* ---- keys ----------------------------------------------------------------------------------------------------------------------- */

static void
on_activated (HeddleRunList *self,
              GtkListBoxRow *row)
{
  begin (self);
  show (self, (guint) gtk_list_box_row_get_index (row));
}

static gboolean
on_delete_key (GtkWidget *widget,
               GVariant *arguments,
               gpointer data)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (widget);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row == NULL)
    return FALSE;
  begin (self);
  remove_run (self, (guint) gtk_list_box_row_get_index (row));
  return TRUE;
}

static gboolean
on_name_key (GtkWidget *widget,
             GVariant *arguments,
             gpointer data)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (widget);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row == NULL)
    return FALSE;
  begin (self);
  ask_name (self, (guint) gtk_list_box_row_get_index (row));
  return TRUE;
}

/* ---- object ------------------------------------------------------------------------------------------------------------------- */

static void
on_project_changed (HeddleRunList *self)
{
  begin (self);
  refresh (self);
}

static void
heddle_run_list_dispose (GObject *object)
{
  HeddleRunList *self = HEDDLE_RUN_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->fault, g_free);
  G_OBJECT_CLASS (heddle_run_list_parent_class)->dispose (object);
}

static void
heddle_run_list_class_init (HeddleRunListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_run_list_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/run-list.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleRunList, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunList, note);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunList, undo);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunList, list);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, on_undo);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
  gtk_widget_class_install_action (widget_class, "runs.show", "u", on_show);
  gtk_widget_class_install_action (widget_class, "runs.compare", "u", on_compare);
  gtk_widget_class_install_action (widget_class, "runs.restore", "u", on_restore);
  gtk_widget_class_install_action (widget_class, "runs.name", "u", on_name);
  gtk_widget_class_install_action (widget_class, "runs.pin", "u", on_pin);
  gtk_widget_class_install_action (widget_class, "runs.delete", "u", on_delete);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, on_delete_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F2, 0, on_name_key, NULL);
}

static void
heddle_run_list_init (HeddleRunList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
heddle_run_list_set_session (HeddleRunList *self,
                             HeddleSession *session)
{
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "kept-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "project-changed", G_CALLBACK (on_project_changed), self, G_CONNECT_SWAPPED);
}
