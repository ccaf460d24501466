/* hd-path-text.c: what a path waits for, added up and in words
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-path"

#include "hd-path-private.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"

#define DIGITS 4
#define MOST_WINDOWS 64  /* in which it is looked how busy a limit was */
#define LONGER 1.25      /* than the other steps, that it is worth a word */

/* ---- added up ------------------------------------------------------------------------------------------------------------------ */

/* What has one sum. */
typedef struct
{
  HdPathKind kind;
  gconstpointer collective;
  guint32 name;  /* HD_NO_ID where all names are taken together */
  gint64 limits; /* class, or -1 */
} Key;

typedef struct
{
  Key key;
  HdPathShare sum;
  GHashTable *limits; /* a limit in one number -> HdTime of it */
  HdTime longest;
} Sum;

static guint
hash_key (gconstpointer data)
{
  const Key *self = data;

  return ((guint) self->kind * 31 + g_direct_hash (self->collective)) * 31 + self->name * 17 + (guint) self->limits;
}

static gboolean
equal_keys (gconstpointer a,
            gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->kind == y->kind && x->collective == y->collective && x->name == y->name && x->limits == y->limits;
}

static void
sum_free (gpointer data)
{
  Sum *self = data;

  g_hash_table_unref (self->limits);
  g_free (self);
}

static gint64
make_number (const HdPathPart *part)
{
  return (gint64) part->limit << 2 | (gint64) (part->limit_kind == HD_TARGET_NODE) << 1 | part->way;
}

static void
add_part (Sum *self,
          const HdPathPart *part)
{
  HdTime length = part->end - part->start, *of_limit;
  gint64 number = make_number (part);

  self->sum.time += length;
  self->sum.latency += MIN (part->latency, length);
  self->sum.handling += MIN (part->handling, length - MIN (part->latency, length));
  self->sum.n_parts++;
  self->sum.n_steps += part->n_alike;
  if (length > self->longest)
    {
      self->longest = length;
      self->sum.from = part->from;
      self->sum.to = part->to;
    }
  if (!part->has_limit)
    return;
  of_limit = g_hash_table_lookup (self->limits, &number);
  if (of_limit == NULL)
    g_hash_table_insert (self->limits, g_memdup2 (&number, sizeof number), of_limit = g_new0 (HdTime, 1));
  *of_limit += length;
}

static void
choose_limit (Sum *self)
{
  GHashTableIter iter;
  gpointer key, value;
  gint64 best = -1;
  HdTime most = -1;

  g_hash_table_iter_init (&iter, self->limits);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      gint64 number = *(gint64 *) key;
      HdTime time = *(HdTime *) value;

      if (time > most || (time == most && number < best))
        {
          most = time;
          best = number;
        }
    }
  self->sum.n_limits = g_hash_table_size (self->limits);
  self->sum.has_limit = best >= 0;
  if (best < 0)
    return;
  self->sum.limit = (guint32) (best >> 2);
  self->sum.limit_kind = best & 2 ? HD_TARGET_NODE : HD_TARGET_LINK;
  self->sum.way = best & 1;
}

static int
compare_sums (gconstpointer a,
              gconstpointer b)
{
  const HdPathShare *x = a, *y = b;

  return (x->time < y->time) - (x->time > y->time);
}

static Key
get_key (const HdPathPart *part,
         guint32 (*classify) (gpointer data, HdTargetKind kind, guint32 target, guint way),
         gpointer data)
{
  gboolean any_name = part->collective != NULL || part->kind == HD_PATH_MEMORY || part->kind == HD_PATH_MOVE || (part->kind == HD_PATH_COMPUTE && part->has_limit);
  guint32 alike = part->has_limit && classify != NULL ? classify (data, part->limit_kind, part->limit, part->way) : HD_NO_ID;

  return (Key){ part->kind, part->collective, any_name ? HD_NO_ID - part->half_precision : part->name,
                !part->has_limit ? -1 : alike != HD_NO_ID ? ((gint64) alike << 1 | 1) << 34 : make_number (part) };
}

