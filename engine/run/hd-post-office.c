/* hd-post-office.c: components that act, on the drawn network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-post-office"

#include "hd-post-office.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-design-private.h"
#include "hd-file-shelf.h"
#include "hd-i18n.h"
#include "hd-snapshot-private.h"

/* What goes along with a parcel. Envelopes that are under way are in a list of their sender's partition, or of the first one if they come from another process:
 * a run may stop before they arrive. */
typedef struct _Envelope Envelope;

struct _Envelope
{
  Envelope *next;
  Envelope *previous;
  guint32 partition;
  guint32 kind;
  HdBuffer *buffer; /* held; instead of a payload */
  guint64 payload_bytes;
  HdTime entered; /* the network; the sender's to write, before anything of it can be there; -1 if it has not */
  _Alignas (max_align_t) char payload[];
};

typedef struct
{
  pthread_mutex_t lock;
  Envelope *first;
} Tray;

/* Before the node has started there is nobody to send. */
typedef struct
{
  HdParcel parcel;
  HdTime delay;
} Early;

typedef struct
{
  gboolean has_started;
  GArray *early; /* of Early; NULL for none */
} Clerk;

struct _HdPostOffice
{
  HdSurroundings surroundings;
  HdDesign *design;        /* owned */
  HdKernel *kernel;        /* borrowed */
  HdAgentNetwork *network; /* borrowed; NULL before it is open */
  guint agent;             /* its number there */
  guint32 *kernel_ids;     /* by node; HD_NO_ID: takes no part */
  Tray *trays;             /* by partition of the sender */
  guint n_partitions;
  pthread_mutex_t finding;
  HdFileShelf *files;      /* owned */
  HdMemberWorks *works;    /* owned */
  HdExchangeNotes *exchanges;
};

/* ---- envelopes --------------------------------------------------------------------------------------------------------- */

static Envelope *
seal (HdPostOffice *self,
      guint32 partition,
      const HdDispatch *dispatch)
{
  Envelope *envelope = g_malloc (sizeof *envelope + dispatch->payload_bytes);
  Tray *tray = &self->trays[partition];

  *envelope = (Envelope){ .partition = partition, .kind = dispatch->kind, .payload_bytes = dispatch->payload_bytes, .entered = -1 };
  if (dispatch->buffer != NULL)
    envelope->buffer = hd_buffer_hold (dispatch->buffer, partition);
  if (dispatch->payload_bytes > 0)
    memcpy (envelope->payload, dispatch->payload, dispatch->payload_bytes);
  hd_buffer_store_count (self->surroundings.buffers, partition, (gint64) (sizeof *envelope + envelope->payload_bytes));
  pthread_mutex_lock (&tray->lock);
  envelope->next = tray->first;
  if (tray->first != NULL)
    tray->first->previous = envelope;
  tray->first = envelope;
  pthread_mutex_unlock (&tray->lock);
  return envelope;
}

/* In @partition. */
static void
discard (HdPostOffice *self,
         guint32 partition,
         Envelope *envelope)
{
  Tray *tray = &self->trays[envelope->partition];

  pthread_mutex_lock (&tray->lock);
  if (envelope->previous != NULL)
    envelope->previous->next = envelope->next;
  else
    tray->first = envelope->next;
  if (envelope->next != NULL)
    envelope->next->previous = envelope->previous;
  pthread_mutex_unlock (&tray->lock);
  if (envelope->buffer != NULL)
    hd_buffer_drop (envelope->buffer, partition);
  hd_buffer_store_count (self->surroundings.buffers, partition, -(gint64) (sizeof *envelope + envelope->payload_bytes));
  g_free (envelope);
}

/* ---- agents ------------------------------------------------------------------------------------------------------------ */

static void
start (HdAgentNode *node,
       gpointer state)
{
  Clerk *clerk = state;

  clerk->has_started = TRUE;
  for (guint i = 0; clerk->early != NULL && i < clerk->early->len; i++)
    {
      const Early *early = &g_array_index (clerk->early, Early, i);

      hd_agent_node_send (node, &early->parcel, early->delay);
    }
  g_clear_pointer (&clerk->early, g_array_unref);
}

