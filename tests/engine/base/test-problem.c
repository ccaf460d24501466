/* test-problem.c: problems and their list
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: every code has its own nick; the list keeps the first thousand and counts all, from any thread; it holds no two that are equal.
 */
#include <heddle/hd-problem.h>

static void
test_nicks (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (int i = 0; i < HD_PROBLEM_N_CODES; i++)
    {
      const char *nick = hd_problem_code_nick (i);

      g_assert_nonnull (nick);
      g_assert_true (g_hash_table_add (seen, (gpointer) nick));
    }
  g_assert_cmpstr (hd_problem_code_nick (HD_PROBLEM_VALUE), ==, "bad-value");
}

static void
test_to_string (void)
{
  g_autoptr (HdProblem) full = hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "rack/xpu", 7, "fp32", "a.heddle", 12,
                                               "more than 0", "%d is too small", -3);
  g_autoptr (HdProblem) bare = hd_problem_new (HD_PROBLEM_UNUSED, HD_SEVERITY_WARNING, NULL, 0, NULL, NULL, 0, NULL, "unused");
  g_autofree char *full_text = hd_problem_to_string (full);
  g_autofree char *bare_text = hd_problem_to_string (bare);

  g_assert_cmpstr (full_text, ==, "a.heddle:12: error: rack/xpu.fp32: -3 is too small (more than 0)");
  g_assert_cmpstr (bare_text, ==, "warning: unused");
  g_assert_cmpuint (full->object_uid, ==, 7);
}

static gpointer
add_many (gpointer data)
{
  for (int i = 0; i < 600; i++)
    hd_problem_list_take (data, hd_problem_new (HD_PROBLEM_VALUE, i % 2, NULL, 0, NULL, NULL, 0, NULL, "%d of %p", i, (void *) g_thread_self ()));
  return NULL;
}

static void
test_list (void)
{
  g_autoptr (HdProblemList) list = hd_problem_list_new ();
  GThread *threads[3];

  g_assert_false (hd_problem_list_has_errors (list));
  for (int i = 0; i < 3; i++)
    threads[i] = g_thread_new ("add", add_many, list);
  for (int i = 0; i < 3; i++)
    g_thread_join (threads[i]);

  g_assert_cmpuint (hd_problem_list_get_length (list), ==, 1000);
  g_assert_cmpuint (hd_problem_list_count (list, HD_SEVERITY_ERROR), ==, 900);
  g_assert_cmpuint (hd_problem_list_count (list, HD_SEVERITY_WARNING), ==, 900);
  g_assert_cmpuint (hd_problem_list_count (list, HD_SEVERITY_INFO), ==, 0);
  g_assert_true (hd_problem_list_has_errors (list));
  g_assert_nonnull (hd_problem_list_get (list, 999));
  g_assert_null (hd_problem_list_get (list, 1000));
}

/* A fault that is met twice is told once; what differs in anything is another. */
static void
test_equal (void)
{
  g_autoptr (HdProblemList) list = hd_problem_list_new ();

  for (guint i = 0; i < 2; i++)
    {
      hd_problem_list_take (list, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "w", 7, "repeat", "a.heddle", 3, "less", "too much"));
      hd_problem_list_take (list, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "w", 8, "repeat", "a.heddle", 3, "less", "too much"));
      hd_problem_list_take (list, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "w", 7, "k", "a.heddle", 3, "less", "too much"));
      hd_problem_list_take (list, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "w", 7, "repeat", "a.heddle", 3, NULL, "too much"));
      hd_problem_list_take (list, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, "w", 7, "repeat", "a.heddle", 3, "less", "too much"));
    }
  g_assert_cmpuint (hd_problem_list_get_length (list), ==, 5);
  g_assert_cmpuint (hd_problem_list_count (list, HD_SEVERITY_ERROR), ==, 4);
  g_assert_cmpuint (hd_problem_list_count (list, HD_SEVERITY_WARNING), ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/problem/nicks", test_nicks);
  g_test_add_func ("/engine/base/problem/to-string", test_to_string);
  g_test_add_func ("/engine/base/problem/list", test_list);
  g_test_add_func ("/engine/base/problem/equal", test_equal);
  return g_test_run ();
}
