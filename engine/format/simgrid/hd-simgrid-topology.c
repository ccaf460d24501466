/* hd-simgrid-topology.c: SimGrid's clusters as modules
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A cluster is a page of arrays and link patterns, whatever its size. What SimGrid calls a limiter is passed by all that enters or leaves a node: the
 * switch there becomes a medium with that bandwidth, and a host gets one of its own.
 *
 * Source: SimGrid 3.32, "Platform file description", clusters; tests/reference/simgrid-platforms.c compares the routes of all pairs.
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-topology.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-name-list.h"

#define MAX_DIMENSIONS 8
#define MAX_LEVELS 8
#define MAX_NUMBER 4096
#define MAX_CABLES (1 << 24) /* of a level of a fat tree */
#define MAX_EXPLICIT 512 /* members of a fat tree between all of which routes are written */

/* ---- hosts as the project has them ------------------------------------------------------------------------------------ */

void
hd_simgrid_append_host (GString *text,
                        double flop_per_s,
                        guint cores)
{
  hd_import_append_quantity (text, "fp32", flop_per_s, "FLOP/s");
  if (cores > 1)
    g_string_append_printf (text, " cores=\"%u\"", cores);
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static const char *
form_of (HdSimgridRouting routing)
{
  return routing == HD_SIMGRID_TORUS ? "4,4,2" : routing == HD_SIMGRID_FAT_TREE ? "2;4,4;1,2;1,2" : "3,4;4,3;5,1;2";
}

/* Appends the numbers of "4,4" to @numbers; how many there were, 0 if they are not such. */
static guint
read_numbers (const char *text,
              GArray *numbers)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  guint n = 0;

  for (; words[n] != NULL; n++)
    {
      guint64 number;
      guint value;

      if (!g_ascii_string_to_unsigned (g_strstrip (words[n]), 10, 1, MAX_NUMBER, &number, NULL))
        return 0;
      value = (guint) number;
      g_array_append_val (numbers, value);
    }
  return n;
}

static gboolean
has_form (const HdSimgridCluster *cluster,
          HdSimgridRouting routing,
          const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);
  guint n_parts = g_strv_length (parts);
  guint counts[4] = { 0 };

  for (guint i = 0; i < n_parts && i < G_N_ELEMENTS (counts); i++)
    if ((counts[i] = read_numbers (parts[i], cluster->numbers)) == 0)
      return FALSE;
  if (routing == HD_SIMGRID_TORUS)
    return n_parts == 1 && counts[0] <= MAX_DIMENSIONS;
  if (n_parts != 4)
    return FALSE;
  if (routing == HD_SIMGRID_DRAGONFLY)
    return counts[0] == 2 && counts[1] == 2 && counts[2] == 2 && counts[3] == 1;
  return counts[0] == 1 && g_array_index (cluster->numbers, guint, 0) <= MAX_LEVELS && counts[1] == g_array_index (cluster->numbers, guint, 0)
         && counts[2] == counts[1] && counts[3] == counts[1];
}

static guint
number (const HdSimgridCluster *cluster,
        guint i)
{
  return g_array_index (cluster->numbers, guint, i);
}

/* Of a fat tree: children, parents and parallel links of level @level. */
static guint
down_of (const HdSimgridCluster *cluster,
         guint level)
{
  return number (cluster, 1 + level);
}

static guint
up_of (const HdSimgridCluster *cluster,
       guint level)
{
  return number (cluster, 1 + number (cluster, 0) + level);
}

static guint
cables_of (const HdSimgridCluster *cluster,
           guint level)
{
  return number (cluster, 1 + 2 * number (cluster, 0) + level);
}

static guint64
count_members (const HdSimgridCluster *cluster,
               HdSimgridRouting routing)
{
  guint64 n = 1;

  if (routing == HD_SIMGRID_DRAGONFLY)
    return (guint64) number (cluster, 0) * number (cluster, 2) * number (cluster, 4) * number (cluster, 6);
  for (guint i = 0; i < (routing == HD_SIMGRID_TORUS ? cluster->numbers->len : number (cluster, 0)) && n < G_MAXUINT32; i++)
    n *= routing == HD_SIMGRID_TORUS ? number (cluster, i) : down_of (cluster, i);
  return n;
}

