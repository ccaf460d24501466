/* heddle-result.c: what a run came to, what held it up, and what would help
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-result"

#include "heddle-result.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-figure-list.h"
#include "heddle-focus.h"
#include "heddle-kept-runs.h"
#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-share-bar.h"

#define DIGITS 4
#define SAME 1e-4 /* of a figure: no difference */
#define MOST_BOUNDS 12
#define MOST_FLOORS 3
#define MOST_BESIDE 2   /* figures beside the large one */
#define MOST_SHARES 8
#define LEAST_SHARE 0.005 /* of the path, that is worth a row */
#define NAME_CHARS 24
#define LEAST_NAME_CHARS 9 /* before an audience, where letters are large */
#define VALUE_CHARS 11
#define SHARE_CHARS 6
#define MORE_CHARS 4 /* that a figure may have where there is room: units are as wide in any language, and letters that chars are counted by are not */
#define BUTTON_WIDTH 26 /* in px */

/* What is tried without being asked for takes no longer, by how long the run took. */
#define PATIENCE_S 8.0

enum
{
  COLUMN_SHARE,
  COLUMN_LEAST,
  COLUMN_OF_PATH,
  COLUMN_TIME,
  COLUMN_ESTIMATE,
  COLUMN_CHECKED,
  COLUMN_CHANGE,
  N_COLUMNS
};

struct _HeddleResult
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HdRecord *record;       /* that is shown, or being looked through; NULL if none is */
  HdWhy *why;             /* of it, once it is there, or NULL */
  HdRunQueue *queue;      /* NULL while nothing is tried */
  GCancellable *looking;
  GtkSizeGroup *columns[N_COLUMNS];

  /* Of the template */
  GtkWidget *stack;
  GtkLabel *title;
  GtkLabel *value;
  GtkWidget *beside;
  GtkLabel *sentence;
  GtkLabel *floors;
  GtkLabel *change; /* from the run before */
  GtkWidget *follow;
  GtkLabel *bottleneck;
  GtkLabel *limits; /* of what is known of the path */
  GtkWidget *path_table;
  GtkWidget *path_head;
  GtkListBox *path;
  GtkLabel *progress;
  GtkWidget *check;
  GtkWidget *stop;
  GtkFlowBox *tables;
  GtkWidget *busy_table, *help_table;
  GtkWidget *busy_head, *help_head;
  GtkListBox *busy;
  GtkListBox *help;
  GtkLabel *idle;
  HeddleFigureList *figures;
};

G_DEFINE_FINAL_TYPE (HeddleResult, heddle_result, GTK_TYPE_WIDGET)

static void
clear (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

static GtkWidget *
append_cell (GtkWidget *line,
             const char *text,
             const char *style_class,
             int chars)
{
  GtkWidget *cell = heddle_label_new (text, style_class);

  gtk_widget_add_css_class (cell, "numeric");
  gtk_label_set_xalign (GTK_LABEL (cell), 1);
  gtk_label_set_width_chars (GTK_LABEL (cell), chars);
  gtk_label_set_max_width_chars (GTK_LABEL (cell), chars + MORE_CHARS);
  heddle_set_tooltip (cell, text);
  gtk_box_append (GTK_BOX (line), cell);
  return cell;
}

static GtkWidget *
new_line (const char *name,
          const char *more)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *label = heddle_label_new (name, NULL);

  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_NAME_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_lines (GTK_LABEL (label), 3);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (words), label);
  if (more != NULL)
    {
      GtkWidget *caption = heddle_label_new (more, "heddle-caption");

      gtk_label_set_max_width_chars (GTK_LABEL (caption), NAME_CHARS);
      heddle_set_tooltip (caption, more);
      gtk_box_append (GTK_BOX (words), caption);
    }
  heddle_set_tooltip (label, name);
  gtk_box_append (GTK_BOX (line), words);
  return line;
}

