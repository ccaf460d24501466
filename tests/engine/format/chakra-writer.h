/* chakra-writer.h: Chakra traces written in a test, by protobuf-c
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace is its metadata, then nodes: each from chakra_writer_begin () to chakra_writer_end (), with what it has between.
 */
#pragma once

#include <glib.h>

#include "hd-chakra.pb-c.h"

G_BEGIN_DECLS

typedef struct _ChakraWriter ChakraWriter;

ChakraWriter *chakra_writer_new (const char *version);
void chakra_writer_free (ChakraWriter *self);

void chakra_writer_begin (ChakraWriter *self,
                          guint64 id,
                          const char *name,
                          int type);
void chakra_writer_duration (ChakraWriter *self,
                             guint64 duration_us);
void chakra_writer_data_dep (ChakraWriter *self,
                             guint64 id);
void chakra_writer_ctrl_dep (ChakraWriter *self,
                             guint64 id);
void chakra_writer_number (ChakraWriter *self,
                           const char *key,
                           gint64 value);
void chakra_writer_text (ChakraWriter *self,
                         const char *key,
                         const char *value);
void chakra_writer_inputs (ChakraWriter *self,
                           const char *values);
void chakra_writer_end (ChakraWriter *self);

/** Whole nodes; @dep is the id of one dependency, or %CHAKRA_NO_DEP */
#define CHAKRA_NO_DEP G_MAXUINT64
void chakra_writer_compute (ChakraWriter *self,
                            guint64 id,
                            guint64 dep,
                            guint64 duration_us);
void chakra_writer_send (ChakraWriter *self,
                         guint64 id,
                         guint64 dep,
                         guint32 destination,
                         gint64 bytes,
                         guint32 tag);
void chakra_writer_receive (ChakraWriter *self,
                            guint64 id,
                            guint64 dep,
                            guint32 source,
                            gint64 bytes,
                            guint32 tag);
/** chakra_writer_collective: @group is nullable */
void chakra_writer_collective (ChakraWriter *self,
                               guint64 id,
                               guint64 dep,
                               int type,
                               gint64 bytes,
                               const char *group);

/** chakra_writer_peek: the file so far */
const GByteArray *chakra_writer_peek (ChakraWriter *self);
/** chakra_writer_save: as PREFIX.RANK.et; frees the writer */
void chakra_writer_save (ChakraWriter *self,
                         const char *prefix,
                         guint rank);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChakraWriter, chakra_writer_free)

G_END_DECLS
