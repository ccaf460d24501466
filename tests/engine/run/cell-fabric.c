/* cell-fabric.c: members around switches, and what they do
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cell-sketch.h"

/* ---- what is drawn ------------------------------------------------------------------------------------------------------------ */

static void
add_way (CellSketch *self,
         guint *io_n,
         guint a,
         guint b)
{
  g_string_append_printf (self->top, "<link id=\"w%u\" from=\"s[%u].port[%u]\" to=\"s[%u].port[%u]\" class=\"wire\"", *io_n, a, 20 + *io_n, b, 20 + *io_n);
  if (cell_below (self, 3) == 0)
    g_string_append_printf (self->top, " latency=\"%u ns\"", 1 + cell_below (self, 900));
  if (cell_below (self, 4) == 0)
    g_string_append_printf (self->top, " bandwidth=\"%s\"", CELL_ONE_OF (self, "3 GB/s", "10 GB/s", "33.3 GB/s"));
  g_string_append (self->top, "/>\n");
  (*io_n)++;
}

/* One switch, a ring, leaves and spines, or a mesh of two rows. Returns the number of switches that have members: the first ones. */
static guint
add_switches (CellSketch *self,
              guint *out_n_ways)
{
  guint kind = cell_below (self, 4), n = 0, n_leaves = 2 + cell_below (self, 2), n_spines = 1 + cell_below (self, 2);

  *out_n_ways = 0;
  switch (kind)
    {
    case 0:
      n = n_leaves = 1;
      break;
    case 1:
      n = n_leaves = 3 + cell_below (self, 2);
      for (guint i = 0; i < n; i++)
        add_way (self, out_n_ways, i, (i + 1) % n);
      break;
    case 2:
      n = n_leaves + n_spines;
      for (guint i = 0; i < n_leaves; i++)
        for (guint k = 0; k < n_spines; k++)
          add_way (self, out_n_ways, i, n_leaves + k);
      break;
    default:
      n = n_leaves = 2 * n_leaves;
      for (guint i = 0; i + 1 < n / 2; i++)
        for (guint row = 0; row < 2; row++)
          add_way (self, out_n_ways, row * n / 2 + i, row * n / 2 + i + 1);
      for (guint i = 0; i < n / 2; i++)
        add_way (self, out_n_ways, i, n / 2 + i);
      break;
    }
  self->n_switches = n;
  g_string_append_printf (self->top, "<component id=\"s\" type=\"fabric.switch\" count=\"%u\"%s/>\n", n, cell_below (self, 2) == 0 ? " tree-entries=\"4\"" : "");
  return n_leaves;
}

static void
add_changes (CellSketch *self,
             guint n_ways)
{
  for (guint n = 1 + cell_below (self, 3); n > 0; n--)
    {
      guint link = cell_below (self, n_ways);
      guint from = cell_below (self, 4000);

      if (cell_below (self, 2) == 0)
        g_string_append_printf (self->changes, "<change at=\"%u ns\" of=\"w%u.bandwidth\" value=\"%s\"/>", from, link, CELL_ONE_OF (self, "1 GB/s", "20 GB/s"));
      else
        g_string_append_printf (self->changes, "<change at=\"%u ns\" of=\"w%u.failed\" value=\"1\"/><change at=\"%u ns\" of=\"w%u.failed\" value=\"0\"/>", from, link,
                                from + 1 + cell_below (self, 5000), link);
    }
}

