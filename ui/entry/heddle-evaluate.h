/* heddle-evaluate.h: what an expression of a document is worth, before it is elaborated
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * heddle_evaluate:
 * @document: (nullable): whose variables, and @object: (nullable): whose indices and own values it may use
 * @out_varies: (out) (optional): whether it depends on an index; it is then the value at index 0
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_NAME (no such variable, or one that depends on itself), %HD_ERROR_DIMENSION, %HD_ERROR_RANGE
 */
gboolean heddle_evaluate (HdDocument *document,
                          const HdObject *object,
                          const char *text,
                          HdValue *out_value,
                          gboolean *out_varies,
                          GError **error);

G_END_DECLS
