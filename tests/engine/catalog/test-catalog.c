/* test-catalog.c: query, check, register
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a library comes in whole or not at all; a refusal is a sentence that names the library; a struct of another size is read as
 * far as both sides know it.
 */
#include <string.h>

#include <glib/gstdio.h>

#include <heddle/hd-catalog.h>
#include <heddle/hd-error.h>

static char *
fixture (const char *name)
{
  g_autofree char *file = g_strdup_printf ("fixture-%s.so", name);

  return g_test_build_filename (G_TEST_BUILT, "engine", "catalog", file, NULL);
}

static void
test_default (void)
{
  static const char *const names[] = {
    "fabric.xpu", "fabric.memory", "fabric.switch", "fabric.pcie-switch", "fabric.xpu-switch",
    "fabric.cxl-switch", "fabric.tor-switch", "fabric.core-switch", "fabric.cpu", "fabric.nic",
  };
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);

  g_assert_cmpstr (warnings[0], ==, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const HdComponentType *type = hd_catalog_lookup (catalog, names[i]);

      g_assert_nonnull (type);
      g_assert_cmpstr (hd_catalog_get_library_of (catalog, type)->name, ==, "fabric");
    }
  g_assert_null (hd_catalog_lookup (catalog, "xpu"));
  g_assert_null (hd_catalog_lookup (catalog, "fabric.loom"));
  g_assert_cmpuint (hd_catalog_lookup (catalog, "fabric.nic")->traits, ==, HD_TRAIT_NIC);
  g_assert_cmpuint (hd_catalog_lookup (catalog, "fabric.switch")->traits, ==, 0);
}

/* Accelerator data are those of the vendors' sheets. */
static void
test_presets (void)
{
  static const struct
  {
    const char *model;
    double values[4]; /* fp32, fp16, capacity, bandwidth */
  } sheet[] = {
    { "H100", { 67e12, 989.4e12, 80e9, 3350e9 } },
    { "A100", { 19.5e12, 312e12, 80e9, 2039e9 } },
    { "V100", { 15.7e12, 125e12, 32e9, 900e9 } },
  };
  static const char *const keys[] = { "fp32", "fp16", "memory-capacity", "memory-bandwidth" };
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  const HdComponentType *type = hd_catalog_lookup (catalog, "fabric.xpu");

  g_assert_null (warnings[0]);
  for (guint i = 0; i < G_N_ELEMENTS (sheet); i++)
    {
      const HdPreset *preset = hd_component_type_find_preset (type, sheet[i].model);
      guint found = 0;

      g_assert_nonnull (preset);
      for (guint j = 0; preset->values[j] != NULL; j += 2)
        for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
          if (strcmp (preset->values[j], keys[k]) == 0)
            {
              const HdParameter *parameter = hd_component_type_find_parameter (type, keys[k], NULL);
              HdQuantity value;

              g_assert_true (hd_parameter_parse (parameter, preset->values[j + 1], &value, NULL));
              g_assert_cmpfloat (value.value, ==, sheet[i].values[k]);
              found++;
            }
      g_assert_cmpuint (found, ==, G_N_ELEMENTS (keys));
    }
}

static void
check_file_refused (const char *path,
                    const char *sentence)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_catalog_load_file (catalog, path, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIBRARY);
  if (strstr (error->message, sentence) == NULL)
    g_error ("the sentence is: %s", error->message);
  g_assert_cmpuint (hd_catalog_get_n_libraries (catalog), ==, 0);
}

static void
test_refused_files (void)
{
  g_autofree char *old = fixture ("old-abi");
  g_autofree char *no_entry = fixture ("no-entry");
  g_autofree char *garbage = NULL;
  int handle = g_file_open_tmp ("heddle-XXXXXX.so", &garbage, NULL);

  g_assert_cmpint (handle, >=, 0);
  g_assert_true (g_close (handle, NULL));
  g_assert_true (g_file_set_contents (garbage, "no machine code", -1, NULL));

  check_file_refused (old, "The library “antique” was made for interface 0, this Heddle speaks 3.");
  check_file_refused (no_entry, "“fixture-no-entry.so” is not a component library: it has no function heddle_library.");
  check_file_refused (garbage, "could not be loaded as a library");
  check_file_refused ("/nowhere/at/all.so", "“all.so”");
  g_unlink (garbage);
}

