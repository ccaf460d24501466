/* heddle-scene.h: what is drawn on the canvas, as plain data
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include <glib.h>

#include "heddle-theme.h"

G_BEGIN_DECLS

/* A scene is one drawn module: nodes with ports, links between them, a frame around, notes, and dots that travel
 * along links. It knows nothing of documents or runs; whoever builds it puts his own ids into `id` fields and gets
 * them back from hit tests.
 *
 * Lengths are scene units: pixels at 100 % zoom. x grows to the right, y downwards.
 *
 * Build order: nodes, then ports, then links (a link names earlier nodes and ports by index), then frame and notes.
 * Strings are copied. Indices are stable; nothing is removed from a scene: build a new one (10,000 nodes take a few ms).
 *
 * To show live figures, do not rebuild: get the mutable element (heddle_scene_node(), heddle_scene_link()) and write the
 * fields marked *live*, then redraw. Such a pointer is valid until the next element of its kind is added.
 * Fields not marked so are read when an element is added, or are changed by the function that is named beside them.
 *
 * A scene belongs to one thread.
 */
typedef struct _HeddleScene HeddleScene;

typedef struct
{
  double x, y;
} HeddlePoint;

typedef struct
{
  double x, y, width, height; /* x, y: top left */
} HeddleRect;

#define HEDDLE_NO_INDEX G_MAXUINT32
#define HEDDLE_NO_CATEGORY G_MAXUINT8

/* States of nodes, ports and links. Flags that make no sense for an element are ignored. */
typedef enum
{
  HEDDLE_STATE_NONE     = 0,
  HEDDLE_STATE_SELECTED = 1 << 0, /* strong highlight, accent */
  HEDDLE_STATE_HOT      = 1 << 1, /* weak highlight: under the pointer in any view */
  HEDDLE_STATE_ERROR    = 1 << 2, /* badge with a sign */
  HEDDLE_STATE_WARNING  = 1 << 3,
  HEDDLE_STATE_FADED    = 1 << 4, /* not used, or not on a route that is shown */
  HEDDLE_STATE_FITS     = 1 << 5, /* while linking: this port or node takes the link */
  HEDDLE_STATE_DOTTED   = 1 << 6, /* links: have failed, or were in one of two runs alone; nodes: of no known type */
  HEDDLE_STATE_EXPORTED = 1 << 7, /* ports: linked to outside the module; drawn as a short arrow with the port's label */
  HEDDLE_STATE_LIT      = 1 << 8, /* a lesson points at it: a halo in a colour of its own */
  HEDDLE_STATE_FAILED   = 1 << 9  /* nodes: it does nothing: struck out */
} HeddleState;

typedef enum
{
  HEDDLE_NODE_AUTO,    /* chosen from the size, see heddle_scene_node_layout() */
  HEDDLE_NODE_BAR,     /* wide and low: symbol, name, subtitle and figure in one line (switches) */
  HEDDLE_NODE_CARD,    /* symbol left, name above subtitle */
  HEDDLE_NODE_TILE,    /* symbol above name above subtitle, all centred */
  HEDDLE_NODE_COMPACT  /* symbol and subtitle above name (small cards) */
} HeddleNodeLayout;

/* Sizes that look good: BAR any x 34 to 46, CARD 168 x 50, TILE 72 x 72, COMPACT 72 x 56. */
typedef struct
{
  guint64 id;               /* the builder's own; 0 if none */
  double x, y;              /* centre; heddle_scene_move_node() */
  double width, height;
  HeddleNodeLayout layout;
  int symbol;               /* heddle_symbol_find(), or HEDDLE_SYMBOL_NONE */
  guint quarter_turns;      /* of the symbol, clockwise */
  int category;             /* live: 0 or more tints the card, alike modulo HEDDLE_N_CATEGORIES; -1 is neutral */
  gboolean forwards;        /* only passes on what comes: far out a solid box, where others are small cards */
  guint count;              /* instances: above 1 the node is a stack with a badge; 0 counts as 1 */
  const char *name;         /* bold */
  guint name_length;        /* characters of the longest name among those that it is one of, so that names are as large in all; 0: its own */
  const char *subtitle;     /* dim; %NULL if none; heddle_scene_set_node_text() */
  const char *figure;       /* bold at the right end of a BAR, e.g. "8.2 TB/s through"; %NULL if none; heddle_scene_set_node_text() */
  guint state;              /* live: HeddleState */
  float busy;               /* live: 0 to 1 is a bar at the bottom edge, below 0 none */
  gboolean limits;          /* live: busy is of a bandwidth that all that passes shares, or of the buffers of a router; with heat it has an outline and a figure, as links have */
  const char *hottest;      /* heddle_scene_set_hottest(): of a module, what is hottest inside; %NULL if nothing is */
  float hottest_heat;       /* 0 to 1; with HEDDLE_HEAT_DIFFERENCE -1 to 1 */
  const float *strip;       /* heddle_scene_set_strip(): one value (0 to 1; NAN is a gap) per member of the stack, a pixel each; %NULL if none */
  guint n_strip;
  const guint8 *marks;      /* heddle_scene_set_marks(): one category per member of the stack, along the upper edge; %NULL if none */
  guint n_marks;
} HeddleSceneNode;

