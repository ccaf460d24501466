/* hd-memory.c: how much memory this process may still take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Linux says in /proc/meminfo what can be had without swapping. A container is a control group, whose bound counts (of either version, and of all
 * groups around it), and `ulimit -v` and `ulimit -d` bound the process itself.
 */
#define G_LOG_DOMAIN "hd-memory"

#include "hd-memory.h"

#include <string.h>

#include <sys/resource.h>

/* The number behind @key, in units of @unit; %G_MAXUINT64 if there is none. */
static guint64
read_number (const char *text,
             const char *key,
             guint64 unit)
{
  const char *place = text != NULL ? strstr (text, key) : NULL;
  char *end;
  guint64 number;

  if (place == NULL)
    return G_MAXUINT64;
  place += strlen (key);
  number = g_ascii_strtoull (place, &end, 10);
  return end == place || number > G_MAXUINT64 / unit ? G_MAXUINT64 : number * unit;
}

static guint64
read_file (const char *folder,
           const char *name,
           const char *key,
           guint64 unit)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? read_number (text, key, unit) : G_MAXUINT64;
}

#define NO_LIMIT ((guint64) 1 << 62) /* version 1 has a number of about 2^63 for none */

/* What is left of @limit; pages of files, which the kernel drops when it must, are free. */
static guint64
read_rest (const char *group,
           guint64 limit,
           const char *usage_name,
           const char *cache_key)
{
  guint64 usage = read_file (group, usage_name, "", 1);
  guint64 cache = read_file (group, "memory.stat", cache_key, 1);

  if (usage == G_MAXUINT64)
    return G_MAXUINT64;
  usage -= cache < usage ? cache : 0;
  return limit > usage ? limit - usage : 0;
}

/* What a control group and those around it leave. The kernel has to add up what one uses, so only those are asked that have a limit. */
static guint64
read_group (const char *folder,
            const char *path,
            const char *limit_name,
            const char *usage_name,
            const char *cache_key)
{
  g_autofree char *place = g_strdup (path);
  guint64 left = G_MAXUINT64;

  for (;;)
    {
      g_autofree char *group = g_build_filename (folder, place, NULL);
      guint64 limit = read_file (group, limit_name, "", 1);

      if (limit < NO_LIMIT)
        left = MIN (left, read_rest (group, limit, usage_name, cache_key));
      if (strrchr (place, '/') == NULL)
        return left;
      *strrchr (place, '/') = '\0';
    }
}

static guint64
read_groups (const char *root)
{
  g_autofree char *list_path = g_build_filename (root, "proc", "self", "cgroup", NULL);
  g_autofree char *two = g_build_filename (root, "sys", "fs", "cgroup", NULL);
  g_autofree char *one = g_build_filename (two, "memory", NULL);
  g_autofree char *list = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 left = G_MAXUINT64;

  if (!g_file_get_contents (list_path, &list, NULL, NULL))
    return left;
  lines = g_strsplit (list, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *controllers = strchr (lines[i], ':');
      const char *path = controllers != NULL ? strchr (controllers + 1, ':') : NULL;

      if (path == NULL)
        continue;
      if (path == controllers + 1)
        left = MIN (left, read_group (two, path + 1, "memory.max", "memory.current", "\ninactive_file "));
      else if (g_strstr_len (controllers, path - controllers, "memory") != NULL)
        left = MIN (left, read_group (one, path + 1, "memory.limit_in_bytes", "memory.usage_in_bytes", "\ntotal_inactive_file "));
    }
  return left;
}

guint64
hd_memory_read_free (const char *root)
{
  g_autofree char *processes = g_build_filename (root, "proc", NULL);

  return MIN (read_file (processes, "meminfo", "MemAvailable:", 1024), read_groups (root));
}

static guint64
get_room (int resource,
          guint64 used)
{
  struct rlimit limit;

  if (getrlimit (resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return G_MAXUINT64;
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

guint64
hd_memory_get_free (void)
{
  guint64 address_space = read_file ("/proc/self", "status", "VmSize:", 1024);
  guint64 data = read_file ("/proc/self", "status", "VmData:", 1024);
  guint64 left = hd_memory_read_free ("/");

  left = MIN (left, get_room (RLIMIT_AS, address_space != G_MAXUINT64 ? address_space : 0));
  return MIN (left, get_room (RLIMIT_DATA, data != G_MAXUINT64 ? data : 0));
}
