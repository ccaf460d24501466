/* drawing.c: random drawings of which a link may be left out
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing.h"

#include <string.h>

#define N_SWITCHES 5
#define N_HOSTS 6
#define N_CHORDS (DRAWING_N_LINKS - N_SWITCHES)

char *
drawing_draw (guint32 seed,
              guint last,
              gboolean is_whole,
              const char *sharing,
              const char *work)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GString *text = g_string_new ("<heddle version=\"1\" name=\"random\"><link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"");
  guint used[N_SWITCHES] = { 0 };
  g_autofree char *held = NULL;

  g_string_append_printf (text, "%s\"/><top>", sharing);
  g_string_append_printf (text, "<component id=\"h\" type=\"fabric.xpu\" count=\"%u\"/><component id=\"s\" type=\"fabric.switch\" count=\"%u\"/>", N_HOSTS,
                          N_SWITCHES);
  for (guint n = 0; n < N_SWITCHES + N_CHORDS; n++)
    {
      guint a = n < N_SWITCHES ? n : (guint) g_rand_int_range (random, 0, N_SWITCHES);
      guint b = (a + (n < N_SWITCHES ? 1 : (guint) g_rand_int_range (random, 1, N_SWITCHES))) % N_SWITCHES;
      gint32 latency = g_rand_int_range (random, 100, 3000);
      guint from = used[a]++, to = used[b]++;
      g_autofree char *link = g_strdup_printf ("<link id=\"l%u\" from=\"s[%u].port[%u]\" to=\"s[%u].port[%u]\" class=\"l\" latency=\"%d ns\"/>", n, a, from, b,
                                               to, latency);

      if (n == last)
        held = g_steal_pointer (&link);
      else
        g_string_append (text, link);
    }
  for (guint i = 0; i < N_HOSTS; i++)
    g_string_append_printf (text, "<link id=\"host%u\" from=\"h[%u].eth\" to=\"s[%u].port[%u]\" class=\"l\"/>", i, i, i % N_SWITCHES, 20 + i);
  g_string_append_printf (text, "%s</top><communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>%s<run until=\"300 us\"/></heddle>",
                          is_whole ? held : "", work);
  return g_string_free (text, FALSE);
}

char *
drawing_draw_beside (guint32 seed,
                     gboolean is_whole,
                     const char *sharing,
                     const char *work)
{
  g_autofree char *text = drawing_draw (seed, G_MAXUINT, FALSE, sharing, work);
  g_autoptr (GString) beside = g_string_new ("<component id=\"x\" type=\"fabric.switch\"/>");
  guint first = seed % N_SWITCHES;
  char *end = strstr (text, "</top>");

  for (guint i = 0; i < 3; i++)
    g_string_append_printf (beside, "<link id=\"x%u\" from=\"x.port[%u]\" to=\"s[%u].port[40]\" class=\"l\" latency=\"%u ns\"/>", i, i, (first + 2 * i) % N_SWITCHES, 50 + 10 * i);
  return is_whole ? g_strdup_printf ("%.*s%s%s", (int) (end - text), text, beside->str, end) : g_steal_pointer (&text);
}

void
drawing_compare_metrics (HdRecord *with,
                         HdRecord *without)
{
  HdMetric a, b;
  guint n = 0;

  for (; hd_record_get_metric (with, n, &a); n++)
    {
      g_assert_true (hd_record_get_metric (without, n, &b));
      g_assert_cmpstr (a.name, ==, b.name);
      if (a.value < b.value || a.value > b.value)
        g_test_message ("%s: %.9g %.9g", a.name, a.value, b.value);
      g_assert_cmpfloat (a.value, ==, b.value);
    }
  g_assert_false (hd_record_get_metric (without, n, &b));
  g_assert_cmpuint (n, >, 0);
}
