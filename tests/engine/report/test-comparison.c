/* test-comparison.c: two runs beside each other
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: figures worked by hand from two small results. Invariants: a metric or link that one run alone has has no difference; the links that
 * differ most come first; of a setting that is given twice the last counts; what is no result, or is of a run that failed, is refused.
 */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/heddle.h>

#define RESULT(digest, overrides, metrics, links, problems) \
  "{ \"heddle\": \"0.1.0\", \"project\": { \"name\": \"<two>\" }, \"digest\": \"" digest "\", \"overrides\": [" overrides "], \"metrics\": {" metrics "}," \
  " \"links\": [" links "], \"problems\": [" problems "] }"
#define METRIC(name, value, unit) "\"" name "\": { \"value\": " value ", \"unit\": \"" unit "\" }"
#define LINK(id, bytes, mean) "{ \"id\": \"" id "\", \"bytes\": " bytes ", \"utilisation\": " mean ", \"peak_utilisation\": 1 }"

#define A \
  RESULT ("aa", "\"$n=1\", \"$n=2\", \"run:seed=7\", \"$gone=x=y\"", \
          METRIC ("throughput", "100", "batch/s") "," METRIC ("time_total", "0.5", "s") "," METRIC ("busy", "50", "%") "," METRIC ("nothing", "0", "s") \
          "," METRIC ("other", "1", "s"), \
          LINK ("w", "100", "0.25") "," LINK ("alike", "5", "0.5") "," LINK ("v", "100", "0.5") "," LINK ("w", "1", "0.125") "," LINK ("old", "8", "0.75"), "")
#define B \
  RESULT ("bb", "\"run:seed=7\", \"$n=3\"", \
          METRIC ("throughput", "98", "batch/s") "," METRIC ("time_total", "0.504", "s") "," METRIC ("busy", "47", "%") "," METRIC ("nothing", "3", "s") \
          "," METRIC ("other", "1", "B") "," METRIC ("new", "4", "s"), \
          LINK ("v", "300", "0.5") "," LINK ("w", "100", "0.5") "," LINK ("alike", "5", "0.5") "," LINK ("w", "1", "0.125"), "")

static HdOutcome *
load (const char *text,
      GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("heddle-outcome-XXXXXX.json", &path, NULL);
  HdOutcome *outcome;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  outcome = hd_outcome_load (path, error);
  g_unlink (path);
  return outcome;
}

static HdComparison *
compare (const char *a,
         const char *b)
{
  g_autoptr (GError) error = NULL;
  HdOutcome *first = load (a, &error), *second = load (b, &error);

  g_assert_no_error (error);
  return hd_comparison_new (first, second);
}

static const HdMetricPair *
get_pair (HdComparison *self,
          guint i,
          const char *name)
{
  const HdMetricPair *pair = &g_array_index (self->metrics, HdMetricPair, i);

  g_assert_cmpstr ((pair->a != NULL ? pair->a : pair->b)->name, ==, name);
  return pair;
}

static void
test_metrics (void)
{
  g_autoptr (HdComparison) self = compare (A, B);

  g_assert_cmpuint (self->metrics->len, ==, 6);
  g_assert_cmpfloat (hd_metric_pair_get_ratio (get_pair (self, 0, "throughput")), ==, -0.02);
  g_assert_cmpfloat (hd_metric_pair_get_ratio (get_pair (self, 3, "nothing")), ==, (double) INFINITY);
  g_assert_false (hd_metric_pair_is_alike (get_pair (self, 4, "other"))); /* seconds and bytes */
  g_assert_null (get_pair (self, 5, "new")->a);
  g_assert_false (hd_metric_pair_is_alike (get_pair (self, 5, "new")));
}

/* Those of one name are the first and the second of it: of "w" the first alone differs. */
static void
test_links (void)
{
  static const char *const expected[] = { "old", "w", "v" };
  g_autoptr (HdComparison) self = compare (A, B);

  g_assert_cmpuint (self->n_links, ==, 5);
  g_assert_cmpuint (self->links->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < self->links->len; i++)
    {
      const HdLinkPair *pair = &g_array_index (self->links, HdLinkPair, i);

      g_assert_cmpstr (pair->a->id, ==, expected[i]);
      g_assert_true ((pair->b == NULL) == (i == 0));
    }
  g_assert_cmpfloat (g_array_index (self->links, HdLinkPair, 1).b->mean, ==, 0.5);
}