/* The first level with over %MAX_CABLES, counted from 1; 0 if there is none, and then no product of the numbers overflows. */
static guint
find_crowded (const HdSimgridCluster *cluster)
{
  guint64 n = cluster->n; /* nodes or switches below */

  for (guint level = 0; level < number (cluster, 0); level++)
    {
      if (n * up_of (cluster, level) * cables_of (cluster, level) > MAX_CABLES)
        return level + 1;
      n = n / down_of (cluster, level) * up_of (cluster, level);
    }
  return 0;
}

gboolean
hd_simgrid_topology_read (HdSimgridPoint *point,
                          const char *text,
                          HdXmlEvents *events)
{
  const HdSimgridCluster *cluster = point->cluster;
  guint64 n;
  guint crowded;

  if (!has_form (cluster, point->routing, text))
    return hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("topo_parameters of “%.80s” is “%.80s”; it should be whole numbers from 1 to %d such as %s"),
                               point->name, text, MAX_NUMBER, form_of (point->routing));
  n = count_members (cluster, point->routing);
  if (n != cluster->n)
    return hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("topo_parameters of “%.80s” make %u members, but radical names %u"),
                               point->name, (guint) MIN (n, G_MAXUINT), cluster->n);
  if (point->routing == HD_SIMGRID_DRAGONFLY && number (cluster, 0) > number (cluster, 4))
    return hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("Dragonfly “%.80s” has %u groups, but chassis of only %u routers: router n of a chassis leads to group n"),
                               point->name, number (cluster, 0), number (cluster, 4));
  crowded = point->routing == HD_SIMGRID_FAT_TREE ? find_crowded (cluster) : 0;
  if (crowded > 0)
    return hd_xml_events_fail (events, HD_ERROR_LIMIT, 0, _("Fat tree “%.80s” has more than %d cables at level %u"), point->name, MAX_CABLES, crowded);
  return TRUE;
}

/* ---- hosts and links --------------------------------------------------------------------------------------------------- */

static void
append_link_values (GString *links,
                    const HdSimgridCluster *cluster,
                    guint width)
{
  hd_import_append_bandwidth (links, cluster->bandwidth * width);
  hd_import_append_latency (links, cluster->latency);
  g_string_append_printf (links, " sharing=\"%s\"", cluster->policy == HD_SIMGRID_SPLIT ? "split" : "shared");
}

static void
write_component (GString *items,
                 const char *id,
                 const char *type,
                 const char *count,
                 double limit,
                 guint row)
{
  g_string_append_printf (items, "    <component id=\"%s\" type=\"%s\"%s%s%s x=\"0\" y=\"%u\"", id, type, *count != '\0' ? " count=\"" : "", count,
                          *count != '\0' ? "\"" : "", 160 * row);
  if (limit > 0)
    hd_import_append_bandwidth (items, limit);
  g_string_append (items, "/>\n");
}

static char *
dup_names (const HdSimgridCluster *cluster)
{
  g_autofree char *prefix = hd_name_list_escape (cluster->prefix), *suffix = hd_name_list_escape (cluster->suffix);
  GString *names = g_string_new (prefix);

  for (guint i = 0; i < cluster->radicals->len; i += 2)
    {
      guint32 first = g_array_index (cluster->radicals, guint32, i), last = g_array_index (cluster->radicals, guint32, i + 1);

      g_string_append_printf (names, first == last ? "%s%u" : "%s%u-%u", i == 0 ? "[" : ",", first, last);
    }
  g_string_append_printf (names, "]%s", suffix);
  return g_string_free (names, FALSE);
}

/* The hosts, and what limits each of them; what their links start from, with @indices. */
static char *
write_hosts (const HdSimgridPoint *point,
             const char *count,
             const char *indices,
             const char *ranges,
             gboolean limited,
             guint row,
             GString *items,
             GString *links)
{
  g_autofree char *names = dup_names (point->cluster);

  g_string_append_printf (items, "    <component id=\"node\" type=\"fabric.host\" count=\"%s\" x=\"0\" y=\"%u\"", count, 160 * row);
  hd_import_append_attribute (items, "names", names);
  hd_simgrid_append_host (items, point->speed, point->cores);
  g_string_append (items, "/>\n");
  if (!limited)
    return g_strdup_printf ("node%s.port", indices);
  write_component (items, "limiter", "fabric.medium", count, point->cluster->limiter_bandwidth, row - 1);
  g_string_append_printf (links, "    <link id=\"own\" from=\"node%s.port\" to=\"limiter%s.port\" for=\"%s\" class=\"wire\"/>\n", indices, indices, ranges);
  return g_strdup_printf ("limiter%s.port", indices);
}

