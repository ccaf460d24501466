/* heddle-references.h: what in a document names what
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleReference: a name in an attribute's text
 * @holder: uid of the object that has @attribute (interned)
 * @start, @end: bytes of the name in the text
 * @path_start, @path_end: the path, or element of a list, that it is part of
 * @is_port: a port of an instance of a module
 */
typedef struct
{
  guint64 holder;
  guint64 target;
  const char *attribute;
  guint start, end;
  guint path_start, path_end;
  gboolean is_port;
} HeddleReference;

/**
 * heddle_references_collect:
 *
 * Everything in the document that names an object of it: paths of links, routes, ports,
 * communicators, vertices and probes; modules, link classes, communicators and vertices by id;
 * variables in expressions. O(document).
 *
 * Returns: (element-type HeddleReference): in order of holder, attribute and place
 */
GArray *heddle_references_collect (HdDocument *document);
/** heddle_references_collect_all: with the places that say what the outside calls a component, which are no paths: not to be rewritten as such */
GArray *heddle_references_collect_all (HdDocument *document);

/**
 * HeddleRewrite:
 * @text: of the attribute
 * @start, @end: (inout): what is replaced; at first the name
 *
 * Returns: (nullable) (transfer full): what stands there afterwards; %NULL to leave it, or with
 *   @error set
 */
typedef char *(*HeddleRewrite) (gpointer data,
                                const HeddleReference *reference,
                                const char *text,
                                guint *start,
                                guint *end,
                                GError **error);
/** heddle_references_rewrite: of the document that they were collected from, inside a group */
gboolean heddle_references_rewrite (HdDocument *document,
                                    const GArray *references,
                                    HeddleRewrite func,
                                    gpointer data,
                                    GError **error);

/**
 * heddle_references_rename:
 * @names: (element-type guint64 utf8): new ids by the address of a uid
 *
 * Gives each object its new id and follows it everywhere; inside a group. An array whose index was
 * named after it keeps the index's name.
 */
gboolean heddle_references_rename (HdDocument *document,
                                   GHashTable *names,
                                   GError **error);

/** heddle_uid_set_new: (element-type guint64): of copies of uids */
GHashTable *heddle_uid_set_new (const guint64 *uids,
                                guint n);
gboolean heddle_uid_set_add (GHashTable *self,
                             guint64 uid);
gboolean heddle_uid_set_has (GHashTable *self,
                             guint64 uid);

G_END_DECLS
