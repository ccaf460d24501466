/* chakra-writer.c: Chakra traces written in a test, by protobuf-c
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "chakra-writer.h"

struct _ChakraWriter
{
  GByteArray *bytes;
  HdChakra__Node node; /* under way */
  GArray *ctrl_deps;
  GArray *data_deps;
  GPtrArray *attributes; /* of HdChakra__AttributeProto */
  HdChakra__IOInfo inputs;
};

static void
free_attribute (gpointer data)
{
  HdChakra__AttributeProto *attribute = data;

  g_free (attribute->name);
  if (attribute->value_case == HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_STRING_VAL)
    g_free (attribute->string_val);
  g_free (attribute);
}

static void
append_message (ChakraWriter *self,
                const ProtobufCMessage *message)
{
  gsize size = protobuf_c_message_get_packed_size (message);
  guint start;

  for (gsize rest = size;; rest >>= 7)
    {
      guint8 byte = (rest & 0x7f) | (rest > 0x7f ? 0x80 : 0);

      g_byte_array_append (self->bytes, &byte, 1);
      if (rest <= 0x7f)
        break;
    }
  start = self->bytes->len;
  g_byte_array_set_size (self->bytes, start + (guint) size);
  g_assert_cmpuint (protobuf_c_message_pack (message, self->bytes->data + start), ==, size);
}

ChakraWriter *
chakra_writer_new (const char *version)
{
  ChakraWriter *self = g_new0 (ChakraWriter, 1);
  HdChakra__GlobalMetadata metadata = HD_CHAKRA__GLOBAL_METADATA__INIT;

  self->bytes = g_byte_array_new ();
  self->ctrl_deps = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->data_deps = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->attributes = g_ptr_array_new_with_free_func (free_attribute);
  metadata.version = (char *) version;
  append_message (self, &metadata.base);
  return self;
}

void
chakra_writer_free (ChakraWriter *self)
{
  g_byte_array_unref (self->bytes);
  g_array_unref (self->ctrl_deps);
  g_array_unref (self->data_deps);
  g_ptr_array_unref (self->attributes);
  g_free (self->node.name);
  g_free (self->inputs.values);
  g_free (self);
}

void
chakra_writer_begin (ChakraWriter *self,
                     guint64 id,
                     const char *name,
                     int type)
{
  g_free (self->node.name);
  hd_chakra__node__init (&self->node);
  self->node.id = id;
  self->node.name = g_strdup (name);
  self->node.type = (HdChakra__NodeType) type;
  g_array_set_size (self->ctrl_deps, 0);
  g_array_set_size (self->data_deps, 0);
  g_ptr_array_set_size (self->attributes, 0);
}

void
chakra_writer_duration (ChakraWriter *self,
                        guint64 duration_us)
{
  self->node.duration_micros = duration_us;
}

void
chakra_writer_data_dep (ChakraWriter *self,
                        guint64 id)
{
  g_array_append_val (self->data_deps, id);
}

void
chakra_writer_ctrl_dep (ChakraWriter *self,
                        guint64 id)
{
  g_array_append_val (self->ctrl_deps, id);
}

static HdChakra__AttributeProto *
add_attribute (ChakraWriter *self,
               const char *key)
{
  HdChakra__AttributeProto *attribute = g_new (HdChakra__AttributeProto, 1);

  hd_chakra__attribute_proto__init (attribute);
  attribute->name = g_strdup (key);
  g_ptr_array_add (self->attributes, attribute);
  return attribute;
}

void
chakra_writer_number (ChakraWriter *self,
                      const char *key,
                      gint64 value)
{
  HdChakra__AttributeProto *attribute = add_attribute (self, key);

  attribute->value_case = HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_INT64_VAL;
  attribute->int64_val = value;
}

void
chakra_writer_text (ChakraWriter *self,
                    const char *key,
                    const char *value)
{
  HdChakra__AttributeProto *attribute = add_attribute (self, key);

  attribute->value_case = HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_STRING_VAL;
  attribute->string_val = g_strdup (value);
}

void
chakra_writer_inputs (ChakraWriter *self,
                      const char *values)
{
  g_free (self->inputs.values);
  hd_chakra__ioinfo__init (&self->inputs);
  self->inputs.values = g_strdup (values);
  self->node.inputs = &self->inputs;
}

void
chakra_writer_end (ChakraWriter *self)
{
  self->node.n_ctrl_deps = self->ctrl_deps->len;
  self->node.ctrl_deps = (guint64 *) (void *) self->ctrl_deps->data;
  self->node.n_data_deps = self->data_deps->len;
  self->node.data_deps = (guint64 *) (void *) self->data_deps->data;
  self->node.n_attr = self->attributes->len;
  self->node.attr = (HdChakra__AttributeProto **) self->attributes->pdata;
  append_message (self, &self->node.base);
}

/* ---- whole nodes -------------------------------------------------------------------------------------------------------- */

static void
begin (ChakraWriter *self,
       guint64 id,
       const char *word,
       int type,
       guint64 dep)
{
  g_autofree char *name = g_strdup_printf ("%s %" G_GUINT64_FORMAT, word, id);

  chakra_writer_begin (self, id, name, type);
  if (dep != CHAKRA_NO_DEP)
    chakra_writer_data_dep (self, dep);
}

void
chakra_writer_compute (ChakraWriter *self,
                       guint64 id,
                       guint64 dep,
                       guint64 duration_us)
{
  begin (self, id, "compute", HD_CHAKRA__NODE_TYPE__COMP_NODE, dep);
  chakra_writer_duration (self, duration_us);
  chakra_writer_end (self);
}

void
chakra_writer_send (ChakraWriter *self,
                    guint64 id,
                    guint64 dep,
                    guint32 destination,
                    gint64 bytes,
                    guint32 tag)
{
  begin (self, id, "send", HD_CHAKRA__NODE_TYPE__COMM_SEND_NODE, dep);
  chakra_writer_number (self, "comm_dst", destination);
  chakra_writer_number (self, "comm_size", bytes);
  chakra_writer_number (self, "comm_tag", tag);
  chakra_writer_end (self);
}

void
chakra_writer_receive (ChakraWriter *self,
                       guint64 id,
                       guint64 dep,
                       guint32 source,
                       gint64 bytes,
                       guint32 tag)
{
  begin (self, id, "receive", HD_CHAKRA__NODE_TYPE__COMM_RECV_NODE, dep);
  chakra_writer_number (self, "comm_src", source);
  chakra_writer_number (self, "comm_size", bytes);
  chakra_writer_number (self, "comm_tag", tag);
  chakra_writer_end (self);
}

void
chakra_writer_collective (ChakraWriter *self,
                          guint64 id,
                          guint64 dep,
                          int type,
                          gint64 bytes,
                          const char *group)
{
  begin (self, id, "collective", HD_CHAKRA__NODE_TYPE__COMM_COLL_NODE, dep);
  chakra_writer_number (self, "comm_type", type);
  chakra_writer_number (self, "comm_size", bytes);
  if (group != NULL)
    chakra_writer_text (self, "pg_name", group);
  chakra_writer_end (self);
}

const GByteArray *
chakra_writer_peek (ChakraWriter *self)
{
  return self->bytes;
}

void
chakra_writer_save (ChakraWriter *self,
                    const char *prefix,
                    guint rank)
{
  g_autofree char *path = g_strdup_printf ("%s.%u.et", prefix, rank);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, (const char *) self->bytes->data, self->bytes->len, &error);
  g_assert_no_error (error);
  chakra_writer_free (self);
}
