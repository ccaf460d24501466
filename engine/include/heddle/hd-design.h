/* hd-design.h: what the engine runs: a document flattened, resolved and checked
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Flat immutable arrays, reference counted, shared by any number of runs and threads. Object uids lead back to the document; there are no
 * pointers into it.
 */
#pragma once

#include <gio/gio.h>

#include <heddle/hd-catalog.h>
#include <heddle/hd-document.h>
#include <heddle/hd-expression.h>
#include <heddle/hd-problem.h>
#include <heddle/hd-run-settings.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

/** HdDesign: a document as it runs; immutable, reference counted, safe in any thread */
typedef struct _HdDesign HdDesign;

#define HD_NO_ID G_MAXUINT32 /* no scope, node, link or whatever else is numbered */

/**
 * HdScope:
 *
 * One instance of a module (scope 0 is <top>). Scopes, nodes and links are numbered depth first, so that everything inside a scope, descendants
 * included, is one range of each.
 */
typedef struct
{
  guint32 parent;      /* HD_NO_ID for the top */
  guint64 module_uid;  /* <module> or <top> or <generate> */
  guint64 origin_uid;  /* the <instance> or <generate>, 0 for the top */
  guint32 index;       /* flat index in the instance array, row major */
  guint32 first_scope, end_scope; /* descendants */
  guint32 first_node, end_node;
  guint32 first_link, end_link;
} HdScope;

typedef struct
{
  const HdComponentType *type;
  guint64 origin_uid;      /* the <component>, or the <generate> */
  guint32 scope;
  guint32 index;           /* flat index in the component array */
  guint32 first_parameter; /* into the design's values, one for each parameter of the type */
  guint32 home;            /* memory node of an endpoint, or HD_NO_ID */
  guint32 partition;       /* as the document states it, or HD_NO_ID */
  float x, y;              /* where a generated node is drawn; for drawn ones the document knows */
} HdNode;

typedef enum
{
  HD_SHARING_SHARED, /* both directions draw on one capacity */
  HD_SHARING_SPLIT,  /* one capacity for each direction */
} HdSharing;

/** HdLink: an undirected edge of the flattened graph; direction 0 is from -> to, 1 the reverse */
typedef struct
{
  guint32 from, to;           /* nodes */
  guint16 from_port, to_port; /* ports of the node's type */
  guint32 from_port_index, to_port_index;
  guint32 link_class;         /* or HD_NO_ID */
  HdSharing sharing;
  double bandwidth;           /* B/s, per direction if split, of both together if shared */
  double efficiency;          /* share of it that data can have; that of its class, else 1 */
  HdTime latency_ps;
  guint64 origin_uid;         /* the <link>, or the <generate> */
  guint32 scope;              /* where it is drawn */
  guint32 index;              /* number of this element of the link pattern */
} HdLink;

/** hd_link_get_rate: B/s of data that it carries at most */
static inline double
hd_link_get_rate (const HdLink *self)
{
  return self->bandwidth * self->efficiency;
}

typedef struct
{
  const char *id;
  guint64 origin_uid;
  double bandwidth;
  HdTime latency_ps;
  HdSharing sharing;
  double efficiency; /* share of the bandwidth that data can have */
  double noise;    /* share of the capacity that other traffic takes, -1 for that of the run */
  guint n_links;
} HdLinkClass;

/** HdLinkChange: what a link is from then on; @bandwidth in B/s, as drawn, @rate of it what data can have */
typedef struct
{
  guint32 link;
  double bandwidth;
  double rate;
  gboolean failed;
} HdLinkChange;

/** HdNodeChange: whether a component has failed from then on */
typedef struct
{
  guint32 node;
  gboolean failed;
} HdNodeChange;

/**
 * HdRunChange: what becomes different at a moment of a run
 * @time: from which on it holds, before anything else that happens then
 * @of: what was named, such as up[0].failed
 * @value: what it becomes, as it was written
 * @origin_uid: the object that says so, or 0 for what was given beside the project
 * @links: (array length=n_links): which it makes different from what they were before it; none if it says what was
 * @nodes: (array length=n_nodes): which fail by it or are repaired, ascending; their links are among @links
 * @repairs: whether it repairs any
 * @fails: whether it makes any fail
 */
