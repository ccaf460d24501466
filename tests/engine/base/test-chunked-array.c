/* test-chunked-array.c: readers see whole elements, in order, while the array grows
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: element i of the array is i and its square, whoever looks whenever; a pointer once peeked stays valid.
 */
#include "hd-chunked-array.h"

typedef struct
{
  guint64 number;
  guint64 square;
} Element;

static void
test_grow (void)
{
  HdChunkedArray *array = hd_chunked_array_new (sizeof (Element));
  const Element *first = NULL;
  guint64 n;

  g_assert_null (hd_chunked_array_peek (array, 0, &n));
  g_assert_cmpuint (n, ==, 0);
  for (guint64 i = 0; i < 10000; i++)
    {
      Element element = { i, i * i };

      hd_chunked_array_append (array, &element);
      if (i == 0)
        first = hd_chunked_array_peek (array, 0, &n);
    }
  g_assert_cmpuint (hd_chunked_array_get_length (array), ==, 10000);
  g_assert_true (first == hd_chunked_array_peek (array, 0, &n));
  for (guint64 i = 0; i < 10000; i += n)
    {
      const Element *elements = hd_chunked_array_peek (array, i, &n);

      g_assert_cmpuint (n, >, 0);
      for (guint64 k = 0; k < n; k++)
        g_assert_true (elements[k].number == i + k && elements[k].square == (i + k) * (i + k));
    }
  g_assert_null (hd_chunked_array_peek (array, 10000, &n));
  hd_chunked_array_free (array);
}

static gpointer
read_along (gpointer data)
{
  HdChunkedArray *array = data;
  guint64 seen = 0;

  while (seen < 300000)
    {
      guint64 n;
      const Element *elements = hd_chunked_array_peek (array, seen, &n);

      for (guint64 k = 0; k < n; k++)
        g_assert_true (elements[k].number == seen + k && elements[k].square == (seen + k) * (seen + k));
      seen += n;
    }
  return NULL;
}

static void
test_concurrent (void)
{
  HdChunkedArray *array = hd_chunked_array_new (sizeof (Element));
  GThread *threads[2];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_along, array);
  for (guint64 i = 0; i < 300000; i++)
    {
      Element element = { i, i * i };

      hd_chunked_array_append (array, &element);
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  hd_chunked_array_free (array);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/chunked-array/grow", test_grow);
  g_test_add_func ("/engine/base/chunked-array/concurrent", test_concurrent);
  return g_test_run ();
}
