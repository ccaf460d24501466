/* heddle-graph-layout.c: automatic layout by a program of Graphviz
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-graph-layout"

#include "heddle-graph-layout.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "heddle-edit-private.h"

#define PX_PER_INCH 72.0
#define GAP 36.0        /* px around each object */
#define BAR_WIDTH 168.0 /* px: what is wider became so because of what it joins, and will again */
#define BAR_HEIGHT 48.0 /* px: what is higher is no bar */

/* What a program may say about each object, and at all. */
#define ANSWER_PER_BOX 512
#define ANSWER_PER_EDGE 4096
#define ANSWER_LEAST (1u << 20)

const HeddleLayoutProgram *
heddle_layout_programs_get (guint *out_n)
{
  static const HeddleLayoutProgram programs[] = {
    { "dot", N_("Levels"), N_("One row below the other, as in a tree.") },
    { "sfdp", N_("Forces, for large drawings"), N_("Links pull, objects push, coarse first.") },
    { "neato", N_("Springs"), N_("Distances as long as paths of links.") },
    { "circo", N_("Circles"), N_("Rings of what is joined in rings.") },
  };

  *out_n = G_N_ELEMENTS (programs);
  return programs;
}

/* ---- the question ------------------------------------------------------------------------------------------------------------ */

static gboolean
is_pinned (const HdObject *object)
{
  return object != NULL && g_strcmp0 (hd_object_get (object, "pinned"), "true") == 0;
}

/* The object of the module that "server[i]/xpu.nic" starts with. */
static char *
dup_first_name (const char *pattern)
{
  return g_strndup (pattern, strcspn (pattern, "[/. "));
}

/* What is above stays above, where a layout knows levels. */
static void
append_edge (GString *dot,
             GHashTable *boxes,
             GHashTable *seen,
             const HeddleExtent *extents,
             const HdObject *link)
{
  const char *from = hd_object_get (link, "from"), *to = hd_object_get (link, "to");
  g_autofree char *from_name = dup_first_name (from != NULL ? from : ""), *to_name = dup_first_name (to != NULL ? to : "");
  const HeddleExtent *from_extent, *to_extent;
  gpointer a, b;
  char *edge;

  if (!g_hash_table_lookup_extended (boxes, from_name, NULL, &a) || !g_hash_table_lookup_extended (boxes, to_name, NULL, &b) || a == b)
    return;
  from_extent = &extents[GPOINTER_TO_UINT (a)];
  to_extent = &extents[GPOINTER_TO_UINT (b)];
  if (to_extent->y + to_extent->height / 2 < from_extent->y + from_extent->height / 2)
    edge = g_strdup_printf ("  %u -- %u;\n", GPOINTER_TO_UINT (b), GPOINTER_TO_UINT (a));
  else
    edge = g_strdup_printf ("  %u -- %u;\n", GPOINTER_TO_UINT (a), GPOINTER_TO_UINT (b));
  if (!g_hash_table_contains (seen, edge))
    g_string_append (dot, edge);
  g_hash_table_add (seen, edge);
}

static void
append_box (GString *dot,
            const HdObject *object,
            const HeddleExtent *extent,
            guint index)
{
  double drawn = extent->height < BAR_HEIGHT && extent->width > BAR_WIDTH ? BAR_WIDTH : extent->width;
  char width[G_ASCII_DTOSTR_BUF_SIZE], height[G_ASCII_DTOSTR_BUF_SIZE], x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (width, sizeof width, "%.3f", (drawn + GAP) / PX_PER_INCH);
  g_ascii_formatd (height, sizeof height, "%.3f", (extent->height + GAP) / PX_PER_INCH);
  g_string_append_printf (dot, "  %u [width=%s, height=%s", index, width, height);
  if (is_pinned (object))
    {
      g_ascii_formatd (x, sizeof x, "%.3f", (extent->x + extent->width / 2) / PX_PER_INCH);
      g_ascii_formatd (y, sizeof y, "%.3f", -(extent->y + extent->height / 2) / PX_PER_INCH);
      g_string_append_printf (dot, ", pin=true, pos=\"%s,%s!\"", x, y);
    }
  g_string_append (dot, "];\n");
}

