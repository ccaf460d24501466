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
  char *parameter; /* or NULL: the attribute is left out */
  char *unit;      /* of plain numbers, or NULL for the parameter's own */
} HdImportRule;

/**
 * hd_import_rule_parse: KEY=PARAMETER, KEY=PARAMETER:UNIT or KEY=-, nothing of which is empty; the last = counts. %HD_ERROR_SYNTAX otherwise,
 * @out_rule is then unchanged
 */
gboolean hd_import_rule_parse (const char *entry,
                               HdImportRule *out_rule,
                               GError **error);
void hd_import_rule_clear (HdImportRule *self);
/** hd_import_rule_has_side: whether the rule's key is that of one side, "edge.capacity"; @out_name: the attribute's name then */
gboolean hd_import_rule_has_side (const HdImportRule *self,
                                  HdImportSide side,
                                  const char **out_name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdImportRule, hd_import_rule_clear)

G_END_DECLS