static GtkWidget *
append_row (GtkListBox *list,
            GtkWidget *line,
            const char *label,
            gboolean is_activatable)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), is_activatable);
  heddle_set_accessible_label (row, label);
  gtk_list_box_append (list, row);
  return row;
}

/* ---- what was busy ------------------------------------------------------------------------------------------------------------ */

/* "rack[0]/eth[0] and 7 more of 512" */
static char *
dup_place (HdDesign *design,
           const HdBound *bound)
{
  const HdHotSpot spot = { bound->kind, bound->target, bound->way, 0, 0 };
  g_autofree char *path = hd_hot_spot_dup_path (&spot, design), *n = hd_figure_count (bound->n), *others = hd_figure_count (bound->n_equal - 1);

  if (bound->n_equal > 1)
    /* Translators: "rack[0]/eth[0] and 7 others of 512": that are equally busy, of all of that kind */
    return g_strdup_printf (ngettext ("%s and %s other of %s", "%s and %s others of %s", bound->n_equal - 1), path, others, n);
  return g_strdup_printf (_("%s of %s"), path, n);
}

static void
show_bounds (HeddleResult *self)
{
  HdDesign *design = hd_record_get_design (self->record);
  guint n = MIN (hd_why_get_n_bounds (self->why), MOST_BOUNDS);

  clear (self->busy);
  gtk_widget_set_visible (self->busy_table, n > 0 || hd_why_get_n_activities (self->why) > 0);
  for (guint i = 0; i < n; i++)
    {
      const HdBound *bound = hd_why_get_bound (self->why, i);
      g_autofree char *place = dup_place (design, bound), *share = hd_figure_percent (bound->share), *least = hd_figure_time (bound->least, DIGITS);
      g_autofree char *label = g_strdup_printf (_("%s, busy %s of the time: %s"), bound->what, share, place);
      GtkWidget *line = new_line (bound->what, place), *bar = heddle_share_bar_new ();
      const double shares[2] = { bound->share, -1 };

      heddle_share_bar_set (bar, shares, heddle_session_is_stale (self->session));
      gtk_box_append (GTK_BOX (line), bar);
      gtk_size_group_add_widget (self->columns[COLUMN_SHARE], append_cell (line, share, "heading", SHARE_CHARS));
      gtk_size_group_add_widget (self->columns[COLUMN_LEAST], append_cell (line, least, NULL, VALUE_CHARS));
      append_row (self->busy, line, label, TRUE);
    }
  for (guint i = 0; i < MIN (hd_why_get_n_activities (self->why), MOST_BOUNDS); i++)
    {
      const HdActivityShare *activity = hd_why_get_activity (self->why, i);
      g_autofree char *what = g_strdup_printf (_("%s: %s"), activity->title, activity->what), *share = hd_figure_percent (activity->share);
      g_autofree char *place = g_strdup_printf (ngettext ("of %u component", "of %u components", activity->n), activity->n);
      g_autofree char *label = g_strdup_printf (_("%s, %s of the time"), what, share);
      GtkWidget *line = new_line (what, place), *bar = heddle_share_bar_new ();
      const double shares[2] = { activity->share, -1 };

      heddle_share_bar_set (bar, shares, heddle_session_is_stale (self->session));
      gtk_box_append (GTK_BOX (line), bar);
      gtk_size_group_add_widget (self->columns[COLUMN_SHARE], append_cell (line, share, "heading", SHARE_CHARS));
      gtk_size_group_add_widget (self->columns[COLUMN_LEAST], append_cell (line, "", NULL, VALUE_CHARS));
      append_row (self->busy, line, label, FALSE);
    }
}

static void
on_busy_activated (HeddleResult *self,
                   GtkListBoxRow *row)
{
  const HdBound *bound = hd_why_get_bound (self->why, (guint) gtk_list_box_row_get_index (row));
  HdDesign *design = hd_record_get_design (self->record);

  if (bound->kind == HD_TARGET_LINK)
    heddle_session_select_link (self->session, design, bound->target);
  else
    heddle_session_select_node (self->session, design, bound->target);
}