char *
heddle_graph_layout_dup_dot (HdDocument *document,
                             guint64 module,
                             const HeddleExtent *extents,
                             guint n)
{
  const HdObject *block = hd_document_get_object (document, module);
  GString *dot = g_string_new ("graph module {\n  graph [overlap=false, splines=line, outputorder=nodesfirst, inputscale=1];\n"
                               "  node [shape=box, fixedsize=true, label=\"\"];\n");
  g_autoptr (GHashTable) boxes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (document, extents[i].uid);
      const char *id = object != NULL ? hd_object_get_id (object) : NULL;

      if (id != NULL)
        g_hash_table_insert (boxes, (gpointer) id, GUINT_TO_POINTER (i));
      append_box (dot, object, &extents[i], i);
    }
  for (guint i = 0; block != NULL && i < hd_object_get_n_children (block); i++)
    if (hd_object_get_kind (hd_object_get_child (block, i)) == HD_OBJECT_LINK)
      append_edge (dot, boxes, seen, extents, hd_object_get_child (block, i));
  g_string_append (dot, "}\n");
  return g_string_free (dot, FALSE);
}

/* ---- the answer --------------------------------------------------------------------------------------------------------------- */

static gboolean
fail (GError **error,
      guint line,
      const char *what)
{
  g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("The layout program gave no layout: line %u %s"), line, what);
  return FALSE;
}

static gboolean
read_number (const char *text,
             double *out_number)
{
  char *end;

  if (text == NULL || *text == '\0')
    return FALSE;
  *out_number = g_ascii_strtod (text, &end);
  return *end == '\0' && isfinite (*out_number) && fabs (*out_number) < 1e7;
}

/* node NAME X Y WIDTH HEIGHT ... */
static gboolean
read_node (char **words,
           guint line,
           guint n,
           double *centres,
           GError **error)
{
  guint64 index;
  double x, y;

  if (g_strv_length (words) < 6 || !g_ascii_string_to_unsigned (words[1], 10, 0, G_MAXUINT, &index, NULL) || index >= n)
    return fail (error, line, _("names no object"));
  if (!isnan (centres[2 * index]))
    return fail (error, line, _("places an object twice"));
  if (!read_number (words[2], &x) || !read_number (words[3], &y))
    return fail (error, line, _("gives no place"));
  centres[2 * index] = x * PX_PER_INCH;
  centres[2 * index + 1] = -y * PX_PER_INCH;
  return TRUE;
}

gboolean
heddle_graph_layout_parse (const char *plain,
                           guint n,
                           double *out_centres,
                           GError **error)
{
  g_auto (GStrv) lines = g_strsplit (plain, "\n", -1);
  gboolean stopped = FALSE;

  for (guint i = 0; i < 2 * n; i++)
    out_centres[i] = NAN;
  if (!g_str_has_prefix (lines[0] != NULL ? lines[0] : "", "graph "))
    return fail (error, 1, _("should begin with “graph”"));
  for (guint i = 1; lines[i] != NULL && !stopped; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 7);

      if (g_strcmp0 (words[0], "node") == 0 && !read_node (words, i + 1, n, out_centres, error))
        return FALSE;
      stopped = g_strcmp0 (words[0], "stop") == 0;
      if (!stopped && g_strcmp0 (words[0], "node") != 0 && g_strcmp0 (words[0], "edge") != 0)
        return fail (error, i + 1, _("should be of a node or an edge"));
    }
  if (!stopped)
    return fail (error, g_strv_length (lines), _("should be “stop”"));
  for (guint i = 0; i < n; i++)
    if (isnan (out_centres[2 * i]))
      {
        g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("The layout program left out object %u of %u"), i + 1, n);
        return FALSE;
      }
  return TRUE;
}

/* ---- the program ---------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  char *program;
  char *dot;
  gsize most; /* bytes of an answer */
  guint limit_ms;
  GSubprocess *process;
  GCancellable *late; /* ends reading: time is over, or the caller has cancelled */
  guint timeout;
  gulong cancelled;
  gboolean is_late;

  HeddleExtent *extents;
  gboolean *pinned;
  double *places; /* attributes x and y of each, or its middle */
  guint n;
} Work;

static void
work_free (Work *work)
{
  g_clear_object (&work->process);
  g_clear_object (&work->late);
  g_free (work->program);
  g_free (work->dot);
  g_free (work->extents);
  g_free (work->pinned);
  g_free (work->places);
  g_free (work);
}

