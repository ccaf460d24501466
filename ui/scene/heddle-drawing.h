/* heddle-drawing.h: one module of a document as a scene, with the way back
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-knob.h"
#include "heddle-lane-states.h"
#include "heddle-marks.h"
#include "heddle-scene-painter.h"

G_BEGIN_DECLS

/* A drawing shows one module. Arrays are one stack with a count, or, with the attribute `columns`, members side by side; the links of one
 * pattern that join the same two nodes are one bundle; ports of the module lie on the frame. With a design the members and links are those
 * that elaboration found; without one (a project with errors) each drawn link is drawn once.
 *
 * Live figures are those of one scope (an instance of the module), or the mean over several.
 */
typedef struct _HeddleDrawing HeddleDrawing;

#define HEDDLE_ALL_MEMBERS (-1)

/* HeddleTarget: an object of the document, and which member of an array or which element of a link pattern; uid 0 is nothing */
typedef struct
{
  guint64 uid;
  int index;
} HeddleTarget;

#define HEDDLE_NO_TARGET ((HeddleTarget){ 0, HEDDLE_ALL_MEMBERS })

static inline gboolean
heddle_target_equal (HeddleTarget a,
                     HeddleTarget b)
{
  return a.uid == b.uid && a.index == b.index;
}

/**
 * heddle_drawing_new:
 * @design: (nullable): of @snapshot
 * @module: <module> or <top> of @snapshot
 * @scope: an instance of @module in @design
 */
HeddleDrawing *heddle_drawing_new (HdSnapshot *snapshot,
                                   HdCatalog *catalog,
                                   HdDesign *design,
                                   const HdObject *module,
                                   guint32 scope);
/** heddle_drawing_shows: whether it was made of these */
gboolean heddle_drawing_shows (HeddleDrawing *self,
                               const HdObject *module,
                               guint32 scope);
HeddleDrawing *heddle_drawing_ref (HeddleDrawing *self);
void heddle_drawing_unref (HeddleDrawing *self);
HeddleScene *heddle_drawing_get_scene (HeddleDrawing *self);

/* The way back: what a node or link of the scene shows. The index is that of the first member. */
HeddleTarget heddle_drawing_get_node_target (HeddleDrawing *self,
                                             guint32 node);
HeddleTarget heddle_drawing_get_link_target (HeddleDrawing *self,
                                             guint32 link);
HeddleTarget heddle_drawing_get_note_target (HeddleDrawing *self,
                                             guint32 note);
/** heddle_drawing_get_port_target: the object that a port belongs to, or the <port> of the module itself; its name, %NULL for the latter */
HeddleTarget heddle_drawing_get_port_target (HeddleDrawing *self,
                                             guint32 port,
                                             const char **out_name);
/** heddle_drawing_find_nodes: nodes of the scene that show an object: *out_first and those that follow; how many, 0 if none */
guint heddle_drawing_find_nodes (HeddleDrawing *self,
                                 guint64 uid,
                                 guint32 *out_first);
/** heddle_drawing_find_note: HEDDLE_NO_INDEX if there is none */
guint32 heddle_drawing_find_note (HeddleDrawing *self,
                                  guint64 uid);
/** heddle_drawing_get_knobs: (element-type HeddleKnob): those that are drawn */
GPtrArray *heddle_drawing_get_knobs (HeddleDrawing *self);
/** heddle_drawing_find_knob: (nullable): by its uid */
const HeddleKnob *heddle_drawing_find_knob (HeddleDrawing *self,
                                            guint64 uid);
/** heddle_drawing_turn_knob: it stands at @share from now on, whatever the document says */
void heddle_drawing_turn_knob (HeddleDrawing *self,
                               guint64 uid,
                               double share);
/** HeddleTrace: @table: (nullable): a row for each of @values, as --set takes them, with the metrics of a run with that */
typedef struct
{
  const char *const *values;
  guint n;
  HdSweepTable *table;
} HeddleTrace;

/** heddle_drawing_show_trace: plots a metric of @trace over the values of a knob */
void heddle_drawing_show_trace (HeddleDrawing *self,
                                guint64 uid,
                                const HeddleTrace *trace);
/** heddle_drawing_get_rect: what an object (array, link, note, port) takes of the drawing; %FALSE if it is not drawn */
gboolean heddle_drawing_get_rect (HeddleDrawing *self,
                                  guint64 uid,
                                  HeddleRect *out_rect);
/**
 * heddle_drawing_get_place:
 *
 * @out_written: (out) (optional): whether that is what it says; else it has no place yet
 *
 * The x and y that would be written for an object where it is drawn now.
 *
 * Returns: %FALSE if it is not drawn, or has no place of its own
 */
gboolean heddle_drawing_get_place (HeddleDrawing *self,
                                   guint64 uid,
                                   HeddlePoint *out_place,
                                   gboolean *out_written);
