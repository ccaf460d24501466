/* heddle-profile-figure.h: where programs spent their time, by function, line or instruction
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleProfileGrain: what of a program is one row */
typedef enum
{
  HEDDLE_PROFILE_BY_FUNCTION,
  HEDDLE_PROFILE_BY_LINE,
  HEDDLE_PROFILE_BY_INSTRUCTION,
} HeddleProfileGrain;

/** HeddleProfileLine: a row; of a function @row has its first line and address. @share: 0 to 1: of the cycles of all, issued and waited */
typedef struct
{
  HdProfileRow row;
  double share;
} HeddleProfileLine;

/** HeddleProfileFigure: of the files of a record */
typedef struct _HeddleProfileFigure HeddleProfileFigure;

/** heddle_profile_figure_new: reads the files, in any thread; %NULL without @error if there are none. Errors: of hd_profile_read () */
HeddleProfileFigure *heddle_profile_figure_new (HdRecord *record,
                                                GError **error);
void heddle_profile_figure_free (HeddleProfileFigure *self);
/** heddle_profile_figure_list: (element-type HeddleProfileLine) (transfer full): by program, then address; texts until the figure is freed */
GArray *heddle_profile_figure_list (HeddleProfileFigure *self,
                                    HeddleProfileGrain grain);
/** heddle_profile_figure_dup_summary: "parse.elf 28 %, lookup.elf 52 %": of the cycles of all */
char *heddle_profile_figure_dup_summary (HeddleProfileFigure *self);
/** heddle_profile_get_cycles: issued and waited */
static inline guint64
heddle_profile_get_cycles (const HdProfileRow *row)
{
  return row->issue_cycles + row->waited_cycles;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleProfileFigure, heddle_profile_figure_free)

G_END_DECLS
