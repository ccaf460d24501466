/* test-tables.c: what a network processor looks things up in, against lists that are gone through
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <arpa/inet.h>
#include <string.h>

#include <glib.h>

#include "allotment.h"
#include "bucket.h"
#include "latencies.h"
#include "order.h"
#include "routes.h"

static guint32
draw (guint32 below)
{
  return (guint32) g_test_rand_int_range (0, (gint32) below);
}

/* ---- text ---------------------------------------------------------------------------------------------------------- */

static void
test_addresses (void)
{
  static const char *const wrong[] = { "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.", "a", "::1::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", ":1", "1:", "1::2:3:4:5:6:7:8", "g::" };
  guint8 bytes[16], expected[16];

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_cmpuint (table_read_address (wrong[i], bytes), ==, 0);
  for (guint i = 0; i < 20000; i++)
    {
      char text[INET6_ADDRSTRLEN];
      int family = i % 2 == 0 ? AF_INET : AF_INET6;

      for (guint at = 0; at < 16; at++)
        expected[at] = draw (3) == 0 ? (guint8) draw (256) : 0;
      if (family == AF_INET6) /* no form with dots in it */
        expected[0] |= 0x20;
      g_assert_nonnull (inet_ntop (family, expected, text, sizeof text));
      g_assert_cmpuint (table_read_address (text, bytes), ==, family == AF_INET ? 4 : 16);
      g_assert_cmpmem (bytes, family == AF_INET ? 4 : 16, expected, family == AF_INET ? 4 : 16);
    }
}

static void
test_lines (void)
{
  static const char text[] = "# only this\n\n a  b # c\r\nd";
  char why[256];
  Table table;

  table_open (&table, "t", text, sizeof text - 1, why, sizeof why);
  g_assert_true (table_next (&table));
  g_assert_cmpuint (table.line, ==, 3);
  g_assert_cmpuint (table.n_words, ==, 2);
  g_assert_cmpstr (table.words[1], ==, "b");
  g_assert_true (table_next (&table));
  g_assert_cmpuint (table.line, ==, 4);
  g_assert_cmpstr (table.words[0], ==, "d");
  g_assert_false (table_next (&table));
  g_assert_cmpstr (why, ==, "");
}

static const struct { const char *text, *why; } faults[] = {
  { "1/1 = 2/1\n\nx = 1/1\n", "t:3: “x” must be an address, or a number with its bytes, from 1 to 8, as 443/2" },
  { "256/1 = 1/1\n", "t:1: the number is “256”; it must be a whole number from 0 to 255" },
  { "1/9 = 1/1\n", "t:1: “1/9” must be an address, or a number with its bytes, from 1 to 8, as 443/2" },
  { "::1 ::2 1/1 = 1/1\n", "t:1: its fields have more than 32 bytes" },
  { "1/1 = ::1 1/1\n", "t:1: its fields have more than 16 bytes" },
  { "1/1 =\n", "t:1: it must be the fields of a key, “=” and the fields of a value" },
  { "= 1/1\n", "t:1: it must be the fields of a key, “=” and the fields of a value" },
  { "1/1 = 1/1\n2/1 = 1/1\n1/1 = 2/1\n", "t:3: the key stands there for the second time" },
  { "1/1 = 1/1\n2/1 = 1/1\n3/1 = 1/1\n4/1 = 1/1\n5/1 = 1/1\n", "t:5: there is room for 4 entries" },
  { "\x01 = 1/1\n", "t:1: a character of code 1 stands where none may" },
};

static void
test_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      Entries entries;
      char why[256];
      Table table;

      entries_init (&entries, 4);
      table_open (&table, "t", faults[i].text, strlen (faults[i].text), why, sizeof why);
      g_assert_false (entries_read (&entries, 0, &table));
      g_assert_cmpstr (why, ==, faults[i].why);
      entries_clear (&entries);
    }
}