typedef enum
{
  HEDDLE_SIDE_TOP,
  HEDDLE_SIDE_RIGHT,
  HEDDLE_SIDE_BOTTOM,
  HEDDLE_SIDE_LEFT
} HeddleSide;

/* A port lies on the edge of a node, or of the frame (node == HEDDLE_NO_INDEX). */
typedef struct
{
  guint64 id;
  guint32 node;
  HeddleSide side;
  double position;          /* 0 to 1 along the side, from left or top */
  const char *label;        /* near zoom only; always for ports of the frame; %NULL if none */
  guint state;              /* live */
} HeddleScenePort;

typedef enum
{
  HEDDLE_LINK_STRAIGHT,
  HEDDLE_LINK_ORTHOGONAL,
  HEDDLE_LINK_CURVED
} HeddleLinkStyle;

/* Values of `heat` that are not on the scale */
#define HEDDLE_HEAT_NO_RUN ((float) NAN)        /* drawn as a wire */
#define HEDDLE_HEAT_UNUSED ((float) -INFINITY)  /* carried nothing: thin, neutral grey */

/* One end of a link: a port, or (port == HEDDLE_NO_INDEX) a node, where the place on the node's edge is chosen from
 * the positions of both nodes: straight up, down or sideways where they face each other. */
typedef struct
{
  guint32 port;
  guint32 node;             /* ignored if port is given */
} HeddleSceneEnd;

typedef struct
{
  guint64 id;
  HeddleSceneEnd from, to;
  HeddleLinkStyle style;
  const HeddlePoint *bends; /* copied; if n_bends > 0 the link runs through these points, whatever the style */
  guint n_bends;
  double shift;             /* moves the line sideways, to part links between the same two nodes */
  const char *label;        /* near zoom, e.g. "CXL_link, 128 GB/s, 200 ns"; %NULL if none */
  guint count;              /* links in the bundle; 0 counts as 1. `heat` is then the hottest member's, `bytes` the sum */
  float heat;               /* live: utilisation 0 to 1, or difference -1 to 1, or one of the above. In utilisation any
                             * value below 0 counts as HEDDLE_HEAT_UNUSED */
  gboolean two_ways;        /* live: each direction has a capacity of its own: `ways` tells what `heat` does, which is the hotter one's */
  float ways[2];            /* live: from `from` to `to`, and back; HEDDLE_HEAT_UNUSED if it carried nothing that way */
  double bytes;             /* live: carried in the window shown; gives the width. For a difference: the more of both */
  guint state;              /* live */
} HeddleSceneLink;

/* A message on its way. */
typedef struct
{
  guint32 link;
  float position;           /* 0 at `from`, 1 at `to`, by length */
  float lane;               /* -1 to 1 across the width of the link */
  float size;               /* 1 is as usual */
  HeddleColour colour;
} HeddleSceneDot;

/* What a run waited for: along a link, one way. */
typedef struct
{
  guint32 link;
  gboolean back;            /* from `to` to `from` */
  gboolean current;         /* at the moment that is looked at */
  float strength;           /* 0 to 1: for how much of all that time */
} HeddleScenePath;

#define HEDDLE_PIECE_FIGURE 12

/* A piece of the vector that a member of a collective has, in a row beside its node. */
typedef struct
{
  guint32 node;
  gboolean above;           /* the node, rather than below it */
  guint place, n;           /* in the row: 0 to n - 1 */
  double width;             /* of the piece */
  double shift;             /* of the row, to the right of the middle of its node */
  guint category;           /* its colour, modulo HEDDLE_N_CATEGORIES */
  double level;             /* 0 to 1: how much of the result is added up in it */
  double next_level;        /* once what is being received is in */
  double share;             /* 0 to 1: of that */
  char figure[HEDDLE_PIECE_FIGURE]; /* "3/4", or empty; where there is room */
} HeddleScenePiece;

/* What is said of a node for a while, in lines. */
typedef struct
{
  guint32 node;
  gboolean is_first; /* of what is looked at; else of what that is about */
  gboolean above;    /* the node; else below it */
  char text[160];
} HeddleSceneCaption;

