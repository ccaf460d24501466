/* design-fixture.c: projects written in a test, elaborated
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "design-fixture.h"

#include <string.h>

static const char *const models[] = { "slow", "fast", NULL };

static const HdParameter host_parameters[] = {
  { .size = sizeof (HdParameter), .key = "model", .title = "Model", .help = "Model.", .kind = HD_PARAMETER_CHOICE, .default_text = "slow", .choices = models },
  { .size = sizeof (HdParameter), .key = "rate", .title = "Rate", .help = "Rate.", .kind = HD_PARAMETER_QUANTITY, .unit = "FLOP/s", .default_text = "1 GFLOP/s",
    .maximum = 1e18, .exclusive_minimum = 1 },
  { .size = sizeof (HdParameter), .key = "cores", .title = "Cores", .help = "Cores.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", .minimum = 1,
    .maximum = 64 },
  { 0 },
};
static const char *const fast[] = { "rate", "10 GFLOP/s", "cores", "8", NULL };
static const HdPreset host_presets[] = { { sizeof (HdPreset), "fast", "Fast", fast, NULL }, { 0 } };
static uint32_t
count_cores (const double *parameters)
{
  return (uint32_t) parameters[2];
}

static const HdPort host_ports[] = {
  { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "eth", .maximum_links = 1 },
  { .size = sizeof (HdPort), .name = "lane", .title = "Lane", .help = "Lane.", .protocol = "*", .indexed = 1, .maximum_links = 1 },
  { .size = sizeof (HdPort), .name = "pci", .title = "PCI", .help = "PCI.", .protocol = "pci" },
  { .size = sizeof (HdPort), .name = "core", .title = "Core", .help = "Core.", .protocol = "*", .indexed = 1, .maximum_links = 1,
    .count = count_cores },
  { 0 },
};
static const HdPort memory_ports[] = {
  { .size = sizeof (HdPort), .name = "port", .title = "Port", .help = "Port.", .protocol = "*", .mandatory = 1 },
  { 0 },
};
static const HdPort switch_ports[] = {
  { .size = sizeof (HdPort), .name = "port", .title = "Port", .help = "Port.", .protocol = "*", .indexed = 1, .maximum_links = 1 },
  { .size = sizeof (HdPort), .name = "any", .title = "Any", .help = "Any.", .protocol = "*" },
  { .size = sizeof (HdPort), .name = "east", .title = "East", .help = "East.", .protocol = "*", .maximum_links = 1 },
  { .size = sizeof (HdPort), .name = "west", .title = "West", .help = "West.", .protocol = "*", .maximum_links = 1 },
  { 0 },
};
static const HdProbe host_probes[] = { { sizeof (HdProbe), "busy", "Busy", "%", "busy" }, { 0 } };

static const HdComponentType host = {
  .size = sizeof (HdComponentType), .id = "host", .title = "Host", .category = "Test", .symbol = "xpu", .help = "Host.", .role = HD_ROLE_ENDPOINT,
  .parameters = host_parameters, .presets = host_presets, .ports = host_ports, .probes = host_probes,
};
static const HdComponentType memory = {
  .size = sizeof (HdComponentType), .id = "memory", .title = "Memory", .category = "Test", .symbol = "memory", .help = "Memory.",
  .role = HD_ROLE_MEMORY, .ports = memory_ports,
};
static const HdComponentType hub = {
  .size = sizeof (HdComponentType), .id = "switch", .title = "Switch", .category = "Test", .symbol = "switch", .help = "Switch.",
  .role = HD_ROLE_SWITCH, .ports = switch_ports,
};
static const HdComponentType *const types[] = { &host, &memory, &hub, NULL };
static const HdLibrary test_library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "test", .title = "Test", .version = "1", .types = types,
};

HdCatalog *
fixture_catalog (void)
{
  static HdCatalog *catalog;

  if (catalog == NULL)
    {
      catalog = hd_catalog_new ();
      g_strfreev (hd_catalog_load_default (catalog));
      fixture_register (&test_library);
      g_assert_nonnull (hd_catalog_lookup (catalog, "fabric.xpu"));
    }
  return catalog;
}

void
fixture_register (const HdLibrary *library)
{
  g_autoptr (GError) error = NULL;

  hd_catalog_register (fixture_catalog (), library, &error);
  g_assert_no_error (error);
}

static void
print_problems (HdProblemList *problems)
{
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      g_autofree char *text = hd_problem_to_string (hd_problem_list_get (problems, i));

      g_test_message ("%s: %s", hd_problem_code_nick (hd_problem_list_get (problems, i)->code), text);
    }
}

HdSnapshot *
fixture_snapshot (const char *body)
{
  g_autofree char *text = g_strconcat ("<heddle version=\"1\" name=\"test\">", body, "</heddle>", NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "test.heddle", problems, &error);

  print_problems (problems);
  g_assert_no_error (error);
  return hd_document_snapshot (document);
}

static HdDesign *
elaborate (HdSnapshot *snapshot,
           const char *const *settings)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdDesign *design = hd_elaborate (snapshot, fixture_catalog (), settings, problems, NULL, &error);

  print_problems (problems);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
  g_assert_nonnull (design);
  return design;
}

HdDesign *
fixture_elaborate (const char *body,
                   const char *const *settings)
{
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);

  return elaborate (snapshot, settings);
}

HdDesign *
fixture_elaborate_file (const char *path,
                        const char *const *settings)
{
  g_autofree char *whole = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), path, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (whole);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;

  print_problems (problems);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
  snapshot = hd_document_snapshot (document);
  return elaborate (snapshot, settings);
}

char *
fixture_problem (const char *body,
                 const char *const *settings,
                 HdProblemCode code)
{
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), settings, problems, NULL, NULL);

  print_problems (problems);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      /* Each leads somewhere, if only to the project itself. */
      g_assert_cmpuint (hd_problem_list_get (problems, i)->object_uid, !=, 0);
      g_assert_nonnull (hd_problem_list_get (problems, i)->object);
    }
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    if (hd_problem_list_get (problems, i)->code == code)
      {
        g_assert_true (design == NULL || hd_problem_list_get (problems, i)->severity != HD_SEVERITY_ERROR);
        return g_strdup (hd_problem_list_get (problems, i)->message);
      }
  g_test_message ("no problem of code %s", hd_problem_code_nick (code));
  g_test_fail ();
  return g_strdup ("");
}

guint
fixture_count_type (HdDesign *design,
                    const char *id)
{
  guint n = 0;

  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    n += strcmp (hd_design_get_nodes (design)[i].type->id, id) == 0;
  return n;
}
