/* drawing-workloads.c: what a drawing is to do: its members, their work, the run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-workloads.h"

#include <string.h>

#include "drawing-values.h"

void
sketch_add_communicator (Sketch *self)
{
  sketch_add (self, "  <communicators><communicator id=\"all\" members=\"");
  for (guint i = 1; i < self->places->len; i++)
    if (!sketch_by_chance (self, 4))
      sketch_add (self, "%s ", (const char *) g_ptr_array_index (self->places, i));
  sketch_add (self, "%s\"/></communicators>\n", self->members != NULL ? self->members : (const char *) g_ptr_array_index (self->places, 0));
}

static void
add_graph (Sketch *self)
{
  static const char *const left_out[] = { "id", "x", "y", "net", NULL };
  guint n = 1 + sketch_choose (self, 5);

  for (guint i = 0; i < n; i++)
    {
      sketch_add (self, "    <vertex id=\"v%u\"", i);
      sketch_add_fields (self, HD_OBJECT_VERTEX, left_out);
      sketch_add (self, "/>\n");
    }
  for (guint i = sketch_choose (self, 2 * n); i > 0; i--)
    sketch_add (self, "    <edge from=\"v%u\" to=\"v%u\"%s/>\n", sketch_choose (self, n), sketch_choose (self, n),
                sketch_by_chance (self, 3) ? " first=\"ignore\"" : "");
}

/* Values by chance seldom go together, and would go on for long. */
static void
add_traffic (Sketch *self)
{
  static const char *const patterns[] = { "uniform", "transpose", "bit-complement", "tornado", "hot-spot", "nearest-neighbour" };
  static const char *const loads[] = { "load=\"0.3\"", "load=\"1\"", "probability=\"0.5\" interval=\"7 ns\"", "probability=\"1\" interval=\"1 us\"" };
  static const char *const times[] = { "0 s", "1 ns", "300 ns", "2 us" };
  static const char *const sizes[] = { "1 B", "64 B", "3 kB" };

  sketch_add (self, "  <workload type=\"traffic\" on=\"all\" pattern=\"%s\" %s bytes=\"%s\"", patterns[sketch_choose (self, G_N_ELEMENTS (patterns))],
              loads[sketch_choose (self, G_N_ELEMENTS (loads))], sizes[sketch_choose (self, G_N_ELEMENTS (sizes))]);
  sketch_add (self, " warm-up=\"%s\" measure=\"%s\" drain=\"%s\" process=\"%s\" peak=\"%s\" after=\"%s\" draws=\"%s\"/>\n",
              times[sketch_choose (self, G_N_ELEMENTS (times))], times[1 + sketch_choose (self, G_N_ELEMENTS (times) - 1)],
              times[sketch_choose (self, G_N_ELEMENTS (times))], sketch_by_chance (self, 2) ? "bursty" : "bernoulli", sketch_by_chance (self, 2) ? "1" : "0.7",
              sketch_by_chance (self, 2) ? "stop" : "go-on", sketch_by_chance (self, 2) ? "one-stream" : "by-member");
}

/* Of members that carry it out by themselves, if all goes together. */
static void
add_member_work (Sketch *self)
{
  static const char *const works[] = {
    "operation=\"all-reduce\" algorithm=\"offload\"", "operation=\"all-reduce\" algorithm=\"offload-ring\"", "operation=\"broadcast\" algorithm=\"offload\"",
    "operation=\"barrier\" algorithm=\"offload\"", "operation=\"reduce\" algorithm=\"host\"", "operation=\"all-reduce\" algorithm=\"host-recursive-doubling\"",
    "operation=\"all-gather\" algorithm=\"offload\"", "operation=\"reduce\" algorithm=\"offload-binomial\"",
  };
  static const char *const sizes[] = { "0 B", "8 B", "1 kB", "20 kB" };

  sketch_add (self, "  <workload type=\"collective\" on=\"all\" %s bytes=\"%s\" tasks=\"%u\" repeat=\"%u\" root=\"%u\"/>\n", works[sketch_choose (self, G_N_ELEMENTS (works))],
              sizes[sketch_choose (self, G_N_ELEMENTS (sizes))], 1 + sketch_choose (self, 3), 1 + sketch_choose (self, 3), sketch_by_chance (self, 4) ? 1 : 0);
}

void
sketch_add_workload (Sketch *self)
{
  const HdWorkloadType *type = hd_workload_types_get (sketch_choose (self, hd_workload_types_get_n ()));
  gboolean is_graph = strcmp (type->id, "graph") == 0;

  if (self->has_cards && !sketch_by_chance (self, 3))
    {
      add_member_work (self);
      return;
    }
  if (strcmp (type->id, "traffic") == 0 && !sketch_by_chance (self, 4))
    {
      add_traffic (self);
      self->has_traffic = TRUE;
      return;
    }
  sketch_add (self, "  <workload type=\"%s\" on=\"all\"", type->id);
  sketch_add_parameters (self, type->parameters, TRUE);
  sketch_add (self, is_graph ? ">\n" : "/>\n");
  if (!is_graph)
    return;
  add_graph (self);
  sketch_add (self, "  </workload>\n");
}

void
sketch_add_run (Sketch *self)
{
  static const char *const fidelities[] = { "flow", "packet", "flit" };
  static const char *const left_out[] = {
    "speed", "until", "wall-limit", "partitions", "threads", "trace-from", "trace-until", "fidelity", "memory-limit", NULL,
  };

  sketch_add (self, "  <run wall-limit=\"0.1 s\"");
  if (self->has_traffic && !sketch_by_chance (self, 4))
    sketch_add (self, " fidelity=\"%s\"", fidelities[1 + sketch_choose (self, G_N_ELEMENTS (fidelities) - 1)]);
  else if (sketch_by_chance (self, self->members != NULL || self->n_components == 0 ? 2 : 8))
    sketch_add (self, " fidelity=\"%s\"", fidelities[sketch_choose (self, G_N_ELEMENTS (fidelities))]);
  if (sketch_by_chance (self, 32))
    sketch_add (self, " memory-limit=\"%u B\"", 1 << sketch_choose (self, 24));
  if (!sketch_by_chance (self, 4) || self->sends)
    sketch_add (self, " until=\"%u ns\"", (self->sends ? 512 : 1) << sketch_choose (self, self->sends ? 6 : 15));
  if (sketch_by_chance (self, 2))
    sketch_add (self, " partitions=\"%u\" threads=\"%u\"", 1 + sketch_choose (self, 5), 1 + sketch_choose (self, 3));
  sketch_add_fields (self, HD_OBJECT_RUN, left_out);
  sketch_add (self, "/>\n");
}
