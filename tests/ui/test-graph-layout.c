/* test-graph-layout.c: automatic layout, by Graphviz and by programs that mean harm
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what is pinned stays; nothing overlaps; whatever a program says or does not say, the document is as before or laid out, and the
 * caller hears of it in time.
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "edits-fixture.h"
#include "heddle-graph-layout.h"

#define RING \
  "<top>" \
  "<component id=\"s\" type=\"fabric.switch\" count=\"3\" x=\"0\" y=\"0\"/>" \
  "<component id=\"a\" type=\"fabric.xpu\" x=\"10\" y=\"0\"/>" \
  "<component id=\"b\" type=\"fabric.xpu\" x=\"20\" y=\"0\" pinned=\"true\"/>" \
  "<component id=\"c\" type=\"fabric.xpu\" x=\"30\" y=\"0\"/>" \
  "<link from=\"a.eth\" to=\"s[0].port[0]\" bandwidth=\"1 GB/s\" latency=\"0 s\"/>" \
  "<link from=\"b.eth\" to=\"s[1].port[0]\" bandwidth=\"1 GB/s\" latency=\"0 s\"/>" \
  "<link from=\"c.eth\" to=\"s[2].port[0]\" bandwidth=\"1 GB/s\" latency=\"0 s\"/>" \
  "<link from=\"s[i].port[1]\" to=\"s[(i + 1) % 3].port[2]\" bandwidth=\"1 GB/s\" latency=\"0 s\"/>" \
  "</top>"

#define N_BOXES 4

typedef struct
{
  Edits edits;
  HeddleExtent extents[N_BOXES];
  GArray *moved;
  GError *error;
  gboolean done;
} Layout;

static void
begin (Layout *layout)
{
  static const char *const paths[N_BOXES] = { "top/s", "top/a", "top/b", "top/c" };

  memset (layout, 0, sizeof *layout);
  edits_begin (&layout->edits, RING);
  for (guint i = 0; i < N_BOXES; i++)
    layout->extents[i] = (HeddleExtent){ edits_find (&layout->edits, paths[i]), 10.0 * i - 84, -25, 168, 50 };
}

static void
end (Layout *layout)
{
  g_clear_pointer (&layout->moved, g_array_unref);
  g_clear_error (&layout->error);
  edits_end (&layout->edits);
}

static void
on_arranged (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  Layout *layout = data;

  layout->moved = heddle_graph_layout_finish (result, &layout->error);
  layout->done = TRUE;
}

static void
arrange (Layout *layout,
         const char *program,
         guint limit_ms,
         GCancellable *cancellable)
{
  heddle_graph_layout_async (layout->edits.document, edits_top (&layout->edits), layout->extents, N_BOXES, program, limit_ms, cancellable, on_arranged,
                             layout);
  while (!layout->done)
    g_main_context_iteration (NULL, TRUE);
}

/* ---- Graphviz itself -------------------------------------------------------------------------------------------------------------- */

static gboolean
overlap (const HeddleExtent *a,
         const HeddleExtent *b)
{
  return fabs (a->x - b->x) < (a->width + b->width) / 2 && fabs (a->y - b->y) < (a->height + b->height) / 2;
}

static void
test_graphviz (gconstpointer program)
{
  Layout layout;
  g_autofree char *path = g_find_program_in_path (program);

  if (path == NULL)
    {
      g_test_skip ("Graphviz is not installed");
      return;
    }
  begin (&layout);
  arrange (&layout, program, 20000, NULL);
  g_assert_no_error (layout.error);
  g_assert_cmpuint (layout.moved->len, ==, N_BOXES - 1); /* b is pinned */
  for (guint i = 0; i < layout.moved->len; i++)
    for (guint k = 0; k < i; k++)
      g_assert_false (overlap (&g_array_index (layout.moved, HeddleExtent, i), &g_array_index (layout.moved, HeddleExtent, k)));
  for (guint i = 0; i < layout.moved->len; i++)
    {
      const HeddleExtent *moved = &g_array_index (layout.moved, HeddleExtent, i);
      HeddleExtent pinned = { 0, 20, 0, 168, 50 };

      g_assert_cmpuint (moved->uid, !=, edits_find (&layout.edits, "top/b"));
      g_assert_cmpfloat (fmod (moved->x, HEDDLE_GRID), ==, 0);
      g_assert_false (overlap (moved, &pinned));
    }
  g_assert_true (heddle_edit_place (layout.edits.document, (HeddleExtent *) layout.moved->data, layout.moved->len, "Arrange", &layout.error));
  g_assert_cmpstr (hd_document_get_undo_name (layout.edits.document), ==, "Arrange");
  g_assert_cmpstr (edits_get (&layout.edits, "top/b", "x"), ==, "20");
  edits_assert_valid (&layout.edits);
  end (&layout);
}

