/* heddle-export-formats.c: what can be written to a file, and in which formats
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-export"

#include "heddle-export-formats.h"

#include <string.h>

#include <glib/gi18n.h>

#define HEAD_BYTES 6000

static char *
make_simgrid (HdDesign *design,
              HdCatalog *catalog,
              HdSnapshot *snapshot,
              HdProblemList *problems,
              GError **error)
{
  return hd_simgrid_xml_to_string (design, problems, error);
}

static char *
make_graphml (HdDesign *design,
              HdCatalog *catalog,
              HdSnapshot *snapshot,
              HdProblemList *problems,
              GError **error)
{
  return hd_graphml_to_string (design, catalog, snapshot);
}

static char *
make_dot (HdDesign *design,
          HdCatalog *catalog,
          HdSnapshot *snapshot,
          HdProblemList *problems,
          GError **error)
{
  return hd_dot_to_string (design);
}

static char *
make_workload_graphml (HdDesign *design,
                       HdCatalog *catalog,
                       HdSnapshot *snapshot,
                       HdProblemList *problems,
                       GError **error)
{
  return hd_workload_graphml_to_string (hd_design_get_workload (design, 0), error);
}

static char *
make_workload_dot (HdDesign *design,
                   HdCatalog *catalog,
                   HdSnapshot *snapshot,
                   HdProblemList *problems,
                   GError **error)
{
  return hd_workload_dot_to_string (hd_design_get_workload (design, 0), error);
}

const HeddleExportKind *
heddle_export_kinds_get (guint *out_n)
{
  static const HeddleExportKind kinds[] = {
    { HEDDLE_EXPORT_OF_CANVAS, N_("SVG drawing"), N_("The picture, sharp at any size"), ".svg", .picture = HEDDLE_EXPORT_SVG },
    { HEDDLE_EXPORT_OF_CANVAS, N_("PDF document"), N_("The picture as one page"), ".pdf", .picture = HEDDLE_EXPORT_PDF },
    { HEDDLE_EXPORT_OF_CANVAS, N_("PNG picture"), N_("The picture as pixels"), ".png", .picture = HEDDLE_EXPORT_PNG },
    { HEDDLE_EXPORT_OF_DESIGN, N_("SimGrid platform"), N_("The whole system with Heddle’s routes"), ".simgrid.xml", .make = make_simgrid },
    { HEDDLE_EXPORT_OF_DESIGN, N_("GraphML graph"), N_("The whole system, as NetworkX reads it"), ".graphml", .make = make_graphml },
    { HEDDLE_EXPORT_OF_DESIGN, N_("Graphviz graph"), N_("The whole system, instances as clusters"), ".dot", .make = make_dot },
    { HEDDLE_EXPORT_OF_WORKLOAD, N_("Workload graph (GraphML)"), N_("Vertices and edges, as NetworkX reads them"), ".workload.graphml", .make = make_workload_graphml },
    { HEDDLE_EXPORT_OF_WORKLOAD, N_("Workload graph (Graphviz)"), N_("What does not count the first time is dashed"), ".workload.dot", .make = make_workload_dot },
    { HEDDLE_EXPORT_OF_RUN, N_("Result (JSON)"), N_("All figures of the run, with units"), ".json", .report = HD_REPORT_JSON },
    { HEDDLE_EXPORT_OF_RUN, N_("Metrics (CSV)"), N_("Names, values and units"), ".metrics.csv", .report = HD_REPORT_METRICS },
    { HEDDLE_EXPORT_OF_RUN, N_("Links (CSV)"), N_("Bytes and utilisation of each link"), ".links.csv", .report = HD_REPORT_LINKS },
    { HEDDLE_EXPORT_OF_RUN, N_("Components (CSV)"), N_("Utilisation of each processor, medium and memory"), ".components.csv",
      .report = HD_REPORT_COMPONENTS },
    { HEDDLE_EXPORT_OF_RUN, N_("Routers (CSV)"), N_("Energy, flits and fill of each router"), ".routers.csv", .report = HD_REPORT_ROUTERS },
    { HEDDLE_EXPORT_OF_RUN, N_("Histograms (CSV)"), N_("How many messages took how long"), ".histograms.csv", .report = HD_REPORT_HISTOGRAMS },
    { HEDDLE_EXPORT_OF_RUN, N_("Transfers (CSV)"), N_("The list, with the end of each"), ".transfers.csv", .report = HD_REPORT_TRANSFERS },
    { HEDDLE_EXPORT_OF_RUN, N_("Probes (CSV)"), N_("Each change of each probe"), ".series.csv", .report = HD_REPORT_SERIES },
    { HEDDLE_EXPORT_OF_RUN, N_("Spans (CSV)"), N_("What happened when, and why"), ".spans.csv", .report = HD_REPORT_SPANS },
    { HEDDLE_EXPORT_OF_RUN, N_("Probes (VCD)"), N_("For waveform viewers"), ".vcd", .report = HD_REPORT_VCD },
    { HEDDLE_EXPORT_OF_RUN, N_("Probes (FST)"), N_("For GTKWave, compressed"), ".fst", .report = HD_REPORT_FST },
    { HEDDLE_EXPORT_OF_RUN, N_("Timeline (Perfetto)"), N_("For Perfetto and Chrome’s trace viewer"), ".perfetto.json", .report = HD_REPORT_PERFETTO },
    { HEDDLE_EXPORT_OF_RUN, N_("Timeline (Paje)"), N_("For ViTE and other viewers of parallel programs"), ".paje", .report = HD_REPORT_PAJE },
    { HEDDLE_EXPORT_OF_RUN, N_("Files of components (tar)"), N_("What components wrote, in one archive"), ".files.tar", .report = HD_REPORT_FILES },
  };

  *out_n = G_N_ELEMENTS (kinds);
  return kinds;
}

/* Others than drawn ones are made when they run. */
static gboolean
has_workload_graph (HdDesign *design)
{
  return hd_design_get_n_workloads (design) == 1 && g_strcmp0 (hd_element_get_text (hd_design_get_workload (design, 0), "type"), "graph") == 0;
}

