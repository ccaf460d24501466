/* test-digest.c: the digest of what a model did
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: equal sequences have equal digests, different ones do not; each bit of the input changes about half of the output.
 * The two constants pin the function: stored digests must stay comparable.
 */
#include <math.h>

#include "hd-digest.h"

static char *
digest_of (const guint64 *words,
           guint n)
{
  HdDigest digest = HD_DIGEST_INIT;

  for (guint i = 0; i < n; i++)
    hd_digest_add (&digest, words[i]);
  return hd_digest_to_string (&digest);
}

static void
test_distinct (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const guint64 values[] = { 0, 1, 2, G_GUINT64_CONSTANT (1) << 63, G_MAXUINT64 };
  guint n = 0;

  /* every sequence of up to five of these words */
  for (guint length = 0; length <= 5; length++)
    {
      guint count = (guint) pow (G_N_ELEMENTS (values), length);

      for (guint i = 0; i < count; i++, n++)
        {
          guint64 words[5];

          for (guint j = 0, rest = i; j < length; j++, rest /= G_N_ELEMENTS (values))
            words[j] = values[rest % G_N_ELEMENTS (values)];
          g_assert_true (g_hash_table_add (seen, digest_of (words, length)));
        }
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, n);
}

static void
test_strings (void)
{
  static const char *const texts[] = { "", "a", "b", "ab", "abcdefgh", "abcdefghi", "rack[0]", "rack[1]" };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
      {
        HdDigest digest = HD_DIGEST_INIT;

        hd_digest_add_string (&digest, texts[i]);
        hd_digest_add_string (&digest, texts[j]);
        g_assert_true (g_hash_table_add (seen, hd_digest_to_string (&digest)));
      }
}

static void
test_avalanche (void)
{
  double changed = 0;
  guint n = 0;

  for (guint64 start = 0; start < 50; start++)
    for (guint bit = 0; bit < 64; bit++, n++)
      {
        HdDigest a = HD_DIGEST_INIT, b = HD_DIGEST_INIT;

        hd_digest_add (&a, start);
        hd_digest_add (&b, start ^ (G_GUINT64_CONSTANT (1) << bit));
        for (guint64 rest = 0; rest < 2; rest++)
          {
            hd_digest_add (&a, rest);
            hd_digest_add (&b, rest);
          }
        changed += __builtin_popcountll (hd_digest_mix (&a) ^ hd_digest_mix (&b));
      }
  g_assert_cmpfloat_with_epsilon (changed / n, 32, 0.5);
}

static void
test_doubles (void)
{
  HdDigest a = HD_DIGEST_INIT, b = HD_DIGEST_INIT, c = HD_DIGEST_INIT;

  hd_digest_add_double (&a, 0.0);
  hd_digest_add_double (&b, -0.0);
  hd_digest_add_double (&c, 5e-324);
  g_assert_cmpuint (hd_digest_mix (&a), ==, hd_digest_mix (&b));
  g_assert_cmpuint (hd_digest_mix (&a), !=, hd_digest_mix (&c));
}

static void
test_pinned (void)
{
  const guint64 words[] = { 1, 2, 3 };
  g_autofree char *empty = digest_of (words, 0);
  g_autofree char *three = digest_of (words, 3);

  g_assert_cmpstr (empty, ==, "0c342374724801c18dac204ddc9bfccc");
  g_assert_cmpstr (three, ==, "dfe61a546ac3ff579da02fdc5e0331f2");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/digest/distinct", test_distinct);
  g_test_add_func ("/engine/base/digest/strings", test_strings);
  g_test_add_func ("/engine/base/digest/avalanche", test_avalanche);
  g_test_add_func ("/engine/base/digest/doubles", test_doubles);
  g_test_add_func ("/engine/base/digest/pinned", test_pinned);
  return g_test_run ();
}
