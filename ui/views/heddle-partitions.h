/* heddle-partitions.h: how the partitions of a run keep in step
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddlePartitions:
 *
 * A table with a row for each partition: clock, events, waiting, messages, and whom it waits for, as it stands now. Activating a row selects the
 * partition's components. Above it, whether a parallel run gives what a serial one does.
 */
#define HEDDLE_TYPE_PARTITIONS (heddle_partitions_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePartitions, heddle_partitions, HEDDLE, PARTITIONS, GtkWidget)

GtkWidget *heddle_partitions_new (HeddleSession *session);

G_END_DECLS
