/* drawing-values.h: values of parameters and fields, drawn from the tables that have them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "drawing-sketch.h"

G_BEGIN_DECLS

/** sketch_choose_value: mostly at the ends of the range, seldom beyond; @is_small: not far from its lower end */
char *sketch_choose_value (Sketch *self,
                           const HdParameter *parameter,
                           gboolean is_small);
/** sketch_add_parameters: all that must be there, and some of the others */
void sketch_add_parameters (Sketch *self,
                            const HdParameter *parameters,
                            gboolean is_small);
/** sketch_add_fields: likewise of an object of the schema; @left_out: what the text around has */
void sketch_add_fields (Sketch *self,
                        HdObjectKind kind,
                        const char *const *left_out);
/** sketch_add_type: some parameters of a type but for those in @left_out */
void sketch_add_type (Sketch *self,
                      const char *name,
                      const char *const *left_out);
/** sketch_add_probe: of an element of that type */
void sketch_add_probe (Sketch *self,
                       const char *name,
                       const char *place);

G_END_DECLS
