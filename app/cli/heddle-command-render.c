/* heddle-command-render.c: heddle render FILE -o OUT
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-render"

#include "heddle-commands.h"

#include <string.h>

#include "heddle-drawing.h"
#include "heddle-picture.h"
#include "heddle-render.h"

#define PLOT_WIDTH 1200
#define LINK_COUNT 10
#define UNSET_COUNT G_MININT
#define UNSET_WIDTH (-G_MAXDOUBLE)
#define LEAST_SIZE 16
#define MOST_SIZE 4096
#define LEAST_WIDTH 400
#define MOST_WIDTH 20000

typedef HeddleRenderOptions Options;

static void
options_clear (Options *options)
{
  g_strfreev (options->settings);
  g_strfreev (options->files);
  g_strfreev (options->probes);
  g_free (options->output);
  g_free (options->view);
  g_free (options->module);
  g_free (options->from);
  g_free (options->until);
  g_free (options->find);
  g_free (options->study);
  g_free (options->results);
  g_free (options->figure);
  g_free (options->x);
  g_free (options->y);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* The <module> or <top> with a uid. */
static const HdObject *
find_module (HdSnapshot *snapshot,
             guint64 uid)
{
  const HdObject *root = hd_snapshot_get_root (snapshot);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    if (hd_object_get_uid (hd_object_get_child (root, i)) == uid)
      return hd_object_get_child (root, i);
  return NULL;
}

/* The scope with a path such as "rack[0]/server[3]"; the top without one. */
static guint32
find_scope (HdDesign *design,
            const char *path)
{
  if (path == NULL)
    return 0;
  for (guint32 i = 0; i < hd_design_get_n_scopes (design); i++)
    {
      g_autofree char *name = hd_design_dup_scope_path (design, i);

      if (g_str_equal (name, path))
        return i;
    }
  return HD_NO_ID;
}

/* ---- the canvas ------------------------------------------------------------------------------------------- */

/* Writes what the legend says of it. */
static void
show_heat (const Options *options,
           HdRecord *record,
           HeddleDrawing *drawing,
           HeddleLegend *legend)
{
  HdDesign *design = hd_record_get_design (record);
  g_autofree HdLoad *links = g_new0 (HdLoad, hd_design_get_n_links (design) + 1);
  g_autofree HdLoad *nodes = g_new0 (HdLoad, hd_design_get_n_nodes (design) + 1);
  HeddleLoads loads = { links, nodes, links, options->peak, nodes, 0 };

  hd_record_read_links (record, 0, HD_TIME_MAX, links);
  hd_record_read_nodes (record, 0, HD_TIME_MAX, nodes);
  loads.heat = options->stalls ? HEDDLE_HEAT_STALLS : options->energy ? HEDDLE_HEAT_ENERGY : HEDDLE_HEAT_UTILISATION;
  if (loads.heat != HEDDLE_HEAT_UTILISATION)
    loads.most_heat = heddle_loads_find_most_heat (&loads, design);
  heddle_drawing_show_loads (drawing, &loads);
  legend->heat = loads.heat;
  legend->most_heat = loads.most_heat;
  legend->buffers = heddle_drawing_shows_buffers (drawing);
  legend->two_ways = heddle_drawing_has_two_ways (drawing);
  legend->uncounted = heddle_drawing_counts_none (drawing);
  legend->width_reference_bytes = heddle_scene_get_width_reference (heddle_drawing_get_scene (drawing));
}

/* The scale at which the longer side takes @size pixels; what is smaller is not blown up. */
static double
fit (const HeddlePicture *picture,
     int size)
{
  double width, height;

  heddle_picture_get_size (picture, &width, &height);
  return MIN (1, size / MAX (width, height));
}