/* ---- what was waited for ------------------------------------------------------------------------------------------------------ */

static char *
dup_share_name (HeddleResult *self,
                const HdPathShare *share)
{
  HdDesign *design = hd_record_get_design (self->record);
  const HdHotSpot spot = { share->limit_kind, share->limit, share->way, 0, 0 };
  const char *title = share->collective != NULL ? share->collective : share->name != HD_NO_ID ? hd_record_get_title (self->record, share->name) : _("Nothing recorded");
  g_autofree char *path = share->has_limit ? hd_hot_spot_dup_path (&spot, design) : NULL, *others = hd_figure_count (MAX (share->n_limits, 1) - 1);

  if (share->kind == HD_PATH_COMPUTE && path != NULL)
    title = _("Computation");
  else if (share->kind == HD_PATH_MEMORY && path != NULL)
    title = _("Data during computation");
  else if (share->kind == HD_PATH_MOVE && path != NULL)
    title = _("Data before computation");
  if (path == NULL)
    return g_strdup (title);
  if (share->n_limits > 1)
    /* Translators: who waits, for which link and how many others */
    return g_strdup_printf (ngettext ("%s: %s and %s other", "%s: %s and %s others", share->n_limits - 1), title, path, others);
  return g_strdup_printf (_("%s: %s"), title, path);
}

