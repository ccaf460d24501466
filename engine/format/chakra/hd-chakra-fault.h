/* hd-chakra-fault.h: what is wrong with a record that cannot be unpacked
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <protobuf-c/protobuf-c.h>

G_BEGIN_DECLS

/**
 * hd_chakra_fault_find:
 * @data: (array length=length): a record that protobuf_c_message_unpack () refuses as a @descriptor
 * @out_offset: of the fault in it
 *
 * Returns: (transfer full): a sentence that names the field, what it is and what it must be
 */
char *hd_chakra_fault_find (const ProtobufCMessageDescriptor *descriptor,
                            const guint8 *data,
                            gsize length,
                            gsize *out_offset);

G_END_DECLS
