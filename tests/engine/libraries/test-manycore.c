/* test-manycore.c: cores, caches, memories and networks of a many-core chip
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: latencies of a free network, conflicts, stalls and credits are those worked by hand in the comments; nothing that is sent is lost; hits
 * and misses of a cache are those of a small reference model; results do not depend on partitions, strategy or threads; a bad trace ends the run with its line.
 */
#include <string.h>

#include <glib/gstdio.h>

#include <heddle/hd-catalog.h>
#include <heddle/hd-error.h>

#include "hd-block.h"
#include "hd-random.h"
#include "hd-strategy.h"
#include "program.h"

#define NANOSECOND 1000

/* ---- a world of elements ------------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 id;
  const HdComponentType *type;
  double *parameters;
} Element;

typedef struct
{
  HdCatalog *catalog;
  HdKernel *kernel;
  HdBlocks *blocks;
  GArray *elements;
  char *trace; /* file of all virtual cores, or NULL */
  char *own_trace; /* file of the one with the id below, or NULL */
  guint32 owner;
} World;

static const char *
get_text (gpointer data,
          guint32 component,
          guint parameter)
{
  const World *world = data;

  return world->own_trace != NULL && component == world->owner ? world->own_trace : world->trace;
}

static void
world_init (World *world)
{
  g_auto (GStrv) warnings = NULL;

  world->catalog = hd_catalog_new ();
  warnings = hd_catalog_load_default (world->catalog);
  g_assert_cmpstr (warnings[0], ==, NULL);
  world->kernel = hd_kernel_new (7);
  world->blocks = hd_blocks_new (world->kernel);
  world->elements = g_array_new (FALSE, FALSE, sizeof (Element));
  world->trace = world->own_trace = NULL;
  hd_blocks_set_texts (world->blocks, get_text, world, NULL);
}

static void
world_clear (World *world)
{
  hd_kernel_free (world->kernel);
  hd_blocks_free (world->blocks);
  for (guint i = 0; i < world->elements->len; i++)
    g_free (g_array_index (world->elements, Element, i).parameters);
  g_array_unref (world->elements);
  g_object_unref (world->catalog);
  g_free (world->trace);
  g_free (world->own_trace);
}

/* @settings: "key=number key=number ..." */
static guint
add (World *world,
     const char *type_name,
     guint partition,
     const char *settings)
{
  const HdComponentType *type = hd_catalog_lookup (world->catalog, type_name);
  guint n = hd_component_type_count_parameters (type);
  Element element = { .type = type, .parameters = g_new0 (double, n) };
  g_autofree char *path = g_strdup_printf ("%s[%u]", type->id, world->elements->len);
  g_auto (GStrv) words = g_strsplit (settings, " ", -1);

  for (guint i = 0; i < n; i++)
    {
      HdQuantity value = { 0 };

      g_assert_true (hd_parameter_parse (&type->parameters[i], type->parameters[i].default_text, &value, NULL));
      element.parameters[i] = value.value;
    }
  for (guint i = 0; words[i] != NULL && *words[i] != '\0'; i++)
    {
      g_auto (GStrv) pair = g_strsplit (words[i], "=", 2);
      HdQuantity value = { 0 };
      guint index;
      const HdParameter *parameter = hd_component_type_find_parameter (type, pair[0], &index);

      g_assert_nonnull (parameter);
      if (parameter->kind == HD_PARAMETER_CHOICE)
        g_assert_true (hd_parameter_parse (parameter, pair[1], &value, NULL));
      else
        value.value = g_ascii_strtod (pair[1], NULL);
      element.parameters[index] = value.value;
    }
  element.id = hd_blocks_add (world->blocks, path, partition, type->block, element.parameters, n, type->ports);
  g_array_append_val (world->elements, element);
  return world->elements->len - 1;
}

static guint32
find_port (World *world,
           guint element,
           const char *name)
{
  guint port;

  g_assert_nonnull (hd_component_type_find_port (g_array_index (world->elements, Element, element).type, name, &port));
  return port;
}

static void
link_to (World *world,
         guint a,
         const char *port_a,
         guint b,
         const char *port_b,
         guint index_b)
{
  guint32 from = g_array_index (world->elements, Element, a).id, to = g_array_index (world->elements, Element, b).id;
  guint32 from_port = find_port (world, a, port_a), to_port = find_port (world, b, port_b) | index_b << 16;

  hd_blocks_connect (world->blocks, from, from_port, to, to_port, NANOSECOND, HD_BLOCK_NO_RESOURCE);
  hd_blocks_connect (world->blocks, to, to_port, from, from_port, NANOSECOND, HD_BLOCK_NO_RESOURCE);
}

