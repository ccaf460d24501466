/* cell-parts.c: components that act, beside the fabric or joined to it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cell-sketch.h"

#include <string.h>

/* ---- a network processor, with the programs of projects/neptune -------------------------------------------------------------------- */

static void
add_units (CellSketch *self,
           const char *neptune,
           guint n_clusters)
{
  guint n = 1 + cell_below (self, 2);
  g_autofree char *each = g_strdup_printf ("for=\"i=0..%u k=0..%u\" class=\"chip\"/>", n_clusters - 1, n - 1);

  g_string_append_printf (self->top, "<component id=\"exact\" type=\"netproc.exact\" count=\"%u\" rules=\"%s/tables/rules.txt\" connections=\"%s/tables/connections.txt\" tunnels=\"%s/tables/tunnels.txt\"/>\n", n,
                          neptune, neptune, neptune);
  g_string_append_printf (self->top, "<component id=\"lpm\" type=\"netproc.lpm\" count=\"%u\" routes=\"%s/tables/routes.txt\"/>\n", n, neptune);
  g_string_append_printf (self->top, "<component id=\"meter\" type=\"netproc.meter\" count=\"%u\" meters=\"%s/tables/meters.txt\"/>\n", n, neptune);
  g_string_append_printf (self->top, "<component id=\"hash\" type=\"netproc.hash\" count=\"%u\"/><component id=\"counter\" type=\"netproc.counter\" count=\"%u\"/>\n", n, n);
  g_string_append_printf (self->top, "<link from=\"cluster[i].exact\" to=\"exact[k].engines\" %s\n<link from=\"cluster[i].lpm\" to=\"lpm[k].engines\" %s\n"
                                     "<link from=\"cluster[i].meter\" to=\"meter[k].engines\" %s\n<link from=\"cluster[i].hash\" to=\"hash[k].engines\" %s\n"
                                     "<link from=\"cluster[i].counter\" to=\"counter[k].engines\" %s\n", each, each, each, each, each);
}

void
cell_add_processor (CellSketch *self)
{
  g_autofree char *neptune = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "neptune", NULL);
  guint n = 1 + cell_below (self, 4);

  self->acts = TRUE;
  g_string_append (self->classes, "<link-class id=\"chip\" bandwidth=\"128 B * 800 MHz\" latency=\"4 / 800 MHz\"/>\n");
  g_string_append_printf (self->top, "<component id=\"source\" type=\"netproc.source\" packets=\"%u\" traffic=\"%s\" interval=\"%s\"/>\n<component id=\"ingress\" type=\"netproc.ingress\" admission=\"%s\"/>\n", 5 + cell_below (self, 60),
                          CELL_ONE_OF (self, "mix", "mix", "tcp", "tunnel-4o6", "meter-drop"), CELL_ONE_OF (self, "0 s", "0 s", "10 ns", "300 ns"), CELL_ONE_OF (self, "0", "0", "3"));
  g_string_append_printf (self->top, "<component id=\"dispatcher\" type=\"netproc.dispatcher\" stages=\"1\"/>\n<component id=\"cluster\" type=\"netproc.cluster\" count=\"%u\" program=\"%s/programs/rtc.elf\" engines=\"%u\" threads=\"%u\" depth=\"%u\" policy=\"%s\" schedule=\"%s\" stepping=\"%s\"/>\n",
                          n, neptune, 1 + cell_below (self, 4), 1 + cell_below (self, 3), 1 + cell_below (self, 64), CELL_ONE_OF (self, "first", "turns"), CELL_ONE_OF (self, "stall", "turns"),
                          CELL_ONE_OF (self, "ahead", "ahead", "cycles"));
  g_string_append_printf (self->top, "<component id=\"buffer\" type=\"netproc.buffer\"/>\n<component id=\"egress\" type=\"netproc.egress\" capture=\"%s\" order=\"%s\"/>\n", CELL_ONE_OF (self, "true", "false"),
                          CELL_ONE_OF (self, "none", "flow", "port"));
  g_string_append (self->top, "<link id=\"offer\" from=\"source.out\" to=\"ingress.in\" class=\"chip\"/><link from=\"ingress.out\" to=\"dispatcher.in\" class=\"chip\"/>\n");
  g_string_append_printf (self->top, "<link id=\"hand\" from=\"dispatcher.clusters\" to=\"cluster[i].in\" for=\"i=0..%u\" class=\"chip\"/><link from=\"cluster[i].out\" to=\"dispatcher.in\" for=\"i=0..%u\" class=\"chip\"/>\n"
                                     "<link from=\"cluster[i].buffer\" to=\"buffer.engines\" for=\"i=0..%u\" class=\"chip\"/>\n", n - 1, n - 1, n - 1);
  add_units (self, neptune, n);
  g_string_append (self->top, "<link from=\"dispatcher.out\" to=\"egress.in\" class=\"chip\"/><link from=\"egress.release\" to=\"ingress.release\" class=\"chip\"/>\n");
  g_string_append (self->traced, "source cluster[*] ");
  cell_add_probe (self, "cluster[0].queue");
  cell_add_probe (self, "egress.latency");
  cell_add_probe (self, "hand[0].utilisation");
}

