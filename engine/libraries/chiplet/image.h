/* image.h: the bytes of a memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Pages that were never written to are zero, and not there.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define IMAGE_PAGE 4096

/** Image: zeroed at first; @n_pages are there */
typedef struct
{
  struct ImagePage *pages; /* by hash of their number; @n_places of them */
  size_t n_places, n_pages;
} Image;

void image_clear (Image *self);
/** image_write: returns 0 if there is no memory for it */
int image_write (Image *self,
                 uint64_t address,
                 const void *data,
                 size_t size);
void image_read (const Image *self,
                 uint64_t address,
                 void *data,
                 size_t size);
