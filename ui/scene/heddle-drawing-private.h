/* heddle-drawing-private.h: what the parts of a drawing share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-drawing.h"

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_DRAWN_COMPONENT,
  HEDDLE_DRAWN_INSTANCE,
  HEDDLE_DRAWN_GENERATED, /* one node of a generated topology */
} HeddleDrawnKind;

/* What a node of the scene shows: members first to first + n - 1 of an object */
typedef struct
{
  HeddleDrawnKind kind;
  const HdObject *object;
  guint first, n;
  const HdComponentType *type; /* of a component, if known */
  gboolean unknown;            /* its type, or the module that it would be */
  guint quarter_turns;
  gboolean fanned;             /* a member side by side with the others */
  gboolean beside;             /* what it is joined to, see heddle_drawing_place_beside () */
  double x, y, width, height;
  HeddleNodeLayout layout;
  char *name;
  char *subtitle;
  int symbol;
  guint32 hottest; /* link of the design inside, as long as the scene's node names it */
} HeddleDrawnNode;

/* What a link of the scene shows: elements of a pattern, or for a port of the frame the links from outside */
typedef struct
{
  const HdObject *object;
  guint32 from, to;      /* nodes of the scene; from is HEDDLE_NO_INDEX for a port of the frame */
  GArray *elements;      /* of guint32: numbers within the pattern */
  GArray *members;       /* of guint32: links of the design, in all scopes shown */
  const char *leaf_port; /* port of the frame: port of the component behind it */
  gboolean failed;       /* some of @members have */
} HeddleDrawnLink;

/* The nodes that one object became, and the place that it would have to say for them to lie where they are */
typedef struct
{
  guint32 first, n;
  gboolean fanned;
  gboolean written; /* that is what it says */
  double x, y;
} HeddleOrigin;

/* How many members of an array stand beside each other */
typedef struct
{
  const HdObject *object;
  guint columns;
} HeddleRows;

/* How the members of an array stand. Without `columns` few members stand in a row or by their last dimension; members that are joined to each
 * other stand in a circle or a grid, as one stack would hide their links; all else is a stack. */
typedef struct
{
  gboolean fanned;
  gboolean joined; /* to each other */
  gboolean circle;
  gboolean beside; /* what they are joined to */
  guint columns;
  guint rows;     /* of members that follow each other downwards; 0 if they do so sideways */
  double spacing; /* from one column to the next, 0 for the usual */
  double row_spacing; /* from one row to the next, which then is not shifted; 0 for the usual */
} HeddleArrayShape;

struct _HeddleDrawing
{
  gatomicrefcount references;

  /* Owned */
  HdSnapshot *snapshot;
  HdCatalog *catalog;
  HdDesign *design;
  HeddleScene *scene;
  GArray *nodes;       /* of HeddleDrawnNode, parallel to the scene's */
  GArray *links;       /* of HeddleDrawnLink, parallel to the scene's */
  GHashTable *first_link; /* uid -> 1 + the first link that shows it; %NULL until one is looked for */
  GArray *next_link;      /* of guint32, by link: the next that shows the same, or %HEDDLE_NO_INDEX; likewise */
  GArray *scopes;      /* of guint32 */
  GArray *notes;       /* of const HdObject *, parallel to the scene's */
  GPtrArray *knobs;    /* of HeddleKnob, those among the notes */
  GHashTable *origins; /* uid -> HeddleOrigin */

  /* Borrowed */
  const HdObject *module;
  guint32 scope;

  HeddleWireStyle wire_style;
  double reference; /* of widths, in bytes, as long as the same run is shown; 0 before */

  /* what was shown last is on the scene; a large one is not gone through to show nothing again */
  guint states;      /* HeddleState: of targets */
  gboolean figures;  /* loads or packets */
  gboolean buffers;  /* loads of routers are among them */
  gboolean divided;  /* partitions */
};

static inline HeddleDrawnNode *
heddle_drawing_node (HeddleDrawing *self,
                     guint32 node)
{
  return &g_array_index (self->nodes, HeddleDrawnNode, node);
}

