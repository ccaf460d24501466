/* hd-catalog.h: the component types that are known
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

#include <heddle/hd-quantity.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

#define HD_TYPE_CATALOG (hd_catalog_get_type ())
/** HdCatalog: the component types of all libraries that were loaded */
G_DECLARE_FINAL_TYPE (HdCatalog, hd_catalog, HD, CATALOG, GObject)

/**
 * hd_catalog_new:
 *
 * An empty catalogue; safe to read from any thread once filled. Libraries and component types are read into the catalogue's own structs, so
 * that every field can be read whatever Heddle a library was built for; they live as long as the catalogue.
 */
HdCatalog *hd_catalog_new (void);

/**
 * hd_catalog_load_default:
 *
 * Loads the libraries that come with Heddle (directory next to the program in a build tree, else the installed one) and those in the user's
 * directory ($XDG_DATA_HOME/heddle/libraries) and in $HEDDLE_LIBRARY_PATH (separated by colons). $HEDDLE_BUILD_ROOT names a build tree for
 * programs that lie elsewhere, such as tests. What is refused becomes a warning with a readable sentence, not an error.
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
/**
 * hd_catalog_register:
 * @library: must live as long as the program
 *
 * Checks ABI, capabilities and every descriptor, then registers. A library that is registered already is no error.
 *
 * Errors: %HD_ERROR_LIBRARY; the message names library, type and field. Nothing is then registered.
 */
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
/** hd_component_type_find_property: the parameter that has it, or %NULL */
const HdParameter *hd_component_type_find_property (const HdComponentType *type,
                                                    HdProperty property,
                                                    guint *out_index);
/** hd_component_type_count_parameters: elements of the table before its last one */
guint hd_component_type_count_parameters (const HdComponentType *type);
const HdPort *hd_component_type_find_port (const HdComponentType *type,
                                           const char *name,
                                           guint *out_index);
/**
 * hd_component_type_count_elements:
 * @port: of the type
 * @parameters: (nullable): values in SI, in the order of the type's parameters; the defaults if %NULL
 *
 * How many elements an indexed port has; %G_MAXINT32 stands for any number.
 */
guint32 hd_component_type_count_elements (const HdComponentType *type,
                                          const HdPort *port,
                                          const double *parameters);
const HdProbe *hd_component_type_find_probe (const HdComponentType *type,
                                             const char *name,
                                             guint *out_index);
/** hd_component_type_find_lane: lane @number; @out_which: (out) (optional): which one it is of those that are counted; %NULL if there are fewer */
const HdLane *hd_component_type_find_lane (const HdComponentType *type,
                                           guint number,
                                           guint *out_which);
const HdPreset *hd_component_type_find_preset (const HdComponentType *type,
                                               const char *name);
/** hd_parameter_get_dimension: of its unit */
HdDimension hd_parameter_get_dimension (const HdParameter *parameter);
/** hd_parameter_format: @value as messages and help show it: with its unit, and a whole number with all its digits */
char *hd_parameter_format (const HdParameter *parameter,
                           double value);
/**
 * hd_parameter_get_range:
 *
 * The hard range; an open end is an infinity.
 *
 * Returns: whether there is any limit
 */
gboolean hd_parameter_get_range (const HdParameter *parameter,
                                 double *out_minimum,
                                 double *out_maximum);
/**
 * hd_parameter_check:
 * @value: in SI; a choice is its index, a flag 0 or 1
 *
 * Whether @value is permitted.
 *
 * Errors: %HD_ERROR_DIMENSION, %HD_ERROR_RANGE; the message names value, unit and range.
 */
gboolean hd_parameter_check (const HdParameter *parameter,
                             HdQuantity value,
                             GError **error);
/**
 * hd_parameter_parse:
 * @text: a plain value, not an expression, as in a default or a preset
 *
 * Errors: those of hd_quantity_parse () and hd_parameter_check ().
 */
gboolean hd_parameter_parse (const HdParameter *parameter,
                             const char *text,
                             HdQuantity *out_value,
                             GError **error);

/**
 * hd_catalog_describe:
 * @type_name: (nullable): "fabric.xpu", or "fabric" for all types of a library; %NULL for a table of all types
 *
 * Plain text for a terminal: what the descriptors say.
 *
 * Returns: (transfer full) (nullable): %NULL if there is no such type
 */
char *hd_catalog_describe (HdCatalog *self,
                           const char *type_name);

G_END_DECLS
