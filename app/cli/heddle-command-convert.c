/* heddle-command-convert.c: heddle convert IN OUT
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-convert"

#include "heddle-commands.h"

#include <string.h>
#include <unistd.h>

#include "heddle-cli-project.h"

typedef struct
{
  char **settings;
  char **map;
  char *to;
  char *workload;
  char *popnet;
  char **files;
  gboolean progress;
} Options;

static void
options_clear (Options *options)
{
  g_strfreev (options->settings);
  g_strfreev (options->map);
  g_strfreev (options->files);
  g_free (options->to);
  g_free (options->workload);
  g_free (options->popnet);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* ---- progress --------------------------------------------------------------------------------------------------------- */

#define PROGRESS_INTERVAL_US 200000

/** Watch: tells how far a file was read, from a thread beside the one that reads */
typedef struct
{
  HdProgress *progress;
  GMutex mutex;
  GCond cond;
  gboolean done; /* under the mutex */
  GThread *thread;
} Watch;

static gpointer
watch_run (gpointer data)
{
  Watch *watch = data;
  gint64 due = g_get_monotonic_time () + PROGRESS_INTERVAL_US;
  gboolean shown = FALSE;

  g_mutex_lock (&watch->mutex);
  while (!watch->done)
    {
      if (g_cond_wait_until (&watch->cond, &watch->mutex, due))
        continue;
      heddle_cli_clear_line ();
      g_printerr (_("%3.0f %% read   "), 100 * hd_progress_get (watch->progress));
      shown = TRUE;
      due += PROGRESS_INTERVAL_US;
    }
  g_mutex_unlock (&watch->mutex);
  if (shown)
    heddle_cli_clear_line ();
  return NULL;
}

static void
watch_start (Watch *watch,
             const Options *options)
{
  watch->progress = hd_progress_new ();
  g_mutex_init (&watch->mutex);
  g_cond_init (&watch->cond);
  if (options->progress || isatty (STDERR_FILENO))
    watch->thread = g_thread_new ("progress", watch_run, watch);
}

static void
watch_end (Watch *watch)
{
  g_mutex_lock (&watch->mutex);
  watch->done = TRUE;
  g_cond_signal (&watch->cond);
  g_mutex_unlock (&watch->mutex);
  if (watch->thread != NULL)
    g_thread_join (watch->thread);
  g_mutex_clear (&watch->mutex);
  g_cond_clear (&watch->cond);
  hd_progress_unref (watch->progress);
}

/* ---- formats ----------------------------------------------------------------------------------------- */

static gboolean
is_standard_output (const Options *options)
{
  return g_str_equal (options->files[1], "-");
}

/* Loads as heddle_cli_load () does, and tells what became of a file of another program. */
static HdDocument *
load (const Options *options,
      HdProblemList *problems,
      HeddleExit *out_status)
{
  const char *path = options->files[0];
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *notes = NULL;
  HdDocument *document;
  Watch watch = { NULL };

  if (options->popnet == NULL && !hd_import_wants (file))
    return heddle_cli_load (path, NULL, problems, out_status);
  watch_start (&watch, options);
  text = hd_import_read (file, &(HdLoading) { (const char *const *) options->map, report, watch.progress, options->popnet }, NULL, &error);
  watch_end (&watch);
  document = text != NULL ? hd_document_load_from_data (text, -1, path, problems, &error) : NULL;
  if (document == NULL)
    *out_status = heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
  notes = hd_import_report_to_string (report, path);
  g_printerr ("%s", notes);
  return document;
}

/* The design of IN, as --map and --set want it, with the problems that there are. */
static HdDesign *
load_design (const Options *options,
             HdCatalog *catalog,
             HdProblemList *problems,
             HdSnapshot **out_snapshot,
             HeddleExit *out_status)
{
  g_autoptr (HdDocument) document = load (options, problems, out_status);
  g_autoptr (HdSnapshot) snapshot = document != NULL ? hd_document_snapshot (document) : NULL;
  HdDesign *design;

  if (document == NULL)
    return NULL;
  design = heddle_cli_elaborate_snapshot (snapshot, (const char *const *) options->settings, catalog, problems, out_status);
  if (design != NULL)
    *out_snapshot = g_steal_pointer (&snapshot);
  return design;
}

/* What became of the graph is told as for a project. */
static gboolean
put_workload (const Options *options,
              HdDocument *document,
              GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->workload);
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autofree char *notes = NULL;
  gboolean done = hd_workload_import (document, file, &(HdLoading) { (const char *const *) options->map, report, NULL }, NULL, error);

  notes = hd_import_report_to_string (report, options->workload);
  g_printerr ("%s", notes);
  return done;
}

