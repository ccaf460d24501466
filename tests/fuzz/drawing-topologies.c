/* drawing-topologies.c: systems whose structure is given, and whose sizes and parameters are drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-topologies.h"

#include <string.h>

#include "drawing-values.h"

/* "g/host[*][*]", as the generator's project says. */
static char *
dup_members (const HdGenerator *generator)
{
  g_autoptr (HdSnapshot) snapshot = hd_generator_get_snapshot (generator);
  const HdObject *root = hd_snapshot_get_root (snapshot);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    if (hd_object_get_kind (hd_object_get_child (root, i)) == HD_OBJECT_COMMUNICATORS)
      return g_strdup_printf ("g/%s", hd_object_get (hd_object_get_child (hd_object_get_child (root, i), 0), "members"));
  g_assert_not_reached ();
}

void
sketch_add_topology (Sketch *self)
{
  const HdGenerator *generator = hd_generators_get (sketch_choose (self, hd_generators_get_n ()));
  sketch_add (self, "    <generate id=\"g\" kind=\"%s\"", generator->kind);
  sketch_add_parameters (self, generator->parameters, TRUE);
  sketch_add (self, "/>\n");
  self->members = dup_members (generator);
  g_ptr_array_add (self->places, g_strdelimit (g_strdup (self->members), "*", '0'));
}

void
sketch_add_chip (Sketch *self)
{
  static const char *const places[] = { "column", "row", "mesh-columns", "mesh-rows", "clock", "trace", "size", "ways", "line", NULL };
  static const char *const works[] = { "uniform", "transpose", "search", "word-count", "tera-sort" };
  guint columns = 1 + sketch_choose (self, 4), rows = 1 + sketch_choose (self, 4);
  gboolean has_cores = sketch_by_chance (self, 2);
  g_autofree char *array = g_strdup_printf ("count=\"%ux%u\" index=\"row column\" column=\"column\" row=\"row\"", rows, columns);

  g_ptr_array_add (self->places, g_strdup ("e[0][0]"));
  sketch_add_probe (self, "manycore.router", "r[0][0]");
  sketch_add_probe (self, has_cores ? "manycore.cache" : "manycore.vcore", "e[0][0]");
  sketch_add (self, "    <component id=\"r\" type=\"manycore.router\" %s", array);
  sketch_add_type (self, "manycore.router", places);
  sketch_add (self, "/>\n    <component id=\"e\" type=\"manycore.%s\" %s mesh-columns=\"%u\" mesh-rows=\"%u\"", has_cores ? "cache" : "vcore", array,
              columns, rows);
  if (!has_cores && sketch_by_chance (self, 2))
    sketch_add (self, " work=\"%s\" count-limit=\"%u\"", works[sketch_choose (self, G_N_ELEMENTS (works))], sketch_choose (self, 64));
  else
    sketch_add_type (self, has_cores ? "manycore.cache" : "manycore.vcore", places);
  sketch_add (self, "/>\n    <component id=\"m\" type=\"manycore.memory\" count=\"2x2\"");
  sketch_add_type (self, "manycore.memory", places);
  sketch_add (self, "/>\n    <link from=\"r[i][j].right\" to=\"r[i][j + 1].left\" class=\"l0\"/>\n"
                    "    <link from=\"r[i][j].down\" to=\"r[i + 1][j].up\" class=\"l0\"/>\n"
                    "    <link from=\"e[i][j].net\" to=\"r[i][j].core\" class=\"l0\"/>\n");
  for (guint i = 0; i < (rows > 1 ? 2u : 1u); i++)
    sketch_add (self, "    <link from=\"m[%u][0].net\" to=\"r[%u][0].left\" class=\"l0\"/>\n"
                      "    <link from=\"m[%u][1].net\" to=\"r[%u][%u].right\" class=\"l0\"/>\n", i, i * (rows - 1), i, i * (rows - 1), columns - 1);
  if (!has_cores)
    return;
  sketch_add (self, "    <component id=\"c\" type=\"manycore.core\" count=\"%ux%u\" index=\"row column\" number=\"row * %u + column\"",
              rows, columns, columns);
  sketch_add (self, " instructions=\"%u\"", sketch_choose (self, 1000));
  sketch_add_type (self, "manycore.core", (const char *const[]){ "number", "instructions", "clock", NULL });
  sketch_add (self, "/>\n    <link from=\"c[i][j].cache\" to=\"e[i][j].core\" class=\"l0\"/>\n");
}