static void
leave (HdAgentNode *node,
       gpointer state,
       guint64 data,
       HdTime time)
{
  Envelope *envelope = (Envelope *) (gpointer) (guintptr) data;

  if (envelope->entered < 0)
    envelope->entered = time;
}

static void
receive (HdAgentNode *node,
         gpointer state,
         const HdParcel *parcel)
{
  HdPostOffice *self = hd_agent_node_get_data (node);
  Envelope *envelope = (Envelope *) (gpointer) (guintptr) parcel->data;
  HdDispatch dispatch = {
    .size = sizeof (HdDispatch),
    .peer = parcel->source,
    .kind = envelope->kind,
    .bytes = parcel->bytes,
    .payload = envelope->payload_bytes > 0 ? envelope->payload : NULL,
    .payload_bytes = envelope->payload_bytes,
    .buffer = envelope->buffer,
    .entered = envelope->entered >= 0 ? envelope->entered : hd_agent_node_get_now (node),
  };
  gsize size;

  if (envelope->buffer != NULL)
    {
      dispatch.payload = hd_buffer_peek (envelope->buffer, &size);
      dispatch.payload_bytes = size;
    }
  hd_host_deliver (self->kernel, self->kernel_ids[hd_agent_node_get_id (node)], &dispatch);
  discard (self, hd_agent_network_get_partition (self->network, hd_agent_node_get_id (node)), envelope);
}

static void
clear (gpointer state)
{
  g_clear_pointer (&((Clerk *) state)->early, g_array_unref);
}

/* What an envelope is between processes; what is in it comes behind. */
typedef struct
{
  guint32 kind;
  gboolean has_buffer;
  HdTime entered;
} Stamp;

static void
pack (gpointer agent_data,
      guint32 kind,
      guint64 data,
      GByteArray *bytes)
{
  HdPostOffice *self = agent_data;
  Envelope *envelope = (Envelope *) (gpointer) (guintptr) data;
  const Stamp stamp = { envelope->kind, envelope->buffer != NULL, envelope->entered };
  gsize size = envelope->payload_bytes;
  gconstpointer content = envelope->buffer != NULL ? hd_buffer_peek (envelope->buffer, &size) : envelope->payload;

  g_byte_array_append (bytes, (const guint8 *) &stamp, sizeof stamp);
  g_byte_array_append (bytes, content, (guint) size);
  discard (self, envelope->partition, envelope);
}

static guint64
unpack (gpointer agent_data,
        guint32 kind,
        guint64 data,
        const guint8 *bytes,
        gsize size)
{
  HdPostOffice *self = agent_data;
  HdDispatch dispatch = { .size = sizeof (HdDispatch) };
  Envelope *envelope;
  Stamp stamp;

  memcpy (&stamp, bytes, sizeof stamp);
  dispatch.kind = stamp.kind;
  if (stamp.has_buffer)
    {
      dispatch.buffer = hd_buffer_new (self->surroundings.buffers, 0, bytes + sizeof stamp, size - sizeof stamp);
    }
  else
    {
      dispatch.payload = bytes + sizeof stamp;
      dispatch.payload_bytes = size - sizeof stamp;
    }
  envelope = seal (self, 0, &dispatch);
  envelope->entered = stamp.entered;
  if (dispatch.buffer != NULL)
    hd_buffer_drop (dispatch.buffer, 0);
  return (guint64) (guintptr) envelope;
}

static const HdAgent agent = {
  .state_size = sizeof (Clerk), .n_kinds = 1, .messages = 1, .start = start, .leave = leave, .receive = receive, .clear = clear, .pack = pack, .unpack = unpack,
};

/* ---- surroundings ------------------------------------------------------------------------------------------------------ */