gboolean
heddle_export_kind_is_possible (const HeddleExportKind *kind,
                                HeddleSession *session)
{
  HdDesign *design = heddle_session_get_design (session);
  HdRecord *record = heddle_session_get_record (session);

  switch (kind->subject)
    {
    case HEDDLE_EXPORT_OF_DESIGN:
      return design != NULL;

    case HEDDLE_EXPORT_OF_WORKLOAD:
      return design != NULL && has_workload_graph (design);

    case HEDDLE_EXPORT_OF_RUN:
      return record != NULL && (kind->report != HD_REPORT_TRANSFERS || hd_record_get_n_transfers (record) > 0)
             && (kind->report != HD_REPORT_ROUTERS || hd_record_has_energy (record))
             && (kind->report != HD_REPORT_HISTOGRAMS || hd_record_get_n_histograms (record) > 0)
             && (kind->report != HD_REPORT_FILES || hd_record_get_n_files (record) > 0);

    case HEDDLE_EXPORT_OF_CANVAS:
    default:
      return heddle_session_get_drawing (session) != NULL;
    }
}

/* ---- a stream that keeps the head and counts the rest --------------------------------------------------------------------------- */

#define HEDDLE_TYPE_EXCERPT_STREAM (heddle_excerpt_stream_get_type ())
G_DECLARE_FINAL_TYPE (HeddleExcerptStream, heddle_excerpt_stream, HEDDLE, EXCERPT_STREAM, GOutputStream)

struct _HeddleExcerptStream
{
  GOutputStream parent_instance;

  GString *head; /* owned */
  guint64 size;
};

G_DEFINE_FINAL_TYPE (HeddleExcerptStream, heddle_excerpt_stream, G_TYPE_OUTPUT_STREAM)

static gssize
heddle_excerpt_stream_write (GOutputStream *stream,
                             const void *buffer,
                             gsize count,
                             GCancellable *cancellable,
                             GError **error)
{
  HeddleExcerptStream *self = HEDDLE_EXCERPT_STREAM (stream);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;
  g_string_append_len (self->head, buffer, (gssize) MIN (count, HEAD_BYTES - MIN (self->head->len, HEAD_BYTES)));
  self->size += count;
  return (gssize) count;
}

static void
heddle_excerpt_stream_finalize (GObject *object)
{
  g_string_free (HEDDLE_EXCERPT_STREAM (object)->head, TRUE);
  G_OBJECT_CLASS (heddle_excerpt_stream_parent_class)->finalize (object);
}

static void
heddle_excerpt_stream_class_init (HeddleExcerptStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_excerpt_stream_finalize;
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = heddle_excerpt_stream_write;
}

static void
heddle_excerpt_stream_init (HeddleExcerptStream *self)
{
  self->head = g_string_new (NULL);
}

/* Whole lines if there is an end of one, and of text alone; its last character may be cut. */
static HeddleExportExcerpt *
excerpt_new (const char *bytes,
             gsize length,
             guint64 size)
{
  HeddleExportExcerpt *excerpt = g_new0 (HeddleExportExcerpt, 1);
  const char *valid, *line;

  g_utf8_validate_len (bytes, length, &valid);
  excerpt->size = size;
  if ((gsize) (valid - bytes) + 4 <= length)
    return excerpt;
  line = length < size ? g_strrstr_len (bytes, valid - bytes, "\n") : NULL;
  excerpt->head = g_strndup (bytes, (gsize) ((line != NULL ? line + 1 : valid) - bytes));
  return excerpt;
}

