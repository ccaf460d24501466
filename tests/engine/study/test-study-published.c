/* test-study-published.c: what others state of the points of a study
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: each row belongs to the points with its values, however these are written; deviations are those worked by hand; what is wrong in a file is told with
 * its line; the file is no part of what makes results. Left open: what the ready projects state.
 */
#include "study-fixture.h"

#include <math.h>
#include <string.h>

#define STUDY \
  "<study id='a' published='%s'><factor of='bytes' values='1 MB, 2 MB'/><factor of='ring' values='ring, tree'/><factor of='xpus' values='4'/>" \
  "<metric of='a'/><metric of='b'/></study>"

typedef struct
{
  char *path;
  HdStudyPlan *plan;
  HdStudyTable *table;
} Fixture;

static void
set_up (Fixture *f,
        gconstpointer data)
{
  g_autofree char *study = NULL;

  f->path = study_fixture_path ();
  study = g_strdup_printf (STUDY, f->path);
  f->plan = study_fixture_plan (study, NULL);
  f->table = hd_study_table_new (f->plan);
}

static void
tear_down (Fixture *f,
           gconstpointer data)
{
  hd_study_table_free (f->table);
  hd_study_plan_unref (f->plan);
  study_fixture_remove (f->path);
  g_free (f->path);
}

static HdStudyPublished *
read_text (Fixture *f,
           const char *text,
           GError **error)
{
  g_assert_true (g_file_set_contents (f->path, text, -1, NULL));
  return hd_study_published_new (f->plan, error);
}

static void
add (Fixture *f,
     guint point,
     double a,
     double b)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  const HdMetric some[] = { { "a", "A", "s", a }, { "b", "B", "batch/s", b } };
  const HdStudyResult result = { .point = point, .metrics = metrics };

  g_array_append_vals (metrics, some, G_N_ELEMENTS (some));
  hd_study_table_add (f->table, &result);
}

/* The points are 1 MB ring, 1 MB tree, 2 MB ring, 2 MB tree. */
static void
test_rows (Fixture *f,
           gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdStudyPublished) published
    = read_text (f, "# Somebody, 2024\n# a remark\n\n \"b\", $ring ,$bytes,a\r\n4 batch/s,tree,2000 kB,\n,ring,1e6 B,2 ms\n5 batch/s,ring,\"3 MB\",\n", &error);
  g_auto (HdStudyValue) value = { NULL };
  double number;
  guint row;

  g_assert_no_error (error);
  g_assert_cmpstr (hd_study_published_get_source (published), ==, "Somebody, 2024");
  g_assert_cmpuint (hd_study_published_get_n_rows (published), ==, 3);
  g_assert_cmpuint (hd_study_published_get_point (published, 0), ==, 3);
  g_assert_cmpuint (hd_study_published_get_point (published, 1), ==, 0);
  g_assert_cmpuint (hd_study_published_get_point (published, 2), ==, HD_NO_ID);
  g_assert_true (hd_study_published_find_row (published, 3, &row));
  g_assert_cmpuint (row, ==, 0);
  g_assert_false (hd_study_published_find_row (published, 1, &row));
  g_assert_true (hd_study_published_get_value (published, 2, 0, &value));
  g_assert_cmpstr (value.text, ==, "3 MB");
  g_assert_cmpfloat (value.number, ==, 3e6);
  g_assert_false (hd_study_published_get_value (published, 0, 2, &value)); /* it has no such column */
  g_assert_false (hd_study_published_get (published, f->table, 1, 0, &number)); /* no run says in which unit it is */
  add (f, 0, 0.0025, 1);
  g_assert_true (hd_study_published_check (published, f->table, &error));
  g_assert_true (hd_study_published_get (published, f->table, 1, 0, &number));
  g_assert_cmpfloat (number, ==, 0.002);
  g_assert_false (hd_study_published_get (published, f->table, 1, 1, &number));
  g_assert_false (hd_study_published_get (published, f->table, 0, 0, &number));
  g_assert_true (hd_study_published_get (published, f->table, 0, 1, &number));
  g_assert_cmpfloat (number, ==, 4);
}

/* A column that is not there is one in which points need not agree: a row is then of several, and is known by the first of them. */
static void
test_several (Fixture *f,
              gconstpointer data)
{
  g_autoptr (HdStudyPublished) published = read_text (f, "$ring,a\ntree,1 s", NULL);
  guint row = 9;

  g_assert_nonnull (published);
  g_assert_cmpstr (hd_study_published_get_source (published), ==, "");
  g_assert_cmpuint (hd_study_published_get_point (published, 0), ==, 1);
  g_assert_true (hd_study_published_find_row (published, 1, &row) && hd_study_published_find_row (published, 3, &row));
  g_assert_cmpuint (row, ==, 0);
}

