/* test-memory.c: how much memory this process may still take
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what is free is the least of what the machine, the control groups of either version around the process and its own limits leave; pages of
 * files in a group are free. Oracle: files as Linux 6.1 writes them.
 */
#include <sys/resource.h>

#include <glib/gstdio.h>

#include "hd-memory.h"

#include "../../sanitizers.h"

typedef struct
{
  const char *path, *text;
} File;

#define MEMINFO "MemTotal:       24000 kB\nMemFree:          100 kB\nMemAvailable:    16000 kB\n"

static guint64
read_with (const File *files)
{
  g_autofree char *root = g_dir_make_tmp ("heddle-memory-XXXXXX", NULL);
  guint64 bytes;

  for (const File *file = files; file->path != NULL; file++)
    {
      g_autofree char *path = g_build_filename (root, file->path, NULL);
      g_autofree char *folder = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_assert_true (g_file_set_contents (path, file->text, -1, NULL));
    }
  bytes = hd_memory_read_free (root);
  for (const File *file = files; file->path != NULL; file++)
    {
      g_autofree char *path = g_build_filename (root, file->path, NULL);
      g_autofree char *folder = g_path_get_dirname (path);

      g_unlink (path);
      while (g_str_has_prefix (folder, root) && g_rmdir (folder) == 0 && g_strrstr (folder, "/") > folder + 1)
        *g_strrstr (folder, "/") = '\0';
    }
  return bytes;
}

static void
test_machine (void)
{
  const File nothing[] = { { NULL, NULL } };
  const File machine[] = { { "proc/meminfo", MEMINFO }, { NULL, NULL } };

  g_assert_cmpuint (read_with (nothing), ==, G_MAXUINT64);
  g_assert_cmpuint (read_with (machine), ==, 16000 * 1024);
}

static void
test_groups (void)
{
  const File outer[] = {
    { "proc/meminfo", MEMINFO }, { "proc/self/cgroup", "0::/a/b\n" },
    { "sys/fs/cgroup/a/memory.max", "9000000\n" }, { "sys/fs/cgroup/a/memory.current", "5000000\n" },
    { "sys/fs/cgroup/a/b/memory.max", "max\n" }, { "sys/fs/cgroup/a/b/memory.current", "5000000\n" }, { NULL, NULL },
  };
  const File cached[] = {
    { "proc/meminfo", MEMINFO }, { "proc/self/cgroup", "0::/\n" },
    { "sys/fs/cgroup/memory.max", "9000000\n" }, { "sys/fs/cgroup/memory.current", "5000000\n" },
    { "sys/fs/cgroup/memory.stat", "anon 1\nactive_file 7\ninactive_file 3000000\n" }, { NULL, NULL },
  };
  const File old[] = {
    { "proc/meminfo", MEMINFO }, { "proc/self/cgroup", "4:cpu,cpuacct:/x\n3:memory:/x\n" },
    { "sys/fs/cgroup/memory/x/memory.limit_in_bytes", "2000000\n" }, { "sys/fs/cgroup/memory/x/memory.usage_in_bytes", "3000000\n" },
    { NULL, NULL },
  };

  g_assert_cmpuint (read_with (outer), ==, 4000000);
  g_assert_cmpuint (read_with (cached), ==, 7000000);
  g_assert_cmpuint (read_with (old), ==, 0);
}

static void
test_process (void)
{
  struct rlimit before, limit;

#if UNDER_ADDRESS_SANITIZER
  g_test_skip ("not here: the sanitizer asks for more than that limit");
  return;
#endif
  g_assert_cmpuint (hd_memory_get_free (), >, 0);
  g_assert_cmpint (getrlimit (RLIMIT_DATA, &before), ==, 0);
  limit = before;
  limit.rlim_cur = (rlim_t) 1 << 30;
  g_assert_cmpint (setrlimit (RLIMIT_DATA, &limit), ==, 0);
  g_assert_cmpuint (hd_memory_get_free (), <=, (rlim_t) 1 << 30);
  g_assert_cmpint (setrlimit (RLIMIT_DATA, &before), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/memory/machine", test_machine);
  g_test_add_func ("/engine/base/memory/groups", test_groups);
  g_test_add_func ("/engine/base/memory/process", test_process);
  return g_test_run ();
}
