/* test-cli-grade.c: answers to a lesson, on the command line
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * By hand, for the lesson of the bottleneck: n accelerators, links of b, vectors of 4 GB. A ring takes 2 (n - 1) (4 GB / n / b + 2 us); with both
 * directions of a link on one capacity each step takes twice as long; with latencies of 1 ms each step takes 2 * 999 us more.
 *
 * For that of the ring: four accelerators, vectors of v, links of b: 6 (v / 4 / b + 500 ns); small vectors take as long as the latencies.
 *
 * Invariants: right answers give all points to every student, wrong ones and none give none; what was drawn depends on the name alone; answers of
 * another student or lesson, files that are none, and a lesson that asks for what its project lacks are each told by name.
 */
#include <math.h>
#include <string.h>

#include <sys/stat.h>

#include "cli-fixture.h"

#define LESSON(attributes, draw, question) \
  "<lesson version=\"1\" name=\"pair\" project=\"" attributes "\"><title>Pair</title>\n" draw "<step>" question "</step></lesson>\n"
#define PROJECT \
  "<heddle version=\"1\" name=\"pair\">\n" \
  "<variables><variable name=\"speed\" value=\"10 GB/s\"/></variables>\n" \
  "<link-class id=\"L\" bandwidth=\"$speed\" latency=\"0 s\" sharing=\"split\"/>\n" \
  "<top><component id=\"a\" type=\"fabric.xpu\"/><component id=\"b\" type=\"fabric.xpu\"/>\n" \
  "<link id=\"wire\" from=\"a.eth\" to=\"b.eth\" class=\"L\"/></top>\n" \
  "<communicators><communicator id=\"all\" members=\"a b\"/></communicators>\n" \
  "<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"ring\" bytes=\"1 GB\"/></heddle>\n"

typedef struct
{
  char *directory;
  char *lesson; /* that of the bottleneck */
  char *ring;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-grade-XXXXXX", NULL);
  fixture->lesson = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "small", "bottleneck.lesson", NULL);
  fixture->ring = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "small", "ring.lesson", NULL);
  g_free (cli_write_file (fixture->directory, "pair.heddle", PROJECT));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  cli_remove_tree (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->lesson);
  g_free (fixture->ring);
}

