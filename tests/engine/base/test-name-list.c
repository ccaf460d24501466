/* test-name-list.c: many names in one line
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-name-list.h"

static void
test_expand (void)
{
  static const struct { const char *text; const char *names; } cases[] = {
    { "plain.example.org", "plain.example.org" },
    { "", "" },
    { "n[0-2]", "n0 n1 n2" },
    { "n-[1-2,5].org", "n-1.org n-2.org n-5.org" },
    { "[08-10]", "08 09 10" },
    { "a[3]b", "a3b" },
    { "a[0-1, 4]", "a0 a1 a4" },
    { "core[[0]]", "core[0]" },
    { "core[[[0-2]]]", "core[0] core[1] core[2]" },
    { "]][[", "][" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) names = hd_name_list_expand (cases[i].text, 3, &error);
      g_autofree char *joined = NULL;

      g_assert_no_error (error);
      g_ptr_array_add (names, NULL);
      joined = g_strjoinv (" ", (char **) names->pdata);
      g_assert_cmpstr (joined, ==, cases[i].names);
    }
}

/* Each name and its number by rule are those of the whole list. */
static void
test_one (void)
{
  static const char *const lists[] = { "plain.example.org", "n[0-2]", "n-[1-2,5].org", "[08-10]", "a[3]b", "a[0-1, 4]", "c[098-101,7]x", "n[5-12]",
                                       "core[[0]]", "[[[0-2]]]x", "a]]b", "[[" };
  static const char *const others[] = { "plain", "n", "n3", "n00", "n-3.org", "n-1.or", "n-1.orgs", "8", "011", "a3", "n05", "c98x", "c0101x", "", "n[0-2]", "core", "core[[0]]", "[3]]x", "[0]]", "a]", "[[" };
  guint number;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr (GPtrArray) names = hd_name_list_expand (lists[i], 100, NULL);
      guint n;

      for (guint k = 0; k < names->len; k++)
        {
          g_autofree char *name = hd_name_list_dup_nth (lists[i], k);

          g_assert_cmpstr (name, ==, names->pdata[k]);
          g_assert_true (hd_name_list_find (lists[i], name, &n));
          g_assert_cmpuint (n, ==, k);
          g_assert_true (hd_name_list_has (lists[i], name, &n));
          g_assert_cmpuint (n, ==, k);
        }
      g_assert_null (hd_name_list_dup_nth (lists[i], names->len));
      for (guint k = 0; k < G_N_ELEMENTS (others); k++)
        g_assert_false (hd_name_list_find (lists[i], others[k], &n));
    }
  g_assert_true (hd_name_list_has ("griffon-[1-29].nancy.org", "griffon-2.na", &number));
  g_assert_cmpuint (number, ==, 1);
  g_assert_false (hd_name_list_has ("griffon-[1-29].nancy.org", "griffon-30", &number));
  g_assert_false (hd_name_list_has ("griffon-[1-29].nancy.org", "griffon-", &number));
}

/* Any name can be written, and gives itself alone. */
static void
test_escape (void)
{
  static const char *const names[] = { "plain", "core[0]", "[", "]", "[[x]]", "a[0-3]", "][", "" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = hd_name_list_escape (names[i]);
      g_autoptr (GPtrArray) expanded = hd_name_list_expand (text, 1, NULL);
      guint n;

      g_assert_false (hd_name_list_is_rule (text));
      g_assert_nonnull (expanded);
      g_assert_cmpuint (expanded->len, ==, 1);
      g_assert_cmpstr (expanded->pdata[0], ==, names[i]);
      g_assert_true (hd_name_list_find (text, names[i], &n));
      g_assert_cmpuint (hd_name_list_get_longest (text), >=, strlen (names[i]));
    }
}

static void
test_faults (void)
{
  static const struct { const char *text; HdError code; } cases[] = {
    { "n[0-", HD_ERROR_SYNTAX },     { "n]", HD_ERROR_SYNTAX },      { "n[]", HD_ERROR_SYNTAX },       { "n[0-1][0-1]", HD_ERROR_SYNTAX },
    { "n[a]", HD_ERROR_SYNTAX },     { "n[1-2-3]", HD_ERROR_SYNTAX }, { "n[2-1]", HD_ERROR_RANGE },     { "n[0-3]", HD_ERROR_LIMIT },
    { "n[0-1,2-3]", HD_ERROR_LIMIT }, { "n[0-2147483647]", HD_ERROR_LIMIT }, { "n[99999999999]", HD_ERROR_SYNTAX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (hd_name_list_expand (cases[i].text, 3, &error));
      g_assert_error (error, HD_ERROR, (gint) cases[i].code);
    }
}

/* Sixty bytes of a file may say how to make gigabytes of names. */
static void
test_stopped (void)
{
  g_autoptr (HdBudget) budget = hd_budget_new (NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (G_CANCELLABLE (budget));
  g_cancellable_push_current (G_CANCELLABLE (budget));
  g_assert_null (hd_name_list_expand ("n[0-2]", 3, &error));
  g_cancellable_pop_current (G_CANCELLABLE (budget));
  g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/name-list/expand", test_expand);
  g_test_add_func ("/engine/base/name-list/one", test_one);
  g_test_add_func ("/engine/base/name-list/escape", test_escape);
  g_test_add_func ("/engine/base/name-list/faults", test_faults);
  g_test_add_func ("/engine/base/name-list/stopped", test_stopped);
  return g_test_run ();
}
