/* hd-pages.h: memory that is gone through again and again
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is larger than the cache costs a look into the tables of pages as often as a line of memory: so a large block is in large pages, if the system has them.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** hd_pages_alloc: @bytes, from a line of the cache on; they hold anything */
gpointer hd_pages_alloc (gsize bytes);
void hd_pages_free (gpointer pages);

G_END_DECLS
