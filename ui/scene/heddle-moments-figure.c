/* heddle-moments-figure.c: what became of the transfers of a run, as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-moments-figure"

#include "heddle-moments-figure.h"

#include <glib/gi18n.h>

#define DIGITS 4
#define MOMENT_DIGITS 9 /* of a time of the run, in which nanoseconds matter */

/* All that has one of these orders. */
typedef struct
{
  guint32 *rows; /* places in the array of moments */
  guint n_rows, n_open;
  HdTime longest;
  double sums[HEDDLE_N_MOMENTS_PARTS]; /* s */
} Order;

struct _HeddleMomentsFigure
{
  HdDesign *design;
  GArray *moments;
  GPtrArray *names; /* by node; NULL for those that do not occur */
  Order orders[HEDDLE_N_MOMENTS_ORDERS];
};

static HdTime
get_duration (const HdMoments *moments)
{
  return moments->times[HD_MOMENT_STORED] - moments->times[HD_MOMENT_ASKED];
}

/* What is equal stays in the order in which it was asked for. */
static int
compare_durations (gconstpointer a,
                   gconstpointer b,
                   gpointer data)
{
  const HdMoments *all = data;
  guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  if (get_duration (&all[one]) != get_duration (&all[other]))
    return get_duration (&all[one]) > get_duration (&all[other]) ? -1 : 1;
  return one < other ? -1 : one > other;
}

static int
compare_components (gconstpointer a,
                    gconstpointer b,
                    gpointer data)
{
  const HdMoments *all = data;
  guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  if (all[one].component != all[other].component)
    return all[one].component < all[other].component ? -1 : 1;
  return one < other ? -1 : one > other;
}

static int
compare_writes (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const HdMoments *all = data;
  guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  if (all[one].source != all[other].source)
    return all[one].source < all[other].source ? -1 : 1;
  return one < other ? -1 : one > other;
}

/* They are in the order of start already. */
static void
sort (HeddleMomentsFigure *self,
      HeddleMomentsOrder number)
{
  static const GCompareDataFunc compare[HEDDLE_N_MOMENTS_ORDERS] = {
    [HEDDLE_MOMENTS_BY_DURATION] = compare_durations, [HEDDLE_MOMENTS_BY_COMPONENT] = compare_components, [HEDDLE_MOMENTS_BY_WRITE] = compare_writes,
  };
  const HdMoments *all = (const HdMoments *) (gconstpointer) self->moments->data;
  Order *order = &self->orders[number];

  order->rows = g_new (guint32, self->moments->len);
  for (guint32 i = 0; i < self->moments->len; i++)
    {
      const HdMoments *source = number == HEDDLE_MOMENTS_BY_WRITE && all[i].source != HD_NO_ID ? &all[all[i].source] : NULL;
      HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
      guint n;

      if (number == HEDDLE_MOMENTS_BY_WRITE && source == NULL)
        continue;
      order->rows[order->n_rows++] = i;
      order->n_open += all[i].n_moments < HD_N_MOMENTS;
      n = heddle_moments_lay_out (source, &all[i], bars);
      order->longest = MAX (order->longest, heddle_moments_get_length (bars, n));
      for (guint k = 0; k < n; k++)
        order->sums[bars[k].part] += hd_time_to_seconds (bars[k].end - bars[k].begin);
    }
  if (compare[number] != NULL)
    g_qsort_with_data (order->rows, (int) order->n_rows, sizeof *order->rows, compare[number], self->moments->data);
}

static void
name (HeddleMomentsFigure *self,
      guint32 node)
{
  if (g_ptr_array_index (self->names, node) == NULL)
    g_ptr_array_index (self->names, node) = hd_design_dup_node_label (self->design, node);
}

HeddleMomentsFigure *
heddle_moments_figure_new (HdDesign *design,
                           GArray *moments)
{
  HeddleMomentsFigure *self = g_new0 (HeddleMomentsFigure, 1);

  self->design = hd_design_ref (design);
  self->moments = g_array_ref (moments);
  self->names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (self->names, (int) hd_design_get_n_nodes (design));
  for (guint i = 0; i < moments->len; i++)
    {
      name (self, g_array_index (moments, HdMoments, i).component);
      name (self, g_array_index (moments, HdMoments, i).memory);
    }
  for (HeddleMomentsOrder order = 0; order < HEDDLE_N_MOMENTS_ORDERS; order++)
    sort (self, order);
  return self;
}

void
heddle_moments_figure_free (HeddleMomentsFigure *self)
{
  for (guint i = 0; i < HEDDLE_N_MOMENTS_ORDERS; i++)
    g_free (self->orders[i].rows);
  g_ptr_array_unref (self->names);
  g_array_unref (self->moments);
  hd_design_unref (self->design);
  g_free (self);
}