static int
render_canvas (const Options *options,
               const HeddleRenderProject *project)
{
  g_autoptr (HeddleDrawing) drawing = NULL;
  g_autoptr (GError) error = NULL;
  HeddleLegend legend = { 0 };
  HeddlePictureLook look = { .theme = heddle_theme_get (options->dark ? HEDDLE_STYLE_DARK : HEDDLE_STYLE_LIGHT) };
  g_autoptr (HeddlePicture) picture = NULL;
  guint32 scope = find_scope (project->design, options->module);

  if (scope == HD_NO_ID)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("there is no module instance “%s” in %s"), options->module, options->files[0]);
  if (options->energy && !hd_record_has_energy (project->record))
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s counts no energy of links and routers, as runs at flit fidelity do"), options->files[0]);

  if (options->stalls && !hd_record_has_energy (project->record))
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s counts no stalls of routers, as runs at flit fidelity do"), options->files[0]);
  if (options->stalls && options->energy)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("one of --energy and --stalls can be drawn"));

  drawing = heddle_drawing_new (project->snapshot, project->catalog, project->design,
                                find_module (project->snapshot, hd_design_get_scopes (project->design)[scope].module_uid), scope);
  if (project->record != NULL)
    {
      show_heat (options, project->record, drawing, &legend);
      look.heat = legend.heat;
      look.legend = &legend;
    }
  picture = heddle_picture_new (heddle_drawing_get_scene (drawing), &look);
  if (!heddle_picture_export (picture, options->output, options->format, options->size > 0 ? fit (picture, options->size) : options->scale, NULL, &error))
    return heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  return HEDDLE_EXIT_DONE;
}

/* ---- views ---------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  const char *options; /* of this view alone; after them those of all views */
  gboolean runs;
  int (*render) (const Options *options, const HeddleRenderProject *project); /* NULL: heddle tree draws it */
} View;

static const View views[] = {
  { "canvas", "--module, --size, --heat, --peak, --energy, --stalls", FALSE, render_canvas },
  { "heatmap", "--module, --size, --peak, --energy, --stalls", TRUE, render_canvas },
  { "waveforms", "--probe, --from, --until, --width", TRUE, heddle_render_waveforms },
  { "timeline", "--from, --until, --find, --critical-path, --width", TRUE, heddle_render_timeline },
  { "links", "--count, --peak", TRUE, heddle_render_links },
  { "matrix", "--from, --until, --count, --width", TRUE, heddle_render_matrix },
  { "latency", "--width", TRUE, heddle_render_latency },
  { "transfers", "--count, --width, --linked", TRUE, heddle_render_transfers },
  { "study", "--study, --results, --figure, --x, --y, --width", FALSE, heddle_render_study },
  { "trees", NULL, FALSE, NULL },
  { "costs", NULL, FALSE, NULL },
};

static const View *
find_view (const char *name)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      if (g_str_equal (views[i].name, name))
        return &views[i];
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", views[i].name);
    }
  heddle_cli_fail (HEDDLE_EXIT_USAGE, _("there is no view “%s”; there are %s"), name, names->str);
  return NULL;
}

/* That no option of another view was given. */
static gboolean
check_view_options (const Options *options,
                    const View *view)
{
  const struct
  {
    const char *name;
    gboolean given;
  } all[] = {
    { "--module", options->module != NULL }, { "--heat", options->heat },
    { "--size", options->size != 0 },
    { "--peak", options->peak },             { "--energy", options->energy },
    { "--stalls", options->stalls },
    { "--probe", options->probes != NULL },
    { "--from", options->from != NULL },     { "--until", options->until != NULL },
    { "--find", options->find != NULL },     { "--critical-path", options->critical_path },
    { "--study", options->study != NULL },   { "--results", options->results != NULL },
    { "--figure", options->figure != NULL },
    { "--x", options->x != NULL },           { "--y", options->y != NULL },
    { "--width", options->width != UNSET_WIDTH },  { "--count", options->count != UNSET_COUNT },
    { "--linked", options->linked },
  };
  g_auto (GStrv) permitted = g_strsplit (view->options, ", ", -1);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].given && !g_strv_contains ((const char *const *) permitted, all[i].name))
      {
        heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s means nothing for the view %s; it has %s"), all[i].name, view->name, view->options);
        return FALSE;
      }
  return TRUE;
}

