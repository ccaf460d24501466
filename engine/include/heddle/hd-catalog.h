/* hd-catalog.h: the component types that are known
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

#include <heddle/hd-quantity.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

#define HD_TYPE_CATALOG (hd_catalog_get_type ())
G_DECLARE_FINAL_TYPE (HdCatalog, hd_catalog, HD, CATALOG, GObject)

/** hd_catalog_new: an empty catalogue; safe to read from any thread once filled */
HdCatalog *hd_catalog_new (void);

/**
 * hd_catalog_load_default:
 *
 * Loads the libraries that come with Heddle (directory next to the program in a build tree, else the installed one) and those in the user's
 * directory ($XDG_DATA_HOME/heddle/libraries) and in $HEDDLE_LIBRARY_PATH. What is refused becomes a warning with a readable sentence, not an error.
 *
 * Returns: (transfer full) (array zero-terminated=1): the sentences
 */
char **hd_catalog_load_default (HdCatalog *self);
/** hd_catalog_load_directory: every module file in @path, in name order */
gboolean hd_catalog_load_directory (HdCatalog *self,
                                    const char *path,
                                    GPtrArray *out_warnings,
                                    GError **error);
/** hd_catalog_load_file: errors: %HD_ERROR_LIBRARY with a sentence a user understands */
gboolean hd_catalog_load_file (HdCatalog *self,
                               const char *path,
                               GError **error);
/** hd_catalog_register: query, check, register; @library must live as long as the program */
gboolean hd_catalog_register (HdCatalog *self,
                              const HdLibrary *library,
                              GError **error);

guint hd_catalog_get_n_libraries (HdCatalog *self);
const HdLibrary *hd_catalog_get_library (HdCatalog *self,
                                         guint index);
/** hd_catalog_lookup: @name is "fabric.xpu"; %NULL if unknown */
const HdComponentType *hd_catalog_lookup (HdCatalog *self,
                                          const char *name);
const HdLibrary *hd_catalog_get_library_of (HdCatalog *self,
                                            const HdComponentType *type);
/** hd_catalog_translate: a descriptor's string in the user's language */
const char *hd_catalog_translate (HdCatalog *self,
                                  const HdComponentType *type,
                                  const char *text);

/* Descriptor helpers */
const HdParameter *hd_component_type_find_parameter (const HdComponentType *type,
                                                     const char *key,
                                                     guint *out_index);
guint hd_component_type_count_parameters (const HdComponentType *type);
const HdPort *hd_component_type_find_port (const HdComponentType *type,
                                           const char *name,
                                           guint *out_index);
const HdProbe *hd_component_type_find_probe (const HdComponentType *type,
                                             const char *name,
                                             guint *out_index);
const HdPreset *hd_component_type_find_preset (const HdComponentType *type,
                                               const char *name);
/** hd_parameter_get_dimension: of its unit */
HdDimension hd_parameter_get_dimension (const HdParameter *parameter);
/** hd_parameter_check: whether @value (SI) is permitted; the error names value, unit and range */
gboolean hd_parameter_check (const HdParameter *parameter,
                             HdQuantity value,
                             GError **error);

G_END_DECLS