/* Files that work names relative to IN are named as OUT finds them. */
static gboolean
keep_files (const Options *options,
            HdDocument *document,
            GError **error)
{
  static const char *const attributes[] = { "file", "groups" };
  g_autofree char *in = g_canonicalize_filename (options->files[0], NULL), *out = g_canonicalize_filename (options->files[1], NULL);
  g_autofree char *from = g_path_get_dirname (in), *to = g_path_get_dirname (out);
  const HdObject *root = hd_document_get_root (document);

  for (guint i = 0; strcmp (from, to) != 0 && i < hd_object_get_n_children (root); i++)
    {
      const HdObject *object = hd_object_get_child (root, i);
      const char *id = hd_object_get_kind (object) == HD_OBJECT_WORKLOAD ? hd_object_get (object, "type") : NULL;
      const HdWorkloadType *type = id != NULL ? hd_workload_types_find (id) : NULL;

      for (guint k = 0; type != NULL && k < G_N_ELEMENTS (attributes); k++)
        {
          const char *file = hd_object_get (object, attributes[k]);
          g_autofree char *path = file != NULL && *file != '\0' ? g_canonicalize_filename (file, from) : NULL;
          g_autofree char *kept = path != NULL && !g_path_is_absolute (file) ? hd_workload_type_dup_file (type, out, path) : NULL;

          if (kept != NULL && !hd_document_set_attribute (document, hd_object_get_uid (object), attributes[k], kept, error))
            return FALSE;
        }
    }
  return TRUE;
}

static HeddleExit
write_project (const Options *options)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HeddleExit status = HEDDLE_EXIT_DONE;
  g_autoptr (HdDocument) document = load (options, problems, &status);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->files[1]);
  g_autoptr (GError) error = NULL;

  if (document == NULL)
    return status;
  if (options->settings != NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--set has no meaning for a project, which keeps its variables"));
  heddle_cli_print_problems (problems);
  if (options->workload != NULL && !put_workload (options, document, &error))
    return heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
  if (!keep_files (options, document, &error))
    return heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  if (is_standard_output (options))
    {
      g_autofree char *text = hd_document_to_string (document, NULL);

      return heddle_cli_save ("-", text);
    }
  if (!hd_document_save (document, file, NULL, &error))
    return heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  return HEDDLE_EXIT_DONE;
}

/* What is written of a design. */
typedef struct
{
  const Options *options;
  HdCatalog *catalog;
  HdProblemList *problems; /* what the format cannot hold is one too */
  HdSnapshot *snapshot;
  HdDesign *design;
} Source;

/* What popnet is called with then is told as a command that can be typed. */
static gboolean
write_trace (const Source *source,
             gboolean split,
             GError **error)
{
  g_autofree char *command = NULL;

  if (is_standard_output (source->options))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("A trace cannot be written to standard output, where the command that reads it is told"));
      return FALSE;
    }
  command = hd_popnet_save (source->design, source->options->files[1], split, source->problems, error);
  if (command != NULL)
    g_print ("%s\n", command);
  return command != NULL;
}

static gboolean
write_popnet (const Source *source,
              GError **error)
{
  return write_trace (source, FALSE, error);
}

static gboolean
write_popnet_split (const Source *source,
                    GError **error)
{
  return write_trace (source, TRUE, error);
}

static gboolean
write_text (const Source *source,
            const char *text,
            GError **error)
{
  if (!is_standard_output (source->options))
    return hd_file_write (source->options->files[1], text, -1, NULL, error);
  g_print ("%s", text);
  return TRUE;
}

static gboolean
write_simgrid (const Source *source,
               GError **error)
{
  g_autofree char *text = hd_simgrid_xml_to_string (source->design, source->problems, error);

  return text != NULL && write_text (source, text, error);
}

static gboolean
write_graphml (const Source *source,
               GError **error)
{
  g_autofree char *text = hd_graphml_to_string (source->design, source->catalog, source->snapshot);

  return write_text (source, text, error);
}

static gboolean
write_dot (const Source *source,
           GError **error)
{
  g_autofree char *text = hd_dot_to_string (source->design);

  return write_text (source, text, error);
}

/* The graph of what is done instead of where. */
static gboolean
write_workload (const Source *source,
                char *(*to_string) (const HdElement *workload, GError **error),
                GError **error)
{
  guint n = hd_design_get_n_workloads (source->design);
  g_autofree char *text = NULL;

  if (n != 1)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s has %u workloads; one can be written"), source->options->files[0], n);
      return FALSE;
    }
  text = to_string (hd_design_get_workload (source->design, 0), error);
  if (text == NULL)
    {
      g_prefix_error (error, "%s: ", source->options->files[0]);
      return FALSE;
    }
  return write_text (source, text, error);
}