static void
test_directory (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "engine", "catalog", NULL);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_catalog_load_directory (catalog, path, warnings, &error));
  g_assert_cmpuint (warnings->len, ==, 2);
  g_assert_nonnull (strstr (g_ptr_array_index (warnings, 0), "fixture-no-entry"));
  g_assert_nonnull (strstr (g_ptr_array_index (warnings, 1), "antique"));
  g_assert_nonnull (hd_catalog_lookup (catalog, "short.old"));
  /* again: known already, no error */
  g_assert_true (hd_catalog_load_directory (catalog, path, warnings, &error));
  g_assert_cmpuint (hd_catalog_get_n_libraries (catalog), ==, 1);

  g_assert_false (hd_catalog_load_directory (catalog, "/nowhere/at/all", warnings, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
}

static void
test_library_path (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "engine", "catalog", NULL);
  g_autofree char *list = g_strdup_printf ("/nowhere/at/all:%s", path);
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = NULL;

  g_setenv ("HEDDLE_LIBRARY_PATH", list, TRUE);
  warnings = hd_catalog_load_default (catalog);
  g_unsetenv ("HEDDLE_LIBRARY_PATH");
  g_assert_cmpuint (g_strv_length (warnings), ==, 3);
  g_assert_nonnull (strstr (warnings[0], "/nowhere/at/all"));
  g_assert_nonnull (hd_catalog_lookup (catalog, "short.old"));
  g_assert_nonnull (hd_catalog_lookup (catalog, "fabric.xpu"));
}

static void
test_sizes (void)
{
  g_autofree char *path = fixture ("short-structs");
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;
  const HdComponentType *type;
  const HdProbe *probe;
  const HdPort *port;
  guint index;

  hd_catalog_load_file (catalog, path, &error);
  g_assert_no_error (error);
  type = hd_catalog_lookup (catalog, "short.old");
  g_assert_nonnull (type);
  g_assert_null (type->handlers);
  g_assert_cmpuint (hd_component_type_count_parameters (type), ==, 0);

  port = hd_component_type_find_port (type, "out", &index);
  g_assert_nonnull (port);
  g_assert_cmpuint (index, ==, 1);
  g_assert_cmpint (port->maximum_links, ==, 2);
  g_assert_cmpint (port->indexed, ==, 1);
  g_assert_cmpint (port->mandatory, ==, 0);
  g_assert_null (port->help);

  probe = hd_component_type_find_probe (type, "second", &index);
  g_assert_nonnull (probe);
  g_assert_cmpuint (index, ==, 1);
  g_assert_cmpstr (probe->unit, ==, "B/s");
  g_assert_null (hd_component_type_find_probe (type, "third", NULL));
}

/* ---- faulty descriptors ------------------------------------------------------------------------------------------- */

typedef struct
{
  HdParameter parameters[3];
  HdPreset presets[2];
  HdPort ports[3];
  HdProbe probes[2];
  HdLane lanes[3];
  HdActivity activities[3];
  HdOutput outputs[3];
  HdForm forms[2];
  HdHandlers handlers;
  HdBlock block;
  HdComponentType type;
  const HdComponentType *types[3];
  HdLibrary library;
} Descriptors;

static int
create_block (const HdBlockHost *host,
              HdBlockContext *context,
              void *state,
              uint32_t n)
{
  return 1;
}

static void
tick_block (const HdBlockHost *host,
            HdBlockContext *context,
            void *state,
            int64_t cycle,
            const uint32_t *active,
            uint32_t n_active,
            int64_t *next)
{
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
}

static const char *const choices[] = { "a", "b", NULL };
static const char *const preset_values[] = { "rate", "2 GB/s", NULL };

static void
init (Descriptors *d)
{
  *d = (Descriptors){
    .parameters = {
      { .size = sizeof (HdParameter), .key = "rate", .title = "Rate", .kind = HD_PARAMETER_QUANTITY, .unit = "B/s", .default_text = "1 GB/s",
        .exclusive_minimum = 1, .maximum = 1e12, .pleasant_minimum = 1e6, .pleasant_maximum = 1e10, .help = "A rate." },
      { .size = sizeof (HdParameter), .key = "model", .title = "Model", .kind = HD_PARAMETER_CHOICE, .default_text = "a",
        .choices = choices, .help = "A choice." },
    },
    .presets = { { sizeof (HdPreset), "b", "B", preset_values, NULL } },
    .ports = { { .size = sizeof (HdPort), .name = "in", .title = "In", .protocol = "x" },
               { .size = sizeof (HdPort), .name = "out", .title = "Out", .protocol = "x" } },
    .probes = { { sizeof (HdProbe), "load", "Load", "%", NULL } },
    .lanes = { { sizeof (HdLane), "work", "Work", "H.", 0 } },
    .activities = { { sizeof (HdActivity), "idle", "Idle", HD_ACTIVITY_WAIT } },
    .outputs = { { sizeof (HdOutput), "log.csv", "Log", "H.", 1000, HD_OUTPUT_FILE } },
    .forms = { { .size = sizeof (HdForm), .name = "row", .title = "R", .help = "H.", .between = " " } },
    .handlers = { .size = sizeof (HdHandlers) },
    .block = { .size = sizeof (HdBlock), .create = create_block, .tick = tick_block },
    .type = { .size = sizeof (HdComponentType), .id = "t", .title = "T", .category = "C", .symbol = "switch", .help = "H.",
              .parameters = d->parameters, .presets = d->presets, .ports = d->ports, .probes = d->probes },
    .types = { &d->type },
    .library = { .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "test", .title = "Test", .version = "1", .types = d->types },
  };
}

