/* hd-colours.h: numbers for what is told apart
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdColours: gives the same number to the same pair, and different numbers to different pairs; 0 is the colour of nothing */
typedef struct _HdColours HdColours;

HdColours *hd_colours_new (void);
void hd_colours_free (HdColours *self);
/** hd_colours_mix: the colour of what had @colour and now has @mark too */
guint64 hd_colours_mix (HdColours *self,
                        guint64 colour,
                        guint64 mark);
/** hd_colours_mix_double: as hd_colours_mix (), by the value's bits */
guint64 hd_colours_mix_double (HdColours *self,
                               guint64 colour,
                               double mark);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdColours, hd_colours_free)

G_END_DECLS
