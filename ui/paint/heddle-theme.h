/* heddle-theme.h: the colours that painters use, for light, dark and high contrast
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Not premultiplied, every channel 0 to 1, sRGB. */
typedef struct
{
  double red, green, blue, alpha;
} HeddleColour;

typedef enum
{
  HEDDLE_STYLE_LIGHT,
  HEDDLE_STYLE_DARK,
  HEDDLE_STYLE_LIGHT_HIGH_CONTRAST,
  HEDDLE_STYLE_DARK_HIGH_CONTRAST
} HeddleStyle;

#define HEDDLE_N_STYLES 4

/* Colours that tell types, groups or partitions apart; always with a shape or a name too. */
#define HEDDLE_N_CATEGORIES 8

/* What a span of the timeline shows; differs in lightness, so that it also works in grey. */
typedef enum
{
  HEDDLE_SPAN_COMPUTE,
  HEDDLE_SPAN_MEMORY,
  HEDDLE_SPAN_COMMUNICATION,
  HEDDLE_SPAN_OTHER
} HeddleSpanKind;

#define HEDDLE_N_SPAN_KINDS 4

typedef struct
{
  HeddleStyle style;
  gboolean dark;            /* background darker than text */
  double outline_width;     /* of nodes and frames, px: 1, or 2 in high contrast */

  HeddleColour view_bg;     /* canvas and plots */
  HeddleColour frame_bg;    /* inside of the module that is drawn */
  HeddleColour lane_bg;     /* every second lane of the timeline */
  HeddleColour card_bg;     /* overlays on the canvas, legends */
  HeddleColour card_edge;
  HeddleColour text;
  HeddleColour dim;
  HeddleColour faint;       /* never carries information */
  HeddleColour accent;      /* selection, cursor */
  HeddleColour accent_text; /* accent that is readable on view_bg */
  HeddleColour accent_fg;   /* text on accent */
  HeddleColour error;       /* filled badge, white sign */
  HeddleColour error_text;
  HeddleColour warning;     /* filled badge, dark sign */
  HeddleColour warning_text;
  HeddleColour success_text;
  HeddleColour node_fill;
  HeddleColour node_outline;
  HeddleColour idle_link;   /* carried nothing in this run */
  HeddleColour wire;        /* no run yet */
  HeddleColour grid_dot;
  HeddleColour grid_line;   /* of plots */
  HeddleColour badge_bg;    /* count badges, cursor flags */
  HeddleColour badge_fg;
  HeddleColour neutral;     /* width samples of the legend, baseline traces */
  HeddleColour playhead;
  HeddleColour category[HEDDLE_N_CATEGORIES];
  HeddleColour span[HEDDLE_N_SPAN_KINDS];
} HeddleTheme;

const HeddleTheme *heddle_theme_get   (HeddleStyle         style);

HeddleColour heddle_colour_mix        (HeddleColour        a,
                                       HeddleColour        b,
                                       double              share);
HeddleColour heddle_colour_over       (HeddleColour        ground,
                                       HeddleColour        top);
HeddleColour heddle_colour_with_alpha (HeddleColour        colour,
                                       double              alpha);
double       heddle_colour_lightness  (HeddleColour        colour);
void         heddle_colour_set        (cairo_t            *cr,
                                       HeddleColour        colour);

G_END_DECLS
