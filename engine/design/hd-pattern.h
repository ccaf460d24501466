/* hd-pattern.h: ends of links and routes with index expressions
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *     pattern = step { "/" step } [ "." port { "[" index "]" } ]
 *     step    = name { "[" index "]" }
 *     index   = number | variable [ ("+" | "-") number ] | any other expression
 */
#pragma once

#include "hd-formula.h"
#include "hd-random-graph.h"

G_BEGIN_DECLS

/** HdIndexTerm: variable + offset, a constant offset, or a formula */
typedef struct
{
  const char *variable; /* interned, or NULL */
  gint64 offset;
  HdFormula *formula;
  char *text;
} HdIndexTerm;

typedef struct
{
  const char *name; /* interned */
  guint n_terms;
  HdIndexTerm *terms; /* mostly none or one, and there are as many steps as a project has ends of links */
} HdPatternStep;

typedef struct
{
  const char *owner;
  const HdObject *object;
  const char *attribute;
  char *text;
  guint n_steps;
  HdPatternStep *steps; /* one more than n_steps if has_port */
  gboolean has_port;
} HdPattern;

/** hd_pattern_new: reports what does not parse and returns %NULL */
HdPattern *hd_pattern_new (HdEnvironment *environment,
                           const char *owner,
                           const HdObject *object,
                           const char *attribute,
                           const char *text);
void hd_pattern_free (HdPattern *self);
/** hd_pattern_get_port: name and indices after the dot, or %NULL */
const HdPatternStep *hd_pattern_get_port (const HdPattern *self);
/** hd_pattern_collect_names: interned names that may be loop variables, in order of appearance, each once */
void hd_pattern_collect_names (const HdPattern *self,
                               GPtrArray *names);
/** hd_pattern_split: a list, by hd_path_list_next () */
GPtrArray *hd_pattern_split (const char *text);

gboolean hd_index_term_get (HdIndexTerm *self,
                            const HdEnvironment *environment,
                            const HdPattern *pattern,
                            gint64 *out_index);

/* ---- loops --------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;  /* interned */
  HdFormula *first;  /* both NULL: the range follows from the arrays, or is one of neighbours */
  HdFormula *last;
  HdFormula *graph[HD_NEIGHBOURS_ARGUMENTS]; /* of "neighbours (nodes, degree, seed, node)", or NULL */
} HdLoopVariable;

/** HdLoop: the elements of a link pattern or of a pattern of routes */
typedef struct
{
  const char *owner;
  const HdObject *object;
  GArray *variables; /* HdLoopVariable: those of `for`, then the others in order of appearance */
  GPtrArray *texts;  /* owned parts of `for` */
  GPtrArray *patterns; /* borrowed HdPattern */
  HdFormula *where;
} HdLoop;

#define HD_MAX_LOOP_VARIABLES 16

/** HdLoopExtent: size of dimension @term of step @step (n_steps: the port); G_MAXINT64 if it has no bound; %FALSE after a report */
typedef gboolean (*HdLoopExtent) (gpointer data,
                                  const HdPattern *pattern,
                                  guint step,
                                  guint term,
                                  gint64 *out_size);
/** HdLoopElement: @element counts from 0; returns %FALSE to end the loop */
typedef gboolean (*HdLoopElement) (gpointer data,
                                   const HdEnvironment *environment,
                                   guint32 element);

HdLoop *hd_loop_new (HdEnvironment *environment,
                     const char *owner,
                     const HdObject *object,
                     HdPattern *const *patterns,
                     guint n_patterns);
void hd_loop_free (HdLoop *self);
/**
 * hd_loop_run:
 * @element: (nullable): %NULL only counts
 * @out_elements: those that passed `where`
 * @out_indexed: whether there is any variable
 *
 * Returns: %FALSE if it was ended or something was reported
 */
gboolean hd_loop_run (HdLoop *self,
                      const HdEnvironment *environment,
                      HdLoopExtent extent,
                      HdLoopElement element,
                      gpointer data,
                      guint32 *out_elements,
                      gboolean *out_indexed);

G_END_DECLS
