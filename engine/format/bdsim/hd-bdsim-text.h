/* hd-bdsim-text.h: BDSim's two text files as they stand
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-catalog.h>

G_BEGIN_DECLS

#define HD_BDSIM_DIMENSIONS 3

/** HdBdsimValue: @text is a formula of hd_bdsim_letters */
typedef struct
{
  char *key;
  char *text;
} HdBdsimValue;

/** HdBdsimBox: members of an array from @first to @last in each dimension, which are in partition @fs */
typedef struct
{
  guint first[HD_BDSIM_DIMENSIONS], last[HD_BDSIM_DIMENSIONS];
  guint fs;
  guint line;
} HdBdsimBox;

/** HdBdsimInstance: @values: (element-type HdBdsimValue); @boxes: (element-type HdBdsimBox) */
typedef struct
{
  char *name;
  char *kind; /* "Router" */
  const HdComponentType *type;
  guint line;
  guint n_dimensions;
  guint sizes[HD_BDSIM_DIMENSIONS];
  GArray *values;
  GArray *boxes;
} HdBdsimInstance;

/** HdBdsimLink: @from and @to are ends of links as a project has them, @range is "i=0..3 j=0..2" or empty */
typedef struct
{
  char *from, *to, *range;
  guint latency; /* cycles */
  guint line;
} HdBdsimLink;

/** HdBdsimText: @instances: (element-type HdBdsimInstance); @links: (element-type HdBdsimLink) */
typedef struct
{
  GPtrArray *instances;
  GArray *links;
  guint n_fs; /* partitions, or 0 */
} HdBdsimText;

/** hd_bdsim_letters: what the indices of an array are called in formulas */
extern const char *const hd_bdsim_letters[HD_BDSIM_DIMENSIONS];

/**
 * hd_bdsim_text_read:
 * @catalog: must hold the library manycore
 * @parameters: (nullable): without, all values are the types' defaults
 *
 * Errors: those of hd_bdsim_convert ().
 */
gboolean hd_bdsim_text_read (HdBdsimText *self,
                             HdCatalog *catalog,
                             const char *topology,
                             gsize topology_length,
                             const char *topology_name,
                             const char *parameters,
                             gsize parameters_length,
                             const char *parameters_name,
                             GError **error);
void hd_bdsim_text_clear (HdBdsimText *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdBdsimText, hd_bdsim_text_clear)

/** hd_bdsim_condition: that the letters are within @box; (transfer full) (nullable): %NULL if all members are */
char *hd_bdsim_condition (const HdBdsimInstance *instance,
                          const HdBdsimBox *box);

G_END_DECLS
