/* hd-chakra-node.c: what a node of a Chakra trace does
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The attributes are those that Chakra's own feeder looks for; others are skipped. Communications that is_cpu_op marks are calls of the host,
 * which take their time; what they start is another node.
 */
#define G_LOG_DOMAIN "hd-chakra-node"

#include "hd-chakra-node.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "hd-chakra.pb-c.h"
#include "hd-i18n.h"

#define MAX_DURATION_US G_GUINT64_CONSTANT (9000000000000) /* HdTime ends at 9.2e18 ps */
#define MAX_AMOUNT 1e18

enum
{
  IS_CPU_OP,
  NUM_OPS,
  TENSOR_SIZE,
  COMM_TYPE,
  COMM_SIZE,
  COMM_SRC,
  COMM_DST,
  COMM_TAG,
  ROOT,
  N_NUMBERS,
};

static const char *const keys[N_NUMBERS] = { "is_cpu_op", "num_ops", "tensor_size", "comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "root" };

typedef struct
{
  const HdChakra__Node *message;
  const HdChakraStream *stream;
  guint rank;
  guint n_ranks;
  gboolean has[N_NUMBERS];
  double numbers[N_NUMBERS];
  char *group; /* owned, nullable */
} Reader;

static gboolean fail (const Reader *self, HdError code, GError **error, const char *format, ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (const Reader *self,
      HdError code,
      GError **error,
      const char *format,
      ...)
{
  g_autofree char *name = g_utf8_make_valid (self->message->name, -1);
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return hd_chakra_stream_fail (self->stream, code, error, _("node %" PRIu64 " “%.80s”: %s"), self->message->id, name, message);
}

/* ---- attributes --------------------------------------------------------------------------------------------------------- */

static gboolean
get_number (const HdChakra__AttributeProto *attribute,
            double *out_number)
{
  switch (attribute->value_case)
    {
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_DOUBLE_VAL:
      *out_number = attribute->double_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_FLOAT_VAL:
      *out_number = (double) attribute->float_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_INT32_VAL:
      *out_number = attribute->int32_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_INT64_VAL:
      *out_number = (double) attribute->int64_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_UINT32_VAL:
      *out_number = attribute->uint32_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_UINT64_VAL:
      *out_number = (double) attribute->uint64_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_SINT32_VAL:
      *out_number = attribute->sint32_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_SINT64_VAL:
      *out_number = (double) attribute->sint64_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_FIXED32_VAL:
      *out_number = attribute->fixed32_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_FIXED64_VAL:
      *out_number = (double) attribute->fixed64_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_SFIXED32_VAL:
      *out_number = attribute->sfixed32_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_SFIXED64_VAL:
      *out_number = (double) attribute->sfixed64_val;
      return TRUE;
    case HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_BOOL_VAL:
      *out_number = attribute->bool_val;
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
read_number (Reader *self,
             guint key,
             const HdChakra__AttributeProto *attribute,
             GError **error)
{
  double number;

  if (!get_number (attribute, &number))
    return fail (self, HD_ERROR_SYNTAX, error, _("the attribute “%s” must be a number"), keys[key]);
  if (!(number >= 0 && number <= MAX_AMOUNT))
    return fail (self, HD_ERROR_RANGE, error, _("the attribute “%s” is %g, it must lie between 0 and %g"), keys[key], number, MAX_AMOUNT);
  self->has[key] = TRUE;
  self->numbers[key] = number;
  return TRUE;
}

static gboolean
read_group (Reader *self,
            const HdChakra__AttributeProto *attribute,
            GError **error)
{
  double number;

  g_clear_pointer (&self->group, g_free);
  if (attribute->value_case == HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_STRING_VAL)
    self->group = g_strdup (attribute->string_val);
  else if (get_number (attribute, &number) && number == floor (number))
    self->group = g_strdup_printf ("%.0f", number);
  else
    return fail (self, HD_ERROR_SYNTAX, error, _("the attribute “%s” must be the name of a process group"), "pg_name");
  return TRUE;
}

static gboolean
read_attributes (Reader *self,
                 GError **error)
{
  for (gsize i = 0; i < self->message->n_attr; i++)
    {
      const HdChakra__AttributeProto *attribute = self->message->attr[i];
      guint key = 0;

      if (strcmp (attribute->name, "pg_name") == 0 && !read_group (self, attribute, error))
        return FALSE;
      while (key < N_NUMBERS && strcmp (keys[key], attribute->name) != 0)
        key++;
      if (key < N_NUMBERS && !read_number (self, key, attribute, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- communications ----------------------------------------------------------------------------------------------------- */

static gboolean
read_rank (const Reader *self,
           guint key,
           guint32 *out_rank,
           GError **error)
{
  if (!self->has[key])
    return fail (self, HD_ERROR_SYNTAX, error, _("the attribute “%s” is missing; it must be the rank at the other end"), keys[key]);
  if (self->numbers[key] >= self->n_ranks || self->numbers[key] != floor (self->numbers[key]))
    return fail (self, HD_ERROR_RANGE, error, _("the attribute “%s” is %.10g, which is no rank; ranks are 0 to %u"), keys[key], self->numbers[key],
                 self->n_ranks - 1);
  *out_rank = (guint32) self->numbers[key];
  return TRUE;
}

static gboolean
read_size (const Reader *self,
           HdChakraComm *out_comm,
           GError **error)
{
  if (!self->has[COMM_SIZE])
    return fail (self, HD_ERROR_SYNTAX, error, _("the attribute “%s” is missing; it must be the number of bytes"), keys[COMM_SIZE]);
  out_comm->bytes = self->numbers[COMM_SIZE];
  return TRUE;
}

/* The own end may be named too, but must be this rank. */
static gboolean
read_transfer (const Reader *self,
               gboolean sends,
               HdChakraComm *out_comm,
               GError **error)
{
  guint own = sends ? COMM_SRC : COMM_DST;

  if (self->has[own] && self->numbers[own] != self->rank)
    return fail (self, HD_ERROR_RANGE, error, _("the attribute “%s” is %.10g, but this is the trace of rank %u"), keys[own], self->numbers[own], self->rank);
  return read_rank (self, sends ? COMM_DST : COMM_SRC, &out_comm->peer, error) && read_size (self, out_comm, error);
}

const char *
hd_chakra_comm_type_name (HdChakraCommType type)
{
  const ProtobufCEnumValue *value = protobuf_c_enum_descriptor_get_value (&hd_chakra__collective_comm_type__descriptor, (int) type);

  return value != NULL ? value->name : NULL;
}

static gboolean
read_collective (const Reader *self,
                 HdChakraComm *out_comm,
                 GError **error)
{
  const char *name;

  if (!self->has[COMM_TYPE])
    return fail (self, HD_ERROR_SYNTAX, error, _("the attribute “%s” is missing; it must be the type of collective"), keys[COMM_TYPE]);
  name = self->numbers[COMM_TYPE] < G_MAXUINT8 ? hd_chakra_comm_type_name ((HdChakraCommType) self->numbers[COMM_TYPE]) : NULL;
  if (name == NULL)
    return fail (self, HD_ERROR_RANGE, error, _("the attribute “%s” is %.10g, which is no type of collective; they are 0 (ALL_REDUCE) to 9 (BARRIER)"),
                 keys[COMM_TYPE], self->numbers[COMM_TYPE]);
  out_comm->type = (guint8) self->numbers[COMM_TYPE];
  if (out_comm->type == HD_CHAKRA_GATHER || out_comm->type == HD_CHAKRA_SCATTER)
    return fail (self, HD_ERROR_NAME, error, _("collectives of the type %s are not supported"), name);
  if (self->has[ROOT] && !read_rank (self, ROOT, &out_comm->peer, error))
    return FALSE;
  return out_comm->type == HD_CHAKRA_BARRIER || read_size (self, out_comm, error);
}

/* ---- nodes -------------------------------------------------------------------------------------------------------------- */

static gboolean
read_kind (const Reader *self,
           guint8 *out_kind,
           GError **error)
{
  static const guint8 kinds[] = {
    [HD_CHAKRA__NODE_TYPE__METADATA_NODE] = HD_CHAKRA_NOTE,       [HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE] = HD_CHAKRA_LOAD,
    [HD_CHAKRA__NODE_TYPE__MEM_STORE_NODE] = HD_CHAKRA_STORE,     [HD_CHAKRA__NODE_TYPE__COMP_NODE] = HD_CHAKRA_COMPUTE,
    [HD_CHAKRA__NODE_TYPE__COMM_SEND_NODE] = HD_CHAKRA_SEND,      [HD_CHAKRA__NODE_TYPE__COMM_RECV_NODE] = HD_CHAKRA_RECEIVE,
    [HD_CHAKRA__NODE_TYPE__COMM_COLL_NODE] = HD_CHAKRA_COLLECTIVE,
  };
  const ProtobufCEnumValue *value = protobuf_c_enum_descriptor_get_value (&hd_chakra__node_type__descriptor, (int) self->message->type);

  if (value == NULL || self->message->type == HD_CHAKRA__NODE_TYPE__INVALID_NODE)
    return fail (self, HD_ERROR_RANGE, error, _("the node type %d is unknown; types are 1 (METADATA_NODE) to 7 (COMM_COLL_NODE)"), (int) self->message->type);
  if ((gsize) self->message->type >= G_N_ELEMENTS (kinds))
    return fail (self, HD_ERROR_NAME, error, _("nodes of the type %s are not supported"), value->name);
  *out_kind = kinds[self->message->type];
  if (*out_kind >= HD_CHAKRA_SEND && self->numbers[IS_CPU_OP] != 0)
    *out_kind = HD_CHAKRA_COMPUTE;
  return TRUE;
}

static gboolean
read_node (Reader *self,
           HdNamePool *names,
           HdChakraNode *out_node,
           HdChakraWork *out_work,
           HdChakraComm *out_comm,
           GError **error)
{
  const HdChakra__Node *message = self->message;

  *out_work = (HdChakraWork) { 0 };
  *out_comm = (HdChakraComm) { .peer = G_MAXUINT32 };
  if (!read_attributes (self, error) || !read_kind (self, &out_node->kind, error))
    return FALSE;
  if (message->duration_micros > MAX_DURATION_US)
    return fail (self, HD_ERROR_RANGE, error, _("the field “%s” is %" PRIu64 " µs, it must be at most %" PRIu64 " µs"),
                 "duration_micros", (guint64) message->duration_micros, MAX_DURATION_US);
  out_node->id = message->id;
  out_node->duration_us = message->duration_micros;
  out_node->is_host = self->numbers[IS_CPU_OP] != 0;
  out_node->name = hd_name_pool_add (names, message->name);
  switch ((HdChakraKind) out_node->kind)
    {
    case HD_CHAKRA_NOTE:
      return TRUE;
    case HD_CHAKRA_COMPUTE:
      if (!out_node->is_host) /* the rates of an accelerator are not those of its host */
        *out_work = (HdChakraWork) { self->numbers[NUM_OPS], self->numbers[TENSOR_SIZE] };
      return TRUE;
    case HD_CHAKRA_LOAD:
    case HD_CHAKRA_STORE:
      out_work->bytes = self->numbers[TENSOR_SIZE];
      return TRUE;
    case HD_CHAKRA_SEND:
    case HD_CHAKRA_RECEIVE:
    case HD_CHAKRA_COLLECTIVE:
      out_comm->tag = (guint64) self->numbers[COMM_TAG];
      out_comm->group = hd_name_pool_add (names, self->group != NULL ? self->group : "");
      if (out_node->kind == HD_CHAKRA_COLLECTIVE)
        return read_collective (self, out_comm, error);
      return read_transfer (self, out_node->kind == HD_CHAKRA_SEND, out_comm, error);
    default:
      g_assert_not_reached ();
    }
}

gboolean
hd_chakra_node_read (const HdChakra__Node *message,
                     const HdChakraStream *stream,
                     guint rank,
                     guint n_ranks,
                     HdNamePool *names,
                     HdChakraNode *out_node,
                     HdChakraWork *out_work,
                     HdChakraComm *out_comm,
                     GError **error)
{
  Reader reader = { .message = message, .stream = stream, .rank = rank, .n_ranks = n_ranks };
  gboolean read = read_node (&reader, names, out_node, out_work, out_comm, error);

  g_free (reader.group);
  return read;
}
