/* test-quantity.c: numbers with units, read and written
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the value is the double nearest to what is written; a quantity written with 17 digits reads back bit for bit.
 * Left open: the spelling of a quantity that is written with few digits, beyond the examples.
 */
#include <math.h>
#include <locale.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>

static void
check (const char *text,
       double value,
       const char *unit)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  HdQuantity quantity;

  hd_quantity_parse (text, &quantity, &error);
  g_assert_no_error (error);
  name = hd_dimension_to_string (quantity.dimension);
  g_assert_cmpstr (name, ==, unit);
  if (quantity.value != value)
    g_error ("%s gives %.17g, not %.17g", text, quantity.value, value);
}

static void
test_examples (void)
{
  check ("12.5 GB/s", 12.5e9, "B/s");
  check ("12.5GB/s", 12.5e9, "B/s");
  check (" 200 ns ", 200e-9, "s");
  check ("4 KiB", 4096, "B");
  check ("67 TFLOP/s", 67e12, "FLOP/s");
  check ("1e6", 1e6, "number");
  check ("100 Gbit/s", 12.5e9, "B/s");
  check ("100 Gb/s", 12.5e9, "B/s");
  check ("800 MHz", 800e6, "Hz");
  check ("800e6 1/s", 800e6, "Hz");
  check ("3 µs", 3e-6, "s");
  check ("3 us", 3e-6, "s");
  check ("3 μs", 3e-6, "s");
  check ("2 min", 120, "s");
  check ("1.5 h", 5400, "s");
  check ("5 pJ/bit", 40e-12, "J/B");
  check ("250 W", 250, "W");
  check ("250 J/s", 250, "W");
  check ("7 nm", 7e-9, "m");
  check ("2 m^2", 2, "m^2");
  check ("1 K^9·K^2", 1, "K^11");
  check ("1 K^100", 1, "K^100");
  check ("300 K", 300, "K");
  check ("0.25 flit/cycle", 0.25, "flit/cycle");
  check ("0.25 1/cycle", 0.25, "1/cycle");
  check ("3 kcycle", 3000, "cycle");
  check ("1 Mpacket/s", 1e6, "packet/s");
  check ("3 J·s", 3, "s·J");
  check ("3 J.s", 3, "s·J");
  check ("1 s/GB", 1e-9, "s/B");
  check ("-3 s", -3, "s");
  check ("+.5 B", 0.5, "B");
  check ("5. B", 5, "B");
  check ("1EB", 1e18, "B");
  check ("1e3B", 1e3, "B");
  check ("1E3 B", 1e3, "B");
  check ("inf", INFINITY, "number");
  check ("-inf B", -INFINITY, "B");
  check ("2 TiB", 2199023255552.0, "B");
  check ("1 Mib", 131072, "B");
}

/* The prefix moves the point before rounding: values that double rounding would miss. */
static void
test_correctly_rounded (void)
{
  check ("200 ns", 2e-7, "s");
  check ("1.1 ns", 1.1e-9, "s");
  check ("0.1 GB", 1e8, "B");
  check ("123456789012345678.9 ns", 123456789.0123456789, "s");
  check ("2.2250738585072011 ps", 2.2250738585072011e-12, "s");
}

static void
check_refused (const char *text,
               HdError code,
               const char *mentions)
{
  g_autoptr (GError) error = NULL;
  HdQuantity quantity = { .value = 42 };

  g_assert_false (hd_quantity_parse (text, &quantity, &error));
  g_assert_error (error, HD_ERROR, (int) code);
  g_assert_cmpfloat (quantity.value, ==, 42);
  if (strstr (error->message, mentions) == NULL)
    g_error ("the message for “%s” is: %s", text, error->message);
}

static void
test_refused (void)
{
  g_autofree char *long_number = g_strnfill (1000, '9');

  check_refused ("", HD_ERROR_SYNTAX, "GB/s");
  check_refused ("GB", HD_ERROR_SYNTAX, "“GB”");
  check_refused ("0x10", HD_ERROR_DIMENSION, "x");
  check_refused ("nan", HD_ERROR_SYNTAX, "nan");
  check_refused ("infinity", HD_ERROR_SYNTAX, "infinity");
  check_refused ("1,5 s", HD_ERROR_SYNTAX, "1,5");
  check_refused ("--1", HD_ERROR_SYNTAX, "--1");
  check_refused ("1 2", HD_ERROR_SYNTAX, "1 2");
  check_refused ("1 GB/", HD_ERROR_SYNTAX, "1 GB/");
  check_refused ("1 GB/x", HD_ERROR_SYNTAX, "1 GB/x");
  check_refused ("1 GB / s", HD_ERROR_SYNTAX, "1 GB / s");
  check_refused ("1 KB", HD_ERROR_DIMENSION, "kB");
  check_refused ("1 Gbps", HD_ERROR_DIMENSION, "Gb/s");
  check_refused ("67 TFLOPS", HD_ERROR_DIMENSION, "TFLOP");
  check_refused ("1 gb", HD_ERROR_DIMENSION, "Gb");
  check_refused ("3 parsec", HD_ERROR_DIMENSION, "parsec");
  check_refused ("3 ks", HD_ERROR_DIMENSION, "ks");
  check_refused ("3 mB", HD_ERROR_DIMENSION, "MB");
  check_refused ("3 1/", HD_ERROR_DIMENSION, "1/");
  check_refused ("1e999 s", HD_ERROR_RANGE, "1e999 s");
  check_refused ("1e300 EB/s/ps/ps/ps/ps/ps", HD_ERROR_RANGE, "too large");
  check_refused ("1e99999999999999999999", HD_ERROR_RANGE, "too large");
  check_refused (long_number, HD_ERROR_LIMIT, "digits");
  check_refused ("1 s^0", HD_ERROR_SYNTAX, "s^0");
  check_refused ("1 s\xff", HD_ERROR_SYNTAX, "s");
}