static const char *
text (HdSurroundings *surroundings,
      guint32 node,
      guint parameter)
{
  HdPostOffice *self = (HdPostOffice *) surroundings;
  const HdParameter *parameters = hd_design_get_nodes (self->design)[node].type->parameters;

  return parameters[parameter].kind == HD_PARAMETER_TEXT ? hd_design_get_text (self->design, node, parameter) : NULL;
}

static guint32
find (HdSurroundings *surroundings,
      const char *path)
{
  HdPostOffice *self = (HdPostOffice *) surroundings;
  guint32 node;

  pthread_mutex_lock (&self->finding);
  node = hd_design_find_node (self->design, path);
  pthread_mutex_unlock (&self->finding);
  return node;
}

static gboolean
load (HdSurroundings *surroundings,
      const char *name,
      const char **out_data,
      gsize *out_size,
      GError **error)
{
  return hd_file_shelf_load (((HdPostOffice *) surroundings)->files, name, out_data, out_size, error);
}

static gboolean
may_dispatch (HdPostOffice *self,
              guint32 node,
              guint32 peer,
              GError **error)
{
  g_autofree char *path = NULL, *peer_path = NULL;

  if (self->network == NULL)
    {
      path = hd_design_dup_node_path (self->design, node);
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                   _("“%s” sends over the network, but no component that sends has a link to one (a link between components that act, by ports with a protocol of "
                     "their own, is none)"), path);
      return FALSE;
    }
  if (peer >= hd_design_get_n_nodes (self->design))
    {
      path = hd_design_dup_node_path (self->design, node);
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” sends to component number %u, which is not there"), path, peer);
      return FALSE;
    }
  if (hd_agent_network_has_node (self->network, node) && hd_agent_network_has_node (self->network, peer) && _hd_design_is_sender (self->design, peer))
    return TRUE;
  path = hd_design_dup_node_path (self->design, node);
  peer_path = hd_design_dup_node_path (self->design, peer);
  if (_hd_design_is_sender (self->design, peer))
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” sends to “%s”, but one of them has no link"), path, peer_path);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” sends to “%s”, which takes no part in the network"), path, peer_path);
  return FALSE;
}

static gboolean
dispatch (HdSurroundings *surroundings,
          guint32 node,
          HdTime delay,
          const HdDispatch *given,
          GError **error)
{
  HdPostOffice *self = (HdPostOffice *) surroundings;
  HdParcel parcel = { .source = node, .destination = given->peer, .bytes = given->bytes };
  Clerk *clerk;

  if (!may_dispatch (self, node, given->peer, error))
    return FALSE;
  parcel.data = (guint64) (guintptr) seal (self, hd_agent_network_get_partition (self->network, node), given);
  clerk = hd_agent_network_get_agent_state (self->network, node, self->agent);
  if (clerk->has_started)
    {
      hd_agent_network_send_as (self->network, node, self->agent, &parcel, delay);
      return TRUE;
    }
  if (clerk->early == NULL)
    clerk->early = g_array_new (FALSE, FALSE, sizeof (Early));
  g_array_append_vals (clerk->early, &(Early){ parcel, delay }, 1);
  return TRUE;
}

static char *
dup_path (HdSurroundings *surroundings,
          guint32 node)
{
  HdPostOffice *self = (HdPostOffice *) surroundings;
  char *path = NULL;

  pthread_mutex_lock (&self->finding);
  if (node < hd_design_get_n_nodes (self->design))
    path = hd_design_dup_node_path (self->design, node);
  pthread_mutex_unlock (&self->finding);
  return path;
}

static guint32
find_member (HdSurroundings *surroundings,
             const char *name,
             guint32 rank)
{
  const HdCommunicator *communicator = hd_design_find_communicator (((HdPostOffice *) surroundings)->design, name);

  return communicator != NULL && rank < communicator->n_members ? communicator->members[rank] : HD_NO_NODE;
}

static gboolean
find_order (HdSurroundings *surroundings,
            guint32 node,
            guint32 index,
            HdOrder *out_order)
{
  return hd_member_works_find (((HdPostOffice *) surroundings)->works, node, index, out_order);
}