static const char *
get_title (HeddleMomentsPart part)
{
  const char *const titles[HEDDLE_N_MOMENTS_PARTS] = {
    [HEDDLE_MOMENTS_TAKE] = _("Private memory, read"),
    [HEDDLE_MOMENTS_QUEUE] = _("Waits for a place in the queue"),
    [HEDDLE_MOMENTS_ENTRY] = _("Waits for the network"),
    [HEDDLE_MOMENTS_OUT] = _("Network, there"),
    [HEDDLE_MOMENTS_MEMORY] = _("At the memory"),
    [HEDDLE_MOMENTS_REPLY_ENTRY] = _("Answer waits for the network"),
    [HEDDLE_MOMENTS_BACK] = _("Network, back"),
    [HEDDLE_MOMENTS_STORE] = _("Private memory, written"),
    [HEDDLE_MOMENTS_OPEN] = _("Not answered when the run ended"),
    [HEDDLE_MOMENTS_KEEP] = _("Lies in shared memory"),
  };

  return titles[part];
}

HeddleMomentsPicture
heddle_moments_figure_make_picture (HeddleMomentsFigure *self,
                                    HeddleMomentsOrder order)
{
  HeddleMomentsPicture picture = {
    .moments = (const HdMoments *) (gconstpointer) self->moments->data,
    .order = self->orders[order].rows,
    .n_rows = self->orders[order].n_rows,
    .is_linked = order == HEDDLE_MOMENTS_BY_WRITE,
    .names = (const char *const *) self->names->pdata,
    .to = MAX (self->orders[order].longest, 1),
    .selected = -1,
    .moment = -1,
    .asked = _("asked at"),
    .total = _("in all"),
  };

  for (guint part = 0; part < HEDDLE_MOMENTS_KEEP; part++)
    picture.keys[part] = self->orders[order].sums[part] > 0 ? get_title (part) : NULL;
  return picture;
}

/* Requests that are sent at the same time go in the order of their numbers; so do answers that the memory has at the same time. */
void
heddle_moments_figure_find_packet (HeddleMomentsFigure *self,
                                   const HdMoments *moments,
                                   HeddleMomentsPart part,
                                   HdFollowTarget *out_packet)
{
  gboolean is_answer = part == HEDDLE_MOMENTS_REPLY_ENTRY || part == HEDDLE_MOMENTS_BACK || part == HEDDLE_MOMENTS_STORE;
  HdMoment sent = is_answer ? HD_MOMENT_SERVED : HD_MOMENT_SENT;

  *out_packet = (HdFollowTarget){ .source = is_answer ? moments->memory : moments->component,
                                  .destination = is_answer ? moments->component : moments->memory,
                                  .time = moments->times[sent] };
  for (guint i = 0; i < self->moments->len; i++)
    {
      const HdMoments *other = &g_array_index (self->moments, HdMoments, i);

      out_packet->skip += other->component == moments->component && other->memory == moments->memory && other->times[sent] == out_packet->time
                          && other->n_moments > sent && other->number < moments->number;
    }
}

/* At flit fidelity with cycles of the routers. */
static char *
dup_length (HeddleMomentsFigure *self,
            HdTime length)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  double n = hd_time_to_seconds (length) * settings->clock;
  g_autofree char *time = hd_figure_time (length, DIGITS), *cycles = NULL, *count = NULL;

  if (settings->fidelity != HD_FIDELITY_FLIT || !(settings->clock > 0))
    return g_steal_pointer (&time);
  count = hd_figure_in (n, NULL, DIGITS);
  cycles = g_strdup_printf (ngettext ("%s cycle", "%s cycles", n == 1 ? 1 : 2), count);
  return g_strdup_printf ("%s (%s)", time, cycles);
}

static char *
dup_title (HeddleMomentsFigure *self,
           const HdMoments *source,
           const HdMoments *moments)
{
  const char *component = g_ptr_array_index (self->names, moments->component), *memory = g_ptr_array_index (self->names, moments->memory);
  g_autofree char *size = hd_figure_in ((double) moments->bytes, "B", DIGITS), *address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", moments->address);

  if (source != NULL)
    /* Translators: a chiplet, bytes, another chiplet, a memory, an address */
    return g_strdup_printf (_("%s gives %s to %s through %s at %s"), (const char *) g_ptr_array_index (self->names, source->component), size, component, memory, address);
  return g_strdup_printf (moments->is_write ? _("%s writes %s to %s at %s") : _("%s reads %s from %s at %s"), component, size, memory, address);
}

