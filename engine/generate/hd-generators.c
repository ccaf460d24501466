/* hd-generators.c: the generators that there are
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each parameter is a variable of the generator's project in templates/ with the same default and range; a test compares them. This table
 * adds what people read, and what a slider may do.
 */
#define G_LOG_DOMAIN "hd-generate"

#include <heddle/hd-generate.h>

#include <string.h>

#include "hd-i18n.h"

static const char *const models[] = { "H100", "A100", "V100", NULL };
static const char *const rings[] = { "classic", "coherent", NULL };
static const char *const cascades[] = { "star", "chain", "both", NULL };

#define WHOLE(key_, title_, default_, low, high, pleasant_high, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = default_, \
    .minimum = low, .maximum = high, .pleasant_minimum = low, .pleasant_maximum = pleasant_high, .help = help_, \
  }
#define CHOICE(key_, title_, default_, choices_, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_CHOICE, .unit = "", .default_text = default_, \
    .choices = choices_, .help = help_, \
  }
#define BANDWIDTH(key_, title_, default_, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_QUANTITY, .unit = "B/s", .default_text = default_, \
    .exclusive_minimum = 1, .pleasant_minimum = 1e9, .pleasant_maximum = 1e12, .help = help_, \
  }
#define LATENCY(key_, title_, default_, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = default_, \
    .maximum = 1000, .pleasant_minimum = 10e-9, .pleasant_maximum = 100e-6, .help = help_, \
  }

#define HOSTS(default_, high) \
  WHOLE ("hosts", N_("Accelerators on each switch"), default_, 1, high, 16, N_("Each has a link of its own to its switch."))
#define MODEL CHOICE ("model", N_("Accelerator"), "H100", models, N_("Sets rates and local memory."))
#define NETWORK \
  BANDWIDTH ("bandwidth", N_("Bandwidth"), "50 GB/s", N_("Of each direction of each link.")), \
  LATENCY ("latency", N_("Latency"), "500 ns", N_("Of each link.")), { 0 }

static const HdParameter ring_parameters[] = {
  WHOLE ("switches", N_("Switches"), "8", 2, 65536, 64, N_("Each is joined to the next, the last to the first.")),
  HOSTS ("1", 4096), MODEL, NETWORK,
};

static const HdParameter star_parameters[] = {
  WHOLE ("hosts", N_("Accelerators"), "8", 1, 65536, 64, N_("Each has a link of its own to the switch.")), MODEL, NETWORK,
};

static const HdParameter mesh_parameters[] = {
  WHOLE ("rows", N_("Rows"), "4", 1, 4096, 32, N_("Switches from top to bottom.")),
  WHOLE ("columns", N_("Columns"), "4", 1, 4096, 32, N_("Switches from left to right.")),
  HOSTS ("1", 4096), MODEL, NETWORK,
};

static const HdParameter torus_parameters[] = {
  WHOLE ("rows", N_("Rows"), "4", 2, 4096, 32, N_("Switches from top to bottom.")),
  WHOLE ("columns", N_("Columns"), "4", 2, 4096, 32, N_("Switches from left to right.")),
  HOSTS ("1", 4096), MODEL, NETWORK,
};

static const HdParameter hypercube_parameters[] = {
  WHOLE ("dimensions", N_("Dimensions"), "4", 1, 16, 10, N_("Links of each switch to others; there are two to the power of this many switches.")),
  HOSTS ("1", 4096), MODEL, NETWORK,
};

static const HdParameter fat_tree_parameters[] = {
  WHOLE ("arity", N_("Arity"), "4", 2, 128, 16, N_("Ports of a switch, an even number; there are arity cubed over 4 accelerators.")), MODEL, NETWORK,
};

static const HdParameter pruned_fat_tree_parameters[] = {
  WHOLE ("supers", N_("Super-nodes"), "4", 2, 1024, 32, N_("Each has leaf and spine switches of its own.")),
  WHOLE ("leaves", N_("Leaf switches"), "4", 1, 1024, 32, N_("Of each super-node; each has a link to every spine switch there.")),
  WHOLE ("spines", N_("Spine switches"), "2", 1, 1024, 32, N_("Of each super-node; fewer than accelerators on a leaf prune the tree there.")),
  WHOLE ("uplinks", N_("Links to the core"), "2", 1, 1024, 32, N_("Of each spine switch; fewer than leaf switches prune the tree there.")),
  HOSTS ("4", 4096), MODEL, NETWORK,
};

static const HdParameter leaf_spine_parameters[] = {
  WHOLE ("leaves", N_("Leaf switches"), "4", 1, 4096, 64, N_("Each has accelerators and a link to every spine switch.")),
  WHOLE ("spines", N_("Spine switches"), "2", 1, 4096, 64, N_("Each joins all leaf switches.")),
  HOSTS ("4", 4096), MODEL, NETWORK,
};

