/* test-nearest.c: what a misspelt name may have meant
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: the nearest name wins, the first among equals; what is too far is not offered.
 */
#include <string.h>

#include "hd-nearest.h"

static void
test_offers (void)
{
  static const struct
  {
    const char *wanted, *expected;
  } cases[] = {
    { "bandwith", "bandwidth" }, { "badnwidth", "bandwidth" }, { "LATENCY", "latency" }, { "latncy", "latency" }, { "id", "id" },
    { "ids", "id" },             { "xyz", NULL },              { "", NULL },             { "bandwidths", "bandwidth" }, { "lat", NULL },
  };
  static const char *const names[] = { "id", "bandwidth", "latency", "sharing", "title" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      HdNearest nearest = { .wanted = cases[i].wanted };
      for (guint j = 0; j < G_N_ELEMENTS (names); j++)
        hd_nearest_offer (&nearest, names[j]);
      g_assert_cmpstr (nearest.best, ==, cases[i].expected);
      g_autofree char *hint = hd_nearest_to_hint (&nearest);
      g_assert_true ((hint != NULL) == (cases[i].expected != NULL));
    }
}

static void
test_long (void)
{
  g_autofree char *name = g_strnfill (1000, 'a');
  HdNearest nearest = { .wanted = name };

  hd_nearest_offer (&nearest, name);
  hd_nearest_offer (&nearest, NULL);
  g_assert_null (nearest.best);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/document/nearest/offers", test_offers);
  g_test_add_func ("/engine/document/nearest/long", test_long);
  return g_test_run ();
}
