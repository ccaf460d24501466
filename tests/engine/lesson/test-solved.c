/* test-solved.c: the lessons and stories that come with the program, solved by hand and played
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: every student who works a lesson out as its hints say gets all points, whatever was drawn, and one who is wrong everywhere none; stories run at each step as
 * far as they say, and what their texts tell is what the run comes to. Values are worked out here by the formulas at the heads of the lessons, not read from runs.
 */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/hd-grader.h>
#include <heddle/hd-setting.h>

#include "hd-lesson-private.h"

static HdCatalog *catalog;

static HdLesson *
load (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  HdLesson *lesson = hd_lesson_load (file, &error);

  g_assert_no_error (error);
  return lesson;
}

/* ---- what was drawn ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  HdLesson *lesson;
  const char *student;
  char **drawn;
  HdAnswers *answers;
  gboolean right; /* else each answer is wrong */
} Pupil;

static double
get_drawn (const Pupil *self,
           const char *variable)
{
  for (guint i = 0; self->drawn[i] != NULL; i++)
    if (g_str_has_prefix (self->drawn[i] + 1, variable) && self->drawn[i][1 + strlen (variable)] == '=')
      {
        HdQuantity quantity;

        g_assert_true (hd_quantity_parse (self->drawn[i] + 2 + strlen (variable), &quantity, NULL));
        return quantity.value;
      }
  g_assert_not_reached ();
}

static void
say (Pupil *self,
     const char *question,
     const char *right,
     const char *wrong)
{
  hd_answers_set (self->answers, question, self->right ? right : wrong, NULL);
}

static void
say_number (Pupil *self,
            const char *question,
            double value,
            const char *unit)
{
  g_autofree char *right = g_strdup_printf ("%.9g %s", value, unit), *wrong = g_strdup_printf ("%.9g %s", 1.5 * value + 1, unit);

  say (self, question, g_strstrip (right), g_strstrip (wrong));
}

static void
say_curve (Pupil *self,
           const char *question,
           const double *values,
           guint n,
           const char *unit)
{
  g_autoptr (GString) right = g_string_new (NULL), wrong = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (right, "%s%.9g %s", i > 0 ? ", " : "", values[i], unit);
      g_string_append_printf (wrong, "%s%.9g %s", i > 0 ? ", " : "", values[n - 1 - i], unit);
    }
  say (self, question, right->str, wrong->str);
}

/* The project of the question's step with settings, and more: @from and @to (nullable) are text that is replaced. */
static void
hand_in (Pupil *self,
         const char *question,
         const char *setting,
         const char *from,
         const char *to)
{
  guint step = hd_lesson_get_step_of (self->lesson, hd_lesson_find_question (self->lesson, question));
  g_autoptr (GError) error = NULL;
  g_autoptr (HdSnapshot) stage = hd_lesson_dup_stage (self->lesson, step, FALSE, self->student, &error);
  g_autofree char *text = hd_snapshot_to_string (stage, NULL), *changed = NULL;
  g_autoptr (HdDocument) document = NULL;

  g_assert_no_error (error);
  if (self->right && from != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (text, from, 2);

      g_assert_cmpuint (g_strv_length (parts), ==, 2);
      changed = g_strjoinv (to, parts);
    }
  document = hd_document_load_from_data (changed != NULL ? changed : text, -1, NULL, NULL, &error);
  g_assert_no_error (error);
  if (self->right && setting != NULL)
    {
      hd_setting_write (document, setting, &error);
      g_assert_no_error (error);
    }
  g_free (changed);
  changed = hd_document_to_string (document, NULL);
  hd_answers_set (self->answers, question, "", changed);
}

/* ---- the lessons --------------------------------------------------------------------------------------------------------- */

