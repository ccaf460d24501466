/* test-study-plan.c: what a study varies, point by point
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: points come in the order that the documentation says, with the values that were written; a condition leaves out those that it must; what is wrong is
 * said with the object, the attribute and the line; the fingerprint changes with what makes other results and with nothing else. Left open: what runs make of it.
 */
#include "study-fixture.h"

#include <math.h>
#include <string.h>

#include "catalog-fixture.h"

static void
check_values (const char *study,
              const char *expected)
{
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (study, NULL);
  g_autofree char *values = study_fixture_dup_values (plan);

  g_assert_cmpstr (values, ==, expected);
}

static void
test_points (void)
{
  check_values ("<study id='a'><factor of='$xpus' values='2, 4'/><factor of='$bandwidth' values='1 GB/s, 2 GB/s,4 GB/s'/></study>",
                "2 1 GB/s|2 2 GB/s|2 4 GB/s|4 1 GB/s|4 2 GB/s|4 4 GB/s");
  check_values ("<study id='a' sampling='paired'><factor of='xpus' values='2, 4, 2'/><factor of='ring' values='ring, tree, tree'/><factor of='bytes' values='1 MB'/></study>", "2 ring 1 MB|4 tree 1 MB|2 tree 1 MB");
  check_values ("<study id='a'><factor of='bandwidth' from='1 GB/s' to='4 GB/s' steps='4'/></study>", "1 GB/s|2 GB/s|3 GB/s|4 GB/s");
  check_values ("<study id='a'><factor of='class:L.latency' from='1 us' to='1 ms' steps='4' scale='logarithmic'/></study>", "1 us|10 us|100 us|1000 us");
  /* whole numbers, each once */
  check_values ("<study id='a'><factor of='xpus' from='2' to='4' steps='9'/></study>", "2|3|4");
  check_values ("<study id='a'><factor of='bytes' from='1' to='2' steps='3'/></study>", "1|1.5|2");
  check_values ("<study id='a'><factor of='bytes' from='1' to='2' steps='3' whole='true'/></study>", "1|2");
  /* 0, 1/2, 3/4, 1/4 of the way; of a list its parts */
  check_values ("<study id='a' sampling='sobol' points='4'><factor of='bandwidth' from='1 GB/s' to='5 GB/s'/><factor of='ring' values='ring, tree'/></study>",
                "1 GB/s ring|3 GB/s tree|4 GB/s ring|2 GB/s tree");
}

static void
check_list (const char *study,
            guint factor,
            const char *expected)
{
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (study, NULL);
  g_autoptr (GArray) list = hd_study_plan_list_values (plan, factor);
  g_autoptr (GString) texts = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (texts, "%s%s", i > 0 ? "|" : "", g_array_index (list, HdStudyValue, i).text);
  g_assert_cmpstr (texts->str, ==, expected);
  g_assert_cmpuint (hd_study_plan_count_values (plan, factor), ==, list->len);
}

/* Each once, quantities from the least one up; of a range there is no list. */
static void
test_list (void)
{
  const char *paired = "<study id='a' sampling='paired'><factor of='xpus' values='4, 2, 4'/><factor of='ring' values='tree, ring, tree'/><factor of='bytes' values='1 MB'/></study>";

  check_list (paired, 0, "2|4");
  check_list (paired, 1, "tree|ring");
  check_list (paired, 2, "1 MB");
  check_list ("<study id='a'><factor of='bandwidth' values='4 GB/s, 500 MB/s, 1 GB/s'/></study>", 0, "500 MB/s|1 GB/s|4 GB/s");
  check_list ("<study id='a'><factor of='bytes' from='1' to='2' steps='3'/></study>", 0, "1|1.5|2");
  check_list ("<study id='a' sampling='random' points='9'><factor of='bytes' from='1' to='2'/></study>", 0, "");
}