void
heddle_export_excerpt_free (HeddleExportExcerpt *excerpt)
{
  g_free (excerpt->head);
  g_free (excerpt->warnings);
  g_free (excerpt);
}

/* ---- in a worker ---------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const HeddleExportKind *kind;
  char *path;
  HeddlePicture *picture;
  double scale;
  HdDesign *design;
  HdCatalog *catalog;
  HdSnapshot *snapshot;
  HdRecord *record;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_pointer (&work->design, hd_design_unref);
  g_clear_pointer (&work->snapshot, hd_snapshot_unref);
  g_clear_pointer (&work->record, hd_record_unref);
  g_clear_pointer (&work->picture, heddle_picture_free);
  g_clear_object (&work->catalog);
  g_free (work->path);
  g_free (work);
}

static char *
dup_warnings (HdProblemList *problems)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? "\n" : "", problem->object, problem->message);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static HeddleExportExcerpt *
write_picture (const Work *work,
               GCancellable *cancellable,
               GError **error)
{
  return heddle_picture_export (work->picture, work->path, work->kind->picture, work->scale, cancellable, error) ? excerpt_new ("", 0, 0) : NULL;
}

static HeddleExportExcerpt *
write_text (const Work *work,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autofree char *text = work->kind->make (work->design, work->catalog, work->snapshot, problems, error);
  gsize length = text != NULL ? strlen (text) : 0;
  HeddleExportExcerpt *excerpt;

  if (text == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (work->path != NULL && !hd_file_write (work->path, text, (gssize) length, cancellable, error))
    return NULL;
  excerpt = excerpt_new (text, MIN (length, HEAD_BYTES), length);
  excerpt->warnings = dup_warnings (problems);
  return excerpt;
}

static HeddleExportExcerpt *
write_report (const Work *work,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (HeddleExcerptStream) stream = NULL;

  if (work->path != NULL)
    return hd_report_save (work->record, work->kind->report, NULL, work->path, cancellable, error) ? excerpt_new ("", 0, 0) : NULL;
  stream = g_object_new (HEDDLE_TYPE_EXCERPT_STREAM, NULL);
  if (!hd_report_write (work->record, work->kind->report, NULL, G_OUTPUT_STREAM (stream), cancellable, error))
    return NULL;
  return excerpt_new (stream->head->str, stream->head->len, stream->size);
}

static void
write_in_thread (GTask *task,
                 gpointer source,
                 gpointer data,
                 GCancellable *cancellable)
{
  const Work *work = data;
  GError *error = NULL;
  HeddleExportExcerpt *excerpt;

  if (work->picture != NULL)
    excerpt = write_picture (work, cancellable, &error);
  else
    excerpt = work->kind->make != NULL ? write_text (work, cancellable, &error) : write_report (work, cancellable, &error);
  if (excerpt != NULL)
    g_task_return_pointer (task, excerpt, (GDestroyNotify) heddle_export_excerpt_free);
  else
    g_task_return_error (task, error);
}

static void
start (Work *work,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_task_data (task, work, work_free);
  g_task_set_check_cancellable (task, work->path == NULL); /* a file that was written in spite of it counts */
  hd_task_run_in_thread (task, write_in_thread);
}

void
heddle_export_write_async (const HeddleExportKind *kind,
                           HeddleSession *session,
                           const char *path,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_return_if_fail (kind->subject != HEDDLE_EXPORT_OF_CANVAS && heddle_export_kind_is_possible (kind, session));

  Work *work = g_new0 (Work, 1);

  work->kind = kind;
  work->path = g_strdup (path);
  work->catalog = g_object_ref (heddle_session_get_catalog (session));
  if (kind->subject == HEDDLE_EXPORT_OF_RUN)
    work->record = hd_record_ref (heddle_session_get_record (session));
  else
    {
      work->design = hd_design_ref (heddle_session_get_design (session));
      work->snapshot = hd_snapshot_ref (heddle_session_get_snapshot (session));
    }
  start (work, cancellable, callback, data);
}

void
heddle_export_picture_async (const HeddleExportKind *kind,
                             HeddlePicture *picture,
                             double scale,
                             const char *path,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  Work *work = g_new0 (Work, 1);

  work->kind = kind;
  work->path = g_strdup (path);
  work->picture = picture;
  work->scale = scale;
  start (work, cancellable, callback, data);
}

HeddleExportExcerpt *
heddle_export_write_finish (GAsyncResult *result,
                            GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
