/* hd-validation.h: what the parts of validation share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *     hd-validate.c             walks the tree: elements, attributes, what is missing, double or unused
 *     hd-validate-value.c       one attribute by itself
 *     hd-validate-variable.c    a variable's attributes together
 *     hd-validate-knob.c        what a knob turns, and how far
 *     hd-validate-reference.c   names: of modules, classes, types, ports
 *     hd-validate-cycle.c       modules and variables that contain themselves
 */
#pragma once

#include <heddle/hd-document.h>
#include <heddle/hd-names.h>

#include "hd-child-index.h"
#include "hd-limits.h"

G_BEGIN_DECLS

/** HdNameTable: objects by kind and id, safe against ids that are made to collide; made when it is asked first, as who checks one attribute of a
 *  million objects seldom asks */
typedef struct
{
  const HdObject *root;
  guint containers; /* bits of HdObjectKind: children of the root */
  guint kinds;      /* of their children */
  GPtrArray *objects;
  HdChildIndex *index;
} HdNameTable;

/** hd_name_table_get_objects: in the order of the file */
GPtrArray *hd_name_table_get_objects (HdNameTable *self);
/** hd_name_table_find: the first object of this kind and id, or %NULL */
const HdObject *hd_name_table_find (HdNameTable *self,
                                    HdObjectKind kind,
                                    const char *id);

typedef struct
{
  /* borrowed */
  HdSnapshot *snapshot;
  HdCatalog *catalog;
  HdProblemList *problems;
  const HdObject *root;
  const HdObject *top;           /* or NULL */
  const HdObject *communicators; /* or NULL */
  const HdObject *chain[HD_LIMIT_DEPTH + 1];
  guint depth; /* of chain; its last is the object at hand */

  /* owned; the objects are borrowed */
  HdNameTable variables;
  HdNameTable placed; /* what paths lead to, of all modules */
  GHashTable *used;   /* variables and modules */
  HdNames *names;     /* made when it is asked first */
} HdValidation;

/**
 * hd_validation_report:
 * @attribute: (nullable): the one at fault; the message then names its value
 * @hint_take: (nullable): translated
 *
 * A problem of the object at hand.
 */
void hd_validation_report (HdValidation *self,
                           HdProblemCode code,
                           HdSeverity severity,
                           const char *attribute,
                           char *hint_take,
                           const char *format,
                           ...) G_GNUC_PRINTF (6, 7);
/** hd_validation_report_error: an error of parsing or evaluating @attribute */
void hd_validation_report_error (HdValidation *self,
                                 const char *attribute,
                                 const GError *error);
/** hd_validation_report_choice: @word, the value of @attribute, is none of @choices */
void hd_validation_report_choice (HdValidation *self,
                                  const char *attribute,
                                  const char *word,
                                  const char *const *choices);
/** hd_validation_get_block: the module or the top around the object at hand, or %NULL */
const HdObject *hd_validation_get_block (HdValidation *self);
/** hd_validation_wants_hints: looking for near names costs; nobody reads a thousandth hint */
gboolean hd_validation_wants_hints (HdValidation *self);

void hd_validate_field (HdValidation *self,
                        const HdField *field,
                        const char *text);
/** hd_validate_parameter: of the type of a component */
void hd_validate_parameter (HdValidation *self,
                            const HdParameter *parameter,
                            const char *text);
/** hd_validate_variable: what the attributes of a variable say together */
void hd_validate_variable (HdValidation *self);

/** hd_validate_knob: what it turns is there, and lies between its ends */
void hd_validate_knob (HdValidation *self);

/** hd_validate_variable_names: every `$name` in @text exists; they count as used */
void hd_validate_variable_names (HdValidation *self,
                                 const char *attribute,
                                 const char *text);
void hd_validate_reference (HdValidation *self,
                            const HdField *field,
                            const char *id);
/** hd_validate_type: returns the component's type, or %NULL after a report */
const HdComponentType *hd_validate_type (HdValidation *self,
                                         const char *name);
void hd_validate_pattern (HdValidation *self,
                          const char *attribute,
                          const char *text);

void hd_validate_cycles (HdValidation *self);

G_END_DECLS