typedef struct
{
  HdTime time;
  const char *of;
  const char *value;
  guint64 origin_uid;
  const HdLinkChange *links;
  guint n_links;
  const HdNodeChange *nodes;
  guint n_nodes;
  gboolean repairs;
  gboolean fails;
} HdRunChange;

typedef struct
{
  const char *id;
  guint64 origin_uid;
  const guint32 *members; /* (array length=n_members): nodes, in order */
  guint n_members;
} HdCommunicator;

/** HdElement: a workload (or a vertex, an edge) with its attributes evaluated; what is not an expression is a word */
typedef struct _HdElement HdElement;
struct _HdElement
{
  const char *element;
  guint64 origin_uid;
  int line;
  guint n_attributes;
  const char *const *names;
  const HdValue *values;
  const char *const *texts; /* as written */
  guint n_children;
  HdElement *const *children;
};
const HdValue *hd_element_get (const HdElement *self,
                               const char *name);
const char *hd_element_get_text (const HdElement *self,
                                 const char *name);

/** HdTargetKind: what a probe looks at */
typedef enum
{
  HD_TARGET_NODE,
  HD_TARGET_LINK,
  HD_TARGET_WORKLOAD,
} HdTargetKind;

/**
 * HdProbePoint: one signal to record
 * @probe: a name of the type's probes; rate, utilisation or queue (at packet fidelity) for a link; collective or iteration for a workload
 * @title: as the project has it, with the path where one title is for several; else path and signal
 */
typedef struct
{
  HdTargetKind kind;
  guint32 target;
  guint direction; /* of a link: 0, 1, 2 for both together */
  const char *probe;
  const char *title;
  const char *unit;
  guint64 origin_uid;
} HdProbePoint;

/**
 * hd_elaborate:
 * @settings: (array zero-terminated=1) (nullable): overrides PATH=VALUE in the address grammar
 * @problems: everything that is wrong
 *
 * Flattens, resolves and checks. O(nodes + links + members).
 *
 * Errors: %HD_ERROR_INVALID if the project has errors, %HD_ERROR_LIMIT, %HD_ERROR_CANCELLED; %HD_ERROR_SYNTAX or %HD_ERROR_NAME for @settings.
 */
HdDesign *hd_elaborate (HdSnapshot *snapshot,
                        HdCatalog *catalog,
                        const char *const *settings,
                        HdProblemList *problems,
                        GCancellable *cancellable,
                        GError **error);
/**
 * hd_elaborate_sketch:
 *
 * Scopes, nodes and links of all that can be made, whatever errors the project has, for drawing. It has no communicators, workloads, probes and
 * routes and cannot run; what a node or link lacks is 0.
 *
 * Returns: (nullable): %NULL if it was cancelled or is too large
 */
HdDesign *hd_elaborate_sketch (HdSnapshot *snapshot,
                               HdCatalog *catalog,
                               GCancellable *cancellable);
/** hd_design_is_sketch: made by hd_elaborate_sketch () */
gboolean hd_design_is_sketch (HdDesign *self);
/**
 * hd_estimate:
 *
 * How many nodes and links hd_elaborate () would make, from the counts alone. Where a count depends on an index, that of index 0 is taken.
 *
 * Errors: as hd_elaborate (); what is found only by elaborating is not reported.
 */
gboolean hd_estimate (HdSnapshot *snapshot,
                      HdCatalog *catalog,
                      const char *const *settings,
                      guint64 *out_nodes,
                      guint64 *out_links,
                      GError **error);
HdDesign *hd_design_ref (HdDesign *self);
void hd_design_unref (HdDesign *self);

const char *hd_design_get_name (HdDesign *self);
/** hd_design_get_file: of the document, for problems found later, or %NULL */
const char *hd_design_get_file (HdDesign *self);
/** hd_design_get_line: where the object of the document with that uid was read, or 0 */
int hd_design_get_line (HdDesign *self,
                        guint64 uid);
const HdRunSettings *hd_design_get_run_settings (HdDesign *self);
/** hd_design_with_settings: the same design with other run settings, what is traced copied; shares everything else */
HdDesign *hd_design_with_settings (HdDesign *self,
                                   const HdRunSettings *settings);