/* ---- look-ups ------------------------------------------------------------------------------------------------------ */

static void
test_entries (void)
{
  g_autofree Entry *list = g_new0 (Entry, 1000);
  guint n = 0;
  Entries entries;

  entries_init (&entries, 1000);
  for (guint i = 0; i < 30000; i++)
    {
      EntryKey key = { .table = draw (3), .n = draw (4) };
      guint8 value[ENTRIES_VALUE] = { (guint8) i, (guint8) (i >> 8) };
      const guint8 *found;
      guint at = 0;

      for (guint byte = 0; byte < key.n; byte++)
        key.bytes[byte] = (guint8) draw (11);
      while (at < n && memcmp (&list[at].key, &key, sizeof key) != 0)
        at++;
      found = entries_find (&entries, &key);
      g_assert_true (at < n ? found != NULL && memcmp (found, list[at].value, ENTRIES_VALUE) == 0 : found == NULL);
      if (draw (2) == 0)
        continue;
      g_assert_cmpint (entries_put (&entries, &key, value), ==, at < n ? ENTRIES_CHANGED : n == 1000 ? ENTRIES_FULL : ENTRIES_ADDED);
      if (at == n && n == 1000)
        continue;
      list[at].key = key;
      memcpy (list[at].value, value, ENTRIES_VALUE);
      n += at == n;
    }
  g_assert_cmpuint (n, ==, 1000);
  entries_clear (&entries);
}

typedef struct
{
  guint8 address[16];
  guint32 length, number;
} Route;

static gboolean
begins_with (const guint8 *address,
             const Route *route)
{
  for (guint i = 0; i < route->length; i++)
    if (((address[i / 8] ^ route->address[i / 8]) >> (7 - i % 8) & 1) != 0)
      return FALSE;
  return TRUE;
}

/* Few bits differ, so that prefixes lie within each other. */
static void
draw_address (guint8 *address,
              guint n_bytes)
{
  memset (address, 0, 16);
  for (guint i = 0; i < n_bytes; i++)
    address[i] = (guint8) (draw (2) << draw (8));
}

static void
test_routes (void)
{
  for (guint round = 0; round < 40; round++)
    {
      guint n_bytes = round % 2 == 0 ? 4 : 16, n = 0;
      g_autoptr (GString) text = g_string_new (NULL);
      Route routes[60];
      Routes self;
      char why[256], shown[INET6_ADDRSTRLEN];
      Table table;

      for (guint i = 0; i < G_N_ELEMENTS (routes); i++)
        {
          Route route = { .length = draw (8 * n_bytes + 1), .number = i };
          guint at = 0;

          draw_address (route.address, n_bytes);
          for (guint bit = route.length; bit < 8 * n_bytes; bit++)
            route.address[bit / 8] &= (guint8) ~(128u >> bit % 8);
          while (at < n && (routes[at].length != route.length || !begins_with (route.address, &routes[at])))
            at++;
          if (at < n)
            continue;
          if (n_bytes == 16)
            {
              for (guint group = 0; group < 8; group++)
                g_string_append_printf (text, group == 0 ? "%x" : ":%x", (guint) route.address[2 * group] << 8 | route.address[2 * group + 1]);
              g_string_append_printf (text, "/%u %u\n", route.length, route.number);
            }
          else
            g_string_append_printf (text, "%s/%u %u\n", inet_ntop (AF_INET, route.address, shown, sizeof shown), route.length, route.number);
          routes[n++] = route;
        }
      routes_init (&self, 1000);
      table_open (&table, "t", text->str, text->len, why, sizeof why);
      g_assert_true (routes_read (&self, &table));
      for (guint i = 0; i < 2000; i++)
        {
          const Route *best = NULL;
          guint32 number, length;
          guint8 address[16];

          draw_address (address, n_bytes);
          for (guint at = 0; at < n; at++)
            if (begins_with (address, &routes[at]) && (best == NULL || routes[at].length > best->length))
              best = &routes[at];
          g_assert_cmpint (routes_find (&self, address, n_bytes, &number, &length), ==, best != NULL);
          g_assert_true (best == NULL || (number == best->number && length == best->length));
        }
      routes_clear (&self);
    }
}

