/* heddle-study-results.c: where results of studies are kept, and for how long
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-page"

#include "heddle-study-results.h"

#include <glib/gstdio.h>

#define EXTENSION ".sqlite"
#define NAME_CHARS 32  /* of a fingerprint */
#define YOUNG_S (24 * 60 * 60)

typedef struct
{
  char *path;
  gint64 time_s;
  guint64 bytes;
} Entry;

static void
clear_entry (gpointer data)
{
  g_free (((Entry *) data)->path);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Entry *x = a, *y = b;

  return (x->time_s > y->time_s) - (x->time_s < y->time_s);
}

/* With what the database keeps beside it while it is open, or was cut off. */
static void
delete (const char *path)
{
  static const char *const parts[] = { "", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *part = g_strconcat (path, parts[i], NULL);

      g_unlink (part);
    }
}

void
heddle_study_results_tidy (const char *folder,
                           const char *keep)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  gint64 now_s = g_get_real_time () / G_USEC_PER_SEC;
  guint64 bytes = 0;
  const char *name;

  g_array_set_clear_func (entries, clear_entry);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf info;

      if (!g_str_has_suffix (name, EXTENSION) || g_stat (path, &info) != 0)
        continue;
      bytes += (guint64) info.st_size;
      g_array_append_val (entries, ((Entry){ g_steal_pointer (&path), info.st_mtime, (guint64) info.st_size }));
    }
  g_array_sort (entries, compare);
  for (guint i = 0, n = entries->len; i < entries->len && (n > HEDDLE_STUDY_RESULTS_MOST || bytes > HEDDLE_STUDY_RESULTS_MOST_BYTES); i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (now_s - entry->time_s < YOUNG_S)
        return;
      if (g_strcmp0 (entry->path, keep) == 0)
        continue;
      delete (entry->path);
      bytes -= entry->bytes;
      n--;
    }
}

/* Beside the fingerprint the folder counts: what a project names there may be another file elsewhere. */
char *
heddle_study_results_dup_path (HdStudyPlan *plan)
{
  g_autofree char *fingerprint = hd_study_plan_dup_fingerprint (plan), *all = NULL, *sum = NULL, *name = NULL;
  const char *directory = hd_snapshot_get_directory (hd_study_plan_get_snapshot (plan));

  all = g_strconcat (fingerprint, directory, NULL);
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
  name = g_strdup_printf ("%.*s" EXTENSION, NAME_CHARS, sum);
  return g_build_filename (g_get_user_data_dir (), "heddle", "studies", name, NULL);
}

char *
heddle_study_results_dup_other (const char *path,
                                HdStudyStore *store,
                                HdSnapshot *now)
{
  g_autofree char *inputs = hd_study_store_dup_inputs (store), *current = NULL, *all = NULL, *sum = NULL, *name = NULL, *directory = g_path_get_dirname (path);
  g_autoptr (HdInputCheck) check = hd_input_check_new (hd_snapshot_get_directory (now), now);

  current = hd_input_check_dup_current (check, inputs);
  all = g_strconcat (path, "\n", current, NULL);
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
  name = g_strdup_printf ("%.*s" EXTENSION, NAME_CHARS, sum);
  return g_build_filename (directory, name, NULL);
}
