/* heddle-text.h: short texts, laid out once and kept
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <pango/pangocairo.h>

#include "heddle-theme.h"

G_BEGIN_DECLS

typedef struct _HeddleText HeddleText;

typedef enum
{
  HEDDLE_TEXT_LEFT,
  HEDDLE_TEXT_CENTRE,
  HEDDLE_TEXT_RIGHT
} HeddleAlign;

typedef struct
{
  double size;       /* px, at a scale of 1 */
  gboolean bold;
  HeddleAlign align;
  double max_width;  /* beyond, an ellipsis stands in the middle: ends tell names apart; 0 is unlimited */
  HeddleColour colour;
} HeddleTextLook;

HeddleText *heddle_text_new       (PangoContext         *context,
                                   const char           *family);
void        heddle_text_free      (HeddleText           *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleText, heddle_text_free)

void        heddle_text_set_scale (HeddleText           *self,
                                   double                scale);
double      heddle_text_get_scale (HeddleText           *self);
void        heddle_text_set_least (HeddleText           *self,
                                   double                least);
double      heddle_text_get_least (HeddleText           *self);

double      heddle_text_width     (HeddleText           *self,
                                   const char           *text,
                                   double                size,
                                   gboolean              bold);
char       *heddle_text_dup_path  (HeddleText           *self,
                                   const char           *path,
                                   double                size,
                                   gboolean              bold,
                                   double                width);
double      heddle_text_paint     (HeddleText           *self,
                                   cairo_t              *cr,
                                   double                x,
                                   double                y,
                                   const char           *text,
                                   const HeddleTextLook *look);
void        heddle_text_paint_box (HeddleText           *self,
                                   cairo_t              *cr,
                                   double                x,
                                   double                y,
                                   double                width,
                                   double                height,
                                   const char           *text,
                                   const HeddleTextLook *look);
double      heddle_text_wrapped_height
                                  (HeddleText           *self,
                                   double                width,
                                   const char           *text,
                                   const HeddleTextLook *look);
double      heddle_text_paint_wrapped
                                  (HeddleText           *self,
                                   cairo_t              *cr,
                                   double                x,
                                   double                y,
                                   double                width,
                                   const char           *text,
                                   const HeddleTextLook *look);

G_END_DECLS