static void
write_switches (const HdSimgridPoint *point,
                const char *id,
                const char *count,
                guint row,
                GString *items)
{
  double limit = point->cluster->limiter_bandwidth;

  write_component (items, id, limit > 0 ? "fabric.medium" : "fabric.switch", count, limit, row);
}

/* A switch has numbered ports, a medium one port for all. */
static char *
dup_port (const HdSimgridPoint *point,
          const char *format,
          ...)
{
  g_autofree char *number_text = NULL;
  va_list arguments;

  if (point->cluster->limiter_bandwidth > 0)
    return g_strdup ("");
  va_start (arguments, format);
  number_text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return g_strdup_printf ("[%s]", number_text);
}

/* ---- flat -------------------------------------------------------------------------------------------------------------- */

static void
write_flat (const HdSimgridPoint *point,
            GString *items,
            GString *links)
{
  const HdSimgridCluster *cluster = point->cluster;
  g_autofree char *count = g_strdup_printf ("%u", cluster->n);
  g_autofree char *ranges = g_strdup_printf ("i=0..%u", cluster->n - 1);
  g_autofree char *from = write_hosts (point, count, "[i]", ranges, cluster->limiter_bandwidth > 0, 3, items, links);
  gboolean backbone = cluster->backbone_bandwidth > 0;
  const char *centre = backbone ? "backbone.port" : "switch.port[i]";
  g_autofree char *out = backbone ? g_strdup (centre) : g_strdup_printf ("switch.port[%u]", cluster->n);

  if (backbone)
    {
      g_string_append_printf (items, "    <component id=\"backbone\" type=\"fabric.medium\" x=\"0\" y=\"160\"");
      hd_import_append_bandwidth (items, cluster->backbone_bandwidth);
      hd_import_append_latency (items, cluster->backbone_latency);
      g_string_append_printf (items, "%s/>\n", cluster->backbone_policy == HD_SIMGRID_FAT_PIPE ? " sharing=\"each\"" : "");
    }
  else
    g_string_append (items, "    <component id=\"switch\" type=\"fabric.switch\" x=\"0\" y=\"160\"/>\n");
  g_string_append (items, "    <component id=\"router\" type=\"fabric.switch\" x=\"0\" y=\"0\"");
  hd_import_append_name (items, cluster->router);
  g_string_append (items, "/>\n");
  g_string_append_printf (links, "    <link id=\"up\" from=\"%s\" to=\"%s\" for=\"%s\"", from, centre, ranges);
  append_link_values (links, cluster, 1);
  g_string_append_printf (links, "/>\n    <link id=\"out\" from=\"%s\" to=\"router.port[0]\" class=\"wire\"/>\n", out);
}

/* ---- torus ------------------------------------------------------------------------------------------------------------- */

static void
write_torus (const HdSimgridPoint *point,
             GString *items,
             GString *links)
{
  const HdSimgridCluster *cluster = point->cluster;
  guint n = cluster->numbers->len;
  g_autoptr (GString) count = g_string_new (NULL);
  g_autoptr (GString) indices = g_string_new (NULL);
  g_autoptr (GString) ranges = g_string_new (NULL);
  g_autofree char *from = NULL;
  g_autofree char *port = dup_port (point, "%u", 2 * n);

  /* SimGrid counts along the first dimension first, an array along its last. */
  for (guint d = n; d > 0; d--)
    {
      g_string_append_printf (count, "%s%u", d < n ? "x" : "", number (cluster, d - 1));
      g_string_append_printf (indices, "[d%u]", d - 1);
      g_string_append_printf (ranges, "%sd%u=0..%u", d < n ? " " : "", d - 1, number (cluster, d - 1) - 1);
    }
  from = write_hosts (point, count->str, indices->str, ranges->str, FALSE, 1, items, links);
  write_switches (point, "router", count->str, 0, items);
  g_string_append_printf (links, "    <link id=\"own\" from=\"%s\" to=\"router%s.port%s\" for=\"%s\" class=\"wire\"/>\n", from, indices->str, port, ranges->str);
  for (guint d = 0; d < n; d++)
    {
      g_autoptr (GString) next = g_string_new (NULL);
      g_autofree char *out = dup_port (point, "%u", 2 * d);
      g_autofree char *in = dup_port (point, "%u", 2 * d + 1);

      if (number (cluster, d) == 1)
        continue;
      for (guint e = n; e > 0; e--)
        if (e - 1 == d)
          g_string_append_printf (next, "[(d%u+1)%%%u]", d, number (cluster, d));
        else
          g_string_append_printf (next, "[d%u]", e - 1);
      g_string_append_printf (links, "    <link id=\"ring%u\" from=\"router%s.port%s\" to=\"router%s.port%s\" for=\"%s\"", d, indices->str, out, next->str, in,
                              ranges->str);
      append_link_values (links, cluster, 1);
      g_string_append (links, "/>\n");
    }
}

