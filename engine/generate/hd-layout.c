/* hd-layout.c: where the components of a generated topology are drawn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-generate"

#include <heddle/hd-generate.h>

#include <math.h>

#define PITCH_X 120.0
#define PITCH_Y 96.0
#define ROW_HEIGHT 160.0
#define FIRST_X 82.0 /* what stands at a place of a grid: from the place, then from each other */
#define FIRST_Y 60.0
#define INNER_X 78.0
#define INNER_Y 82.0

static guint32
count (const guint32 *sizes,
       guint n_sizes)
{
  guint32 n = 1;

  for (guint d = 0; d < n_sizes; d++)
    n *= sizes[d];
  return MAX (n, 1);
}

/* The first two dimensions are the grid; what a place holds beyond that, and further layers, stands to the lower right of it, two beside each other
 * if there are more than two. */
static void
place_grid (guint layer,
            const guint32 *sizes,
            guint n_sizes,
            guint32 index,
            float *out_x,
            float *out_y)
{
  guint32 inner = n_sizes > 2 ? count (sizes + 2, n_sizes - 2) : 1;
  guint32 columns = n_sizes > 1 ? MAX (sizes[1], 1) : 1;
  guint32 place = index / inner;
  guint32 beside = inner > 2 ? 2 : 1;
  guint32 k = index % inner;
  double right = layer * FIRST_X + k % beside * INNER_X;
  double down = layer * FIRST_Y + k / beside * INNER_Y;

  *out_x = (float) (place % columns * PITCH_X * 2 + right);
  *out_y = (float) (place / columns * PITCH_Y * 2 + down);
}

static void
place_circle (guint layer,
              const guint32 *sizes,
              guint n_sizes,
              guint32 index,
              float *out_x,
              float *out_y)
{
  guint32 n = count (sizes, n_sizes);
  guint32 ring = n_sizes > 0 ? MAX (sizes[0], 1) : 1;
  double radius = n == 1 ? 0 : MAX (n * PITCH_X / (2 * G_PI), ring * PITCH_X / (2 * G_PI) + layer * ROW_HEIGHT);
  double angle = 2 * G_PI * (index + 0.5) / n - G_PI / 2;

  *out_x = (float) (radius * cos (angle));
  *out_y = (float) (radius * sin (angle));
}

void
hd_generator_place (const HdGenerator *self,
                    guint layer,
                    const guint32 *sizes,
                    guint n_sizes,
                    guint32 index,
                    float *out_x,
                    float *out_y)
{
  guint32 n = count (sizes, n_sizes);

  switch (self->layout)
    {
    case HD_LAYOUT_GRID:
      place_grid (layer, sizes, n_sizes, index, out_x, out_y);
      break;
    case HD_LAYOUT_CIRCLE:
      place_circle (layer, sizes, n_sizes, index, out_x, out_y);
      break;
    case HD_LAYOUT_ROWS:
    default:
      *out_x = (float) ((index - (n - 1) / 2.0) * PITCH_X);
      *out_y = (float) (layer * ROW_HEIGHT);
      break;
    }
}
