/* hd-design-private.h: how a design is stored
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A scope is an instance of a module. What a module holds is listed once, in an item table (components, instances and generated topologies in
 * the order of the document, then links); each scope has one slot for each item, which says what the item became there.
 */
#pragma once

#include <heddle/hd-address.h>
#include <heddle/hd-design.h>

#include "hd-budget.h"

G_BEGIN_DECLS

/** HdItem: a drawn object that becomes nodes, scopes or links */
typedef struct
{
  const char *id; /* NULL for a link without one */
  guint64 uid; /* 0 inside a generated topology: its objects are not in the document */
  HdObjectKind kind;
  const char *names; /* what the outside calls its members, as a rule; or NULL */
} HdItem;

typedef struct
{
  GArray *items;      /* of HdItem */
  GHashTable *by_uid; /* gint64 * -> ordinal + 1 */
  GHashTable *by_id;  /* char * -> ordinal + 1 */
} HdItemTable;

/** HdShape: the dimensions of an array; none for a single object */
#define HD_MAX_DIMENSIONS 8
typedef struct
{
  guint n_dimensions;
  guint32 size[HD_MAX_DIMENSIONS];
} HdShape;

/** HdSlot: nodes or links [first, first + count), or children [first, first + count) of the design's list of child scopes */
typedef struct
{
  guint32 first;
  guint32 count;
  guint32 shape;
} HdSlot;

typedef struct
{
  guint32 table;
  guint32 first_slot;
  guint32 item; /* what the scope is in its parent's table */
} HdScopeSlots;

/** HD_ROUTE_SCOPE: marks an end of an explicit route that is a scope: the route holds for all nodes inside */
#define HD_ROUTE_SCOPE (1u << 31)

/** HdExplicitRoute: steps [first, first + n_hops) of the design's route steps; a step is a link number times two plus the direction */
typedef struct
{
  guint32 from, to;
  guint32 first;
  guint32 n_hops;
} HdExplicitRoute;

typedef enum
{
  HD_ROUTING_SHORTEST,
  HD_ROUTING_DESTINATION_MODULO, /* among equally short ways by the destination's index: up-down routing of fat trees */
  HD_ROUTING_DIMENSION_ORDER, /* the last dimension first, as in SimGrid */
  HD_ROUTING_FIRST_DIMENSION, /* the first dimension first */
} HdRoutingRule;

/** HdScopeRule: how routes between nodes of @scope are found */
typedef struct
{
  guint32 scope;
  HdRoutingRule rule;
} HdScopeRule;

/** HdDesignChange: @design: as if it stood from the beginning, with all before it; NULL if no link fails or is repaired by it */
typedef struct
{
  HdRunChange public;
  GArray *links; /* HdLinkChange */
  GArray *nodes; /* HdNodeChange */
  char *of;
  char *value;
  HdDesign *design;
} HdDesignChange;

/** HdDesignData: what all designs that differ only in run settings share */
typedef struct
{
  gatomicrefcount ref_count;
  HdCatalog *catalog;    /* owns the types of nodes */
  char *name;
  char *file;            /* or NULL */
  guint64 run_uid;       /* of <run>, or of the project */
  gboolean sketch;       /* errors were left out */
  GStringChunk *strings; /* owns every const char * */
  GArray *scopes;        /* HdScope */
  GArray *scope_slots;   /* HdScopeSlots, one for each scope */
  GArray *slots;         /* HdSlot */
  GArray *shapes;        /* HdShape; 0 is that of a single object */
  GArray *child_scopes;  /* guint32 */
  GPtrArray *tables;     /* HdItemTable */
  GArray *nodes;         /* HdNode */
  GArray *parameters;    /* double */
  GArray *links;         /* HdLink */
  GArray *link_classes;  /* HdLinkClass */
  GArray *communicators; /* HdCommunicator */
  GPtrArray *workloads;  /* HdElement */
  GPtrArray *member_works; /* HdElement */
  GArray *probes;        /* HdProbePoint */
  GArray *routes;        /* HdExplicitRoute, in order of (from, to) */
  GArray *route_steps;   /* guint32 */
  GHashTable *variables; /* char * -> HdValue * */
  HdSnapshot *snapshot;  /* that it was made of; NULL for a sketch */
  char **overrides;      /* as they were given */
  GArray *failed;        /* guint32, links, ascending */
  GArray *failed_nodes;  /* likewise; their links are among those */
  GArray *traced;        /* guint32, nodes */
  GPtrArray *changes;    /* HdDesignChange, by time */
  GHashTable *absences;  /* node + 1 -> GArray of HdAbsence; NULL as long as it is not known */
  GHashTable *names;     /* char * -> node + 1: what the outside calls them */
  GArray *rules;         /* HdScopeRule, by scope; of scopes with a rule of their own */
  gboolean scope_routes; /* some explicit routes join scopes */
  guint64 n_bytes;       /* that all this takes, as it was counted */
  gint64 elaboration_us; /* on the clock */
} HdDesignData;