/* "50 GB/s, 100 % · 24 of 24 steps" */
static char *
dup_share_caption (const HdPathShare *share)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_processor = share->kind == HD_PATH_COMPUTE;

  switch (hd_path_share_get_delay (share))
    {
    case HD_PATH_DELAY_LATENCY:
      g_string_append (text, _("latency of the ways"));
      break;

    case HD_PATH_DELAY_HANDLING:
      g_string_append (text, _("software and switches"));
      break;

    case HD_PATH_DELAY_LIMIT:
    default:
      if (share->has_limit && share->bandwidth > 0 && isfinite (share->bandwidth))
        {
          g_autofree char *rate = hd_figure_in (share->bandwidth, is_processor ? "FLOP/s" : "B/s", DIGITS), *busy = hd_figure_percent (share->share);

          g_string_append_printf (text, is_processor ? "%s" : "%s, %s", rate, busy);
        }
    }
  if (share->n_all_steps > 1 && share->kind == HD_PATH_MESSAGE)
    {
      g_autofree char *n = hd_figure_count (share->n_steps), *all = hd_figure_count (share->n_all_steps), *steps = g_strdup_printf (_("%s of %s steps"), n, all);

      g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", steps);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
show_path (HeddleResult *self)
{
  HdPath *path = hd_why_get_path (self->why);
  double all = (double) MAX (hd_path_get_time (path), 1);
  guint n = MIN (hd_why_get_n_shares (self->why), MOST_SHARES);
  g_autofree char *bottleneck = n > 0 ? hd_why_dup_bottleneck (self->why) : hd_why_dup_sentence (self->why), *step = hd_path_dup_step_sentence (path);
  g_autoptr (GString) limits = g_string_new (step);

  clear (self->path);
  gtk_label_set_label (self->bottleneck, bottleneck != NULL ? bottleneck : "");
  gtk_widget_set_visible (GTK_WIDGET (self->bottleneck), bottleneck != NULL);
  gtk_widget_set_visible (self->path_table, n > 0);
  gtk_widget_set_visible (self->follow, n > 0);
  for (guint i = 0; i < n; i++)
    {
      const HdPathShare *share = hd_why_get_share (self->why, i);
      double of_all = (double) share->time / all;
      g_autofree char *name = NULL, *sentence = NULL, *caption = NULL, *percent = NULL, *time = NULL;
      const double shares[2] = { of_all, -1 };
      GtkWidget *line, *bar = heddle_share_bar_new ();

      if (i > 0 && of_all < LEAST_SHARE)
        break;
      name = dup_share_name (self, share);
      sentence = hd_why_dup_share (self->why, i);
      caption = dup_share_caption (share);
      percent = hd_figure_percent (of_all);
      time = hd_figure_time (share->time, DIGITS);
      line = new_line (name, caption);
      heddle_share_bar_set (bar, shares, heddle_session_is_stale (self->session));
      gtk_box_append (GTK_BOX (line), bar);
      gtk_size_group_add_widget (self->columns[COLUMN_OF_PATH], append_cell (line, percent, "heading", SHARE_CHARS));
      gtk_size_group_add_widget (self->columns[COLUMN_TIME], append_cell (line, time, NULL, VALUE_CHARS));
      append_row (self->path, line, sentence, TRUE);
    }
  if (hd_path_is_inferred (path))
    g_string_append_printf (limits, "%s%s", limits->len > 0 ? "\n" : "", _("Steps follow from schedules and links; members that are traced have theirs recorded."));
  if (hd_path_get_reason (path) != NULL && n > 0)
    g_string_append_printf (limits, "%s%s", limits->len > 0 ? "\n" : "", hd_path_get_reason (path));
  gtk_label_set_label (self->limits, limits->str);
  gtk_widget_set_visible (GTK_WIDGET (self->limits), limits->len > 0);
}

/* Of the parts that a row stands for, the longest. */
static const HdPathPart *
find_longest (HeddleResult *self,
              const HdPathShare *share)
{
  HdPath *path = hd_why_get_path (self->why);
  const HdPathPart *longest = NULL;

  for (guint i = 0; i < hd_path_get_n_parts (path); i++)
    {
      const HdPathPart *part = hd_path_get_part (path, i);

      if (part->kind == share->kind && part->has_limit == share->has_limit && part->limit_kind == share->limit_kind && part->limit == share->limit
          && (longest == NULL || part->end - part->start > longest->end - longest->start))
        longest = part;
    }
  return longest;
}

/* Goes to the place, and to the moment at which it was waited for; the path is lit. */
static void
on_path_activated (HeddleResult *self,
                   GtkListBoxRow *row)
{
  const HdPathShare *share = hd_why_get_share (self->why, (guint) gtk_list_box_row_get_index (row));
  const HdPathPart *part = find_longest (self, share);
  HdDesign *design = hd_record_get_design (self->record);

  heddle_session_set_show_path (self->session, TRUE);
  if (part != NULL)
    heddle_session_set_moment (self->session, part->start + (part->end - part->start) / 2);
  if (share->has_limit && share->limit_kind == HD_TARGET_LINK)
    heddle_session_select_link (self->session, design, share->limit);
  else if (share->has_limit || share->to != HD_NO_ID)
    heddle_session_select_node (self->session, design, share->has_limit ? share->limit : share->to);
}

/* ---- what would help ---------------------------------------------------------------------------------------------------------- */

static char *
dup_merit (HeddleResult *self,
           double value)
{
  return isnan (value) ? g_strdup ("–") : hd_figure_in (value, hd_why_get_merit (self->why)->unit, DIGITS);
}

static char *
dup_checked (HeddleResult *self,
             const HdTrial *trial)
{
  switch (trial->state)
    {
    case HD_TRIAL_RUNNING:
      return g_strdup ("…");

    case HD_TRIAL_FAILED:
      return g_strdup (_("fails"));

    case HD_TRIAL_WAITING:
    case HD_TRIAL_CHECKED:
    default:
      return dup_merit (self, trial->checked);
    }
}

static void
on_apply (GtkButton *button,
          HeddleResult *self)
{
  const HdTrial *trial = g_object_get_data (G_OBJECT (button), "trial"); /* as long as its HdWhy */
  g_autofree char *name = g_strdup_printf (_("%s: %s"), trial->what, trial->after);
  g_autoptr (GError) error = NULL;

  if (!heddle_session_apply (self->session, name, (const char *const *) trial->settings, &error))
    gtk_label_set_label (self->progress, error->message);
}

static GtkWidget *
new_apply (HeddleResult *self,
           const HdTrial *trial)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("object-select-symbolic");
  g_autofree char *label = g_strdup_printf (_("Change the project: %s, %s"), trial->what, trial->after);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "heddle-small");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  heddle_set_tooltip (button, label);
  heddle_set_accessible_label (button, label);
  g_object_set_data (G_OBJECT (button), "trial", (gpointer) trial);
  gtk_widget_set_sensitive (button, !heddle_session_is_stale (self->session));
  g_signal_connect (button, "clicked", G_CALLBACK (on_apply), self);
  return button;
}

