/* heddle-time-marks.c: what becomes different at moments of a run, for axes of time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-time-marks"

#include "heddle-time-marks.h"

#include <string.h>

#include <glib/gi18n.h>

static char *
dup_text (const HdRunChange *change)
{
  const char *dot = strrchr (change->of, '.');
  g_autofree char *what = dot != NULL ? g_strndup (change->of, (gsize) (dot - change->of)) : g_strdup (change->of);
  g_autofree char *time = hd_figure_time (change->time, 6);

  if (change->fails && !change->repairs)
    /* Translators: at a moment of a run: "20 ms: uplink[0] fails" */
    return g_strdup_printf (_("%s: %s fails"), time, what);
  if (change->repairs && !change->fails)
    return g_strdup_printf (_("%s: %s is repaired"), time, what);
  /* Translators: at a moment of a run, what becomes what: "20 ms: uplink[0].bandwidth becomes 25 GB/s" */
  return g_strdup_printf (_("%s: %s becomes %s"), time, change->of, change->value);
}

static void
clear_mark (gpointer data)
{
  g_free ((char *) ((HeddleTimeMark *) data)->text);
}

GArray *
heddle_time_marks_new (HdDesign *design)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (HeddleTimeMark));

  g_array_set_clear_func (marks, clear_mark);
  for (guint i = 0; i < hd_design_get_n_changes (design); i++)
    {
      const HdRunChange *change = hd_design_get_change (design, i);
      HeddleTimeMark mark = { change->time, dup_text (change), change->origin_uid };

      g_array_append_val (marks, mark);
    }
  return marks;
}
