/* fuzz-drawing.c: any bytes as choices of which a drawing is made, that is run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: see drawing-check.h. A warning counts as a failure.
 */
#define G_LOG_DOMAIN "hd-fuzz-drawing"

#include "catalog-fixture.h"
#include "drawing.h"
#include "drawing-check.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static HdCatalog *catalog; /* the same for all inputs */
  g_autofree char *text = NULL;

  if (catalog == NULL)
    {
      g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
      catalog = catalog_fixture_new ();
    }
  text = drawing_make (catalog, data, size);
  drawing_check (catalog, text);
  return 0;
}
