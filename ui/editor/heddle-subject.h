/* heddle-subject.h: what a page of the inspector edits: one object, or many at once
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-field.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleSubject:
 *
 * Objects of the document, by uid, so that they may change and vanish. Reference counted.
 */
typedef struct _HeddleSubject HeddleSubject;

/** HeddleShared: what the objects have in common of one attribute */
typedef enum
{
  HEDDLE_SHARED_NONE,      /* none of them has it */
  HEDDLE_SHARED_SAME,      /* all have the same */
  HEDDLE_SHARED_DIFFERENT,
} HeddleShared;

/** heddle_subject_new: at least one object; if they are of several kinds, that of all is unknown */
HeddleSubject *heddle_subject_new (HeddleSession *session,
                                   const guint64 *uids,
                                   guint n);
/** heddle_subject_new_absent: an object that a project has once, such as <run>; it is made with its first value */
HeddleSubject *heddle_subject_new_absent (HeddleSession *session,
                                          HdObjectKind kind);
HeddleSubject *heddle_subject_ref (HeddleSubject *self);
void heddle_subject_unref (HeddleSubject *self);
HeddleSession *heddle_subject_get_session (HeddleSubject *self);
guint heddle_subject_get_n (HeddleSubject *self);
guint64 heddle_subject_get_uid (HeddleSubject *self);
guint64 heddle_subject_get_nth_uid (HeddleSubject *self,
                                    guint i);
HdObjectKind heddle_subject_get_kind (HeddleSubject *self);
/** heddle_subject_get_object: (nullable): the first */
const HdObject *heddle_subject_get_object (HeddleSubject *self);
/** heddle_subject_read: @out_text: (out) (nullable) (transfer none): of the first, until the next edit. O(n), less if they differ */
HeddleShared heddle_subject_read (HeddleSubject *self,
                                  const HeddleField *field,
                                  const char **out_text);
/**
 * heddle_subject_write:
 * @text: "" takes the value away
 *
 * One undo step for all. An id is renamed wherever it stands; the count of a component or instance replicates it, so that links follow.
 *
 * Errors: those of heddle_edit_set (), heddle_edit_rename () and heddle_edit_replicate ()
 */
gboolean heddle_subject_write (HeddleSubject *self,
                               const HeddleField *field,
                               const char *text,
                               GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleSubject, heddle_subject_unref)

G_END_DECLS
