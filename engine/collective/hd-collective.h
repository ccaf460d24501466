/* hd-collective.h: collective algorithms as schedules of sends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An algorithm is data: for n ranks it says how many chunks a vector is cut into and which sends each step holds. Steps are computed when
 * asked for, never stored, so the 2 (n - 1) n sends of a ring over 4,096 ranks cost nothing. Whoever carries a schedule (a network, NICs,
 * a drawing, an interpreter on real values) walks the same steps.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  HD_SEND_COPY,   /* the chunks replace those of the receiver */
  HD_SEND_REDUCE, /* the chunks are added to those of the receiver */
} HdSendAction;

/** HdSend: chunks [first_chunk, first_chunk + n_chunks) of @source arrive at @destination as [to_chunk, to_chunk + n_chunks) */
typedef struct
{
  guint32 source, destination; /* ranks */
  guint32 first_chunk;
  guint32 n_chunks;
  guint32 to_chunk;
  HdSendAction action;
} HdSend;

/**
 * HdCollective:
 * @id: operation and algorithm, unique
 * @operation, @algorithm: stable names in files
 * @title: (translatable)
 * @help: (translatable) one sentence
 * @out_of_place: sends read the vectors as they were before the first step; what nobody writes stays
 * @is_shared: the result is there once, a piece on each rank, for all to read
 * @count_chunks: pieces that a vector is cut into
 * @count_steps: what a rank sends in a step needs what it received in the steps before, and no more
 * @count_sends: sends of one step
 * @get_send: fills in send @i of @step
 * @count_alike: steps from @step on, itself included, whose sends have the same sources, destinations and sizes
 *
 * All functions take the number of ranks, at least 1.
 */
typedef struct
{
  const char *id;
  const char *operation;
  const char *algorithm;
  const char *title;
  const char *help;
  gboolean out_of_place;
  gboolean is_shared;
  guint32 (*count_chunks) (guint32 n_ranks);
  guint32 (*count_steps) (guint32 n_ranks);
  guint32 (*count_sends) (guint32 n_ranks,
                          guint32 step);
  void (*get_send) (guint32 n_ranks,
                    guint32 step,
                    guint32 i,
                    HdSend *out_send);
  guint32 (*count_alike) (guint32 n_ranks,
                          guint32 step);
} HdCollective;

/** hd_collective_get_all: (array zero-terminated=1): the first algorithm of an operation is its usual one */
const HdCollective *const *hd_collective_get_all (void);
/** hd_collective_find: @algorithm is nullable, for the usual one; %NULL if unknown */
const HdCollective *hd_collective_find (const char *operation,
                                        const char *algorithm);
/** hd_collective_get_send_bytes: of @send, when the whole vector has @bytes; pieces need not be whole bytes */
double hd_collective_get_send_bytes (const HdCollective *self,
                                     guint32 n_ranks,
                                     const HdSend *send,
                                     double bytes);
/** hd_collective_count_all_sends: over all steps. O(steps that differ) */
guint64 hd_collective_count_all_sends (const HdCollective *self,
                                       guint32 n_ranks);

/** hd_collective_is_of_many: rather than a message from one to another */
static inline gboolean
hd_collective_is_of_many (const HdCollective *self)
{
  return !g_str_equal (self->operation, "point-to-point");
}

/** hd_chunk_start: first element of chunk @chunk when @n_elements are cut into @n_chunks; chunk n_chunks starts at n_elements */
static inline gsize
hd_chunk_start (gsize n_elements,
                guint32 n_chunks,
                guint32 chunk)
{
  return (gsize) ((guint64) n_elements * chunk / n_chunks);
}

G_END_DECLS
