/* heddle-hint.h: the first steps, each on a card that points at its place
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** HeddleHint: lies over the window and takes nothing from it: whoever goes on working may leave it open */
#define HEDDLE_TYPE_HINT (heddle_hint_get_type ())
G_DECLARE_FINAL_TYPE (HeddleHint, heddle_hint, HEDDLE, HINT, GtkPopover)

/** HeddleHintPlace: what a card is about */
typedef enum
{
  HEDDLE_HINT_DRAW,
  HEDDLE_HINT_RUN,
  HEDDLE_HINT_LOOK,
  HEDDLE_HINT_LEARN,
  HEDDLE_N_HINTS,
} HeddleHintPlace;

/**
 * heddle_hint_new:
 * @parent: lays it out
 * @places: what the cards point at, by #HeddleHintPlace; the last one is what those that are not seen are pointed at in
 *
 * Shown on the first card. It goes when it is closed.
 */
GtkWidget *heddle_hint_new (GtkWidget *parent,
                            GtkWidget *const places[HEDDLE_N_HINTS + 1]);
/** heddle_hint_go: to a card; behind the last one it is closed */
void heddle_hint_go (HeddleHint *self,
                     guint card);
guint heddle_hint_get_card (HeddleHint *self);
/** heddle_hint_follow: its place may have moved */
void heddle_hint_follow (HeddleHint *self);

G_END_DECLS
