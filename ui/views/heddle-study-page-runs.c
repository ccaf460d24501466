/* heddle-study-page-runs.c: the runs of a study: begun, held and stopped, and how far they are
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-page"

#include "heddle-study-page-private.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-study-list.h"
#include "heddle-study-results.h"

#define REFRESH_MS 250 /* while runs end, at the most often */
#define REFRESH_SHARE 8 /* and so many times what it takes, as with very many points */

gboolean
heddle_study_page_is_running (HeddleStudyPage *self)
{
  return self->run != NULL && hd_study_run_get_state (self->run) <= HD_STUDY_RUN_PAUSED;
}

static guint64
count_done (HeddleStudyPage *self,
            guint64 *out_all)
{
  guint64 done = 0;

  *out_all = (guint64) hd_study_plan_get_n_points (self->plan) * hd_study_plan_get_repeats (self->plan);
  if (self->run != NULL)
    {
      *out_all = hd_study_run_count (self->run, &done);
      return done;
    }
  for (guint p = 0; p < hd_study_plan_get_n_points (self->plan); p++)
    done += hd_study_table_count (self->table, p);
  return done;
}

static guint
count_failed (HeddleStudyPage *self)
{
  guint n = 0;

  for (guint p = 0; p < hd_study_plan_get_n_points (self->plan); p++)
    n += hd_study_table_get_error (self->table, p) != NULL;
  return n;
}

static char *
dup_state (HeddleStudyPage *self,
           guint64 done,
           guint64 all)
{
  g_autofree char *done_text = hd_figure_count (done), *all_text = hd_figure_count (all), *left = NULL;
  double left_s = self->run != NULL ? hd_study_run_get_seconds_left (self->run) : -1;
  const GError *error = self->run != NULL ? hd_study_run_get_error (self->run) : NULL;
  guint n_failed = count_failed (self);

  if (error != NULL)
    return g_strdup (error->message);
  if (heddle_study_page_is_running (self) && hd_study_run_get_state (self->run) == HD_STUDY_RUN_RUNNING && left_s >= 0)
    {
      left = hd_figure_in (left_s, "s", 2);
      return g_strdup_printf (_("%s of %s runs, %s left"), done_text, all_text, left);
    }
  if (n_failed > 0)
    return g_strdup_printf (ngettext ("%s of %s runs, %u point has failed", "%s of %s runs, %u points have failed", n_failed), done_text, all_text, n_failed);
  return done > 0 || heddle_study_page_is_running (self) ? g_strdup_printf (_("%s of %s runs"), done_text, all_text) : g_strdup ("");
}

void
heddle_study_page_show_state (HeddleStudyPage *self)
{
  guint64 done = 0, all = 0;
  gboolean can_start;
  g_autofree char *text = NULL;
  HdStudyRunState state = self->run != NULL ? hd_study_run_get_state (self->run) : HD_STUDY_RUN_READY;

  gtk_widget_set_visible (GTK_WIDGET (self->progress), heddle_study_page_is_running (self));
  gtk_widget_set_visible (GTK_WIDGET (self->stop), heddle_study_page_is_running (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->study), !heddle_study_page_is_running (self));
  if (self->plan == NULL)
    {
      gtk_widget_set_sensitive (GTK_WIDGET (self->start), FALSE);
      return;
    }
  done = count_done (self, &all);
  text = dup_state (self, done, all);
  if (self->is_dirty && heddle_study_page_is_running (self))
    {
      char *past = g_strdup_printf (_("%s, before your edit"), text);

      g_free (text);
      text = past;
    }
  gtk_label_set_label (self->state, text);
  heddle_set_tooltip (GTK_WIDGET (self->state), text);
  gtk_progress_bar_set_fraction (self->progress, all > 0 ? CLAMP ((double) done / (double) all, 0, 1) : 0);
  gtk_button_set_label (self->start, state == HD_STUDY_RUN_RUNNING  ? _("_Pause")
                                     : state == HD_STUDY_RUN_PAUSED ? _("_Go On")
                                     : done > 0 && done < all       ? _("_Go On")
                                                                    : _("_Run the Study"));
  can_start = heddle_study_page_is_running (self) || (done < all && heddle_session_can_run (self->session));
  if (!can_start && gtk_widget_has_focus (GTK_WIDGET (self->start))) /* so that who has begun it by keys goes on from here */
    gtk_widget_grab_focus (GTK_WIDGET (self->view_choice));
  gtk_widget_set_sensitive (GTK_WIDGET (self->start), can_start);
}