/* ---- cards and hosts that carry collectives out ------------------------------------------------------------------------------------ */

void
cell_add_cards (CellSketch *self)
{
  static const char *const works[] = {
    "operation=\"broadcast\"", "operation=\"reduce\"", "operation=\"all-reduce\"", "operation=\"barrier\"", "operation=\"broadcast\" algorithm=\"binomial\"", "algorithm=\"recursive-doubling\"",
    "algorithm=\"ring\"", NULL,
  };
  const char *type = CELL_ONE_OF (self, "offload.nic", "offload.nic", "offload.host");
  guint n = 2 + cell_below (self, 5);
  gboolean is_ordered = cell_below (self, 3) == 0; /* by a workload */

  self->acts = TRUE;
  g_string_append_printf (self->top, "<component id=\"hub\" type=\"fabric.switch\"/>\n<component id=\"card\" type=\"%s\" count=\"%u\"", type, n);
  if (!is_ordered)
    g_string_append_printf (self->top, " group=\"cards\" %s size=\"%s\" tasks=\"%u\"", cell_choose (self, works), CELL_ONE_OF (self, "8 B", "1 kB", "8 KiB"), 1 + cell_below (self, 3));
  if (cell_below (self, 3) == 0)
    g_string_append_printf (self->top, " skew=\"%u ns\"", cell_below (self, 3000));
  if (strcmp (type, "offload.nic") == 0)
    g_string_append_printf (self->top, " log=\"%s\" order=\"%s\" grants=\"%s\" division=\"%s\" loss=\"%s\"", CELL_ONE_OF (self, "true", "false"), CELL_ONE_OF (self, "program", "program", "arrival"),
                            CELL_ONE_OF (self, "in-order", "in-order", "on-request"), CELL_ONE_OF (self, "shared", "fixed"), CELL_ONE_OF (self, "0", "0", "0", "0.02"));
  g_string_append_printf (self->top, "/>\n<link id=\"cable\" from=\"card[i].net\" to=\"hub.port[i]\" for=\"i=0..%u\" class=\"wire\"/>\n", n - 1);
  g_string_append (self->communicators, "<communicator id=\"cards\" members=\"card[*]\"/>");
  if (is_ordered)
    g_string_append_printf (self->works, "<workload type=\"collective\" on=\"cards\" %s bytes=\"%s\" repeat=\"%u\" tasks=\"%u\"/>\n",
                            strcmp (type, "offload.nic") == 0 ? CELL_ONE_OF (self, "operation=\"all-reduce\" algorithm=\"offload\"", "operation=\"broadcast\" algorithm=\"offload\"", "operation=\"barrier\" algorithm=\"offload\"")
                                                              : CELL_ONE_OF (self, "operation=\"all-reduce\" algorithm=\"host\"", "operation=\"reduce\" algorithm=\"host\""),
                            CELL_ONE_OF (self, "8 B", "1 kB"), 1 + cell_below (self, 2), 1 + cell_below (self, 2));
  cell_join (self, "hub.port[50]");
  g_string_append (self->traced, "card[*] ");
  cell_add_probe (self, "card[0].done");
  cell_add_probe (self, "cable[0].rate");
}

/* ---- a chip of many cores ---------------------------------------------------------------------------------------------------------- */

static void
add_mesh (CellSketch *self)
{
  guint columns = 1 + cell_below (self, 3), rows = 1 + cell_below (self, 3);

  g_string_append_printf (self->top, "<component id=\"r\" type=\"manycore.router\" count=\"%u x %u\" index=\"row column\" column=\"column\" row=\"row\" depth=\"%s\"/>\n", rows, columns, CELL_ONE_OF (self, "64", "2", "0"));
  g_string_append_printf (self->top, "<component id=\"v\" type=\"manycore.vcore\" count=\"%u x %u\" index=\"row column\" number=\"row * %u + column\" column=\"column\" row=\"row\" mesh-columns=\"%u\" mesh-rows=\"%u\" work=\"%s\" rate=\"%s\" count-limit=\"%u\" flits=\"%u\"/>\n",
                          rows, columns, columns, columns, rows, CELL_ONE_OF (self, "uniform", "uniform", "transpose"), CELL_ONE_OF (self, "0.05", "0.3"), 1 + cell_below (self, 100), 1 + cell_below (self, 3));
  g_string_append_printf (self->top, "<link id=\"across\" from=\"r[i][j].right\" to=\"r[i][j + 1].left\" where=\"%u &gt; 1\" class=\"bus\"/><link id=\"down\" from=\"r[i][j].down\" to=\"r[i + 1][j].up\" where=\"%u &gt; 1\" class=\"bus\"/>"
                                     "<link id=\"local\" from=\"r[i][j].core\" to=\"v[i][j].net\" class=\"bus\"/>\n", columns, rows);
  cell_add_probe (self, "r[0][0].wait");
  cell_add_probe (self, "v[0][0].latency");
  cell_add_probe (self, "local[0][0].utilisation");
}