static void
tell_done (HdSurroundings *surroundings,
           guint32 node,
           guint32 index,
           HdTime time)
{
  hd_member_works_tell (((HdPostOffice *) surroundings)->works, node, index, time);
}

static void
tell_exchange (HdSurroundings *surroundings,
               guint32 node,
               const HdExchange *exchange,
               HdTime time)
{
  hd_exchange_notes_add (((HdPostOffice *) surroundings)->exchanges, node, exchange, time);
}

/* ---- the office -------------------------------------------------------------------------------------------------------- */

/* Files that were edited with the project and not yet written count as they are there. */
static void
put_edited (gpointer data,
            const char *name,
            const char *text)
{
  hd_file_shelf_put (data, name, text);
}

HdPostOffice *
hd_post_office_new (HdDesign *design,
                    HdKernel *kernel,
                    HdMemberWorks *works,
                    guint n_partitions)
{
  HdPostOffice *self = g_new0 (HdPostOffice, 1);
  const char *file = hd_design_get_file (design);
  g_autofree char *folder = file != NULL ? g_path_get_dirname (file) : NULL;
  guint n_nodes = hd_design_get_n_nodes (design);

  self->surroundings = (HdSurroundings){ text, find, load, dispatch, hd_buffer_store_new (n_partitions), dup_path, find_member, find_order, tell_done, tell_exchange };
  self->design = hd_design_ref (design);
  self->kernel = kernel;
  self->works = works;
  hd_kernel_set_buffers (kernel, self->surroundings.buffers);
  self->exchanges = hd_exchange_notes_new (design);
  self->kernel_ids = g_new (guint32, n_nodes + 1);
  for (guint32 i = 0; i < n_nodes; i++)
    self->kernel_ids[i] = HD_NO_ID;
  self->n_partitions = MAX (n_partitions, 1);
  self->trays = g_new0 (Tray, self->n_partitions);
  for (guint i = 0; i < self->n_partitions; i++)
    pthread_mutex_init (&self->trays[i].lock, NULL);
  pthread_mutex_init (&self->finding, NULL);
  self->files = hd_file_shelf_new (folder);
  if (design->data->snapshot != NULL)
    _hd_snapshot_foreach_edited (design->data->snapshot, put_edited, self->files);
  return self;
}

void
hd_post_office_free (HdPostOffice *self)
{
  for (guint i = 0; i < self->n_partitions; i++)
    {
      while (self->trays[i].first != NULL)
        discard (self, i, self->trays[i].first);
      pthread_mutex_destroy (&self->trays[i].lock);
    }
  hd_buffer_store_free (self->surroundings.buffers);
  pthread_mutex_destroy (&self->finding);
  hd_file_shelf_free (self->files);
  hd_member_works_free (self->works);
  hd_exchange_notes_free (self->exchanges);
  g_free (self->trays);
  g_free (self->kernel_ids);
  hd_design_unref (self->design);
  g_free (self);
}

void
hd_post_office_set_limit (HdPostOffice *self,
                          guint64 bytes)
{
  hd_buffer_store_set_limit (self->surroundings.buffers, bytes);
}

HdMemberWorks *
hd_post_office_get_works (HdPostOffice *self)
{
  return self->works;
}

HdExchangeNotes *
hd_post_office_get_exchanges (HdPostOffice *self)
{
  return self->exchanges;
}

HdFileShelf *
hd_post_office_get_files (HdPostOffice *self)
{
  return self->files;
}

HdSurroundings *
hd_post_office_get_surroundings (HdPostOffice *self)
{
  return &self->surroundings;
}

void
hd_post_office_add (HdPostOffice *self,
                    guint32 node,
                    guint32 kernel_id)
{
  self->kernel_ids[node] = kernel_id;
}

void
hd_post_office_open (HdPostOffice *self,
                     HdAgentNetwork *network)
{
  self->network = network;
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (_hd_design_is_sender (self->design, i) && hd_agent_network_has_node (network, i))
      self->agent = hd_agent_network_set_agent (network, i, &agent, self);
}
