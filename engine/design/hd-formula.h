/* hd-formula.h: an attribute that is an expression, evaluated where indices are known
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-elaborator.h"

G_BEGIN_DECLS

/** HdFrame: one index; frames form a chain from the innermost outwards; @name is interned */
typedef struct _HdFrame HdFrame;
struct _HdFrame
{
  const HdFrame *outer;
  const char *name;
  gint64 value;
};

/** HdEnvironment: what names mean at one place */
typedef struct
{
  HdElaborator *elaborator;
  HdProject *project;
  const HdFrame *frames;
} HdEnvironment;

/** HdFormula: parsed once; evaluated once too if it needs no index */
typedef struct
{
  HdExpression *expression; /* NULL: @text is the word itself */
  const char *text;         /* borrowed from the object */
  const char *owner;
  const HdObject *object;
  const char *attribute;
  gboolean is_part;  /* of what is written there; else what is not written is an override */
  gboolean fixed;    /* needs no index */
  gboolean known;    /* @value holds it */
  gboolean reported; /* a second message would say the same */
  gboolean failed;   /* to evaluate; a fixed one is not tried again */
  HdValue value;
} HdFormula;

/** hd_formula_new: of one attribute, %NULL if it is not written; reports text that does not parse */
HdFormula *hd_formula_new (HdEnvironment *environment,
                           const char *owner,
                           const HdObject *object,
                           const char *attribute);
/**
 * hd_formula_new_text: of an attribute, or of what stands for it
 * @text: must live as long as the formula
 * @or_word: text that does not parse is a word ("H100 SXM"), not a problem
 */
HdFormula *hd_formula_new_text (HdEnvironment *environment,
                                const char *owner,
                                const HdObject *object,
                                const char *attribute,
                                const char *text,
                                gboolean or_word);
/** hd_formula_new_part: of part of an attribute; @text must live as long as the formula */
HdFormula *hd_formula_new_part (HdEnvironment *environment,
                                const char *owner,
                                const HdObject *object,
                                const char *attribute,
                                const char *text);
void hd_formula_free (HdFormula *self);
const HdFrame *hd_frame_find (const HdFrame *frames,
                              const char *interned);
/** hd_formula_evaluate: reports what fails, once */
gboolean hd_formula_evaluate (HdFormula *self,
                              const HdEnvironment *environment,
                              HdValue *out_value);
gboolean hd_formula_get_integer (HdFormula *self,
                                 const HdEnvironment *environment,
                                 gint64 *out_integer);
gboolean hd_formula_get_truth (HdFormula *self,
                               const HdEnvironment *environment,
                               gboolean *out_truth);
/** hd_formula_get_word: a bare word, or the text as written if it is no expression */
gboolean hd_formula_get_word (HdFormula *self,
                              const HdEnvironment *environment,
                              const char **out_word);
/** hd_formula_get_parameter: checked against @parameter; a choice is its index, a flag 0 or 1, a text 0 */
gboolean hd_formula_get_parameter (HdFormula *self,
                                   const HdEnvironment *environment,
                                   const HdParameter *parameter,
                                   double *out_value);
/** hd_formula_report: a message about this attribute, unless one was given */
void hd_formula_report (HdFormula *self,
                        HdElaborator *elaborator,
                        HdProblemCode code,
                        const char *hint,
                        const char *format,
                        ...) G_GNUC_PRINTF (5, 6);
/** hd_problem_code_of: the problem that an error of an expression or quantity is */
HdProblemCode hd_problem_code_of (const GError *error,
                                  gboolean parsing);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFormula, hd_formula_free)

G_END_DECLS
