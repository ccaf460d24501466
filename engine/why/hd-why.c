/* hd-why.c: what would make a run faster: estimated, then tried
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-why"

#include <heddle/hd-why.h>

#include <math.h>

#include <heddle/hd-figure.h>

#include "hd-activities.h"
#include "hd-estimate.h"
#include "hd-floors.h"
#include "hd-i18n.h"
#include "hd-suspects.h"

/* Below all that somebody waits for. */
#define PRIORITY (-10)

/* Less of a gain is none that is worth a sentence; and less than the second is none at all. */
#define WORTH 0.005
#define NOTHING 0.0001

struct _HdWhy
{
  GObject parent_instance;

  HdRecord *record;
  HdSnapshot *snapshot;
  HdMerit merit;
  double factor;
  double value;
  HdSuspects suspects;
  HdPath *path;
  GArray *shares;   /* of HdPathShare */
  GArray *floors;   /* of HdFloor */
  GArray *activities; /* of HdActivityShare */
  GHashTable *jobs; /* owned HdRunJob -> HdTrial */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HdWhy, hd_why, G_TYPE_OBJECT)

static HdTrial *
get_trial (HdWhy *self,
           guint n)
{
  return g_ptr_array_index (self->suspects.trials, n);
}

/* ---- what promises most ------------------------------------------------------------------------------------------------------ */

/* Which merits are as long as the busiest is busy. */
static gboolean
can_estimate (HdWhy *self)
{
  return self->merit.metric == NULL || g_str_equal (self->merit.metric, "throughput") || g_str_equal (self->merit.metric, "time_total");
}

/* Of the busiest that it changes; -1 if that is none. */
static double
get_share (HdWhy *self,
           const HdTrial *trial)
{
  double share = -1;

  for (guint i = 0; i < trial->bounds->len; i++)
    share = MAX (share, g_array_index (self->suspects.bounds, HdBound, g_array_index (trial->bounds, guint32, i)).share);
  return share;
}

/* The share of the time for which something else is busy, which takes as long as before. */
static double
get_other_share (HdWhy *self,
                 const HdTrial *trial)
{
  for (guint i = 0; i < self->suspects.bounds->len; i++)
    if (!hd_trial_changes (trial, i))
      return MIN (g_array_index (self->suspects.bounds, HdBound, i).share, 1); /* they are sorted */
  return 0;
}

/* What is left of what the end waited for; where that is not known, of how long what is changed was busy. */
static void
estimate (HdWhy *self,
          HdTrial *trial)
{
  double left, share = get_share (self, trial);

  if ((share < 0 && !trial->is_latency) || !can_estimate (self))
    return;
  left = hd_estimate_path (self->path, &self->suspects, trial, self->factor);
  if (isnan (left) && share >= 0)
    left = 1 - share * (1 - 1 / self->factor);
  if (isnan (left))
    return;
  left = MAX (left, get_other_share (self, trial));
  trial->estimate = self->merit.more_is_better ? self->value / left : self->value * left;
}

double
hd_why_get_gain (HdWhy *self,
                 const HdTrial *trial)
{
  return hd_merit_get_gain (&self->merit, self->value, trial->state == HD_TRIAL_CHECKED ? trial->checked : trial->estimate);
}

gboolean
hd_why_has_effect (HdWhy *self,
                   const HdTrial *trial)
{
  return trial->state != HD_TRIAL_CHECKED || fabs (hd_why_get_gain (self, trial)) > NOTHING;
}

static int
compare_trials (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  HdWhy *self = data;
  const HdTrial *x = *(HdTrial *const *) a, *y = *(HdTrial *const *) b;
  double gain_x = hd_why_get_gain (self, x), gain_y = hd_why_get_gain (self, y);
  double share_x = get_share (self, x), share_y = get_share (self, y);

  if (isnan (gain_x) != isnan (gain_y))
    return isnan (gain_x) ? 1 : -1;
  if (!isnan (gain_x) && gain_x != gain_y)
    return gain_x < gain_y ? 1 : -1;
  return (share_x < share_y) - (share_x > share_y);
}

static void
sort_trials (HdWhy *self)
{
  g_ptr_array_sort_with_data (self->suspects.trials, compare_trials, self);
}

/* ---- trying ------------------------------------------------------------------------------------------------------------------- */

