/* bench-flit-threads.c: routers with virtual channels on one thread and on two
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The project mesh-8x8 with 32 x 32 routers at a load of 0.1, whole runs with their sources: 5,000 cycles, of which making ready is a small part. One thread
 * and each synchronisation run in turn, so that ratios are of runs beside each other; of the turns the median counts, with the least and the most. Told are
 * whole runs, and the time from the first event to the last without what one thread does before and after. The goal is 1.6 times as fast on two threads in
 * whole runs, with the same digest.
 *
 * Times on a clock mean something only if nobody else wants the processors: what others used meanwhile is measured, and where it is too much, or the turns
 * are too far apart, no ratio is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "project-run.h"

#define LEAST_TURNS 3
#define MOST_TURNS 9
#define MOST_S 80.0          /* no turn begins that would end later */
#define MOST_OTHERS 0.05     /* processors */
#define MOST_SPREAD 0.15     /* of the median, between the least and the most */

typedef struct
{
  double whole_s, inner_s;
  double processors;
  double others;
} Sample;

static const char *const syncs[] = { "serial", "window", "null-message", "request" };

/* Seconds that all processors have worked, for whomever; 0 where the system does not tell. */
static double
get_busy_s (void)
{
  g_autofree char *text = NULL;
  unsigned long long user, nice, system, idle, wait, irq, soft, steal;

  if (!g_file_get_contents ("/proc/stat", &text, NULL, NULL)
      || sscanf (text, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait, &irq, &soft, &steal) != 8)
    return 0;
  return (double) (user + nice + system + irq + soft + steal) / 100; /* USER_HZ */
}

static double
get_cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static Sample
measure (const char *sync,
         char **digest)
{
  gboolean is_serial = g_str_equal (sync, syncs[0]);
  g_autofree char *of_sync = g_strconcat ("run:sync=", sync, NULL);
  const char *const settings[] = {
    "$columns=32", "$rows=32", "$load=0.1", "$cycles=4000", of_sync, is_serial ? "run:partitions=1" : "run:partitions=2",
    is_serial ? "run:threads=1" : "run:threads=2", NULL,
  };
  gint64 begin = g_get_monotonic_time ();
  double others = get_cpu_s () - get_busy_s ();
  g_auto (ProjectRun) run = project_run ("noc/mesh-8x8.heddle", settings);
  g_autofree char *own = hd_record_dup_digest (run.record);

  others += get_busy_s () - get_cpu_s ();
  if (*digest == NULL)
    *digest = g_strdup (own);
  g_assert_cmpstr (own, ==, *digest);
  return (Sample){ run.wall_s, run.counters.wall_time_s, run.cpu_s / run.wall_s, others / ((double) (g_get_monotonic_time () - begin) * 1e-6) };
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

typedef struct
{
  double least, median, most;
} Spread;

/* Of a column of the samples of a synchronisation, or of those of one thread over it. */
static Spread
find_spread (const Sample (*turns)[G_N_ELEMENTS (syncs)],
             guint n,
             guint sync,
             gsize column,
             gboolean is_ratio)
{
  double values[MOST_TURNS];

  for (guint i = 0; i < n; i++)
    {
      values[i] = G_STRUCT_MEMBER (double, &turns[i][sync], column);
      if (is_ratio)
        values[i] = G_STRUCT_MEMBER (double, &turns[i][0], column) / values[i];
    }
  qsort (values, n, sizeof *values, compare);
  return (Spread){ values[0], (values[(n - 1) / 2] + values[n / 2]) / 2, values[n - 1] };
}

static void
print_ratio (const char *title,
             Spread spread,
             guint n,
             gboolean is_quiet)
{
  if (n < LEAST_TURNS)
    g_print (", %s: cannot tell, too few turns", title);
  else if (!is_quiet)
    g_print (", %s: cannot tell, others use the processors", title);
  else if (spread.most - spread.least > MOST_SPREAD * spread.median)
    g_print (", %s: cannot tell, %.2f to %.2f", title, spread.least, spread.most);
  else
    g_print (", %s: %.2f times as fast (%.2f to %.2f)", title, spread.median, spread.least, spread.most);
}

int
main (void)
{
  Sample turns[MOST_TURNS][G_N_ELEMENTS (syncs)];
  gint64 begin = g_get_monotonic_time ();
  g_autofree char *digest = NULL;
  double spent = 0;
  guint n = 0;

  for (; n < MOST_TURNS && spent * (n + 1) / MAX (n, 1) < MOST_S; n++, spent = (double) (g_get_monotonic_time () - begin) * 1e-6)
    for (guint i = 0; i < G_N_ELEMENTS (syncs); i++)
      {
        guint s = (i + n) % G_N_ELEMENTS (syncs);

        turns[n][s] = measure (syncs[s], &digest);
      }
  for (guint s = 0; s < G_N_ELEMENTS (syncs); s++)
    {
      Spread others = find_spread (turns, n, s, G_STRUCT_OFFSET (Sample, others), FALSE);
      gboolean is_quiet = MAX (others.median, find_spread (turns, n, 0, G_STRUCT_OFFSET (Sample, others), FALSE).median) <= MOST_OTHERS;

      g_print ("%-12s: %.2f s, %.2f s without start and end; %.2f processors, others %.2f", syncs[s],
               find_spread (turns, n, s, G_STRUCT_OFFSET (Sample, whole_s), FALSE).median, find_spread (turns, n, s, G_STRUCT_OFFSET (Sample, inner_s), FALSE).median,
               find_spread (turns, n, s, G_STRUCT_OFFSET (Sample, processors), FALSE).median, others.median);
      if (s > 0)
        {
          print_ratio ("whole runs", find_spread (turns, n, s, G_STRUCT_OFFSET (Sample, whole_s), TRUE), n, is_quiet);
          print_ratio ("without start and end", find_spread (turns, n, s, G_STRUCT_OFFSET (Sample, inner_s), TRUE), n, is_quiet);
        }
      g_print ("\n");
    }
  g_print ("%u turns\n", n);
  return EXIT_SUCCESS;
}