static void
run_until (World *world,
           HdTime until,
           HdKernelStatus status)
{
  g_autoptr (GError) error = NULL;

  hd_blocks_prepare (world->blocks, &error);
  g_assert_no_error (error);
  hd_kernel_start (world->kernel, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hd_kernel_run (world->kernel, until, &error), ==, status);
  g_assert_no_error (error);
  hd_kernel_finish (world->kernel, &error);
  g_assert_no_error (error);
}

static void
run (World *world)
{
  run_until (world, HD_TIME_MAX, HD_KERNEL_DONE);
}

static double
read_value (World *world,
            guint element,
            const char *probe,
            double *out_weight)
{
  const Element *e = &g_array_index (world->elements, Element, element);
  double value, weight;
  guint index;

  g_assert_nonnull (hd_component_type_find_probe (e->type, probe, &index));
  hd_blocks_read (world->blocks, e->id, index, &value, &weight);
  if (out_weight != NULL)
    *out_weight = weight;
  return value;
}

static double
sum (World *world,
     const char *type,
     const char *probe)
{
  double total = 0;

  for (guint i = 0; i < world->elements->len; i++)
    if (strcmp (g_array_index (world->elements, Element, i).type->id, type) == 0)
      total += read_value (world, i, probe, NULL);
  return total;
}

static double
mean (World *world,
      const char *type,
      const char *probe)
{
  double total = 0, weights = 0;

  for (guint i = 0; i < world->elements->len; i++)
    if (strcmp (g_array_index (world->elements, Element, i).type->id, type) == 0)
      {
        double weight;

        total += read_value (world, i, probe, &weight);
        weights += weight;
      }
  return total / weights;
}

/* Returns the file's path. */
static char *
write_trace (const char *text)
{
  g_autoptr (GError) error = NULL;
  char *path;
  int file = g_file_open_tmp ("heddle-XXXXXX.trace", &path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

/* Writes a trace for all virtual cores. */
static void
set_trace (World *world,
           const char *text)
{
  world->trace = write_trace (text);
}

/* ---- mesh -------------------------------------------------------------------------------------------------------- */

/* A square mesh of @k x @k routers, numbered 0 to k^2 - 1, its cores after them; in @n_partitions bands of rows. */
static void
add_mesh (World *world,
          guint k,
          guint n_partitions,
          const char *router,
          const char *core)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < k * k; i++)
      {
        g_autofree char *place = g_strdup_printf ("column=%u row=%u %s%s", i % k, i / k, pass == 0 ? router : core,
                                                  pass == 0 ? "" : " mesh-columns=");
        g_autofree char *settings = pass == 0 ? g_strdup (place) : g_strdup_printf ("%s%u mesh-rows=%u number=%u", place, k, k, i);

        add (world, pass == 0 ? "manycore.router" : "manycore.vcore", i / k * n_partitions / k, settings);
      }
  for (guint i = 0; i < k * k; i++)
    {
      if (i % k + 1 < k)
        link_to (world, i, "right", i + 1, "left", 0);
      if (i / k + 1 < k)
        link_to (world, i, "down", i + k, "up", 0);
      link_to (world, i, "core", k * k + i, "net", 0);
    }
}

/* One packet each to the mirrored place, so rarely that they do not meet: h links between routers take 1 + (h + 1) * 1 + h * 1 + 1 = 2 h + 3 cycles: 15 from
 * corner to corner of 4 x 4, 3 to oneself. A packet of f flits takes f - 1 cycles more. */
static void
test_free_latency (void)
{
  for (guint flits = 1; flits <= 4; flits += 3)
    for (guint source = 0; source < 16; source++)
      {
        guint h = 2 * ABS ((int) source % 4 - (int) source / 4);
        g_autofree char *length = g_strdup_printf ("work=idle flits=%u", flits);
        World world;
        double weight;

        world_init (&world);
        add_mesh (&world, 4, 1, "", length);
        g_array_index (world.elements, Element, 16 + source).parameters[1] = 2; /* transpose */
        g_array_index (world.elements, Element, 16 + source).parameters[8] = 3; /* count-limit */
        g_array_index (world.elements, Element, 16 + source).parameters[7] = 0.001;
        run (&world);
        g_assert_cmpfloat (sum (&world, "vcore", "received"), ==, 3);
        g_assert_cmpfloat (read_value (&world, 16 + source % 4 * 4 + source / 4, "latency", &weight), ==, 3 * (2 * h + 3 + flits - 1));
        g_assert_cmpfloat (weight, ==, 3);
        g_assert_cmpfloat (sum (&world, "router", "flits"), ==, 3 * flits * (h + 1));
        g_assert_cmpfloat (sum (&world, "router", "wait"), ==, 0);
        world_clear (&world);
      }
}

