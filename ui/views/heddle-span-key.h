/* heddle-span-key.h: what the colours of the timeline mean
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define HEDDLE_TYPE_SPAN_KEY (heddle_span_key_get_type ())
G_DECLARE_FINAL_TYPE (HeddleSpanKey, heddle_span_key, HEDDLE, SPAN_KEY, GtkWidget)

GtkWidget *heddle_span_key_new (void);

G_END_DECLS
