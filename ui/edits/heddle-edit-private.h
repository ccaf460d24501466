/* heddle-edit-private.h: what the operations share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-edits.h"

G_BEGIN_DECLS

/* ---- objects -------------------------------------------------------------------------------- */

/** heddle_edit_is_block: the top or a module: what can be looked at */
gboolean heddle_edit_is_block (const HdObject *object);
/** heddle_edit_is_item: a component, an instance or a generated topology */
gboolean heddle_edit_is_item (const HdObject *object);
/** heddle_edit_get_block: errors: %HD_ERROR_NAME */
const HdObject *heddle_edit_get_block (HdDocument *document,
                                       guint64 module,
                                       GError **error);
const HdObject *heddle_edit_find_module (HdDocument *document,
                                         const char *id);
/** heddle_edit_collect: (element-type guint64): those of @uids that exist, each once */
GArray *heddle_edit_collect (HdDocument *document,
                             const guint64 *uids,
                             guint n);
gboolean heddle_edit_set_number (HdDocument *document,
                                 guint64 uid,
                                 const char *attribute,
                                 double value,
                                 GError **error);
/** heddle_edit_find_position: where a child of @kind goes: after the last that belongs before it */
guint heddle_edit_find_position (const HdObject *parent,
                                 HdObjectKind kind);
/** heddle_edit_split_count: "4x$n" is "4" and "$n" */
char **heddle_edit_split_count (const char *count);
/** heddle_edit_is_index_name: of an array of instances: it may enclose a pattern */
gboolean heddle_edit_is_index_name (HdDocument *document,
                                    const char *name);
/** heddle_edit_dup_loop_names: "i", "j", ...: none is the name of an index that may enclose a
 * pattern */
char **heddle_edit_dup_loop_names (HdDocument *document,
                                   guint n);
/** heddle_edit_count_dimensions: of a count: 2 for "4x4", 0 for %NULL */
guint heddle_edit_count_dimensions (const char *count);
/** heddle_edit_uses_index: whether expressions in or below @object may use the index @name or
 * @name_1 ... of it */
gboolean heddle_edit_uses_index (HdDocument *document,
                                 const HdObject *object,
                                 const char *name);
/** heddle_edit_holds: whether @module is @id or has an instance of it, at any depth */
gboolean heddle_edit_holds (HdDocument *document,
                            const HdObject *module,
                            const char *id);

/**
 * heddle_edit_choose_whole:
 * @kind: links, or routes
 * @chosen: uids, to which those are added of which all that they name in @block is chosen
 */
void heddle_edit_choose_whole (HdDocument *document,
                               const HdObject *block,
                               HdObjectKind kind,
                               const GArray *references,
                               GHashTable *chosen);
/** heddle_edit_substitute: identifiers of an expression (@in_brackets: of the indices of a path
 * alone) by what stands for them */
char *heddle_edit_substitute (const char *text,
                              gboolean in_brackets,
                              const char *const *names,
                              const char *const *values,
                              guint n);
/** heddle_edit_fold_indices: of a path: those that are sums of numbers become numbers */
char *heddle_edit_fold_indices (const char *text);
/** heddle_edit_find_item: component, instance or generated topology */
const HdObject *heddle_edit_find_item (const HdObject *block,
                                       const char *id);
/** heddle_edit_get_wiring: (transfer none) (nullable): kept until the document changes */
HdWiring *heddle_edit_get_wiring (HdDocument *document,
                                  HdCatalog *catalog,
                                  guint64 module);

/**
 * heddle_edit_expand_link:
 * @references: of the document
 *
 * In the place of a pattern its elements, whose indices are numbers. Errors: %HD_ERROR_INVALID
 */
gboolean heddle_edit_expand_link (HdDocument *document,
                                  HdWiring *wiring,
                                  guint64 uid,
                                  const GArray *references,
                                  GError **error);
/** heddle_edit_is_constant: whether all indices of both ends are numbers */
gboolean heddle_edit_is_constant (const char *from,
                                  const char *to);
/** heddle_edit_dup_value: of a variable, so that it may stand in an expression */
char *heddle_edit_dup_value (const char *text);
/** heddle_edit_insert_clip: what stands in the top of @clip; adds the new uids to @out_uids */
gboolean heddle_edit_insert_clip (HdDocument *document,
                                  guint64 module,
                                  HdDocument *clip,
                                  GArray *out_uids,
                                  GError **error);

/** heddle_edit_is_after_ends: whether the id of a link is the one that it was given after its ends */
gboolean heddle_edit_is_after_ends (const HdObject *link);
/** heddle_edit_collect_after_ends: (element-type guint64): the links of @block that are called so; before their ends change */
GArray *heddle_edit_collect_after_ends (const HdObject *block);
/** heddle_edit_follow_ends: @links: of one block; their ids, and what refers to them, after their ends changed */
gboolean heddle_edit_follow_ends (HdDocument *document,
                                  const GArray *links,
                                  GError **error);

/* ---- steps ---------------------------------------------------------------------------------- */

/** heddle_edit_dup_what: "xpu3", "12 components", "3 objects", for the name of a step */
char *heddle_edit_dup_what (HdDocument *document,
                            const guint64 *uids,
                            guint n);
/** heddle_edit_begin: @format has one %s for @what */
void heddle_edit_begin (HdDocument *document,
                        const char *format,
                        const char *what);
/** heddle_edit_end: keeps the step if @good, else takes it back; returns @good */
gboolean heddle_edit_end (HdDocument *document,
                          gboolean good);

/* ---- ids ------------------------------------------------------------------------------------ */

/** HeddleIds: those taken among some children, and the free ones after them */
typedef struct _HeddleIds HeddleIds;

/** heddle_ids_new: of the children of @parent; the kinds are bits, HEDDLE_IDS_OF_ITEMS for what
 * patterns name */
HeddleIds *heddle_ids_new (const HdObject *parent,
                           guint kinds);
void heddle_ids_free (HeddleIds *self);
gboolean heddle_ids_has (HeddleIds *self,
                         const char *id);
void heddle_ids_add (HeddleIds *self,
                     const char *id);
/** heddle_ids_take: @wanted, or the same with the first number that is free: "xpu2"; it is then
 * taken */
char *heddle_ids_take (HeddleIds *self,
                       const char *wanted);

#define HEDDLE_KIND(kind) (1u << HD_OBJECT_##kind)
#define HEDDLE_IDS_OF_ITEMS (HEDDLE_KIND (COMPONENT) | HEDDLE_KIND (INSTANCE) | HEDDLE_KIND (GENERATE) | HEDDLE_KIND (LINK))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleIds, heddle_ids_free)

G_END_DECLS
