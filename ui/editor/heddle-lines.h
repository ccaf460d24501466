/* heddle-lines.h: a text of lines, field by field
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What no form has is kept as it stands: @rest of a line is what is no field of its form, @remark what stands behind #. Lines of a form whose fields
 * stand in their order are written back as they were read unless they were changed.
 */
#pragma once

#include <heddle/hd-catalog.h>

G_BEGIN_DECLS

/** HEDDLE_NO_FORM: of a remark alone, or of what is of no form */
#define HEDDLE_NO_FORM G_MAXUINT

/** HeddleLine: @values: by the name of the field; @raw: (nullable): as it was read, while that holds */
typedef struct
{
  guint form;
  GHashTable *values;
  char *rest;
  char *remark;
  char *raw;
} HeddleLine;

/** HeddleLines: @all: (element-type HeddleLine); @in_order: the only form has fields that stand in their order */
typedef struct
{
  const HdForm *forms;
  guint n_forms;
  gboolean in_order;
  GPtrArray *all;
} HeddleLines;

/** heddle_lines_init: @forms: (array length=n_forms): outlive it; @text: (nullable) */
void heddle_lines_init (HeddleLines *self,
                        const HdForm *forms,
                        guint n_forms,
                        const char *text);
void heddle_lines_clear (HeddleLines *self);
char *heddle_lines_dup_text (const HeddleLines *self);
HeddleLine *heddle_lines_get (const HeddleLines *self,
                              guint n);
/** heddle_lines_get_form: (nullable): of a line */
const HdForm *heddle_lines_get_form (const HeddleLines *self,
                                     const HeddleLine *line);
/** heddle_lines_find_form: or %HEDDLE_NO_FORM */
guint heddle_lines_find_form (const HeddleLines *self,
                              const char *name);
void heddle_lines_insert (HeddleLines *self,
                          guint before,
                          guint form);
/** heddle_lines_set: @field: of a form; @value: "" takes it away */
void heddle_lines_set (HeddleLines *self,
                       HeddleLine *line,
                       const char *field,
                       const char *value);
/** heddle_lines_dup_rest, _set_rest: what is behind the fields, with the remark behind # */
char *heddle_lines_dup_rest (const HeddleLine *line);
void heddle_lines_set_rest (HeddleLines *self,
                            HeddleLine *line,
                            const char *text);
/** heddle_lines_is_used: whether some line has that field */
gboolean heddle_lines_is_used (const HeddleLines *self,
                               const char *field);
/** heddle_lines_find_field: (nullable) */
const HdFormField *heddle_lines_find_field (const HdForm *form,
                                            const char *name);
/** heddle_lines_count: lines of a text that say something */
guint heddle_lines_count (const char *text);

G_END_DECLS