static void
test_three_routes (void)
{
  static const char text[] = "0.0.0.0/0 1\n10.0.0.0/8 2\n10.2.0.0/16 3\n::/0 4\n2001:db8::/32 5\n2001:db8:2::/48 6\n";
  static const struct { const char *address; guint number; } cases[] = {
    { "10.2.0.9", 3 }, { "10.3.0.9", 2 }, { "8.8.8.8", 1 }, { "2001:db8:2::9", 6 }, { "2001:db8:3::9", 5 }, { "fe80::1", 4 },
  };
  char why[256];
  Routes self;
  Table table;

  routes_init (&self, 10);
  table_open (&table, "t", text, sizeof text - 1, why, sizeof why);
  g_assert_true (routes_read (&self, &table));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint32 number, length;
      guint8 address[16];
      guint n = table_read_address (cases[i].address, address);

      g_assert_true (routes_find (&self, address, n, &number, &length));
      g_assert_cmpuint (number, ==, cases[i].number);
    }
  routes_clear (&self);
}

/* ---- meters -------------------------------------------------------------------------------------------------------- */

/* Tokens as a fraction whose denominator is the clock, never divided. */
typedef struct
{
  unsigned __int128 now, most, rate;
} Fraction;

static void
fraction_init (Fraction *self,
               guint64 rate,
               guint64 burst,
               guint64 hertz)
{
  *self = (Fraction){ (unsigned __int128) burst * 1024 * hertz, (unsigned __int128) burst * 1024 * hertz, (unsigned __int128) rate * 1024 };
}

static void
test_meters (void)
{
  for (guint round = 0; round < 20; round++)
    {
      static const guint64 clocks[] = { 800000000, 1000000007, 999999 };
      guint64 hertz = clocks[round % 3], committed = 1 + draw (1000000000), peak = committed + draw (1000000000), cycle = 0, n_colours[3] = { 0 };
      guint64 committed_burst = draw (4000), peak_burst = draw (8000);
      Fraction c, p;
      MeterBuckets self;

      fraction_init (&c, committed, committed_burst, hertz);
      fraction_init (&p, peak, peak_burst, hertz);
      meter_buckets_init (&self, committed, committed_burst, peak, peak_burst);
      for (guint i = 0; i < 50000; i++)
        {
          guint64 cycles = draw (3) == 0 ? 0 : draw (2000);
          guint32 n = draw (1600);
          unsigned __int128 tokens = (unsigned __int128) n * 1024 * hertz;
          Colour colour = COLOUR_GREEN;

          cycle += cycles;
          c.now = MIN (c.most, c.now + c.rate * cycles);
          p.now = MIN (p.most, p.now + p.rate * cycles);
          if (p.now < tokens)
            colour = COLOUR_RED;
          else
            {
              /* Whole tokens are spent: what is less than one is not there. */
              p.now -= tokens;
              if (c.now < tokens)
                colour = COLOUR_YELLOW;
              else
                c.now -= tokens;
            }
          g_assert_cmpint (meter_buckets_take (&self, hertz, cycle, n), ==, colour);
          n_colours[colour]++;
          g_assert_true (self.committed.tokens == (guint64) (c.now / hertz) && self.committed.rest == (guint64) (c.now % hertz));
          g_assert_true (self.peak.tokens == (guint64) (p.now / hertz) && self.peak.rest == (guint64) (p.now % hertz));
        }
      g_assert_cmpuint (n_colours[0] + n_colours[1] + n_colours[2], ==, 50000);
    }
}

/* ---- clusters ------------------------------------------------------------------------------------------------------ */

