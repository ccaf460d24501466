/* heddle-access-map.h: who has read and written which blocks of addresses, as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row for each component that was there, a column for each block, in the order of addresses; blocks that nobody touched take no room. The upper half of a
 * row is what was read, the lower half what was written, the darker the more often.
 */
#pragma once

#include <heddle/hd-accesses.h>

#include "heddle-text.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 address;
  guint64 bytes;
} HeddleAccessBlock;

typedef struct
{
  guint32 node;
  char *name;
} HeddleAccessRow;

typedef struct
{
  guint block;
  guint row;
  guint64 read; /* bytes */
  guint64 written;
} HeddleAccessCell;

/**
 * HeddleAccessMap:
 * @cells: (element-type HeddleAccessCell): in the order of blocks, then of rows
 * @most: how often a byte of a block was read, or written, by one component, at most and on average over the block
 */
typedef struct
{
  GArray *blocks; /* of HeddleAccessBlock */
  GArray *rows;   /* of HeddleAccessRow */
  GArray *cells;
  double most;
} HeddleAccessMap;

/** HeddleAccessView: from block @first up to block @last; px: where rows begin, and how high each is */
typedef struct
{
  double width, height;
  double left;
  double row_height;
  double first, last;
} HeddleAccessView;

/** heddle_access_map_new: @memory: the node whose accesses count, or %HD_NO_ID for all */
HeddleAccessMap *heddle_access_map_new (HdDesign *design,
                                        GArray *accesses,
                                        guint32 memory);
void heddle_access_map_free (HeddleAccessMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleAccessMap, heddle_access_map_free)

/** heddle_access_map_lay_out: room for names, and rows as high as @height allows; returns the height that they need */
double heddle_access_map_lay_out (const HeddleAccessMap *self,
                                  HeddleText *text,
                                  double width,
                                  double height,
                                  HeddleAccessView *view);
/** heddle_access_map_find: what is at @x, @y; %FALSE if there is no block. A block that the row never touched has zeros */
gboolean heddle_access_map_find (const HeddleAccessMap *self,
                                 const HeddleAccessView *view,
                                 double x,
                                 double y,
                                 HeddleAccessCell *out_cell);
void heddle_access_map_paint (const HeddleAccessMap *self,
                              const HeddleAccessView *view,
                              HeddleText *text,
                              cairo_t *cr,
                              const HeddleTheme *theme);
/** heddle_access_map_get_colours: of what is read and what is written most often */
void heddle_access_map_get_colours (const HeddleTheme *theme,
                                    HeddleColour *out_read,
                                    HeddleColour *out_written);

G_END_DECLS