/** HeddleBeside: members that stand beside those of another array: around which place, and in which grid if they stand in one (columns > 0) */
typedef struct
{
  guint64 uid, anchor, access; /* the array, what it stands beside, and the link that says so */
  double x, y;
  guint columns;
  double spacing, row_spacing;
} HeddleBeside;

/** heddle_drawing_list_beside: (transfer full) (element-type HeddleBeside) */
GArray *heddle_drawing_list_beside (HeddleDrawing *self);
/**
 * heddle_drawing_find_free:
 * @around: (nullable): what is to stand there, relative to its place, in px; %NULL for a card
 *
 * Returns: the place nearest to @near, in steps of a card, where it covers no node
 */
HeddlePoint heddle_drawing_find_free (HeddleDrawing *self,
                                      HeddlePoint near,
                                      const HeddleRect *around);
/** heddle_drawing_get_link_members: (array length=out_n): links of the design in the scopes shown */
const guint32 *heddle_drawing_get_link_members (HeddleDrawing *self,
                                                guint32 link,
                                                guint *out_n);
/** heddle_drawing_matches_node: whether @node shows @target or one of its members */
gboolean heddle_drawing_matches_node (HeddleDrawing *self,
                                      guint32 node,
                                      HeddleTarget target);
gboolean heddle_drawing_matches_link (HeddleDrawing *self,
                                      guint32 link,
                                      HeddleTarget target);
/** heddle_drawing_set_state: sets or clears @state, a #HeddleState, on all that shows @target; returns whether there is any */
gboolean heddle_drawing_set_state (HeddleDrawing *self,
                                   HeddleTarget target,
                                   guint state,
                                   gboolean on);

/** heddle_drawing_show_targets: sets @state on all that shows one of @targets and clears it elsewhere; O(nodes + links + targets x log targets) */
void heddle_drawing_show_targets (HeddleDrawing *self,
                                  const HeddleTarget *targets,
                                  guint n_targets,
                                  guint state);

typedef enum
{
  HEDDLE_WIRE_AUTO, /* straight where ends face each other, else curved */
  HEDDLE_WIRE_STRAIGHT,
  HEDDLE_WIRE_ORTHOGONAL,
  HEDDLE_WIRE_CURVED
} HeddleWireStyle;

/** heddle_drawing_set_wire_style: of links that do not say themselves */
void heddle_drawing_set_wire_style (HeddleDrawing *self,
                                    HeddleWireStyle style);

/** heddle_drawing_set_scopes: whose live figures are shown; more than one are averaged */
void heddle_drawing_set_scopes (HeddleDrawing *self,
                                const guint32 *scopes,
                                guint n_scopes);

/**
 * HeddleLoads:
 * @links, @nodes: loads in the window looked at, for all links and nodes of the design
 * @totals: loads of all links since the start: their amounts give the widths
 * @peak: show peaks, not means
 * @node_totals: of all nodes since the start
 * @most_heat: what heat is a share of, as heddle_loads_find_most_heat () says; 0 where it is utilisation
 * @heat: ENERGY: heat tells power; STALLS: in routers alone, how long flits stand still; any other: utilisation
 * @failed, @failed_nodes: (nullable): by link and node, whether it has failed at the end of the window; %NULL: as drawn
 * @ran: (nullable): by link: what ran for it, HD_NO_ID where nothing did; %NULL: all of them ran
 */
typedef struct
{
  const HdLoad *links;
  const HdLoad *nodes;
  const HdLoad *totals;
  gboolean peak;
  const HdLoad *node_totals;
  double most_heat;
  const guint32 *ran;
  const guint8 *failed;
  const guint8 *failed_nodes;
  HeddleHeatMode heat;
} HeddleLoads;

/** heddle_loads_find_most_heat: of any link or router of @design in the window looked at, in W for energy, as a share of time for stalls; 0 for %NULL, as of a
 * state that cannot be elaborated */
double heddle_loads_find_most_heat (const HeddleLoads *loads,
                                     HdDesign *design);
/** heddle_drawing_show_loads: %NULL shows wires */
void heddle_drawing_show_loads (HeddleDrawing *self,
                                const HeddleLoads *loads);
/** heddle_drawing_forget_widths: what is shown next is another run, or all of one: its median is a link of usual width, as in a picture of it alone */
void heddle_drawing_forget_widths (HeddleDrawing *self);
/** heddle_drawing_get_hottest_inside: of an instance that loads are shown of, the hottest link of the design in it; HD_NO_ID if nothing is hot */
guint32 heddle_drawing_get_hottest_inside (HeddleDrawing *self,
                                           guint32 node);