static void
finish_trial (HdWhy *self,
              HdTrial *trial,
              HdRunJob *job)
{
  const GError *error = hd_run_job_get_error (job);

  switch (hd_run_job_get_state (job))
    {
    case HD_RUN_JOB_FINISHED:
      trial->checked = hd_merit_read (&self->merit, hd_run_job_get_record (job));
      trial->state = isnan (trial->checked) ? HD_TRIAL_FAILED : HD_TRIAL_CHECKED;
      if (trial->state == HD_TRIAL_FAILED)
        trial->error = g_strdup_printf (_("the run has no “%s”"), self->merit.metric);
      break;

    case HD_RUN_JOB_FAILED:
      trial->state = HD_TRIAL_FAILED;
      trial->error = g_strdup (error != NULL ? error->message : "");
      break;

    default:
      trial->state = HD_TRIAL_WAITING;
    }
}

static void
on_state (HdWhy *self,
          GParamSpec *pspec,
          HdRunJob *job)
{
  g_autoptr (HdRunJob) held = g_object_ref (job);
  HdTrial *trial;

  if (!hd_run_job_has_ended (job))
    return;
  trial = g_hash_table_lookup (self->jobs, job);
  g_signal_handlers_disconnect_by_data (job, self);
  g_hash_table_remove (self->jobs, job);
  finish_trial (self, trial, job);
  sort_trials (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
submit (HdWhy *self,
        HdTrial *trial,
        HdRunQueue *queue)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) settings = NULL;
  HdRunJob *job;

  g_strv_builder_addv (builder, (const char **) hd_design_get_overrides (hd_record_get_design (self->record)));
  g_strv_builder_addv (builder, (const char **) trial->settings);
  settings = g_strv_builder_end (builder);
  job = hd_run_queue_submit (queue, self->snapshot, (const char *const *) settings, PRIORITY);
  trial->state = HD_TRIAL_RUNNING;
  g_hash_table_insert (self->jobs, job, trial);
  g_signal_connect_object (job, "notify::state", G_CALLBACK (on_state), self, G_CONNECT_SWAPPED);
}

void
hd_why_check (HdWhy *self,
              HdRunQueue *queue,
              guint most)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();

  for (guint i = 0; i < hd_why_get_n_trials (self) && chosen->len < most; i++)
    if (get_trial (self, i)->state == HD_TRIAL_WAITING)
      g_ptr_array_add (chosen, get_trial (self, i));
  for (guint i = 0; i < chosen->len; i++)
    submit (self, g_ptr_array_index (chosen, i), queue);
  if (chosen->len > 0)
    g_signal_emit (self, signals[CHANGED], 0);
}

