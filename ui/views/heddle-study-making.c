/* heddle-study-making.c: the figure of a study, made ready beside the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-page"

#include "heddle-study-making.h"

void
heddle_study_making_run (HeddleStudyMaking *self)
{
  switch (self->kind)
    {
    case HEDDLE_STUDY_HEATMAP:
      self->grid = heddle_study_grid_new (self->table, self->x.number, self->second, self->metric, self->is_logarithmic, self->chosen);
      break;

    case HEDDLE_STUDY_PARALLEL:
      self->lines = heddle_study_lines_new (self->table, self->metric);
      heddle_study_lines_prepare (self->lines, self->theme, self->width, self->height, self->scale);
      break;

    case HEDDLE_STUDY_EFFECTS:
      self->effects = heddle_study_effects_new (self->table, self->metric, &self->error);
      break;

    case HEDDLE_STUDY_CURVES:
      self->figure = heddle_study_figure_new (self->table, self->published, self->x, self->metric, self->is_logarithmic);
      break;
    }
}

void
heddle_study_making_clear (HeddleStudyMaking *self)
{
  g_clear_pointer (&self->figure, heddle_study_figure_free);
  g_clear_pointer (&self->grid, heddle_study_grid_free);
  g_clear_pointer (&self->lines, heddle_study_lines_free);
  g_clear_pointer (&self->effects, heddle_study_effects_free);
  g_clear_error (&self->error);
}
