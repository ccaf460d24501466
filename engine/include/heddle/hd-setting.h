/* hd-setting.h: what an address names in a project as it is drawn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-address.h>
#include <heddle/hd-document.h>

G_BEGIN_DECLS

/**
 * HdSetting:
 * @object: (nullable): that has it, an array or module once for all that it stands for; %NULL for the settings of a run that the project does not state
 * @attribute: of it
 * @text: (nullable): what is written there
 * @otherwise: (nullable): what its type, its link class or the table of run settings has for it where nothing is written
 * @words: (array zero-terminated=1) (nullable): of a choice, an enumeration or a flag
 * @unit: (nullable): whose dimension its values have; %NULL for any
 * @is_whole: only whole numbers
 * @minimum, @maximum: of its values, in SI units, as far as they are stated without a formula; else infinite
 *
 * Strings are borrowed from the project and the catalogue, but for @words.
 */
typedef struct
{
  const HdObject *object;
  const char *attribute;
  const char *text;
  const char *otherwise;
  char **words;
  const char *unit;
  gboolean is_whole;
  double minimum;
  double maximum;
} HdSetting;

/**
 * hd_setting_init:
 * @root: the project
 * @catalog: (nullable): of the types of components; without it nothing is said of their parameters
 *
 * Errors: %HD_ERROR_NAME: @address names nothing that is there, or some members of an array alone, which have no attributes of their own; the message says why.
 */
gboolean hd_setting_init (HdSetting *self,
                          const HdObject *root,
                          HdCatalog *catalog,
                          const HdAddress *address,
                          GError **error);
/**
 * hd_setting_write:
 * @setting: PATH=VALUE, as hd_elaborate () takes it
 *
 * Writes it into the project, as one edit or two: run settings are made where there are none. What is of some members of an array is written as a choice by their
 * index, failed="if (i == 0, 1, 0)", if they can be told apart by that. Errors: %HD_ERROR_NAME, %HD_ERROR_SYNTAX; those of
 * hd_document_set_attribute ()
 */
gboolean hd_setting_write (HdDocument *document,
                           const char *setting,
                           GError **error);
/** hd_setting_clear: frees what it holds; also one that was never set, if it is all zeros */
void hd_setting_clear (HdSetting *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdSetting, hd_setting_clear)

G_END_DECLS