static void
test_dot (void)
{
  Layout layout;

  begin (&layout);

  g_autofree char *dot
      = heddle_graph_layout_dup_dot (layout.edits.document, edits_top (&layout.edits), layout.extents, N_BOXES);

  g_test_message ("%s", dot);
  /* Boxes with their sizes; links between objects once, none from an array to itself. */
  g_assert_nonnull (strstr (dot, "0 [width=2.833, height=1.194]"));
  g_assert_nonnull (strstr (dot, "2 [width=2.833, height=1.194, pin=true, pos=\"0.278,"));
  g_assert_nonnull (strstr (dot, "1 -- 0;"));
  g_assert_nonnull (strstr (dot, "3 -- 0;"));
  g_assert_null (strstr (dot, "0 -- 0"));
  end (&layout);
}

/* ---- answers ------------------------------------------------------------------------------------------------------------------------ */

static void
test_parse (void)
{
  static const char *const bad[] = {
    "", "graph", "hello", "graph 1 2 3\nnode 0 1 1 1 1 x\n", "graph 1 2 3\nnode 0 1 1 1 1\nstop\n", "graph 1 2 3\nnode 0 1 1 1 1\nnode 0 1 1 1 1\nstop\n",
    "graph 1 2 3\nnode 2 1 1 1 1\nnode 1 1 1 1 1\nstop\n", "graph 1 2 3\nnode 0 nan 1 1 1\nnode 1 1 1 1 1\nstop\n",
    "graph 1 2 3\nnode 0 1e9 1 1 1\nnode 1 1 1 1 1\nstop\n", "graph 1 2 3\nnode 0 1\nstop\n", "graph 1 2 3\nnode 0 1 x 1 1\nnode 1 1 1 1 1\nstop\n",
    "graph 1 2 3\nnode -1 1 1 1 1\nnode 1 1 1 1 1\nstop\n", "graph 1 2 3\nboom\nstop\n", "stop\n", "graph 1 2 3\nstop\n",
  };
  double centres[4];
  g_autoptr (GError) error = NULL;

  g_assert_true (heddle_graph_layout_parse ("graph 1 5 5\nnode 1 1 2 1 1 \"\" solid box black lightgrey\nnode 0 -0.5 1e1 1 1 x\nedge 0 1 4 0 0 0 0\nstop\n", 2,
                                            centres, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (centres[0], ==, -36);
  g_assert_cmpfloat (centres[1], ==, -720);
  g_assert_cmpfloat (centres[2], ==, 72);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_test_message ("%s", bad[i]);
      g_assert_false (heddle_graph_layout_parse (bad[i], 2, centres, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_SYNTAX);
      g_clear_error (&error);
    }
}

static void
test_random (void)
{
  static const char *const words[] = { "graph", "node", "edge", "stop", "0", "1", "-3", "1.5", "nan", "\"\"", "\n", "\n", " ", "inf", "9999999999999999999" };
  double centres[4];

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (g_test_rand_bit () ? "graph 1 2 3\n" : "");

      for (int k = g_test_rand_int_range (0, 30); k > 0; k--)
        g_string_append_printf (text, "%s%s", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))], g_test_rand_bit () ? " " : "");
      heddle_graph_layout_parse (text->str, 2, centres, NULL);
    }
}

/* ---- programs that mean harm -------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  const char *script;
  GQuark (*domain) (void);
  int code;
  const char *says;
} Harm;

/* What hangs is waited for as long as that; a busy machine may need longer for all others. */
#define SHORT_MS 500
#define SHORT_TEXT "500" HD_FIGURE_SPACE "ms"
#define LONG_MS 60000