static char *
hand_out (const char *lesson,
          const char *student)
{
  g_auto (Result) result = cli_run (NULL, "grade", lesson, "--hand-out", student, NULL);

  g_assert_cmpstr (result.errors, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  return g_steal_pointer (&result.output);
}

/* (transfer full): @text with the answer to @question filled in; frees @text */
static char *
answer (char *text,
        const char *question,
        const char *value)
{
  g_autofree char *empty = g_strdup_printf ("question=\"%s\" value=\"\"", question), *full = g_strdup_printf ("question=\"%s\" value=\"%s\"", question, value);
  g_auto (GStrv) parts = g_strsplit (text, empty, 2);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  g_free (text);
  return g_strjoinv (full, parts);
}

static double
read_drawn (const char *text,
            const char *variable)
{
  const char *found = strstr (text, variable);

  g_assert_nonnull (found);
  return g_ascii_strtod (found + strlen (variable), NULL);
}

/* The first questions; test-solved.c answers all. Right if @factor is 1. */
static char *
solve (const char *lesson,
       const char *student,
       double factor,
       const char *option)
{
  char *text = hand_out (lesson, student);
  double n = read_drawn (text, "$hosts="), bandwidth = read_drawn (text, "$bandwidth=") * 1e9;
  g_autofree char *time = g_strdup_printf ("%.6f ms", factor * 1e3 * 2 * (n - 1) * (4e9 / n / bandwidth + 2e-6));
  g_autofree char *latency = g_strdup_printf ("%.6f ms", factor * 2 * (n - 1) * 2 * 0.999);

  text = answer (answer (text, "time", time), "latency", latency);
  return answer (text, "shared", option);
}

static void
test_points (Fixture *fixture,
             gconstpointer data)
{
  static const char *const students[] = { "Ada", "Grace", "Dennis & Ken" };

  for (guint i = 0; i < G_N_ELEMENTS (students); i++)
    {
      g_autofree char *good = solve (fixture->lesson, students[i], 1, "twice"), *bad = solve (fixture->lesson, students[i], 1.02, "same");
      g_autofree char *blank = hand_out (fixture->lesson, students[i]);
      g_autofree char *right = cli_write_file (fixture->directory, "right.xml", good), *wrong = cli_write_file (fixture->directory, "wrong.xml", bad);
      g_autofree char *none = cli_write_file (fixture->directory, "none.xml", blank);
      g_auto (Result) result = cli_run (NULL, "grade", fixture->lesson, right, wrong, none, NULL);
      g_autofree char *full = g_strdup_printf ("right.xml: %s: 8 of 17 points\n  time: 3/3\n  shared: 2/2\n  latency: 3/3\n  saturated: 0/2  There is no answer.\n", students[i]);
      g_autofree char *nothing = g_strdup_printf ("wrong.xml: %s: 0 of 17 points\n", students[i]);
      g_autofree char *empty = g_strdup_printf ("none.xml: %s: 0 of 17 points\n  time: 0/3  There is no answer.\n", students[i]);

      g_assert_cmpstr (result.errors, ==, "");
      g_assert_cmpint (result.status, ==, 0);
      g_assert_true (g_str_has_prefix (result.output, "What a bottleneck is\n"));
      g_assert_nonnull (strstr (result.output, full));
      g_assert_nonnull (strstr (result.output, nothing));
      g_assert_nonnull (strstr (result.output, empty));
      g_assert_nonnull (strstr (result.output, "“same” is wrong: it is “twice”, twice as long. Each link"));
    }
}

static double
read_bytes (const char *text)
{
  double number = read_drawn (text, "$bytes=");

  return number * (number < 100 ? 1e9 : 1e6); /* 1 GB, or 400 MB and more */
}

static char *
solve_ring (const char *lesson,
            const char *student,
            double factor,
            const char *option)
{
  char *text = hand_out (lesson, student);
  double bytes = read_bytes (text), bandwidth = read_drawn (text, "$bandwidth=") * 1e9;
  double time = 6 * (bytes / 4 / bandwidth + 500e-9), large = 6 * (4e9 / 4 / bandwidth + 500e-9);
  g_autofree char *of_time = g_strdup_printf ("%.6f ms", factor * 1e3 * time), *of_large = g_strdup_printf ("%.6f", factor * large / time);

  text = answer (answer (text, "time", of_time), "large", of_large);
  return answer (text, "small", option);
}

static void
test_ring (Fixture *fixture,
           gconstpointer data)
{
  static const char *const students[] = { "Ada", "Grace", "Barbara" };

  for (guint i = 0; i < G_N_ELEMENTS (students); i++)
    {
      g_autofree char *good = solve_ring (fixture->ring, students[i], 1, "latency"), *bad = solve_ring (fixture->ring, students[i], 0.98, "bandwidth");
      g_autofree char *right = cli_write_file (fixture->directory, "right.xml", good), *wrong = cli_write_file (fixture->directory, "wrong.xml", bad);
      g_auto (Result) result = cli_run (NULL, "grade", fixture->ring, right, wrong, NULL);
      g_autofree char *full = g_strdup_printf ("right.xml: %s: 7 of 16 points\n", students[i]), *nothing = g_strdup_printf ("wrong.xml: %s: 0 of 16 points\n", students[i]);

      g_assert_cmpstr (result.errors, ==, "");
      g_assert_nonnull (strstr (result.output, full));
      g_assert_nonnull (strstr (result.output, nothing));
    }
}

/* What is handed out is in the language of whoever hands it out, and worth the same in any. */
static void
test_languages (Fixture *fixture,
                gconstpointer data)
{
  g_autofree char *english = hand_out (fixture->ring, "Ada"), *chinese = NULL;
  g_auto (GStrv) in_english = NULL, in_chinese = NULL;

  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  chinese = hand_out (fixture->ring, "Ada");
  g_unsetenv ("LANGUAGE");
  in_english = g_strsplit (english, "<text>", 2);
  in_chinese = g_strsplit (chinese, "<text>", 2);
  g_assert_cmpstr (in_english[0], ==, in_chinese[0]); /* name, seal, and what was drawn */
  g_assert_true (g_str_has_prefix (in_english[1], "Each of four accelerators"));
  g_assert_true (g_str_has_prefix (in_chinese[1], "四个加速器"));
}

/* Ten students are not all given the same, and each always what he was given. */
static void
test_draws (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (GHashTable) drawn = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *student = g_strdup_printf ("Student %u", i), *once = hand_out (fixture->lesson, student), *again = hand_out (fixture->lesson, student);

      g_assert_cmpstr (once, ==, again);
      g_hash_table_add (drawn, g_strdup_printf ("%g %g", read_drawn (once, "$hosts="), read_drawn (once, "$bandwidth=")));
    }
  g_assert_cmpuint (g_hash_table_size (drawn), >, 1);
}