static gboolean
on_late (gpointer data)
{
  Work *work = data;

  work->timeout = 0;
  work->is_late = TRUE;
  g_cancellable_cancel (work->late);
  return G_SOURCE_REMOVE;
}

static char *
read_all (GInputStream *stream,
          gsize most,
          GCancellable *cancellable,
          GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[16384];
  gssize n;

  while ((n = g_input_stream_read (stream, buffer, sizeof buffer, cancellable, error)) > 0)
    {
      g_string_append_len (text, buffer, n);
      if (text->len > most)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
                       _("The layout program says more than there is to say (limit: %u kB)"), (guint) (most / 1000));
          return NULL;
        }
    }
  return n == 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static char *
ask (Work *work,
     GError **error)
{
  g_autofree char *answer = read_all (g_subprocess_get_stdout_pipe (work->process), work->most, work->late, error);

  if (answer == NULL || !g_subprocess_wait (work->process, work->late, error))
    return NULL;
  if (!g_subprocess_get_successful (work->process))
    {
      g_autofree char *said = read_all (g_subprocess_get_stderr_pipe (work->process), ANSWER_LEAST, work->late, NULL);
      char *end = said != NULL ? strchr (said, '\n') : NULL;

      if (end != NULL)
        *end = '\0';
      g_set_error (error, HD_ERROR, HD_ERROR_IO,
                   _("The layout program “%s” failed: %s"), work->program, said != NULL && said[0] != '\0' ? said : _("it does not say why"));
      return NULL;
    }
  return g_steal_pointer (&answer);
}

static void
arrange_in_thread (GTask *task,
                   gpointer source,
                   gpointer data,
                   GCancellable *cancellable)
{
  Work *work = data;
  g_autofree double *centres = g_new (double, MAX (2 * work->n, 1));
  g_autoptr (GError) error = NULL;
  g_autofree char *answer = ask (work, &error);

  if (answer != NULL && g_str_is_ascii (answer) && heddle_graph_layout_parse (answer, work->n, centres, &error))
    {
      g_task_return_pointer (task, g_steal_pointer (&centres), g_free);
      return;
    }
  if (answer != NULL && error == NULL)
    fail (&error, 1, _("should begin with “graph”"));
  g_subprocess_force_exit (work->process);
  g_task_return_error (task, g_steal_pointer (&error));
}

static void
on_cancelled (GCancellable *cancellable,
              gpointer data)
{
  g_cancellable_cancel (data);
}

/* A file without a name: a program that does not read to the end does no harm. */
static int
open_question (const char *dot,
               GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("heddle-XXXXXX.dot", &path, error);
  gsize length = strlen (dot), written = 0;

  if (fd < 0)
    return -1;
  g_unlink (path);
  while (written < length)
    {
      gssize n = write (fd, dot + written, length - written);

      if (n <= 0)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_IO, _("Could not write for the layout program: %s"), g_strerror (errno));
          close (fd);
          return -1;
        }
      written += (gsize) n;
    }
  lseek (fd, 0, SEEK_SET);
  return fd;
}

static GSubprocess *
start (const char *program,
       const char *dot,
       GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *path = g_find_program_in_path (program);
  const char *arguments[] = { path, "-Tplain", NULL };
  int fd;

  if (path == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO,
                   _("Automatic layout needs Graphviz, which finds places for the parts of a graph; its program “%s” is not installed"), program);
      return NULL;
    }
  fd = open_question (dot, error);
  if (fd < 0)
    return NULL;
  g_subprocess_launcher_take_stdin_fd (launcher, fd);
  return g_subprocess_launcher_spawnv (launcher, arguments, error);
}

