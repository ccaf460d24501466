/* simgrid-generate.c: SimGrid platforms of every kind of zone, drawn at random
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "simgrid-generate.h"

#include <stdlib.h>
#include <string.h>

static gint
pick (GRand *random,
      gint n)
{
  return g_rand_int_range (random, 0, n);
}

static void
begin (GString *text,
       const char *routing)
{
  g_string_append_printf (text,
                          "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
                          "<zone id=\"world\" routing=\"%s\">\n",
                          routing);
}

static void
end (GString *text)
{
  g_string_append (text, "</zone>\n</platform>\n");
}

static void
link (GRand *random,
      GString *text,
      const char *name,
      const char *policy)
{
  g_string_append_printf (text, "<link id=\"%s\" bandwidth=\"%dkBps\" latency=\"%dns\" sharing_policy=\"%s\"/>\n", name, 1000 + pick (random, 1000000),
                          1000 + pick (random, 1000000), policy);
}

/* ---- clusters ----------------------------------------------------------------------------------------------------------- */

static void
cluster (GRand *random,
         GString *text,
         const char *id,
         gint n,
         const char *topology,
         const char *parameters)
{
  gint gap = g_strcmp0 (topology, "DRAGONFLY") != 0 ? pick (random, 3) : 0;

  g_string_append_printf (text, "<cluster id=\"%s\" prefix=\"%s-\" suffix=\".me\" radical=\"%d-%d,%d-%d\" speed=\"1Gf\" bw=\"%dMBps\" lat=\"%dus\"", id, id, 1, n / 2,
                          n / 2 + 1 + gap, n + gap, 10 + pick (random, 1000), 1 + pick (random, 100));
  if (pick (random, 2) == 0)
    g_string_append (text, " sharing_policy=\"SHARED\"");
  if (pick (random, 3) == 0 && g_strcmp0 (topology, "FAT_TREE") != 0) /* there SimGrid gives several limiters one name */
    g_string_append_printf (text, " limiter_link=\"%dMBps\"", 10 + pick (random, 1000));
  if (topology == NULL && pick (random, 3) > 0)
    g_string_append_printf (text, " bb_bw=\"%dMBps\" bb_lat=\"%dus\"%s", 100 + pick (random, 2000), pick (random, 100),
                            pick (random, 2) == 0 ? " bb_sharing_policy=\"FATPIPE\"" : "");
  if (topology != NULL)
    g_string_append_printf (text, " topology=\"%s\" topo_parameters=\"%s\"", topology, parameters);
  g_string_append (text, "/>\n");
}

static void
flat (GRand *random,
      GString *text)
{
  begin (text, "Full");
  cluster (random, text, "c", 4 + pick (random, 20), NULL, NULL);
  end (text);
}

static void
torus (GRand *random,
       GString *text)
{
  static const struct { const char *sizes; gint n; } sizes[] = {
    { "5", 5 }, { "6", 6 }, { "4,4", 16 }, { "2,3", 6 }, { "5,4", 20 }, { "3,2,3", 18 }, { "2,2,2", 8 }, { "4,1,6", 24 }, { "4,2,2,2", 32 },
  };
  gint i = pick (random, G_N_ELEMENTS (sizes));

  begin (text, "Full");
  cluster (random, text, "c", sizes[i].n, "TORUS", sizes[i].sizes);
  end (text);
}

static const struct { const char *sizes; gint n; } trees[] = {
  { "1;4;1;1", 4 }, { "2;4,4;1,2;1,1", 16 }, { "2;4,4;1,4;1,1", 16 }, { "2;4,4;2,2;1,1", 16 }, { "3;2,3,2;1,2,2;1,1,1", 12 }, { "2;3,4;1,2;1,2", 12 },
  { "2;4,3;1,2;2,1", 12 }, { "2;2,3;2,2;2,3", 6 }, { "3;2,2,3;1,2,1;1,2,2", 12 }, { "3;3,2,2;2,2,2;1,1,1", 12 },
};

static void
fat_tree (GRand *random,
          GString *text)
{
  gint i = pick (random, G_N_ELEMENTS (trees));

  begin (text, "Full");
  cluster (random, text, "c", trees[i].n, "FAT_TREE", trees[i].sizes);
  end (text);
}

static void
dragonfly (GRand *random,
           GString *text)
{
  static const struct { const char *sizes; gint n; } sizes[] = {
    { "2,1;1,1;2,1;3", 12 }, { "1,1;4,2;1,1;3", 12 }, { "3,2;1,1;5,2;2", 30 }, { "4,1;1,1;4,1;2", 32 }, { "2,3;1,1;3,2;4", 24 },
  };
  gint i = pick (random, G_N_ELEMENTS (sizes));

  begin (text, "Full");
  cluster (random, text, "c", sizes[i].n, "DRAGONFLY", sizes[i].sizes);
  end (text);
}

#define GROUPS 3
#define CHASSIS 3
#define BLADES 3
#define NODES 2

static void
dragonfly_chassis (GRand *random,
                   GString *text)
{
  begin (text, "Full");
  cluster (random, text, "c", GROUPS * CHASSIS * BLADES * NODES, "DRAGONFLY", "3,4;3,2;3,1;2");
  end (text);
}

