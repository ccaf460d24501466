/* test-import-report.c: what became of a foreign file leads to the objects
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a note that names a thing leads to what it became, in whichever module that is drawn: to the first that is called so, and nowhere if
 * nothing is. Left open: what is noted, which is each format's.
 */
#include <heddle/heddle.h>

static const char project[] =
  "<heddle version=\"1\"><module id=\"rack\"><component id=\"host\" type=\"fabric.host\"/><component id=\"n_1\" names=\"n.1\" type=\"fabric.host\"/></module>"
  "<module id=\"row\"><component id=\"twin\" type=\"fabric.host\"/></module>"
  "<top><component id=\"twin\" type=\"fabric.host\"/><component id=\"tor\" type=\"fabric.switch\"/><instance id=\"racks\" of=\"rack\"/></top></heddle>";

static void
test_leads (void)
{
  static const struct
  {
    const char *object, *path, *id;
  } cases[] = {
    { "tor", NULL, "tor" }, { "host", NULL, "host" }, { "n.1", NULL, "n_1" }, { "twin", NULL, "twin" }, { "nobody", NULL, NULL },
    { NULL, NULL, NULL },   { "x", "racks/host", "racks" }, { "x", "tor", "tor" },
  };
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (project, -1, NULL, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("note %u", i);

      hd_import_report_add (report, HD_IMPORT_GUESSED, i + 1, cases[i].object, cases[i].path, text);
    }
  hd_import_report_tell (report, document, "a.xml", problems);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);
      const HdObject *object = problem->object_uid != 0 ? hd_document_get_object (document, problem->object_uid) : NULL;

      g_assert_cmpint (problem->line, ==, i + 1);
      g_assert_cmpstr (object != NULL ? hd_object_get_id (object) : NULL, ==, cases[i].id);
    }
}

static void
test_counts (void)
{
  g_autoptr (HdImportReport) report = hd_import_report_new ();

  hd_import_report_add (report, HD_IMPORT_GUESSED, 1, "a", NULL, "same");
  hd_import_report_add (report, HD_IMPORT_GUESSED, 2, "b", NULL, "same");
  hd_import_report_add (report, HD_IMPORT_LEFT_OUT, 3, "c", NULL, "other");
  g_assert_cmpuint (hd_import_report_count (report, HD_IMPORT_MAPPED), ==, 0);
  g_assert_cmpuint (hd_import_report_count (report, HD_IMPORT_GUESSED), ==, 2);
  g_assert_cmpuint (hd_import_report_count (report, HD_IMPORT_LEFT_OUT), ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/import-report/leads", test_leads);
  g_test_add_func ("/engine/format/import-report/counts", test_counts);
  return g_test_run ();
}