/* 2.5 ms is a quarter more than 2 ms. */
static void
test_tables (Fixture *f,
             gconstpointer data)
{
  g_autoptr (HdStudyPublished) published = read_text (f, "# Somebody\n$ring,$bytes,a\nring,1 MB,2 ms\ntree,1 MB,2 ms\nring,9 MB,2 ms\n", NULL);
  g_autofree char *csv = NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;

  add (f, 0, 0.0025, 1);
  csv = hd_study_published_to_csv (published, f->table);
  g_assert_cmpstr (csv, ==,
                   "point,$bytes,$ring,a_s,a_published_s,a_deviation_ratio\n"
                   "0,1000000,ring,0.0025,0.002,0.25\n"
                   "1,1000000,tree,,0.002,\n"
                   ",9000000,ring,,0.002,\n");
  text = hd_study_published_to_text (published, f->table);
  g_assert_nonnull (strstr (text, "Somebody"));
  g_assert_nonnull (strstr (text, "+25" HD_FIGURE_SPACE "%"));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 6); /* who, what, three rows, and the end */
}

static void
check_wrong (Fixture *f,
             const char *text,
             int code,
             const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdStudyPublished) published = read_text (f, text, &error);

  g_assert_null (published);
  g_assert_error (error, HD_ERROR, code);
  if (strstr (error->message, message) == NULL)
    g_error ("“%s” does not say “%s”", error->message, message);
}

static void
test_wrong (Fixture *f,
            gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_study_published_new (f->plan, &error)); /* there is no such file */
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  check_wrong (f, "", HD_ERROR_SYNTAX, "It has no values");
  check_wrong (f, "$ring,a\n", HD_ERROR_SYNTAX, "It has no values");
  check_wrong (f, "\xff", HD_ERROR_SYNTAX, "UTF-8");
  check_wrong (f, "# x\n$ring,c\n", HD_ERROR_NAME, ":2: “c” is neither a factor nor a metric of the study; there are $bytes, $ring, $xpus, a, b");
  check_wrong (f, "$ring,a,a\n", HD_ERROR_NAME, "two columns “a”");
  check_wrong (f, "$ring,$bytes\n", HD_ERROR_SYNTAX, ":1: It needs a column for a factor and one for a metric");
  check_wrong (f, "$ring,a\nring\n", HD_ERROR_SYNTAX, ":2: It has 1 values, and there are 2 columns");
  check_wrong (f, "$ring,a\n\"ring,1 s\n", HD_ERROR_SYNTAX, ":2: A quote has no end");
  check_wrong (f, "$ring,a\n,1 s\n", HD_ERROR_SYNTAX, ":2: It says no value of $ring");
  check_wrong (f, "$bytes,a\nmuch,1 s\n", HD_ERROR_SYNTAX, ":2: “much” is no value of $bytes");
  check_wrong (f, "$bytes,a\n1,1 s\n", HD_ERROR_DIMENSION, ":2: “1” is no value of $bytes, which is in “MB”");
  check_wrong (f, "$bytes,a\n1 MB,1 s\n2 MB,1 s\n1000 kB,2 s\n", HD_ERROR_NAME, ":4: It is of the same values as line 2");
}

static void
test_units (Fixture *f,
            gconstpointer data)
{
  g_autoptr (HdStudyPublished) published = read_text (f, "$ring,a\nring,1 s\ntree,2 MB\n", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_study_published_check (published, f->table, &error)); /* nothing is known yet */
  add (f, 0, 1, 1);
  g_assert_false (hd_study_published_check (published, f->table, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_DIMENSION);
  g_assert_nonnull (strstr (error->message, ":3: “2 MB” is no value of the metric “a”, which is in “s”"));
}

/* Who lays published values over results that there are need not make them again. */
static void
test_fingerprint (void)
{
  g_autoptr (HdStudyPlan) with = study_fixture_plan ("<study id='a' published='x.csv'><factor of='xpus' values='2'/></study>", NULL);
  g_autoptr (HdStudyPlan) without = study_fixture_plan ("<study id='a'><factor of='xpus' values='2'/></study>", NULL);
  g_autofree char *one = hd_study_plan_dup_fingerprint (with), *other = hd_study_plan_dup_fingerprint (without);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (one, ==, other);
  g_assert_null (hd_study_published_new (without, &error)); /* it names none */
  g_assert_no_error (error);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/study/published/rows", Fixture, NULL, set_up, test_rows, tear_down);
  g_test_add ("/study/published/several", Fixture, NULL, set_up, test_several, tear_down);
  g_test_add ("/study/published/tables", Fixture, NULL, set_up, test_tables, tear_down);
  g_test_add ("/study/published/wrong", Fixture, NULL, set_up, test_wrong, tear_down);
  g_test_add ("/study/published/units", Fixture, NULL, set_up, test_units, tear_down);
  g_test_add_func ("/study/published/fingerprint", test_fingerprint);
  return g_test_run ();
}
