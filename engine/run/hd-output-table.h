/* hd-output-table.h: tables of a kind that Heddle knows, as components wrote them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A line of headings, then a row a line, with commas between what stands in its columns.
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

typedef struct HdOutputNodes HdOutputNodes;

/** HdOutputRow: what is left of a row; what takes from it returns %FALSE if that is not there */
typedef struct
{
  HdOutputNodes *nodes;
  const char *at;
  const char *end;
} HdOutputRow;

/**
 * HdOutputTable: how a table is read
 * @form: (translatable): what a row has, for messages: “...” is no row of @form
 * @read_row: takes all of the row, that @writer wrote, into what its caller gave; %FALSE if it is none
 */
typedef struct
{
  HdOutputKind kind;
  const char *head;
  const char *form;
  gboolean (*read_row) (HdOutputRow *row,
                        guint32 writer,
                        gpointer into);
} HdOutputTable;

/** hd_output_may_be_written: whether any component of the design may write a file of that kind */
gboolean hd_output_may_be_written (HdDesign *design,
                                   HdOutputKind kind);
/** hd_output_table_read: all files of the kind, in the order of the record. Errors: %HD_ERROR_INVALID, with file and line */
gboolean hd_output_table_read (const HdOutputTable *self,
                               HdRecord *record,
                               gpointer into,
                               GError **error);
/** hd_output_table_parse: the @size bytes at @data, which @name is for messages, of @writer */
gboolean hd_output_table_parse (const HdOutputTable *self,
                                HdDesign *design,
                                const char *name,
                                guint32 writer,
                                const char *data,
                                gsize size,
                                gpointer into,
                                GError **error);

/** hd_output_row_take_number: whole, from @minimum on */
gboolean hd_output_row_take_number (HdOutputRow *self,
                                    guint64 minimum,
                                    guint64 *out_number);
/** hd_output_row_take_address: 0x and hexadecimal */
gboolean hd_output_row_take_address (HdOutputRow *self,
                                     guint64 *out_address);
/** hd_output_row_take_time: seconds with twelve decimals: exactly so many picoseconds */
gboolean hd_output_row_take_time (HdOutputRow *self,
                                  HdTime *out_time);
/** hd_output_row_take_node: by its path */
gboolean hd_output_row_take_node (HdOutputRow *self,
                                  guint32 *out_node);
/** hd_output_row_take_nothing: an empty column */
gboolean hd_output_row_take_nothing (HdOutputRow *self);
/** hd_output_row_take_word: one of @words, which ends with %NULL: its place */
gboolean hd_output_row_take_word (HdOutputRow *self,
                                  const char *const *words,
                                  guint *out_word);
/** hd_output_row_take_text: anything, in quotation marks where it has commas or such (RFC 4180): a copy in @texts */
gboolean hd_output_row_take_text (HdOutputRow *self,
                                  GStringChunk *texts,
                                  const char **out_text);

G_END_DECLS
