/* hd-parameters.h: parameters of a component: default, then preset, then what is written, then settings
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-elaborator.h"
#include "hd-formula.h"

G_BEGIN_DECLS

/** HdTypePlan: the descriptor's texts as SI numbers, made once for each type */
typedef struct
{
  const HdComponentType *type;
  guint n_parameters;
  gint model;          /* parameter that names a preset, or -1 */
  double *defaults;    /* NaN: must be written */
  GHashTable *presets; /* char * -> double *, NaN where it says nothing */
  GHashTable *good_texts; /* quarks of texts that have been checked */
} HdTypePlan;

/** hd_elaborator_get_type_plan: %NULL after a report about a descriptor that does not follow its own table */
const HdTypePlan *hd_elaborator_get_type_plan (HdElaborator *self,
                                               const char *owner,
                                               const HdObject *object,
                                               const HdComponentType *type);
void hd_type_plan_free (gpointer self);

/** HdParameterFormula: a parameter that is written in the document */
typedef struct
{
  guint parameter;
  HdFormula *formula;
} HdParameterFormula;

/** hd_parameter_formulas_new: (array of HdParameterFormula): attributes of @object that are parameters */
GArray *hd_parameter_formulas_new (HdEnvironment *environment,
                                   const char *owner,
                                   const HdObject *object,
                                   const HdParameter *parameters);
/**
 * hd_parameters_evaluate:
 * @overriding: (array length=n_overriding) (nullable): formulas that win over the written ones, in order
 * @out_values: (array) one for each parameter
 */
gboolean hd_parameters_evaluate (const HdTypePlan *plan,
                                 const HdEnvironment *environment,
                                 const char *owner,
                                 const HdObject *object,
                                 GArray *written,
                                 const HdParameterFormula *overriding,
                                 guint n_overriding,
                                 double *out_values);

G_END_DECLS
