/* heddle-pairs-figure.h: who has sent how much to whom, as far as a record says it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-text.h"

G_BEGIN_DECLS

/** HeddlePairsFigure: of the bytes of a list of transfers, of those that were counted, or of the messages of traced members, that have arrived by a moment;
 * source over destination */
typedef struct _HeddlePairsFigure HeddlePairsFigure;

/** heddle_pairs_figure_new: (nullable): %NULL if the record has neither */
HeddlePairsFigure *heddle_pairs_figure_new (HdRecord *record,
                                            HdTime moment);
void heddle_pairs_figure_free (HeddlePairsFigure *self);
/** heddle_pairs_figure_counts_bytes: else messages */
gboolean heddle_pairs_figure_counts_bytes (HeddlePairsFigure *self);
guint heddle_pairs_figure_get_n (HeddlePairsFigure *self);
/** heddle_pairs_figure_get_nodes: (array length=out_n): of the record's design, that are row and column number @end */
const guint32 *heddle_pairs_figure_get_nodes (HeddlePairsFigure *self,
                                              guint end,
                                              guint *out_n);
double heddle_pairs_figure_get (HeddlePairsFigure *self,
                                guint source,
                                guint destination);
/** heddle_pairs_figure_find: %FALSE where nothing was sent */
gboolean heddle_pairs_figure_find (HeddlePairsFigure *self,
                                   HeddleText *text,
                                   double width,
                                   double height,
                                   double x,
                                   double y,
                                   guint *out_source,
                                   guint *out_destination);
/** heddle_pairs_figure_dup_words: "xpu[0] to xpu[3]: 12 messages" */
char *heddle_pairs_figure_dup_words (HeddlePairsFigure *self,
                                     guint source,
                                     guint destination);
void heddle_pairs_figure_paint (HeddlePairsFigure *self,
                                HeddleText *text,
                                cairo_t *cr,
                                const HeddleTheme *theme,
                                double width,
                                double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddlePairsFigure, heddle_pairs_figure_free)

G_END_DECLS