static void
test_condition (void)
{
  static const char *const settings[] = { "$bandwidth=3 GB/s", NULL };
  const char *study = "<study id='a' where='$twice + 1 &lt;= 9 and $bandwidth &gt;= 2 GB/s'><factor of='xpus' values='2, 3, 4, 5'/>"
                      "<factor of='class:L.latency' values='1 us, 2 us'/></study>";
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (study, settings);
  g_autofree char *values = study_fixture_dup_values (plan), *point = hd_study_plan_dup_point (plan, 5);
  g_auto (GStrv) given = hd_study_plan_dup_settings (plan, 4, 0);

  g_assert_cmpstr (values, ==, "2 1 us|2 2 us|3 1 us|3 2 us|4 1 us|4 2 us");
  g_assert_cmpuint (hd_study_plan_get_n_left_out (plan), ==, 2);
  g_assert_cmpstr (point, ==, "$xpus=4, class:L.latency=2 us");
  g_assert_cmpuint (g_strv_length (given), ==, 3);
  g_assert_cmpstr (given[0], ==, "$bandwidth=3 GB/s");
  g_assert_cmpstr (given[1], ==, "$xpus=4");
  g_assert_cmpstr (given[2], ==, "class:L.latency=1 us");
}

static void
test_known (void)
{
  g_autoptr (HdStudyPlan) plan = study_fixture_plan ("<run seed='40'/><study id='a' title='Wide' repeats='3' precision='0.05' limit='2 min'><factor of='xpus' values='2, 4'/>"
                                                     "<factor of='bytes' from='1 MB' to='2 MB' steps='2' title='Message'/><factor of='ring' values='ring'/>"
                                                     "<metric of='time_total' direction='minimise' at-most='1 ms'/><metric of='events'/></study>", NULL);
  g_auto (GStrv) settings = hd_study_plan_dup_settings (plan, 1, 2);
  const HdStudyMetric *metric = hd_study_plan_get_metric (plan, 0);
  g_auto (HdStudyValue) number = { NULL }, word = { NULL };

  g_assert_cmpstr (hd_study_plan_get_title (plan), ==, "Wide");
  g_assert_cmpuint (hd_study_plan_get_n_factors (plan), ==, 3);
  g_assert_cmpstr (hd_study_plan_get_factor (plan, 0)->title, ==, "Accelerators");
  g_assert_cmpstr (hd_study_plan_get_factor (plan, 1)->title, ==, "Message");
  g_assert_cmpstr (hd_study_plan_get_factor (plan, 1)->unit, ==, "MB");
  g_assert_true (hd_study_plan_get_factor (plan, 2)->is_word);
  g_assert_cmpstr (hd_study_plan_get_factor (plan, 2)->title, ==, "$ring");
  g_assert_cmpuint (hd_study_plan_get_repeats (plan), ==, 3);
  g_assert_cmpfloat (hd_study_plan_get_precision (plan), ==, 0.05);
  g_assert_cmpfloat (hd_study_plan_get_limit_s (plan), ==, 120);
  g_assert_cmpstr (settings[3], ==, "run:seed=42");
  g_assert_cmpuint (hd_study_plan_get_n_metrics (plan), ==, 2);
  g_assert_cmpstr (metric->name, ==, "time_total");
  g_assert_cmpint (metric->direction, ==, HD_STUDY_MINIMISE);
  g_assert_cmpstr (metric->at_most, ==, "1 ms");
  g_assert_null (metric->at_least);
  hd_study_plan_get_value (plan, 1, 1, &number);
  hd_study_plan_get_value (plan, 1, 2, &word);
  g_assert_cmpfloat (number.number, ==, 2e6);
  g_assert_true (isnan (word.number));
}

