/* hd-pages.c: large pages
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-pages.h"

#include <sys/mman.h>

#define LINE 64
#define LARGE (2 * 1024 * 1024) /* of the processors that are common */

gpointer
hd_pages_alloc (gsize bytes)
{
  gpointer pages = g_aligned_alloc (MAX (bytes, 1), 1, bytes < LARGE / 2 ? LINE : LARGE);

#ifdef MADV_HUGEPAGE
  if (bytes >= LARGE / 2)
    madvise (pages, bytes, MADV_HUGEPAGE); /* it is a wish: what the system does not have is not needed */
#endif
  return pages;
}

void
hd_pages_free (gpointer pages)
{
  g_aligned_free (pages);
}