static inline HeddleDrawnLink *
heddle_drawing_link (HeddleDrawing *self,
                     guint32 link)
{
  return &g_array_index (self->links, HeddleDrawnLink, link);
}

/** heddle_drawing_add_knob: to the scene, as a note */
void heddle_drawing_add_knob (HeddleDrawing *self,
                              const HdObject *object);

#define HEDDLE_DRAWING_CARD_WIDTH 168.0

/** heddle_drawing_count_members: of an array; 1 for all else */
guint heddle_drawing_count_members (HeddleDrawing *self,
                                    const HdObject *object);
/** heddle_drawing_dup_member_name: "server[2]" */
char *heddle_drawing_dup_member_name (HeddleDrawing *self,
                                      const HdObject *object,
                                      guint member);
/** heddle_drawing_find_access_link: the only link of @object, if it leads to an array in a circle or grid, @out_anchor; or %NULL */
const HdObject *heddle_drawing_find_access_link (HeddleDrawing *self,
                                                 const HdObject *object,
                                                 const HdObject **out_anchor);
/** heddle_drawing_choose_shape: of an array of @n members */
HeddleArrayShape heddle_drawing_choose_shape (HeddleDrawing *self,
                                              const HdObject *object,
                                              guint n);
/** heddle_drawing_plan_object: nodes and origin of one object, around a place */
void heddle_drawing_plan_object (HeddleDrawing *self,
                                 const HdObject *object,
                                 double x,
                                 double y);
/** heddle_drawing_plan_nodes: what is drawn where; fills nodes and origins. What has a place stands there, whatever else there is. */
void heddle_drawing_plan_nodes (HeddleDrawing *self);
/** heddle_drawing_place_beside: small members stand beside what they are joined to */
void heddle_drawing_place_beside (HeddleDrawing *self);
/** heddle_drawing_find_named: the object that "server[i].nic" names in the module, or %NULL */
const HdObject *heddle_drawing_find_named (HeddleDrawing *self,
                                           const char *pattern);
/** _heddle_drawing_list_links: link of the design -> 1 + link of the scene, of those that are shown */
GHashTable *_heddle_drawing_list_links (HeddleDrawing *self);
/** heddle_drawing_add_ports: the ports of all nodes, for whoever pulls a link */
void heddle_drawing_add_ports (HeddleDrawing *self);
/** heddle_drawing_choose_style: of a link, from what it says, the drawing's own style, and where its ends are */
HeddleLinkStyle heddle_drawing_choose_style (HeddleDrawing *self,
                                             const HeddleDrawnLink *link);
/** heddle_drawing_compute_shifts: how far each link steps aside, so that several between the same two nodes do not lie on each other */
double *heddle_drawing_compute_shifts (HeddleDrawing *self);
/**
 * heddle_drawing_find_way_round:
 * @rows: of the array asked for last; zeroed at first
 *
 * A link between members of one row or column of an array, with others between them, as the one that closes a ring or a torus, would lie behind
 * those: it goes round.
 */
gboolean heddle_drawing_find_way_round (HeddleDrawing *self,
                                        const HeddleDrawnLink *link,
                                        HeddleRows *rows,
                                        HeddlePoint out_bends[2]);
/** heddle_drawing_widen_bars: switches become as wide as what they join, once links are known */
void heddle_drawing_widen_bars (HeddleDrawing *self);
/** heddle_drawing_find_node: which node of the scene shows a node of the design, seen from @scope; HEDDLE_NO_INDEX if it lies outside */
guint32 heddle_drawing_find_node (HeddleDrawing *self,
                                  guint32 scope,
                                  guint32 design_node);
/** heddle_drawing_find_range: nodes of the design that member @member of a drawn node is in one scope */
gboolean heddle_drawing_find_range (HeddleDrawing *self,
                                    const HeddleDrawnNode *node,
                                    guint member,
                                    guint32 scope,
                                    guint32 *out_first,
                                    guint32 *out_end);
/** heddle_drawing_get_generate_scope: the scope of a generated topology inside @scope, or HD_NO_ID */
guint32 heddle_drawing_get_generate_scope (HeddleDrawing *self,
                                           guint32 scope,
                                           guint64 uid);

G_END_DECLS
