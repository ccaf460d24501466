/* heddle-empty-page.c: what a view shows before there is anything to see
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-empty-page"

#include "heddle-empty-page.h"

#include <glib/gi18n.h>

struct _HeddleEmptyPage
{
  AdwBin parent_instance;

  /* Owned */
  HeddleSession *session;
  char *title, *description;
  char *while_running;                   /* or NULL */
  char *nothing_title, *had_nothing;     /* or NULL */
  char *after_title, *after_action; /* NULL if nothing else is to be done after a run */

  /* Borrowed: children */
  GtkWidget *page;
  GtkWidget *button;
};

G_DEFINE_FINAL_TYPE (HeddleEmptyPage, heddle_empty_page, ADW_TYPE_BIN)

/* No action may ever see another one's target. */
static void
set_action (GtkActionable *button,
            const char *detailed)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (!g_action_parse_detailed_name (detailed, &name, &target, NULL))
    g_assert_not_reached ();
  gtk_actionable_set_action_name (button, NULL);
  gtk_actionable_set_action_target_value (button, target);
  gtk_actionable_set_action_name (button, name);
}

/* Of a run that its project does not allow; of others the status line tells all. */
static gboolean
was_refused (HeddleSession *session)
{
  return heddle_session_get_run_state (session) == HD_RUN_FAILED && heddle_session_count_problems (session, HD_SEVERITY_ERROR) > 0;
}

static void
refresh (HeddleEmptyPage *self)
{
  gboolean finished = heddle_session_get_run_state (self->session) == HD_RUN_FINISHED;
  gboolean ran = self->after_action != NULL && finished;
  const char *obstacle = ran ? NULL : heddle_session_get_obstacle (self->session);
  HeddleRemedy remedy = { N_("_Run"), "win.run" };
  gboolean active = heddle_session_is_active (self->session);
  gboolean refused = obstacle == NULL && was_refused (self->session);
  /* What a run had nothing for stays empty after another one like it. */
  gboolean helps = ran || !finished || heddle_session_is_stale (self->session);
  gboolean had_nothing, offers = !active && (obstacle == NULL ? helps : heddle_session_get_remedy (self->session, &remedy));

  if (refused)
    {
      obstacle = _("The run failed; the list of problems says why.");
      remedy = (HeddleRemedy){ N_("Show the _Problems"), "win.dock::problems" };
    }
  had_nothing = finished && !helps && obstacle == NULL && self->had_nothing != NULL;
  adw_status_page_set_title (ADW_STATUS_PAGE (self->page), had_nothing ? self->nothing_title : self->title);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->page), active && self->while_running != NULL ? self->while_running
                                                                 : obstacle != NULL                      ? obstacle
                                                                 : had_nothing                           ? self->had_nothing
                                                                                                         : self->description);
  gtk_widget_set_visible (self->button, offers);
  gtk_button_set_label (GTK_BUTTON (self->button), ran ? self->after_title : _(remedy.title));
  set_action (GTK_ACTIONABLE (self->button), ran ? self->after_action : remedy.action);
}

static void
heddle_empty_page_dispose (GObject *object)
{
  HeddleEmptyPage *self = HEDDLE_EMPTY_PAGE (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->description, g_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->while_running, g_free);
  g_clear_pointer (&self->nothing_title, g_free);
  g_clear_pointer (&self->had_nothing, g_free);
  g_clear_pointer (&self->after_title, g_free);
  g_clear_pointer (&self->after_action, g_free);
  G_OBJECT_CLASS (heddle_empty_page_parent_class)->dispose (object);
}

static void
heddle_empty_page_class_init (HeddleEmptyPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_empty_page_dispose;
}

static void
heddle_empty_page_init (HeddleEmptyPage *self)
{
  self->page = adw_status_page_new ();
  self->button = gtk_button_new ();
  gtk_button_set_use_underline (GTK_BUTTON (self->button), TRUE);
  gtk_widget_set_halign (self->button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->button, "pill");
  gtk_widget_add_css_class (self->page, "compact");
  gtk_widget_add_css_class (self->page, "heddle-empty");
  adw_status_page_set_child (ADW_STATUS_PAGE (self->page), self->button);
  adw_bin_set_child (ADW_BIN (self), self->page);
}

void
heddle_empty_page_set_after_run (HeddleEmptyPage *self,
                                 const char *title,
                                 const char *action)
{
  self->after_title = g_strdup (title);
  self->after_action = g_strdup (action);
  refresh (self);
}

void
heddle_empty_page_set_had_nothing (HeddleEmptyPage *self,
                                   const char *title,
                                   const char *description)
{
  if (g_strcmp0 (self->had_nothing, description) == 0)
    return;
  g_free (self->nothing_title);
  g_free (self->had_nothing);
  self->nothing_title = g_strdup (title);
  self->had_nothing = g_strdup (description);
  refresh (self);
}

void
heddle_empty_page_set_while_running (HeddleEmptyPage *self,
                                     const char *description)
{
  self->while_running = g_strdup (description);
  refresh (self);
}

GtkWidget *
heddle_empty_page_new (HeddleSession *session,
                       const char *icon,
                       const char *title,
                       const char *description)
{
  HeddleEmptyPage *self = g_object_new (HEDDLE_TYPE_EMPTY_PAGE, NULL);

  self->session = g_object_ref (session);
  self->title = g_strdup (title);
  self->description = g_strdup (description);
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->page), icon);
  for (guint i = 0; i < 3; i++)
    g_signal_connect_object (session, ((const char *[]){ "project-changed", "design-changed", "run-changed" })[i], G_CALLBACK (refresh), self,
                             G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