static void
add_bus (CellSketch *self)
{
  guint n = 1 + cell_below (self, 4);

  g_string_append_printf (self->top, "<component id=\"v\" type=\"manycore.vcore\" count=\"%u\" number=\"v\" work=\"%s\" places=\"numbered\" memories=\"1\" count-limit=\"%u\" outstanding=\"%u\"/>\n", n,
                          CELL_ONE_OF (self, "search", "word-count", "tera-sort"), 1 + cell_below (self, 100), 1 + cell_below (self, 4));
  g_string_append_printf (self->top, "<component id=\"t\" type=\"manycore.mact\" count=\"%u\" memories=\"1\" enabled=\"%u\" window=\"%u\"/>\n<component id=\"b\" type=\"manycore.crossbar\" down-ports=\"%u\" span=\"1\" memories=\"1\" memory-port=\"%u\"/><component id=\"u\" type=\"manycore.mcu\"/>\n",
                          n, cell_below (self, 2), 1 + cell_below (self, 20), n, n);
  g_string_append_printf (self->top, "<link from=\"v[i].net\" to=\"t[i].core\" class=\"bus\"/><link id=\"down\" from=\"t[i].net\" to=\"b.down[i]\" class=\"bus\"/><link from=\"u.bus\" to=\"b.down[%u]\" class=\"bus\"/>\n", n);
  cell_add_probe (self, "v[0].latency");
  cell_add_probe (self, "t[0].collected");
}

void
cell_add_chip (CellSketch *self)
{
  self->acts = TRUE;
  g_string_append (self->classes, "<link-class id=\"bus\" bandwidth=\"16 GB/s\" latency=\"1 ns\" sharing=\"split\"/>\n");
  if (cell_below (self, 2) == 0)
    add_mesh (self);
  else
    add_bus (self);
}

/* ---- chiplets ---------------------------------------------------------------------------------------------------------------------- */

void
cell_add_chiplets (CellSketch *self)
{
  guint n = 1 + cell_below (self, 4), n_memories = 1 + cell_below (self, 2);

  self->acts = TRUE;
  g_string_append_printf (self->top, "<component id=\"noi\" type=\"fabric.switch\" count=\"2\"/>\n<component id=\"gpu\" type=\"chiplet.gpu\" count=\"%u\" log=\"%s\" kernels=\"", n, CELL_ONE_OF (self, "true", "false"));
  for (guint k = 1 + cell_below (self, 2); k > 0; k--)
    g_string_append_printf (self->top, "%u %u %u %u %u %u 0; ", 1 + cell_below (self, 32), 1 + cell_below (self, 200), cell_below (self, 5), cell_below (self, 5), cell_below (self, 60), cell_below (self, 60));
  g_string_append_printf (self->top, "\"/>\n<component id=\"memory\" type=\"chiplet.memory\" count=\"%u\"/>\n<component id=\"meet\" type=\"chiplet.barrier\"/>\n", n_memories);
  g_string_append_printf (self->top, "<link id=\"row\" from=\"noi[0].port[0]\" to=\"noi[1].port[0]\" class=\"wire\"/><link id=\"edge\" from=\"gpu[i].net\" to=\"noi[0].port[1 + i]\" for=\"i=0..%u\" class=\"wire\"/>"
                                     "<link id=\"hold\" from=\"memory[i].net\" to=\"noi[1].port[1 + i]\" for=\"i=0..%u\" class=\"wire\"/><link from=\"gpu[i].barrier\" to=\"meet.members\" for=\"i=0..%u\" class=\"wire\"/>"
                                     "<link from=\"meet.net\" to=\"noi[0].port[9]\" class=\"wire\"/>\n", n - 1, n_memories - 1, n - 1);
  cell_join (self, "noi[0].port[50]");
  g_string_append (self->traced, "gpu[*] ");
  cell_add_probe (self, "gpu[0].bytes-read");
  cell_add_probe (self, "memory[0].waiting");
  cell_add_probe (self, "edge[0].rate");
}