static void
test_formats (Fixture *fixture,
              gconstpointer data)
{
  g_autofree char *good = solve (fixture->lesson, "=cmd \"x\"", 1, "same"), *file = cli_write_file (fixture->directory, "a.xml", good);
  g_auto (Result) csv = cli_run (NULL, "grade", fixture->lesson, file, "--format", "csv", NULL);
  g_auto (Result) junit = cli_run (NULL, "grade", fixture->lesson, file, "--format", "junit", NULL);
  g_auto (Result) other = cli_run (NULL, "grade", fixture->lesson, file, "--format", "pdf", NULL);

  g_assert_true (g_str_has_prefix (csv.output, "file,student,question,points,most_points,reason\n"));
  g_assert_nonnull (strstr (csv.output, "a.xml\",\"'=cmd \"\"x\"\"\",\"time\",3,3,\"\"\n"));
  g_assert_nonnull (strstr (csv.output, "\"shared\",0,2,\"“same” is wrong"));
  g_assert_nonnull (strstr (junit.output, "tests=\"6\" failures=\"4\""));
  g_assert_nonnull (strstr (junit.output, "<testcase classname=\"=cmd &quot;x&quot;\" name=\"time\"></testcase>"));
  g_assert_cmpint (other.status, ==, 2);
}

/* (transfer full): what is said of a file of answers that is not to be graded */
static char *
find_fault (Fixture *fixture,
            const char *lesson,
            const char *text)
{
  g_autofree char *file = cli_write_file (fixture->directory, "odd.xml", text);
  g_auto (Result) result = cli_run (NULL, "grade", lesson, file, NULL);

  g_assert_cmpint (result.status, ==, 1);
  g_assert_nonnull (strstr (result.output, ": 0 of 17 points\n"));
  return g_steal_pointer (&result.output);
}

