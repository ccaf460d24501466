/* cell.h: random projects in which several things are done at once
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#define CELL_MOST_MEMBERS 6

/**
 * Cell:
 * @text: a project
 * @n_members: of its fabric, by whose links "up[i]" all goes that they send and take in; 0 if there is none
 * @sent, @received: bytes of each, where these are known by hand (@is_counted)
 */
typedef struct
{
  char *text;
  guint n_members;
  double sent[CELL_MOST_MEMBERS];
  double received[CELL_MOST_MEMBERS];
  gboolean is_counted;
} Cell;

/** cell_draw: @folder: for the files that it reads */
void cell_draw (Cell *self,
                guint32 seed,
                const char *folder);
void cell_clear (Cell *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cell, cell_clear)
