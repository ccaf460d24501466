/* test-json-guard.c: a look at the characters of a JSON text before a parser sees them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: brackets up to the bound pass wherever they stand and those beyond it do not; brackets in strings do not count, however quotation marks
 * are escaped; what could hide brackets from a look for strings (comments, single quotes) is refused; what passes can be parsed on a small stack,
 * whatever characters it consists of. Left open: whether what passes is JSON.
 */
#include <pthread.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <json-glib/json-glib.h>

#include "hd-json-guard.h"

#define SMALL_STACK (64 * 1024)

static gboolean
passes (const char *text)
{
  g_autoptr (GError) error = NULL;
  gboolean good = hd_json_guard_check (text, strlen (text), &error);

  g_assert_true (good == (error == NULL));
  g_assert_true (good || g_error_matches (error, HD_ERROR, HD_ERROR_SYNTAX));
  return good;
}

static gboolean
passes_nested (const char *before,
               const char *open,
               guint n)
{
  g_autoptr (GString) text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, open);
  return passes (text->str);
}

static void
test_depth (void)
{
  g_assert_true (passes_nested ("", "[", HD_JSON_MAX_DEPTH));
  g_assert_false (passes_nested ("", "[", HD_JSON_MAX_DEPTH + 1));
  g_assert_true (passes_nested ("{\"a\": [1, 2]} ", "{\"b\":", HD_JSON_MAX_DEPTH));
  g_assert_false (passes_nested ("{\"a\": [1, 2]} ", "{\"b\":", HD_JSON_MAX_DEPTH + 1));
  g_assert_true (passes_nested ("", "[]", 1000000));
  g_assert_true (passes_nested ("]}", "[]", 1000000));
}

static void
test_strings (void)
{
  g_assert_true (passes_nested ("[\"", "[", 1000));
  g_assert_true (passes_nested ("[\"\\\"", "[", 1000));
  g_assert_false (passes_nested ("[\"\\\\\"", "[", 1000));
  g_assert_false (passes_nested ("[\"\\u0022\"", "[", 1000));
  g_assert_true (passes ("{\"a /* ' \xc3\xa9 \": [1, -2.5e+3, true, null]}\r\n\t"));
  g_assert_true (passes ("\"\\"));
}

static void
test_hiding (void)
{
  g_assert_false (passes ("/*\"*/[1]"));
  g_assert_false (passes ("// \"\n[1]"));
  g_assert_false (passes ("['\"']"));
  g_assert_false (passes ("[1] # \""));
  g_assert_false (hd_json_guard_check ("[\"a\0\"]", 6, NULL));
  g_assert_false (hd_json_guard_check ("[\0]", 3, NULL));
}

static void
test_place (void)
{
  static const char text[] = "{\n  \"a\": [1, 2}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonParser) parser = hd_json_guard_parse (text, strlen (text), &error);

  g_assert_null (parser);
  g_assert_error (error, HD_ERROR, HD_ERROR_SYNTAX);
  g_assert_true (g_str_has_prefix (error->message, "line 2, column "));
  g_assert_null (strstr (error->message, "<data>"));
}

/* Each starts with as many brackets as the parser's stack would not bear. */
static gpointer
parse_random (gpointer data)
{
  static const char alphabet[] = "[[[[{{{{\"\"\\/*'# ]},:1a\n";
  GRand *random = data;

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      g_autoptr (GString) text = g_string_new (NULL);
      guint n = g_rand_int_range (random, 0, 8);

      for (guint k = 0; k < n; k++)
        g_string_append_c (text, alphabet[g_rand_int_range (random, 0, sizeof alphabet - 1)]);
      for (guint k = 0; k < 20000; k++)
        g_string_append_c (text, k % 7 == 0 && i % 2 == 0 ? '{' : '[');
      if (hd_json_guard_check (text->str, text->len, NULL))
        json_parser_load_from_data (parser, text->str, (gssize) text->len, NULL);
    }
  return NULL;
}

static void
test_random (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  pthread_attr_t attributes;
  pthread_t thread;

  g_test_message ("seed %u", seed);
  pthread_attr_init (&attributes);
  g_assert_cmpint (pthread_attr_setstacksize (&attributes, SMALL_STACK), ==, 0);
  g_assert_cmpint (pthread_create (&thread, &attributes, parse_random, random), ==, 0);
  pthread_join (thread, NULL);
  pthread_attr_destroy (&attributes);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/json-guard/depth", test_depth);
  g_test_add_func ("/engine/format/json-guard/strings", test_strings);
  g_test_add_func ("/engine/format/json-guard/hiding", test_hiding);
  g_test_add_func ("/engine/format/json-guard/place", test_place);
  g_test_add_func ("/engine/format/json-guard/random", test_random);
  return g_test_run ();
}