static gboolean
on_refresh (gpointer data)
{
  HeddleStudyPage *self = data;
  gint64 begin = g_get_monotonic_time ();

  self->refresh = 0;
  heddle_study_page_show_results (self, FALSE);
  self->refresh_ms = (guint) (REFRESH_SHARE * (g_get_monotonic_time () - begin) / 1000);
  return G_SOURCE_REMOVE;
}

static void
on_ended (HeddleStudyPage *self)
{
  if (self->refresh == 0)
    self->refresh = g_timeout_add (MAX (REFRESH_MS, self->refresh_ms), on_refresh, self);
}

/* In which units metrics are is known once a run is there. */
static void
check_published (HeddleStudyPage *self)
{
  g_autoptr (GError) error = NULL;

  if (self->making != NULL || self->published == NULL || hd_study_published_check (self->published, self->table, &error))
    return;
  heddle_study_page_forget_figure (self);
  heddle_study_list_set_table (HEDDLE_STUDY_LIST (self->list), self->table, NULL);
  heddle_study_list_refresh (HEDDLE_STUDY_LIST (self->list), TRUE);
  g_clear_pointer (&self->published, hd_study_published_free);
  heddle_study_page_show_figure (self);
  gtk_label_set_label (self->state, error->message);
  heddle_set_tooltip (GTK_WIDGET (self->state), error->message);
}

static void
on_run_state (HeddleStudyPage *self)
{
  if (heddle_study_page_is_running (self))
    {
      heddle_study_page_show_state (self);
      return;
    }
  g_clear_handle_id (&self->refresh, g_source_remove);
  heddle_study_page_show_results (self, TRUE);
  check_published (self);
  g_clear_pointer (&self->store, hd_study_store_free);
}

void
heddle_study_page_start (HeddleStudyPage *self)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (GPtrArray) commands = heddle_session_can_run (self->session) ? heddle_session_find_programs (self->session) : NULL;
  g_autoptr (HdPermit) permit = NULL;
  g_autoptr (GError) error = NULL;

  if (commands != NULL && commands->len > 0)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.allow-programs", NULL);
      return;
    }
  self->is_to_start = self->making != NULL;
  if (self->is_to_start) /* nothing is added to what a thread reads */
    return;
  g_clear_object (&self->run);
  g_mkdir_with_parents (folder, 0700); /* else the store says it */
  heddle_study_results_tidy (folder, self->path);
  self->store = hd_study_store_open (self->path, HD_STUDY_STORE_RESUME, self->plan, &error);
  if (g_error_matches (error, HD_ERROR, HD_ERROR_INVALID) && !self->starts_anew) /* a file that its runs have read has changed while the page was seen */
    {
      self->starts_anew = TRUE;
      heddle_study_page_take_study (self);
      return;
    }
  if (self->store == NULL)
    {
      gtk_label_set_label (self->state, error->message);
      heddle_set_tooltip (GTK_WIDGET (self->state), error->message);
      return;
    }
  self->run = hd_study_run_new (heddle_session_get_catalog (self->session), self->store, self->table, MAX (g_get_num_processors () - 1, 1)); /* one is the window's */
  permit = heddle_session_dup_permit (self->session);
  hd_study_run_allow_programs (self->run, permit);
  g_signal_connect_object (self->run, "ended", G_CALLBACK (on_ended), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run, "notify::state", G_CALLBACK (on_run_state), self, G_CONNECT_SWAPPED);
  hd_study_run_start (self->run);
}

static void
on_start (HeddleStudyPage *self)
{
  if (self->plan == NULL)
    return;
  if (self->run != NULL && hd_study_run_get_state (self->run) == HD_STUDY_RUN_RUNNING)
    hd_study_run_pause (self->run);
  else if (self->run != NULL && hd_study_run_get_state (self->run) == HD_STUDY_RUN_PAUSED)
    hd_study_run_resume (self->run);
  else
    heddle_study_page_start (self);
}

static void
on_stop (HeddleStudyPage *self)
{
  if (self->run != NULL)
    hd_study_run_stop (self->run);
  heddle_study_page_refresh (self);
}

void
heddle_study_page_forget_run (HeddleStudyPage *self)
{
  g_clear_handle_id (&self->refresh, g_source_remove);
  g_clear_object (&self->run);
  g_clear_pointer (&self->store, hd_study_store_free);
}

void
heddle_study_page_bind_runs (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, on_start);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
}