static const HdParameter dragonfly_parameters[] = {
  WHOLE ("routers", N_("Switches in a group"), "4", 1, 256, 16, N_("All joined to each other.")),
  WHOLE ("globals", N_("Global links"), "2", 1, 256, 8, N_("Links of each switch to other groups; with the switches they set how many groups there are.")),
  HOSTS ("2", 256), MODEL, NETWORK,
};

static const HdParameter random_regular_parameters[] = {
  WHOLE ("switches", N_("Switches"), "16", 3, 65536, 256, N_("At least one more than links of each; one of the two numbers is even.")),
  WHOLE ("degree", N_("Links of each switch"), "4", 2, 128, 16, N_("To as many other switches, drawn at random.")),
  WHOLE ("seed", N_("Seed"), "1", 0, 1000000, 1000, N_("Another seed draws another network; the same seed always the same.")),
  HOSTS ("1", 4096), MODEL, NETWORK,
};

#define XPUS WHOLE ("xpus", N_("Accelerators in use"), "64", 1, 4096, 4096, N_("The first ones, rack by rack."))
#define SECOND_TYPE CHOICE ("second_type", N_("Second type"), "H100", models, N_("Accelerators of every other rack."))

static const HdParameter hcsim_6a_parameters[] = {
  XPUS, SECOND_TYPE,
  CHOICE ("ring", N_("Ring"), "classic", rings, N_("How gradients are averaged; the coherent ring drops the all-gather half.")),
  BANDWIDTH ("cxl_bandwidth", N_("CXL bandwidth"), "128 GB/s", N_("Of both directions of a CXL link together.")),
  LATENCY ("cxl_latency", N_("CXL latency"), "200 ns", N_("Of a CXL link.")),
  { 0 },
};

static const HdParameter hcsim_6b_parameters[] = {
  XPUS, SECOND_TYPE,
  CHOICE ("ring", N_("Ring"), "classic", rings, N_("How gradients are averaged; the coherent ring drops the all-gather half.")),
  BANDWIDTH ("cxl_bandwidth", N_("CXL bandwidth"), "128 GB/s", N_("Of both directions of a CXL link together.")),
  LATENCY ("cxl_latency", N_("CXL latency"), "200 ns", N_("Of a CXL link.")),
  CHOICE ("cascade", N_("Cascade"), "star", cascades, N_("How the racks' CXL switches are joined.")),
  { 0 },
};

static const HdGenerator generators[] = {
  { "ring", N_("Ring"), N_("Switches in a circle, accelerators on each."), ring_parameters, HD_LAYOUT_CIRCLE, "ring" },
  { "star", N_("Star"), N_("Accelerators around one switch."), star_parameters, HD_LAYOUT_CIRCLE, "star" },
  { "mesh", N_("Mesh"), N_("Switches in a grid, joined to their neighbours."), mesh_parameters, HD_LAYOUT_GRID, "mesh" },
  { "torus", N_("Torus"), N_("Switches in a grid whose opposite borders are joined."), torus_parameters, HD_LAYOUT_GRID, "torus" },
  { "hypercube", N_("Hypercube"), N_("Switches at the corners of a cube of several dimensions, joined along its edges."), hypercube_parameters,
    HD_LAYOUT_CIRCLE, "hypercube" },
  { "fat-tree", N_("Fat tree"), N_("Three levels of switches of equal arity with full bisection."), fat_tree_parameters, HD_LAYOUT_ROWS, "fat-tree" },
  { "pruned-fat-tree", N_("Pruned fat tree"), N_("Super-nodes of leaf and spine switches under core switches, with fewer links towards the top."),
    pruned_fat_tree_parameters, HD_LAYOUT_ROWS, "pruned-fat-tree" },
  { "leaf-spine", N_("Leaf and spine"), N_("Leaf switches with accelerators, each joined to every spine switch."), leaf_spine_parameters,
    HD_LAYOUT_ROWS, "leaf-spine" },
  { "dragonfly", N_("Dragonfly"), N_("Groups of fully joined switches, one link between every two groups."), dragonfly_parameters,
    HD_LAYOUT_CIRCLE, "dragonfly" },
  { "random-regular", N_("Random regular"), N_("Switches joined at random, each to equally many others."), random_regular_parameters,
    HD_LAYOUT_CIRCLE, "random-regular" },
  { "hcsim-6a", N_("HCSim figure 6a"), N_("4,096 accelerators whose external memory is reached through PCIe and the CPU."), hcsim_6a_parameters,
    HD_LAYOUT_ROWS, "hcsim-6a" },
  { "hcsim-6b", N_("HCSim figure 6b"), N_("4,096 accelerators that load and store in coherent CXL memory."), hcsim_6b_parameters, HD_LAYOUT_ROWS,
    "hcsim-6b" },
};

guint
hd_generators_get_n (void)
{
  return G_N_ELEMENTS (generators);
}

const HdGenerator *
hd_generators_get (guint n)
{
  g_return_val_if_fail (n < G_N_ELEMENTS (generators), NULL);
  return &generators[n];
}

const HdGenerator *
hd_generator_find (const char *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (generators); i++)
    if (strcmp (generators[i].kind, kind) == 0)
      return &generators[i];
  return NULL;
}
