/* heddle-export-formats.h: what can be written to a file, and in which formats
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "heddle-picture.h"
#include "heddle-session.h"

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_EXPORT_OF_CANVAS,   /* a picture */
  HEDDLE_EXPORT_OF_DESIGN,   /* a text */
  HEDDLE_EXPORT_OF_WORKLOAD, /* likewise, of one that is drawn */
  HEDDLE_EXPORT_OF_RUN,      /* a report */
} HeddleExportSubject;

/** HeddleExportKind: @title, @help: (translatable); @picture, @make or @report: for its subject */
typedef struct
{
  HeddleExportSubject subject;
  const char *title;
  const char *help;
  const char *extension;
  HeddleExportFormat picture;
  char *(*make) (HdDesign *design, HdCatalog *catalog, HdSnapshot *snapshot, HdProblemList *problems, GError **error);
  HdReportKind report;
} HeddleExportKind;

/** heddle_export_kinds_get: a format is a row of this table */
const HeddleExportKind *heddle_export_kinds_get (guint *out_n);
/** heddle_export_kind_is_possible: whether @session has what it needs */
gboolean heddle_export_kind_is_possible (const HeddleExportKind *kind,
                                         HeddleSession *session);

/** HeddleExportExcerpt: @head: (nullable): the first lines, %NULL of what is no text; @size: of the whole, in bytes; @warnings: (nullable): what the
 * format cannot say, a line each */
typedef struct
{
  char *head;
  guint64 size;
  char *warnings;
} HeddleExportExcerpt;

void heddle_export_excerpt_free (HeddleExportExcerpt *excerpt);

/**
 * heddle_export_write_async:
 * @path: (nullable): the file to write or replace; %NULL for an excerpt alone
 *
 * In a worker, from what @session has now; of formats that are no pictures. After an error, or who cancels, the file is as it was.
 */
void heddle_export_write_async (const HeddleExportKind *kind,
                                HeddleSession *session,
                                const char *path,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
/**
 * heddle_export_picture_async:
 * @picture: (transfer full)
 * @scale: of a PNG, pixels a px
 *
 * As heddle_export_write_async () to a file, for a kind of picture; the excerpt is empty.
 */
void heddle_export_picture_async (const HeddleExportKind *kind,
                                  HeddlePicture *picture,
                                  double scale,
                                  const char *path,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data);
/** heddle_export_write_finish: (transfer full) */
HeddleExportExcerpt *heddle_export_write_finish (GAsyncResult *result,
                                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleExportExcerpt, heddle_export_excerpt_free)

G_END_DECLS
