/* heddle-status-line.c: one line of what goes on, at the bottom of the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-status-line"

#include "heddle-status-line.h"

#include <inttypes.h>
#include <math.h>

#include <glib/gi18n.h>
#include <heddle/hd-why.h>

#include "heddle-figures.h"
#include "heddle-kept-runs.h"
#include "heddle-look.h"
#include "heddle-stale-mark.h"

#define N_SORTS 4   /* of what is selected, named at most */
#define N_FIGURES 3 /* metrics named when a run has ended */

struct _HeddleStatusLine
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *dot;
  GtkWidget *state;
  GtkBox *state_box;
  GtkWidget *facts;
  GtkWidget *why;
  GtkWidget *selected;
  GtkWidget *rate;
  GtkWidget *left;

  GtkWidget *stale; /* borrowed */
  guint64 last_events;
  gint64 last_events_us;
};

G_DEFINE_FINAL_TYPE (HeddleStatusLine, heddle_status_line, GTK_TYPE_WIDGET)

/* ---- left: the state ---------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *text;        /* translatable */
  const char *style_class; /* of the dot */
} State;

static State
get_state (HeddleSession *session)
{
  guint errors = heddle_session_count_problems (session, HD_SEVERITY_ERROR);

  switch (heddle_session_get_run_state (session))
    {
    case HD_RUN_RUNNING:
      if (hd_run_get_reading (heddle_session_get_run (session)) >= 0)
        return (State){ N_("Reading traces"), "warning" };
      return (State){ N_("Running"), "success" };

    case HD_RUN_PAUSED:
      return (State){ N_("Paused"), "warning" };

    case HD_RUN_FINISHED:
      return (State){ N_("Finished"), "success" };

    case HD_RUN_FAILED:
      return (State){ N_("Failed"), "error" };

    case HD_RUN_CANCELLED:
      return (State){ N_("Stopped"), "warning" };

    case HD_RUN_READY:
      break;
    }
  if (heddle_session_is_elaborating (session))
    return (State){ N_("Checking"), "warning" };
  return errors > 0 ? (State){ N_("The project has errors"), "error" } : (State){ N_("Ready"), "success" };
}

/* "2 errors, 1 warning" */
static char *
dup_problems (HeddleSession *session)
{
  guint errors = heddle_session_count_problems (session, HD_SEVERITY_ERROR);
  guint warnings = heddle_session_count_problems (session, HD_SEVERITY_WARNING);
  g_autofree char *first = errors > 0 ? g_strdup_printf (ngettext ("%u error", "%u errors", errors), errors) : NULL;
  g_autofree char *second = warnings > 0 ? g_strdup_printf (ngettext ("%u warning", "%u warnings", warnings), warnings) : NULL;

  if (first != NULL && second != NULL)
    /* Translators: "2 errors, 1 warning" */
    return g_strdup_printf (_("%s, %s"), first, second);
  return first != NULL ? g_steal_pointer (&first) : g_steal_pointer (&second);
}

/* "4,096 XPU in 11,330 components · flow fidelity · serial · seed 1"; fidelity is that of work, components that act have none. */
static char *
dup_facts (HdCatalog *catalog,
           HdDesign *design)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);
  const char *sync = hd_run_setting_get_word (hd_run_settings_find ("sync"), settings);
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree char *endpoints = heddle_dup_endpoints (catalog, design, 0, n_nodes);
  g_autofree char *count = hd_figure_count (n_nodes);
  g_autofree char *components = g_strdup_printf (ngettext ("%s component", "%s components", n_nodes), count);

  if (hd_design_get_n_workloads (design) == 0)
    return g_strdup_printf (_("%s · %s · seed %" PRIu64), components, sync, settings->seed);
  if (endpoints == NULL)
    /* Translators: "36 components · flit fidelity · serial · seed 1" */
    return g_strdup_printf (_("%s · %s fidelity · %s · seed %" PRIu64), components,
                            hd_run_setting_get_word (hd_run_settings_find ("fidelity"), settings), sync, settings->seed);
  /* Translators: "512 XPU in 530 components · flow fidelity · serial · seed 1" */
  return g_strdup_printf (_("%s in %s · %s fidelity · %s · seed %" PRIu64), endpoints, components,
                          hd_run_setting_get_word (hd_run_settings_find ("fidelity"), settings), sync, settings->seed);
}

