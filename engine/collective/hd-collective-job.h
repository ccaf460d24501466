/* hd-collective-job.h: a collective of one communicator while it runs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is common to collectives along trees and those of sends. A program runs on the nodes of a network: members start, parcels of the job are
 * received, members end. What a member or vertex needs lies in arrays of the job; each part of them is touched by the functions of one node
 * alone, but for values, which are read by whoever gets a parcel that stands for them.
 */
#pragma once

#include "hd-collective-values.h"
#include "hd-agent-network.h"
#include "hd-message-log.h"
#include "hd-software-costs.h"

G_BEGIN_DECLS

typedef struct _HdCollectiveJob HdCollectiveJob;

/** HdCollectiveParcel: kinds of parcels; their data are the job's number << 48 | the program's own, but for those of schedules */
typedef enum
{
  HD_COLLECTIVE_UP,      /* vertex: what it has gathered, for its parent */
  HD_COLLECTIVE_PAYLOAD, /* the first member's vector, for the root of the tree */
  HD_COLLECTIVE_RESULT,  /* the root's sums, for the first member */
  HD_COLLECTIVE_DOWN,    /* place in the multicast tree */
  HD_COLLECTIVE_BACK,    /* vertex: the result, from its parent */
  HD_COLLECTIVE_SEND,    /* a pointer to an HdScheduleMessage */
  HD_COLLECTIVE_N_KINDS,
} HdCollectiveParcel;

/**
 * HdCollectiveProgram:
 * @attach: (nullable): before the network starts
 * @start: @rank begins a repeat, on its node
 * @receive: a parcel of the job
 * @pack, @unpack: as an agent's: of a parcel of the job
 * @level: (nullable): in several processes, which call it together when all is over: all have what ranks have done
 * @is_handed_over: ranks hand what they have to the network and get the result from it, which costs them as sending and receiving do
 */
typedef struct
{
  gboolean (*attach) (HdCollectiveJob *job,
                      HdAgentNetwork *network,
                      GError **error);
  void (*start) (HdCollectiveJob *job,
                 HdAgentNode *node,
                 guint32 rank);
  void (*receive) (HdCollectiveJob *job,
                   HdAgentNode *node,
                   const HdParcel *parcel);
  void (*free) (HdCollectiveJob *job);
  void (*pack) (HdCollectiveJob *job,
                HdCollectiveParcel kind,
                guint64 data,
                GByteArray *bytes);
  guint64 (*unpack) (HdCollectiveJob *job,
                     HdCollectiveParcel kind,
                     guint64 data,
                     const guint8 *bytes,
                     gsize size);
  void (*level) (HdCollectiveJob *job,
                 HdAgentNetwork *network);
  gboolean is_handed_over;
} HdCollectiveProgram;

/**
 * HdCollectiveJob:
 * @sites: (array length=n_ranks): node on which a rank starts and ends
 * @repeats: (array length=n_ranks): of each rank, from 0
 * @checked: (array length=n_ranks): results of each rank that were right
 * @costs: (array length=n_ranks): of each rank's software
 * @clock: its number in the kernel
 * @log: (nullable): where its messages are noted, if it is one of sends
 */
struct _HdCollectiveJob
{
  const HdCollectiveProgram *program;
  char *name; /* owned */
  HdTreeOperation operation;
  guint32 number;
  guint32 n_ranks;
  guint32 *sites;   /* owned */
  guint32 *repeats; /* owned */
  guint32 *checked; /* owned */
  guint64 bytes;
  HdCollectiveValues values;
  HdSoftwareCosts *costs; /* owned */
  guint32 clock;
  HdMessageLog *log; /* borrowed, or NULL: of its messages */
};

/** hd_collective_job_init: @sites are copied */
void hd_collective_job_init (HdCollectiveJob *self,
                             const HdCollectiveProgram *program,
                             HdTreeOperation operation,
                             const guint32 *sites,
                             guint32 n_ranks,
                             guint64 bytes);
/** hd_collective_job_clear: for the programs */
void hd_collective_job_clear (HdCollectiveJob *self);
/** hd_collective_job_free: by its program */
void hd_collective_job_free (HdCollectiveJob *self);

/** hd_collective_job_end: @rank's part is over at @end, now or later; checks @result (nullable), which ends the run if it is wrong */
void hd_collective_job_end (HdCollectiveJob *self,
                            HdAgentNode *node,
                            guint32 rank,
                            HdTime end,
                            const double *result);
/** hd_collective_job_gathered: the root has everything at @time */
void hd_collective_job_gathered (HdCollectiveJob *self,
                                 HdAgentNode *node,
                                 HdTime time);

static inline guint64
hd_collective_job_address (const HdCollectiveJob *self,
                           guint32 number)
{
  return (guint64) self->number << 32 | number;
}

G_END_DECLS