static Work *
work_new (HdDocument *document,
          guint64 module,
          const HeddleExtent *extents,
          guint n)
{
  Work *work = g_new0 (Work, 1);
  const HdObject *block = hd_document_get_object (document, module);

  work->dot = heddle_graph_layout_dup_dot (document, module, extents, n);
  work->most = ANSWER_LEAST + (gsize) n * ANSWER_PER_BOX + (block != NULL ? hd_object_get_n_children (block) : 0) * (gsize) ANSWER_PER_EDGE;
  work->late = g_cancellable_new ();
  work->n = n;
  work->extents = g_memdup2 (extents, n * sizeof *extents);
  work->pinned = g_new0 (gboolean, MAX (n, 1));
  work->places = g_new0 (double, MAX (2 * n, 1));
  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (document, extents[i].uid);
      double x = extents[i].x + extents[i].width / 2, y = extents[i].y + extents[i].height / 2;

      work->pinned[i] = is_pinned (object);
      work->places[2 * i] = object != NULL ? hd_object_get_number (object, "x", x) : x;
      work->places[2 * i + 1] = object != NULL ? hd_object_get_number (object, "y", y) : y;
    }
  return work;
}

void
heddle_graph_layout_async (HdDocument *document,
                           guint64 module,
                           const HeddleExtent *extents,
                           guint n,
                           const char *program,
                           guint limit_ms,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Work *work = work_new (document, module, extents, n);
  g_autoptr (GError) error = NULL;

  g_task_set_task_data (task, work, (GDestroyNotify) work_free);
  for (guint i = 0; i < n; i++)
    if (work->pinned[i] && g_str_equal (program, "sfdp"))
      program = "fdp"; /* the same forces, for what stays where it is too */
  work->program = g_strdup (program);
  work->limit_ms = limit_ms;
  work->process = start (program, work->dot, &error);
  if (work->process == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  work->timeout = g_timeout_add (limit_ms, on_late, work);
  if (cancellable != NULL)
    work->cancelled = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), work->late, NULL);
  hd_task_run_in_thread (task, arrange_in_thread);
}

/* ---- places ------------------------------------------------------------------------------------------------------------------------ */

/* By how much a layout moves as a whole: so that what is pinned stays in the middle of its kind, else so that all stays where it was. */
static void
get_shift (const Work *work,
           const double *centres,
           double *out_dx,
           double *out_dy)
{
  double dx = 0, dy = 0;
  guint n_pinned = 0, n = 0;

  for (guint i = 0; i < work->n; i++)
    n_pinned += work->pinned[i];
  for (guint i = 0; i < work->n; i++)
    if (n_pinned == 0 || work->pinned[i])
      {
        dx += work->extents[i].x + work->extents[i].width / 2 - centres[2 * i];
        dy += work->extents[i].y + work->extents[i].height / 2 - centres[2 * i + 1];
        n++;
      }
  *out_dx = n > 0 ? dx / n : 0;
  *out_dy = n > 0 ? dy / n : 0;
}

static double
to_grid (double v)
{
  return round (v / HEDDLE_GRID) * HEDDLE_GRID;
}

GArray *
heddle_graph_layout_finish (GAsyncResult *result,
                            GError **error)
{
  Work *work = g_task_get_task_data (G_TASK (result));
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  GError *own = NULL;
  g_autofree double *centres = NULL;
  GArray *moved;
  double dx, dy;

  g_clear_handle_id (&work->timeout, g_source_remove);
  if (cancellable != NULL)
    g_cancellable_disconnect (cancellable, work->cancelled);
  centres = g_task_propagate_pointer (G_TASK (result), &own);
  if (centres == NULL)
    {
      if (work->is_late && g_error_matches (own, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_autofree char *limit = hd_figure_in (work->limit_ms / 1000.0, "s", 3);

          g_clear_error (&own);
          g_set_error (&own, HD_ERROR, HD_ERROR_LIMIT,
                       _("The layout program “%s” found no layout within %s"), work->program, limit);
        }
      g_propagate_error (error, own);
      return NULL;
    }

  get_shift (work, centres, &dx, &dy);
  moved = g_array_new (FALSE, FALSE, sizeof (HeddleExtent));
  for (guint i = 0; i < work->n; i++)
    {
      HeddleExtent extent = work->extents[i];

      if (work->pinned[i])
        continue;
      /* The place that is written may not be the middle: all moves by as much as the middle does. */
      extent.x = to_grid (work->places[2 * i] + centres[2 * i] + dx - (extent.x + extent.width / 2));
      extent.y = to_grid (work->places[2 * i + 1] + centres[2 * i + 1] + dy - (extent.y + extent.height / 2));
      g_array_append_val (moved, extent);
    }
  return moved;
}