/* What one of the parts of a node is at, in a field below it. */
typedef enum
{
  HEDDLE_CELL_COMPUTES, /* the first as HeddleSpanKind */
  HEDDLE_CELL_MEMORY,
  HEDDLE_CELL_SENDS,
  HEDDLE_CELL_WAITS,
  HEDDLE_CELL_IDLE,
  HEDDLE_N_CELL_KINDS
} HeddleCellKind;

typedef struct
{
  guint32 node;             /* those of a node are neighbours */
  HeddleCellKind kind;
} HeddleSceneCell;

/* What a knob has more than a note, whose text is its title. Points are where they lie in its plot. */
typedef struct
{
  double share;             /* heddle_scene_turn_knob(): 0 at the left end to 1; NAN if it cannot be turned */
  const char *value;        /* heddle_scene_turn_knob() */
  guint n_stops;            /* values that it goes through, evenly apart; 0 if it takes any between its ends */
  gboolean is_switch;       /* of two stops: off and on */
  const char *low;          /* at its ends */
  const char *high;
  const char *metric;       /* heddle_scene_set_trace(), so the rest; %NULL while there is none */
  const char *least;        /* at the lower and upper end of the plot */
  const char *most;
  const HeddlePoint *points; /* x: 0 to 1 as shares, ascending; y: 0 at @least to 1 */
  guint n_points;
} HeddleSceneKnob;

/* Sizes of a knob. */
#define HEDDLE_KNOB_WIDTH 204.0
#define HEDDLE_KNOB_HEIGHT 118.0

typedef struct
{
  guint64 id;
  HeddleRect rect;          /* heddle_scene_move_note() */
  const char *text;
  guint state;              /* live */
  const HeddleSceneKnob *knob; /* %NULL if it is none */
} HeddleSceneNote;

HeddleScene           *heddle_scene_new            (void);
HeddleScene           *heddle_scene_copy           (HeddleScene           *self);
HeddleScene           *heddle_scene_ref            (HeddleScene           *self);
void                   heddle_scene_unref          (HeddleScene           *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleScene, heddle_scene_unref)

guint32                heddle_scene_add_node       (HeddleScene           *self,
                                                    const HeddleSceneNode *node);
guint32                heddle_scene_add_port       (HeddleScene           *self,
                                                    const HeddleScenePort *port);
guint32                heddle_scene_add_link       (HeddleScene           *self,
                                                    const HeddleSceneLink *link);
guint32                heddle_scene_add_note       (HeddleScene           *self,
                                                    const HeddleSceneNote *note);
void                   heddle_scene_set_frame      (HeddleScene           *self,
                                                    const HeddleRect      *rect,
                                                    const char            *title);

guint                  heddle_scene_n_nodes        (const HeddleScene     *self);
guint                  heddle_scene_n_ports        (const HeddleScene     *self);
guint                  heddle_scene_n_links        (const HeddleScene     *self);
guint                  heddle_scene_n_notes        (const HeddleScene     *self);
HeddleSceneNode       *heddle_scene_node           (HeddleScene           *self,
                                                    guint32                index);
HeddleScenePort       *heddle_scene_port           (HeddleScene           *self,
                                                    guint32                index);
HeddleSceneLink       *heddle_scene_link           (HeddleScene           *self,
                                                    guint32                index);
HeddleSceneNote       *heddle_scene_note           (HeddleScene           *self,
                                                    guint32                index);
gboolean               heddle_scene_get_frame      (HeddleScene           *self,
                                                    HeddleRect            *out_rect,
                                                    const char           **out_title);

void                   heddle_scene_move_node      (HeddleScene           *self,
                                                    guint32                index,
                                                    double                 x,
                                                    double                 y);
void                   heddle_scene_move_note      (HeddleScene           *self,
                                                    guint32                index,
                                                    double                 x,
                                                    double                 y);
void                   heddle_scene_turn_knob      (HeddleScene           *self,
                                                    guint32                note,
                                                    double                 share,
                                                    const char            *value);
void                   heddle_scene_set_trace      (HeddleScene           *self,
                                                    guint32                note,
                                                    const HeddleSceneKnob *trace);
/* Where a knob is held: from its left to its right end, with room around. */
HeddleRect             heddle_scene_knob_track     (const HeddleSceneNote *note);
void                   heddle_scene_set_link_style (HeddleScene           *self,
                                                    guint32                index,
                                                    HeddleLinkStyle        style);
void                   heddle_scene_set_node_text  (HeddleScene           *self,
                                                    guint32                index,
                                                    const char            *subtitle,
                                                    const char            *figure);
void                   heddle_scene_set_hottest    (HeddleScene           *self,
                                                    guint32                index,
                                                    const char            *name,
                                                    float                  heat);
void                   heddle_scene_set_strip      (HeddleScene           *self,
                                                    guint32                index,
                                                    const float           *values,
                                                    guint                  n_values);
