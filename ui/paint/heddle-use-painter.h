/* heddle-use-painter.h: how many links are how busy
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "heddle-text.h"

G_BEGIN_DECLS

#define HEDDLE_USE_COLUMNS 20 /* of 5 % each */

typedef struct
{
  guint counts[HEDDLE_USE_COLUMNS]; /* of what was used */
  guint unused;
  gboolean past;
  int hovered;                      /* column, or -1 */
} HeddleUsePicture;

/* The column of a share of the capacity; a link that is full is in the last one. */
guint heddle_use_find_column (double                  share);
void  heddle_use_paint       (HeddleText             *text,
                              cairo_t                *cr,
                              const HeddleUsePicture *picture,
                              const HeddleTheme      *theme,
                              double                  width,
                              double                  height);
/* The column below a place; -1 where there is none. */
int   heddle_use_column_at   (double                  width,
                              double                  height,
                              double                  x,
                              double                  y);

G_END_DECLS
