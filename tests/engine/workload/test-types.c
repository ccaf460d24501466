/* test-types.c: the table of workload types
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: every type and parameter is described, each default is permitted, and what is described is what a project may write.
 */
#include <string.h>

#include <heddle/heddle.h>

static void
check_parameter (const HdWorkloadType *type,
                 const HdParameter *parameter)
{
  HdQuantity quantity;
  g_autoptr (GError) error = NULL;

  g_test_message ("%s.%s", type->id, parameter->key);
  g_assert_cmpuint (parameter->size, ==, sizeof (HdParameter));
  g_assert_nonnull (parameter->title);
  g_assert_nonnull (parameter->help);
  g_assert_true (g_str_has_suffix (parameter->help, "."));
  if (parameter->kind == HD_PARAMETER_CHOICE)
    g_assert_true (g_strv_contains (parameter->choices, parameter->default_text));
  if (parameter->default_text == NULL || (parameter->kind != HD_PARAMETER_QUANTITY && parameter->kind != HD_PARAMETER_INTEGER))
    return;
  g_assert_true (hd_quantity_parse (parameter->default_text, &quantity, &error));
  g_assert_true (hd_parameter_check (parameter, quantity, &error));
  g_assert_no_error (error);
}

static void
test_table (void)
{
  for (guint i = 0; i < hd_workload_types_get_n (); i++)
    {
      const HdWorkloadType *type = hd_workload_types_get (i);

      g_assert_true (hd_workload_types_find (type->id) == type);
      g_assert_nonnull (type->title);
      g_assert_nonnull (type->help);
      for (const HdParameter *parameter = type->parameters; parameter->key != NULL; parameter++)
        check_parameter (type, parameter);
    }
  g_assert_null (hd_workload_types_find ("knitting"));
}

static void
test_describe (void)
{
  g_autofree char *all = hd_workload_types_describe (NULL);
  g_autofree char *llama = hd_workload_types_describe ("llama2-13b");

  for (guint i = 0; i < hd_workload_types_get_n (); i++)
    g_assert_nonnull (strstr (all, hd_workload_types_get (i)->id));
  g_assert_nonnull (strstr (llama, "decoders: whole number, default 40"));
  g_assert_nonnull (strstr (llama, "on: text, must be given"));
  g_assert_null (hd_workload_types_describe ("knitting"));
}

static void
test_algorithms (void)
{
  HdWorkloadAlgorithm algorithm;

  g_assert_cmpuint (hd_workload_algorithms_get_n (), ==, 13 + 4 * 6 + 2 * 12); /* of sends, along trees, by cards or hosts of members */
  hd_workload_algorithms_get (0, &algorithm);
  g_assert_cmpstr (algorithm.operation, ==, "all-reduce");
  g_assert_cmpstr (algorithm.algorithm, ==, "ring");
}

/* What stands in a project for a file that was chosen. */
static void
test_files (void)
{
  static const struct
  {
    const char *type;
    const char *project;
    const char *path;
    const char *file;
  } cases[] = {
    { "transfers", "/a/b.heddle", "/a/list.csv", "list.csv" },
    { "transfers", "/a/b.heddle", "/ab/list.csv", "/ab/list.csv" },
    { "transfers", NULL, "/a/list.csv", "/a/list.csv" },
    { "chakra", "/a/b.heddle", "/a/t/step.12.et", "t/step" },
    { "chakra", "/a/b.heddle", "/c/my.step.0.et", "/c/my.step" },
    { "chakra", "/a/b.heddle", "/a/step.et", "step.et" },
    { "chakra", "/a/b.heddle", "/a/0.et", "0.et" },
    { "chakra", "/a/b.heddle", "/a/step.0.csv", "step.0.csv" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = hd_workload_type_dup_file (hd_workload_types_find (cases[i].type), cases[i].project, cases[i].path);

      g_assert_cmpstr (file, ==, cases[i].file);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/workload/types/table", test_table);
  g_test_add_func ("/engine/workload/types/describe", test_describe);
  g_test_add_func ("/engine/workload/types/algorithms", test_algorithms);
  g_test_add_func ("/engine/workload/types/files", test_files);
  return g_test_run ();
}