static void
solve_bottleneck (Pupil *self)
{
  static const double uplinks[] = { 5e9, 10e9, 25e9, 50e9, 100e9 };
  double n = get_drawn (self, "hosts"), bandwidth = get_drawn (self, "bandwidth"), curve[G_N_ELEMENTS (uplinks)];

  say_number (self, "time", 1e3 * 2 * (n - 1) * (4e9 / n / bandwidth + 2e-6), "ms");
  say (self, "shared", "twice", "same");
  say_number (self, "latency", 1e3 * 2 * (n - 1) * 2 * 0.999e-3, "ms");
  say (self, "saturated", "uplink[1]", "rack[0]/access[0]");
  for (guint i = 0; i < G_N_ELEMENTS (uplinks); i++)
    curve[i] = 2 * (2 * n - 1) * 1e9 / (2 * n) / fmin (uplinks[i], 50e9);
  say_curve (self, "curve", curve, G_N_ELEMENTS (curve), "s");
  hand_in (self, "buy", "$uplink=50 GB/s", NULL, NULL);
}

static void
solve_ring (Pupil *self)
{
  static const double sizes[] = { 1e3, 10e3, 100e3, 1e6, 10e6 };
  double bytes = get_drawn (self, "bytes"), bandwidth = get_drawn (self, "bandwidth"), curve[G_N_ELEMENTS (sizes)];
  double time = 6 * (bytes / 4 / bandwidth + 500e-9);

  say_number (self, "time", 1e3 * time, "ms");
  say_number (self, "carried", 1.5e-6 * bytes, "MB");
  say (self, "small", "latency", "bandwidth");
  say_number (self, "large", 6 * (4e9 / 4 / bandwidth + 500e-9) / time, "");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    curve[i] = sizes[i] / (6 * (sizes[i] / 4 / bandwidth + 500e-9));
  say_curve (self, "speed", curve, G_N_ELEMENTS (curve), "B/s");
  hand_in (self, "faster", NULL, "</top>",
           "<link id=\"ns\" from=\"north.xpu\" to=\"south.xpu\" class=\"wire\"/><link id=\"ew\" from=\"east.xpu\" to=\"west.xpu\" class=\"wire\"/></top>");
  if (self->right)
    {
      g_auto (GStrv) parts = g_strsplit (hd_answers_get (self->answers, "faster")->project, "algorithm=\"ring\"", 2);
      g_autofree char *both = g_strjoinv ("algorithm=\"recursive-doubling\"", parts);
      HdAnswers *answers = hd_answers_new (self->lesson, self->student, NULL);

      /* Drawn first, chosen then: one try. */
      for (guint i = 0; i + 1 < hd_lesson_get_n_questions (self->lesson); i++)
        {
          const char *id = hd_lesson_get_question (self->lesson, i)->id;

          hd_answers_set (answers, id, hd_answers_get (self->answers, id)->value, NULL);
        }
      hd_answers_set (answers, "faster", "", both);
      hd_answers_free (self->answers);
      self->answers = answers;
    }
}

static void
solve_trees (Pupil *self)
{
  static const double noise[] = { 0, 0.2, 0.4, 0.6, 0.8 };
  double p = get_drawn (self, "processes"), curve[G_N_ELEMENTS (noise)];

  say_number (self, "packets", p - 16, "");
  say_number (self, "heads", p / 16 - 1, "");
  say (self, "noisy", "2", "5");
  say (self, "factor", "thrice", "same");
  for (guint i = 0; i < G_N_ELEMENTS (noise); i++)
    curve[i] = 3.0 + 496 * 0.02 / (1 - noise[i]);
  say_curve (self, "curve", curve, G_N_ELEMENTS (curve), "us");
  hand_in (self, "choose", "$algorithm=hierarchical-k-nomial", NULL, NULL);
}

static void
solve_wormhole (Pupil *self)
{
  static const double accepted[] = { 0.144, 0.288, 0.36, 0.36 };

  say_number (self, "alone", 5 * (16.0 / 3 + 1) + 2.5 + get_drawn (self, "flits") - 1, "");
  say (self, "one", "full", "same");
  say_curve (self, "accepted", accepted, G_N_ELEMENTS (accepted), "");
  say (self, "busiest", "noc/across[24]", "noc/across[0]");
  say_number (self, "torus", 5 * (256.0 / 63 + 1) + 2.5, "");
  say (self, "deadlock", "two", "one");
  hand_in (self, "divide", "$virtual_channels=4", NULL, NULL);
}