void
cell_add_fabric (CellSketch *self)
{
  static const char *const types[][2] = { { "fabric.host", "port" }, { "fabric.xpu", "eth" } };
  guint type = cell_below (self, 2), n = 2 + cell_below (self, CELL_MOST_MEMBERS - 1), n_ways;
  guint n_leaves = add_switches (self, &n_ways);
  gboolean has_memories = type == 1 && cell_below (self, 3) == 0;

  self->cell->n_members = n;
  g_string_append_printf (self->top, "<component id=\"x\" type=\"%s\" count=\"%u\"", types[type][0], n);
  if (cell_below (self, 3) == 0)
    g_string_append_printf (self->top, " send-overhead=\"%u ns\" receive-overhead=\"%u ns\" message-gap=\"%u ns\"", cell_below (self, 300), cell_below (self, 300), cell_below (self, 100));
  if (has_memories)
    g_string_append (self->top, " home=\"m[x]\"");
  g_string_append_printf (self->top, "/>\n<link id=\"up\" from=\"x[i].%s\" to=\"s[i %% %u].port[i]\" for=\"i=0..%u\" class=\"wire\"/>\n", types[type][1], n_leaves, n - 1);
  if (has_memories)
    g_string_append_printf (self->top, "<component id=\"m\" type=\"fabric.memory\" count=\"%u\" bandwidth=\"%s\"/>\n<link id=\"store\" from=\"m[i].port\" to=\"s[i %% %u].port[10 + i]\" for=\"i=0..%u\" class=\"wire\"/>\n",
                            n, CELL_ONE_OF (self, "inf", "20 GB/s"), n_leaves, n - 1);
  g_string_append_printf (self->communicators, "<communicator id=\"all\" members=\"x[*]\"/><communicator id=\"back\" members=\"x[%u] x[0]\"/>", n - 1);
  g_string_append (self->traced, "x[*] ");
  cell_add_probe (self, "up[0].rate");
  cell_add_probe (self, "up[1].utilisation");
  cell_add_probe (self, "x[0].busy");
  cell_add_probe (self, "s[0].through");
  if (self->fidelity == HD_FIDELITY_PACKET)
    cell_add_probe (self, "up[0].queue");
  if (n_ways > 0 && self->fidelity != HD_FIDELITY_FLIT && cell_below (self, 4) == 0)
    add_changes (self, n_ways);
}

/* ---- what is done ------------------------------------------------------------------------------------------------------------- */

static guint
choose_bytes (CellSketch *self)
{
  static const guint sizes[] = { 8, 240, 3600, 60000, 600000 };

  return sizes[cell_below (self, self->fidelity == HD_FIDELITY_FLIT ? 3 : self->fidelity == HD_FIDELITY_PACKET ? 4 : 5)];
}

/* In each of 2 (n - 1) steps, or half as many, each sends the next a piece. */
static void
add_ring (CellSketch *self,
          guint repeat)
{
  guint n = self->cell->n_members, kind = cell_below (self, 3), piece = choose_bytes (self), n_steps = kind == 0 ? 2 * (n - 1) : n - 1;
  static const char *const operations[] = { "all-reduce", "all-gather", "reduce-scatter" };

  g_string_append_printf (self->works, "<workload type=\"collective\" on=\"all\" operation=\"%s\" algorithm=\"ring\" bytes=\"%u B\" repeat=\"%u\"/>\n", operations[kind], piece * n, repeat);
  for (guint i = 0; i < n; i++)
    {
      self->cell->sent[i] += (double) piece * n_steps * repeat;
      self->cell->received[i] += (double) piece * n_steps * repeat;
    }
}

static void
add_collective (CellSketch *self)
{
  static const char *const kinds[][2] = {
    { "broadcast", "ring" }, { "broadcast", "binomial" }, { "all-to-all", "direct" }, { "reduce", "binomial" }, { "barrier", "binomial" }, { "barrier", "dissemination" },
    { "all-reduce", "recursive-doubling" }, { "all-reduce", "rabenseifner" }, { "all-reduce", "ring-coherent" }, { "all-reduce", "k-ary" }, { "broadcast", "k-nomial" },
    { "reduce", "hierarchical-k-nomial" }, { "all-reduce", "physical" }, { "all-reduce", "minimum-cost" }, { "barrier", "selected" },
  };
  guint kind = cell_below (self, G_N_ELEMENTS (kinds));

  g_string_append_printf (self->works, "<workload type=\"collective\" on=\"%s\" operation=\"%s\" algorithm=\"%s\" bytes=\"%u B\" repeat=\"%u\"/>\n", CELL_ONE_OF (self, "all", "all", "back"),
                          kinds[kind][0], kinds[kind][1], choose_bytes (self), 1 + cell_below (self, 3));
  self->cell->is_counted = FALSE;
}

