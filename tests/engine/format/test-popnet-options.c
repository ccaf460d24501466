/* test-popnet-options.c: command lines of popnet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: options are read as popnet reads them, with its defaults; what it would stop at is told with what was meant.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-popnet-options.h"

static void
test_all (void)
{
  static const double expected[] = { 9, 2, 3, 12, 10, 4, 1000, 20000, 7, 1 };
  static const char *const texts[] = {
    "./popnet -A 9 -c 2 -V 3 -B 12 -O 10 -F 4 -L 1000 -T 20000 -r 7 -I ./random_trace/bench -R 1",
    "-I './random_trace/bench' -R1 -A9 -c2 -V3 -B12 -O10 -F4 -L1e3 -T2e4 -r7",
    "# as it was published\npopnet -A 9 -c 2 -V 3 -B 12 -O 10 \\\n -F 4 -L 1000 -T 20000 # to the end\n -r 7 -I ./random_trace/bench -R 1\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (HdPopnetOptions) options = { .trace = NULL };
      g_auto (HdPopnetOptions) again = { .trace = NULL };
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      hd_popnet_options_parse (texts[i], &options, &error);
      g_assert_no_error (error);
      g_assert_true (hd_popnet_is_command (texts[i], strlen (texts[i])));
      g_assert_cmpmem (options.values, sizeof options.values, expected, sizeof expected);
      g_assert_cmpstr (options.trace, ==, "./random_trace/bench");
      for (guint n = 0; n < HD_POPNET_N_NUMBERS; n++)
        g_assert_true (options.stated[n]);
      text = hd_popnet_options_to_string (&options);
      g_assert_cmpstr (text, ==, "popnet -A 9 -c 2 -V 3 -B 12 -O 10 -F 4 -L 1000 -T 20000 -r 7 -R 1 -I './random_trace/bench'");
      hd_popnet_options_parse (text, &again, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (again.values, sizeof again.values, expected, sizeof expected);
    }
}

static void
test_defaults (void)
{
  static const double expected[] = { 8, 2, 2, 64, 4, 4, 1000, 1e9, 1, 0 };
  static const char *const texts[] = { "popnet", "", "# nothing" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (HdPopnetOptions) options = { .trace = NULL };
      g_autoptr (GError) error = NULL;

      hd_popnet_options_parse (texts[i], &options, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (options.values, sizeof options.values, expected, sizeof expected);
      g_assert_null (options.trace);
      g_assert_false (options.stated[HD_POPNET_A]);
    }
}

static void
test_faults (void)
{
  static const struct
  {
    const char *text;
    HdError code;
    const char *message;
  } cases[] = {
    { "-A 9 -v 3", HD_ERROR_NAME, "popnet has no option -v; did you mean -V?" },
    { "-l ./random_trace/bench", HD_ERROR_NAME, "popnet has no option -l; did you mean -I?" },
    { "-a 9", HD_ERROR_NAME, "popnet has no option -a; did you mean -A?" },
    { "-C 2", HD_ERROR_NAME, "popnet has no option -C; did you mean -c?" },
    { "-x 2", HD_ERROR_NAME, "popnet has no option -x; it has -A -c -V -B -O -F -L -T -r -I -R" },
    { "--help", HD_ERROR_NAME, "“--help” is no option of popnet; it has -A -c -V -B -O -F -L -T -r -I -R" },
    { "-h", HD_ERROR_NAME, "With -h popnet prints its help and runs nothing" },
    { "-G graph", HD_ERROR_NAME, "-G is an option of later versions of popnet, which is not read" },
    { "-R 2", HD_ERROR_RANGE,
      "-R is 2; popnet has two routings, -R 0 for a mesh (one dimension after the other) and -R 1 for a torus (the shorter way round)" },
    { "-A 9 -A 8", HD_ERROR_SYNTAX, "-A is given twice, as 9 and as 8" },
    { "-I a -I b", HD_ERROR_SYNTAX, "-I is given twice, as a and as b" },
    { "-A 9 -V", HD_ERROR_SYNTAX, "-V needs a value: virtual channels" },
    { "-I", HD_ERROR_SYNTAX, "-I needs a value: the trace" },
    { "-A x", HD_ERROR_RANGE, "-A (routers in each dimension) is x, it must be a whole number from 1 to 65536" },
    { "-A 0", HD_ERROR_RANGE, "-A (routers in each dimension) is 0, it must be a whole number from 1 to 65536" },
    { "-V 65", HD_ERROR_RANGE, "-V (virtual channels) is 65, it must be a whole number from 1 to 64" },
    { "-B 1.5", HD_ERROR_RANGE, "-B (flits in an input buffer) is 1.5, it must be a whole number from 1 to 65535" },
    { "-T nan", HD_ERROR_RANGE, "-T (cycles) is nan, it must be a number from 0 to 9e+12" },
    { "-A 300", HD_ERROR_RANGE, "-A 300 in -c 2 dimensions are more than 65536 routers" },
    { "-I 'a\x18'", HD_ERROR_SYNTAX, "-I names a file by a control character (U+0018), which no project can hold" },
    { "popnet bench", HD_ERROR_SYNTAX, "“bench” belongs to no option of popnet" },
    { "popnet -A 9 > log", HD_ERROR_SYNTAX, "“>” belongs to no option of popnet" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (HdPopnetOptions) options = { .trace = NULL };
      g_autoptr (GError) error = NULL;

      g_assert_false (hd_popnet_options_parse (cases[i].text, &options, &error));
      g_assert_cmpstr (error->message, ==, cases[i].message);
      g_assert_error (error, HD_ERROR, (int) cases[i].code);
    }
}

static void
test_detection (void)
{
  static const char *const others[] = { "", "# nothing", "<?xml", "1 2 3 4 5 5", "bench", "-", "--", "-1 0 0 1 1 5", "bdsim-topology 1" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (hd_popnet_is_command (others[i], strlen (others[i])));
  g_assert_true (hd_popnet_is_command ("/opt/popnet", 11));
  g_assert_false (hd_popnet_is_command ("popnet\0", 7));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/popnet-options/all", test_all);
  g_test_add_func ("/engine/format/popnet-options/defaults", test_defaults);
  g_test_add_func ("/engine/format/popnet-options/faults", test_faults);
  g_test_add_func ("/engine/format/popnet-options/detection", test_detection);
  return g_test_run ();
}