/* Drawn points lie where they may, and are the same each time. */
static void
test_drawn (void)
{
  const char *study = "<study id='a' sampling='latin-hypercube' points='64' seed='3'><factor of='bandwidth' from='1 GB/s' to='16 GB/s' scale='logarithmic'/>"
                      "<factor of='xpus' from='2' to='16'/></study>";
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (study, NULL), again = study_fixture_plan (study, NULL);
  g_autofree char *values = study_fixture_dup_values (plan), *others = study_fixture_dup_values (again);
  guint n_low = 0;

  g_assert_cmpstr (values, ==, others);
  for (guint p = 0; p < 64; p++)
    {
      g_auto (HdStudyValue) bandwidth = { NULL }, xpus = { NULL };
      HdQuantity quantity;

      hd_study_plan_get_value (plan, p, 0, &bandwidth);
      hd_study_plan_get_value (plan, p, 1, &xpus);
      g_assert_true (bandwidth.number >= 1e9 && bandwidth.number <= 16e9 && xpus.number >= 2 && xpus.number <= 16 && xpus.number == floor (xpus.number));
      g_assert_true (hd_quantity_parse (bandwidth.text, &quantity, NULL));
      g_assert_cmpfloat (quantity.value, ==, bandwidth.number);
      n_low += bandwidth.number < 4e9;
    }
  g_assert_cmpuint (n_low, ==, 32); /* half of a logarithmic scale from 1 to 16 */
}

static void
check_wrong (const char *study,
             const char *id,
             int code,
             const char *message)
{
  g_autoptr (HdSnapshot) snapshot = study_fixture_snapshot (study);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdStudyPlan) plan = hd_study_plan_new (snapshot, id, NULL, problems, &error);
  g_autofree char *text = code == HD_ERROR_INVALID && hd_problem_list_get_length (problems) > 0 ? hd_problem_to_string (hd_problem_list_get (problems, 0)) : NULL;
  const char *told = text != NULL ? text : error != NULL ? error->message : "";

  g_assert_null (plan);
  g_assert_error (error, HD_ERROR, code);
  if (strstr (told, message) == NULL)
    g_error ("“%s” says “%s”, not “%s”", study, told, message);
  if (code == HD_ERROR_INVALID)
    g_assert_true (g_str_has_prefix (told, "study.heddle:7: error: study:a"));
}