static void
check_faulty (Descriptors *d,
              const char *mentions)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_catalog_register (catalog, &d->library, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIBRARY);
  if (strstr (error->message, mentions) == NULL)
    g_error ("the sentence is: %s", error->message);
  g_assert_cmpuint (hd_catalog_get_n_libraries (catalog), ==, 0);
  g_assert_null (hd_catalog_lookup (catalog, "test.t"));
  init (d);
}

#define FAULTY(assignment, mentions) \
  G_STMT_START { d.assignment; check_faulty (&d, mentions); } G_STMT_END

static void
test_faulty (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;
  const HdParameter hertz = { .size = sizeof (HdParameter), .key = "clock", .title = "Clock", .unit = "Hz", .help = "A clock." };
  Descriptors d;

  init (&d);
  hd_catalog_register (catalog, &d.library, &error);
  g_assert_no_error (error);

  FAULTY (library.abi = 2, "interface 2");
  FAULTY (library.capabilities = 1u << 20, "0x100000");
  FAULTY (library.name = "Test", "“Test”");
  FAULTY (library.version = NULL, "version");
  FAULTY (library.types = NULL, "no component types");
  FAULTY (types[1] = &d.type, "“t” is there twice");
  FAULTY (type.id = NULL, "component type");
  FAULTY (type.help = NULL, "help");
  FAULTY (type.size = 3, "3 bytes");
  d.type.handlers = &d.handlers;
  d.library.capabilities = HD_CAPABILITY_EVENTS;
  FAULTY (handlers.deliver = deliver, "does not ask for the network");
  FAULTY (type.role = 7, "role");
  FAULTY (type.traits = 4, "traits 0x4");
  FAULTY (type.traits = HD_TRAIT_NIC, "not the role of a switch");
  FAULTY (type.traits = HD_TRAIT_COLLECTIVES, "does not take part in the network");
  FAULTY (parameters[0].property = HD_N_PROPERTIES, "“rate” has a property that this Heddle does not know");
  FAULTY (parameters[0].property = HD_PROPERTY_LATENCY, "“rate” has a property that needs a number in “s”");
  FAULTY (parameters[0].property = HD_PROPERTY_SHARING, "needs a choice");
  FAULTY (parameters[1].property = HD_PROPERTY_BANDWIDTH, "needs a number in “B/s”");
  FAULTY (type.handlers = &d.handlers, "events");
  FAULTY (parameters[0].property = HD_PROPERTY_PROGRAM, "does not ask for programs");
  FAULTY (parameters[0].property = HD_PROPERTY_PROGRAM; d.library.capabilities = HD_CAPABILITY_PROGRAMS, "starts programs, but has no event handlers");
  FAULTY (parameters[0].property = HD_PROPERTY_ARGUMENTS, "“rate” has a property that needs a text");
  FAULTY (parameters[0].property = HD_PROPERTY_LOG, "“rate” has a property that needs a flag");
  FAULTY (parameters[0].form = "row", "“rate” names no file, but has the form “row”");
#define FILE_OF_ROWS parameters[0] = (HdParameter){ .size = sizeof (HdParameter), .key = "file", .title = "F", .kind = HD_PARAMETER_TEXT, .help = "H.", .form = "row" }
  FAULTY (FILE_OF_ROWS, "“file” has the form “row”, which is none whose fields stand in their order");
  FAULTY (FILE_OF_ROWS; d.forms[0].between = NULL; d.type.forms = d.forms, "“file” has the form “row”, which is none whose fields stand in their order");
  FAULTY (type.block = &d.block, "ask for blocks");
  FAULTY (type.block = &d.block; d.library.capabilities = HD_CAPABILITY_BLOCKS, "clock");
#define BLOCK type.block = &d.block; d.library.capabilities = HD_CAPABILITY_BLOCKS; d.parameters[0] = hertz; d.presets[0].name = NULL
  FAULTY (BLOCK, "“in” of a block takes other than one link");
  FAULTY (BLOCK; d.block.clock = 2, "clock");
  FAULTY (BLOCK; d.block.tick = NULL, "lacks create or tick");
  FAULTY (BLOCK; d.type.handlers = &d.handlers; d.library.capabilities |= HD_CAPABILITY_EVENTS, "one of them");
#undef BLOCK
  FAULTY (probes[0].summary = 9, "summary");
#define LANES type.lanes = d.lanes; d.type.activities = d.activities; d.type.handlers = &d.handlers; d.library.capabilities = HD_CAPABILITY_EVENTS
  FAULTY (LANES; d.type.handlers = NULL, "has lanes, but does not act itself");
  FAULTY (LANES; d.lanes[1] = d.lanes[0], "lane “work” is there twice");
  FAULTY (LANES; d.lanes[0].help = NULL, "“work” has no help");
  FAULTY (LANES; d.lanes[0].count = 4097, "lane “work” is there 4097 times; at most 4096 are permitted");
  FAULTY (LANES; d.activities[0].name = "Idle", "activity “Idle”");
  FAULTY (LANES; d.activities[0].title = NULL, "“idle” has no title");
  FAULTY (LANES; d.activities[0].kind = 9, "activity “idle” is of an unknown kind");
#undef LANES
#define OUTPUTS type.outputs = d.outputs; d.type.handlers = &d.handlers; d.library.capabilities = HD_CAPABILITY_EVENTS
  FAULTY (OUTPUTS; d.type.handlers = NULL, "has outputs, but does not act itself");
  FAULTY (OUTPUTS; d.outputs[1] = d.outputs[0], "output “log.csv” is there twice");
  FAULTY (OUTPUTS; d.outputs[0].name = "../log", "output “../log”");
  FAULTY (OUTPUTS; d.outputs[0].name = ".log", "output “.log”");
  FAULTY (OUTPUTS; d.outputs[0].name = "a/b", "output “a/b”");
  FAULTY (OUTPUTS; d.outputs[0].name = "", "output “”");
  FAULTY (OUTPUTS; d.outputs[0].kind = HD_N_OUTPUT_KINDS, "is of kind 4, which this Heddle does not know");
  FAULTY (OUTPUTS; d.outputs[0].maximum_bytes = 0, "may have 0 B");
  FAULTY (OUTPUTS; d.outputs[0].maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES + 1, "may have 1073741825 B");
#undef OUTPUTS
  FAULTY (parameters[1].key = "rate", "“rate” is there twice");
  FAULTY (parameters[0].key = "Rate!", "“Rate!”");
  FAULTY (parameters[1].size = 24, "another size");
  FAULTY (parameters[0].unit = "GB/x", "GB/x");
  FAULTY (parameters[0].default_text = "1 GB", "B/s");
  FAULTY (parameters[0].default_text = "0 B/s", "more than 0 B/s");
  FAULTY (parameters[0].default_text = "2 TB/s", "1 TB/s");
  FAULTY (parameters[0].default_text = "inf", "infinite");
  FAULTY (parameters[0].minimum = 1e13, "range of parameter “rate” is empty");
  FAULTY (parameters[0].pleasant_maximum = 1e13, "pleasant");
  FAULTY (parameters[0].kind = 9, "kind");
  FAULTY (parameters[1].default_text = "c", "one of a, b");
  FAULTY (parameters[1].choices = NULL, "no choices");
  FAULTY (presets[0].name = "c", "preset “c”");
  FAULTY (ports[1].name = "in", "“in” is there twice");
  FAULTY (ports[0].protocol = NULL, "protocol");
  FAULTY (ports[0].maximum_links = -1, "negative");
  FAULTY (ports[0].numbered = 1; d.ports[0].indexed = 1, "“in” numbers its links: it takes several");
  FAULTY (ports[0].numbered = 1; d.ports[0].maximum_links = 1, "“in” numbers its links: it takes several");
  FAULTY (probes[0].unit = "furlong", "unit");
  FAULTY (probes[0].title = "", "title");
}

static void
test_same_name (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;
  Descriptors a, b;

  init (&a);
  init (&b);
  g_assert_true (hd_catalog_register (catalog, &a.library, NULL));
  g_assert_true (hd_catalog_register (catalog, &a.library, NULL));
  g_assert_false (hd_catalog_register (catalog, &b.library, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIBRARY);
  g_assert_cmpuint (hd_catalog_get_n_libraries (catalog), ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/catalog/default", test_default);
  g_test_add_func ("/engine/catalog/presets", test_presets);
  g_test_add_func ("/engine/catalog/refused-files", test_refused_files);
  g_test_add_func ("/engine/catalog/directory", test_directory);
  g_test_add_func ("/engine/catalog/library-path", test_library_path);
  g_test_add_func ("/engine/catalog/sizes", test_sizes);
  g_test_add_func ("/engine/catalog/faulty", test_faulty);
  g_test_add_func ("/engine/catalog/same-name", test_same_name);
  return g_test_run ();
}
