/* heddle-packet-painter.h: a packet from router to router: a row for each, a bar for each stage
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/* What a bar stands for; those from the first wait on are waits. */
typedef enum
{
  HEDDLE_PACKET_STAGE, /* of a router */
  HEDDLE_PACKET_LINK,
  HEDDLE_PACKET_BODY,
  HEDDLE_PACKET_BEHIND,
  HEDDLE_PACKET_TAKEN,
  HEDDLE_PACKET_BEATEN,
  HEDDLE_PACKET_NO_CREDIT,
  HEDDLE_PACKET_NO_ROOM,
  HEDDLE_PACKET_BUSY,
  HEDDLE_N_PACKET_KINDS
} HeddlePacketKind;

/** HeddlePacketBar: from @from to @to cycles */
typedef struct
{
  guint row;
  HeddlePacketKind kind;
  double from;
  double to;
} HeddlePacketBar;

/** HeddlePacketRow: @name and what is said at the right */
typedef struct
{
  const char *name;
  const char *wait;
} HeddlePacketRow;

/**
 * HeddlePacketPicture:
 * @from, @to: cycles at the ends of the axis
 * @selected: row, or -1
 * @keys: (array length=HEDDLE_N_PACKET_KINDS): what the colours stand for; %NULL for those that do not occur
 */
typedef struct
{
  const HeddlePacketRow *rows;
  guint n_rows;
  const HeddlePacketBar *bars;
  guint n_bars;
  double from, to;
  int selected;
  const char *keys[HEDDLE_N_PACKET_KINDS];
} HeddlePacketPicture;

/** heddle_packet_get_height: px that all rows need, with axis and key, at that width */
double heddle_packet_get_height (HeddleText *text,
                                 const HeddlePacketPicture *picture,
                                 double width);
/** heddle_packet_find_row: at @y, or -1 */
int heddle_packet_find_row (const HeddlePacketPicture *picture,
                            double y);
/** heddle_packet_find_cycle: at @x of that width; writes it; %FALSE outside of the bars */
gboolean heddle_packet_find_cycle (const HeddlePacketPicture *picture,
                                   double width,
                                   double x,
                                   double *out_cycle);
/** heddle_packet_paint: in [0, @width] x [0, @height] */
void heddle_packet_paint (HeddleText *text,
                          cairo_t *cr,
                          const HeddlePacketPicture *picture,
                          const HeddleTheme *theme,
                          double width,
                          double height);

G_END_DECLS
