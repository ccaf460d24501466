/* edits-fixture.h: a document and the libraries that come with Heddle, for tests of the editor's
 * operations SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-edits.h"

G_BEGIN_DECLS

/** Edits: @start is the text of the document at first */
typedef struct
{
  HdCatalog *catalog;
  HdDocument *document;
  char *start;
  guint n_signals;
} Edits;

/** edits_begin: @text is what stands inside <heddle version="1"> */
void edits_begin (Edits *self,
                  const char *text);
/** edits_end: undoes all, which gives the bytes of the start, redoes all, which gives those of the
 * end, and frees */
void edits_end (Edits *self);
guint64 edits_top (Edits *self);
/** edits_find: by path from the root: "top/xpu", "rack/tor", "CXL_link", "variables/n" */
guint64 edits_find (Edits *self,
                    const char *path);
const char *edits_get (Edits *self,
                       const char *path,
                       const char *attribute);
char *edits_text (Edits *self);
/** edits_assert_valid: reads again, and the engine finds no error */
void edits_assert_valid (Edits *self);

G_END_DECLS