static void
add_trial (HeddleResult *self,
           const HdTrial *trial)
{
  g_autofree char *estimate = dup_merit (self, trial->estimate), *checked = dup_checked (self, trial);
  g_autofree char *change = trial->state == HD_TRIAL_CHECKED ? hd_figure_change (hd_why_get_value (self->why), trial->checked) : g_strdup ("");
  g_autofree char *label = g_strdup_printf (_("%s, %s instead of %s: estimated %s, by a run %s"), trial->what, trial->after, trial->before, estimate, checked);
  g_autofree char *step = g_strdup_printf ("%s → %s", trial->before, trial->after);
  const char *const cells[N_COLUMNS] = { [COLUMN_ESTIMATE] = estimate, [COLUMN_CHECKED] = checked, [COLUMN_CHANGE] = change };
  GtkWidget *line = new_line (trial->what, step);

  for (guint i = COLUMN_ESTIMATE; i < N_COLUMNS; i++)
    {
      GtkWidget *cell = append_cell (line, cells[i], i == COLUMN_CHANGE ? "heading" : i == COLUMN_ESTIMATE ? "dim-label" : NULL, VALUE_CHARS);

      gtk_size_group_add_widget (self->columns[i], cell);
      if (i == COLUMN_CHECKED && trial->error != NULL)
        heddle_set_tooltip (cell, trial->error);
    }
  gtk_box_append (GTK_BOX (line), new_apply (self, trial));
  append_row (self->help, line, label, FALSE);
}

static void
show_trials (HeddleResult *self)
{
  g_autoptr (GString) idle = g_string_new (NULL);

  clear (self->help);
  gtk_widget_set_visible (self->help_table, hd_why_get_n_trials (self->why) > 0);
  for (guint i = 0; i < hd_why_get_n_trials (self->why); i++)
    {
      const HdTrial *trial = hd_why_get_trial (self->why, i);

      if (hd_why_has_effect (self->why, trial))
        add_trial (self, trial);
      else
        g_string_append_printf (idle, "%s%s", idle->len > 0 ? _(", ") : "", trial->what);
    }
  if (idle->len > 0)
    {
      g_autofree char *text = g_strdup_printf (_("Makes no difference: %s"), idle->str);

      gtk_label_set_label (self->idle, text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->idle), idle->len > 0);
}

/* ---- trying ------------------------------------------------------------------------------------------------------------------- */

static void
stop_checking (HeddleResult *self)
{
  if (self->why != NULL)
    hd_why_cancel (self->why);
  g_clear_object (&self->queue);
}

static gboolean
starts_programs (HeddleResult *self)
{
  g_autoptr (GPtrArray) commands = heddle_session_can_run (self->session) ? heddle_session_find_programs (self->session) : NULL;

  return commands == NULL || commands->len > 0;
}

static void
check_all (HeddleResult *self)
{
  g_autoptr (HdPermit) permit = NULL;

  if (self->why == NULL || starts_programs (self))
    return;
  permit = heddle_session_dup_permit (self->session);
  g_clear_object (&self->queue);
  self->queue = hd_run_queue_new (heddle_session_get_catalog (self->session), MAX (g_get_num_processors () / 2, 1), 0); /* the rest is for who works on */
  hd_run_queue_allow_programs (self->queue, permit);
  hd_why_check (self->why, self->queue, G_MAXUINT);
}

