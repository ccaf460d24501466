/* hd-chakra-node.h: what a node of a Chakra trace does
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-groups.h"
#include "hd-chakra-stream.h"
#include "hd-name-pool.h"

G_BEGIN_DECLS

typedef enum
{
  HD_CHAKRA_NOTE,       /* takes no time */
  HD_CHAKRA_COMPUTE,
  HD_CHAKRA_LOAD,       /* from memory */
  HD_CHAKRA_STORE,
  HD_CHAKRA_SEND,
  HD_CHAKRA_RECEIVE,
  HD_CHAKRA_COLLECTIVE,
} HdChakraKind;

/** HdChakraCommType: numbered as CollectiveCommType of the schema */
typedef enum
{
  HD_CHAKRA_ALL_REDUCE,
  HD_CHAKRA_REDUCE,
  HD_CHAKRA_ALL_GATHER,
  HD_CHAKRA_GATHER,
  HD_CHAKRA_SCATTER,
  HD_CHAKRA_BROADCAST,
  HD_CHAKRA_ALL_TO_ALL,
  HD_CHAKRA_REDUCE_SCATTER,
  HD_CHAKRA_REDUCE_SCATTER_BLOCK,
  HD_CHAKRA_BARRIER,
} HdChakraCommType;

#define HD_CHAKRA_NO_DETAIL G_MAXUINT32

/**
 * HdChakraNode:
 * @name: in the pool
 * @detail: of a computation or access that says how much it is, a HdChakraWork; of a communication, a HdChakraComm; else %HD_CHAKRA_NO_DETAIL
 * @is_host: work of the host, not of the accelerator
 * @n_deps: nodes that must have ended before it starts, each as often as it is listed
 */
typedef struct
{
  guint64 id;
  guint64 duration_us;
  guint32 name;
  guint32 detail;
  guint32 n_deps;
  guint8 kind; /* HdChakraKind */
  guint8 is_host;
} HdChakraNode;

/** HdChakraWork: @operations and @bytes are 0 where the trace does not tell */
typedef struct
{
  double operations;
  double bytes;
} HdChakraWork;

/**
 * HdChakraComm:
 * @node: that it belongs to
 * @peer: rank at the other end, or the root of a broadcast or reduction, %G_MAXUINT32 for the first member
 * @group: name of the process group in the pool
 * @type: HdChakraCommType, of a collective
 */
typedef struct
{
  double bytes;
  guint64 tag;
  guint32 node;
  guint32 peer;
  guint32 group;
  guint8 type;
} HdChakraComm;

struct HdChakra__Node;

/**
 * hd_chakra_node_read:
 * @stream: for messages
 * @message: a Node of the schema
 * @out_node: but for n_deps and detail
 * @out_work: of a computation or access
 * @out_comm: of a communication, but for its node
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_RANGE, %HD_ERROR_NAME with file, record, id, name, attribute, value and what is right.
 */
gboolean hd_chakra_node_read (const struct HdChakra__Node *message,
                              const HdChakraStream *stream,
                              guint rank,
                              guint n_ranks,
                              HdNamePool *names,
                              HdChakraNode *out_node,
                              HdChakraWork *out_work,
                              HdChakraComm *out_comm,
                              GError **error);
/** hd_chakra_comm_type_name: as the schema has it; %NULL if it has no such type */
const char *hd_chakra_comm_type_name (HdChakraCommType type);

G_END_DECLS
