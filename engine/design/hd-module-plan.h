/* hd-module-plan.h: a module read once, ready to be instantiated many times
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-generate.h>

#include "hd-parameters.h"
#include "hd-pattern.h"
#include "hd-routing-rule.h"

G_BEGIN_DECLS

/** HdItemPlan: a component, an instance or a generated topology */
typedef struct
{
  const HdObject *object;
  const char *owner;
  const char *id;
  HdObjectKind kind;
  gboolean broken;                             /* reported; makes nothing */
  gboolean reported;                           /* what is wrong with one instance is wrong with the others */
  gboolean home_reported;
  guint n_dimensions;
  HdFormula *sizes[HD_MAX_DIMENSIONS];
  const char *index_names[HD_MAX_DIMENSIONS];  /* interned */
  /* a component */
  const HdTypePlan *type;
  GArray *parameters;                          /* HdParameterFormula; of a generated topology too */
  HdPattern *home;
  const char *names;                           /* of the members, to the outside; or NULL */
  HdFormula *partition;                        /* of an instance too; NULL if not written */
  HdFormula *failed;                           /* likewise */
  guint layer;                                 /* number among the components, for the layout of a generated topology */
  /* an instance */
  const HdObject *module;
  /* a generated topology */
  const HdGenerator *generator;
} HdItemPlan;

typedef struct
{
  const HdObject *object;
  const char *owner;
  HdPattern *from;
  HdPattern *to;
  HdLoop *loop;
  HdFormula *class_name;
  HdFormula *bandwidth;
  HdFormula *latency;
  HdFormula *sharing;
  HdFormula *failed;
  gboolean reported; /* what is wrong with one element is wrong with its neighbours */
} HdLinkPlan;

typedef struct
{
  const HdObject *object;
  const char *id;
  HdPattern *of;
  guint n_dimensions;            /* that are counted */
  HdFormula *sizes[HD_MAX_DIMENSIONS];
  GPtrArray *names;              /* interned, of the free indices of @of, bound to the port's indices in this order */
} HdPortPlan;

typedef struct
{
  const HdObject *object;
  const char *owner;
  HdPattern *from;
  HdPattern *to;
  GPtrArray *via; /* HdPattern */
  HdLoop *loop;
  HdFormula *symmetric;
  gboolean reported;
} HdRoutePlan;

struct _HdModulePlan
{
  HdProject *project;
  const HdObject *object;
  const char *id;       /* %NULL for the top */
  guint32 table;        /* in the design */
  HdRoutingRule routing;
  gboolean is_estimated;
  HdEstimate estimate;  /* of what one instance holds */
  guint32 estimated;    /* scope that it was found by */
  gboolean active;      /* being instantiated: meeting it again is a cycle */
  GPtrArray *items;     /* HdItemPlan */
  guint n_components;   /* among them */
  GPtrArray *links;     /* HdLinkPlan, %NULL entries for broken ones */
  GPtrArray *routes;    /* HdRoutePlan */
  GHashTable *ports;    /* char * -> HdPortPlan */
};

/** hd_project_get_plan: made on first use */
HdModulePlan *hd_project_get_plan (HdProject *project,
                                   HdElaborator *elaborator,
                                   const HdObject *module);
void hd_module_plan_free (gpointer self);
/** hd_index_default_name: interned: id, id_1, id_2, ... */
const char *hd_index_default_name (const char *id,
                                   guint dimension);

G_END_DECLS
