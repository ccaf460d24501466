/* heddle-memory.h: who has read and written which addresses
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleMemory: a map of the addresses that components share: a row for each component, over the blocks that were touched */
#define HEDDLE_TYPE_MEMORY (heddle_memory_get_type ())
G_DECLARE_FINAL_TYPE (HeddleMemory, heddle_memory, HEDDLE, MEMORY, GtkWidget)

GtkWidget *heddle_memory_new (HeddleSession *session);

G_END_DECLS
