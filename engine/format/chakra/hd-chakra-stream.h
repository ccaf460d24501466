/* hd-chakra-stream.h: the records of a Chakra trace, one after the other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <protobuf-c/protobuf-c.h>

#include <heddle/hd-error.h>

G_BEGIN_DECLS

/** HdChakraStream: memory for the largest record, whatever the length of the file */
typedef struct _HdChakraStream HdChakraStream;

/** hd_chakra_stream_new: @source is not closed; @name is for messages */
HdChakraStream *hd_chakra_stream_new (GInputStream *source,
                                      const char *name);
void hd_chakra_stream_free (HdChakraStream *self);

/**
 * hd_chakra_stream_next:
 * @out_message: (nullable): %NULL at the end of the file; valid until the next call
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED by the thread's current #GCancellable; with file, record, byte, field and what is wrong with it:
 * %HD_ERROR_SYNTAX, %HD_ERROR_LIMIT.
 */
gboolean hd_chakra_stream_next (HdChakraStream *self,
                                const ProtobufCMessageDescriptor *descriptor,
                                ProtobufCMessage **out_message,
                                GError **error);
/** hd_chakra_stream_fail: sets an error about the record given last; returns %FALSE */
gboolean hd_chakra_stream_fail (const HdChakraStream *self,
                                HdError code,
                                GError **error,
                                const char *format,
                                ...) G_GNUC_PRINTF (4, 5);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraStream, hd_chakra_stream_free)

G_END_DECLS
