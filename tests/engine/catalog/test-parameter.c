/* test-parameter.c: what a parameter permits
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a refusal names key, value with unit, and range.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-catalog.h>
#include <heddle/hd-error.h>

static void
check_refused (const HdParameter *parameter,
               const char *text,
               HdError code,
               const char *message)
{
  g_autoptr (GError) error = NULL;
  HdQuantity value = { .value = 42 };

  g_assert_false (hd_parameter_parse (parameter, text, &value, &error));
  g_assert_error (error, HD_ERROR, (int) code);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_cmpfloat (value.value, ==, 42);
}

static void
check (const HdParameter *parameter,
       const char *text,
       double expected)
{
  g_autoptr (GError) error = NULL;
  HdQuantity value;

  hd_parameter_parse (parameter, text, &value, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (value.value, ==, expected);
}

static void
test_quantity (void)
{
  const HdParameter above = { .key = "rate", .kind = HD_PARAMETER_QUANTITY, .unit = "B/s", .exclusive_minimum = 1, .allow_infinity = 1 };
  const HdParameter between = { .key = "delay", .kind = HD_PARAMETER_QUANTITY, .unit = "s", .minimum = -1e-6, .maximum = 1 };
  const HdParameter any = { .key = "bias", .kind = HD_PARAMETER_QUANTITY, .unit = "" };
  HdQuantity nan = { .value = NAN };

  check (&above, "3 GB/s", 3e9);
  check (&above, "inf", INFINITY);
  check_refused (&above, "0 B/s", HD_ERROR_RANGE, "“rate” is 0 B/s; it must be more than 0 B/s");
  check_refused (&above, "-3 GB/s", HD_ERROR_RANGE, "“rate” is -3 GB/s; it must be more than 0 B/s");
  check_refused (&above, "-inf", HD_ERROR_RANGE, "“rate” must not be infinite");
  check_refused (&above, "3", HD_ERROR_DIMENSION, "“rate” is 3 without a unit; it must be in B/s");
  check_refused (&above, "3 GB", HD_ERROR_DIMENSION, "“rate” is 3 GB; it must be in B/s");

  check (&between, "-1 us", -1e-6);
  check (&between, "1 s", 1);
  check_refused (&between, "2 s", HD_ERROR_RANGE, "“delay” is 2 s; it must be between -1 µs and 1 s");
  check_refused (&between, "inf", HD_ERROR_RANGE, "“delay” must not be infinite");

  check (&any, "-5", -5);
  g_assert_false (hd_parameter_check (&any, nan, NULL));
}

static void
test_integer (void)
{
  const HdParameter parameter = { .key = "depth", .kind = HD_PARAMETER_INTEGER, .unit = "flit", .minimum = 1, .maximum = 64 };

  check (&parameter, "8 flit", 8);
  check_refused (&parameter, "8", HD_ERROR_DIMENSION, "“depth” is 8 without a unit; it must be in flit");
  check_refused (&parameter, "1.5 flit", HD_ERROR_RANGE, "“depth” is 1.5; it must be a whole number");
  check_refused (&parameter, "65 flit", HD_ERROR_RANGE, "“depth” is 65 flit; it must be between 1 flit and 64 flit");
}

static void
test_others (void)
{
  static const char *const choices[] = { "ring", "tree", NULL };
  const HdParameter flag = { .key = "on", .kind = HD_PARAMETER_FLAG };
  const HdParameter choice = { .key = "shape", .kind = HD_PARAMETER_CHOICE, .choices = choices };
  const HdParameter text = { .key = "note", .kind = HD_PARAMETER_TEXT };

  check (&flag, "true", 1);
  check (&flag, "false", 0);
  check (&flag, "1", 1);
  check_refused (&flag, "2", HD_ERROR_RANGE, "“on” is 2; it must be true or false");
  check (&choice, "tree", 1);
  check_refused (&choice, "star", HD_ERROR_RANGE, "“shape” is “star”; it must be one of ring, tree");
  g_assert_false (hd_parameter_check (&choice, (HdQuantity){ .value = 2 }, NULL));
  g_assert_true (hd_parameter_check (&choice, (HdQuantity){ .value = 1 }, NULL));
  check (&text, "anything at all", 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/catalog/parameter/quantity", test_quantity);
  g_test_add_func ("/engine/catalog/parameter/integer", test_integer);
  g_test_add_func ("/engine/catalog/parameter/others", test_others);
  return g_test_run ();
}