void
hd_why_cancel (HdWhy *self)
{
  g_autoptr (GList) jobs = g_hash_table_get_keys (self->jobs);

  for (const GList *l = jobs; l != NULL; l = l->next)
    {
      HdTrial *trial = g_hash_table_lookup (self->jobs, l->data);

      g_signal_handlers_disconnect_by_data (l->data, self);
      hd_run_job_cancel (l->data);
      trial->state = HD_TRIAL_WAITING;
    }
  g_hash_table_remove_all (self->jobs);
  if (jobs != NULL)
    g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- what is known ------------------------------------------------------------------------------------------------------------ */

const HdMerit *
hd_why_get_merit (HdWhy *self)
{
  return &self->merit;
}

double
hd_why_get_value (HdWhy *self)
{
  return self->value;
}

double
hd_why_get_factor (HdWhy *self)
{
  return self->factor;
}

HdRecord *
hd_why_get_record (HdWhy *self)
{
  return self->record;
}

guint
hd_why_get_n_bounds (HdWhy *self)
{
  return self->suspects.bounds->len;
}

const HdBound *
hd_why_get_bound (HdWhy *self,
                  guint n)
{
  return &g_array_index (self->suspects.bounds, HdBound, n);
}

guint
hd_why_get_n_activities (HdWhy *self)
{
  return self->activities->len;
}

const HdActivityShare *
hd_why_get_activity (HdWhy *self,
                     guint n)
{
  return &g_array_index (self->activities, HdActivityShare, n);
}

guint
hd_why_get_n_floors (HdWhy *self)
{
  return self->floors->len;
}

const HdFloor *
hd_why_get_floor (HdWhy *self,
                  guint n)
{
  return &g_array_index (self->floors, HdFloor, n);
}

char *
hd_why_dup_floors (HdWhy *self,
                   guint most)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree guint *counts = g_new0 (guint, self->floors->len + 1);

  for (guint i = 0; i < self->floors->len; i++)
    {
      char *line = hd_why_dup_floor (self, i);
      guint found;

      if (g_ptr_array_find_with_equal_func (lines, line, g_str_equal, &found))
        counts[found]++;
      else if (lines->len < most)
        {
          counts[lines->len] = 1;
          g_ptr_array_add (lines, g_steal_pointer (&line));
        }
      g_free (line);
    }
  for (guint i = 0; i < lines->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, '\n');
      if (counts[i] > 1)
        /* Translators: a sentence about a collective, and how many collectives it is true of */
        g_string_append_printf (text, _("%s (%u of them)"), (const char *) lines->pdata[i], counts[i]);
      else
        g_string_append (text, lines->pdata[i]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
hd_why_dup_floor (HdWhy *self,
                  guint n)
{
  const HdFloor *at = hd_why_get_floor (self, n);
  g_autofree char *bytes = hd_figure_in (at->bytes, "B", 4), *members = hd_figure_count (at->n_members), *least = hd_figure_time (at->least, 4);
  g_autofree char *what = g_strdup_printf (_("%s of %s among %s"), at->operation, bytes, members);
  g_autofree char *why = at->cut != NULL ? g_strdup_printf (_("as all must cross the links of %s"), at->cut) : g_strdup (_("as the ways between members are that long"));
  g_autofree char *took = hd_figure_time (at->took, 4), *times = hd_figure_in ((double) at->took / (double) MAX (at->least, 1), NULL, 3);

  if (at->took == 0)
    /* Translators: "all-reduce of 1 GB among 4: at least 10 ms, as all must cross the links of north" */
    return g_strdup_printf (_("%s: at least %s, %s"), what, least, why);
  return g_strdup_printf (_("%s: at least %s, %s; took %s, %s times that"), what, least, why, took, times);
}

HdPath *
hd_why_get_path (HdWhy *self)
{
  return self->path;
}

guint
hd_why_get_n_shares (HdWhy *self)
{
  return self->shares->len;
}

const HdPathShare *
hd_why_get_share (HdWhy *self,
                  guint n)
{
  return &g_array_index (self->shares, HdPathShare, n);
}

/* Whether it makes faster what a share of the path waits for. */
static gboolean
is_remedy (HdWhy *self,
           const HdPathShare *share,
           const HdTrial *trial)
{
  guint32 bound = share->has_limit ? hd_suspects_find_bound (&self->suspects, share->limit_kind, share->limit, share->way) : HD_NO_ID;

  if (trial->state == HD_TRIAL_FAILED)
    return FALSE;
  switch (hd_path_share_get_delay (share))
    {
    case HD_PATH_DELAY_LATENCY:
      return trial->is_latency;

    case HD_PATH_DELAY_HANDLING:
      return FALSE;

    case HD_PATH_DELAY_LIMIT:
    default:
      return bound != HD_NO_ID && hd_trial_changes (trial, bound);
    }
}

const HdTrial *
hd_why_find_remedy (HdWhy *self,
                    guint n)
{
  const HdPathShare *share = hd_why_get_share (self, n);
  const HdTrial *found = NULL;

  for (guint i = 0; i < hd_why_get_n_trials (self); i++)
    {
      const HdTrial *trial = get_trial (self, i);

      if (is_remedy (self, share, trial) && (found == NULL || hd_why_get_gain (self, trial) > hd_why_get_gain (self, found)))
        found = trial;
    }
  return found;
}

char *
hd_why_dup_share (HdWhy *self,
                  guint n)
{
  g_autofree char *words = hd_path_dup_sentence (self->path, hd_why_get_share (self, n)), *estimated = NULL, *checked = NULL;
  const HdTrial *remedy = hd_why_find_remedy (self, n);

  if (remedy == NULL || (isnan (remedy->estimate) && isnan (remedy->checked)))
    return g_steal_pointer (&words);
  estimated = hd_figure_in (remedy->estimate, self->merit.unit, 4);
  checked = hd_figure_in (remedy->checked, self->merit.unit, 4);
  if (isnan (remedy->checked))
    /* Translators: what is waited for; then what a change would give: "100 GB/s would give 60 ms" */
    return g_strdup_printf (_("%s; %s instead of %s would give %s, as is estimated"), words, remedy->after, remedy->before, estimated);
  if (isnan (remedy->estimate))
    return g_strdup_printf (_("%s; %s instead of %s gives %s, by a run"), words, remedy->after, remedy->before, checked);
  return g_strdup_printf (_("%s; %s instead of %s gives %s by a run (estimated: %s)"), words, remedy->after, remedy->before, checked, estimated);
}

char *
hd_why_dup_bottleneck (HdWhy *self)
{
  for (guint i = 0; i < self->shares->len; i++)
    if (hd_why_get_share (self, i)->kind != HD_PATH_IDLE)
      return hd_why_dup_share (self, i);
  return g_strdup (hd_path_get_reason (self->path));
}

guint
hd_why_get_n_trials (HdWhy *self)
{
  return self->suspects.trials->len;
}

const HdTrial *
hd_why_get_trial (HdWhy *self,
                  guint n)
{
  return get_trial (self, n);
}

guint
hd_why_count (HdWhy *self,
              HdTrialState state)
{
  guint n = 0;

  for (guint i = 0; i < hd_why_get_n_trials (self); i++)
    n += get_trial (self, i)->state == state;
  return n;
}

/* That which was tried and helped most; NULL if none did. */
static const HdTrial *
find_best (HdWhy *self)
{
  const HdTrial *best = NULL;

  for (guint i = 0; i < hd_why_get_n_trials (self); i++)
    {
      const HdTrial *trial = get_trial (self, i);

      if (trial->state == HD_TRIAL_CHECKED && hd_why_get_gain (self, trial) > WORTH && (best == NULL || hd_why_get_gain (self, trial) > hd_why_get_gain (self, best)))
        best = trial;
    }
  return best;
}

char *
hd_why_dup_sentence (HdWhy *self)
{
  const HdTrial *best = find_best (self);
  guint n_checked = hd_why_count (self, HD_TRIAL_CHECKED), n_open = hd_why_count (self, HD_TRIAL_WAITING) + hd_why_count (self, HD_TRIAL_RUNNING);

  if (best != NULL)
    {
      g_autofree char *from = hd_figure_in (self->value, self->merit.unit, 4), *to = hd_figure_in (best->checked, self->merit.unit, 4);
      g_autofree char *change = hd_figure_change (self->value, best->checked);

      return g_strdup_printf (_("%s would help most: with %s instead of %s it is %s instead of %s (%s)."), best->what, best->after, best->before, to, from, change);
    }
  if (n_checked > 0 && n_open == 0)
    return g_strdup_printf (ngettext ("Nothing that was tried alone helps: %u change makes no difference, or makes it worse.",
                                      "Nothing that was tried alone helps: %u changes make no difference, or make it worse.", n_checked), n_checked);
  if (hd_why_get_n_bounds (self) > 0)
    {
      const HdBound *busiest = hd_why_get_bound (self, 0);
      g_autofree char *share = hd_figure_percent (busiest->share);

      return g_strdup_printf (_("The busiest: %s, %s of the time."), busiest->what, share);
    }
  if (self->activities->len > 0)
    return hd_activities_dup_sentence (self->activities);
  return g_strdup (_("No link, memory or processor was busy."));
}

/* ---- the object --------------------------------------------------------------------------------------------------------------- */

static void
hd_why_dispose (GObject *object)
{
  hd_why_cancel (HD_WHY (object));
  G_OBJECT_CLASS (hd_why_parent_class)->dispose (object);
}

static void
hd_why_finalize (GObject *object)
{
  HdWhy *self = HD_WHY (object);

  g_hash_table_unref (self->jobs);
  hd_suspects_clear (&self->suspects);
  g_array_unref (self->floors);
  g_array_unref (self->activities);
  g_array_unref (self->shares);
  hd_path_unref (self->path);
  hd_record_unref (self->record);
  hd_snapshot_unref (self->snapshot);
  G_OBJECT_CLASS (hd_why_parent_class)->finalize (object);
}

static void
hd_why_class_init (HdWhyClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = hd_why_dispose;
  object_class->finalize = hd_why_finalize;
  signals[CHANGED] = g_signal_new ("changed", HD_TYPE_WHY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
hd_why_init (HdWhy *self)
{
  self->jobs = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
}

static guint32
find_bound (gpointer data,
            HdTargetKind kind,
            guint32 target,
            guint way)
{
  return hd_suspects_find_bound (&((HdWhy *) data)->suspects, kind, target, way);
}

HdWhy *
hd_why_new (HdRecord *record,
            HdSnapshot *snapshot,
            const HdMerit *merit,
            double factor)
{
  HdWhy *self = g_object_new (HD_TYPE_WHY, NULL);

  g_return_val_if_fail (factor > 1, NULL);
  self->record = hd_record_ref (record);
  self->snapshot = hd_snapshot_ref (snapshot);
  self->merit = *merit;
  self->factor = factor;
  self->value = hd_merit_read (merit, record);
  hd_suspects_init (&self->suspects, record, snapshot, factor);
  self->floors = hd_floors_find (record);
  self->activities = hd_activities_find (record);
  self->path = hd_path_new (record);
  self->shares = hd_path_sum_up (self->path, find_bound, self);
  for (guint i = 0; i < hd_why_get_n_trials (self); i++)
    estimate (self, get_trial (self, i));
  sort_trials (self);
  return self;
}
