/* hd-why-text.c: what holds a run up, for a terminal
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-why-text"

#include <heddle/hd-why.h>

#include <math.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"
#include "hd-text-columns.h"

#define MOST_BOUNDS 8
#define MOST_SHARES 6
#define LEAST_SHARE 0.005 /* of the path, that is worth a line */

static char *
dup_place (HdWhy *self,
           const HdBound *bound)
{
  const HdHotSpot spot = { bound->kind, bound->target, bound->way, 0, 0 };
  g_autofree char *path = hd_hot_spot_dup_path (&spot, hd_record_get_design (hd_why_get_record (self)));

  if (bound->n_equal == 1)
    return g_steal_pointer (&path);
  return g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", bound->n_equal - 1), path, bound->n_equal - 1);
}

static void
add_bounds (HdWhy *self,
            GString *text)
{
  char *heads[] = { (char *) _("What was busy"), (char *) _("The busiest"), (char *) _("In all"), (char *) _("Share"), (char *) _("At least"), NULL };
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; i < MIN (hd_why_get_n_bounds (self), MOST_BOUNDS); i++)
    {
      const HdBound *bound = hd_why_get_bound (self, i);
      char **row = g_new0 (char *, 6);

      row[0] = g_strdup (bound->what);
      row[1] = dup_place (self, bound);
      row[2] = hd_figure_count (bound->n);
      row[3] = hd_figure_percent (bound->share);
      row[4] = hd_figure_time (bound->least, 4);
      g_ptr_array_add (rows, row);
    }
  if (rows->len > 0)
    hd_text_columns_append (text, heads, rows, 2);
}

static void
add_activities (HdWhy *self,
                GString *text)
{
  char *heads[] = { (char *) _("What components did"), (char *) _("Share"), NULL };
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; i < hd_why_get_n_activities (self); i++)
    {
      const HdActivityShare *activity = hd_why_get_activity (self, i);
      char **row = g_new0 (char *, 3);

      row[0] = g_strdup_printf (_("%s: %s"), activity->title, activity->what);
      row[1] = hd_figure_percent (activity->share);
      g_ptr_array_add (rows, row);
    }
  if (rows->len > 0)
    hd_text_columns_append (text, heads, rows, 1);
}

static char *
dup_merit (HdWhy *self,
           double value)
{
  return isnan (value) ? g_strdup ("") : hd_figure_in (value, hd_why_get_merit (self)->unit, 4);
}

static char *
dup_result (HdWhy *self,
            const HdTrial *trial)
{
  switch (trial->state)
    {
    case HD_TRIAL_CHECKED:
      return dup_merit (self, trial->checked);

    case HD_TRIAL_FAILED:
      return g_strdup (_("fails"));

    default:
      return g_strdup ("");
    }
}

static void
add_trials (HdWhy *self,
            GString *text)
{
  char *heads[] = { (char *) _("What would help"), (char *) _("From"), (char *) _("To"), (char *) _("Estimate"), (char *) _("By a run"), (char *) _("Change"), NULL };
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; i < hd_why_get_n_trials (self); i++)
    {
      const HdTrial *trial = hd_why_get_trial (self, i);
      char **row;

      if (!hd_why_has_effect (self, trial))
        continue;
      row = g_new0 (char *, 7);
      row[0] = g_strdup (trial->what);
      row[1] = g_strdup (trial->before);
      row[2] = g_strdup (trial->after);
      row[3] = dup_merit (self, trial->estimate);
      row[4] = dup_result (self, trial);
      row[5] = trial->state == HD_TRIAL_CHECKED ? hd_figure_change (hd_why_get_value (self), trial->checked) : g_strdup ("");
      g_ptr_array_add (rows, row);
    }
  if (rows->len > 0)
    hd_text_columns_append (text, heads, rows, 1);
}

/* A line for all that makes no difference. */
static void
add_idle (HdWhy *self,
          GString *text)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < hd_why_get_n_trials (self); i++)
    {
      const HdTrial *trial = hd_why_get_trial (self, i);

      if (!hd_why_has_effect (self, trial))
        g_string_append_printf (names, "%s%s", names->len > 0 ? _(", ") : "", trial->what);
    }
  if (names->len > 0)
    g_string_append_printf (text, _("Makes no difference: %s\n"), names->str);
}

/* What cannot be tried says why below the table. */
static void
add_errors (HdWhy *self,
            GString *text)
{
  for (guint i = 0; i < hd_why_get_n_trials (self); i++)
    {
      const HdTrial *trial = hd_why_get_trial (self, i);

      if (trial->state == HD_TRIAL_FAILED)
        g_string_append_printf (text, "%s, %s: %s\n", trial->what, trial->after, trial->error);
    }
}

/* What the end waited for, the longest first. */
static void
add_path (HdWhy *self,
          GString *text)
{
  HdPath *path = hd_why_get_path (self);
  g_autofree char *step = hd_path_dup_step_sentence (path);

  if (hd_why_get_n_shares (self) > 0)
    g_string_append_printf (text, "%s\n", _("What the end of the run waited for"));
  for (guint i = 0; i < MIN (hd_why_get_n_shares (self), MOST_SHARES) && (i == 0 || (double) hd_why_get_share (self, i)->time >= LEAST_SHARE * (double) hd_path_get_time (path)); i++)
    {
      g_autofree char *share = hd_why_dup_share (self, i);

      g_string_append_printf (text, "  %s\n", share);
    }
  if (step != NULL)
    g_string_append_printf (text, "  %s\n", step);
  if (hd_path_is_inferred (path))
    g_string_append_printf (text, "  %s\n", _("Steps of communications follow from their schedules and the links that are drawn; with run:trace they are recorded."));
  if (hd_path_get_reason (path) != NULL)
    g_string_append_printf (text, "  %s\n", hd_path_get_reason (path));
}

char *
hd_why_to_text (HdWhy *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *value = dup_merit (self, hd_why_get_value (self)), *sentence = hd_why_dup_sentence (self), *floors = hd_why_dup_floors (self, G_MAXUINT);

  g_string_append_printf (text, "%s: %s\n%s\n", hd_why_get_merit (self)->title, value, sentence);
  if (*floors != '\0')
    g_string_append_printf (text, "%s\n", floors);
  add_path (self, text);
  add_bounds (self, text);
  add_activities (self, text);
  add_trials (self, text);
  add_idle (self, text);
  add_errors (self, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
