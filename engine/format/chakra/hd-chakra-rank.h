/* hd-chakra-rank.h: the Chakra trace of one rank
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Flat arrays, about 50 bytes a node: a trace may have millions of them.
 */
#pragma once

#include <heddle/hd-progress.h>

#include "hd-chakra-node.h"

G_BEGIN_DECLS

/**
 * HdChakraRank:
 * @nodes: as the file has them; node i stands in record i + 2
 * @out: (array): nodes that wait for node i are out[first_out[i]] to before out[first_out[i + 1]]
 */
typedef struct
{
  char *file;
  HdChakraNode *nodes;
  guint n_nodes;
  guint32 *first_out; /* (array length=n_nodes + 1) */
  guint32 *out;
  GArray *works;      /* of HdChakraWork */
  GArray *comms;      /* of HdChakraComm, in the order of nodes */
} HdChakraRank;

/**
 * hd_chakra_rank_read:
 * @source: not closed
 * @name: of the file, for messages
 * @names: gets the names of nodes and groups
 * @groups: gets the process groups that notes of the trace define
 *
 * O(nodes + dependencies), times a logarithm where ids do not ascend; beside what it gives at most 8 bytes a dependency and 4 a node.
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED by the thread's current #GCancellable; with file, record, node, field, value and what is right:
 * %HD_ERROR_SYNTAX, %HD_ERROR_RANGE, %HD_ERROR_NAME (a node or dependency, group), %HD_ERROR_DEADLOCK (nodes that wait for each other),
 * %HD_ERROR_LIMIT.
 */
HdChakraRank *hd_chakra_rank_read (GInputStream *source,
                                   const char *name,
                                   guint rank,
                                   guint n_ranks,
                                   HdNamePool *names,
                                   HdChakraGroups *groups,
                                   GError **error);
/** hd_chakra_rank_load: @progress (nullable) goes through its stage as the file is read */
HdChakraRank *hd_chakra_rank_load (const char *path,
                                   guint rank,
                                   guint n_ranks,
                                   HdNamePool *names,
                                   HdChakraGroups *groups,
                                   HdProgress *progress,
                                   GError **error);
void hd_chakra_rank_free (HdChakraRank *self);

/** hd_chakra_rank_format_node: "FILE, record 5: node 3 “name”", for messages */
char *hd_chakra_rank_format_node (const HdChakraRank *self,
                                  const HdNamePool *names,
                                  guint32 node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraRank, hd_chakra_rank_free)

G_END_DECLS
