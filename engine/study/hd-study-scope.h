/* hd-study-scope.h: what the variables of a project are worth at a point
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>
#include <heddle/hd-expression.h>

G_BEGIN_DECLS

/** HdStudyScope: variables by name, with or without a value from outside; expressions are parsed once */
typedef struct _HdStudyScope HdStudyScope;

HdStudyScope *hd_study_scope_new (HdSnapshot *snapshot);
void hd_study_scope_free (HdStudyScope *self);
/** hd_study_scope_set: @address, with its $, is what @text says; %NULL: what the project says. No effect if it is no variable. */
void hd_study_scope_set (HdStudyScope *self,
                         const char *address,
                         const char *text);
/** hd_study_scope_evaluate: errors: those of hd_expression_evaluate (), a variable that uses itself included */
gboolean hd_study_scope_evaluate (HdStudyScope *self,
                                  const HdExpression *expression,
                                  HdValue *out_value,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudyScope, hd_study_scope_free)

G_END_DECLS
