/* hd-wiring.h: what may be linked in a module, for editors
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Ends of links are read by the rules of elaboration, in the first instance of the module that
 * there is, whatever errors the project has.
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/** HdWiring: the items of a module and their ports, those of modules inside followed to their components */
typedef struct _HdWiring HdWiring;

#define HD_WIRING_MAX_DIMENSIONS 8 /* of an array */

/**
 * HdWiringEnd: the port of a component that an end leads to, through any number of modules
 * @index: of an indexed port
 * @n_links: that it has already
 */
typedef struct
{
  const HdComponentType *type;
  const HdPort *port;
  guint32 node;
  guint16 port_number;
  guint32 index;
  guint n_links;
} HdWiringEnd;

/** hd_wiring_new: of the <module> or <top> with @module_uid; O(nodes + links) of the project; %NULL
 * if that is too large */
HdWiring *hd_wiring_new (HdSnapshot *snapshot, HdCatalog *catalog, guint64 module_uid);
void hd_wiring_free (HdWiring *self);
/**
 * hd_wiring_get_shape:
 * @out_sizes: (array length=HD_WIRING_MAX_DIMENSIONS)
 *
 * Sizes of the array that an item of the module is.
 *
 * Returns: number of dimensions, 0 for an object alone
 */
guint hd_wiring_get_shape (HdWiring *self, guint64 uid, guint32 *out_sizes);
/** hd_wiring_dup_path: "xpu[3]", "tree/host[0][1]": element @member of an item as ends of links in
 * the module name it; %NULL if there is none */
char *hd_wiring_dup_path (HdWiring *self, guint64 uid, guint member);
/** hd_wiring_get_type: of element @member of a component or generated topology, or %NULL */
const HdComponentType *hd_wiring_get_type (HdWiring *self, guint64 uid, guint member);
/**
 * HdWiringElement:
 * @from, @to: ends with all indices as numbers
 * @names, @values: (array length=n): of the index variables of the pattern
 */
typedef void (*HdWiringElement) (gpointer data,
                                 const char *from,
                                 const char *to,
                                 const char *const *names,
                                 const gint64 *values,
                                 guint n);
/**
 * hd_wiring_expand:
 *
 * The elements of a link of the module.
 *
 * Returns: %FALSE if the link has errors
 */
gboolean hd_wiring_expand (HdWiring *self, guint64 link_uid, HdWiringElement func, gpointer data);
/**
 * hd_wiring_get_design: (transfer none): the sketch
 * @out_scope: (optional): the instance of the module in it
 */
HdDesign *hd_wiring_get_design (HdWiring *self, guint32 *out_scope);
/**
 * hd_wiring_find:
 * @end: "xpu[3].cxl", without index variables
 *
 * Errors: %HD_ERROR_NAME
 */
gboolean hd_wiring_find (HdWiring *self, const char *end, HdWiringEnd *out_end, GError **error);
/**
 * hd_wiring_fits:
 *
 * Whether a link between two ends is permitted: protocols, and room at both ports.
 *
 * Errors: %HD_ERROR_INVALID, %HD_ERROR_LIMIT (full)
 */
gboolean hd_wiring_fits (HdWiring *self,
                         const HdWiringEnd *from,
                         const char *from_text,
                         const HdWiringEnd *to,
                         const char *to_text,
                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdWiring, hd_wiring_free)

G_END_DECLS