static void
solve_phases (Pupil *self)
{
  static const double parsers[] = { 4, 6, 8, 10, 12 };
  static const double threads[] = { 344000 / 32.0 / 0.37, 344000 / 32.0 / 0.74, 344000 / 32.0, 344000 / 32.0 };
  double curve[G_N_ELEMENTS (parsers)];

  say_number (self, "cycles", 2000 * 203 / get_drawn (self, "engines"), "");
  for (guint i = 0; i < G_N_ELEMENTS (parsers); i++)
    curve[i] = fmax (2000 * 64 / (8 * parsers[i]), 2000 * 142 / (8 * (16 - parsers[i])));
  say_curve (self, "division", curve, G_N_ELEMENTS (curve), "");
  say (self, "best", "slower", "faster");
  say_curve (self, "threads", threads, G_N_ELEMENTS (threads), "");
  hand_in (self, "hide", "$threads=2", NULL, NULL);
}

static void
solve_parallel (Pupil *self)
{
  static const double crossing[] = { 2 * 7920 * 4 / 24.0, 2 * 7920 * 8 / 24.0, 2 * 7920 * 16 / 24.0, 2 * 7920 };

  say_number (self, "lookahead", 1e9 / get_drawn (self, "clock"), "ns");
  say (self, "same", "nothing", "little");
  say_curve (self, "crossing", crossing, G_N_ELEMENTS (crossing), "");
  say (self, "ask", "fewer", "more");
  hand_in (self, "quiet", "run:sync=request", NULL, NULL);
}

typedef struct
{
  const char *lesson;
  void (*solve) (Pupil *self);
} Solution;

static void
test_solved (gconstpointer data)
{
  const Solution *solution = data;
  static const char *const students[] = { "Ada", "Dennis & Ken" };
  g_autoptr (HdLesson) lesson = load (solution->lesson);
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 2, 0);
  g_autoptr (HdGrader) grader = hd_grader_new (lesson, queue);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;

  g_close (g_file_open_tmp ("heddle-solved-XXXXXX", &path, &error), NULL);
  g_assert_no_error (error);
  file = g_file_new_for_path (path);
  g_assert_true (hd_lesson_check (lesson, catalog, &error));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (students); i++)
    {
      const char *student = students[i / 2];
      Pupil pupil = { lesson, student, hd_lesson_draw (lesson, student), hd_answers_new (lesson, student, &error), i % 2 == 0 };
      g_autoptr (HdGrade) grade = NULL;

      solution->solve (&pupil);
      g_assert_true (hd_answers_save (pupil.answers, file, &error));
      grade = hd_grader_grade (grader, file, &error);
      g_assert_no_error (error);
      for (guint k = 0; k < grade->marks->len; k++)
        {
          const HdMark *mark = grade->marks->pdata[k];

          g_test_message ("%s, %s: %u of %u: %s", student, mark->question, mark->points, mark->most, mark->reason);
          g_assert_cmpuint (mark->points, ==, pupil.right ? mark->most : 0);
        }
      hd_answers_free (pupil.answers);
      g_strfreev (pupil.drawn);
    }
  g_file_delete (file, NULL, NULL);
}

/* ---- the stories --------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *story;
  guint step;
  const char *metric;
  double value;     /* as its text tells it */
  double tolerance; /* of what it leaves out */
} Told;

