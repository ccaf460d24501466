/* hd-chakra-stream.c: the records of a Chakra trace, one after the other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A record is a message behind its length, a varint. Messages are unpacked into blocks that the next record uses again, so a node costs no
 * call of malloc and no more is kept than one record.
 */
#define G_LOG_DOMAIN "hd-chakra-stream"

#include "hd-chakra-stream.h"

#include <inttypes.h>
#include <string.h>

#include "hd-chakra-fault.h"
#include "hd-i18n.h"

#define CHUNK (256 * 1024)
#define MAX_RECORD (16 * 1024 * 1024)
#define MAX_VARINT 10

struct _HdChakraStream
{
  GInputStream *source;
  char *name;
  GByteArray *buffer;
  gsize place;      /* in the buffer: what has been given ends here */
  guint64 offset;   /* of the buffer in the file */
  gboolean is_at_end;
  guint64 record;   /* given last, or under way */
  guint64 start;    /* its first byte */

  guint8 *block;    /* for unpacked messages */
  gsize used;
  GPtrArray *large; /* what does not fit into the block */
};

/* ---- memory of a message ------------------------------------------------------------------------------------------------ */

static void *
allocate (void *data,
          size_t size)
{
  HdChakraStream *self = data;
  gsize rounded = (size + 15) & ~(gsize) 15;
  guint8 *memory;

  if (rounded > CHUNK - self->used)
    {
      memory = g_malloc (size);
      g_ptr_array_add (self->large, memory);
      return memory;
    }
  memory = self->block + self->used;
  self->used += rounded;
  return memory;
}

static void
release (void *data,
         void *memory)
{
}

static void
forget_message (HdChakraStream *self)
{
  self->used = 0;
  g_ptr_array_set_size (self->large, 0);
}

/* ---- bytes -------------------------------------------------------------------------------------------------------------- */

HdChakraStream *
hd_chakra_stream_new (GInputStream *source,
                      const char *name)
{
  HdChakraStream *self = g_new0 (HdChakraStream, 1);

  self->source = g_object_ref (source);
  self->name = g_strdup (name);
  self->buffer = g_byte_array_new ();
  self->block = g_malloc (CHUNK);
  self->large = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
hd_chakra_stream_free (HdChakraStream *self)
{
  g_object_unref (self->source);
  g_free (self->name);
  g_byte_array_unref (self->buffer);
  g_free (self->block);
  g_ptr_array_unref (self->large);
  g_free (self);
}

gboolean
hd_chakra_stream_fail (const HdChakraStream *self,
                       HdError code,
                       GError **error,
                       const char *format,
                       ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, HD_ERROR, code, _("%s, record %" PRIu64 " (byte %" PRIu64 "): %s"), self->name, self->record, self->start,
               message);
  return FALSE;
}

static gsize
count_left (const HdChakraStream *self)
{
  return self->buffer->len - self->place;
}

/* Until @n bytes are there, or the file ends. */
static gboolean
fill (HdChakraStream *self,
      gsize n,
      GError **error)
{
  if (count_left (self) >= n || self->is_at_end)
    return TRUE;
  self->offset += self->place;
  g_byte_array_remove_range (self->buffer, 0, self->place);
  self->place = 0;
  while (count_left (self) < n && !self->is_at_end)
    {
      guint held = self->buffer->len;
      g_autoptr (GError) reason = NULL;
      gssize got;

      g_byte_array_set_size (self->buffer, held + CHUNK);
      got = g_input_stream_read (self->source, self->buffer->data + held, CHUNK, g_cancellable_get_current (), &reason);
      g_byte_array_set_size (self->buffer, held + (guint) MAX (got, 0));
      if (got < 0)
        return hd_chakra_stream_fail (self, g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? HD_ERROR_CANCELLED : HD_ERROR_IO, error,
                                      "%s", reason->message);
      self->is_at_end = got == 0;
    }
  return TRUE;
}

static gboolean
read_length (HdChakraStream *self,
             guint64 *out_length,
             GError **error)
{
  const guint8 *bytes = self->buffer->data + self->place;
  gsize n = count_left (self);

  *out_length = 0;
  for (guint i = 0; i < MIN (n, MAX_VARINT); i++)
    {
      *out_length |= (guint64) (bytes[i] & 0x7f) << (7 * i);
      if (bytes[i] & 0x80)
        continue;
      self->place += i + 1;
      return TRUE;
    }
  if (n < MAX_VARINT)
    return hd_chakra_stream_fail (self, HD_ERROR_SYNTAX, error, _("the file ends in the length of the record"));
  return hd_chakra_stream_fail (self, HD_ERROR_SYNTAX, error, _("the length of the record is no varint of at most %d bytes"), MAX_VARINT);
}

/* ---- records ------------------------------------------------------------------------------------------------------------ */

static gboolean
is_compressed (const HdChakraStream *self)
{
  return self->record == 1 && count_left (self) > 1 && self->buffer->data[0] == 0x1f && self->buffer->data[1] == 0x8b;
}

gboolean
hd_chakra_stream_next (HdChakraStream *self,
                       const ProtobufCMessageDescriptor *descriptor,
                       ProtobufCMessage **out_message,
                       GError **error)
{
  ProtobufCAllocator allocator = { allocate, release, self };
  g_autofree char *fault = NULL;
  const guint8 *data;
  guint64 length;
  gsize place;

  forget_message (self);
  *out_message = NULL;
  self->record++;
  self->start = self->offset + self->place;
  if (!fill (self, MAX_VARINT, error))
    return FALSE;
  if (count_left (self) == 0)
    return TRUE;
  if (is_compressed (self))
    return hd_chakra_stream_fail (self, HD_ERROR_SYNTAX, error, _("the file is compressed; unpack it with gunzip first"));
  if (!read_length (self, &length, error))
    return FALSE;
  if (length > MAX_RECORD)
    return hd_chakra_stream_fail (self, HD_ERROR_LIMIT, error, _("the record has %" PRIu64 " bytes; at most %d can be read"), length,
                                  MAX_RECORD);
  if (!fill (self, length, error))
    return FALSE;
  if (count_left (self) < length)
    return hd_chakra_stream_fail (self, HD_ERROR_SYNTAX, error,
                                  _("the record is cut off: it has %" PRIu64 " bytes, and the file ends after %zu"), length,
                                  count_left (self));
  data = self->buffer->data + self->place;
  self->place += length;
  *out_message = protobuf_c_message_unpack (descriptor, &allocator, length, data);
  if (*out_message != NULL)
    return TRUE;
  fault = hd_chakra_fault_find (descriptor, data, length, &place);
  return hd_chakra_stream_fail (self, HD_ERROR_SYNTAX, error, _("%s, at byte %zu of the message"), fault, place);
}