static gint
member_of (const char *name)
{
  return atoi (name + strlen ("c-")) - 1;
}

/* After a green link SimGrid goes on from the first chassis, wherever it came from. */
static gboolean
leaves_chassis (const char *from,
                const char *to)
{
  gint a = member_of (from) / NODES, b = member_of (to) / NODES;

  return a / (BLADES * CHASSIS) == b / (BLADES * CHASSIS) && a / BLADES % CHASSIS != 0 && a % BLADES != b % BLADES;
}

/* ---- stars ---------------------------------------------------------------------------------------------------------------- */

static void
star (GRand *random,
      GString *text)
{
  gint n = 3 + pick (random, 5);

  begin (text, "Cluster");
  for (gint i = 0; i < n; i++)
    g_string_append_printf (text, "<host id=\"h%d\" speed=\"1Gf\"/>\n", i);
  for (gint i = 0; i < n; i++)
    {
      g_autofree char *up = g_strdup_printf ("up%d", i);
      g_autofree char *down = g_strdup_printf ("down%d", i);

      link (random, text, up, "SHARED");
      link (random, text, down, "SHARED");
      if (pick (random, 2) == 0)
        g_string_append_printf (text, "<host_link id=\"h%d\" up=\"up%d\" down=\"down%d\"/>\n", i, i, pick (random, 2) == 0 ? i : pick (random, i + 1));
      else
        g_string_append_printf (text, "<host_link id=\"h%d\" up=\"up%d\" down=\"up%d\"/>\n", i, i, i);
    }
  g_string_append_printf (text, "<cabinet id=\"cab\" prefix=\"n\" suffix=\"x\" radical=\"1-%d\" speed=\"1Gf\" bw=\"%dMBps\" lat=\"%dus\"/>\n", 1 + pick (random, 6),
                          10 + pick (random, 500), 1 + pick (random, 100));
  if (pick (random, 2) == 0)
    g_string_append_printf (text, "<backbone id=\"bb\" bandwidth=\"%dMBps\" latency=\"%dus\"/>\n", 10 + pick (random, 1000), 1 + pick (random, 100));
  end (text);
}

/* ---- explicit routes -------------------------------------------------------------------------------------------------------- */

static const char *const policies[] = { "SHARED", "SPLITDUPLEX", "FATPIPE" };

static gint
links (GRand *random,
       GString *text,
       const char *prefix,
       gint n,
       gint *kinds)
{
  for (gint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%sl%d", prefix, i);

      kinds[i] = pick (random, 3);
      link (random, text, name, policies[kinds[i]]);
    }
  return n;
}

static void
steps (GRand *random,
       GString *text,
       const char *prefix,
       gint n_links,
       const gint *kinds)
{
  gint n = 1 + pick (random, 4), first = pick (random, n_links);

  for (gint i = 0; i < n && i < n_links; i++)
    {
      gint k = (first + i) % n_links;

      g_string_append_printf (text, "<link_ctn id=\"%sl%d\"%s/>", prefix, k, kinds[k] != 1 ? "" : pick (random, 2) == 0 ? " direction=\"UP\"" : " direction=\"DOWN\"");
    }
}

/* Routes between all points of a zone; some are not symmetrical. */
static void
full_zone (GRand *random,
           GString *text,
           const char *prefix,
           gint n)
{
  gint kinds[8], n_links;

  for (gint i = 0; i < n; i++)
    g_string_append_printf (text, i == n - 1 ? "<router id=\"%sr\"/>\n" : "<host id=\"%sh%d\" speed=\"1Gf\"/>\n", prefix, i);
  n_links = links (random, text, prefix, 2 + pick (random, 6), kinds);
  for (gint i = 0; i < n; i++)
    for (gint k = i + 1; k < n; k++)
      {
        g_autofree char *a = g_strdup_printf ("%sh%d", prefix, i);
        g_autofree char *b = k == n - 1 ? g_strdup_printf ("%sr", prefix) : g_strdup_printf ("%sh%d", prefix, k);
        gboolean symmetrical = pick (random, 3) > 0;

        for (gint way = 0; way < (symmetrical ? 1 : 2); way++)
          {
            g_string_append_printf (text, "<route src=\"%s\" dst=\"%s\" symmetrical=\"%s\">", way == 0 ? a : b, way == 0 ? b : a, symmetrical ? "YES" : "NO");
            steps (random, text, prefix, n_links, kinds);
            g_string_append (text, "</route>\n");
          }
      }
  if (pick (random, 2) == 0 && n > 2)
    {
      g_string_append_printf (text, "<bypassRoute src=\"%sh1\" dst=\"%sh0\">", prefix, prefix);
      steps (random, text, prefix, n_links, kinds);
      g_string_append (text, "</bypassRoute>\n");
    }
}

static void
full (GRand *random,
      GString *text)
{
  begin (text, "Full");
  full_zone (random, text, "", 3 + pick (random, 8));
  end (text);
}

