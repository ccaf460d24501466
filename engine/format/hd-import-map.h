/* hd-import-map.h: what a user says that an attribute means
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-import.h>

G_BEGIN_DECLS

/** HdImportRule: an entry of HdLoading.map */
typedef struct
{
  char *key;
  char *parameter;
  char *unit; /* of plain numbers, or NULL for the parameter's own */
} HdImportRule;

/** hd_import_rule_parse: KEY=PARAMETER or KEY=PARAMETER:UNIT, none of them empty; %HD_ERROR_SYNTAX otherwise, @out_rule is then unchanged */
gboolean hd_import_rule_parse (const char *entry,
                               HdImportRule *out_rule,
                               GError **error);
void hd_import_rule_clear (HdImportRule *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdImportRule, hd_import_rule_clear)

G_END_DECLS
