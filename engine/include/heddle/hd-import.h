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

/**
 * HdImportNote: @object: name in the file; @path: address in the project, or %NULL; @attribute: name of that which it is about, or %NULL; @n: how
 * many such there are, this being the first
 */
typedef struct
{
  HdImportFate fate;
  guint line;
  const char *object;
  const char *path;
  const char *attribute;
  const char *text;
  guint n;
} HdImportNote;

/* ---- attributes without a fixed meaning ------------------------------------------------------------------------------- */

/** HdImportSide: whose attribute it is */
typedef enum
{
  HD_IMPORT_OF_NODES,
  HD_IMPORT_OF_EDGES,
} HdImportSide;

/**
 * HdImportMeaning: something that an attribute can mean
 * @parameter: as HdLoading.map has it
 * @title: for people, translated
 * @unit: that of plain numbers which have none, or %NULL if it is no quantity
 */
typedef struct
{
  const char *parameter;
  const char *title;
  const char *unit;
} HdImportMeaning;

/**
 * HdImportKey: an attribute of a graph
 * @n_all, @n, @n_plain, @n_taken: how many objects there are of that side; that have it; where it is a plain number; of which it became a part
 * @sample: (nullable): its first value
 * @parameter: (nullable): what it was taken for, of the meanings of its side; %NULL if it was left out
 * @unit: (nullable): that the map gave to plain numbers; otherwise they have the meaning's own
 * @stated: the map says so; otherwise its name does
 */
typedef struct
{
  HdImportSide side;
  const char *name;
  guint line;
  guint n_all, n, n_plain, n_taken;
  const char *sample;
  const char *parameter;
  const char *unit;
  gboolean stated;
} HdImportKey;

/** hd_import_key_dup_rule: an entry of HdLoading.map that says so of this attribute alone; @parameter, @unit: (nullable): as those of HdImportKey */
char *hd_import_key_dup_rule (const HdImportKey *self,
                              const char *parameter,
                              const char *unit);

/* ---- reports ---------------------------------------------------------------------------------------------------------- */

/** HdImportReport: notes of what was mapped, guessed and left out, and the attributes that were met; reference counted */
typedef struct _HdImportReport HdImportReport;

/** hd_import_report_new: without notes */
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
/** hd_import_report_add_attribute: hd_import_report_add (), about an attribute called @attribute */
void hd_import_report_add_attribute (HdImportReport *self,
                                     HdImportFate fate,
                                     guint line,
                                     const char *attribute,
                                     const char *object,
                                     const char *path,
                                     const char *text);
/** hd_import_report_add_key, _meaning: copied; what can be meant once for each side and parameter */
void hd_import_report_add_key (HdImportReport *self,
                               const HdImportKey *key);
void hd_import_report_add_meaning (HdImportReport *self,
                                   HdImportSide side,
                                   const HdImportMeaning *meaning);
/** hd_import_report_get_n_keys: 0 for a format whose attributes have a fixed meaning; after a fault in what a graph says they are there too */
guint hd_import_report_get_n_keys (HdImportReport *self);
const HdImportKey *hd_import_report_get_key (HdImportReport *self,
                                             guint n);
guint hd_import_report_get_n_meanings (HdImportReport *self,
                                       HdImportSide side);
const HdImportMeaning *hd_import_report_get_meaning (HdImportReport *self,
                                                     HdImportSide side,
                                                     guint n);
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

/** hd_import_wants: whether hd_document_load () takes such a file for one of another program, by its name, or by how it begins if its name says nothing */
gboolean hd_import_wants (GFile *file);
/** hd_import_is_platform: whether such a file describes a system alone, and nothing that it does */
gboolean hd_import_is_platform (GFile *file);
/**
 * HdLoading: how a file is read, and what is told meanwhile; any of them may be %NULL
 * @map: (array zero-terminated=1): KEY=PARAMETER[:UNIT], for formats whose attributes have no fixed meaning, or KEY=- to leave one out; "node." or
 *   "edge." before the name of an attribute means that of nodes or edges alone
 * @report: gets what was mapped, guessed and left out of a file of another program
 * @progress: goes to 1 while the file is read
 * @popnet: a command line of popnet, whose trace the file then is, whatever the command line calls it
 */
typedef struct
{
  const char *const *map;
  HdImportReport *report;
  HdProgress *progress;
  const char *popnet;
} HdLoading;

/**
 * hd_import_dup_popnet_trace: the trace that a command line of popnet names
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_RANGE, %HD_ERROR_NAME, with what was meant
 */
char *hd_import_dup_popnet_trace (const char *command,
                                  GError **error);

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
 * Reads a SimGrid platform (.xml), a GraphML graph (.graphml), BDSim's topology (.topology), or a trace or a command line of popnet (known by how they
 * begin). Nothing in the file is executed, and no other file or address is opened.
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
