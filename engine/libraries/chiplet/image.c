/* image.c: the bytes of a memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "image.h"

#include <stdlib.h>
#include <string.h>

struct ImagePage
{
  uint64_t number;
  unsigned char *bytes; /* NULL: no page is here */
};

/* Where page @number is, or would be: there is always a free place. */
static struct ImagePage *
find_place (const Image *self,
            uint64_t number)
{
  size_t at = (size_t) (number * UINT64_C (0x9e3779b97f4a7c15) >> 20) & (self->n_places - 1);

  while (self->pages[at].bytes != NULL && self->pages[at].number != number)
    at = (at + 1) & (self->n_places - 1);
  return &self->pages[at];
}

/* So that at most half of the places are taken. */
static int
grow (Image *self)
{
  Image wider = { .n_places = self->n_places == 0 ? 64 : 2 * self->n_places, .n_pages = self->n_pages };

  wider.pages = calloc (wider.n_places, sizeof *wider.pages);
  if (wider.pages == NULL)
    return 0;
  for (size_t i = 0; i < self->n_places; i++)
    if (self->pages[i].bytes != NULL)
      *find_place (&wider, self->pages[i].number) = self->pages[i];
  free (self->pages);
  *self = wider;
  return 1;
}

static unsigned char *
get_page (Image *self,
          uint64_t number)
{
  struct ImagePage *place;

  if (2 * (self->n_pages + 1) > self->n_places && !grow (self))
    return NULL;
  place = find_place (self, number);
  if (place->bytes != NULL)
    return place->bytes;
  place->bytes = calloc (1, IMAGE_PAGE);
  place->number = number;
  self->n_pages += place->bytes != NULL;
  return place->bytes;
}

void
image_clear (Image *self)
{
  for (size_t i = 0; i < self->n_places; i++)
    free (self->pages[i].bytes);
  free (self->pages);
  *self = (Image){ 0 };
}

/* Bytes of an access from @address on that lie on one page. */
static size_t
get_piece (uint64_t address,
           size_t size)
{
  size_t left = IMAGE_PAGE - (size_t) (address % IMAGE_PAGE);

  return size < left ? size : left;
}

int
image_write (Image *self,
             uint64_t address,
             const void *data,
             size_t size)
{
  const unsigned char *from = data;

  while (size > 0)
    {
      size_t piece = get_piece (address, size);
      unsigned char *page = get_page (self, address / IMAGE_PAGE);

      if (page == NULL)
        return 0;
      memcpy (page + address % IMAGE_PAGE, from, piece);
      address += piece;
      from += piece;
      size -= piece;
    }
  return 1;
}

void
image_read (const Image *self,
            uint64_t address,
            void *data,
            size_t size)
{
  unsigned char *to = data;

  while (size > 0)
    {
      size_t piece = get_piece (address, size);
      const unsigned char *page = self->n_places > 0 ? find_place (self, address / IMAGE_PAGE)->bytes : NULL;

      if (page != NULL)
        memcpy (to, page + address % IMAGE_PAGE, piece);
      else
        memset (to, 0, piece);
      address += piece;
      to += piece;
      size -= piece;
    }
}