/* Unasked, as long as nobody has to wait for it and nothing outside is touched. */
static gboolean
is_cheap (HeddleResult *self)
{
  g_autoptr (GArray) programs = hd_record_read_programs (self->record);
  HdCounters counters;

  hd_record_get_counters (self->record, &counters);
  return counters.wall_time_s * hd_why_get_n_trials (self->why) <= PATIENCE_S && hd_design_get_n_nodes (hd_record_get_design (self->record)) < 20000
         && programs->len == 0;
}

/* ---- page --------------------------------------------------------------------------------------------------------------------- */

/* What helps most is what makes the bottleneck wider, as the first sentence says; without a path it is the first sentence. */
static gboolean
says_the_same (HeddleResult *self)
{
  const HdTrial *remedy = hd_why_get_n_shares (self->why) > 0 ? hd_why_find_remedy (self->why, 0) : NULL;

  if (hd_why_get_n_shares (self->why) == 0)
    return TRUE;
  return remedy != NULL && remedy == hd_why_get_trial (self->why, 0) && remedy->state == HD_TRIAL_CHECKED;
}

/* From the run before it, as far as that is kept: an edit that changes nothing is said so. */
static void
show_change (HeddleResult *self)
{
  double before, now = hd_why_get_value (self->why);
  const char *edits = NULL;
  g_autofree char *text = NULL;

  if (heddle_session_find_change (self->session, hd_why_get_merit (self->why)->metric, &before, &edits))
    {
      g_autofree char *figure = hd_figure_in (before, hd_why_get_merit (self->why)->unit, DIGITS), *change = hd_figure_change (before, now);

      if (fabs (now - before) <= SAME * fabs (before))
        text = g_strdup (_("No difference by the last edit"));
      else
        text = g_strdup_printf (_("%s, before %s"), change, figure);
    }
  gtk_label_set_label (self->change, text != NULL ? text : "");
  heddle_set_tooltip (GTK_WIDGET (self->change), edits);
  gtk_widget_set_visible (GTK_WIDGET (self->change), text != NULL);
}

static void
show_head (HeddleResult *self)
{
  g_autofree char *value = dup_merit (self, hd_why_get_value (self->why)), *sentence = hd_why_dup_sentence (self->why), *progress = NULL;
  guint n_running = hd_why_count (self->why, HD_TRIAL_RUNNING), n_waiting = hd_why_count (self->why, HD_TRIAL_WAITING);

  if (n_running > 0)
    progress = g_strdup_printf (ngettext ("%u change is being tried", "%u changes are being tried", n_running), n_running);
  else if (n_waiting > 0)
    progress = g_strdup_printf (ngettext ("%u change was not tried yet", "%u changes were not tried yet", n_waiting), n_waiting);
  gtk_label_set_label (self->title, hd_why_get_merit (self->why)->title);
  gtk_label_set_label (self->value, value);
  gtk_label_set_label (self->sentence, says_the_same (self) ? "" : sentence);
  gtk_widget_set_visible (GTK_WIDGET (self->sentence), !says_the_same (self));
  show_change (self);
  gtk_label_set_label (self->progress, progress != NULL ? progress : "");
  gtk_widget_set_visible (self->check, n_running == 0 && n_waiting > 0);
  gtk_widget_set_sensitive (self->check, !heddle_session_is_active (self->session));
  gtk_widget_set_visible (self->stop, n_running > 0);
}

/* Beside the large figure, those that are asked for next. */
static void
show_beside (HeddleResult *self)
{
  HdMerit merits[MOST_BESIDE];
  guint n = hd_merit_list (self->record, hd_why_get_merit (self->why), merits, MOST_BESIDE);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->beside)) != NULL)
    gtk_box_remove (GTK_BOX (self->beside), child);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *figure = hd_figure_in (hd_merit_read (&merits[i], self->record), merits[i].unit, DIGITS);
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *title = gtk_label_new (merits[i].title), *value = gtk_label_new (figure);

      gtk_label_set_xalign (GTK_LABEL (title), 0);
      gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
      heddle_set_tooltip (title, merits[i].title);
      gtk_widget_add_css_class (title, "heddle-caption");
      gtk_label_set_xalign (GTK_LABEL (value), 0);
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
      gtk_widget_add_css_class (value, "title-3");
      gtk_widget_add_css_class (value, "numeric");
      gtk_box_append (GTK_BOX (box), title);
      gtk_box_append (GTK_BOX (box), value);
      gtk_box_append (GTK_BOX (self->beside), box);
    }
  gtk_widget_set_visible (self->beside, n > 0);
}