static gboolean
is_of_key (const HdPathPart *part,
           const Key *key,
           guint32 (*classify) (gpointer data, HdTargetKind kind, guint32 target, guint way),
           gpointer data)
{
  const Key own = get_key (part, classify, data);

  return equal_keys (&own, key);
}

/* How busy @sum's limit was while it, or one that is alike, was waited for; what has no pause counts as one window. */
static void
measure (HdPath *self,
         HdPathShare *sum,
         const Key *key,
         guint32 (*classify) (gpointer data, HdTargetKind kind, guint32 target, guint way),
         gpointer data)
{
  double busy = 0, all = 0;
  guint n_windows = 0;

  for (guint i = 0; i < self->parts->len && n_windows < MOST_WINDOWS; i++)
    {
      HdTime start = hd_path_get_part (self, i)->start, end;
      HdLoad load;

      if (!is_of_key (hd_path_get_part (self, i), key, classify, data))
        continue;
      while (i + 1 < self->parts->len && is_of_key (hd_path_get_part (self, i + 1), key, classify, data))
        i++;
      end = hd_path_get_part (self, i)->end;
      load = sum->limit_kind == HD_TARGET_LINK ? hd_record_read_link (self->record, sum->limit, start, end) : hd_record_read_node (self->record, sum->limit, start, end);
      busy += MIN ((double) load.ways[sum->way].mean, 1) * (double) (end - start);
      all += (double) (end - start);
      n_windows++;
    }
  sum->share = all > 0 ? busy / all : 0;
}

/* Of all communications of one sort: their steps. */
static guint
count_steps (HdPath *self,
             const HdPathShare *sum)
{
  guint n = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const HdPathPart *part = hd_path_get_part (self, i);

      if (part->collective == sum->collective && part->kind == HD_PATH_MESSAGE && (part->collective != NULL || part->name == sum->name))
        n += part->n_alike;
    }
  return n;
}

GArray *
hd_path_sum_up (HdPath *self,
                guint32 (*classify) (gpointer data,
                                     HdTargetKind kind,
                                     guint32 target,
                                     guint way),
                gpointer data)
{
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (HdPathShare));
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (hash_key, equal_keys, NULL, sum_free);
  HdDesign *design = hd_record_get_design (self->record);
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const HdPathPart *part = hd_path_get_part (self, i);
      const Key key = get_key (part, classify, data);
      Sum *sum = g_hash_table_lookup (by_key, &key);

      if (part->kind == HD_PATH_PAUSE)
        continue;
      if (sum == NULL)
        {
          sum = g_new0 (Sum, 1);
          sum->key = key;
          sum->sum = (HdPathShare){ .kind = part->kind, .collective = part->collective, .name = part->name, .half_precision = part->half_precision, .from = HD_NO_ID, .to = HD_NO_ID };
          sum->limits = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
          g_hash_table_insert (by_key, &sum->key, sum);
        }
      add_part (sum, part);
    }
  g_hash_table_iter_init (&iter, by_key);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      HdPathShare *sum = &((Sum *) value)->sum;

      choose_limit (value);
      sum->n_all_steps = count_steps (self, sum);
      if (sum->has_limit)
        {
          const HdPathLimit limit = { sum->limit_kind, sum->limit, sum->way };

          sum->bandwidth = hd_path_limit_get_rate (design, &limit);
          if (sum->kind == HD_PATH_COMPUTE && !sum->half_precision)
            sum->bandwidth = hd_design_get_property (design, sum->limit, HD_PROPERTY_FP32_RATE, 0);
          measure (self, sum, &((Sum *) value)->key, classify, data);
        }
      g_array_append_val (sums, *sum);
    }
  g_array_sort (sums, compare_sums);
  return sums;
}

