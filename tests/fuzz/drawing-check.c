/* drawing-check.c: what must be true of a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-fuzz-drawing"

#include "drawing-check.h"

#include <heddle/hd-error.h>

#include "drawing-differential.h"
#include "drawing-run.h"

#define LARGE 3000 /* nodes and links that are elaborated */

void
drawing_check (HdCatalog *catalog,
               const char *text)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "drawing.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRecord) record = NULL;
  guint64 n_nodes = 0, n_links = 0;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  if (hd_estimate (snapshot, catalog, NULL, &n_nodes, &n_links, NULL) && n_nodes + n_links > LARGE)
    return;
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_true ((design == NULL) == (error != NULL));
  if (g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT) && !hd_problem_list_has_errors (problems))
    return; /* the time that a drawing has was over before it was read, on a busy machine */
  g_assert_true (design != NULL || hd_problem_list_has_errors (problems));
  if (design != NULL)
    record = drawing_run (design);
  else
    g_debug ("refused: %s", hd_problem_list_get (problems, 0)->message);
  if (record == NULL || hd_design_get_run_settings (design)->sync == HD_SYNC_LOOSE)
    return;
  if (g_str_hash (text) % 2 == 0) /* half of them, for time */
    drawing_check_settings (snapshot, catalog, record, g_str_hash (text));
  drawing_check_scattered (document, catalog, record, g_str_hash (text));
}