/* Random traffic: nothing is lost; hops are 2 (k^2 - 1) / (3 k) = 2.5 on average; each packet passes one router more than links. */
static void
test_uniform (void)
{
  World world;

  world_init (&world);
  add_mesh (&world, 4, 1, "depth=4", "rate=0.2 count-limit=4000 flits=1");
  run (&world);
  g_assert_cmpfloat (sum (&world, "vcore", "received"), ==, 64000);
  g_assert_cmpfloat (ABS (mean (&world, "vcore", "hops") - 2.5), <, 0.02);
  g_assert_cmpfloat (sum (&world, "router", "flits"), ==, sum (&world, "vcore", "hops") + 64000);
  world_clear (&world);
}

/* Full load: the links of the middle allow 16 packets a cycle with one flit each (half of the packets cross 4 links each way); eight times as wide
 * links carry 110. */
static void
test_load (void)
{
  static const struct { const char *router, *core; double least, most; } loads[] = {
    { "link-width=8 depth=64", "rate=0.75 count-limit=3000 link-width=8", 11.6, 12.3 },
    { "link-width=8 depth=64", "rate=6.875 count-limit=20000 link-width=8", 107, 111 },
    { "link-width=1 depth=64", "rate=6.875 count-limit=3000 link-width=1", 8, 16.2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      double last = 0, rate;
      World world;

      world_init (&world);
      add_mesh (&world, 4, 1, loads[i].router, loads[i].core);
      run (&world);
      for (guint c = 16; c < 32; c++)
        last = MAX (last, read_value (&world, c, "last", NULL));
      rate = sum (&world, "vcore", "received") / last;
      g_assert_cmpfloat (rate, >=, loads[i].least);
      g_assert_cmpfloat (rate, <=, loads[i].most);
      world_clear (&world);
    }
}

/* Two routers: a queue of d flits and a credit's way back of 2 cycles (link there, delay, link back: 1 + 1 + 1 cycles from sending to the credit) carry at
 * most d flits in 3 cycles. One core floods the other. */
static void
test_credits (void)
{
  for (guint depth = 1; depth <= 4; depth++)
    {
      g_autofree char *router = g_strdup_printf ("channels=1 depth=%u", depth);
      double last;
      World world;
      guint a, b, source, sink;

      world_init (&world);
      a = add (&world, "manycore.router", 0, router);
      b = add (&world, "manycore.router", 0, router);
      g_array_index (world.elements, Element, b).parameters[2] = 1; /* row */
      source = add (&world, "manycore.vcore", 0, "work=transpose column=1 row=0 mesh-columns=2 mesh-rows=2 rate=2 count-limit=600");
      sink = add (&world, "manycore.vcore", 0, "work=idle");
      /* (1, 0) sends to (0, 1); the routers stand at (0, 0) and (0, 1). */
      link_to (&world, a, "down", b, "up", 0);
      link_to (&world, source, "net", a, "core", 0);
      link_to (&world, sink, "net", b, "core", 0);
      run (&world);
      g_assert_cmpfloat (read_value (&world, sink, "received", NULL), ==, 600);
      last = read_value (&world, sink, "last", NULL);
      g_assert_cmpfloat (last, >=, 600 * 3.0 / MIN (depth, 3));
      g_assert_cmpfloat (last, <=, 600 * 3.0 / MIN (depth, 3) + 12);
      world_clear (&world);
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* A core directly at a memory: reads leave at cycles 10, 11, 12, arrive one later; bank of 256 bytes, busy for 4 cycles, latency 20. The first and the
 * third share bank 0, the second has bank 1: answers leave at 31, 32 and 15 + 20 = 35, and the core has them one cycle later. */
static void
test_bank_conflict (void)
{
  World world;
  double weight;
  guint core, memory;

  world_init (&world);
  core = add (&world, "manycore.vcore", 0, "work=trace outstanding=8 places=numbered");
  memory = add (&world, "manycore.memory", 0, "banks=2 latency=20 service=4 reply-flits=1");
  link_to (&world, core, "net", memory, "net", 0);
  set_trace (&world, "10 0 R 0x0 4\n11 0 R 0x100 4\n12 0 R 0x10 4\n");
  run (&world);
  g_assert_cmpfloat (read_value (&world, memory, "conflicts", &weight), ==, 1);
  g_assert_cmpfloat (weight, ==, 3);
  g_assert_cmpfloat (read_value (&world, core, "latency", NULL), ==, 22 + 22 + 24);
  g_assert_cmpfloat (read_value (&world, core, "last", NULL), ==, 36);
  world_clear (&world);
}

/* A controller with rows of 1,024 bytes: the first access opens a row (10 more), the second is in it, the third in another. One at a time. */
static void
test_rows (void)
{
  World world;
  guint core, mcu;

  world_init (&world);
  core = add (&world, "manycore.vcore", 0, "work=trace places=numbered");
  mcu = add (&world, "manycore.mcu", 0, "latency=20 service=2 row=1024 row-miss=10");
  link_to (&world, core, "net", mcu, "bus", 0);
  set_trace (&world, "10 0 R 0 4\n100 0 R 512 4\n200 0 W 4096 4\n300 0 R 4100 4\n");
  run (&world);
  g_assert_cmpfloat (read_value (&world, mcu, "row-misses", NULL), ==, 2);
  g_assert_cmpfloat (read_value (&world, mcu, "latency", NULL), ==, 30 + 20 + 30 + 20);
  g_assert_cmpfloat (read_value (&world, core, "longest", NULL), ==, 32);
  world_clear (&world);
}

/* ---- caches ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  guint64 lines[64][4]; /* [set][way], most recently used first; address / 64 plus 1 */
  guint n_sets, misses;
} Reference;

static void
reference_access (Reference *reference,
                  guint64 address)
{
  guint64 line = address / 64 + 1;
  guint64 *ways = reference->lines[(line - 1) % reference->n_sets];
  guint w = 0;

  while (w < 3 && ways[w] != line)
    w++;
  if (ways[w] != line)
    reference->misses++;
  memmove (ways + 1, ways, w * sizeof *ways);
  ways[0] = line;
}

static guint64
draw (gpointer data)
{
  return hd_random_next (data);
}

/* What a core of that path executes, through the reference. */
static void
run_reference (Reference *reference,
               const char *path,
               gint64 instructions)
{
  ProgramStatistics statistics = program_statistics[0];
  Program program;
  HdRandom random;

  statistics.gap = statistics.run_gap = 1;
  program_init (&program, &statistics, 0, 16384);
  hd_random_init (&random, 7, path, "block");
  for (;;)
    {
      TraceAccess access;

      program_next (&program, draw, &random, &access);
      if (access.cycle >= instructions)
        break;
      instructions -= access.cycle + 1;
      reference_access (reference, access.address);
    }
}

/* One access at a time; misses are those of the reference. */
static void
test_cache (void)
{
  Reference reference = { .n_sets = 4096 / 64 / 4 };
  World world;
  guint core, cache, router, memory;
  double accesses;

  world_init (&world);
  core = add (&world, "manycore.core", 0, "program=search instructions=40000 gap=1 working-set=16384 outstanding=1");
  cache = add (&world, "manycore.cache", 0, "size=4096 ways=4 mesh-columns=1 mesh-rows=1 memories=1");
  router = add (&world, "manycore.router", 0, "");
  memory = add (&world, "manycore.memory", 0, "latency=10");
  link_to (&world, core, "cache", cache, "core", 0);
  link_to (&world, cache, "net", router, "core", 0);
  link_to (&world, router, "left", memory, "net", 0);
  run (&world);
  accesses = read_value (&world, cache, "accesses", NULL);
  g_assert_cmpfloat (accesses, ==, read_value (&world, core, "accesses", NULL));
  g_assert_cmpfloat (read_value (&world, core, "instructions", NULL), ==, 40000);
  run_reference (&reference, "core[0]", 40000);
  g_assert_cmpfloat (read_value (&world, cache, "misses", NULL), ==, 100 * reference.misses);
  g_assert_cmpuint (reference.misses, >, 1000);
  g_assert_cmpfloat (reference.misses, <, accesses / 2);
  /* A line: link, router, link are 3 cycles, latency 10, its first flit 3 cycles back, the other four 4 more. A line that is written back first adds its
   * flits now and then. */
  g_assert_cmpfloat (mean (&world, "cache", "latency"), >=, 20);
  g_assert_cmpfloat (mean (&world, "cache", "latency"), <=, 25);
  g_assert_cmpfloat (read_value (&world, memory, "requests", NULL), ==,
                     read_value (&world, cache, "write-backs", NULL) + read_value (&world, cache, "misses", NULL) / 100);
  world_clear (&world);
}

/* ---- strategies -------------------------------------------------------------------------------------------------- */

static char *
digest_of_mesh (guint n_partitions,
                const HdStrategy *strategy,
                guint threads)
{
  const HdKernelOptions options = { .threads = threads };
  HdDigest digest;
  World world;

  world_init (&world);
  hd_kernel_set_strategy (world.kernel, strategy);
  hd_kernel_set_options (world.kernel, &options);
  add_mesh (&world, 6, n_partitions, "depth=3", "rate=0.1 count-limit=10000 flits=3");
  run_until (&world, 900 * NANOSECOND, HD_KERNEL_UNTIL);
  g_assert_cmpfloat (sum (&world, "vcore", "received"), >, 2000);
  digest = hd_kernel_get_digest (world.kernel);
  world_clear (&world);
  return hd_digest_to_string (&digest);
}

static void
test_strategies (void)
{
  const HdStrategy *strategies[] = { hd_strategy_window (), hd_strategy_null_message (), hd_strategy_request () };
  g_autofree char *serial = digest_of_mesh (1, hd_strategy_serial (), 1);

  for (guint s = 0; s < G_N_ELEMENTS (strategies); s++)
    for (guint n = 1; n <= 4; n *= 2)
      {
        g_autofree char *digest = digest_of_mesh (n, strategies[s], MIN (n, 2));

        g_assert_cmpstr (digest, ==, serial);
      }
  for (guint n = 2; n <= 6; n++)
    {
      g_autofree char *digest = digest_of_mesh (n, hd_strategy_serial (), 1);

      g_assert_cmpstr (digest, ==, serial);
    }
}

/* ---- traces ------------------------------------------------------------------------------------------------------ */

static void
test_bad_trace (void)
{
  World world;
  g_autoptr (GError) error = NULL;
  guint core, mcu;

  world_init (&world);
  core = add (&world, "manycore.vcore", 0, "work=trace places=numbered");
  mcu = add (&world, "manycore.mcu", 0, "");
  link_to (&world, core, "net", mcu, "bus", 0);
  set_trace (&world, "# a trace\n1 0 R 0 4\n2 0 X 0 4\n");
  g_assert_true (hd_blocks_prepare (world.blocks, NULL));
  g_assert_false (hd_kernel_start (world.kernel, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_nonnull (strstr (error->message, "vcore[0]"));
  g_assert_nonnull (strstr (error->message, world.trace));
  g_assert_nonnull (strstr (error->message, "line 3: after cycle and core comes R or W"));
  world_clear (&world);

  g_clear_error (&error);
  world_init (&world);
  add (&world, "manycore.vcore", 0, "work=trace");
  world.trace = g_strdup ("/nowhere/at.all");
  g_assert_true (hd_blocks_prepare (world.blocks, NULL));
  g_assert_false (hd_kernel_start (world.kernel, &error));
  g_assert_nonnull (strstr (error->message, "/nowhere/at.all"));
  world_clear (&world);
}

/* Virtual cores may read a trace each, whether they are in one partition or not. */
static void
test_traces (void)
{
  for (guint partition = 0; partition < 2; partition++)
    {
      World world;
      guint cores[2], mcu;

      world_init (&world);
      for (guint i = 0; i < 2; i++)
        {
          cores[i] = add (&world, "manycore.vcore", i * partition, "work=trace places=numbered");
          mcu = add (&world, "manycore.mcu", 0, "");
          link_to (&world, cores[i], "net", mcu, "bus", 0);
        }
      set_trace (&world, "1 0 R 0 4\n");
      world.own_trace = write_trace ("1 0 R 0 4\n2 0 W 0 4\n");
      world.owner = g_array_index (world.elements, Element, cores[1]).id;
      run (&world);
      for (guint i = 0; i < 2; i++)
        g_assert_cmpfloat (read_value (&world, cores[i], "received", NULL), ==, i + 1);
      world_clear (&world);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/libraries/manycore/free-latency", test_free_latency);
  g_test_add_func ("/engine/libraries/manycore/uniform", test_uniform);
  g_test_add_func ("/engine/libraries/manycore/load", test_load);
  g_test_add_func ("/engine/libraries/manycore/credits", test_credits);
  g_test_add_func ("/engine/libraries/manycore/bank-conflict", test_bank_conflict);
  g_test_add_func ("/engine/libraries/manycore/rows", test_rows);
  g_test_add_func ("/engine/libraries/manycore/cache", test_cache);
  g_test_add_func ("/engine/libraries/manycore/strategies", test_strategies);
  g_test_add_func ("/engine/libraries/manycore/bad-trace", test_bad_trace);
  g_test_add_func ("/engine/libraries/manycore/traces", test_traces);
  return g_test_run ();
}