HdPathDelay
hd_path_share_get_delay (const HdPathShare *self)
{
  if (self->kind != HD_PATH_MESSAGE || 2 * (self->latency + self->handling) <= self->time)
    return HD_PATH_DELAY_LIMIT;
  return self->latency >= self->handling ? HD_PATH_DELAY_LATENCY : HD_PATH_DELAY_HANDLING;
}

/* ---- in words ------------------------------------------------------------------------------------------------------------------- */

/* "north_east and 3 others (50 GB/s, 100 %)" */
static char *
dup_limit (HdPath *self,
           const HdPathShare *sum)
{
  const HdHotSpot spot = { sum->limit_kind, sum->limit, sum->way, 0, 0 };
  HdDesign *design = hd_record_get_design (self->record);
  gboolean is_processor = sum->limit_kind == HD_TARGET_NODE && sum->way == 0 && hd_design_get_nodes (design)[sum->limit].type->role == HD_ROLE_ENDPOINT;
  g_autofree char *path = hd_hot_spot_dup_path (&spot, design), *places = NULL, *rate = NULL, *share = hd_figure_percent (sum->share);

  if (sum->n_limits > 1)
    {
      g_autofree char *others = hd_figure_count (sum->n_limits - 1);

      places = g_strdup_printf (ngettext ("%s and %s other", "%s and %s others", sum->n_limits - 1), path, others);
    }
  else
    {
      places = g_steal_pointer (&path);
    }
  if (!(sum->bandwidth > 0) || !isfinite (sum->bandwidth))
    return g_steal_pointer (&places);
  rate = hd_figure_in (sum->bandwidth, is_processor ? "FLOP/s" : "B/s", DIGITS);
  return g_strdup_printf (is_processor ? "%s (%s)" : "%s (%s, %s)", places, rate, share);
}

/* "in 6 of 6 steps" where there are steps; else that between which nodes it was. */
static char *
dup_where (HdPath *self,
           const HdPathShare *sum)
{
  HdDesign *design = hd_record_get_design (self->record);
  g_autofree char *from = NULL, *to = NULL, *n = hd_figure_count (sum->n_steps), *all = hd_figure_count (sum->n_all_steps);

  if (sum->n_all_steps > 1 || sum->from == HD_NO_ID || sum->to == HD_NO_ID)
    return g_strdup_printf (ngettext ("in %s of %s step", "in %s of %s steps", sum->n_all_steps), n, all);
  from = hd_design_dup_node_path (design, sum->from);
  to = hd_design_dup_node_path (design, sum->to);
  return g_strdup_printf (_("from %s to %s"), from, to);
}

static char *
dup_message (HdPath *self,
             const HdPathShare *sum,
             const char *title,
             const char *limit)
{
  g_autofree char *where = dup_where (self, sum);

  switch (hd_path_share_get_delay (sum))
    {
    case HD_PATH_DELAY_LATENCY:
      /* Translators: of messages: it is not bandwidth that they wait for. The last is "in 6 of 6 steps", or "from a to b" */
      return g_strdup_printf (_("%s waits for the latency of its ways %s"), title, where);

    case HD_PATH_DELAY_HANDLING:
      return g_strdup_printf (_("%s waits for software and switches %s"), title, where);

    case HD_PATH_DELAY_LIMIT:
    default:
      /* Translators: "All-reduce, ring, waits for north_east (50 GB/s, 100 %) in 6 of 6 steps", or "from a to b" */
      return limit != NULL ? g_strdup_printf (_("%s waits for %s %s"), title, limit, where) : g_strdup_printf ("%s %s", title, where);
    }
}

