/* hd-column-title.h: what a column of a table for programs is called
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** hd_column_title: @name with its unit behind it: latency_mean_s, accepted_rate_bytes_per_s, throughput_batch_per_s; hop_bytes stays as it is */
char *hd_column_title (const char *name,
                       const char *unit);

G_END_DECLS