/* ---- fat tree ----------------------------------------------------------------------------------------------------------- */

/* Digit l of a position tells which of the children of a level-l+1 switch leads there. Below level l digits are those of parents, above of children. */
static guint
lower_of (const HdSimgridCluster *cluster,
          guint level)
{
  guint product = 1;

  for (guint i = 0; i < level; i++)
    product *= up_of (cluster, i);
  return product;
}

static guint
upper_of (const HdSimgridCluster *cluster,
          guint level)
{
  guint product = 1;

  for (guint i = level; i < number (cluster, 0); i++)
    product *= down_of (cluster, i);
  return product;
}

static void
write_fat_tree (const HdSimgridPoint *point,
                GString *items,
                GString *links)
{
  const HdSimgridCluster *cluster = point->cluster;
  guint n_levels = number (cluster, 0);
  g_autofree char *count = g_strdup_printf ("%u", cluster->n);
  g_autofree char *ranges = g_strdup_printf ("i=0..%u", cluster->n - 1);
  g_autofree char *from = write_hosts (point, count, "[i]", ranges, cluster->limiter_bandwidth > 0, n_levels + 1, items, links);

  for (guint level = 0; level < n_levels; level++)
    {
      guint low = lower_of (cluster, level), high = upper_of (cluster, level + 1);
      guint down = down_of (cluster, level), up = up_of (cluster, level), cables = cables_of (cluster, level);
      g_autofree char *id = g_strdup_printf ("level%u", level + 1);
      g_autofree char *size = g_strdup_printf ("%u", low * up * high);
      g_autofree char *child = level > 0 ? g_strdup_printf ("level%u", level) : g_strndup (from, strcspn (from, "["));
      g_autofree char *child_port = level > 0 ? dup_port (point, "%u+b+j*%u", down_of (cluster, level - 1) * cables_of (cluster, level - 1), up) : g_strdup ("");
      g_autofree char *port = dup_port (point, "a+j*%u", down);

      write_switches (point, id, size, n_levels - 1 - level, items);
      g_string_append_printf (links,
                              "    <link id=\"up%u\" from=\"%s[lo+%u*(a+%u*hi)].port%s\" to=\"level%u[lo+%u*(b+%u*hi)].port%s\" for=\"j=0..%u lo=0..%u hi=0..%u a=0..%u b=0..%u\"",
                              level, child, low, down, child_port, level + 1, low, up, port, cables - 1, low - 1, high - 1, down - 1, up - 1);
      append_link_values (links, cluster, 1);
      g_string_append (links, "/>\n");
    }
}

/* Whether choosing among equally short ways by the destination's index gives the routes of SimGrid 3.32, which counts positions on from one fat tree to
 * the next, and takes one of several cables by the source. */
static gboolean
is_modulo (const HdSimgridCluster *cluster)
{
  for (guint level = 0; level < number (cluster, 0); level++)
    if (cables_of (cluster, level) > 1)
      return FALSE;
  return cluster->fat_tree_offset % lower_of (cluster, number (cluster, 0)) == 0;
}

/* A link of the pattern of level @level, by what its index counts. */
static void
append_cable (const HdSimgridCluster *cluster,
              guint level,
              guint cable,
              guint low,
              guint high,
              guint child,
              guint parent,
              GString *via)
{
  guint n = ((cable * lower_of (cluster, level) + low) * upper_of (cluster, level + 1) + high) * down_of (cluster, level) + child;

  g_string_append_printf (via, " up%u[%u]", level, n * up_of (cluster, level) + parent);
}