static void
on_why_changed (HeddleResult *self)
{
  show_head (self);
  show_path (self);
  show_trials (self);
}

typedef struct
{
  HdRecord *record;
  HdSnapshot *snapshot;
} Look;

static void
look_free (gpointer data)
{
  Look *self = data;

  hd_record_unref (self->record);
  hd_snapshot_unref (self->snapshot);
  g_free (self);
}

static void
look_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  Look *look = data;
  HdMerit merit;
  GError *error = NULL;

  if (hd_merit_choose (look->record, NULL, &merit, &error))
    g_task_return_pointer (task, hd_why_new (look->record, look->snapshot, &merit, HD_WHY_FACTOR), g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
show_floors (HeddleResult *self)
{
  g_autofree char *floors = hd_why_dup_floors (self->why, MOST_FLOORS);
  g_autoptr (GString) text = g_string_new (floors);

  if (hd_why_get_n_shares (self->why) == 0 && hd_path_get_reason (hd_why_get_path (self->why)) != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", hd_path_get_reason (hd_why_get_path (self->why)));
  gtk_label_set_label (self->floors, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->floors), text->len > 0);
}

static void
show_why (HeddleResult *self)
{
  on_why_changed (self);
  show_beside (self);
  show_floors (self);
  show_bounds (self);
  heddle_figure_list_set_record (self->figures, self->record);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "result");
}

static void
show_fault (HeddleResult *self,
            const char *message)
{
  gtk_label_set_label (self->title, "");
  gtk_label_set_label (self->value, _("Finished"));
  gtk_label_set_label (self->sentence, message);
  gtk_label_set_label (self->progress, "");
  gtk_widget_show (GTK_WIDGET (self->sentence));
  gtk_widget_hide (GTK_WIDGET (self->change));
  gtk_widget_hide (self->beside);
  gtk_widget_hide (GTK_WIDGET (self->floors));
  gtk_widget_hide (GTK_WIDGET (self->bottleneck));
  gtk_widget_hide (self->path_table);
  gtk_widget_hide (self->check);
  gtk_widget_hide (self->stop);
  gtk_widget_hide (self->busy_table);
  gtk_widget_hide (self->help_table);
  heddle_figure_list_set_record (self->figures, self->record);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "result");
}

static void
on_looked (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  HeddleResult *self = HEDDLE_RESULT (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdWhy) why = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (why == NULL)
    {
      show_fault (self, error->message);
      return;
    }
  self->why = g_steal_pointer (&why);
  g_signal_connect_object (self->why, "changed", G_CALLBACK (on_why_changed), self, G_CONNECT_SWAPPED);
  show_why (self);
  if (is_cheap (self))
    check_all (self);
}

static void
forget (HeddleResult *self)
{
  stop_checking (self);
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_clear_object (&self->why);
  g_clear_pointer (&self->record, hd_record_unref);
}

static void
look (HeddleResult *self,
      HdRecord *record)
{
  Look *look = g_new0 (Look, 1);
  g_autoptr (GTask) task = NULL;

  self->record = hd_record_ref (record);
  self->looking = g_cancellable_new ();
  look->record = hd_record_ref (record);
  look->snapshot = hd_snapshot_ref (heddle_session_get_run_snapshot (self->session));
  task = g_task_new (self, self->looking, on_looked, NULL);
  g_task_set_task_data (task, look, look_free);
  hd_task_run_in_thread (task, look_in_thread);
}