/* With what lies in shared memory between a write and the read. */
static HdTime
get_whole (const HdMoments *source,
           const HdMoments *moments)
{
  return moments->times[HD_MOMENT_STORED] - (source != NULL ? source : moments)->times[HD_MOMENT_ASKED];
}

char *
heddle_moments_figure_dup_sentence (HeddleMomentsFigure *self,
                                    const HdMoments *source,
                                    const HdMoments *moments)
{
  HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
  const HeddleMomentsBar *longest = heddle_moments_find_longest (bars, heddle_moments_lay_out (source, moments, bars));
  g_autofree char *title = dup_title (self, source, moments), *total = dup_length (self, get_whole (source, moments));
  g_autofree char *most = dup_length (self, longest->end - longest->begin);

  if (moments->n_moments < HD_N_MOMENTS)
    /* Translators: a transfer that was not done, how long it had taken, how much of that was what */
    return g_strdup_printf (_("%s: %s until the run ended, %s of it: %s"), title, total, most, get_title (longest->part));
  /* Translators: a transfer, how long it took, how much of that was what, as "gpu writes 128 B to memory at 0x80: 62 ns, 31 ns of it: Network, there" */
  return g_strdup_printf (_("%s: %s, %s of it: %s"), title, total, most, get_title (longest->part));
}

char *
heddle_moments_figure_dup_row (HeddleMomentsFigure *self,
                               const HdMoments *source,
                               const HdMoments *moments)
{
  g_autofree char *asked = hd_figure_time ((source != NULL ? source : moments)->times[HD_MOMENT_ASKED], MOMENT_DIGITS);
  g_autofree char *total = dup_length (self, get_whole (source, moments)), *title = dup_title (self, source, moments);
  GString *text = g_string_new (title);
  HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
  guint n = heddle_moments_lay_out (source, moments, bars);

  g_string_append_c (text, '\n');
  g_string_append_printf (text, moments->n_moments < HD_N_MOMENTS ? _("Asked for at %s, not done when the run ended %s later") : _("Asked for at %s, done %s later"), asked, total);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *time = dup_length (self, bars[i].end - bars[i].begin);
      g_autofree char *until = hd_figure_time (bars[i].end, MOMENT_DIGITS);

      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("%s: %s, up to %s"), get_title (bars[i].part), time, until);
    }
  if (source == NULL && moments->source != HD_NO_ID)
    {
      const HdMoments *write = &g_array_index (self->moments, HdMoments, moments->source);
      g_autofree char *written = hd_figure_time (write->times[HD_MOMENT_SERVED], MOMENT_DIGITS);

      g_string_append_c (text, '\n');
      /* Translators: of what is read: by whom it was written, and when */
      g_string_append_printf (text, _("Written by %s, in the memory at %s"), (const char *) g_ptr_array_index (self->names, write->component), written);
    }
  return g_string_free (text, FALSE);
}

char *
heddle_moments_figure_dup_summary (HeddleMomentsFigure *self,
                                   HeddleMomentsOrder order)
{
  const Order *of = &self->orders[order];
  g_autofree char *n = hd_figure_count (of->n_rows), *mean = NULL, *share = NULL, *text = NULL, *open = NULL;
  HeddleMomentsPart most = 0;
  double all = 0;

  if (of->n_rows == 0)
    return g_strdup (_("Nothing was read that a chiplet which logs its transfers had written"));
  for (guint part = 0; part < HEDDLE_MOMENTS_KEEP; part++)
    {
      all += of->sums[part];
      if (of->sums[part] > of->sums[most])
        most = part;
    }
  mean = hd_figure_in (all / of->n_rows, "s", DIGITS);
  share = hd_figure_percent (all > 0 ? of->sums[most] / all : 0);
  if (order == HEDDLE_MOMENTS_BY_WRITE)
    /* Translators: how many times something was written and read, how long that took without the time between, how much of it was what */
    return g_strdup_printf (ngettext ("Written and read %s time, %s under way on average; %s of it: %s", "Written and read %s times, %s under way on average; %s of it: %s", of->n_rows), n,
                            mean, share, get_title (most));
  text = g_strdup_printf (ngettext ("%s transfer, %s on average; %s of it: %s", "%s transfers, %s on average; %s of it: %s", of->n_rows), n, mean, share,
                          get_title (most));
  if (of->n_open == 0)
    return g_steal_pointer (&text);
  open = hd_figure_count (of->n_open);
  /* Translators: a sentence about all transfers, and how many of them were not done */
  return g_strdup_printf (ngettext ("%s; %s not done when the run ended", "%s; %s not done when the run ended", of->n_open), text, open);
}
