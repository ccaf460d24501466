/* hd-snapshot-private.h: making snapshots
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

#include "hd-file-texts.h"

G_BEGIN_DECLS

/**
 * _hd_snapshot_new:
 * @root: must never change again
 * @before, @after: (element-type utf8): lines of markup outside the root; must never change again
 */
HdSnapshot *_hd_snapshot_new (const HdObject *root,
                              GPtrArray *before,
                              GPtrArray *after,
                              GFile *file,
                              const char *file_name,
                              HdFileTexts *texts);
GPtrArray *_hd_snapshot_get_before (HdSnapshot *self);
GPtrArray *_hd_snapshot_get_after (HdSnapshot *self);
/** _hd_snapshot_get_texts: (nullable): of files that were edited with it */
HdFileTexts *_hd_snapshot_get_texts (HdSnapshot *self);

/** HdEditedFileFunc: @name: as a project names it; @text: what it holds, whatever stands on the disk */
typedef void (*HdEditedFileFunc) (gpointer data,
                                  const char *name,
                                  const char *text);
/** _hd_snapshot_foreach_edited: all files that were edited with it and were not written since */
void _hd_snapshot_foreach_edited (HdSnapshot *self,
                                  HdEditedFileFunc func,
                                  gpointer data);

G_END_DECLS
