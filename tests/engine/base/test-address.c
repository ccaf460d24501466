/* test-address.c: the address grammar
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what is read is written back as the same text, up to the two spellings of "all".
 */
#include <string.h>

#include <heddle/hd-address.h>
#include <heddle/hd-error.h>

static void
check_written (const char *text,
               const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdAddress) address = hd_address_parse (text, &error);
  g_autofree char *written = NULL;

  g_assert_no_error (error);
  written = hd_address_to_string (address);
  g_assert_cmpstr (written, ==, expected);
}

static void
test_round_trip (void)
{
  static const char *const texts[] = {
    "$xpus", "class:CXL_link.bandwidth", "class:CXL_link", "run:fidelity",
    "xpu", "rack[*]/server[0..7]/xpu[3].fp32", "mesh[0..3][*]/r_1.queue-depth", "a[4..*]", "_x",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_written (texts[i], texts[i]);
  check_written ("a[0..*]", "a[*]");
  check_written ("a[2..2]", "a[2]");
  check_written ("a[007]", "a[7]");
}

static void
test_parts (void)
{
  g_autoptr (HdAddress) address = hd_address_parse ("rack[*]/server[2..7][5].memory-capacity", NULL);

  g_assert_nonnull (address);
  g_assert_cmpint (address->kind, ==, HD_ADDRESS_OBJECT);
  g_assert_null (address->name);
  g_assert_cmpuint (address->n_steps, ==, 2);
  g_assert_cmpstr (address->steps[0].name, ==, "rack");
  g_assert_cmpuint (address->steps[0].n_indices, ==, 1);
  g_assert_cmpint (address->steps[0].indices[0].first, ==, 0);
  g_assert_cmpint (address->steps[0].indices[0].last, ==, HD_INDEX_ALL);
  g_assert_cmpuint (address->steps[1].n_indices, ==, 2);
  g_assert_cmpint (address->steps[1].indices[0].first, ==, 2);
  g_assert_cmpint (address->steps[1].indices[0].last, ==, 7);
  g_assert_cmpint (address->steps[1].indices[1].first, ==, 5);
  g_assert_cmpint (address->steps[1].indices[1].last, ==, 5);
  g_assert_cmpstr (address->parameter, ==, "memory-capacity");
}

static void
check_refused (const char *text,
               HdError code,
               const char *mentions)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_address_parse (text, &error));
  g_assert_error (error, HD_ERROR, (int) code);
  if (strstr (error->message, mentions) == NULL)
    g_error ("the message for “%s” is: %s", text, error->message);
}

static void
test_refused (void)
{
  g_autofree char *long_text = g_strnfill (5000, 'a');
  GString *deep = g_string_new ("a");

  for (int i = 0; i < 100; i++)
    g_string_append (deep, "/a");

  check_refused ("", HD_ERROR_SYNTAX, "column 1");
  check_refused ("a/", HD_ERROR_SYNTAX, "column 3");
  check_refused ("a[", HD_ERROR_SYNTAX, "column 3");
  check_refused ("a[]", HD_ERROR_SYNTAX, "column 3");
  check_refused ("a[-1]", HD_ERROR_SYNTAX, "column 3");
  check_refused ("a[1", HD_ERROR_SYNTAX, "]");
  check_refused ("a[1..", HD_ERROR_SYNTAX, "index");
  check_refused ("a[3..1]", HD_ERROR_RANGE, "3..1");
  check_refused ("a[99999999999999999999]", HD_ERROR_RANGE, "at most");
  check_refused ("a[0][0][0][0][0][0][0][0][0]", HD_ERROR_LIMIT, "8");
  check_refused ("$", HD_ERROR_SYNTAX, "name");
  check_refused ("$x.y", HD_ERROR_SYNTAX, "the end");
  check_refused ("run:", HD_ERROR_SYNTAX, "name");
  check_refused ("class:.b", HD_ERROR_SYNTAX, "name");
  check_refused ("a.", HD_ERROR_SYNTAX, "parameter");
  check_refused ("a b", HD_ERROR_SYNTAX, "column 2");
  check_refused ("a\xff", HD_ERROR_SYNTAX, "UTF-8");
  check_refused (long_text, HD_ERROR_LIMIT, "4096");
  check_refused (deep->str, HD_ERROR_LIMIT, "64");
  g_string_free (deep, TRUE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/address/round-trip", test_round_trip);
  g_test_add_func ("/engine/base/address/parts", test_parts);
  g_test_add_func ("/engine/base/address/refused", test_refused);
  return g_test_run ();
}
