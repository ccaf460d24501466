/* heddle-journal.h: a file that knows each edit, for when the program is killed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleJournal:
 *
 * Watches a document and appends its edits to a file of its own, which is on the disk at most two seconds after an edit. A document that is never
 * edited has no file. The file is locked while the program lives: no other takes it for a remnant. Writing is a worker's; main thread only otherwise.
 *
 * Signal `failed` (const char *message): once, when the journal cannot be written; the document is then edited without one.
 */
#define HEDDLE_TYPE_JOURNAL (heddle_journal_get_type ())
G_DECLARE_FINAL_TYPE (HeddleJournal, heddle_journal, HEDDLE, JOURNAL, GObject)

/** heddle_journal_dup_directory: where the user's journals lie */
char *heddle_journal_dup_directory (void);

/**
 * heddle_journal_new:
 * @document: as it was read, or new; it must not have been edited yet
 * @directory: made if it is not there
 */
HeddleJournal *heddle_journal_new (HdDocument *document,
                                   const char *directory);
/**
 * heddle_journal_set_saved:
 * @etag: (nullable): of the file, to know it again
 *
 * The document was just read or saved, so that there is nothing to recover from before; or hd_document_set_unsaved () has told it where it belongs.
 */
void heddle_journal_set_saved (HeddleJournal *self,
                               const char *etag);
/** heddle_journal_flush: writes what there is, and waits until it is on the disk */
void heddle_journal_flush (HeddleJournal *self);
/** heddle_journal_remove: the work was saved, or is not wanted: nothing is left, and nothing is written from now on */
void heddle_journal_remove (HeddleJournal *self);
/** heddle_journal_dup_path: (nullable): once there is a file */
char *heddle_journal_dup_path (HeddleJournal *self);

/* ---- after a crash ------------------------------------------------------------------------------------------------------- */

/**
 * HeddleRemnant: a journal whose program is gone
 * @name: of the project
 * @file: (nullable): where it was saved last or read from
 * @time: when the last edit was written
 * @n_changes: steps done and undone since the project was read or saved; 0 where it never was, and is as it began
 * @file_changed: the file is another one now, or gone
 */
typedef struct
{
  char *path;
  char *name;
  GFile *file;
  GDateTime *time;
  guint n_changes;
  gboolean file_changed;

  /*< private >*/
  int fd; /* locked as long as the remnant lives */
  gsize length; /* up to the last whole record */
} HeddleRemnant;

/**
 * heddle_remnant_list: (element-type HeddleRemnant): those with something to recover, the latest first
 *
 * Journals of living programs are passed over, those with nothing to recover removed. Any thread.
 */
GPtrArray *heddle_remnant_list (const char *directory);
/**
 * heddle_remnant_recover:
 *
 * The document with all its edits, which can be undone. It counts as unsaved. It belongs to @file, unless that is another one now. Any thread.
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_SYNTAX, %HD_ERROR_INVALID
 */
HdDocument *heddle_remnant_recover (HeddleRemnant *self,
                                    HdProblemList *problems,
                                    GError **error);
/** heddle_remnant_continue: a journal that goes on where @self ends; @document is what was recovered from it */
HeddleJournal *heddle_remnant_continue (HeddleRemnant *self,
                                        HdDocument *document);
/** heddle_remnant_discard: removes the file */
void heddle_remnant_discard (HeddleRemnant *self);
void heddle_remnant_free (HeddleRemnant *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleRemnant, heddle_remnant_free)

G_END_DECLS
