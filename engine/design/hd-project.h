/* hd-project.h: what belongs to a whole project while it is elaborated: variables, link classes, index names, module plans
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A generated topology is a project within the project: its variables are the generator's parameters.
 */
#pragma once

#include "hd-elaborator.h"
#include "hd-formula.h"

G_BEGIN_DECLS

/**
 * hd_project_new:
 * @snapshot: of the document
 * @outer: (nullable): the project that this one is generated in, with @prefix, the path of its <generate>
 * @generated: (nullable): char * -> HdValue *: values of variables from outside
 */
HdProject *hd_project_new (HdElaborator *elaborator,
                           HdSnapshot *snapshot,
                           HdProject *outer,
                           const char *prefix,
                           GHashTable *generated);
void hd_project_free (HdProject *self);
HdSnapshot *hd_project_get_snapshot (HdProject *self);
/** hd_project_is_generated: its objects are not in the document */
gboolean hd_project_is_generated (HdProject *self);
gboolean hd_project_has_index (HdProject *self,
                               const char *name);
/** hd_project_get_variable: errors: a variable whose own expression fails or uses itself */
gboolean hd_project_get_variable (HdProject *self,
                                  const char *name,
                                  HdValue *out_value,
                                  GError **error);
/** hd_project_find_class: number in the design, or HD_NO_ID */
guint32 hd_project_find_class (HdProject *self,
                               const char *id);
/** hd_project_get_plans: GHashTable of const HdObject * -> HdModulePlan *, owned */
GHashTable *hd_project_get_plans (HdProject *self);
/** hd_project_publish_variables: into the design */
void hd_project_publish_variables (HdProject *self);

/** What a link or a link class has; SI ranges */
extern const HdParameter hd_parameter_bandwidth;
extern const HdParameter hd_parameter_latency;
extern const HdParameter hd_parameter_sharing;
extern const HdParameter hd_parameter_failed;
HdTime hd_latency_to_time (double seconds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdProject, hd_project_free)

G_END_DECLS
