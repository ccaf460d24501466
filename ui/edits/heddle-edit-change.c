/* heddle-edit-change.c: what becomes different at a moment of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#define EXACT 100 /* s: below, a decimal fraction is read as the very picosecond */

/* To the picosecond, in the largest unit in which it is 1 or more: "94.288606811 ms". */
static char *
dup_time (HdTime time)
{
  static const struct { const char *unit; HdTime size; int digits; } units[] = {
    { "s", HD_TICKS_PER_SECOND, 12 }, { "ms", 1000000000, 9 }, { "us", 1000000, 6 }, { "ns", 1000, 3 }, { "ps", 1, 0 },
  };
  g_autofree char *fraction = NULL;
  guint i = 0;

  while (i < 4 && time != 0 && (time < units[i].size || (time > EXACT * HD_TICKS_PER_SECOND && time % units[i].size != 0)))
    i++;
  if (time % units[i].size == 0)
    return g_strdup_printf ("%" PRId64 " %s", time / units[i].size, units[i].unit);
  fraction = g_strdup_printf ("%0*" PRId64, units[i].digits, time % units[i].size);
  for (char *end = fraction + strlen (fraction); end[-1] == '0'; end--)
    end[-1] = '\0';
  return g_strdup_printf ("%" PRId64 ".%s %s", time / units[i].size, fraction, units[i].unit);
}

guint64
heddle_edit_add_change (HdDocument *document,
                        HdTime time,
                        const char *of,
                        const char *bandwidth,
                        GError **error)
{
  const HdObject *root = hd_document_get_root (document), *run = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
  g_autofree char *at = dup_time (time), *what = g_strdup_printf ("%s.%s", of, bandwidth != NULL ? "bandwidth" : "failed");
  g_autofree char *value = bandwidth != NULL ? g_strdup_printf ("(%s) / 2", bandwidth) : g_strdup ("1");
  g_autoptr (HdObject) change = hd_object_new (HD_OBJECT_CHANGE, "at", at, "of", what, "value", value, NULL);
  guint64 uid = run != NULL ? hd_object_get_uid (run) : 0;

  hd_document_begin_group (document, _("Change From Here"));
  if (run == NULL)
    {
      g_autoptr (HdObject) made = hd_object_new (HD_OBJECT_RUN, NULL, NULL);

      uid = hd_document_insert (document, hd_object_get_uid (root), heddle_edit_find_position (root, HD_OBJECT_RUN), made, error);
    }
  if (uid != 0)
    uid = hd_document_insert (document, uid, hd_object_get_n_children (hd_document_get_object (document, uid)), change, error);
  return heddle_edit_end (document, uid != 0) ? uid : 0;
}
