/* study-fixture.c: studies for tests
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "study-fixture.h"

#include <glib/gstdio.h>

#define STAR \
  "<heddle version=\"1\" name=\"star\">\n" \
  "<variables>" \
  "<variable name=\"xpus\" type=\"integer\" value=\"4\" minimum=\"2\" maximum=\"16\" title=\"Accelerators\"/>" \
  "<variable name=\"bandwidth\" value=\"10 GB/s\"/>" \
  "<variable name=\"bytes\" value=\"1 MB\"/>" \
  "<variable name=\"twice\" value=\"2 * $xpus\"/>" \
  "<variable name=\"ring\" type=\"enum\" of=\"ring tree\" value=\"ring\"/>" \
  "</variables>\n" \
  "<link-class id=\"L\" bandwidth=\"$bandwidth\" latency=\"1 us\" sharing=\"split\"/>\n" \
  "<top>" \
  "<component id=\"hub\" type=\"fabric.switch\" x=\"10\" y=\"20\"/>" \
  "<component id=\"xpu\" type=\"fabric.xpu\" count=\"$xpus\"/>" \
  "<link id=\"wire\" from=\"xpu[i].eth\" to=\"hub.port[i]\" class=\"L\"/>" \
  "</top>\n" \
  "<communicators><communicator id=\"all\" members=\"xpu[*]\"/></communicators>\n" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"$bytes\"/>\n" \
  "%s\n" \
  "</heddle>\n"

HdSnapshot *
study_fixture_snapshot (const char *studies)
{
  g_autofree char *text = g_strdup_printf (STAR, studies);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "study.heddle", NULL, &error);

  g_assert_no_error (error);
  return hd_document_snapshot (document);
}

HdStudyPlan *
study_fixture_plan (const char *studies,
                    const char *const *settings)
{
  g_autoptr (HdSnapshot) snapshot = study_fixture_snapshot (studies);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdStudyPlan *plan = hd_study_plan_new (snapshot, NULL, settings, problems, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
  return plan;
}

char *
study_fixture_dup_values (HdStudyPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint p = 0; p < hd_study_plan_get_n_points (plan); p++)
    for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
      {
        g_auto (HdStudyValue) value = { NULL };

        hd_study_plan_get_value (plan, p, i, &value);
        g_string_append_printf (text, "%s%s", i > 0 ? " " : p > 0 ? "|" : "", value.text);
      }
  return g_string_free (text, FALSE);
}

char *
study_fixture_path (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("heddle-study-XXXXXX", &error);

  g_assert_no_error (error);
  return g_build_filename (folder, "results.sqlite", NULL);
}

void
study_fixture_remove (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (file), ==, 0);
    }
  g_dir_close (dir);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}
