/* cell.c: random projects in which several things are done at once
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values are such that most projects can run, and for a few milliseconds.
 */
#include "cell-sketch.h"

guint
cell_below (CellSketch *self,
            guint n)
{
  return (guint) g_rand_int_range (self->random, 0, (gint32) n);
}

const char *
cell_choose (CellSketch *self,
             const char *const *words)
{
  return words[cell_below (self, g_strv_length ((char **) words))];
}

void
cell_add_probe (CellSketch *self,
                const char *of)
{
  if (cell_below (self, 2) == 0)
    g_string_append_printf (self->probes, "<probe of=\"%s\"/>", of);
}

void
cell_join (CellSketch *self,
           const char *end)
{
  if (self->n_switches == 0 || cell_below (self, 2) == 0)
    return;
  g_string_append_printf (self->top, "<link id=\"join_%u\" from=\"%s\" to=\"s[%u].port[%u]\" class=\"wire\"/>\n", self->n_ends, end,
                          cell_below (self, self->n_switches), 60 + self->n_ends);
  self->n_ends++;
  self->cell->is_counted = FALSE; /* routes may lead over it */
}

static void
add_run (CellSketch *self,
         GString *text)
{
  static const char *const fidelities[] = { "flow", "packet", "flit" };

  g_string_append_printf (text, "<run fidelity=\"%s\" seed=\"%u\"", fidelities[self->fidelity], cell_below (self, 1000));
  if (cell_below (self, 6) == 0)
    g_string_append_printf (text, " until=\"%u ns\"", 200 + cell_below (self, 20000));
  if (self->traced->len > 0 && cell_below (self, 2) == 0)
    g_string_append_printf (text, " trace=\"%s\"", self->traced->str);
  if (cell_below (self, 6) == 0)
    g_string_append_printf (text, " trace-from=\"%u ns\" trace-until=\"%u ns\"", cell_below (self, 1000), 1000 + cell_below (self, 3000));
  switch (self->fidelity)
    {
    case HD_FIDELITY_FLOW:
      g_string_append_printf (text, " fairness=\"%s\" cross-traffic=\"%s\" steps=\"%s\" noise=\"%s\"", CELL_ONE_OF (self, "equal", "rtt"),
                              self->cell->is_counted ? "0" : CELL_ONE_OF (self, "0", "0", "0.05"), CELL_ONE_OF (self, "neighbours", "barrier"), CELL_ONE_OF (self, "0", "0", "0.2"));
      break;
    case HD_FIDELITY_PACKET:
      g_string_append_printf (text, " switching=\"%s\" packet-size=\"%s\" packet-time=\"%s\"", CELL_ONE_OF (self, "store-and-forward", "cut-through"),
                              CELL_ONE_OF (self, "4096 B", "1 kB", "300 B"), CELL_ONE_OF (self, "0 s", "0 s", "100 ns"));
      if (cell_below (self, 3) == 0)
        g_string_append_printf (text, " buffer=\"%s\"", CELL_ONE_OF (self, "8 kB", "64 kB"));
      if (cell_below (self, 4) == 0)
        g_string_append_printf (text, " window=\"%s\"", CELL_ONE_OF (self, "4 kB", "20 kB"));
      if (cell_below (self, 4) == 0)
        g_string_append_printf (text, " service=\"%s\"", CELL_ONE_OF (self, "fair", "fair-senders"));
      if (cell_below (self, 4) == 0)
        g_string_append_printf (text, " noise=\"0.2\" noise-order=\"%s\"", CELL_ONE_OF (self, "queue", "turns", "shares", "fair"));
      break;
    default:
      g_string_append_printf (text, " virtual-channels=\"%u\" input-buffer=\"%u\" output-buffer=\"%s\" header=\"%u\" arbitration=\"%s\" packet-size=\"%s\"", 2 + cell_below (self, 3),
                              2 + cell_below (self, 12), CELL_ONE_OF (self, "12", "0", "2"), cell_below (self, 2), CELL_ONE_OF (self, "round-robin", "random", "age"),
                              CELL_ONE_OF (self, "512 B", "128 B"));
      break;
    }
  if (cell_below (self, 3) == 0 && !self->cell->is_counted)
    g_string_append_printf (text, " iterations=\"%u\"", 1 + cell_below (self, 3));
  g_string_append_printf (text, ">%s</run>\n", self->changes->str);
}

static void
add_parts (CellSketch *self)
{
  guint parts = 1 + cell_below (self, 31);

  if (parts & 1)
    cell_add_fabric (self);
  if (parts & 2)
    cell_add_cards (self);
  if (parts & 4)
    cell_add_chiplets (self);
  if (parts & 8 && cell_below (self, 2) == 0)
    cell_add_chip (self);
  if (parts & 16 && cell_below (self, 2) == 0)
    cell_add_processor (self);
  if (self->cell->n_members == 0 && !self->acts)
    cell_add_fabric (self);
  if (self->cell->n_members > 0)
    cell_add_work (self);
}

void
cell_draw (Cell *cell,
           guint32 seed,
           const char *folder)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  CellSketch self = { .cell = cell, .random = random, .folder = folder };
  GString *text = g_string_new ("<heddle version=\"1\" name=\"cell\">\n");
  GString **const strings[] = { &self.classes, &self.top, &self.communicators, &self.works, &self.probes, &self.changes, &self.traced };

  *cell = (Cell){ .is_counted = TRUE };
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    *strings[i] = g_string_new (NULL);
  self.fidelity = (HdFidelity) cell_below (&self, 3);
  g_string_append_printf (self.classes, "<link-class id=\"wire\" bandwidth=\"%s\" latency=\"%s\" sharing=\"%s\"/>\n", CELL_ONE_OF (&self, "12.5 GB/s", "32 GB/s", "7 GB/s"),
                          CELL_ONE_OF (&self, "100 ns", "10 ns", "1 us", "33.3 ns"), CELL_ONE_OF (&self, "split", "split", "shared"));
  add_parts (&self);
  g_string_append_printf (text, "%s<top>\n%s</top>\n", self.classes->str, self.top->str);
  if (self.communicators->len > 0)
    g_string_append_printf (text, "<communicators>%s</communicators>\n", self.communicators->str);
  g_string_append (text, self.works->str);
  if (self.probes->len > 0)
    g_string_append_printf (text, "<probes>%s</probes>\n", self.probes->str);
  add_run (&self, text);
  g_string_append (text, "</heddle>\n");
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    g_string_free (*strings[i], TRUE);
  cell->text = g_string_free (text, FALSE);
}

void
cell_clear (Cell *self)
{
  g_free (self->text);
}