/* A tree and some more routes; each between neighbours, over links of its own and shared ones. */
static void
graph_zone (GRand *random,
            GString *text,
            const char *prefix,
            gint n)
{
  gint n_more = pick (random, 3) == 0 ? 0 : pick (random, n), shared[2], n_link = 0;
  gboolean pure = pick (random, 4) == 0; /* routers inside, links of each route its own: the tree alone says it all */
  g_autoptr (GString) routes = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree char *common = g_strconcat (prefix, "s", NULL);

  for (gint i = 0; i < n; i++)
    g_string_append_printf (text, i == 0 || (pure ? i < n / 2 : pick (random, 3) == 0) ? "<router id=\"%sp%d\"/>\n" : "<host id=\"%sp%d\" speed=\"1Gf\"/>\n", prefix, i);
  links (random, text, common, 2, shared);
  for (gint i = 1; i < n + (pure ? 0 : n_more); i++)
    {
      gint a = i < n ? i : pick (random, n), b = i < n ? pick (random, pure ? MIN (i, n / 2) : i) : pick (random, n);
      gint own = 1 + pick (random, 3);

      if (a == b || !g_hash_table_add (seen, GINT_TO_POINTER (MIN (a, b) * 1000 + MAX (a, b) + 1)))
        continue;
      g_string_append_printf (routes, "<route src=\"%sp%d\" dst=\"%sp%d\">", prefix, a, prefix, b);
      for (gint k = 0; k < own; k++)
        {
          g_autofree char *name = g_strdup_printf ("%sg%d", prefix, n_link++);
          gboolean split = pick (random, 2) == 0;

          link (random, text, name, split ? "SPLITDUPLEX" : "SHARED");
          g_string_append_printf (routes, "<link_ctn id=\"%s\"%s/>", name, !split ? "" : pick (random, 2) == 0 ? " direction=\"UP\"" : " direction=\"DOWN\"");
        }
      if (!pure && pick (random, 4) == 0)
        steps (random, routes, common, 2, shared);
      g_string_append (routes, "</route>\n");
    }
  g_string_append (text, routes->str);
}

static void
floyd (GRand *random,
       GString *text)
{
  begin (text, "Floyd");
  graph_zone (random, text, "", 4 + pick (random, 14));
  end (text);
}

static void
dijkstra (GRand *random,
          GString *text)
{
  begin (text, pick (random, 2) == 0 ? "Dijkstra" : "DijkstraCache");
  graph_zone (random, text, "", 4 + pick (random, 14));
  end (text);
}

/* ---- zones in zones ----------------------------------------------------------------------------------------------------------- */

static void
zone_route (GRand *random,
            GString *text,
            const char *a,
            const char *gateway_a,
            const char *b,
            const char *gateway_b,
            const gint *kinds)
{
  g_string_append_printf (text, "<zoneRoute src=\"%s\" dst=\"%s\" gw_src=\"%s\" gw_dst=\"%s\">", a, b, gateway_a, gateway_b);
  steps (random, text, "w", 4, kinds);
  g_string_append (text, "</zoneRoute>\n");
}

static void
nested (GRand *random,
        GString *text)
{
  gint kinds[4];
  const char *gateway = pick (random, 2) == 0 ? "c-1.me" : "c-c_router.me";

  begin (text, pick (random, 2) == 0 ? "Full" : "Floyd");
  cluster (random, text, "c", 4 + pick (random, 4), NULL, NULL);
  g_string_append (text, "<zone id=\"f\" routing=\"Full\">\n");
  full_zone (random, text, "f", 3 + pick (random, 3));
  g_string_append (text, "</zone>\n<zone id=\"outer\" routing=\"Full\">\n<zone id=\"g\" routing=\"Dijkstra\">\n");
  graph_zone (random, text, "g", 4 + pick (random, 4));
  g_string_append (text, "</zone>\n");
  cluster (random, text, "t", 8, "TORUS", "4,2");
  g_string_append (text, "<link id=\"inner\" bandwidth=\"1GBps\" latency=\"1ms\"/>\n<zoneRoute src=\"g\" dst=\"t\" gw_src=\"gp0\" gw_dst=\"t-2.me\"><link_ctn id=\"inner\"/></zoneRoute>\n</zone>\n");
  links (random, text, "w", 4, kinds);
  zone_route (random, text, "c", gateway, "f", "fr", kinds);
  zone_route (random, text, "outer", "gp0", "c", gateway, kinds);
  zone_route (random, text, "f", "fr", "outer", "gp0", kinds);
  end (text);
}

const SimgridCase simgrid_cases[] = {
  { "flat", flat, 12 },
  { "torus", torus, 16 },
  { "fat-tree", fat_tree, 16 },
  { "dragonfly", dragonfly, 10 },
  { "dragonfly-chassis", dragonfly_chassis, 4, leaves_chassis },
  { "star", star, 12 },
  { "full", full, 20 },
  { "floyd", floyd, 20 },
  { "dijkstra", dijkstra, 20 },
  { "nested", nested, 20 },
};

const guint simgrid_n_cases = G_N_ELEMENTS (simgrid_cases);