static int
render (const Options *options,
        const View *view)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HeddleExit status = HEDDLE_EXIT_DONE;
  g_autoptr (HdDocument) document = heddle_cli_load (options->files[0], NULL, problems, &status);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 0, 0);
  g_autoptr (HdRunJob) job = NULL;
  g_autoptr (GError) error = NULL;
  HeddleRenderProject project = { catalog, document };
  g_autoptr (HdPermit) permit = hd_permit_new (options->allows_programs);

  if (document == NULL)
    return status;
  project.snapshot = snapshot = hd_document_snapshot (document);
  project.design = design = heddle_cli_elaborate_snapshot (snapshot, (const char *const *) options->settings, catalog, problems, &status);
  if (design == NULL)
    return status;
  if (view->runs || options->heat)
    {
      hd_run_queue_allow_programs (queue, permit);
      job = hd_run_queue_submit_design (queue, design, NULL, 0);
      if (!hd_run_job_wait (job, &error))
        return heddle_cli_fail_run (job, error);
      project.record = hd_run_job_get_record (job);
    }
  return view->render (options, &project);
}

/* Trees have options of their own: those of heddle tree, which draws them. */
static int
draw_trees (const View *view,
            int argc,
            char **argv)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  g_ptr_array_add (words, (gpointer) "tree");
  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], "--view"))
      i++;
    else if (!g_str_has_prefix (argv[i], "--view="))
      g_ptr_array_add (words, argv[i]);
  g_ptr_array_add (words, (gpointer) "--quiet");
  g_ptr_array_add (words, (gpointer) "--draw");
  g_ptr_array_add (words, (gpointer) view->name);
  argc = (int) words->len;
  g_ptr_array_add (words, NULL);
  return heddle_command_tree (argc, (char **) words->pdata);
}

/* The view that the words ask for, before they are parsed by what it takes. */
static const char *
peek_view (int argc,
           char **argv)
{
  for (int i = 1; i < argc; i++)
    if (g_str_has_prefix (argv[i], "--view="))
      return argv[i] + strlen ("--view=");
    else if (g_str_equal (argv[i], "--view") && i + 1 < argc)
      return argv[i + 1];
  return "canvas";
}

