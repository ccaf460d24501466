/* hd-bdsim-parser.h: the lines of BDSim's two text files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-bdsim-reader.h"
#include "hd-bdsim-text.h"

G_BEGIN_DECLS

/** HdBdsimAssignment: of one line of the second file: "r[i][2].x = i", or "default Router.x = 1" */
typedef struct
{
  char *owner; /* instance, or kind of a default */
  gboolean is_default;
  char *key;
  char *text;
  char *condition; /* (nullable) */
} HdBdsimAssignment;

/** HdBdsimParser: what is known while the two files are read */
typedef struct
{
  HdBdsimText *text;
  HdCatalog *catalog;
  GHashTable *instances; /* borrowed, by name */
  GHashTable *libraries; /* set of names */
  GArray *assignments;   /* of HdBdsimAssignment */
  GRegex *inst, *link, *end, *fs_auto, *fs, *box, *set_default, *assign, *word, *number;
} HdBdsimParser;

/** HdBdsimRenaming: loops' names become the letters of the dimensions that they run through; k, M and G are written out */
typedef struct
{
  const HdBdsimLoops *loops;
  const char *letters[HD_BDSIM_DIMENSIONS]; /* by loop, or NULL */
  const char *unknown;                      /* (transfer full): the first word that means nothing */
} HdBdsimRenaming;

/* hd-bdsim-value.c: names, values and members that lines of both files name; failures are the reader's */
HdBdsimInstance *hd_bdsim_parser_find_instance (const HdBdsimParser *self,
                                                HdBdsimReader *reader,
                                                const char *name);
/** hd_bdsim_parser_find_kind: "Router" is the type manycore.router */
const HdComponentType *hd_bdsim_parser_find_kind (const HdBdsimParser *self,
                                                  HdBdsimReader *reader,
                                                  const char *kind);
/** hd_bdsim_parser_find_parameter: "link_width" is link-width; coordinates are called column and row, since x and y are places on the canvas */
const HdParameter *hd_bdsim_parser_find_parameter (HdBdsimReader *reader,
                                                   const HdComponentType *type,
                                                   const char *kind,
                                                   const char *key);
/** hd_bdsim_parser_read_value: as a project writes it */
char *hd_bdsim_parser_read_value (const HdBdsimParser *self,
                                  HdBdsimReader *reader,
                                  const HdParameter *parameter,
                                  const char *text,
                                  HdBdsimRenaming *renaming);
/** hd_bdsim_parser_read_box: "[i][2][*][0..3]": the members that are meant, the whole of a dimension by *; @renaming learns which loop is which letter */
gboolean hd_bdsim_parser_read_box (HdBdsimReader *reader,
                                   const HdBdsimInstance *instance,
                                   const char *subscripts,
                                   HdBdsimRenaming *renaming,
                                   HdBdsimBox *out_box);

/* hd-bdsim-topology.c: the first file */
gboolean hd_bdsim_parser_read_topology_line (HdBdsimReader *reader,
                                             const char *text,
                                             const HdBdsimLoops *loops,
                                             gpointer data);
/** hd_bdsim_parser_check_boxes: who puts some members into partitions puts all */
gboolean hd_bdsim_parser_check_boxes (const HdBdsimParser *self,
                                      HdBdsimReader *reader);

/* hd-bdsim-parameter.c: the second file */
gboolean hd_bdsim_parser_read_parameter_line (HdBdsimReader *reader,
                                              const char *text,
                                              const HdBdsimLoops *loops,
                                              gpointer data);
/** hd_bdsim_parser_set_values: later lines win; defaults count before all others, wherever they stand */
void hd_bdsim_parser_set_values (HdBdsimParser *self);

G_END_DECLS