static gboolean
leads_down_to (const HdSimgridCluster *cluster,
               guint level,
               guint position,
               guint destination)
{
  return level > 0 && position / lower_of (cluster, level) == destination / (cluster->n / upper_of (cluster, level));
}

static void
append_fat_tree_way (const HdSimgridCluster *cluster,
                     guint from,
                     guint to,
                     GString *via)
{
  guint level = 0, position = from, index = to + cluster->fat_tree_offset;

  while (!leads_down_to (cluster, level, position, to))
    {
      guint low = lower_of (cluster, level), down = down_of (cluster, level), up = up_of (cluster, level);
      guint digit = index / low % (up * cables_of (cluster, level));

      append_cable (cluster, level, digit / up, position % low, position / low / down, position / low % down, digit % up, via);
      position = position % low + low * (digit % up + up * (position / low / down));
      level++;
    }
  while (level > 0)
    {
      /* SimGrid goes on among the ports of the next switch where it was among those of the last one. */
      guint port = (from + cluster->fat_tree_offset) % cables_of (cluster, level - 1) * down_of (cluster, level - 1);

      for (; level > 0 && port < down_of (cluster, level - 1) * cables_of (cluster, level - 1); port++)
        {
          guint low = lower_of (cluster, level - 1), down = down_of (cluster, level - 1), up = up_of (cluster, level - 1);
          guint wanted = to / (cluster->n / upper_of (cluster, level - 1)) % down;

          if (port % down != wanted)
            continue;
          append_cable (cluster, level - 1, port / down, position % low, position / low / up, wanted, position / low % up, via);
          position = position % low + low * (wanted + down * (position / low / up));
          level--;
        }
    }
}

static void
write_fat_tree_routes (const HdSimgridCluster *cluster,
                       GString *routes)
{
  gboolean limited = cluster->limiter_bandwidth > 0;

  for (guint from = 0; from < cluster->n; from++)
    for (guint to = 0; to < cluster->n; to++)
      {
        g_autoptr (GString) via = g_string_new (NULL);

        if (from == to)
          continue;
        if (limited)
          g_string_append_printf (via, " own[%u]", from);
        append_fat_tree_way (cluster, from, to, via);
        if (limited)
          g_string_append_printf (via, " own[%u]", to);
        g_string_append_printf (routes, "    <route from=\"node[%u]\" to=\"node[%u]\" via=\"%s\" symmetric=\"false\"/>\n", from, to, via->str + 1);
      }
}

/* ---- dragonfly ---------------------------------------------------------------------------------------------------------- */

