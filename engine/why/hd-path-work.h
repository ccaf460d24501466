/* hd-path-work.h: what the names of a record stand for in the work of its design
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

#include "hd-workload-graph.h"

G_BEGIN_DECLS

/**
 * HdPathWork:
 * @algorithm: (nullable): of a communication along a schedule
 * @members: (array length=n_members): of it, by rank
 * @bytes: of the whole vector
 * @net: (nullable): link classes that its routes may use
 * @vertex: (nullable): of a computation
 */
typedef struct
{
  const HdCollective *algorithm;
  const guint32 *members;
  guint n_members;
  double bytes;
  const HdClassSet *net;
  const HdWorkVertex *vertex;
} HdPathWork;

/** HdPathWorks: @by_name: name of the record -> HdPathWork; the graphs own what is in it */
typedef struct
{
  GPtrArray *graphs;
  GHashTable *by_name;
  gboolean has_traffic;
} HdPathWorks;

/** hd_path_works_init: reads the workloads again. Traces are not looked into */
void hd_path_works_init (HdPathWorks *self,
                         HdDesign *design);
void hd_path_works_clear (HdPathWorks *self);
/** hd_path_works_find: (nullable): what is named so in @record */
const HdPathWork *hd_path_works_find (const HdPathWorks *self,
                                      HdRecord *record,
                                      guint32 name);

G_END_DECLS