static void
add_transfers (CellSketch *self)
{
  g_autofree char *path = g_build_filename (self->folder, "transfers.csv", NULL);
  g_autoptr (GString) lines = g_string_new ("start_s,bytes,source,destination\n");
  g_autoptr (GError) error = NULL;
  guint n = self->cell->n_members;

  for (guint i = 1 + cell_below (self, 12); i > 0; i--)
    {
      guint from = cell_below (self, n), to = (from + 1 + cell_below (self, n - 1)) % n, bytes = choose_bytes (self) + cell_below (self, 5);

      g_string_append_printf (lines, "%u.%03ue-6,%u,x[%u],x[%u]\n", cell_below (self, 3), cell_below (self, 1000), bytes, from, to);
      self->cell->sent[from] += bytes;
      self->cell->received[to] += bytes;
    }
  g_file_set_contents (path, lines->str, -1, &error);
  g_assert_no_error (error);
  g_string_append_printf (self->works, "<workload type=\"transfers\" file=\"%s\"/>\n", path);
}

static void
add_traffic (CellSketch *self)
{
  g_string_append_printf (self->works, "<workload type=\"traffic\" on=\"all\" pattern=\"%s\" load=\"%s\" bytes=\"%s\" warm-up=\"%s\" measure=\"%u ns\" drain=\"20 us\" process=\"%s\" after=\"%s\"/>\n",
                          CELL_ONE_OF (self, "uniform", "tornado", "hot-spot", "nearest-neighbour"), CELL_ONE_OF (self, "0.1", "0.4"), CELL_ONE_OF (self, "64 B", "256 B", "1000 B"),
                          CELL_ONE_OF (self, "0 s", "300 ns"), 300 + cell_below (self, 2000), CELL_ONE_OF (self, "bernoulli", "bursty"), CELL_ONE_OF (self, "go-on", "stop"));
  cell_add_probe (self, "workload.latency");
  self->cell->is_counted = FALSE;
}

static void
add_graph (CellSketch *self)
{
  g_string_append_printf (self->works, "<workload type=\"graph\" on=\"all\">"
                                       "<vertex id=\"a\" kind=\"compute\" start=\"true\" work=\"%u MFLOP\"/>"
                                       "<vertex id=\"b\" kind=\"comm\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"%u B\" channel=\"one\"/>"
                                       "<vertex id=\"c\" kind=\"compute\" work=\"%u kFLOP\" access=\"%u B\"/>",
                          1 + cell_below (self, 20), choose_bytes (self), 1 + cell_below (self, 900), choose_bytes (self));
  g_string_append_printf (self->works, "<vertex id=\"p\" kind=\"compute\" start=\"true\" work=\"%u kFLOP\" place=\"x[0]\"/>"
                                       "<vertex id=\"q\" kind=\"comm\" from=\"x[0]\" to=\"x[1]\" bytes=\"%u B\" channel=\"two\"/>"
                                       "<edge from=\"a\" to=\"b\"/><edge from=\"b\" to=\"c\"/><edge from=\"c\" to=\"a\" first=\"ignore\"/>"
                                       "<edge from=\"p\" to=\"q\"/><edge from=\"q\" to=\"p\" first=\"ignore\"/></workload>\n",
                          1 + cell_below (self, 900), choose_bytes (self));
  self->cell->is_counted = FALSE;
}

void
cell_add_work (CellSketch *self)
{
  gboolean has_transfers = FALSE;

  for (guint n = 1 + cell_below (self, 2) * cell_below (self, 2); n > 0; n--)
    switch (cell_below (self, 8))
      {
      case 0:
      case 1:
        add_collective (self);
        break;
      case 2:
      case 3:
        add_ring (self, 1 + cell_below (self, 3));
        break;
      case 4:
        if (self->fidelity != HD_FIDELITY_FLOW)
          {
            add_traffic (self);
            break;
          }
        G_GNUC_FALLTHROUGH;
      case 5:
        add_graph (self);
        break;
      default:
        if (!has_transfers)
          add_transfers (self);
        has_transfers = TRUE;
        break;
      }
  cell_add_probe (self, "workload.collective");
}