guint hd_design_get_n_scopes (HdDesign *self);
guint hd_design_get_n_nodes (HdDesign *self);
guint hd_design_get_n_links (HdDesign *self);
const HdScope *hd_design_get_scopes (HdDesign *self);
const HdNode *hd_design_get_nodes (HdDesign *self);
const HdLink *hd_design_get_links (HdDesign *self);
/** hd_design_get_parameters: values of a node, in SI, in the order of its type's parameters (a choice is its index, a flag 0 or 1) */
const double *hd_design_get_parameters (HdDesign *self,
                                        guint32 node);
double hd_design_get_parameter (HdDesign *self,
                                guint32 node,
                                const char *key,
                                double missing);
/** hd_design_get_property: the value of the parameter that has this property; @missing if the node's type has none */
double hd_design_get_property (HdDesign *self,
                               guint32 node,
                               HdProperty property,
                               double missing);
/** hd_design_get_text: what stands in a text parameter, or %NULL; its value is the text's quark */
const char *hd_design_get_text (HdDesign *self,
                                guint32 node,
                                guint parameter);
guint hd_design_get_n_link_classes (HdDesign *self);
const HdLinkClass *hd_design_get_link_class (HdDesign *self,
                                             guint n);
/** hd_design_is_uncounted: whether what components at both ends of a link send each other there, by a protocol of their own, has no bytes that are counted */
gboolean hd_design_is_uncounted (HdDesign *self,
                                 guint32 link);
/** hd_design_has_failed: whether a link carries nothing, by itself or for one of its ends. O(log failed) */
gboolean hd_design_has_failed (HdDesign *self,
                               guint32 link);
/** hd_design_has_node_failed: whether a component does nothing; its links have then failed too. O(log failed) */
gboolean hd_design_has_node_failed (HdDesign *self,
                                    guint32 node);
/** hd_design_get_n_changes: what becomes different at moments of the run, in the order of time */
guint hd_design_get_n_changes (HdDesign *self);
const HdRunChange *hd_design_get_change (HdDesign *self,
                                      guint n);
/** hd_design_get_link_noise: share of a link's capacity that other traffic takes: that of its class, else of the run */
double hd_design_get_link_noise (HdDesign *self,
                                 guint32 link);
guint hd_design_get_n_communicators (HdDesign *self);
const HdCommunicator *hd_design_get_communicator (HdDesign *self,
                                                  guint n);
const HdCommunicator *hd_design_find_communicator (HdDesign *self,
                                                   const char *id);
/** hd_design_get_n_workloads: those that Heddle carries */
guint hd_design_get_n_workloads (HdDesign *self);
const HdElement *hd_design_get_workload (HdDesign *self,
                                         guint n);
/** hd_design_get_n_member_works: collective workloads that components carry out by themselves, as HdOrder says: their algorithm begins with “offload” or “host” */
guint hd_design_get_n_member_works (HdDesign *self);
const HdElement *hd_design_get_member_work (HdDesign *self,
                                            guint n);
guint hd_design_get_n_probes (HdDesign *self);
const HdProbePoint *hd_design_get_probe (HdDesign *self,
                                         guint n);
/** hd_design_get_variable: value of a project variable after overrides */
gboolean hd_design_get_variable (HdDesign *self,
                                 const char *name,
                                 HdValue *out_value);

/** hd_design_list_variables: (transfer container) (array zero-terminated=1): their names, sorted */
const char **hd_design_list_variables (HdDesign *self);
/** hd_design_get_overrides: (array zero-terminated=1): PATH=VALUE, as given to hd_elaborate () */
const char *const *hd_design_get_overrides (HdDesign *self);
/** hd_design_dup_project_hash: (nullable): SHA-256 of the project as it would be saved, which says whether another is the same; %NULL for a sketch */
char *hd_design_dup_project_hash (HdDesign *self);

/* Ranges of what one drawn object became inside one scope: [first, first + n). */
guint hd_design_find_nodes (HdDesign *self,
                            guint32 scope,
                            guint64 origin_uid,
                            guint32 *out_first);
guint hd_design_find_links (HdDesign *self,
                            guint32 scope,
                            guint64 origin_uid,
                            guint32 *out_first);
/** hd_design_find_scopes: child scopes of an <instance>; they are out_scopes[0..n-1] (borrowed) */
guint hd_design_find_scopes (HdDesign *self,
                             guint32 scope,
                             guint64 origin_uid,
                             const guint32 **out_scopes);