static char *
dup_words (HdPath *self,
           const HdPathShare *sum)
{
  g_autofree char *limit = sum->has_limit ? dup_limit (self, sum) : NULL;
  const char *title = sum->collective != NULL ? sum->collective : sum->name != HD_NO_ID ? hd_record_get_title (self->record, sum->name) : "";

  switch (sum->kind)
    {
    case HD_PATH_COMPUTE:
      return limit != NULL ? g_strdup_printf (_("Computation on %s"), limit) : g_strdup (title);

    case HD_PATH_MEMORY:
      return limit != NULL ? g_strdup_printf (_("Computation waits for data through %s"), limit) : g_strdup (_("Computation waits for data"));

    case HD_PATH_MOVE:
      return limit != NULL ? g_strdup_printf (_("Data that is fetched before a computation waits for %s"), limit) : g_strdup (_("Data is fetched before a computation"));

    case HD_PATH_MESSAGE:
      return dup_message (self, sum, title, limit);

    case HD_PATH_WORK:
      return limit != NULL ? g_strdup_printf (_("%s; busiest meanwhile: %s"), title, limit) : g_strdup (title);

    case HD_PATH_WAIT:
      return g_strdup_printf (_("%s: waits for others"), title);

    case HD_PATH_IDLE:
    case HD_PATH_PAUSE:
    default:
      return g_strdup (_("Nothing is recorded that was waited for"));
    }
}

char *
hd_path_dup_sentence (HdPath *self,
                      const HdPathShare *share)
{
  g_autofree char *words = dup_words (self, share), *time = hd_figure_time (share->time, DIGITS), *all = hd_figure_time (hd_path_get_time (self), DIGITS);

  /* Translators: what is waited for, then how long, of how long in all */
  return g_strdup_printf (_("%s: %s of %s"), words, time, all);
}

/* ---- the step that waits ------------------------------------------------------------------------------------------------------ */

/* The communication of one name that has most of the path. */
static guint32
find_main_name (HdPath *self)
{
  g_autoptr (GHashTable) times = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint32 main_name = HD_NO_ID;
  HdTime most = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const HdPathPart *part = hd_path_get_part (self, i);
      gpointer key = GUINT_TO_POINTER (part->name);
      HdTime *time;

      if (part->kind != HD_PATH_MESSAGE || part->n_steps < 2)
        continue;
      time = g_hash_table_lookup (times, key);
      if (time == NULL)
        g_hash_table_insert (times, key, time = g_new0 (HdTime, 1));
      *time += part->end - part->start;
      if (*time > most)
        {
          most = *time;
          main_name = part->name;
        }
    }
  return main_name;
}

static const HdPathPart *
find_longest_step (HdPath *self,
                   guint32 name,
                   double *out_longest_s,
                   double *out_others_s)
{
  const HdPathPart *longest = NULL;
  double all = 0, most = 0;
  guint n = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const HdPathPart *part = hd_path_get_part (self, i);
      double each = hd_time_to_seconds (part->end - part->start) / part->n_alike;

      if (part->name != name || part->kind != HD_PATH_MESSAGE)
        continue;
      all += each * part->n_alike;
      n += part->n_alike;
      if (each > most)
        {
          most = each;
          longest = part;
        }
    }
  *out_longest_s = most;
  *out_others_s = n > 1 ? (all - most) / (n - 1) : most;
  return longest;
}

char *
hd_path_dup_step_sentence (HdPath *self)
{
  guint32 name = find_main_name (self);
  double longest_s, others_s;
  const HdPathPart *longest = name != HD_NO_ID ? find_longest_step (self, name, &longest_s, &others_s) : NULL;
  g_autofree char *most = NULL, *others = NULL, *from = NULL, *to = NULL;
  HdDesign *design = hd_record_get_design (self->record);

  if (longest == NULL || longest_s < LONGER * others_s)
    return NULL;
  most = hd_figure_in (longest_s, "s", DIGITS);
  others = hd_figure_in (others_s, "s", DIGITS);
  from = hd_design_dup_node_path (design, longest->from);
  to = hd_design_dup_node_path (design, longest->to);
  /* Translators: the step of a communication that takes longer than others: "Step 3 of 6 takes longest: 20 ms from west to north, the others 5 ms on average" */
  return g_strdup_printf (_("Step %u of %u takes longest: %s from %s to %s, the others %s on average"), longest->step + 1, longest->n_steps, most, from, to, others);
}
