/* cell-sketch.h: a random project while it is written
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cell.h"

/**
 * CellSketch:
 * @folder: for the files that the project reads
 * @acts: there are components that act
 * @n_switches: of the fabric, to which other parts may be joined
 * @n_ends: how many were
 */
typedef struct
{
  Cell *cell;
  GRand *random;
  const char *folder;
  HdFidelity fidelity;
  gboolean acts;
  guint n_switches;
  guint n_ends;
  GString *classes, *top, *communicators, *works, *probes, *changes, *traced;
} CellSketch;

/** cell_below: 0 to @n - 1 */
guint cell_below (CellSketch *self,
                  guint n);
const char *cell_choose (CellSketch *self,
                         const char *const *words);
#define CELL_ONE_OF(self, ...) cell_choose (self, (const char *const[]){ __VA_ARGS__, NULL })
void cell_add_probe (CellSketch *self,
                     const char *of);
/** cell_join: a link from @end to the fabric, if there is one and chance has it */
void cell_join (CellSketch *self,
                const char *end);

/* ---- parts, each once at most -------------------------------------------------------------------------------------------------- */

void cell_add_fabric (CellSketch *self);
void cell_add_work (CellSketch *self);
void cell_add_processor (CellSketch *self);
void cell_add_cards (CellSketch *self);
void cell_add_chip (CellSketch *self);
void cell_add_chiplets (CellSketch *self);