void                   heddle_scene_set_marks      (HeddleScene           *self,
                                                    guint32                index,
                                                    const guint8          *categories,
                                                    guint                  n_categories);
void                   heddle_scene_set_width_reference
                                                   (HeddleScene           *self,
                                                    double                 bytes);
void                   heddle_scene_set_most_heat
                                            (HeddleScene *self,
                                             double       most);
double                 heddle_scene_get_most_heat
                                            (HeddleScene *self);
gboolean               heddle_scene_has_bytes       (HeddleScene            *self);
double                 heddle_scene_get_width_reference
                                                   (HeddleScene           *self);
double                 heddle_scene_link_width     (HeddleScene           *self,
                                                    guint32                link);
void                   heddle_scene_set_dots       (HeddleScene           *self,
                                                    const HeddleSceneDot  *dots,
                                                    guint                  n_dots);
const HeddleSceneDot  *heddle_scene_get_dots       (HeddleScene           *self,
                                                    guint                 *out_n_dots);
void                   heddle_scene_set_path       (HeddleScene           *self,
                                                    const HeddleScenePath *path,
                                                    guint                  n);
const HeddleScenePath *heddle_scene_get_path       (HeddleScene           *self,
                                                    guint                 *out_n);
void                   heddle_scene_set_pieces     (HeddleScene            *self,
                                                    const HeddleScenePiece *pieces,
                                                    guint                   n_pieces);
void                   heddle_scene_set_captions   (HeddleScene              *self,
                                                    const HeddleSceneCaption *captions,
                                                    guint                     n_captions);
const HeddleSceneCaption *heddle_scene_get_captions
                                                   (HeddleScene            *self,
                                                    guint                  *out_n_captions);
const HeddleScenePiece *heddle_scene_get_pieces    (HeddleScene            *self,
                                                    guint                  *out_n_pieces);
void                   heddle_scene_set_cells      (HeddleScene            *self,
                                                    const HeddleSceneCell  *cells,
                                                    guint                   n_cells);
const HeddleSceneCell *heddle_scene_get_cells      (HeddleScene            *self,
                                                    guint                  *out_n_cells);
guint                  heddle_scene_count_cells    (HeddleScene            *self,
                                                    guint32                 node);
/* Of all cells of a node below it; 0 if it has none. */
double                 heddle_scene_cells_height   (HeddleScene            *self,
                                                    guint32                 node);
HeddleRect             heddle_piece_rect           (HeddleScene            *self,
                                                    const HeddleScenePiece *piece);

/* Geometry */
HeddleRect             heddle_scene_bounds         (HeddleScene           *self);
HeddleRect             heddle_scene_node_rect      (const HeddleSceneNode *node);
HeddleNodeLayout       heddle_scene_node_layout    (const HeddleSceneNode *node);
HeddlePoint            heddle_scene_port_point     (HeddleScene           *self,
                                                    guint32                port);
const HeddlePoint     *heddle_scene_link_points    (HeddleScene           *self,
                                                    guint32                link,
                                                    guint                 *out_n_points,
                                                    gboolean              *out_cubic);
HeddlePoint            heddle_scene_link_at        (HeddleScene           *self,
                                                    guint32                link,
                                                    double                 position,
                                                    HeddlePoint           *out_direction);

/* Detours: heddle-scene-detour.c */
void                   heddle_scene_find_detours   (HeddleScene           *self);
gboolean               heddle_scene_link_is_hidden (HeddleScene           *self,
                                                    guint32                link,
                                                    GArray                *scratch);

/* Finding */
typedef enum
{
  HEDDLE_HIT_NOTHING,
  HEDDLE_HIT_NODE,
  HEDDLE_HIT_PORT,
  HEDDLE_HIT_LINK,
  HEDDLE_HIT_NOTE
} HeddleHitKind;

typedef struct
{
  HeddleHitKind kind;
  guint32 index;
} HeddleHit;

HeddleHit              heddle_scene_hit            (HeddleScene           *self,
                                                    double                 x,
                                                    double                 y,
                                                    double                 tolerance);
guint32                heddle_scene_first_port     (HeddleScene           *self,
                                                    guint32                node);
guint32                heddle_scene_next_port      (HeddleScene           *self,
                                                    guint32                port);
void                   heddle_scene_nodes_in       (HeddleScene           *self,
                                                    const HeddleRect      *rect,
                                                    GArray                *out_indices);
gboolean               heddle_scene_has_node_in    (HeddleScene           *self,
                                                    const HeddleRect      *rect);
void                   heddle_scene_links_in       (HeddleScene           *self,
                                                    const HeddleRect      *rect,
                                                    GArray                *out_indices);

G_END_DECLS
