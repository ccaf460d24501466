/* heddle-examples.c: the projects that come with the program, for those who see it for the first time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-examples"

#include "heddle-examples.h"

#include <string.h>

#include <glib/gi18n.h>

/* From what is understood at a glance to studies of the literature. */
static const HeddleExample examples[] = {
  { "small/ring-4.heddle", N_("Ring of Four"), N_("Four accelerators in a ring average one vector. Start here.") },
  { "small/star.heddle", N_("Star"), N_("All traffic meets in one switch. Change how its links are shared and see the time double.") },
  { "small/two-racks.heddle", N_("Two Racks"), N_("One slow link joins two racks. The order of the ring decides how often it is crossed.") },
  { "small/fat-tree.heddle", N_("Fat Tree"), N_("Sixteen accelerators exchange data with all others.") },
  { "chakra/data-parallel.heddle", N_("A Training Step"), N_("Four traced ranks hide part of their communication behind the backward pass.") },
  { "costs/nvlink-8.heddle", N_("Eight on NVLink"), N_("Eight accelerators of one server reduce about as fast as NCCL does.") },
  { "bdsim/mesh-4x4.heddle", N_("Network on a Chip"), N_("Sixteen routers form a mesh. Raise the load and watch where it fills.") },
  { "noc/mesh-8x8.heddle", N_("Latency Over Load"), N_("64 routers with virtual channels pass flits. Raise the load and see where latency turns up.") },
  { "noc/torus-8x8.heddle", N_("Joined Borders"), N_("The mesh as a torus: ways are shorter, and its rings need virtual channels of their own.") },
  { "noc/hand-drawn.heddle", N_("Interposer"), N_("Dies of all kinds on twelve routers, drawn by hand. Find what holds them up, and mend it.") },
  { "noc/popnet-bench.heddle", N_("A Trace of Packets"), N_("81 routers carry a trace in popnet’s format, and take as long as popnet does.") },
  { "chiplets/matrix-4.heddle", N_("Four Programs"), N_("Real programs multiply matrices on four chiplets. Give them a second memory.") },
  { "chiplets/matrix-scaling.heddle", N_("More Chiplets"), N_("One to sixteen chiplets share a product, until the memory has to answer them all.") },
  { "chiplets/mixed-3.heddle", N_("Three Programs"), N_("AES, a search and a product share a memory. Each has an end of its own.") },
  { "chiplets/bfs-4.heddle", N_("Search"), N_("Four programs search a graph, line by line. See why they are slower than one.") },
  { "chiplets/memory-nodes.heddle", N_("One Memory or Four"), N_("Eight chiplets read and write shared memory. See what its link lets through.") },
  { "chiplets/barrier-cost.heddle", N_("What a Barrier Costs"), N_("Sixteen chiplets wait for each other fifty times, over wires or over the network.") },
  { "hcsim/figure-6b.heddle", N_("AI Cluster With Shared Memory"), N_("4,096 accelerators train a language model in coherent CXL memory.") },
  { "hcsim/figure-6a.heddle", N_("AI Cluster With Host Memory"), N_("The same cluster reaches external memory through PCIe and the hosts.") },
  { "aggregation/figure-16.heddle", N_("Aggregation Trees"), N_("512 processes share a fat tree. See which tree crosses its links how often.") },
  { "aggregation/fat-tree-512.heddle", N_("Collectives Compared"), N_("512 processes on a fat tree show which collective is over first.") },
  { "aggregation/pruned-fat-tree.heddle", N_("Noisy Neighbours"), N_("512 processes share few links with other traffic. See which tree crosses them least.") },
  { "costs/sharp-128.heddle", N_("Reduction on the Way"), N_("Switches reduce what 128 hosts send. Let the hosts do it, and compare.") },
  { "offload/all-reduce.heddle", N_("All-Reduce in the Card"), N_("Cards add up by themselves, beside processors that do. See why the cards are sooner.") },
  { "offload/broadcast.heddle", N_("Broadcast by the Card"), N_("A message goes down two trees at once. Let processors pass it on instead, and compare.") },
  { "offload/reduce.heddle", N_("Reduction by the Card"), N_("Cards add up what comes in, or processors do. Double the message and see who gains.") },
  { "offload/pulses.heddle", N_("A Message in Pulses"), N_("A mebibyte goes in pieces, a few at once. Find out how many hide the waiting.") },
  { "offload/partition.heddle", N_("Shared or Divided"), N_("Long and short messages meet in one buffer. Give each size a part of its own, and compare.") },
  { "offload/steps.heddle", N_("Step by Step"), N_("Four cards add up numbers, descriptor by descriptor. Press F4 and see who waits for whom.") },
  { "offload/grants.heddle", N_("Who Waits for Whom"), N_("Reductions share a small buffer. Let grants go in the order of requests, and all stand still.") },
  { "offload/four-ways.heddle", N_("Four Ways to Add Up"), N_("Cards, software, switches or a ring: the size of the message decides who is first.") },
  { "offload/buffer.heddle", N_("Buffers of Cards"), N_("Packets wait in a card until it is their turn. Raise the size and see its buffer fill.") },
  { "offload/choices.heddle", N_("What a Paper Leaves Open"), N_("A paper never says everything. Make one choice otherwise, and see which of its figures moves.") },
  { "offload/order.heddle", N_("Sums That Stay the Same"), N_("Numbers are added as they come, or in an order that never changes. Compare the sums.") },
  { "neptune/single-phase.heddle", N_("Packets and Programs"), N_("128 engines execute a real program on each packet. Find out how many a load needs.") },
  { "neptune/multi-phase.heddle", N_("One Phase or Four"), N_("The same work in stages, each with clusters of its own. Divide them well.") },
  { "neptune/side-by-side.heddle", N_("Packets of Your Own"), N_("Drop a capture on two processors: one phase beside four. See which is faster, and why.") },
  { "bdsim/mact-128-cores.heddle", N_("Collected Accesses"), N_("128 cores send fewer but larger memory requests. Each takes longer, the whole takes less.") },
  { "bdsim/mesh-32x32.heddle", N_("A Thousand Routers"), N_("A large mesh saturates in the middle first.") },
  { "bdsim/system-1024-cores.heddle", N_("A Thousand Cores"), N_("In-order cores with caches wait for four memories until the caches are warm.") },
};

