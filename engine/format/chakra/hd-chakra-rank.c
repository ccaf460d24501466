/* hd-chakra-rank.c: the Chakra trace of one rank
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-rank"

#include "hd-chakra-rank.h"

#include <inttypes.h>
#include <string.h>

#include "hd-chakra-deps.h"
#include "hd-chakra.pb-c.h"
#include "hd-i18n.h"
#include "hd-progress-stream.h"

#define MAX_DEPS (G_MAXUINT32 / 2)
#define SCHEMA_PREFIX "-chakra."

typedef struct
{
  HdChakraRank *rank;
  HdChakraStream *stream;
  guint number;
  guint n_ranks;
  HdNamePool *names;
  HdChakraGroups *groups;
  GArray *nodes; /* of HdChakraNode */
  GArray *deps;  /* of guint64 */
} Reader;

char *
hd_chakra_rank_format_node (const HdChakraRank *self,
                            const HdNamePool *names,
                            guint32 node)
{
  return g_strdup_printf (_("%s, record %u: node %" PRIu64 " “%.80s”"), self->file, node + 2, self->nodes[node].id,
                          hd_name_pool_get (names, self->nodes[node].name));
}

/* ---- metadata ----------------------------------------------------------------------------------------------------------- */

/* What wrote no version, or that of its own format, is as old as 0.0.4. */
static const char *
get_version (const HdChakra__GlobalMetadata *metadata)
{
  if (*metadata->version != '\0')
    return metadata->version;
  for (gsize i = 0; i < metadata->n_attr; i++)
    {
      const HdChakra__AttributeProto *attribute = metadata->attr[i];
      gboolean is_schema = strcmp (attribute->name, "schema") == 0 && attribute->value_case == HD_CHAKRA__ATTRIBUTE_PROTO__VALUE_STRING_VAL;
      const char *version = is_schema ? strstr (attribute->string_val, SCHEMA_PREFIX) : NULL;

      if (version != NULL)
        return version + strlen (SCHEMA_PREFIX);
    }
  return "0.0.4";
}

static gboolean
read_metadata (Reader *self,
               GError **error)
{
  ProtobufCMessage *message;
  const char *version;

  if (!hd_chakra_stream_next (self->stream, &hd_chakra__global_metadata__descriptor, &message, error))
    return FALSE;
  if (message == NULL)
    return hd_chakra_stream_fail (self->stream, HD_ERROR_SYNTAX, error, _("the file is empty; it must begin with GlobalMetadata"));
  version = get_version ((const HdChakra__GlobalMetadata *) message);
  if (strcmp (version, "0.0.4") == 0 || g_str_has_prefix (version, "1."))
    return TRUE;
  return hd_chakra_stream_fail (self->stream, HD_ERROR_RANGE, error, _("the version of the schema is “%.40s”; known are 0.0.4 and 1.x"), version);
}

/* ---- nodes -------------------------------------------------------------------------------------------------------------- */

static gboolean
read_note (Reader *self,
           const HdChakra__Node *message,
           GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (message->inputs == NULL || strstr (message->inputs->values, "\"pg_name\"") == NULL ||
      hd_chakra_groups_add_note (self->groups, message->inputs->values, &reason))
    return TRUE;
  return hd_chakra_stream_fail (self->stream, reason->code, error, _("node %" PRIu64 ": %s"), (guint64) message->id, reason->message);
}

static gboolean
read_node (Reader *self,
           const HdChakra__Node *message,
           GError **error)
{
  HdChakraNode node = { 0 };
  HdChakraWork work;
  HdChakraComm comm;

  if (!hd_chakra_node_read (message, self->stream, self->number, self->n_ranks, self->names, &node, &work, &comm, error) ||
      (node.kind == HD_CHAKRA_NOTE && !read_note (self, message, error)))
    return FALSE;
  node.detail = HD_CHAKRA_NO_DETAIL;
  if (node.kind >= HD_CHAKRA_SEND)
    {
      comm.node = self->nodes->len;
      node.detail = self->rank->comms->len;
      g_array_append_val (self->rank->comms, comm);
    }
  else if (work.operations > 0 || work.bytes > 0)
    {
      node.detail = self->rank->works->len;
      g_array_append_val (self->rank->works, work);
    }
  if (message->n_ctrl_deps + message->n_data_deps > MAX_DEPS - self->deps->len)
    return hd_chakra_stream_fail (self->stream, HD_ERROR_LIMIT, error, _("the trace has more than %u dependencies"), MAX_DEPS);
  node.n_deps = (guint32) (message->n_ctrl_deps + message->n_data_deps);
  g_array_append_vals (self->deps, message->ctrl_deps, (guint) message->n_ctrl_deps);
  g_array_append_vals (self->deps, message->data_deps, (guint) message->n_data_deps);
  g_array_append_val (self->nodes, node);
  return TRUE;
}

static gboolean
read_records (Reader *self,
              GError **error)
{
  ProtobufCMessage *message;

  if (!read_metadata (self, error))
    return FALSE;
  for (;;)
    {
      if (!hd_chakra_stream_next (self->stream, &hd_chakra__node__descriptor, &message, error))
        return FALSE;
      if (message == NULL)
        return TRUE;
      if (!read_node (self, (const HdChakra__Node *) message, error))
        return FALSE;
    }
}

HdChakraRank *
hd_chakra_rank_read (GInputStream *source,
                     const char *name,
                     guint rank,
                     guint n_ranks,
                     HdNamePool *names,
                     HdChakraGroups *groups,
                     GError **error)
{
  g_autoptr (HdChakraRank) self = g_new0 (HdChakraRank, 1);
  g_autoptr (HdChakraStream) stream = hd_chakra_stream_new (source, name);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (HdChakraNode));
  g_autoptr (GArray) deps = g_array_new (FALSE, FALSE, sizeof (guint64));
  Reader reader = { self, stream, rank, n_ranks, names, groups, nodes, deps };

  self->file = g_strdup (name);
  self->works = g_array_new (FALSE, FALSE, sizeof (HdChakraWork));
  self->comms = g_array_new (FALSE, FALSE, sizeof (HdChakraComm));
  if (!read_records (&reader, error))
    return NULL;
  self->n_nodes = nodes->len;
  self->nodes = (HdChakraNode *) (void *) g_array_free (g_steal_pointer (&nodes), FALSE);
  if (!hd_chakra_deps_resolve (self, (const guint64 *) (void *) deps->data, names, error))
    return NULL;
  return g_steal_pointer (&self);
}

HdChakraRank *
hd_chakra_rank_load (const char *path,
                     guint rank,
                     guint n_ranks,
                     HdNamePool *names,
                     HdChakraGroups *groups,
                     HdProgress *progress,
                     GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GInputStream) source = hd_progress_stream_new_for_file (file, progress, g_cancellable_get_current (), &reason);

  if (source == NULL)
    {
      g_set_error_literal (error, HD_ERROR, g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? HD_ERROR_CANCELLED : HD_ERROR_IO, reason->message);
      return NULL;
    }
  return hd_chakra_rank_read (source, path, rank, n_ranks, names, groups, error);
}

void
hd_chakra_rank_free (HdChakraRank *self)
{
  g_free (self->file);
  g_free (self->nodes);
  g_free (self->first_out);
  g_free (self->out);
  g_array_unref (self->works);
  g_array_unref (self->comms);
  g_free (self);
}