static void
test_faults (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *good = solve (fixture->lesson, "Ada", 1, "twice");
  g_auto (GStrv) named = g_strsplit (good, "student=\"Ada\"", 2), lessoned = g_strsplit (good, "lesson=\"bottleneck\"", 2);
  g_autofree char *copied = g_strjoinv ("student=\"Bob\"", named), *other = g_strjoinv ("lesson=\"rings\"", lessoned);
  g_autofree char *half = g_strndup (good, strlen (good) / 2);
  g_autofree char *of_copied = find_fault (fixture, fixture->lesson, copied), *of_other = find_fault (fixture, fixture->lesson, other);
  g_autofree char *of_half = find_fault (fixture, fixture->lesson, half), *of_project = find_fault (fixture, fixture->lesson, PROJECT);
  g_autofree char *missing = g_build_filename (fixture->directory, "missing.xml", NULL);
  g_autofree char *pipe = g_build_filename (fixture->directory, "pipe.xml", NULL);
  g_auto (GStrv) versioned = g_strsplit (good, "<answers version=\"1\"", 2);
  g_autofree char *newer = g_strjoinv ("<answers version=\"2\"", versioned), *of_newer = find_fault (fixture, fixture->lesson, newer);
  g_auto (Result) of_missing = cli_run (NULL, "grade", fixture->lesson, missing, NULL);

  g_assert_nonnull (strstr (of_copied, "not handed out to “Bob”"));
  g_assert_nonnull (strstr (of_other, "another lesson, “rings”"));
  g_assert_nonnull (strstr (of_half, "odd.xml:"));
  g_assert_nonnull (strstr (of_project, "no file of answers: it begins with <heddle>")); /* whatever it is, if it is not called a project */
  g_assert_nonnull (strstr (of_newer, "answers of version 2 are not known"));
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  {
    g_auto (Result) of_pipe = cli_run (NULL, "grade", fixture->lesson, pipe, NULL);

    g_assert_cmpint (of_pipe.status, ==, 1);
    g_assert_nonnull (strstr (of_pipe.output, "pipe.xml is no regular file"));
  }
  g_assert_cmpint (of_missing.status, ==, 1);
  g_assert_nonnull (strstr (of_missing.output, "missing.xml"));
}

typedef struct
{
  const char *lesson, *message;
} Spoiled;

/* A lesson that is wrong is told, whatever the answers are. */
static void
test_lessons (Fixture *fixture,
              gconstpointer data)
{
  static const Spoiled spoiled[] = {
    { LESSON ("pair.heddle", "<draw variable=\"colour\" values=\"1\"/>", "<question id=\"q\" points=\"1\" answer=\"time_total\"/>"), "no variable “colour”" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" answer=\"throughput_of_nothing\"/>"), "no metric “throughput_of_nothing”" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"0\" answer=\"time_total\"/>"), "points=\"0\" must be a whole number from 1 to 1000" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" tolerance=\"2\" answer=\"time_total\"/>"), "tolerance=\"2\" must be" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\"/>"), "needs either “answer”, “pick” or “check”, or options" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\"><option id=\"a\" when=\"1 == 1\"/><option id=\"b\" when=\"1 == 1\"/></question>"),
      "one option must hold, not 2" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" answer=\"1 +\"/>"), "answer=\"1 +\"" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" anwser=\"1\"/>"), "“anwser” is not an attribute of <question>" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" answer=\"time_total\" set=\"$colour=1\"/>"), "colour" },
    { LESSON ("pair.heddle", "", ""), "this is a story: it asks nothing" },
    { "<lesson version=\"1\" name=\"pair\" project=\"pair.heddle\"/>", "has no steps" },
    { LESSON ("pair.heddle", "", "\n<set setting=\"$colour=1\"/><question id=\"q\" points=\"1\" answer=\"time_total\"/>"), "spoiled.lesson:3: “$colour=1” cannot be written" },
    { LESSON ("pair.heddle", "", "<remove object=\"top/link:cable\"/><question id=\"q\" points=\"1\" answer=\"time_total\"/>"), "the project has no “top/link:cable”" },
    { LESSON ("pair.heddle", "", "<open project=\"none.heddle\"/><question id=\"q\" points=\"1\" answer=\"time_total\"/>"), "none.heddle" },
    { LESSON ("pair.heddle", "", "<picture file=\"none.svg\"/><question id=\"q\" points=\"1\" answer=\"time_total\"/>"), "there is no picture “none.svg”" },
    { LESSON ("pair.heddle", "", "<show view=\"cinema\"/><question id=\"q\" points=\"1\" answer=\"time_total\"/>"), "no page is called so" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" pick=\"link\" when=\"mean > 2\"/>"), "nothing of the project is what it asks for" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" answer=\"time_total\" over=\"$speed\" values=\"1 GB/s\"/>"), "a sketch has 2 to 24 values" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" answer=\"time_total\" over=\"$colour\" values=\"1, 2\"/>"), "colour" },
    { LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" check=\"nothing.there > 1\"/>"), "no metric “nothing.there”" },
    { LESSON ("../pair.heddle", "", "<question id=\"q\" points=\"1\" answer=\"time_total\"/>"), "in the folder of the lesson or below" },
    { LESSON ("none.heddle", "", "<question id=\"q\" points=\"1\" answer=\"time_total\"/>"), "none.heddle" },
  };
  g_autofree char *whole = cli_write_file (fixture->directory, "whole.lesson", LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" answer=\"time_total\"/>"));
  g_autofree char *blank = hand_out (whole, "Ada"), *file = cli_write_file (fixture->directory, "blank.xml", blank);

  for (guint i = 0; i < G_N_ELEMENTS (spoiled); i++)
    {
      g_autofree char *lesson = cli_write_file (fixture->directory, "spoiled.lesson", spoiled[i].lesson);
      g_auto (Result) result = cli_run (NULL, "grade", lesson, file, NULL);

      g_test_message ("%s: %s", spoiled[i].message, result.errors);
      g_assert_cmpint (result.status, !=, 0);
      g_assert_cmpstr (result.output, ==, "");
      g_assert_nonnull (strstr (result.errors, spoiled[i].message));
      g_assert_nonnull (strstr (result.errors, "spoiled.lesson"));
    }
}