/* Green links come before black ones, and those before blue ones: among equally short ways the one with the smallest numbers is SimGrid's. */
static void
write_dragonfly (const HdSimgridPoint *point,
                 GString *items,
                 GString *links)
{
  const HdSimgridCluster *cluster = point->cluster;
  guint groups = number (cluster, 0), chassis = number (cluster, 2), blades = number (cluster, 4), nodes = number (cluster, 6);
  g_autofree char *count = g_strdup_printf ("%ux%ux%ux%u", groups, chassis, blades, nodes);
  g_autofree char *switches = g_strdup_printf ("%ux%ux%u", groups, chassis, blades);
  g_autofree char *ranges = g_strdup_printf ("g=0..%u c=0..%u b=0..%u n=0..%u", groups - 1, chassis - 1, blades - 1, nodes - 1);
  g_autofree char *from = write_hosts (point, count, "[g][c][b][n]", ranges, cluster->limiter_bandwidth > 0, 2, items, links);
  g_autofree char *port_n = dup_port (point, "%u+n", blades + chassis + 1);
  g_autofree char *port_k = dup_port (point, "k");
  g_autofree char *port_b = dup_port (point, "b");
  g_autofree char *chassis_k = dup_port (point, "%u+k", blades);
  g_autofree char *chassis_c = dup_port (point, "%u+c", blades);
  g_autofree char *port_blue = dup_port (point, "%u", blades + chassis);

  write_switches (point, "router", switches, 0, items);
  if (blades > 1)
    {
      g_string_append_printf (links,
                              "    <link id=\"green\" from=\"router[g][c][b].port%s\" to=\"router[g][c][k].port%s\" for=\"g=0..%u c=0..%u b=0..%u k=0..%u\" where=\"b &lt; k\"",
                              port_k, port_b, groups - 1, chassis - 1, blades - 1, blades - 1);
      append_link_values (links, cluster, number (cluster, 5));
      g_string_append (links, "/>\n");
    }
  if (chassis > 1)
    {
      g_string_append_printf (links,
                              "    <link id=\"black\" from=\"router[g][c][b].port%s\" to=\"router[g][k][b].port%s\" for=\"g=0..%u c=0..%u k=0..%u b=0..%u\" where=\"c &lt; k\"",
                              chassis_k, chassis_c, groups - 1, chassis - 1, chassis - 1, blades - 1);
      append_link_values (links, cluster, number (cluster, 3));
      g_string_append (links, "/>\n");
    }
  if (groups > 1)
    {
      g_string_append_printf (links, "    <link id=\"blue\" from=\"router[g][0][h].port%s\" to=\"router[h][0][g].port%s\" for=\"g=0..%u h=0..%u\" where=\"g &lt; h\"",
                              port_blue, port_blue, groups - 1, groups - 1);
      append_link_values (links, cluster, number (cluster, 1));
      g_string_append (links, "/>\n");
    }
  g_string_append_printf (links, "    <link id=\"local\" from=\"%s\" to=\"router[g][c][b].port%s\" for=\"%s\"", from, port_n, ranges);
  append_link_values (links, cluster, 1);
  g_string_append (links, "/>\n");
}

/* ---- all ----------------------------------------------------------------------------------------------------------------- */

void
hd_simgrid_topology_write (const HdSimgridPoint *point,
                           GString *items,
                           GString *links,
                           GString *routes,
                           HdImportReport *report)
{
  switch (point->routing)
    {
    case HD_SIMGRID_TORUS:
      write_torus (point, items, links);
      break;
    case HD_SIMGRID_FAT_TREE:
      write_fat_tree (point, items, links);
      if (!is_modulo (point->cluster) && point->cluster->n <= MAX_EXPLICIT)
        write_fat_tree_routes (point->cluster, routes);
      else if (!is_modulo (point->cluster))
        hd_import_report_add (report, HD_IMPORT_GUESSED, point->line, point->name, NULL,
                              _("which of several cables a route of this fat tree takes: Heddle goes by the destination alone"));
      break;
    case HD_SIMGRID_DRAGONFLY:
      write_dragonfly (point, items, links);
      if (number (point->cluster, 2) > 1 && number (point->cluster, 4) > 1)
        hd_import_report_add (report, HD_IMPORT_GUESSED, point->line, point->name, NULL,
                              _("routes inside a group that start in a chassis other than the first: SimGrid 3.32 leaves out a link there or passes one too many, Heddle passes those that there are"));
      break;
    default:
      write_flat (point, items, links);
    }
}

char *
hd_simgrid_topology_dup_routing (const HdSimgridPoint *point)
{
  return point->routing == HD_SIMGRID_TORUS      ? g_strdup ("dimension-order")
         : point->routing == HD_SIMGRID_FAT_TREE ? g_strdup ("destination-modulo")
                                                 : NULL;
}

char *
hd_simgrid_topology_dup_member (const HdSimgridPoint *point,
                                guint32 member)
{
  const HdSimgridCluster *cluster = point->cluster;
  GString *text = g_string_new ("node");
  guint sizes[MAX_DIMENSIONS] = { cluster->n }, n = 1;

  if (point->routing == HD_SIMGRID_TORUS)
    for (n = 0; n < cluster->numbers->len; n++)
      sizes[n] = number (cluster, cluster->numbers->len - 1 - n);
  else if (point->routing == HD_SIMGRID_DRAGONFLY)
    for (n = 0; n < 4; n++)
      sizes[n] = number (cluster, 2 * n);
  for (guint d = 0; d < n; d++)
    {
      guint32 stride = 1;

      for (guint e = d + 1; e < n; e++)
        stride *= sizes[e];
      g_string_append_printf (text, "[%u]", member / stride % sizes[d]);
    }
  return g_string_free (text, FALSE);
}
