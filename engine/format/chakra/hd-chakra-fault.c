/* hd-chakra-fault.c: what is wrong with a record that cannot be unpacked
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * protobuf-c says that a message is bad, not why. This walks the wire format beside its description: a field is a key, field number times 8
 * plus wire type, and then a varint (0), 8 bytes (1), a length and so many bytes (2), or 4 bytes (5).
 * Source: Protocol Buffers documentation, "Encoding".
 */
#define G_LOG_DOMAIN "hd-chakra-fault"

#include "hd-chakra-fault.h"

#include "hd-i18n.h"

#define MAX_VARINT 10

typedef struct
{
  const guint8 *data;
  gsize place;
  gsize end;
  char *fault; /* NULL while nothing is wrong */
} Walk;

static const char *const wire_types[] = { "varint", "64 bit", "length-delimited", "group", "group", "32 bit" };

static guint
get_wire_type (const ProtobufCFieldDescriptor *field)
{
  switch (field->type)
    {
    case PROTOBUF_C_TYPE_FIXED64:
    case PROTOBUF_C_TYPE_SFIXED64:
    case PROTOBUF_C_TYPE_DOUBLE:
      return 1;
    case PROTOBUF_C_TYPE_STRING:
    case PROTOBUF_C_TYPE_BYTES:
    case PROTOBUF_C_TYPE_MESSAGE:
      return 2;
    case PROTOBUF_C_TYPE_FIXED32:
    case PROTOBUF_C_TYPE_SFIXED32:
    case PROTOBUF_C_TYPE_FLOAT:
      return 5;
    case PROTOBUF_C_TYPE_INT32:
    case PROTOBUF_C_TYPE_SINT32:
    case PROTOBUF_C_TYPE_UINT32:
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_SINT64:
    case PROTOBUF_C_TYPE_UINT64:
    case PROTOBUF_C_TYPE_BOOL:
    case PROTOBUF_C_TYPE_ENUM:
    default:
      return 0;
    }
}

static gboolean
read_varint (Walk *self,
             gsize end,
             guint64 *out_value)
{
  guint64 value = 0;

  for (guint i = 0; i < MAX_VARINT && self->place + i < end; i++)
    {
      guint8 byte = self->data[self->place + i];

      value |= (guint64) (byte & 0x7f) << (7 * i);
      if (byte & 0x80)
        continue;
      self->place += i + 1;
      *out_value = value;
      return TRUE;
    }
  return FALSE;
}

static gboolean
fail (Walk *self,
      gsize place,
      char *fault)
{
  self->place = place;
  self->fault = fault;
  return FALSE;
}

static gboolean walk_message (Walk *self,
                              const ProtobufCMessageDescriptor *descriptor);

/* Numbers of a repeated field behind one length. */
static gboolean
walk_packed (Walk *self,
             const ProtobufCFieldDescriptor *field,
             gsize end)
{
  gsize start = self->place;
  guint wire = get_wire_type (field);
  guint width = wire == 1 ? 8 : 4;
  guint64 value;

  if (wire != 0 && (end - start) % width != 0)
    return fail (self, start, g_strdup_printf (_("the field “%s” holds %zu bytes, which is no number of values of %u bytes"), field->name,
                                               end - start, width));
  while (wire == 0 && self->place < end)
    if (!read_varint (self, end, &value))
      return fail (self, self->place, g_strdup_printf (_("a value of the field “%s” is cut off"), field->name));
  self->place = end;
  return TRUE;
}

static gboolean
walk_delimited (Walk *self,
                const ProtobufCFieldDescriptor *field,
                const char *name,
                gsize start)
{
  gsize outer = self->end;
  guint64 length;

  if (!read_varint (self, self->end, &length) || length > self->end - self->place)
    return fail (self, start, g_strdup_printf (_("the field “%s” is cut off"), name));
  if (field != NULL && field->type == PROTOBUF_C_TYPE_MESSAGE)
    {
      self->end = self->place + length;
      if (!walk_message (self, field->descriptor))
        return FALSE;
      self->end = outer;
      return TRUE;
    }
  if (field != NULL && field->label == PROTOBUF_C_LABEL_REPEATED && get_wire_type (field) != 2)
    return walk_packed (self, field, self->place + length);
  self->place += length;
  return TRUE;
}

static gboolean
walk_field (Walk *self,
            const ProtobufCMessageDescriptor *descriptor)
{
  gsize start = self->place;
  const ProtobufCFieldDescriptor *field;
  g_autofree char *name = NULL;
  guint64 key, value;
  guint wire;

  if (!read_varint (self, self->end, &key) || key >> 3 == 0 || key >> 32 != 0)
    return fail (self, start, g_strdup_printf (_("the number of a field of %s cannot be read"), descriptor->short_name));
  field = protobuf_c_message_descriptor_get_field (descriptor, key >> 3);
  name = field != NULL ? g_strdup_printf ("%s.%s", descriptor->short_name, field->name)
                       : g_strdup_printf ("%s.%u", descriptor->short_name, (guint) (key >> 3));
  wire = key & 7;
  if (wire >= G_N_ELEMENTS (wire_types) || wire == 3 || wire == 4)
    return fail (self, start, g_strdup_printf (_("the field “%s” has the wire type %u, which is none of 0, 1, 2 and 5"), name, wire));
  if (field != NULL && wire != get_wire_type (field) && !(wire == 2 && field->label == PROTOBUF_C_LABEL_REPEATED))
    return fail (self, start, g_strdup_printf (_("the field “%s” has the wire type %u (%s), it must be %u (%s)"), name, wire, wire_types[wire],
                                               get_wire_type (field), wire_types[get_wire_type (field)]));
  if (wire == 2)
    return walk_delimited (self, field, name, start);
  if (wire == 0 ? !read_varint (self, self->end, &value) : self->end - self->place < (wire == 1 ? 8 : 4))
    return fail (self, start, g_strdup_printf (_("the field “%s” is cut off"), name));
  if (wire != 0)
    self->place += wire == 1 ? 8 : 4;
  return TRUE;
}

static gboolean
walk_message (Walk *self,
              const ProtobufCMessageDescriptor *descriptor)
{
  while (self->place < self->end)
    if (!walk_field (self, descriptor))
      return FALSE;
  return TRUE;
}

char *
hd_chakra_fault_find (const ProtobufCMessageDescriptor *descriptor,
                      const guint8 *data,
                      gsize length,
                      gsize *out_offset)
{
  Walk walk = { .data = data, .end = length };

  if (walk_message (&walk, descriptor))
    walk.fault = g_strdup_printf (_("it is no %s"), descriptor->short_name);
  *out_offset = walk.place;
  return walk.fault;
}