/* What was handed out before a lesson was changed is graded, and it is said. 1 GB at 10 GB/s takes 100 ms. */
static void
test_changed (Fixture *fixture,
              gconstpointer data)
{
  g_autofree char *old = cli_write_file (fixture->directory, "changing.lesson", LESSON ("pair.heddle", "", "<question id=\"q\" points=\"1\" answer=\"time_total\"/>"));
  g_autofree char *text = answer (hand_out (old, "Ada"), "q", "0.1 s"), *file = cli_write_file (fixture->directory, "ada.xml", text);
  g_autofree char *new = cli_write_file (fixture->directory, "changing.lesson", LESSON ("pair.heddle", "", "<question id=\"q\" points=\"2\" answer=\"time_total\"/>"));
  g_auto (Result) result = cli_run (NULL, "grade", new, file, NULL);

  g_assert_cmpint (result.status, ==, 0);
  g_assert_nonnull (strstr (result.output, "Ada: 2 of 2 points\n  The lesson or its project was changed"));
}

/* ---- other kinds of questions ------------------------------------------------------------------------------------------ */

#define KINDS \
  LESSON ("pair.heddle", "<draw variable=\"speed\" values=\"10 GB/s, 20 GB/s, 40 GB/s\"/>", \
          "<question id=\"link\" points=\"1\" pick=\"link\" when=\"mean == most_mean\"/>" \
          "<question id=\"end\" points=\"1\" pick=\"component\" when=\"bandwidth >= 0 B/s\"/>" \
          "<question id=\"curve\" points=\"2\" tolerance=\"0.05\" answer=\"time_total\" over=\"$speed\" values=\"10 GB/s, 20 GB/s\"/>" \
          "<question id=\"time\" points=\"2\" tolerance=\"0.01\" answer=\"time_total\"/>" \
          "<question id=\"mend\" points=\"3\" check=\"time_total &lt; 0.6 * before_time_total and `wire.bandwidth` >= 1 B/s and links == before_links\"/>")

#define OWN(bandwidth, more) \
  "<heddle version=\"1\" name=\"pair\">\n" \
  "<variables><variable name=\"speed\" value=\"10 GB/s\"/></variables>\n" \
  "<link-class id=\"L\" bandwidth=\"" bandwidth "\" latency=\"0 s\" sharing=\"split\"/>\n" \
  "<top><component id=\"a\" type=\"fabric.xpu\"/><component id=\"b\" type=\"fabric.xpu\"/>\n" \
  "<link id=\"wire\" from=\"a.eth\" to=\"b.eth\" class=\"L\"/>" more "</top>\n" \
  "<communicators><communicator id=\"all\" members=\"a b\"/></communicators>\n" \
  "<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"ring\" bytes=\"1 GB\"/></heddle>\n"

