/* hd-names.h: what the outside calls the components of a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A component that was imported has an id, which Heddle's addresses are made of, and the name that it had before: the attribute `names`, one name or,
 * for an array, a rule such as node-[0-15].example.org. An address may say either.
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/** HdNames: those of a project, as long as it stays as it is */
typedef struct _HdNames HdNames;

/** hd_names_new: @root: (nullable): of a document or snapshot, which must stay while names are looked up. O(objects) */
HdNames *hd_names_new (const HdObject *root);
void hd_names_free (HdNames *self);
/** hd_names_find: (nullable): the component one of whose members is called @name; @out_member: (out) (optional): which. O(1), and O(1) for each rule */
const HdObject *hd_names_find (HdNames *self,
                               const char *name,
                               guint *out_member);
/** hd_names_dup: (nullable): what a member of a component is called */
char *hd_names_dup (const HdObject *component,
                    guint member);
/**
 * hd_names_has: whether a member of a component has a name that begins with @start, which ends behind its number: "node-3", "node-3.exam"
 * @out_member: (out) (optional): which
 */
gboolean hd_names_has (const HdObject *component,
                       const char *start,
                       guint *out_member);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdNames, hd_names_free)

G_END_DECLS