struct _HdDesign
{
  gatomicrefcount ref_count;
  HdDesignData *data;
  HdRunSettings settings;
  guint32 *own_traced; /* that of the settings, or NULL: that of the data */
};

HdDesign *_hd_design_new (HdCatalog *catalog);
/** _hd_design_begin_budget: for a run of @self: its elaboration is a part of it */
void _hd_design_begin_budget (HdDesign *self,
                              HdBudget *budget);
HdItemTable *_hd_item_table_new (void);
void _hd_item_table_add (HdItemTable *self,
                         const HdItem *item);
guint32 _hd_design_intern_shape (HdDesign *self,
                                 const HdShape *shape);
/** _hd_shape_count: number of elements, G_MAXUINT32 when there are more */
guint32 _hd_shape_count (const HdShape *self);
/** _hd_design_find_slot: the slot of an item in a scope, or %NULL */
const HdSlot *_hd_design_find_slot (HdDesign *self,
                                    guint32 scope,
                                    const char *id,
                                    const HdItem **out_item);
/**
 * _hd_design_match:
 * @kinds: which items the last step may name: bits 1 << %HD_OBJECT_COMPONENT ...
 *
 * Numbers of the nodes, links or scopes that the steps of @address name, in order. All of one kind.
 *
 * Errors: %HD_ERROR_NAME for an unknown name, %HD_ERROR_RANGE for an index outside its array.
 */
GArray *_hd_design_match (HdDesign *self,
                          const HdAddress *address,
                          guint kinds,
                          HdObjectKind *out_kind,
                          GError **error);
/** _hd_design_dup_hint: (nullable): what the first step of @address that names nothing may have meant */
char *_hd_design_dup_hint (HdDesign *self,
                           const HdAddress *address);
/** _hd_design_dup_name_hint: (nullable): the same for the text of an address, or a name from outside */
char *_hd_design_dup_name_hint (HdDesign *self,
                                const char *text);
/** _hd_design_get_shape: of the array that a node is a member of */
const HdShape *_hd_design_get_shape (HdDesign *self,
                                     guint32 node);
const HdExplicitRoute *_hd_design_find_route (HdDesign *self,
                                              guint32 from,
                                              guint32 to);

/** _hd_design_report_run: what is wrong with @attribute (nullable) of the element <run> */
void _hd_design_report_run (HdDesign *self,
                            HdProblemList *problems,
                            HdProblemCode code,
                            HdSeverity severity,
                            const char *attribute,
                            const char *hint,
                            const char *format,
                            ...) G_GNUC_PRINTF (7, 8);
/** _hd_design_report_waiting: about nodes and links that wait, of guint32, at the first of them; where there are none as _hd_design_report_run () */
void _hd_design_report_waiting (HdDesign *self,
                                HdProblemList *problems,
                                HdProblemCode code,
                                const GArray *nodes,
                                const GArray *links,
                                const char *message);
/** _hd_design_is_sender: whether @node may send and get dispatches over the drawn network */
gboolean _hd_design_is_sender (HdDesign *self,
                               guint32 node);
/**
 * _hd_design_is_wire: whether a link is none of a network: a sender is at one end, and what it joins acts by ports that speak a protocol of their own, as what
 * they send each other by `send` does. No route leads over it
 */
gboolean _hd_design_is_wire (HdDesign *self,
                             guint32 link);
/** _hd_design_get_changed: (nullable): a design with the same nodes and links, in which those have failed that have from change @n on; %NULL if that change
 *  makes none fail and repairs none */
HdDesign *_hd_design_get_changed (HdDesign *self,
                                  guint n);
/** _hd_design_list_absences: once its changes are known; see hd-absences.h */
void _hd_design_list_absences (HdDesign *self);
/** _hd_design_has_senders: whether any node is one, and there is a network for it */
gboolean _hd_design_has_senders (HdDesign *self);

#define HD_KIND_BIT(kind) (1u << (kind))

G_END_DECLS