/* A link is picked by its path, a sketch has a quantity for each value, a task a project: beside the answers, in them, or alone. */
static void
test_kinds (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *lesson = cli_write_file (fixture->directory, "kinds.lesson", KINDS), *text = NULL, *file = NULL, *own = NULL;
  g_auto (Result) checked = cli_run (NULL, "check", lesson, NULL);

  g_assert_cmpint (checked.status, ==, 0);
  g_assert_nonnull (strstr (checked.output, "1 steps, 5 questions, 9 points"));
  text = answer (hand_out (lesson, "Ada"), "link", "wire");
  text = answer (answer (text, "curve", "100 ms, 51 ms"), "mend", "own.heddle");
  text = answer (text, "end", "a");
  file = cli_write_file (fixture->directory, "ada.xml", text);
  own = cli_write_file (fixture->directory, "own.heddle", OWN ("2 * $speed", ""));
  {
    g_auto (Result) result = cli_run (NULL, "grade", lesson, file, own, NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_nonnull (strstr (result.output, "Ada: 7 of 9 points\n"));
    g_assert_nonnull (strstr (result.output, "  link: 1/1\n  end: 1/1\n  curve: 2/2\n  time: 0/2  There is no answer.\n  mend: 3/3\n"));
    g_assert_nonnull (strstr (result.output, "own.heddle: own: 3 of 9 points\n  This is a project alone"));
  }
}

typedef struct
{
  const char *project, *message;
} Hostile;

/* What is handed in is run, so it may neither take for ever nor look around. */
static void
test_hostile (Fixture *fixture,
              gconstpointer data)
{
  static const Hostile hostile[] = {
    { OWN ("$speed", ""), "What was asked for is not so." },
    { OWN ("2 * $speed", "<component id=\"c\" type=\"fabric.xpu\" count=\"4000000000\"/>"), "The project does not run: " },
    { OWN ("2 * $speed", "<component id=\"c\" type=\"netproc.source\" file=\"/dev/zero\"/>"), "names what is outside of it: file=\"/dev/zero\"" },
    { OWN ("2 * $speed", "<component id=\"c\" type=\"netproc.source\" file=\"../../secret\"/>"), "names what is outside of it" },
    { OWN ("2 * $speed", "<component id=\"c\" type=\"chiplet.process\" program=\"rm\"/>"), "The project does not run: " },
    { OWN ("oops", ""), "The project does not run: " },
    { "<heddle version=\"1\"", "The project does not run: " },
    { "no project", "The project does not run: " },
    { "<heddle version=\"1\" name=\"empty\"><top/></heddle>", "The project does not run: " },
  };
  g_autofree char *lesson = cli_write_file (fixture->directory, "kinds.lesson", KINDS);

  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autofree char *own = cli_write_file (fixture->directory, "Bob.heddle", hostile[i].project);
      g_auto (Result) result = cli_run (NULL, "grade", lesson, own, NULL);

      g_test_message ("%s: %s", hostile[i].message, result.output);
      g_assert_cmpstr (result.errors, ==, "");
      g_assert_nonnull (strstr (result.output, "Bob: 0 of 9 points\n"));
      g_assert_nonnull (strstr (result.output, hostile[i].message));
    }
}

