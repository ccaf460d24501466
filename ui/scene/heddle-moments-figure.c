/* heddle-moments-figure.c: what became of the transfers of a run, as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-moments-figure"

#include "heddle-moments-figure.h"

#include <glib/gi18n.h>

#define DIGITS 4
#define MOMENT_DIGITS 9 /* of a time of the run, in which nanoseconds matter */

struct _HeddleMomentsFigure
{
  HdDesign *design;
  GArray *moments;
  GPtrArray *names; /* by node; NULL for those that do not occur */
  guint32 *orders[HEDDLE_N_MOMENTS_ORDERS];
  HdTime longest;
  double sums[HEDDLE_N_MOMENTS_PARTS]; /* s */
};

static HdTime
get_duration (const HdMoments *moments)
{
  return moments->times[HD_MOMENT_ANSWERED] - moments->times[HD_MOMENT_ASKED];
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

static guint32 *
new_order (GArray *moments,
           GCompareDataFunc compare)
{
  guint32 *order = g_new (guint32, moments->len);

  for (guint32 i = 0; i < moments->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) moments->len, sizeof *order, compare, moments->data);
  return order;
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
      const HdMoments *one = &g_array_index (moments, HdMoments, i);

      name (self, one->component);
      name (self, one->memory);
      self->longest = MAX (self->longest, get_duration (one));
      for (guint part = 0; part < HEDDLE_N_MOMENTS_PARTS; part++)
        self->sums[part] += hd_time_to_seconds (one->times[part + 1] - one->times[part]);
    }
  self->orders[HEDDLE_MOMENTS_BY_DURATION] = new_order (moments, compare_durations);
  self->orders[HEDDLE_MOMENTS_BY_COMPONENT] = new_order (moments, compare_components);
  return self;
}

void
heddle_moments_figure_free (HeddleMomentsFigure *self)
{
  for (guint i = 0; i < HEDDLE_N_MOMENTS_ORDERS; i++)
    g_free (self->orders[i]);
  g_ptr_array_unref (self->names);
  g_array_unref (self->moments);
  hd_design_unref (self->design);
  g_free (self);
}

static const char *
get_title (HeddleMomentsPart part)
{
  const char *const titles[HEDDLE_N_MOMENTS_PARTS] = {
    [HEDDLE_MOMENTS_QUEUE] = _("Waits for a place in the queue"), [HEDDLE_MOMENTS_ENTRY] = _("Waits for the network"), [HEDDLE_MOMENTS_OUT] = _("Network, there"),
    [HEDDLE_MOMENTS_MEMORY] = _("At the memory"),                 [HEDDLE_MOMENTS_REPLY_ENTRY] = _("Answer waits for the network"),
    [HEDDLE_MOMENTS_BACK] = _("Network, back"),
  };

  return titles[part];
}

HeddleMomentsPicture
heddle_moments_figure_make_picture (HeddleMomentsFigure *self,
                                    HeddleMomentsOrder order)
{
  HeddleMomentsPicture picture = {
    .moments = (const HdMoments *) (gconstpointer) self->moments->data,
    .order = self->orders[order],
    .n_rows = self->moments->len,
    .names = (const char *const *) self->names->pdata,
    .to = MAX (self->longest, 1),
    .selected = -1,
    .moment = -1,
    .asked = _("asked at"),
    .total = _("in all"),
  };

  for (guint part = 0; part < HEDDLE_N_MOMENTS_PARTS; part++)
    picture.keys[part] = self->sums[part] > 0 ? get_title (part) : NULL;
  return picture;
}

/* Requests that are sent at the same time go in the order of their numbers; so do answers that the memory has at the same time. */
void
heddle_moments_figure_find_packet (HeddleMomentsFigure *self,
                                   const HdMoments *moments,
                                   HeddleMomentsPart part,
                                   HdFollowTarget *out_packet)
{
  gboolean is_answer = part == HEDDLE_MOMENTS_REPLY_ENTRY || part == HEDDLE_MOMENTS_BACK;
  HdMoment sent = is_answer ? HD_MOMENT_SERVED : HD_MOMENT_SENT;

  *out_packet = (HdFollowTarget){ .source = is_answer ? moments->memory : moments->component,
                                  .destination = is_answer ? moments->component : moments->memory,
                                  .time = moments->times[sent] };
  for (guint i = 0; i < self->moments->len; i++)
    {
      const HdMoments *other = &g_array_index (self->moments, HdMoments, i);

      out_packet->skip += other->component == moments->component && other->memory == moments->memory && other->times[sent] == out_packet->time
                          && other->number < moments->number;
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
           const HdMoments *moments)
{
  const char *component = g_ptr_array_index (self->names, moments->component), *memory = g_ptr_array_index (self->names, moments->memory);
  g_autofree char *size = hd_figure_in ((double) moments->bytes, "B", DIGITS), *address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", moments->address);

  return g_strdup_printf (moments->is_write ? _("%s writes %s to %s at %s") : _("%s reads %s from %s at %s"), component, size, memory, address);
}

char *
heddle_moments_figure_dup_sentence (HeddleMomentsFigure *self,
                                    const HdMoments *moments)
{
  HeddleMomentsPart longest = heddle_moments_find_longest (moments);
  g_autofree char *title = dup_title (self, moments), *total = dup_length (self, get_duration (moments));
  g_autofree char *most = dup_length (self, moments->times[longest + 1] - moments->times[longest]);

  /* Translators: a transfer, how long it took, how much of that was what, as "gpu writes 128 B to memory at 0x80: 62 ns, 31 ns of it: Network, there" */
  return g_strdup_printf (_("%s: %s, %s of it: %s"), title, total, most, get_title (longest));
}

char *
heddle_moments_figure_dup_row (HeddleMomentsFigure *self,
                               const HdMoments *moments)
{
  g_autofree char *asked = hd_figure_time (moments->times[HD_MOMENT_ASKED], MOMENT_DIGITS), *total = dup_length (self, get_duration (moments));
  g_autofree char *title = dup_title (self, moments);
  GString *text = g_string_new (title);

  g_string_append_c (text, '\n');
  g_string_append_printf (text, _("Asked for at %s, answered %s later"), asked, total);
  for (guint part = 0; part < HEDDLE_N_MOMENTS_PARTS; part++)
    {
      g_autofree char *time = dup_length (self, moments->times[part + 1] - moments->times[part]);
      g_autofree char *until = hd_figure_time (moments->times[part + 1], MOMENT_DIGITS);

      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("%s: %s, up to %s"), get_title (part), time, until);
    }
  return g_string_free (text, FALSE);
}

char *
heddle_moments_figure_dup_summary (HeddleMomentsFigure *self)
{
  g_autofree char *n = hd_figure_count (self->moments->len), *mean = NULL, *share = NULL;
  HeddleMomentsPart most = 0;
  double all = 0;

  for (guint part = 0; part < HEDDLE_N_MOMENTS_PARTS; part++)
    {
      all += self->sums[part];
      if (self->sums[part] > self->sums[most])
        most = part;
    }
  mean = hd_figure_in (all / self->moments->len, "s", DIGITS);
  share = hd_figure_percent (all > 0 ? self->sums[most] / all : 0);
  return g_strdup_printf (ngettext ("%s transfer, %s on average; %s of it: %s", "%s transfers, %s on average; %s of it: %s", self->moments->len), n, mean, share,
                          get_title (most));
}
