/* hd-import.h: what became of a file of another program
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>
#include <heddle/hd-progress.h>

G_BEGIN_DECLS

typedef enum
{
  HD_IMPORT_MAPPED,   /* has an equal in the project */
  HD_IMPORT_GUESSED,  /* the file does not say, or says it in another way */
  HD_IMPORT_LEFT_OUT, /* has none */
} HdImportFate;

/** HdImportNote: @object: name in the file; @path: address in the project, or %NULL; @n: how many such there are, this being the first */
typedef struct
{
  HdImportFate fate;
  guint line;
  const char *object;
  const char *path;
  const char *text;
  guint n;
} HdImportNote;

typedef struct _HdImportReport HdImportReport;

HdImportReport *hd_import_report_new (void);
HdImportReport *hd_import_report_ref (HdImportReport *self);
void hd_import_report_unref (HdImportReport *self);
/** hd_import_report_add: equal texts of one fate become one note; @text is translated */
void hd_import_report_add (HdImportReport *self,
                           HdImportFate fate,
                           guint line,
                           const char *object,
                           const char *path,
                           const char *text);
/** hd_import_report_set_placed: the file says where things are drawn; else they stand in rows that mean nothing */
void hd_import_report_set_placed (HdImportReport *self);
gboolean hd_import_report_get_placed (HdImportReport *self);
guint hd_import_report_get_n (HdImportReport *self);
const HdImportNote *hd_import_report_get (HdImportReport *self,
                                          guint n);
/** hd_import_report_count: how many things met @fate */
guint hd_import_report_count (HdImportReport *self,
                              HdImportFate fate);
/** hd_import_report_to_string: one line for each note: "FILE:LINE: left out: TEXT (OBJECT and 3 more)" */
char *hd_import_report_to_string (HdImportReport *self,
                                  const char *file_name);

/** hd_import_report_tell: its notes as problems of @document, which was read from what hd_import_read () gave; they lead to the objects */
void hd_import_report_tell (HdImportReport *self,
                            HdDocument *document,
                            const char *file_name,
                            HdProblemList *problems);

/** hd_import_wants: whether hd_document_load () takes such a file for one of another program, by its name */
gboolean hd_import_wants (GFile *file);
/** hd_import_is_platform: whether such a file describes a system alone, and nothing that it does */
gboolean hd_import_is_platform (GFile *file);
/**
 * HdLoading: how a file is read, and what is told meanwhile; any of them may be %NULL
 * @map: (array zero-terminated=1): KEY=PARAMETER[:UNIT], for formats whose attributes have no fixed meaning
 * @report: gets what was mapped, guessed and left out of a file of another program
 * @progress: goes to 1 while the file is read
 */
typedef struct
{
  const char *const *map;
  HdImportReport *report;
  HdProgress *progress;
} HdLoading;

/** hd_import_check_map: whether each entry of HdLoading.map has its form; %HD_ERROR_SYNTAX names the first that has not */
gboolean hd_import_check_map (const char *const *map,
                              GError **error);

/** hd_document_load_with: hd_document_load () */
HdDocument *hd_document_load_with (GFile *file,
                                   const HdLoading *loading,
                                   HdProblemList *problems,
                                   GCancellable *cancellable,
                                   GError **error);

/**
 * hd_import_read:
 * @loading: (nullable)
 *
 * Reads a SimGrid platform (.xml), a GraphML graph (.graphml) or BDSim's topology (.topology). Nothing in the file is executed, and no other
 * file or address is opened.
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED, %HD_ERROR_SYNTAX, %HD_ERROR_NAME, %HD_ERROR_RANGE, %HD_ERROR_LIMIT, %HD_ERROR_INVALID,
 * %HD_ERROR_DIMENSION; the message begins with file and line.
 *
 * Returns: (transfer full): the text of a project
 */
char *hd_import_read (GFile *file,
                      const HdLoading *loading,
                      GCancellable *cancellable,
                      GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdImportReport, hd_import_report_unref)

G_END_DECLS