/* Not that of their letters; what A has comes before what B has alone. */
static void
test_order (void)
{
  static const char *const expected[] = { "x[2]", "x[10]", "y[9]", "y[11]" };
  g_autoptr (HdComparison) self = compare (RESULT ("a", "", "", LINK ("x[2]", "1", "0.5") "," LINK ("x[10]", "1", "0.5"), ""),
                                           RESULT ("b", "", "", LINK ("y[9]", "1", "0.5") "," LINK ("y[11]", "1", "0.5"), ""));

  g_assert_cmpuint (self->links->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < self->links->len; i++)
    {
      const HdLinkPair *pair = &g_array_index (self->links, HdLinkPair, i);

      g_assert_cmpstr ((pair->a != NULL ? pair->a : pair->b)->id, ==, expected[i]);
    }
}

static void
test_differences (void)
{
  static const char *const expected[] = { "$n: 2, 3", "$gone: x=y, -", "a title: 4 GB/s, -" };
  g_autoptr (HdComparison) self = compare (A, B);

  hd_comparison_add_difference (self, "a title", "4 GB/s", NULL);
  g_assert_cmpuint (self->differences->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < self->differences->len; i++)
    {
      const HdDifference *difference = &g_array_index (self->differences, HdDifference, i);
      g_autofree char *text = g_strdup_printf ("%s: %s, %s", difference->subject, difference->a, difference->b != NULL ? difference->b : "-");

      g_assert_cmpstr (text, ==, expected[i]);
    }
}

#define S HD_FIGURE_SPACE

static void
test_text (void)
{
  g_autoptr (HdComparison) self = compare (A, B);
  g_autofree char *text = hd_comparison_to_text (self, "a.json", "b.json", 2);

  g_assert_cmpstr (text, ==,
                   "A: <two> (a.json)\n"
                   "B: <two> (b.json)\n"
                   "The runs are not the same.\n"
                   "\n"
                   "What was changed\n"
                   "  What   A    B\n"
                   "  $n     2    3\n"
                   "  $gone  x=y  –\n"
                   "\n"
                   "Metrics\n"
                   "  Metric                A           B  Difference  Change\n"
                   "  throughput  100" S "batch/s  98" S "batch/s  −2" S "batch/s  −2.0" S "%\n"
                   "  time_total       500" S "ms      504" S "ms       +4" S "ms  +0.8" S "%\n"
                   "  busy               50" S "%        47" S "%   −3 points  −6.0" S "%\n"
                   "  nothing             0" S "s         3" S "s        +3" S "s       –\n"
                   "  other               1" S "s         1" S "B           –       –\n"
                   "  new                   –         4" S "s           –       –\n"
                   "\n"
                   "Links that differ most (3 of 5 differ)\n"
                   "  Link  A, mean use  B, mean use  Difference  A, carried  B, carried\n"
                   "  old          75" S "%            –           –         8" S "B           –\n"
                   "  w            25" S "%         50" S "%  +25 points       100" S "B       100" S "B\n");
}

static void
test_page (void)
{
  g_autoptr (HdComparison) self = compare (A, B);
  g_autofree char *page = hd_comparison_to_html (self, "a&b.json", "b.json", 1);

  g_assert_true (g_str_has_prefix (page, "<!DOCTYPE html>"));
  g_assert_nonnull (strstr (page, "<dd>&lt;two&gt; (a&amp;b.json)</dd>"));
  g_assert_null (strstr (page, "<two>"));
  g_assert_nonnull (strstr (page, "<tr><th scope=\"row\" class=\"name\">old</th><td>75" S "%</td><td>–</td>"));
  g_assert_null (strstr (page, ">w</th>")); /* one link is shown */
  g_assert_null (strstr (page, "src="));
  g_assert_null (strstr (page, "href="));
}

static void
test_same (void)
{
  g_autoptr (HdComparison) self = compare (A, A);
  g_autofree char *text = hd_comparison_to_text (self, "a", "a", 10);

  g_assert_cmpuint (self->links->len, ==, 0);
  g_assert_cmpuint (self->differences->len, ==, 0);
  g_assert_nonnull (strstr (text, "The runs are the same: their digests are equal."));
  g_assert_null (strstr (text, "What was changed"));
}

/* ---- conditions ----------------------------------------------------------------------------------------------------------------- */

