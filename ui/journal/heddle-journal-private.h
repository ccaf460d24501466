/* heddle-journal-private.h: what a journal and its remnant share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <sys/stat.h>

#include "heddle-journal.h"

G_BEGIN_DECLS

#define HEDDLE_JOURNAL_EXTENSION ".journal"

/** HEDDLE_NEVER: no number of steps leads to what is in the file */
#define HEDDLE_NEVER G_MAXUINT

/** heddle_journal_continue: @fd_take: locked, at the end of the last whole record */
HeddleJournal *heddle_journal_continue (HdDocument *document,
                                        const char *path,
                                        int fd_take,
                                        guint n_undo);
/** heddle_journal_restore_time: of the last edit, which is when the file was written last, @before something else was */
void heddle_journal_restore_time (int fd,
                                  const struct stat *before);

G_END_DECLS
