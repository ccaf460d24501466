/* hd-generate.h: parametric topologies
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A generator is a project whose variables are its parameters. A <generate> object is elaborated as an instance of that project's top; a
 * generated document is that project with the values written into it. So both always give the same system.
 */
#pragma once

#include <heddle/heddle-component.h>
#include <heddle/hd-document.h>

G_BEGIN_DECLS

/** HdLayout: how the components of a generated topology are placed */
typedef enum
{
  HD_LAYOUT_GRID,   /* the last dimension to the right, the one before it downwards, further ones as blocks */
  HD_LAYOUT_CIRCLE, /* each array around a circle, the first innermost */
  HD_LAYOUT_ROWS,   /* each array in one row, the first on top */
} HdLayout;

/**
 * HdGenerator:
 * @kind: "fat-tree", as in files and on the command line
 * @title, @help: (translatable)
 * @parameters: ends with a key of %NULL; each is a variable of the project
 */
typedef struct _HdGenerator
{
  const char *kind;
  const char *title;
  const char *help;
  const HdParameter *parameters;
  HdLayout layout;
  const char *resource; /* private */
} HdGenerator;

guint hd_generators_get_n (void);
const HdGenerator *hd_generators_get (guint n);
/** hd_generator_find: by kind, or %NULL */
const HdGenerator *hd_generator_find (const char *kind);
/** hd_generator_get_snapshot: (transfer full): the project with the default values */
HdSnapshot *hd_generator_get_snapshot (const HdGenerator *self);
/**
 * hd_generator_new_document:
 * @settings: (array zero-terminated=1) (nullable): KEY=VALUE; a value may be any expression that a file may hold
 *
 * A readable parametric project.
 *
 * Errors: %HD_ERROR_SYNTAX (no =), %HD_ERROR_NAME (no such parameter; the message lists those that exist), %HD_ERROR_RANGE or
 * %HD_ERROR_DIMENSION (a plain value that is not permitted).
 */
HdDocument *hd_generator_new_document (const HdGenerator *self,
                                       const char *const *settings,
                                       GError **error);
/**
 * hd_generator_place:
 * @layer: which of the components of the topology
 * @sizes: (array length=n_sizes): of its array
 * @index: flat, row major
 *
 * Where an element is drawn. Rows are centred; whoever knows all of them spreads the shorter ones to the width of the longest.
 */
void hd_generator_place (const HdGenerator *self,
                         guint layer,
                         const guint32 *sizes,
                         guint n_sizes,
                         guint32 index,
                         float *out_x,
                         float *out_y);

G_END_DECLS