static void
test_folder (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *lesson = cli_write_file (fixture->directory, "kinds.lesson", KINDS), *folder = g_build_filename (fixture->directory, "class", NULL);
  g_autofree char *inner = g_build_filename (folder, "Grace", NULL), *pipe = g_build_filename (folder, "pipe.xml", NULL), *kept = NULL, *before = NULL;
  g_autofree char *ada = hand_out (lesson, "Ada"), *grace = answer (hand_out (lesson, "Grace"), "mend", "mine.heddle");

  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  kept = cli_write_file (folder, "ada.xml", ada);
  g_free (cli_write_file (folder, "notes.txt", "not for grading"));
  g_free (cli_write_file (folder, "Bob.heddle", OWN ("2 * $speed", "")));
  g_free (cli_write_file (inner, "answers.xml", grace));
  g_free (cli_write_file (inner, "mine.heddle", OWN ("4 * $speed", "")));
  {
    g_auto (Result) result = cli_run (NULL, "grade", lesson, folder, NULL);

    g_assert_cmpint (result.status, ==, 1); /* the pipe */
    g_assert_nonnull (strstr (result.output, "Bob.heddle: Bob: 3 of 9"));
    g_assert_nonnull (strstr (result.output, "ada.xml: Ada: 0 of 9"));
    g_assert_nonnull (strstr (result.output, "Grace/answers.xml: Grace: 3 of 9"));
    g_assert_nonnull (strstr (result.output, "pipe.xml is no regular file"));
    g_assert_null (strstr (result.output, "mine.heddle:"));
    g_assert_null (strstr (result.output, "notes.txt"));
  }
  g_file_get_contents (kept, &before, NULL, NULL);
  g_assert_cmpstr (before, ==, ada); /* what is graded stays as it is */
}

/* Whose value it is that somebody wrote down; and a project that was begun by another. Names are such that their draws differ: 100 and 50 ms. */
static void
test_copies (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *lesson = cli_write_file (fixture->directory, "kinds.lesson", KINDS);
  char *files[2] = { NULL, NULL };
  g_autofree char *right = NULL, *borrower = NULL, *owner = NULL;

  for (guint i = 0; borrower == NULL; i++)
    {
      g_autofree char *student = g_strdup_printf ("Student %u", i), *text = hand_out (lesson, student);
      double speed = read_drawn (text, "$speed=");

      if (owner == NULL)
        {
          owner = g_steal_pointer (&student);
          right = g_strdup_printf ("%.6f ms", 1000 / speed);
        }
      else if (fabs (1000 / speed - g_ascii_strtod (right, NULL)) > 1)
        borrower = g_steal_pointer (&student);
    }
  {
    g_autofree char *of_owner = answer (hand_out (lesson, owner), "time", right), *of_borrower = answer (hand_out (lesson, borrower), "time", right);

    files[0] = cli_write_file (fixture->directory, "owner.xml", of_owner);
    files[1] = cli_write_file (fixture->directory, "borrower.xml", of_borrower);
  }
  {
    g_auto (Result) result = cli_run (NULL, "grade", lesson, files[0], files[1], NULL);
    g_autofree char *told = g_strdup_printf ("The wrong answer to “time” is what is right for “%s” (", owner);

    g_assert_nonnull (strstr (result.output, told));
    g_assert_nonnull (strstr (strstr (result.output, "borrower.xml"), told));
  }
  g_free (files[0]);
  files[0] = cli_write_file (fixture->directory, "Zoe.heddle", OWN ("30 * $speed", "<note x=\"0\" y=\"0\">speed</note>"));
  {
    g_auto (Result) result = cli_run (NULL, "grade", lesson, files[0], NULL);
    g_autofree char *text = hand_out (lesson, "Zoe");

    g_assert_nonnull (strstr (result.output, "Zoe: 3 of 9"));
    g_assert_cmpint (strstr (text, "$speed=10 GB/s") == NULL, ==, strstr (result.output, "not begun from what was drawn for “Zoe”: $speed is 10 GB/s") != NULL);
  }
  g_free (files[0]);
  g_free (files[1]);
}

/* ---- a class -------------------------------------------------------------------------------------------------------------------------- */

#define N_STUDENTS 28
#define BOMB \
  "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">" \
  "<!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;\">]><answers version=\"1\">&e;&e;&e;</answers>"