static void
refresh (HeddleResult *self)
{
  HdRecord *record = heddle_session_get_run_state (self->session) == HD_RUN_FINISHED ? heddle_session_get_record (self->session) : NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || record == NULL)
    {
      stop_checking (self);
      if (record == NULL || record != self->record)
        forget (self);
      if (record == NULL)
        gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
      return;
    }
  if (record != self->record)
    {
      forget (self);
      look (self, record);
    }
  else if (self->why != NULL)
    show_why (self);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------- */

static void
heddle_result_dispose (GObject *object)
{
  HeddleResult *self = HEDDLE_RESULT (object);

  forget (self);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_clear_object (&self->columns[i]);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_result_parent_class)->dispose (object);
}

static void
heddle_result_class_init (HeddleResultClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_result_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (HEDDLE_TYPE_FIGURE_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/result.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, value);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, beside);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, sentence);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, floors);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, change);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, follow);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, bottleneck);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, limits);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, path_table);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, path_head);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, path);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, progress);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, check);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, stop);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, tables);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, busy_table);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, help_table);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, busy_head);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, help_head);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, busy);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, help);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, idle);
  gtk_widget_class_bind_template_child (widget_class, HeddleResult, figures);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, check_all);
  gtk_widget_class_bind_template_callback (widget_class, stop_checking);
  gtk_widget_class_bind_template_callback (widget_class, on_busy_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_path_activated);
}

static void
add_heads (HeddleResult *self)
{
  static const struct
  {
    const char *text; /* translatable */
    int chars;
  } heads[N_COLUMNS] = {
    [COLUMN_SHARE] = { N_("Share"), SHARE_CHARS },        [COLUMN_LEAST] = { N_("At least"), VALUE_CHARS },
    [COLUMN_OF_PATH] = { N_("Share"), SHARE_CHARS },      [COLUMN_TIME] = { N_("Time"), VALUE_CHARS },
    [COLUMN_ESTIMATE] = { N_("Estimate"), VALUE_CHARS }, [COLUMN_CHECKED] = { N_("By a run"), VALUE_CHARS },
    [COLUMN_CHANGE] = { N_("Change"), VALUE_CHARS },
  };
  GtkWidget *above_bars = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *above_buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *above_path = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_size_request (above_bars, HEDDLE_SHARE_BAR_WIDTH, -1);
  gtk_widget_set_size_request (above_path, HEDDLE_SHARE_BAR_WIDTH, -1);
  gtk_box_append (GTK_BOX (self->path_head), above_path);
  gtk_widget_set_size_request (above_buttons, BUTTON_WIDTH, -1);
  gtk_box_append (GTK_BOX (self->busy_head), above_bars);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkWidget *head = append_cell (i < COLUMN_OF_PATH ? self->busy_head : i < COLUMN_ESTIMATE ? self->path_head : self->help_head, _(heads[i].text), "dim-label", heads[i].chars);

      self->columns[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
      gtk_size_group_add_widget (self->columns[i], head);
    }
  gtk_box_append (GTK_BOX (self->help_head), above_buttons);
}

static void
heddle_result_init (HeddleResult *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  heddle_guard_lines (self->tables);
  add_heads (self);
}

GtkWidget *
heddle_result_new (HeddleSession *session)
{
  HeddleResult *self = g_object_new (HEDDLE_TYPE_RESULT, NULL);
  GtkWidget *empty = heddle_empty_page_new (session, "heddle-result-symbolic", _("No Result Yet"),
                                            _("Run the project to see what it comes to, what holds it up, and what would help."));

  heddle_empty_page_set_while_running (HEDDLE_EMPTY_PAGE (empty), _("A run is under way. When it is over, this says what it comes to, what holds it up, and what would help."));
  heddle_empty_page_set_had_nothing (HEDDLE_EMPTY_PAGE (empty), _("Working It Out"), _("The run is over. What it comes to, and why, is being worked out."));
  self->session = g_object_ref (session);
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
