/* test-name-pool.c: texts by number
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: equal texts have one number, others different ones, and a number gives its text back; what is no UTF-8 becomes such.
 */
#include <glib.h>

#include "hd-name-pool.h"

static void
test_numbers (void)
{
  g_autoptr (HdNamePool) pool = hd_name_pool_new ();

  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < 10000; i++)
      {
        g_autofree char *name = g_strdup_printf ("name %u", i);

        g_assert_cmpuint (hd_name_pool_add (pool, name), ==, i);
      }
  g_assert_cmpuint (hd_name_pool_get_length (pool), ==, 10000);
  g_assert_cmpstr (hd_name_pool_get (pool, 4711), ==, "name 4711");
  g_assert_cmpuint (hd_name_pool_add (pool, ""), ==, 10000);
}

static void
test_utf8 (void)
{
  g_autoptr (HdNamePool) pool = hd_name_pool_new ();
  guint32 number = hd_name_pool_add (pool, "a\xff" "b");

  g_assert_cmpstr (hd_name_pool_get (pool, number), ==, "a\357\277\275b");
  g_assert_cmpuint (hd_name_pool_add (pool, "a\xff" "b"), ==, number);
  g_assert_cmpuint (hd_name_pool_get_length (pool), ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/name-pool/numbers", test_numbers);
  g_test_add_func ("/engine/format/name-pool/utf-8", test_utf8);
  return g_test_run ();
}