/* Of all divisions that make the slowest stage as fast as possible, that which gives the first stages most. */
static gboolean
search (const guint64 *costs,
        guint n_stages,
        guint left,
        guint at,
        guint32 *n,
        guint32 *best,
        double *best_rate)
{
  gboolean found = FALSE;

  if (at == n_stages)
    {
      double rate = G_MAXDOUBLE;

      if (left > 0)
        return FALSE;
      for (guint i = 0; i < n_stages; i++)
        if (costs[i] > 0)
          rate = MIN (rate, n[i] / (double) costs[i]);
      if (rate <= *best_rate)
        return FALSE;
      *best_rate = rate;
      memcpy (best, n, n_stages * sizeof *n);
      return TRUE;
    }
  if (costs[at] == 0)
    {
      n[at] = 0;
      return search (costs, n_stages, left, at + 1, n, best, best_rate);
    }
  for (guint k = left; k >= 1; k--)
    {
      n[at] = k;
      found = search (costs, n_stages, left - k, at + 1, n, best, best_rate) || found;
    }
  return found;
}

static void
test_allotments (void)
{
  /* Shares of Neptune's table 2, and the best divisions of 16 clusters: 3 to 13 is as good for 20 to 80, and gives the first stage less. */
  static const struct { guint64 costs[4]; guint32 n[4]; } paper[] = {
    { { 29, 71 }, { 5, 11 } }, { { 28, 54, 0, 18 }, { 5, 8, 0, 3 } }, { { 28, 55, 0, 17 }, { 5, 8, 0, 3 } }, { { 35, 65 }, { 6, 10 } }, { { 16, 84 }, { 3, 13 } },
    { { 15, 58, 0, 26 }, { 3, 9, 0, 4 } }, { { 52, 48 }, { 8, 8 } }, { { 20, 80 }, { 4, 12 } }, { { 19, 59, 22 }, { 3, 9, 4 } }, { { 17, 83 }, { 3, 13 } },
    { { 16, 50, 17, 17 }, { 3, 7, 3, 3 } },
  };
  guint32 found[4];

  for (guint i = 0; i < G_N_ELEMENTS (paper); i++)
    {
      g_assert_true (allotment_divide (paper[i].costs, 4, 16, found));
      g_assert_cmpmem (found, sizeof found, paper[i].n, sizeof paper[i].n);
    }
  for (guint i = 0; i < 400; i++)
    {
      guint n_stages = 1 + draw (4), n_clusters = 1 + draw (14);
      guint32 n[4] = { 0 }, best[4] = { 0 };
      guint64 costs[4] = { 0 };
      double rate = 0;

      for (guint at = 0; at < n_stages; at++)
        costs[at] = draw (3) == 0 ? 0 : 1 + draw (20);
      g_assert_cmpint (allotment_divide (costs, n_stages, n_clusters, found), ==, search (costs, n_stages, n_clusters, 0, n, best, &rate) && rate < G_MAXDOUBLE);
      if (rate > 0 && rate < G_MAXDOUBLE)
        g_assert_cmpmem (found, n_stages * sizeof *found, best, n_stages * sizeof *best);
    }
}