static const Harm harms[] = {
  { "hangs", "sleep 60", hd_error_quark, HD_ERROR_LIMIT, SHORT_TEXT },
  { "hangs-on", "trap '' TERM; cat >/dev/null; while :; do sleep 60; done", hd_error_quark, HD_ERROR_LIMIT, SHORT_TEXT },
  { "fails", "echo out of ink >&2; exit 3", hd_error_quark, HD_ERROR_IO, "out of ink" },
  { "fails-silently", "exit 1", hd_error_quark, HD_ERROR_IO, "does not say why" },
  { "dies", "kill -SEGV $$", hd_error_quark, HD_ERROR_IO, "failed" },
  { "prints-garbage", "head -c 5000 /dev/urandom", hd_error_quark, HD_ERROR_SYNTAX, "no layout" },
  { "prints-nothing", "cat >/dev/null", hd_error_quark, HD_ERROR_SYNTAX, "graph" },
  { "prints-half", "echo graph 1 1 1; echo node 0 1 1 1 1; echo stop", hd_error_quark, HD_ERROR_SYNTAX, "left out object" },
  { "prints-for-ever", "yes graph", hd_error_quark, HD_ERROR_LIMIT, "more than there is to say" },
};

static char *
write_program (const char *name,
               const char *script)
{
  g_autofree char *directory = g_dir_make_tmp ("heddle-graph-layout-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, name, NULL);
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\n%s\n", script);

  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL));
  return g_steal_pointer (&path);
}

static void
remove_program (char *path)
{
  g_autofree char *directory = g_path_get_dirname (path);

  g_unlink (path);
  g_rmdir (directory);
  g_free (path);
}

static void
test_harm (gconstpointer data)
{
  const Harm *harm = data;
  char *path = write_program ("sfdp", harm->script);
  gboolean hangs = strcmp (harm->says, SHORT_TEXT) == 0;
  gint64 start = g_get_monotonic_time ();
  Layout layout;

  begin (&layout);
  arrange (&layout, path, hangs ? SHORT_MS : LONG_MS, NULL);
  g_test_message ("%s", layout.error != NULL ? layout.error->message : "no error");
  g_assert_error (layout.error, harm->domain (), harm->code);
  g_assert_nonnull (strstr (layout.error->message, harm->says));
  g_assert_null (layout.moved);
  g_assert_true (!hangs || g_get_monotonic_time () - start < 20 * G_USEC_PER_SEC);
  end (&layout);
  remove_program (path);
}

static gboolean
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

static void
test_cancel (void)
{
  char *path = write_program ("sfdp", "sleep 60");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Layout layout;

  begin (&layout);
  g_timeout_add (50, cancel, cancellable);
  arrange (&layout, path, 30000, cancellable);
  g_assert_error (layout.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  end (&layout);
  remove_program (path);
}

static void
test_missing (void)
{
  Layout layout;

  begin (&layout);
  arrange (&layout, "no-such-layout-program", 1000, NULL);
  g_assert_error (layout.error, HD_ERROR, HD_ERROR_IO);
  g_assert_nonnull (strstr (layout.error->message, "Graphviz"));
  end (&layout);
}

int
main (int argc,
      char **argv)
{
  const HeddleLayoutProgram *programs;
  guint n;

  g_test_init (&argc, &argv, NULL);
  programs = heddle_layout_programs_get (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/ui/graph-layout/graphviz/%s", programs[i].program);

      g_test_add_data_func (path, programs[i].program, test_graphviz);
    }
  g_test_add_func ("/ui/graph-layout/dot", test_dot);
  g_test_add_func ("/ui/graph-layout/parse", test_parse);
  g_test_add_func ("/ui/graph-layout/random", test_random);
  for (guint i = 0; i < G_N_ELEMENTS (harms); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ui/graph-layout/harm/%s", harms[i].name);

      g_test_add_data_func (path, &harms[i], test_harm);
    }
  g_test_add_func ("/ui/graph-layout/cancel", test_cancel);
  g_test_add_func ("/ui/graph-layout/missing", test_missing);
  return g_test_run ();
}
