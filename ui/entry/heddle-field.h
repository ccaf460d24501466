/* heddle-field.h: one value of an object, whoever describes it: the schema or a type
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleField:
 * @name: of the attribute
 * @title, @help: translated; @source: where the default comes from, or %NULL
 * @refers_to: of references and names
 * @literal: one of its choices, which no expression stands for
 * @parameter: dimension, range, choices and default of what is evaluated, as a parameter
 *
 * A value: copy it as you like. Its strings live as long as the descriptor.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *help;
  const char *source;
  HdFieldKind kind;
  HdObjectKind refers_to;
  gboolean required;
  gboolean any_dimension;
  gboolean literal;
  HdParameter parameter;
} HeddleField;

HeddleField heddle_field_from_schema (const HdField *field);
HeddleField heddle_field_from_setting (const HdRunSetting *setting);
/** heddle_field_from_parameter: @type: (nullable): whose parameter it is; %NULL for those of generators and workloads */
HeddleField heddle_field_from_parameter (HdCatalog *catalog,
                                         const HdComponentType *type,
                                         const HdParameter *parameter);
/** heddle_field_dup_help: help, range and source, for a tooltip */
char *heddle_field_dup_help (const HeddleField *self);
/** heddle_field_dup_range: "Permitted: above 0 B/s. Usual: 1 GB/s to 1 TB/s.", or %NULL if anything will do */
char *heddle_field_dup_range (const HeddleField *self);

/**
 * heddle_field_check:
 * @document: (nullable): whose variables the text may use
 * @uid: the object it belongs to, or 0
 * @out_hint: (out) (optional) (transfer full): the value of an expression, "= 128 GB/s", or %NULL
 *
 * Whether @text can be stored. Expressions are evaluated with the project's variables; one over indices is checked at index 0, and its range not at all.
 *
 * Errors: those of hd_expression_parse (), hd_expression_evaluate () and hd_parameter_check (); the message also names the range.
 */
gboolean heddle_field_check (const HeddleField *self,
                             HdDocument *document,
                             HdCatalog *catalog,
                             guint64 uid,
                             const char *text,
                             char **out_hint,
                             GError **error);

G_END_DECLS
