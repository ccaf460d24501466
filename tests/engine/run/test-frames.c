/* test-frames.c: frames keep amounts and peaks through merging, for any number of readers
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: the amount over a window of whole frames equals the sum of what was put in, whatever was merged; a peak never vanishes.
 */
#include "hd-frames.h"

#include <glib.h>

#define FRAME 100000 /* ps, of the first frames */

/* A rate that changes every step, worked by hand below. */
static double
rate_at (guint resource,
         guint step)
{
  return (step * 7 + resource * 3) % 11;
}

static void
test_merge (void)
{
  HdFrames *frames = hd_frames_new (3, 0); /* the smallest: 64 frames */
  double cumulative[3] = { 0 };
  guint reached = 0;
  const guint total = 10000;
  HdFrameLoad loads[3];
  HdTime start, end;

  for (;;)
    {
      HdTime boundary = hd_frames_get_boundary (frames);

      if (boundary > (HdTime) total * FRAME)
        break;
      for (; reached < boundary / FRAME; reached++)
        for (guint r = 0; r < 3; r++)
          cumulative[r] += rate_at (r, reached) * FRAME;
      hd_frames_close (frames, cumulative);
    }
  for (; reached < total; reached++)
    for (guint r = 0; r < 3; r++)
      cumulative[r] += rate_at (r, reached) * FRAME;
  hd_frames_finish (frames, (HdTime) total * FRAME, cumulative);

  g_assert_cmpint (hd_frames_get_end (frames), ==, (HdTime) total * FRAME);
  g_assert_cmpint (hd_frames_get_interval (frames), ==, 256 * FRAME);
  hd_frames_read (frames, 0, HD_TIME_MAX, loads, &start, &end);
  g_assert_cmpint (start, ==, 0);
  g_assert_cmpint (end, ==, (HdTime) total * FRAME);
  for (guint r = 0; r < 3; r++)
    {
      g_assert_cmpfloat_with_epsilon (loads[r].amount, cumulative[r], 1e-3);
      g_assert_cmpfloat (loads[r].peak, ==, 10); /* the first steps were frames of their own */
    }

  /* A window in the middle, whole frames. */
  hd_frames_read (frames, 256 * FRAME, 3 * 256 * FRAME, loads, &start, &end);
  g_assert_cmpint (start, ==, 256 * FRAME);
  g_assert_cmpint (end, ==, 3 * 256 * FRAME);
  for (guint r = 0; r < 3; r++)
    {
      double expected = 0;
      HdFrameLoad one;

      for (guint step = 256; step < 768; step++)
        expected += rate_at (r, step) * FRAME;
      g_assert_cmpfloat_with_epsilon (loads[r].amount, expected, 1e-3);
      one = hd_frames_read_one (frames, r, 256 * FRAME, 3 * 256 * FRAME, &start, &end);
      g_assert_cmpfloat (one.amount, ==, loads[r].amount);
      g_assert_cmpfloat (one.peak, ==, loads[r].peak);
    }
  hd_frames_free (frames);
}

static void
test_empty (void)
{
  HdFrames *frames = hd_frames_new (2, 1 << 20);
  HdFrameLoad loads[2];
  HdTime start, end;

  hd_frames_read (frames, 0, 1000, loads, &start, &end);
  g_assert_cmpint (start, ==, 0);
  g_assert_cmpint (end, ==, 0);
  g_assert_cmpfloat (loads[0].amount, ==, 0);
  g_assert_cmpfloat (loads[1].peak, ==, 0);
  hd_frames_free (frames);
}

/* A run that ends where a frame does: what happens then is of that frame, also of one that closes a block; what was higher before stays the peak. */
static void
test_end_of_frame (void)
{
  for (guint n = 1; n <= 64; n++)
    {
      HdFrames *frames = hd_frames_new (2, 1 << 20);
      HdFrameLoad loads[2];
      HdTime start, end;

      for (guint i = 1; i <= n; i++)
        hd_frames_close (frames, (double[]){ 3.0 * FRAME, i });
      hd_frames_finish (frames, (HdTime) n * FRAME, (double[]){ 3.0 * FRAME, n + 2.0 * FRAME });
      g_assert_cmpint (hd_frames_get_end (frames), ==, (HdTime) n * FRAME);
      hd_frames_read (frames, 0, HD_TIME_MAX, loads, &start, &end);
      g_assert_cmpfloat (loads[0].amount, ==, 3.0 * FRAME);
      g_assert_cmpfloat (loads[0].peak, ==, 3);
      g_assert_cmpfloat (loads[1].amount, ==, n + 2.0 * FRAME);
      g_assert_cmpfloat_with_epsilon (loads[1].peak, 2 + 1.0 / FRAME, 1e-6);
      hd_frames_read (frames, (HdTime) (n - 1) * FRAME, HD_TIME_MAX, loads, &start, &end);
      g_assert_cmpfloat_with_epsilon (loads[1].amount, 1 + 2.0 * FRAME, 1e-6);
      hd_frames_free (frames);
    }
}

typedef struct
{
  HdFrames *frames;
  int stop; /* atomic */
  guint64 reads;
} Reader;

/* Constant rates 1 and 2: whatever a reader sees must agree with them. */
static gpointer
read_along (gpointer data)
{
  Reader *reader = data;

  while (!g_atomic_int_get (&reader->stop))
    {
      HdFrameLoad loads[2];
      HdTime start, end;

      hd_frames_read (reader->frames, 0, HD_TIME_MAX, loads, &start, &end);
      g_assert_cmpfloat (loads[0].amount, ==, (double) end);
      g_assert_cmpfloat (loads[1].amount, ==, 2.0 * (double) end);
      g_assert_true (end == 0 || loads[1].peak == 2);
      reader->reads++;
    }
  return NULL;
}

static void
test_concurrent (void)
{
  Reader reader = { hd_frames_new (2, 0), 0, 0 };
  GThread *thread = g_thread_new ("reader", read_along, &reader);

  for (guint i = 0; i < 1000; i++)
    {
      double boundary = (double) hd_frames_get_boundary (reader.frames);
      double cumulative[2] = { boundary, 2 * boundary };

      hd_frames_close (reader.frames, cumulative);
      if (i % 64 == 0)
        g_thread_yield ();
    }
  g_atomic_int_set (&reader.stop, 1);
  g_thread_join (thread);
  hd_frames_free (reader.frames);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/frames/merge", test_merge);
  g_test_add_func ("/engine/run/frames/empty", test_empty);
  g_test_add_func ("/engine/run/frames/end", test_end_of_frame);
  g_test_add_func ("/engine/run/frames/concurrent", test_concurrent);
  return g_test_run ();
}