int
heddle_command_render (int argc,
                       char **argv)
{
  g_auto (Options) options = { .scale = 1, .width = UNSET_WIDTH, .count = UNSET_COUNT };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_("Picture to write: .svg, .pdf or .png"), N_("FILE") },
    { "view", 0, 0, G_OPTION_ARG_STRING, &options.view, N_("What to draw; trees and costs take the options of heddle tree"),
      "canvas|heatmap|waveforms|timeline|links|matrix|latency|transfers|study|trees|costs" },
    { "module", 0, 0, G_OPTION_ARG_STRING, &options.module, N_("Draw what is inside this module instance, such as rack[0]"), N_("PATH") },
    { "heat", 0, 0, G_OPTION_ARG_NONE, &options.heat, N_("Run the project first and colour the links by their load"), NULL },
    { "peak", 0, 0, G_OPTION_ARG_NONE, &options.peak, N_("With --heat, heatmap and links: the highest load instead of the mean"), NULL },
    { "energy", 0, 0, G_OPTION_ARG_NONE, &options.energy, N_("Canvas and heatmap: run the project first and colour links and routers by the power that they take"), NULL },
    { "stalls", 0, 0, G_OPTION_ARG_NONE, &options.stalls, N_("Canvas and heatmap: run the project first and colour routers by how long flits stand still in them"), NULL },
    { "probe", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.probes, N_("Waveforms: only this one; repeatable, in this order"), N_("TITLE") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options.from, N_("Waveforms, timeline and matrix: begin here instead of at 0"), N_("TIME") },
    { "until", 0, 0, G_OPTION_ARG_STRING, &options.until, N_("Waveforms, timeline and matrix: end here instead of at the end"), N_("TIME") },
    { "find", 0, 0, G_OPTION_ARG_STRING, &options.find, N_("Timeline: bring out spans with this in their name"), N_("TEXT") },
    { "critical-path", 0, 0, G_OPTION_ARG_NONE, &options.critical_path, N_("Timeline: show what released what, back from the end"), NULL },
    { "width", 0, 0, G_OPTION_ARG_DOUBLE, &options.width, N_("Plots: width of the picture, 1200 without it"), N_("PIXELS") },
    { "count", 0, 0, G_OPTION_ARG_INT, &options.count, N_("Links and matrix: so many of the hottest; transfers: so many of those that took longest; 10 without it"), N_("NUMBER") },
    { "linked", 0, 0, G_OPTION_ARG_NONE, &options.linked, N_("Transfers: what was read, each with the write before it whose data it takes, in the order of these writes"), NULL },
    { "study", 0, 0, G_OPTION_ARG_STRING, &options.study, N_("Study: which one, if there are several"), N_("ID") },
    { "results", 0, 0, G_OPTION_ARG_FILENAME, &options.results, N_("Study: its results; without it those beside the project, PROJECT-STUDY.sqlite"), N_("FILE") },
    { "figure", 0, 0, G_OPTION_ARG_STRING, &options.figure, N_("Study: what to draw of it"), "curves|heatmap|parallel|sensitivity" },
    { "x", 0, 0, G_OPTION_ARG_STRING, &options.x, N_("Study: what lies across, a factor or a metric; the factor with the most values without it"), N_("NAME") },
    { "y", 0, 0, G_OPTION_ARG_STRING, &options.y, N_("Study: the metric; without it all that the study names, if they are in one unit, else the first one"), N_("NAME") },
    { "size", 0, 0, G_OPTION_ARG_INT, &options.size, N_("Canvas and heatmap: a PNG, whatever its name, that fits into a square of this side"), N_("PIXELS") },
    { "allow-programs", 0, 0, G_OPTION_ARG_NONE, &options.allows_programs, N_("Let components start the programs that the project names: for projects of people whom you trust"), NULL },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.dark, N_("Light on dark"), NULL },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &options.scale, N_("Pixels for each unit of the drawing, 0.1 to 10"), N_("NUMBER") },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings, N_("Override a parameter or variable; repeatable"), N_("PATH=VALUE") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.files, NULL, N_("FILE") },
    { NULL },
  };
  const View *view = find_view (peek_view (argc, argv));
  g_autoptr (GError) error = NULL;

  if (view == NULL)
    return HEDDLE_EXIT_USAGE;
  if (view->render == NULL)
    return draw_trees (view, argc, argv);
  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Draws a view of a project or of its run, without a display.")))
    return HEDDLE_EXIT_USAGE;
  if (options.files == NULL || options.files[1] != NULL || options.output == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("render needs one file and -o OUT"));
  if (!check_view_options (&options, view))
    return HEDDLE_EXIT_USAGE;
  if (!(options.scale >= 0.1 && options.scale <= 10))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--scale must lie between 0.1 and 10, not %g"), options.scale);
  if (options.width == UNSET_WIDTH)
    options.width = PLOT_WIDTH;
  if (options.count == UNSET_COUNT)
    options.count = LINK_COUNT;
  if (!(options.width >= LEAST_WIDTH && options.width <= MOST_WIDTH))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--width must lie between %d and %d, not %g"), LEAST_WIDTH, MOST_WIDTH, options.width);
  if (options.size != 0 && (options.size < LEAST_SIZE || options.size > MOST_SIZE))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--size must lie between %d and %d, not %d"), LEAST_SIZE, MOST_SIZE, options.size);
  if (options.size > 0)
    options.format = HEDDLE_EXPORT_PNG;
  else if (!heddle_export_format_from_path (options.output, &options.format, &error))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s", error->message);
  if (!heddle_cli_check_output (options.output, FALSE))
    return HEDDLE_EXIT_FILE;
  options.heat = options.heat || options.energy || options.stalls || view->runs;
  return render (&options, view);
}