static void
write_sheet (const char *folder,
             guint number,
             const char *text)
{
  g_autofree char *name = g_strdup_printf ("%02u.xml", number);

  g_free (cli_write_file (folder, name, text));
}

/* Thirty sheets and one command: every third is right, every third wrong, the rest know the option alone; one was copied, and one is no sheet but an attack. */
static void
test_class (Fixture *fixture,
            gconstpointer data)
{
  static const guint points[] = { 8, 0, 2 };
  g_autofree char *folder = g_build_filename (fixture->directory, "class", NULL), *first = NULL;
  double n, bandwidth;

  g_assert_cmpint (mkdir (folder, 0700), ==, 0);
  for (guint i = 0; i < N_STUDENTS; i++)
    {
      g_autofree char *student = g_strdup_printf ("Student %u", i), *text = solve (fixture->lesson, student, i % 3 == 0 ? 1 : 1.02, i % 3 == 1 ? "same" : "twice");

      write_sheet (folder, i, text);
      if (i == 0)
        first = g_steal_pointer (&text);
    }
  n = read_drawn (first, "$hosts=");
  bandwidth = read_drawn (first, "$bandwidth=") * 1e9;
  for (guint i = 0, copied = 0; copied == 0; i++) /* of whom other values were drawn for */
    {
      g_autofree char *student = g_strdup_printf ("Borrower %u", i), *text = hand_out (fixture->lesson, student);
      g_autofree char *time = g_strdup_printf ("%.6f ms", 1e3 * 2 * (n - 1) * (4e9 / n / bandwidth + 2e-6));

      if (read_drawn (text, "$bandwidth=") * 1e9 == bandwidth)
        continue;
      text = answer (g_steal_pointer (&text), "time", time);
      write_sheet (folder, N_STUDENTS, text);
      copied = 1;
    }
  write_sheet (folder, N_STUDENTS + 1, BOMB);
  {
    g_auto (Result) result = cli_run (NULL, "grade", fixture->lesson, folder, NULL), again = cli_run (NULL, "grade", fixture->lesson, folder, NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 1); /* one could not be graded */
    g_assert_cmpstr (result.output, ==, again.output);
    for (guint i = 0; i < N_STUDENTS; i++)
      {
        g_autofree char *line = g_strdup_printf ("%02u.xml: Student %u: %u of 17 points\n", i, i, points[i % 3]);

        g_test_message ("%s", line);
        g_assert_nonnull (strstr (result.output, line));
      }
    g_assert_nonnull (strstr (strstr (result.output, "28.xml: Borrower"), "The wrong answer to “time” is what is right for “Student 0”"));
    g_assert_nonnull (strstr (result.output, "29.xml: ?: 0 of 17 points\n"));
  }
}

static void
test_usage (Fixture *fixture,
            gconstpointer data)
{
  g_auto (Result) alone = cli_run (NULL, "grade", fixture->lesson, NULL);
  g_auto (Result) nameless = cli_run (NULL, "grade", fixture->lesson, "--hand-out", "", NULL);
  g_auto (Result) missing = cli_run (NULL, "grade", "missing.lesson", "--hand-out", "Ada", NULL);

  g_assert_cmpint (alone.status, ==, 2);
  g_assert_cmpint (nameless.status, ==, 2);
  g_assert_cmpint (missing.status, ==, 4);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/cli-grade/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("points", test_points);
  ADD ("ring", test_ring);
  ADD ("languages", test_languages);
  ADD ("draws", test_draws);
  ADD ("formats", test_formats);
  ADD ("faults", test_faults);
  ADD ("lessons", test_lessons);
  ADD ("changed", test_changed);
  ADD ("kinds", test_kinds);
  ADD ("hostile", test_hostile);
  ADD ("folder", test_folder);
  ADD ("copies", test_copies);
  ADD ("class", test_class);
  ADD ("usage", test_usage);
#undef ADD
  return g_test_run ();
}
