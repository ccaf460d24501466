/* hd-chakra-job.h: the Chakra traces of all ranks, and who meets whom
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-rank.h"
#include "hd-collective.h"

G_BEGIN_DECLS

/** HdChakraMessage: a send and the receive that takes it */
typedef struct
{
  double bytes;
  guint32 source, source_node; /* rank, and place in its trace */
  guint32 destination, destination_node;
} HdChakraMessage;

/**
 * HdChakraMeeting: a collective and its members
 * @bytes: as each member has them in its trace
 * @first_member: the member of rank group->ranks[i] is members[first_member + i]
 * @root: rank
 */
typedef struct
{
  double bytes;
  guint32 group;
  guint32 first_member;
  guint32 root;
  guint8 type; /* HdChakraCommType */
} HdChakraMeeting;

/**
 * HdChakraJob:
 * @links: (array length=n_ranks): by communication of the rank's trace, the message or meeting that it belongs to
 * @members: places in the traces
 */
typedef struct
{
  HdNamePool *names;
  HdChakraGroups *groups;
  HdChakraRank **ranks;
  guint n_ranks;
  GArray *messages; /* of HdChakraMessage */
  GArray *meetings; /* of HdChakraMeeting */
  GArray *members;  /* of guint32 */
  guint32 **links;
  guint64 n_nodes;
} HdChakraJob;

/** hd_chakra_job_new: without traces yet; each rank must get its own */
HdChakraJob *hd_chakra_job_new (guint n_ranks);
void hd_chakra_job_free (HdChakraJob *self);
/** hd_chakra_job_take: @trace was read with the names and groups of the job, and is its own from now on */
void hd_chakra_job_take (HdChakraJob *self,
                         guint rank,
                         HdChakraRank *trace);
/** hd_chakra_job_add: reads and takes a file; @progress is nullable; errors as hd_chakra_rank_load () */
gboolean hd_chakra_job_add (HdChakraJob *self,
                            guint rank,
                            const char *path,
                            HdProgress *progress,
                            GError **error);

/**
 * hd_chakra_job_match:
 * @progress: (nullable): goes through its stage
 *
 * Once all traces are there. Sends and receives are matched by both ends and tag, collectives by group and tag, each in the order of the file.
 *
 * Errors: with file, record and node: %HD_ERROR_NAME for a process group that is unknown or does not have the rank, or a collective without
 * peers; %HD_ERROR_RANGE where members disagree; %HD_ERROR_DEADLOCK for what never comes, and for ranks that wait for each other. Without
 * them %HD_ERROR_CANCELLED by the thread's current #GCancellable.
 */
gboolean hd_chakra_job_match (HdChakraJob *self,
                              HdProgress *progress,
                              GError **error);

static inline const HdChakraComm *
hd_chakra_job_get_comm (const HdChakraJob *self,
                        guint32 rank,
                        guint32 comm)
{
  return &((const HdChakraComm *) (void *) self->ranks[rank]->comms->data)[comm];
}

static inline HdChakraMessage *
hd_chakra_job_get_message (const HdChakraJob *self,
                           guint32 n)
{
  return &((HdChakraMessage *) (void *) self->messages->data)[n];
}

static inline HdChakraMeeting *
hd_chakra_job_get_meeting (const HdChakraJob *self,
                           guint32 n)
{
  return &((HdChakraMeeting *) (void *) self->meetings->data)[n];
}

static inline guint32
hd_chakra_job_get_member (const HdChakraJob *self,
                          guint32 n)
{
  return ((const guint32 *) (void *) self->members->data)[n];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraJob, hd_chakra_job_free)

G_END_DECLS