/** hd_design_get_run_uid: the document's <run>, where run settings are written; the project itself if it has none yet */
guint64 hd_design_get_run_uid (HdDesign *self);

/** Names: "rack[3]/server[0]/xpu[7]"; a link "rack[3]/cxl[12]" or "rack[3]/tor--server[2]/nic" if the drawn link has no id */
char *hd_design_dup_node_path (HdDesign *self,
                               guint32 node);
/** hd_design_dup_node_name: (nullable): what the outside calls it: the attribute `names` of its component */
char *hd_design_dup_node_name (HdDesign *self,
                               guint32 node);
/** hd_design_dup_node_label: what people know it by: its name outside, else its path; either is an address */
char *hd_design_dup_node_label (HdDesign *self,
                                guint32 node);
char *hd_design_dup_link_path (HdDesign *self,
                               guint32 link);
/** hd_design_dup_link_address: the path that a link has once the drawn one is called @id: "rack[3]/up[12]"; %NULL for the id that it has */
char *hd_design_dup_link_address (HdDesign *self,
                                  guint32 link,
                                  const char *id);
char *hd_design_dup_scope_path (HdDesign *self,
                                guint32 scope);
/** hd_design_match_nodes: nodes that an address (with [*] and ranges) names, in order; or the one that has this name outside */
GArray *hd_design_match_nodes (HdDesign *self,
                               const char *address,
                               GError **error);
guint32 hd_design_find_node (HdDesign *self,
                             const char *path);
/** hd_design_find_name: the node that the attribute `names` of its component calls so, or %HD_NO_ID */
guint32 hd_design_find_name (HdDesign *self,
                             const char *name);

/* ---- routing: caches belong to runs, so a router is made for each --------------------------------------------------- */

/** HdRouter: finds the way of a transfer, and keeps what it found */
typedef struct _HdRouter HdRouter;

/** HdRoute: borrowed until the router is freed; hop h uses links[h] in direction directions[h] */
typedef struct
{
  const guint32 *links;
  const guint8 *directions;
  guint n_hops;
  HdTime latency_ps;
} HdRoute;

/**
 * hd_design_partition:
 * @out_n: how many partitions there are, at least 1
 * @problems: (nullable): gets %HD_PROBLEM_NO_LOOKAHEAD where the document parts what has no latency, and a warning for fewer groups than partitions
 *
 * Divides the components that act among the partitions of the run settings. What the document states counts, from 0 again beyond the last partition;
 * components that are linked without latency stay together; the rest is divided by METIS such that partitions have equal activity and what is
 * cut has much latency and little traffic. At flow fidelity the work of a project shares the network, so a project with work is one partition; at packet
 * fidelity every component acts, and the ends of a shared link stay together.
 *
 * Errors: %HD_ERROR_CANCELLED and %HD_ERROR_LIMIT, while a run is being prepared.
 *
 * Returns: (array length=nodes): the partition of each node; HD_NO_ID for one that does not act
 */
guint32 *hd_design_partition (HdDesign *self,
                              guint *out_n,
                              HdProblemList *problems,
                              GError **error);
/** hd_design_can_divide: whether hd_design_partition () would make more than one, unless the document puts all into one. O(nodes + links) */
gboolean hd_design_can_divide (HdDesign *self);
/** hd_router_new: not thread safe; one for each run */
HdRouter *hd_router_new (HdDesign *design);
void hd_router_free (HdRouter *self);

/**
 * hd_router_find:
 * @classes: (array length=n_classes) (nullable): link classes that may be used; %NULL for all
 *
 * Explicit route if one fits, else the unique shortest path by (latency, hops, lexicographic links). Between a node and itself the route is empty.
 * An explicit route between two instances, or an instance and a component, holds for all that is inside them: it is continued by the routes from
 * the source to where it starts, and from where it ends to the destination.
 *
 * Errors: %HD_ERROR_NAME if there is no route; the message names both nodes and the classes.
 */
gboolean hd_router_find (HdRouter *self,
                         guint32 from,
                         guint32 to,
                         const guint32 *classes,
                         guint n_classes,
                         HdRoute *out_route,
                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdDesign, hd_design_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdRouter, hd_router_free)

G_END_DECLS
