/* hd-graphml-meanings.h: what the attributes of a graph mean in a system
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-import.h>

#include "hd-graphml-reader.h"
#include "hd-import-map.h"

G_BEGIN_DECLS

/** HdGraphmlMeaning: of a key on one side; @parameter is interned, or NULL: the attribute is left out */
typedef struct
{
  const char *parameter;
  char *unit;      /* of plain numbers, or NULL for the parameter's own */
  gboolean stated; /* by the user */
  gboolean named;  /* by what it is called elsewhere */
  guint n_taken;   /* objects of which it became a part */
} HdGraphmlMeaning;

typedef struct
{
  HdGraphml *graph; /* borrowed */
  HdGraphmlMeaning *of[HD_IMPORT_OF_EDGES + 1]; /* owned: by side and key */
} HdGraphmlMeanings;

/**
 * hd_graphml_find_meanings:
 * @map: (nullable): HdLoading.map
 *
 * As the map says; by names where it says nothing. @out_meanings is valid after an error too.
 *
 * Errors: %HD_ERROR_SYNTAX; %HD_ERROR_NAME (an attribute that the graph has not, a parameter that no link has); %HD_ERROR_INVALID (two attributes
 * that are to mean the same)
 */
gboolean hd_graphml_find_meanings (HdGraphml *graph,
                                   const char *file_name,
                                   const char *const *map,
                                   HdGraphmlMeanings *out_meanings,
                                   GError **error);
void hd_graphml_meanings_clear (HdGraphmlMeanings *self);
/** hd_graphml_meanings_has: whether an attribute of @side means @parameter */
gboolean hd_graphml_meanings_has (HdGraphmlMeanings *self,
                                  HdImportSide side,
                                  const char *parameter);
/** hd_graphml_meanings_get: the text that means @parameter for an object with @values, and its key; %NULL if there is none */
const char *hd_graphml_meanings_get (HdGraphmlMeanings *self,
                                     HdImportSide side,
                                     const GArray *values,
                                     const char *parameter,
                                     guint *out_key);
/** hd_graphml_meanings_tell: the attributes, one for each name on a side; @done: all objects have been met, so that what none took was left out */
void hd_graphml_meanings_tell (HdGraphmlMeanings *self,
                               gboolean done,
                               HdImportReport *report);

/* ---- which attribute is meant ----------------------------------------------------------------------------------------- */

/** hd_graphml_has_side: whether @key is of nodes, or of edges */
gboolean hd_graphml_has_side (HdGraphml *graph,
                              guint key,
                              HdImportSide side);
/**
 * hd_graphml_is_meant:
 *
 * Whether @rule speaks of @key on @side: by a name with a side if an attribute is called so, otherwise by its name.
 */
gboolean hd_graphml_is_meant (HdGraphml *graph,
                              guint key,
                              HdImportSide side,
                              const HdImportRule *rule);
/** hd_graphml_is_word_of: whether @words, separated by spaces, has @word in any letters */
gboolean hd_graphml_is_word_of (const char *word,
                                const char *words);
/** hd_graphml_dup_names: "type, bw", for messages */
char *hd_graphml_dup_names (HdGraphml *graph);

G_END_DECLS