void
sketch_add_bus (Sketch *self)
{
  static const char *const of_cores[] = { "work", "number", "places", "memories", "count-limit", "outstanding", "clock", "trace", "interleave", NULL };
  static const char *const of_tables[] = { "enabled", "entries", "window", "memories", "clock", "interleave", NULL };
  static const char *const of_crossbars[] = { "first", "span", "first-memory", "memories", "memory-port", "down-ports", "clock", NULL };
  static const char *const works[] = { "search", "word-count", "tera-sort" };
  guint n_low = 1 + sketch_choose (self, 3), n_down = 1 + sketch_choose (self, 4), n_memories = 1 + sketch_choose (self, 3);

  g_ptr_array_add (self->places, g_strdup ("v[0]"));
  sketch_add_probe (self, "manycore.mact", "t[0]");
  sketch_add_probe (self, "manycore.crossbar", "b");
  sketch_add (self, "    <component id=\"v\" type=\"manycore.vcore\" count=\"%u\" number=\"v\" places=\"numbered\" memories=\"%u\" work=\"%s\"", n_low * n_down,
              n_memories, works[sketch_choose (self, G_N_ELEMENTS (works))]);
  sketch_add (self, " count-limit=\"%u\" outstanding=\"%u\"", 1 + sketch_choose (self, 256), 1 + sketch_choose (self, 8));
  sketch_add_type (self, "manycore.vcore", of_cores);
  sketch_add (self, "/>\n    <component id=\"t\" type=\"manycore.mact\" count=\"%u\" memories=\"%u\" enabled=\"%d\" entries=\"%u\" window=\"%u\"",
              n_low * n_down, n_memories, !sketch_by_chance (self, 4), 1 + sketch_choose (self, 3), 1 + sketch_choose (self, 16));
  sketch_add_type (self, "manycore.mact", of_tables);
  sketch_add (self, "/>\n    <component id=\"a\" type=\"manycore.crossbar\" count=\"%u\" first=\"%u * a\" down-ports=\"%u\"", n_low, n_down, n_down);
  sketch_add_type (self, "manycore.crossbar", of_crossbars);
  sketch_add (self, "/>\n    <component id=\"b\" type=\"manycore.crossbar\" down-ports=\"%u\" span=\"%u\" memories=\"%u\" memory-port=\"%u\"",
              n_low, n_down, n_memories, n_low);
  sketch_add_type (self, "manycore.crossbar", of_crossbars);
  sketch_add (self, "/>\n    <component id=\"u\" type=\"manycore.mcu\" count=\"%u\" latency=\"%u\"", n_memories, 1 + sketch_choose (self, 16));
  sketch_add_type (self, "manycore.mcu", (const char *const[]){ "latency", "clock", NULL });
  sketch_add (self, "/>\n    <link from=\"v[i].net\" to=\"t[i].core\" class=\"l0\"/>\n"
                    "    <link from=\"t[i].net\" to=\"a[floor (i / %u)].down[i %% %u]\" class=\"l0\"/>\n"
                    "    <link from=\"a[i].up\" to=\"b.down[i]\" class=\"l0\"/>\n"
                    "    <link from=\"u[i].bus\" to=\"b.down[i + %u]\" class=\"l0\"/>\n", n_down, n_down, n_low);
}

/* What software takes, of a type that sends. */
static void
add_costs (Sketch *self,
           const char *name)
{
  const HdComponentType *type = hd_catalog_lookup (self->catalog, name);

  for (const HdParameter *parameter = type->parameters; parameter->key != NULL; parameter++)
    if (parameter->kind == HD_PARAMETER_QUANTITY && strcmp (parameter->unit, "s") == 0 && sketch_by_chance (self, 3))
      sketch_add (self, " %s=\"%u ns\"", parameter->key, 1 << sketch_choose (self, 12));
}

void
sketch_add_cluster (Sketch *self)
{
  static const char *const types[][2] = { { "fabric.xpu", "eth" }, { "fabric.host", "port" } };
  const char *const *type = types[sketch_choose (self, 2)];
  guint n = 2 + sketch_choose (self, 5), n_switches = 1 + sketch_choose (self, 3);

  sketch_add (self, "    <component id=\"s\" type=\"fabric.switch\" count=\"%u\"", n_switches);
  add_costs (self, "fabric.switch");
  sketch_add (self, "/>\n    <component id=\"c0\" type=\"%s\" count=\"%u\"", type[0], n);
  add_costs (self, type[0]);
  sketch_add (self, "/>\n");
  for (guint i = 1; i < n_switches; i++)
    sketch_add (self, "    <link from=\"s[%u].port[0]\" to=\"s[%u].port[1]\" class=\"l%u\"/>\n", i - 1, i, sketch_choose (self, self->n_classes));
  for (guint i = 0; i < n; i++)
    {
      sketch_add (self, "    <link from=\"c0[%u].%s\" to=\"s[%u].port[%u]\" class=\"l%u\"/>\n", i, type[1], i % n_switches, 2 + i,
                  sketch_choose (self, self->n_classes));
      g_ptr_array_add (self->places, g_strdup_printf ("c0[%u]", i));
    }
  if (sketch_by_chance (self, 2))
    return;
  self->sends = TRUE;
  sketch_add (self, "    <component id=\"p\" type=\"hello.pinger\" count=\"2\" period=\"%u ns\" to=\"p[%u]\"/>\n",
              16 << sketch_choose (self, 8), sketch_choose (self, 16) * 2 / 15);
  for (guint i = 0; i < 2; i++)
    sketch_add (self, "    <link from=\"p[%u].net\" to=\"s[%u].port[%u]\" class=\"l0\"/>\n", i, i % n_switches, 2 + n + i);
}