static void
check_written (double value,
               const char *unit,
               int digits,
               const char *expected)
{
  HdQuantity quantity = { .value = value };
  g_autofree char *text = NULL;

  g_assert_true (hd_unit_parse (unit, &quantity.dimension, NULL, NULL));
  text = hd_quantity_format (quantity, digits);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_written (void)
{
  check_written (12.5e9, "B/s", 6, "12.5 GB/s");
  check_written (200e-9, "s", 17, "200 ns");
  check_written (999999.9, "B", 3, "1 MB");
  check_written (1.0, "B", 6, "1 B");
  check_written (0.001, "B", 6, "0.001 B");
  check_written (5000, "s", 6, "5000 s");
  check_written (3e-6, "s", 6, "3 µs");
  check_written (1e-15, "s", 6, "0.001 ps");
  check_written (0, "B/s", 6, "0 B/s");
  check_written (-4e12, "FLOP", 6, "-4 TFLOP");
  check_written (1e6, "", 6, "1000000");
  check_written (0.5, "", 6, "0.5");
  check_written (1e300, "", 6, "1e300");
  check_written (1.5e-300, "", 6, "1.5e-300");
  check_written (1.25e24, "B", 6, "1250000 EB");
  check_written (INFINITY, "B", 6, "inf B");
  check_written (5e-12, "J/B", 6, "5 pJ/B");
  check_written (2e9, "1/s", 6, "2 GHz");
  check_written (0.125, "flit/cycle", 6, "0.125 flit/cycle");
  check_written (1234567, "B", 4, "1.235 MB");
  check_written (3e6, "m^2", 4, "3000000 m^2");
}

static double
random_double (GRand *rand)
{
  double value;
  guint64 bits;

  do
    {
      bits = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
      memcpy (&value, &bits, sizeof value);
    }
  while (!isfinite (value) || fabs (value) > 1e250 || (value != 0 && fabs (value) < 1e-250));
  return g_rand_boolean (rand) ? value : ldexp (frexp (value, &(int){ 0 }), g_rand_int_range (rand, -60, 60));
}

static void
test_round_trip (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (int i = 0; i < 200000; i++)
    {
      HdQuantity written = { .value = random_double (rand) }, read;
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      for (int n = g_rand_int_range (rand, 0, 3); n > 0; n--)
        written.dimension.exponent[g_rand_int_range (rand, 0, HD_N_BASES)] = (gint8) g_rand_int_range (rand, -9, 10);

      text = hd_quantity_format (written, 17);
      hd_quantity_parse (text, &read, &error);
      g_assert_no_error (error);
      if (read.value != written.value || !hd_dimension_equal (read.dimension, written.dimension))
        g_error ("%.17g was written as %s and read as %.17g", written.value, text, read.value);
    }
}

static void
test_locale (void)
{
  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL && setlocale (LC_NUMERIC, "fr_FR.UTF-8") == NULL)
    g_test_skip ("no locale with a decimal comma is installed");
  else
    {
      check ("12.5 GB/s", 12.5e9, "B/s");
      check_written (12.5e9, "B/s", 6, "12.5 GB/s");
    }
  setlocale (LC_NUMERIC, "C");
}

static void
test_unit (void)
{
  g_autoptr (GError) error = NULL;
  HdDimension dimension;
  double factor;

  g_assert_true (hd_unit_parse ("Gbit/s", &dimension, &factor, &error));
  g_assert_true (hd_dimension_equal (dimension, HD_DIMENSION_BYTE_RATE));
  g_assert_cmpfloat (factor, ==, 1.25e8);
  g_assert_true (hd_unit_parse ("", &dimension, &factor, &error));
  g_assert_cmpfloat (factor, ==, 1);
  g_assert_false (hd_unit_parse ("GB/", &dimension, &factor, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_DIMENSION);
}

static void
test_combine (void)
{
  HdDimension dimension = HD_DIMENSION_BYTES;

  g_assert_true (hd_dimension_combine (HD_DIMENSION_BYTES, HD_DIMENSION_TIME, -1, &dimension));
  g_assert_true (hd_dimension_equal (dimension, HD_DIMENSION_BYTE_RATE));
  dimension.exponent[HD_BASE_BYTE] = 100;
  g_assert_false (hd_dimension_combine (dimension, HD_DIMENSION_BYTES, 1, &dimension));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/quantity/examples", test_examples);
  g_test_add_func ("/engine/base/quantity/correctly-rounded", test_correctly_rounded);
  g_test_add_func ("/engine/base/quantity/refused", test_refused);
  g_test_add_func ("/engine/base/quantity/written", test_written);
  g_test_add_func ("/engine/base/quantity/round-trip", test_round_trip);
  g_test_add_func ("/engine/base/quantity/locale", test_locale);
  g_test_add_func ("/engine/base/quantity/unit", test_unit);
  g_test_add_func ("/engine/base/quantity/combine", test_combine);
  return g_test_run ();
}
