/* hd-chakra-units.h: what a rank of Chakra traces has one of, if it issues one node of each kind at a time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * With issue="all" every node starts as soon as its dependencies have ended. With issue="one-each" a rank has three units, of which each runs one
 * node at a time: the host, the computation, and the communication with accesses to memory. Of those that may start the lowest id goes first.
 * Receives and notes need no unit.
 * Source: ASTRA-sim, HardwareResource.cc and Workload::issue_dep_free_nodes ().
 */
#pragma once

#include "hd-chakra-rank.h"
#include "hd-execution-observer.h"

G_BEGIN_DECLS

typedef enum
{
  HD_CHAKRA_UNIT_HOST,
  HD_CHAKRA_UNIT_COMPUTATION,
  HD_CHAKRA_UNIT_COMMUNICATION,
  HD_CHAKRA_N_UNITS, /* also: none is needed */
} HdChakraUnitKind;

/** HdChakraEntry: a node that may start, and what released it */
typedef struct
{
  guint32 rank;
  guint32 node;
  guint32 cause_class;
  guint64 cause_index;
} HdChakraEntry;

/** HdChakraWaiter: a node that needs a unit which is not free */
typedef struct
{
  HdChakraEntry entry;
  guint64 id;
  HdTime since;
} HdChakraWaiter;

/** HdChakraUnit: what it did last released what waits for it */
typedef struct
{
  GArray *waiting; /* of HdChakraWaiter: a heap, the lowest id on top */
  gboolean is_busy;
  guint32 cause_class;
  guint64 cause_index;
} HdChakraUnit;

void hd_chakra_unit_init (HdChakraUnit *self);
void hd_chakra_unit_clear (HdChakraUnit *self);
HdChakraUnitKind hd_chakra_unit_find (const HdChakraNode *node);
void hd_chakra_unit_push (HdChakraUnit *self,
                          const HdChakraEntry *entry,
                          guint64 id,
                          HdTime now);
/** hd_chakra_unit_take: the unit becomes busy with *@out_entry, which it may have released itself; %FALSE if it is busy or nothing waits */
gboolean hd_chakra_unit_take (HdChakraUnit *self,
                              HdTime now,
                              HdChakraEntry *out_entry);
/** hd_chakra_unit_release: with the span that tells of what it did */
void hd_chakra_unit_release (HdChakraUnit *self,
                             guint32 cause_class,
                             guint64 cause_index);

G_END_DECLS
