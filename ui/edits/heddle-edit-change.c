/* heddle-edit-change.c: what becomes different at a moment of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <inttypes.h>

#include <glib/gi18n.h>

/* To the picosecond, in the largest unit that has it whole. */
static char *
dup_time (HdTime time)
{
  static const struct { const char *unit; HdTime size; } units[] = {
    { "s", HD_TICKS_PER_SECOND }, { "ms", 1000000000 }, { "us", 1000000 }, { "ns", 1000 }, { "ps", 1 },
  };
  guint i = 0;

  while (time % units[i].size != 0)
    i++;
  return g_strdup_printf ("%" PRId64 " %s", time / units[i].size, units[i].unit);
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
