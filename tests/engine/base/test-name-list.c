/* test-name-list.c: many names in one line
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <heddle/hd-error.h>

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

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/name-list/expand", test_expand);
  g_test_add_func ("/engine/base/name-list/faults", test_faults);
  return g_test_run ();
}