static void
test_wrong (void)
{
#define FACTOR "<factor of='xpus' values='2, 4'/>"
  check_wrong ("", NULL, HD_ERROR_NAME, "has no study");
  check_wrong ("<study id='a'>" FACTOR "</study><study id='b'>" FACTOR "</study>", NULL, HD_ERROR_NAME, "name one of a, b");
  check_wrong ("<study id='a'>" FACTOR "</study>", "c", HD_ERROR_NAME, "no study “c”; it has a");
  check_wrong ("<study id='a'/>", NULL, HD_ERROR_INVALID, "nothing to vary");
  check_wrong ("<study id='a'><factor of='xpu' values='2'/></study>", NULL, HD_ERROR_INVALID, "no variable “$xpu” (Did you mean “xpus”?)");
  check_wrong ("<study id='a'><factor of='run:speeed' values='2'/></study>", NULL, HD_ERROR_INVALID, "no run setting “speeed”");
  check_wrong ("<study id='a'><factor of='class:M.latency' values='2 us'/></study>", NULL, HD_ERROR_INVALID, "no link class “M”");
  check_wrong ("<study id='a'><factor of='class:L' values='2 us'/></study>", NULL, HD_ERROR_INVALID, "names no parameter");
  check_wrong ("<study id='a'><factor of='xpu[' values='2'/></study>", NULL, HD_ERROR_INVALID, "study:a/xpu[");
  check_wrong ("<study id='a'>" FACTOR "<factor of='$xpus' values='2'/></study>", NULL, HD_ERROR_INVALID, "“$xpus” is varied twice");
  check_wrong ("<study id='a'><factor of='xpus'/></study>", NULL, HD_ERROR_INVALID, "It has no values");
  check_wrong ("<study id='a'><factor of='xpus' values='2' from='3'/></study>", NULL, HD_ERROR_INVALID, "a list of values, and from and to as well");
  check_wrong ("<study id='a'><factor of='xpus' values='2,,3'/></study>", NULL, HD_ERROR_INVALID, "Value 2 of the list is empty");
  check_wrong ("<study id='a'><factor of='xpus' values='2, 3, 2'/></study>", NULL, HD_ERROR_INVALID, "“2” stands twice");
  check_wrong ("<study id='a'><factor of='bytes' values='2 MB, 3 s'/></study>", NULL, HD_ERROR_INVALID, "“2 MB” and “3 s” are not of the same dimension");
  check_wrong ("<study id='a'><factor of='bytes' from='2 MB' to='3 s' steps='2'/></study>", NULL, HD_ERROR_INVALID, "“2 MB” to “3 s”");
  check_wrong ("<study id='a'><factor of='bytes' from='0 MB' to='3 MB' steps='2' scale='logarithmic'/></study>", NULL, HD_ERROR_INVALID, "needs values above 0");
  check_wrong ("<study id='a'><factor of='bytes' from='1 MB' to='3 MB'/></study>", NULL, HD_ERROR_INVALID, "how many values there are");
  check_wrong ("<study id='a'><factor of='bytes' from='1 MB' to='3 MB' steps='1'/></study>", NULL, HD_ERROR_INVALID, "from 2 to 1000000");
  check_wrong ("<study id='a' sampling='paired'>" FACTOR "<factor of='bytes' values='1 MB, 2 MB, 3 MB'/></study>", NULL, HD_ERROR_INVALID, "$xpus has 2, $bytes has 3");
  check_wrong ("<study id='a' sampling='sobol'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "how many points");
  check_wrong ("<study id='a' sampling='saltelli' points='31'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "blocks of 3 points: a multiple of that, such as 33, not 31");
  check_wrong ("<study id='a' sampling='random' points='2000000'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "“2000000” is no whole number from 1 to 1000000");
  check_wrong ("<study id='a' repeats='0'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "“0” is no whole number from 1 to 1000");
  check_wrong ("<study id='a' halving='2'>" FACTOR "<metric of='m' direction='minimise'/></study>", NULL, HD_ERROR_INVALID, "A point that is run once");
  check_wrong ("<study id='a' halving='2' repeats='4' precision='0.1'>" FACTOR "<metric of='m' direction='minimise'/></study>", NULL, HD_ERROR_INVALID, "not both");
  check_wrong ("<study id='a' halving='2' repeats='4'>" FACTOR "<metric of='m'/></study>", NULL, HD_ERROR_INVALID, "No metric has a direction");
  check_wrong ("<study id='a' generations='3'>" FACTOR "<metric of='m'/></study>", NULL, HD_ERROR_INVALID, "No metric has a direction");
  check_wrong ("<study id='a' population='9'>" FACTOR "<metric of='m' direction='minimise'/></study>", NULL, HD_ERROR_INVALID, "how many generations");
  check_wrong ("<study id='a' generations='3' population='3'>" FACTOR "<metric of='m' direction='minimise'/></study>", NULL, HD_ERROR_INVALID, "“3” is no whole number from 4");
  check_wrong ("<study id='a' generations='3' halving='2' repeats='4'>" FACTOR "<metric of='m' direction='minimise'/></study>", NULL, HD_ERROR_INVALID, "not both");
  check_wrong ("<study id='a' generations='3' sampling='random' points='9'>" FACTOR "<metric of='m' direction='minimise'/></study>", NULL, HD_ERROR_INVALID, "sampling=\"full\"");
  check_wrong ("<study id='a' halving='1' repeats='4'>" FACTOR "<metric of='m' direction='minimise'/></study>", NULL, HD_ERROR_INVALID, "“1” is no whole number from 2");
  check_wrong ("<study id='a' precision='x'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "“x” is no number");
  check_wrong ("<study id='a' limit='5'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "“5” is no time");
  check_wrong ("<study id='a' repeats='2'><factor of='run:seed' values='1, 2'/></study>", NULL, HD_ERROR_INVALID, "run:seed is varied as well");
  check_wrong ("<study id='a' where='$xpus &lt;'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "study:a");
  check_wrong ("<study id='a' where='$nothing &lt; 2'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "$nothing");
  check_wrong ("<study id='a' where='$loop &lt; 2'>" FACTOR "</study><variables><variable name='loop' value='$loop + 1'/></variables>", NULL, HD_ERROR_INVALID, "uses itself");
  check_wrong ("<study id='a' where='$ring'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "neither true nor false");
  check_wrong ("<study id='a' where='$bytes &lt; 2'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "study:a");
  check_wrong ("<study id='a' where='$xpus &gt; 100'>" FACTOR "</study>", NULL, HD_ERROR_INVALID, "leaves out all 2 points");
  check_wrong ("<study id='a'>" FACTOR "<metric of='m'/><metric of='m'/></study>", NULL, HD_ERROR_INVALID, "“m” stands twice among the metrics");
  check_wrong ("<study id='a'><factor of='xpus' from='2' to='3' steps='2'/><factor of='bytes' from='1 MB' to='2 MB' steps='1000'/>"
               "<factor of='bandwidth' from='1 GB/s' to='2 GB/s' steps='1000'/></study>", NULL, HD_ERROR_LIMIT, "more than 1000000 points");
}

/* Grids of any shape, beside loops in loops. */
static void
test_random_grids (void)
{
  for (guint seed = 0; seed < 300; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      guint sizes[4] = { 1, 1, 1, 1 }, n_factors = g_rand_int_range (random, 1, 5), most = g_rand_int_range (random, 0, 12), n_kept = 0, n_all = 1;
      static const char *const names[] = { "xpus", "bytes", "twice", "bandwidth" };
      g_autoptr (GString) study = g_string_new (NULL), expected = g_string_new (NULL);
      g_autoptr (HdStudyPlan) plan = NULL;
      g_autofree char *values = NULL;

      g_string_printf (study, "<study id='a' where='$xpus &lt;= %u'>", most + 1);
      for (guint f = 0; f < n_factors; f++)
        {
          sizes[f] = g_rand_int_range (random, 1, 6);
          n_all *= sizes[f];
          g_string_append_printf (study, "<factor of='%s' values='", names[f]);
          for (guint i = 0; i < sizes[f]; i++)
            g_string_append_printf (study, "%s%u", i > 0 ? ", " : "", i + 1 + 10 * f);
          g_string_append (study, "'/>");
        }
      g_string_append (study, "</study>");
      for (guint a = 0; a < sizes[0]; a++)
        for (guint b = 0; b < sizes[1]; b++)
          for (guint c = 0; c < sizes[2]; c++)
            for (guint d = 0; d < sizes[3]; d++)
              {
                const guint at[] = { a, b, c, d };

                if (a > most)
                  continue;
                for (guint f = 0; f < n_factors; f++)
                  g_string_append_printf (expected, "%s%u", f > 0 ? " " : n_kept > 0 ? "|" : "", at[f] + 1 + 10 * f);
                n_kept++;
              }
      plan = study_fixture_plan (study->str, NULL);
      values = study_fixture_dup_values (plan);
      g_assert_cmpstr (values, ==, expected->str);
      g_assert_cmpuint (hd_study_plan_get_n_points (plan) + hd_study_plan_get_n_left_out (plan), ==, n_all);
    }
}

/* A study that is wrong keeps nobody from running the project, and is no warning before it is to be run. */
static void
test_project_runs (void)
{
  g_autoptr (HdCatalog) catalog = catalog_fixture_new ();
  g_autoptr (HdSnapshot) snapshot = study_fixture_snapshot ("<study id='a' where='$gone'><factor of='$gone' values='2'/><metric of='nothing'/></study>");
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();

  hd_snapshot_validate (snapshot, catalog, problems);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    g_assert_null (strstr (hd_problem_list_get (problems, i)->message, "gone"));
}

static char *
dup_fingerprint (const char *study,
                 const char *setting)
{
  const char *const settings[] = { setting, NULL };
  g_autoptr (HdSnapshot) snapshot = study_fixture_snapshot (study);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdStudyPlan) plan = hd_study_plan_new (snapshot, "a", settings, problems, NULL);

  g_assert_nonnull (plan);
  return hd_study_plan_dup_fingerprint (plan);
}

static void
test_fingerprint (void)
{
  const char *study = "<study id='a'>" FACTOR "</study>";
  static const char *const same[] = {
    "<study id='a' title='Other' repeats='5' precision='0.1' limit='1 h'>" FACTOR "<metric of='m'/></study>",
    "<study id='a' repeats='5' halving='2'>" FACTOR "<metric of='m' direction='minimise'/></study>",
    "<study id='a'>" FACTOR "</study><study id='b'/>",
    "<study id='a'>" FACTOR "</study><probes><probe of='wire[0].rate'/></probes><!-- a comment -->",
  };
  static const char *const others[] = {
    "<study id='a'><factor of='xpus' values='2, 5'/></study>",
    "<study id='a' sampling='paired'>" FACTOR "</study>",
    "<study id='a' where='$xpus &gt; 0'>" FACTOR "</study>",
    "<study id='a'>" FACTOR "</study><run fidelity='packet'/>",
  };
  g_autofree char *first = dup_fingerprint (study, NULL), *set = dup_fingerprint (study, "$bytes=2 MB");

  g_assert_cmpuint (strlen (first), ==, 64);
  g_assert_cmpstr (first, !=, set);
  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *other = dup_fingerprint (same[i], NULL);

      g_assert_cmpstr (first, ==, other);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *other = dup_fingerprint (others[i], NULL);

      g_assert_cmpstr (first, !=, other);
    }
}

/* Of @design, in place of its variables, class and run. */
static char *
dup_fingerprint_of (const char *design)
{
  g_autofree char *text = g_strdup_printf ("<heddle version='1' name='two'>%s<study id='a'>" FACTOR "<factor of='run:fidelity' values='flow, packet'/>"
                                           "<factor of='class:L.latency' values='1 us, 2 us'/></study></heddle>", design);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "study.heddle", NULL, &error);
  g_autoptr (HdSnapshot) snapshot = document != NULL ? hd_document_snapshot (document) : NULL;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdStudyPlan) plan = NULL;

  g_assert_no_error (error);
  plan = hd_study_plan_new (snapshot, NULL, NULL, problems, &error);
  g_assert_no_error (error);
  return hd_study_plan_dup_fingerprint (plan);
}

/* What factors set may be anything in the project, as after the design of a point was taken over; all else counts. */
static void
test_taken_over (void)
{
#define DESIGN(xpus, bytes, latency, run) \
  "<variables><variable name='xpus' type='integer' value='" xpus "'/><variable name='bytes' value='" bytes "'/></variables>" \
  "<link-class id='L' bandwidth='1 GB/s' latency='" latency "'/>" run
  static const char *const same[] = { DESIGN ("3", "1 MB", "1 us", ""), DESIGN ("2", "1 MB", "5 us", ""), DESIGN ("2", "1 MB", "1 us", "<run fidelity='packet'/>") };
  static const char *const others[] = {
    DESIGN ("2", "2 MB", "1 us", ""), DESIGN ("2", "1 MB", "1 us", "<run fidelity='packet' seed='2'/>"), DESIGN ("2", "1 MB", "1 us' sharing='split", ""),
  };
  g_autofree char *first = dup_fingerprint_of (DESIGN ("2", "1 MB", "1 us", ""));

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *other = dup_fingerprint_of (same[i]);

      g_assert_cmpstr (first, ==, other);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *other = dup_fingerprint_of (others[i]);

      g_assert_cmpstr (first, !=, other);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-plan/points", test_points);
  g_test_add_func ("/study-plan/list", test_list);
  g_test_add_func ("/study-plan/condition", test_condition);
  g_test_add_func ("/study-plan/known", test_known);
  g_test_add_func ("/study-plan/drawn", test_drawn);
  g_test_add_func ("/study-plan/wrong", test_wrong);
  g_test_add_func ("/study-plan/random-grids", test_random_grids);
  g_test_add_func ("/study-plan/project-runs", test_project_runs);
  g_test_add_func ("/study-plan/fingerprint", test_fingerprint);
  g_test_add_func ("/study-plan/taken-over", test_taken_over);
  return g_test_run ();
}