/** heddle_drawing_counts_none: whether there are links, and nobody knows of any what it carried: after a run whose components alone send messages */
gboolean heddle_drawing_counts_none (HeddleDrawing *self);
/** heddle_drawing_has_two_ways: whether any link shows its directions apart */
gboolean heddle_drawing_has_two_ways (HeddleDrawing *self);
/** heddle_drawing_has_dotted: whether any link is drawn as one that has failed or, in a difference, that was in one of both runs alone */
gboolean heddle_drawing_has_dotted (HeddleDrawing *self);
/** heddle_drawing_shows_buffers: whether heat of nodes tells how full the buffers of routers are */
gboolean heddle_drawing_shows_buffers (HeddleDrawing *self);
/**
 * heddle_drawing_show_difference:
 * @before: of the same links, by the same numbers, in another run
 *
 * Heat of links tells how much more or less they are used than before, from -1 to 1. Nodes are as with heddle_drawing_show_loads ().
 */
void heddle_drawing_show_difference (HeddleDrawing *self,
                                     const HeddleLoads *now,
                                     const HeddleLoads *before);
/**
 * heddle_gather_links:
 * @average: whether @members are the same link in several instances, not several links
 *
 * What several links that are one in the drawing have together: the hottest one's shares, or, of instances, the average of those that carried
 * anything; the sums of what they carry.
 */
HdLoad heddle_gather_links (const HdLoad *loads,
                            const guint32 *members,
                            guint n,
                            gboolean average);

/**
 * heddle_drawing_show_packets:
 * @packets: by link of the design, at most @most
 *
 * Instead of loads: heat and widths of links tell how many packets they carry. Nodes that no packet touches step back.
 */
void heddle_drawing_show_packets (HeddleDrawing *self,
                                  const guint32 *packets,
                                  guint32 most);

/**
 * heddle_drawing_show_marks:
 * @marks: (array length=n): by link of the design; those of links that are not shown are left out
 *
 * Messages on their way, in the colours of what they carry if that is known, else of their senders. O(links shown) if there are any.
 */
void heddle_drawing_show_marks (HeddleDrawing *self,
                                const HeddleMark *marks,
                                guint n,
                                const HeddleTheme *theme);

/**
 * HeddleStream: bytes that move along a link of the design, one way
 * @n: marks, evenly apart
 * @phase: 0 to 1: where the first is between its place and the next one's
 */
typedef struct
{
  guint32 link;
  guint8 direction;
  guint n;
  float phase;
} HeddleStream;

/** heddle_drawing_show_streams: instead of messages; (array length=n). O(links shown) if there are any */
void heddle_drawing_show_streams (HeddleDrawing *self,
                                  const HeddleStream *streams,
                                  guint n,
                                  const HeddleTheme *theme);

/**
 * HeddlePathLight: of what a run waited for
 * @link, @direction: of the design: 0 goes from its first end to its second
 * @strength: 0 to 1: for how much of the whole that way was waited for
 * @current: at the moment that is looked at
 */
typedef struct
{
  guint32 link;
  guint8 direction;
  float strength;
  gboolean current;
} HeddlePathLight;

/** heddle_drawing_show_path: @lights: (array length=n): those of links that are not shown are left out. O(links shown) if there are any */
void heddle_drawing_show_path (HeddleDrawing *self,
                               const HeddlePathLight *lights,
                               guint n);

/** heddle_drawing_show_cells: what traced components are at, below the nodes that they are or are inside of; @states: of nodes of the design that is drawn */
void heddle_drawing_show_cells (HeddleDrawing *self,
                                const HeddleLaneState *states,
                                guint n);
gboolean heddle_drawing_has_cells (HeddleDrawing *self);

/** HeddleCaption: @node: of the design; @text: in lines; @is_first: of what is looked at, else of what that is about */
typedef struct
{
  guint32 node;
  gboolean is_first;
  char *text;
} HeddleCaption;

/** heddle_drawing_show_captions: @captions: (array length=n): those of nodes that are not drawn by themselves are left out */
void heddle_drawing_show_captions (HeddleDrawing *self,
                                   const HeddleCaption *captions,
                                   guint n);

/** HeddleVector: @node: of the design, a member of a collective; @pieces: (array length=n_pieces): what it has of the collective's vector */
typedef struct
{
  guint32 node;
  const HdPiece *pieces;
  guint n_pieces;
} HeddleVector;

/**
 * heddle_drawing_show_pieces:
 * @vectors: (array length=n): those of members that are not drawn by themselves are left out
 * @whole: how many vectors are added up in a piece of the result
 *
 * As rows beside the members, where they hide fewer links. O(pieces + links) if there are any.
 */
void heddle_drawing_show_pieces (HeddleDrawing *self,
                                 const HeddleVector *vectors,
                                 guint n,
                                 guint32 whole);

/**
 * heddle_drawing_show_partitions:
 * @partitions: (array) (nullable): by node of the design, HD_NO_ID for what does not act; %NULL takes the colours away
 *
 * After the loads, as both write what stands below names. A node whose members are of several partitions has a mark for each.
 */
void heddle_drawing_show_partitions (HeddleDrawing *self,
                                     const guint32 *partitions);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleDrawing, heddle_drawing_unref)

G_END_DECLS
