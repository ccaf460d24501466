/* heddle-session-match.h: which link and node of one design is which of another
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleMatch: from the design that is drawn to the one that runs, and back
 *
 * The same object of the document, in the same instances of modules, at the same index.
 */
typedef struct
{
  guint32 *links; /* by link of what is drawn: of what runs, or HD_NO_ID */
  guint32 *nodes;
  guint n_links, n_nodes;    /* of what is drawn */
  guint32 *drawn_links;      /* the way back, by link of what runs */
  guint32 *drawn_nodes;
  gboolean any;
} HeddleMatch;

/** heddle_match_new: O(nodes + links) */
HeddleMatch *heddle_match_new (HdDesign *drawn,
                               HdDesign *run);
void heddle_match_free (HeddleMatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleMatch, heddle_match_free)

G_END_DECLS
