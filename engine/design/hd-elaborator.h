/* hd-elaborator.h: what the steps of elaboration share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *     settings ─▶ variables, link classes ─▶ module plans ─▶ scopes, nodes, links, routes ─▶ communicators, workloads, probes
 *     (override)  (project)                  (plan)          (flatten, wire, route-plan)      (resolve)
 */
#pragma once

#include "hd-design-private.h"

G_BEGIN_DECLS

/** HD_LIMIT_DESIGN: nodes, links and scopes together, whatever memory there is */
#define HD_LIMIT_DESIGN 20000000u
/** HD_LIMIT_VISITS: combinations of index values that patterns go through, kept or not; a few seconds */
#define HD_LIMIT_VISITS 50000000u
/** HD_LIMIT_VARIABLE_DEPTH: variables that are defined by variables */
#define HD_LIMIT_VARIABLE_DEPTH 200
/** HD_LIMIT_SCOPE_DEPTH: modules within modules */
#define HD_LIMIT_SCOPE_DEPTH 64

typedef struct _HdOverrides HdOverrides;
typedef struct _HdProject HdProject;
typedef struct _HdModulePlan HdModulePlan;

/**
 * HdEstimate: what elaborating would make
 * @largest: the object that makes most of it by itself, with @largest_owner, the id of its module, or %NULL
 */
typedef struct
{
  double n_scopes, n_nodes, n_links, n_bytes;
  const HdObject *largest;
  const char *largest_owner;
  double largest_bytes;
} HdEstimate;

typedef struct
{
  HdCatalog *catalog;
  HdProblemList *problems;
  HdBudget *budget;       /* owned */
  HdDesign *design;
  HdOverrides *overrides;
  const char *file;
  GHashTable *type_plans; /* HdComponentType * -> parameters with defaults and presets */
  GHashTable *expressions; /* text -> HdExpression: a hundred thousand links may say the same */
  GPtrArray *projects;    /* owned HdProject; the first is the document's, the others are generated */
  GPtrArray *scope_plans; /* HdModulePlan of each scope, borrowed */
  GArray *homes;          /* HdHomeRequest */
  const HdObject *generating; /* the <generate> that stands for its expansion in messages, or NULL */
  const char *generating_owner;
  const HdObject *generated_top;   /* whose components are placed by @generator */
  const struct _HdGenerator *generator;
  guint32 partition;      /* that an instance around states, or HD_NO_ID */
  gboolean has_failed;    /* an instance around */
  GError *stopped;        /* limit or cancelled: nothing goes on after that */
  guint64 visits;         /* of patterns, so far */
  guint64 reserved;       /* scopes, nodes and links so far */
  /* While estimating, one scope of each module stands for all, components and links are only counted. */
  gboolean estimating;
  gboolean sketching;     /* what is wrong is left out, or taken for nothing */
  gboolean sure;          /* no count depends on an index */
  HdEstimate estimate;    /* of the scope that is being estimated, without what is outside of it */
} HdElaborator;

/** HdHomeRequest: a node whose home attribute waits for all nodes to exist */
typedef struct
{
  guint32 node;
  guint item;
} HdHomeRequest;

/**
 * hd_elaborator_report:
 * @owner: id of the module that holds @object, or %NULL
 * @hint: (nullable): translated
 *
 * Adds an error about @object.
 */
void hd_elaborator_report (HdElaborator *self,
                           const char *owner,
                           const HdObject *object,
                           const char *attribute,
                           HdProblemCode code,
                           const char *hint,
                           const char *format,
                           ...) G_GNUC_PRINTF (7, 8);
void hd_elaborator_warn (HdElaborator *self,
                         const char *owner,
                         const HdObject *object,
                         const char *attribute,
                         HdProblemCode code,
                         const char *hint,
                         const char *format,
                         ...) G_GNUC_PRINTF (7, 8);
/** hd_elaborator_may_go_on: %FALSE once cancelled, over a limit or out of time; cheap, call it for every element */
gboolean hd_elaborator_may_go_on (HdElaborator *self);
/** hd_elaborator_visit: as hd_elaborator_may_go_on (), for one more combination of index values */
gboolean hd_elaborator_visit (HdElaborator *self,
                              const char *owner,
                              const HdObject *object);
/** hd_elaborator_reserve: counts @n more scopes, nodes or links of @size bytes before they are made; while estimating it only counts */
gboolean hd_elaborator_reserve (HdElaborator *self,
                                const char *owner,
                                const HdObject *object,
                                HdObjectKind kind,
                                guint64 n,
                                gsize size);
/** hd_elaborator_reserve_bytes: likewise, of what is no scope, node or link */
gboolean hd_elaborator_reserve_bytes (HdElaborator *self,
                                      const char *owner,
                                      const HdObject *object,
                                      double bytes);

/**
 * hd_elaborator_sketch:
 * @block: (nullable): what to flatten in place of the top
 *
 * Scopes, nodes and links of all that can be made, whatever errors there are.
 *
 * Returns: %FALSE if it was stopped
 */
gboolean hd_elaborator_sketch (HdElaborator *self,
                               HdSnapshot *snapshot,
                               const HdObject *block);
void hd_elaborator_clear (HdElaborator *self);
/** hd_elaborate_state: as hd_elaborate (); @changes: with what changes at moments of the run, else as it is at its beginning */
HdDesign *hd_elaborate_state (HdSnapshot *snapshot,
                              HdCatalog *catalog,
                              const char *const *settings,
                              HdProblemList *problems,
                              GCancellable *cancellable,
                              gboolean changes,
                              GError **error);
/**
 * hd_changes_resolve:
 * @settings: (nullable): that the design was elaborated with
 *
 * What changes at moments of the run. Each is what elaborating with it from the beginning gives, and what of that is different.
 *
 * Returns: %FALSE if there is a problem, or it was stopped
 */
gboolean hd_changes_resolve (HdElaborator *self,
                             HdSnapshot *snapshot,
                             const char *const *settings,
                             GCancellable *cancellable);

/** hd_estimate_add: @n times @inner */
void hd_estimate_add (HdEstimate *self,
                      const HdEstimate *inner,
                      double n);

/* The steps; each reports what is wrong and goes on where that makes sense. */
/** hd_flatten_estimate: counts what hd_flatten () would make, in time that depends on the modules alone */
void hd_flatten_estimate (HdElaborator *self,
                          const HdObject *block);
/** hd_flatten: scopes, nodes and links of @block, or of the document's top if that is %NULL */
void hd_flatten (HdElaborator *self,
                 const HdObject *block);
/** hd_flatten_homes: memory nodes of endpoints */
void hd_flatten_homes (HdElaborator *self);
/** hd_check_ports: nothing has more links than it takes, or none where it needs one */
void hd_check_ports (HdElaborator *self);
/** hd_resolve: communicators, workloads, probes, traced members */
void hd_resolve (HdElaborator *self);
/** hd_resolve_run: run settings */
void hd_resolve_run (HdElaborator *self);
/** hd_check_run: what run settings ask for and do not get */
void hd_check_run (HdElaborator *self);

G_END_DECLS