/* With what it is more or less than in the baseline, where there is one. */
static void
append_metric (GString *text,
               HeddleSession *session,
               const HdMetric *metric)
{
  g_autofree char *value = hd_figure_in (metric->value, metric->unit, 4);
  HdMetric before;

  g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", metric->title, value);
  if (heddle_session_find_before (session, metric->name, &before) && heddle_has_changed (&before, metric))
    {
      g_autofree char *change = heddle_dup_change (&before, metric);

      /* Translators: behind a figure, how much more or less it is than in the baseline: " (+14 %)" */
      g_string_append_printf (text, _(" (%s)"), change);
    }
}

static gboolean
is_among (const char *metric,
          const HdMerit *merits,
          guint n)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (merits[i].metric, metric))
      return TRUE;
  return FALSE;
}

/* "Throughput 7.982 batch/s": what is asked for first, then the first few that the run has set. */
static char *
dup_metrics (HdRecord *record,
             HeddleSession *session,
             const HeddleVerification *verification)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const HdMerit none = { 0 };
  HdMerit merits[N_FIGURES];
  guint n = hd_merit_list (record, &none, merits, N_FIGURES);
  HdMetric metric;

  for (guint i = 0; i < n; i++)
    if (hd_record_find_metric (record, merits[i].metric, &metric))
      append_metric (text, session, &metric);
  for (guint i = 0, left = N_FIGURES - n; left > 0 && hd_record_get_metric (record, i, &metric); i++)
    if (!is_among (metric.name, merits, n))
      {
        append_metric (text, session, &metric);
        left--;
      }
  if (verification->verdict == HEDDLE_VERDICT_EQUAL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", _("✓ Equal digests"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The first of the problems for which it did not run says more than that there are some. */
static char *
dup_failure (HeddleSession *session)
{
  GPtrArray *problems = heddle_session_get_problems (session);
  const GError *error = hd_run_get_error (heddle_session_get_run (session));

  for (guint i = 0; i < problems->len; i++)
    {
      const HdProblem *problem = problems->pdata[i];

      if (problem->severity == HD_SEVERITY_ERROR)
        return g_strdup (problem->message);
    }
  return error != NULL ? g_strdup (error->message) : NULL;
}

static void
show_state (HeddleStatusLine *self)
{
  static const char *const classes[] = { "success", "warning", "error" };
  State state = get_state (self->session);

  if (g_str_equal (gtk_label_get_label (GTK_LABEL (self->state)), _(state.text)))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (self->dot, classes[i]);
  gtk_widget_add_css_class (self->dot, state.style_class);
  gtk_label_set_label (GTK_LABEL (self->state), _(state.text));
}

static void
show_facts (HeddleStatusLine *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HdRun *run = heddle_session_get_run (self->session);
  HdRunState run_state = heddle_session_get_run_state (self->session);
  g_autofree char *problems = dup_problems (self->session);
  g_autofree char *facts = NULL;

  if (run_state == HD_RUN_FAILED)
    facts = dup_failure (self->session);
  else if (run_state == HD_RUN_FINISHED)
    facts = dup_metrics (hd_run_get_record (run), self->session, heddle_session_get_verification (self->session));
  else if (design != NULL)
    facts = dup_facts (heddle_session_get_catalog (self->session), design);
  if (problems != NULL && run_state != HD_RUN_FAILED)
    {
      char *both = facts != NULL ? g_strdup_printf ("%s · %s", problems, facts) : g_strdup (problems);

      g_free (facts);
      facts = both;
    }
  gtk_widget_set_visible (self->why, run_state == HD_RUN_FINISHED);
  gtk_label_set_label (GTK_LABEL (self->facts), facts != NULL ? facts : "");
  heddle_set_tooltip (self->facts, run_state == HD_RUN_FAILED ? facts : NULL);
}

/* ---- right: selection and speed -------------------------------------------------------------------------------------------------- */

/* "3 × XPU, 2 × Link": an array that is selected as a whole is one. */
static char *
dup_selection (HeddleStatusLine *self)
{
  g_autoptr (GPtrArray) sorts = g_ptr_array_new ();
  g_autoptr (GArray) counts = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const HeddleTarget *targets = heddle_session_get_selection (self->session, &n);

  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (heddle_session_get_document (self->session), targets[i].uid);
      const char *sort = object != NULL ? heddle_get_sort_title (heddle_session_get_catalog (self->session), object) : NULL;
      guint at = 0;

      if (sort == NULL)
        continue;
      if (!g_ptr_array_find_with_equal_func (sorts, sort, g_str_equal, &at))
        {
          at = sorts->len;
          g_ptr_array_add (sorts, (gpointer) sort);
          g_array_set_size (counts, sorts->len);
        }
      g_array_index (counts, guint, at)++;
    }
  if (sorts->len > N_SORTS)
    return g_strdup_printf (ngettext ("%u selected", "%u selected", n), n);
  for (guint i = 0; i < sorts->len; i++)
    g_string_append_printf (text, _("%s%u × %s"), i > 0 ? ", " : "", g_array_index (counts, guint, i), (const char *) sorts->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
show_selection (HeddleStatusLine *self)
{
  guint n = heddle_session_get_n_selected (self->session);
  g_autofree char *text = n > 0 ? dup_selection (self) : NULL;

  gtk_label_set_label (GTK_LABEL (self->selected), text != NULL ? text : "");
  gtk_widget_set_visible (self->selected, n > 0);
}

static void
show_rate (HeddleStatusLine *self,
           HdRecord *record)
{
  HdCounters counters;
  gint64 now = g_get_monotonic_time ();

  hd_record_get_counters (record, &counters);
  if (counters.events < self->last_events)
    self->last_events = 0;
  if (now - self->last_events_us < G_USEC_PER_SEC / 2)
    return;

  double rate = (counters.events - self->last_events) / ((now - self->last_events_us) * 1e-6);
  g_autofree char *number = hd_figure_count (rate);
  g_autofree char *text = g_strdup_printf (_("%s events/s"), number);

  gtk_label_set_label (GTK_LABEL (self->rate), text);
  self->last_events = counters.events;
  self->last_events_us = now;
}

/* No finer than it is known. */
static char *
dup_time_left (double seconds)
{
  if (seconds < 0)
    return NULL;
  if (seconds <= 10)
    return g_strdup_printf (_("about %d s left"), MAX ((int) ceil (seconds), 1));
  if (seconds < 90)
    return g_strdup_printf (_("about %d s left"), 5 * (int) ceil (seconds / 5));
  if (seconds < 5400)
    return g_strdup_printf (_("about %d min left"), (int) round (seconds / 60));
  return g_strdup_printf (_("about %d h left"), (int) round (seconds / 3600));
}

static char *
dup_wall_time (HdRecord *record)
{
  HdCounters counters;

  hd_record_get_counters (record, &counters);

  g_autofree char *time = hd_figure_format ((HdQuantity){ counters.wall_time_s, HD_DIMENSION_TIME }, 3);

  return g_strdup_printf (_("took %s"), time);
}

static void
on_progressed (HeddleStatusLine *self)
{
  HdRun *run = heddle_session_get_run (self->session);
  HdRunState state = heddle_session_get_run_state (self->session);
  gboolean runs = state == HD_RUN_RUNNING && hd_run_get_reading (run) < 0;
  g_autofree char *left = NULL;
  double seconds = -1;

  show_state (self);
  gtk_widget_set_visible (self->rate, runs);
  if (runs)
    {
      hd_run_get_progress (run, &seconds);
      left = dup_time_left (seconds);
      show_rate (self, hd_run_get_record (run));
    }
  else if (state == HD_RUN_FINISHED)
    left = dup_wall_time (hd_run_get_record (run));
  gtk_label_set_label (GTK_LABEL (self->left), left != NULL ? left : "");
}

static void
on_run_changed (HeddleStatusLine *self)
{
  show_facts (self);
  gtk_widget_set_visible (self->stale, heddle_session_is_stale (self->session));
  on_progressed (self);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_status_line_dispose (GObject *object)
{
  HeddleStatusLine *self = HEDDLE_STATUS_LINE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_status_line_parent_class)->dispose (object);
}

static void
heddle_status_line_class_init (HeddleStatusLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_status_line_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-status");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/status-line.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, dot);
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, state);
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, state_box);
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, facts);
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, why);
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, selected);
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, rate);
  gtk_widget_class_bind_template_child (widget_class, HeddleStatusLine, left);
}

static void
heddle_status_line_init (HeddleStatusLine *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->stale = heddle_stale_mark_new ();
  gtk_box_append (self->state_box, self->stale);
}

GtkWidget *
heddle_status_line_new (HeddleSession *session)
{
  HeddleStatusLine *self = g_object_new (HEDDLE_TYPE_STATUS_LINE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (show_selection), self, G_CONNECT_SWAPPED);
  on_run_changed (self);
  show_selection (self);
  return GTK_WIDGET (self);
}