static void
test_parsing (void)
{
  static const struct { const char *text; gboolean is_good; guint32 n[3]; } cases[] = {
    { "5,8,3", TRUE, { 5, 8, 3 } }, { "5", TRUE, { 5, 0, 0 } }, { "0,16", TRUE, { 0, 16, 0 } }, { "", FALSE, { 0 } }, { "1,2,3,4", FALSE, { 0 } }, { "1,,2", FALSE, { 0 } },
    { "1,", FALSE, { 0 } }, { "-1,2", FALSE, { 0 } }, { "1 2", FALSE, { 0 } }, { "1234567", FALSE, { 0 } },
  };
  static const char text[] = "# costs\na 1 2\nb 3\nlong 1 2 3 4\nx y\n";
  guint64 costs[3];
  guint32 n[3];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (allotment_parse (cases[i].text, 3, n), ==, cases[i].is_good);
      if (cases[i].is_good)
        g_assert_cmpmem (n, sizeof n, cases[i].n, sizeof cases[i].n);
    }
  for (guint i = 0; i < 4; i++)
    {
      static const struct { const char *name, *why; } lines[] = {
        { "b", "" }, { "c", "t:5: there is no line “c”" }, { "long", "t:4: “long” has the costs of 4 stages; it must have from 1 to 3" },
        { "x", "t:5: the cost is “y”; it must be a whole number from 0 to 1099511627776" },
      };
      char why[256];
      Table table;

      table_open (&table, "t", text, sizeof text - 1, why, sizeof why);
      g_assert_cmpint (allotment_read_costs (&table, lines[i].name, 3, costs), ==, i == 0);
      g_assert_cmpstr (why, ==, lines[i].why);
      g_assert_true (i > 0 || (costs[0] == 3 && costs[1] == 0 && costs[2] == 0));
    }
}

/* ---- what leaves --------------------------------------------------------------------------------------------------- */

static void
test_order (void)
{
  for (guint round = 0; round < 50; round++)
    {
      guint n = 1 + draw (200), taken = 0;
      g_autofree guint *turns = g_new (guint, n);
      Order self = { .places = NULL };

      for (guint i = 0; i < n; i++)
        {
          guint at = draw (i + 1);

          turns[i] = turns[at];
          turns[at] = i + 1;
        }
      for (guint i = 0; i < n; i++)
        {
          gpointer item;

          g_assert_true (order_put (&self, turns[i], GUINT_TO_POINTER (turns[i])));
          while ((item = order_take (&self)) != NULL)
            g_assert_cmpuint (GPOINTER_TO_UINT (item), ==, ++taken);
        }
      g_assert_cmpuint (taken, ==, n);
      order_clear (&self);
    }
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const guint64 *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Exact for what is short, and within a 1024th. */
static void
test_latencies (void)
{
  static const double shares[] = { 0.001, 0.5, 0.9, 0.99, 1 };
  g_autofree Latencies *self = g_new0 (Latencies, 1);
  guint64 values[1000];

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      values[i] = (guint64) draw (G_MAXINT32) >> draw (31);
      latencies_add (self, values[i]);
    }
  qsort (values, G_N_ELEMENTS (values), sizeof *values, compare);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      guint64 expected = values[(guint) (shares[i] * G_N_ELEMENTS (values)) - 1], found = latencies_get (self, shares[i]);

      if (expected < LATENCIES_EXACT)
        g_assert_cmpuint (found, ==, expected);
      g_assert_cmpuint (found, <=, expected);
      g_assert_cmpuint (found, >=, expected - expected / 1024);
    }
  latencies_add (self, G_MAXUINT64);
  g_assert_cmpuint (latencies_get (self, 1), >, G_MAXUINT64 - G_MAXUINT64 / 1000);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/libraries/tables/addresses", test_addresses);
  g_test_add_func ("/engine/libraries/tables/lines", test_lines);
  g_test_add_func ("/engine/libraries/tables/faults", test_faults);
  g_test_add_func ("/engine/libraries/tables/entries", test_entries);
  g_test_add_func ("/engine/libraries/tables/routes", test_routes);
  g_test_add_func ("/engine/libraries/tables/three-routes", test_three_routes);
  g_test_add_func ("/engine/libraries/tables/meters", test_meters);
  g_test_add_func ("/engine/libraries/tables/allotments", test_allotments);
  g_test_add_func ("/engine/libraries/tables/parsing", test_parsing);
  g_test_add_func ("/engine/libraries/tables/order", test_order);
  g_test_add_func ("/engine/libraries/tables/latencies", test_latencies);
  return g_test_run ();
}
