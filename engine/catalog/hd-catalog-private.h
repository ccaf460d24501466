/* hd-catalog-private.h: steps between a library file and the catalogue
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-catalog.h>

G_BEGIN_DECLS

/**
 * HdLibraryCopy: a library read into structs of this Heddle's size
 *
 * Strings are the library's own. @memory owns every struct and array.
 */
typedef struct
{
  HdLibrary library;
  const HdLibrary *original;
  GPtrArray *memory;
} HdLibraryCopy;

/**
 * _hd_library_copy:
 *
 * Checks ABI and capabilities, then reads each struct as far as its size and the one of this Heddle go; the rest is zero.
 *
 * Errors: %HD_ERROR_LIBRARY
 */
HdLibraryCopy *_hd_library_copy (const HdLibrary *original,
                                 GError **error);
void _hd_library_copy_free (HdLibraryCopy *self);

/** _hd_library_check: whether names are unique, defaults parse and are in range, and so on */
gboolean _hd_library_check (const HdLibrary *library,
                            GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdLibraryCopy, _hd_library_copy_free)

G_END_DECLS
