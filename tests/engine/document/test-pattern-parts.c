/* test-pattern-parts.c: the form of link ends and addresses
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-pattern-parts.h"

static char *
join (GPtrArray *texts)
{
  GString *joined = g_string_new (NULL);

  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (joined, "%s%s", i > 0 ? "|" : "", (const char *) g_ptr_array_index (texts, i));
  return g_string_free (joined, FALSE);
}

static void
test_good (void)
{
  static const struct
  {
    const char *text, *names, *indices;
    gboolean has_port;
  } cases[] = {
    { "tor", "tor", "", FALSE },
    { " tor.up ", "tor|up", "", TRUE },
    { "server[i].network", "server|network", "i", TRUE },
    { "r[i][j+1].west", "r|west", "i|j+1", TRUE },
    { "rack[*]/server[0..7]/xpu[ (i + 1) % 8 ]", "rack|server|xpu", "*|0..7|(i + 1) % 8", FALSE },
    { "a[b[c]].d[min (1, 2)]", "a|d", "b[c]|min (1, 2)", TRUE },
    { "_a-1.b_c", "_a-1|b_c", "", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdPatternParts) parts = hd_pattern_parts_new (cases[i].text, &error);
      g_assert_no_error (error);
      g_autofree char *names = join (parts->names);
      g_autofree char *indices = join (parts->indices);
      g_assert_cmpstr (names, ==, cases[i].names);
      g_assert_cmpstr (indices, ==, cases[i].indices);
      g_assert_cmpint (parts->has_port, ==, cases[i].has_port);
    }
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text, *column;
  } cases[] = {
    { "", "column 1 " },      { "1a", "column 1 " },      { "a b", "column 3 " },  { "a[", "column 3 " },  { "a[i", "column 4 " },
    { "a[(i]", "column 6 " }, { "a.b.c", "column 4 " },   { "a/", "column 3 " },   { "a.", "column 3 " },  { "a.b/c", "column 4 " },
    { "a[i]]", "column 5 " }, { "\xc3\xa9", "column 1 " }, { "a[\xc3\xa9]\xc3\xa9", "column 5 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_test_message ("%s", cases[i].text);
      g_assert_null (hd_pattern_parts_new (cases[i].text, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_SYNTAX);
      g_assert_true (g_str_has_prefix (error->message, cases[i].column));
    }
}

static void
test_split (void)
{
  g_auto (GStrv) parts = hd_pattern_parts_split (" a[i, j] b[ 0 ]/c,d\n(e f)  ");
  g_auto (GStrv) none = hd_pattern_parts_split (" , ");
  g_autofree char *joined = g_strjoinv ("|", parts);

  g_assert_cmpstr (joined, ==, "a[i, j]|b[ 0 ]/c|d|(e f)");
  g_assert_null (none[0]);
}

/* Names with blanks stand in quotes; a quote that has no end is a letter. */
static void
test_quotes (void)
{
  static const struct { const char *text, *parts; } cases[] = {
    { "'GPU 0' 'GPU 1'", "GPU 0|GPU 1" },
    { " 'a b',c 'd, [e', f", "a b|c|d, [e|f" },
    { "'Ann''s' it's x", "Ann's|it's|x" },
    { "'a b", "'a|b" },
    { "'a'b c", "'a'b|c" },
    { "''''", "'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = hd_pattern_parts_split (cases[i].text);
      g_autofree char *joined = g_strjoinv ("|", parts);

      g_assert_cmpstr (joined, ==, cases[i].parts);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/document/pattern-parts/good", test_good);
  g_test_add_func ("/engine/document/pattern-parts/bad", test_bad);
  g_test_add_func ("/engine/document/pattern-parts/split", test_split);
  g_test_add_func ("/engine/document/pattern-parts/quotes", test_quotes);
  return g_test_run ();
}