static gboolean
write_workload_graphml (const Source *source,
                        GError **error)
{
  return write_workload (source, hd_workload_graphml_to_string, error);
}

static gboolean
write_workload_dot (const Source *source,
                    GError **error)
{
  return write_workload (source, hd_workload_dot_to_string, error);
}

static HeddleExit
write_design (const Options *options,
              gboolean (*write) (const Source *source, GError **error))
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HeddleExit status = HEDDLE_EXIT_DONE;
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = load_design (options, catalog, problems, &snapshot, &status);
  g_autoptr (GError) error = NULL;
  gboolean written;

  if (design == NULL)
    return status;
  written = write (&(Source){ options, catalog, problems, snapshot, design }, &error);
  heddle_cli_print_problems (problems);
  if (!written)
    return heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
  return HEDDLE_EXIT_DONE;
}

typedef struct
{
  const char *name;
  const char *extension;
  gboolean (*write) (const Source *source, GError **error); /* NULL: the project, which needs no design */
} Format;

/* Longer extensions before their ends. */
static const Format formats[] = {
  { "simgrid", ".simgrid.xml", write_simgrid },
  { "heddle", ".heddle", NULL },
  { "workload-graphml", ".workload.graphml", write_workload_graphml },
  { "workload-dot", ".workload.dot", write_workload_dot },
  { "graphml", ".graphml", write_graphml },
  { "dot", ".dot", write_dot },
  { "popnet", ".popnet", write_popnet },
  { "popnet-split", NULL, write_popnet_split },
};

static const Format *
find_format (const Options *options)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (options->to != NULL ? g_str_equal (options->to, formats[i].name) : formats[i].extension != NULL && g_str_has_suffix (options->files[1], formats[i].extension))
      return &formats[i];
  return NULL;
}

int
heddle_command_convert (int argc,
                        char **argv)
{
  g_auto (Options) options = { NULL };
  const GOptionEntry entries[] = {
    { "to", 0, 0, G_OPTION_ARG_STRING, &options.to, N_("Format to write, if the extension does not tell"), "heddle|simgrid|graphml|dot|workload-graphml|workload-dot|popnet|popnet-split" },
    { "workload", 0, 0, G_OPTION_ARG_FILENAME, &options.workload, N_("For .heddle: put this workload graph (.graphml) in, instead of the project's"), N_("FILE") },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings, N_("Override a parameter or variable; repeatable"), N_("PATH=VALUE") },
    { "map", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.map, N_("What an attribute of a GraphML file means, - for nothing; node.KEY or edge.KEY where both have it; repeatable"), N_("KEY=PARAMETER[:UNIT]") },
    { "popnet", 0, 0, G_OPTION_ARG_STRING, &options.popnet, N_("IN is a trace of popnet, to be read with these of its options"), N_("OPTIONS") },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &options.progress, N_("Show progress even if standard error is no terminal"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.files, NULL, N_("IN OUT") },
    { NULL },
  };
  const Format *format;
  g_autoptr (GError) error = NULL;

  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Reads a project, a SimGrid platform (.xml), a graph (.graphml), or BDSim's NAME.topology with NAME.parameter, a trace or a command line of popnet, and writes it in the format of the extension: .heddle, .simgrid.xml, .graphml or .dot, its drawn workload as .workload.graphml or .workload.dot, its list of transfers as .popnet, with --to popnet-split in a file for each router too. What became of a foreign file is told line by line.")))
    return HEDDLE_EXIT_USAGE;
  if (options.files == NULL || g_strv_length (options.files) != 2)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("convert needs two files, IN and OUT"));
  format = find_format (&options);
  if (format == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("“%s” has no extension that Heddle writes (.heddle, .simgrid.xml, .graphml, .dot, .workload.graphml, .workload.dot, .popnet); --to names a format"),
                            options.to != NULL ? options.to : options.files[1]);
  if (options.workload != NULL && format->write != NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--workload means something for a project (.heddle) alone, not for %s"), format->name);
  if (!hd_import_check_map ((const char *const *) options.map, &error))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, "--map: %s", error->message);
  if (options.map != NULL && options.workload == NULL && !g_str_has_suffix (options.files[0], ".graphml"))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--map means something for a graph (.graphml) alone, and %s is none"), options.files[0]);
  if (!heddle_cli_check_output (options.files[1], FALSE))
    return HEDDLE_EXIT_FILE;
  return format->write != NULL ? write_design (&options, format->write) : write_project (&options);
}