static const Told told[] = {
  { "small/slow-link.lesson", 1, "time_total", 0.140, 0.001 },
  { "small/slow-link.lesson", 2, "time_total", 0.240, 0.001 },
  { "small/slow-link.lesson", 3, "time_total", 0.070, 0.003 },
  { "hcsim/training.lesson", 1, "time_iter", 11.6, 0.005 },
  { "hcsim/training.lesson", 1, "sync_exposed", 5.15, 0.001 },
  { "hcsim/training.lesson", 3, "time_iter", 8.0, 0.005 },
  { "hcsim/training.lesson", 4, "time_iter", 8.0, 0.005 },
  { "aggregation/race.lesson", 1, "world.time", 52.7e-6, 0.002 },
  { "aggregation/race.lesson", 1, "world.hottest-down", 496, 0 },
  { "aggregation/race.lesson", 2, "world.time", 16.1e-6, 0.002 },
  { "aggregation/race.lesson", 3, "world.time", 7.2e-6, 0.005 },
  { "aggregation/race.lesson", 3, "world.hottest-down", 31, 0 },
  { "chiplets/matrix.lesson", 0, "gpu.end", 535334, 0 },
  { "chiplets/matrix.lesson", 1, "gpu.end", 276634, 0 },
  { "chiplets/matrix.lesson", 2, "gpu.end", 123979, 0 },
  { "chiplets/matrix.lesson", 3, "gpu.end", 160324, 0 },
  { "chiplets/matrix.lesson", 4, "gpu.end", 88989, 0 },
};

static gboolean
runs (const HdLessonStep *step)
{
  for (guint i = 0; i < step->acts->len; i++)
    if (((const HdLessonAct *) step->acts->pdata[i])->kind == HD_ACT_RUN)
      return TRUE;
  return FALSE;
}

static void
check_told (const char *story,
            guint step,
            HdRecord *record)
{
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    if (strcmp (told[i].story, story) == 0 && told[i].step == step)
      {
        HdMetric metric;

        g_assert_true (hd_record_find_metric (record, told[i].metric, &metric));
        g_test_message ("%s, step %u: %s is %g", story, step, told[i].metric, metric.value);
        g_assert_cmpfloat_with_epsilon (metric.value, told[i].value, told[i].tolerance * told[i].value + 1e-15);
      }
}

static void
test_played (gconstpointer story)
{
  g_autoptr (HdLesson) lesson = load (story);
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 2, 0);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (hd_lesson_get_n_questions (lesson), ==, 0);
  hd_lesson_check (lesson, catalog, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < hd_lesson_get_n_steps (lesson); i++)
    {
      g_autoptr (HdSnapshot) stage = hd_lesson_dup_stage (lesson, i, FALSE, "", &error);
      g_autoptr (HdRunJob) job = NULL;

      g_assert_no_error (error);
      if (!runs (hd_lesson_get_step (lesson, i)))
        continue;
      job = hd_run_queue_submit (queue, stage, NULL, 0);
      hd_run_job_wait (job, &error);
      g_assert_no_error (error);
      check_told (story, i, hd_run_job_get_record (job));
    }
}

int
main (int argc,
      char **argv)
{
  static const Solution solutions[] = {
    { "small/bottleneck.lesson", solve_bottleneck }, { "small/ring.lesson", solve_ring },       { "aggregation/trees.lesson", solve_trees },
    { "noc/wormhole.lesson", solve_wormhole },       { "neptune/phases.lesson", solve_phases }, { "bdsim/parallel.lesson", solve_parallel },
  };
  static const char *const stories[] = { "small/slow-link.lesson", "hcsim/training.lesson", "aggregation/race.lesson", "chiplets/matrix.lesson" };
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = hd_catalog_new ();
  g_strfreev (hd_catalog_load_default (catalog));
  for (guint i = 0; i < G_N_ELEMENTS (solutions); i++)
    {
      g_autofree char *name = g_strdup_printf ("/solved/%s", strchr (solutions[i].lesson, '/') + 1);

      g_test_add_data_func (name, &solutions[i], test_solved);
    }
  for (guint i = 0; i < G_N_ELEMENTS (stories); i++)
    {
      g_autofree char *name = g_strdup_printf ("/played/%s", strchr (stories[i], '/') + 1);

      g_test_add_data_func (name, stories[i], test_played);
    }
  status = g_test_run ();
  g_object_unref (catalog);
  return status;
}