static void
test_conditions (void)
{
  static const struct
  {
    const char *text;
    gboolean holds;
  } cases[] = {
    { "throughput < -1 %", TRUE },     { "throughput < -2 %", FALSE },     { "throughput <= -2 %", TRUE },  { "throughput<-1.9%", TRUE },
    { "throughput > 0 %", FALSE },     { "throughput < -1 batch/s", TRUE }, { "time_total > 3 ms", TRUE },  { "time_total > 5 ms", FALSE },
    { "time_total > 0.003 s", TRUE },  { "time_total >= 0.8 %", TRUE },    { "busy < -2 points", TRUE },    { "busy < -3 points", FALSE },
    { "busy < -5 %", TRUE },           { "nothing > 1000 %", TRUE },       { "nothing < 4 s", TRUE },
  };
  g_autoptr (HdComparison) self = compare (A, B);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (HdThreshold) threshold = { NULL };
      g_autoptr (GError) error = NULL;
      gboolean holds = !cases[i].holds;

      g_assert_true (hd_threshold_parse (cases[i].text, &threshold, &error));
      g_assert_true (hd_threshold_check (&threshold, self, &holds, &error));
      g_assert_no_error (error);
      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (holds, ==, cases[i].holds);
    }
}

static void
test_bad_conditions (void)
{
  static const struct
  {
    const char *text;
    int code;
    const char *word; /* of the message */
  } cases[] = {
    { "", HD_ERROR_SYNTAX, "throughput < -2 %" },
    { "throughput", HD_ERROR_SYNTAX, "“throughput”" },
    { "< 2 %", HD_ERROR_SYNTAX, "METRIC" },
    { "throughput < much", HD_ERROR_SYNTAX, "much" },
    { "throughput < inf %", HD_ERROR_SYNTAX, "inf" },
    { "speed < 2 %", HD_ERROR_NAME, "throughput, time_total, busy, nothing" },
    { "new < 2 %", HD_ERROR_NAME, "B alone" },
    { "other < 2 %", HD_ERROR_DIMENSION, "“B” in B" },
    { "throughput < 2", HD_ERROR_DIMENSION, "batch/s" },
    { "time_total < 2", HD_ERROR_DIMENSION, "“s”" },
    { "time_total < 2 GB", HD_ERROR_DIMENSION, "2 GB" },
    { "busy < 2 s", HD_ERROR_DIMENSION, "points" },
    { "time_total < 2 points", HD_ERROR_DIMENSION, "points" },
  };
  g_autoptr (HdComparison) self = compare (A, B);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (HdThreshold) threshold = { NULL };
      g_autoptr (GError) error = NULL;
      gboolean holds;

      g_assert_false (hd_threshold_parse (cases[i].text, &threshold, &error) && hd_threshold_check (&threshold, self, &holds, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, HD_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].word));
    }
}

/* ---- what is no result ------------------------------------------------------------------------------------------------------------ */

static void
test_bad_files (void)
{
  static const struct
  {
    const char *text;
    int code;
    const char *word; /* of the message */
  } cases[] = {
    { "", HD_ERROR_SYNTAX, ".json" },
    { "{ \"project\": ", HD_ERROR_SYNTAX, ".json" },
    { "[1, 2]", HD_ERROR_SYNTAX, "no result" },
    { "{ \"links\": [] }", HD_ERROR_SYNTAX, "heddle run --json" },
    { RESULT ("a", "", "\"x\": 3", "", ""), HD_ERROR_SYNTAX, "metrics" },
    { RESULT ("a", "", METRIC ("x", "\"3\"", "s"), "", ""), HD_ERROR_SYNTAX, "metrics" },
    { RESULT ("a", "3", "", "", ""), HD_ERROR_SYNTAX, "overrides" },
    { RESULT ("a", "", "", "7", ""), HD_ERROR_SYNTAX, "links" },
    { RESULT ("a", "", "", LINK ("w", "null", "0"), ""), HD_ERROR_SYNTAX, "links" },
    { RESULT ("a", "", "", "", "{ \"severity\": \"error\", \"message\": \"Nothing moves.\" }"), HD_ERROR_INVALID, "Nothing moves." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (load (cases[i].text, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, HD_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].word));
    }
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (hd_outcome_load ("/nowhere/a.json", &error));
    g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/comparison/metrics", test_metrics);
  g_test_add_func ("/report/comparison/links", test_links);
  g_test_add_func ("/report/comparison/order", test_order);
  g_test_add_func ("/report/comparison/differences", test_differences);
  g_test_add_func ("/report/comparison/text", test_text);
  g_test_add_func ("/report/comparison/page", test_page);
  g_test_add_func ("/report/comparison/same", test_same);
  g_test_add_func ("/report/comparison/conditions", test_conditions);
  g_test_add_func ("/report/comparison/bad-conditions", test_bad_conditions);
  g_test_add_func ("/report/comparison/bad-files", test_bad_files);
  return g_test_run ();
}