/* In the order in which they are best learnt. */
static const char *const lessons[] = {
  "small/bottleneck.lesson", "small/ring.lesson", "aggregation/trees.lesson", "noc/wormhole.lesson", "neptune/phases.lesson", "bdsim/parallel.lesson",
  "small/slow-link.lesson", "hcsim/training.lesson", "aggregation/race.lesson", "chiplets/matrix.lesson",
};

const HeddleExample *
heddle_examples_find (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (strcmp (examples[i].path, path) == 0)
      return &examples[i];
  return NULL;
}

static void
collect (const char *root,
         const char *folder,
         const char *extension,
         guint depth,
         GPtrArray *out_paths)
{
  g_autofree char *place = g_build_filename (root, folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = *folder != '\0' ? g_build_filename (folder, name, NULL) : g_strdup (name);
      g_autofree char *whole = g_build_filename (root, path, NULL);

      if (g_str_has_suffix (name, extension))
        g_ptr_array_add (out_paths, g_steal_pointer (&path));
      else if (depth > 0 && g_file_test (whole, G_FILE_TEST_IS_DIR))
        collect (root, path, extension, depth - 1, out_paths);
    }
}

static gsize
rank_of (const char *path)
{
  const HeddleExample *example = heddle_examples_find (path);

  return example != NULL ? (gsize) (example - examples) : G_N_ELEMENTS (examples);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const char *left = *(const char *const *) a, *right = *(const char *const *) b;
  gsize left_rank = rank_of (left), right_rank = rank_of (right);

  return left_rank != right_rank ? (left_rank < right_rank ? -1 : 1) : strcmp (left, right);
}

GPtrArray *
heddle_examples_list (const char *folder)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  collect (folder, "", ".heddle", 1, paths);
  g_ptr_array_sort (paths, compare);
  return paths;
}

static gsize
lesson_rank_of (const char *path)
{
  gsize rank = 0;

  while (rank < G_N_ELEMENTS (lessons) && strcmp (lessons[rank], path) != 0)
    rank++;
  return rank;
}

static int
compare_lessons (gconstpointer a,
                 gconstpointer b)
{
  const char *left = *(const char *const *) a, *right = *(const char *const *) b;
  gsize left_rank = lesson_rank_of (left), right_rank = lesson_rank_of (right);

  return left_rank != right_rank ? (left_rank < right_rank ? -1 : 1) : strcmp (left, right);
}

GPtrArray *
heddle_examples_list_lessons (const char *folder)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  collect (folder, "", ".lesson", 1, paths);
  g_ptr_array_sort (paths, compare_lessons);
  return paths;
}
