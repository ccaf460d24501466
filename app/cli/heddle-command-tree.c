/* heddle-command-tree.c: heddle tree FILE --communicator C --operation OP --size S --algorithm A
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree"

#include "heddle-commands.h"

#include <errno.h>
#include <string.h>

#include "heddle-cli-project.h"
#include "heddle-cost-figure.h"
#include "heddle-export.h"
#include "heddle-tree-picture.h"

#define NOT_GIVEN G_MININT /* numbers that nobody writes */
#define USUAL_ALGORITHMS "k-ary,k-nomial,hierarchical-k-nomial,minimum-cost"
#define COSTS_WIDTH 640.0
#define COSTS_HEIGHT 320.0
#define COSTS_HEAD 20.0
#define COSTS_MARGIN 24.0

typedef struct
{
  char **settings;
  char *communicator, *operation, *size, *algorithms, *widths;
  char *json, *dot, *output;
  int degree, entries;
  double scale;
  char *draw;
  gboolean costs, dark, quiet;
  char **files;
} Options;

static void
options_clear (Options *options)
{
  g_strfreev (options->settings);
  g_strfreev (options->files);
  g_free (options->communicator);
  g_free (options->operation);
  g_free (options->size);
  g_free (options->algorithms);
  g_free (options->widths);
  g_free (options->json);
  g_free (options->dot);
  g_free (options->output);
  g_free (options->draw);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  HeddleCostFigure figure;
  HeddleText *text;
  const HeddleTheme *theme;
  const char *formula;
} CostPicture;

/* What to build: one tree for each algorithm, over the members of one communicator. */
typedef struct
{
  const HdCommunicator *communicator;
  HdTreeOptions options;
  GArray *algorithms; /* HdTreeAlgorithm */
  GArray *widths;     /* guint32 */
  HeddleExportFormat format;
} Plan;

static void
plan_clear (Plan *plan)
{
  g_clear_pointer (&plan->algorithms, g_array_unref);
  g_clear_pointer (&plan->widths, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plan, plan_clear)

static HeddleExit
status_of (const GError *error)
{
  if (error->domain == HD_TREE_ERROR
      && (error->code == HD_TREE_ERROR_WIDTH || error->code == HD_TREE_ERROR_DEGREE || error->code == HD_TREE_ERROR_PARAMETER
          || error->code == HD_TREE_ERROR_OPERATION || error->code == HD_TREE_ERROR_ALGORITHM))
    return HEDDLE_EXIT_USAGE;
  return heddle_cli_status_of (error);
}

/* ---- options ----------------------------------------------------------------------------------------------------------- */

/* An empty text is one empty word. */
static char **
split_words (const char *text)
{
  return *text != '\0' ? g_strsplit (text, ",", 0) : g_strdupv ((char *[]){ (char *) text, NULL });
}

static gboolean
parse_widths (const char *text,
              GArray *widths)
{
  g_auto (GStrv) words = split_words (text);

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint64 value;
      guint32 width;

      if (!g_ascii_string_to_unsigned (words[i], 10, 2, G_MAXINT32, &value, NULL))
        {
          heddle_cli_fail (HEDDLE_EXIT_USAGE, _("tree width k=%s must be an integer of at least 2"), words[i]);
          return FALSE;
        }
      width = (guint32) value;
      g_array_append_val (widths, width);
    }
  return TRUE;
}

static gboolean
parse_algorithms (const char *text,
                  GArray *algorithms,
                  GError **error)
{
  g_auto (GStrv) words = split_words (text);

  for (guint i = 0; words[i] != NULL; i++)
    {
      HdTreeAlgorithm algorithm;

      if (!hd_tree_algorithm_find (words[i], &algorithm, error))
        return FALSE;
      g_array_append_val (algorithms, algorithm);
    }
  return TRUE;
}

static gboolean
parse_size (const char *text,
            double *out_bytes,
            GError **error)
{
  HdQuantity quantity;

  if (!hd_quantity_parse (text, &quantity, error))
    return FALSE;
  if (!hd_dimension_equal (quantity.dimension, HD_DIMENSION_BYTES))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("--size %s is no number of bytes; write it as 8 B or 4 KiB"), text);
      return FALSE;
    }
  *out_bytes = quantity.value;
  return TRUE;
}

/* All that can be wrong before the file is read. */
static gboolean
make_plan (const Options *options,
           Plan *plan)
{
  g_autoptr (GError) error = NULL;

  plan->algorithms = g_array_new (FALSE, FALSE, sizeof (HdTreeAlgorithm));
  plan->widths = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (options->widths != NULL && !parse_widths (options->widths, plan->widths))
    return FALSE;
  if (!parse_algorithms (options->algorithms != NULL ? options->algorithms : USUAL_ALGORITHMS, plan->algorithms, &error)
      || (options->operation != NULL && !hd_tree_operation_find (options->operation, &plan->options.operation, &error))
      || (options->size != NULL && !parse_size (options->size, &plan->options.bytes, &error))
      || (options->output != NULL && !heddle_export_format_from_path (options->output, &plan->format, &error)))
    {
      heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s", error->message);
      return FALSE;
    }
  if (options->entries != NOT_GIVEN && options->entries < 0)
    {
      heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--entries must be at least 0, not %d"), options->entries);
      return FALSE;
    }
  if (plan->options.operation != HD_TREE_BARRIER && options->size == NULL)
    {
      heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s needs --size, such as --size 8B"), hd_tree_operation_get_id (plan->options.operation));
      return FALSE;
    }
  plan->options.widths = (const guint32 *) (gpointer) plan->widths->data;
  plan->options.n_widths = plan->widths->len;
  return TRUE;
}

/* The one that is named, or the only one. */
static const HdCommunicator *
find_communicator (HdDesign *design,
                   const char *id)
{
  const HdCommunicator *found = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = hd_design_get_n_communicators (design);

  if (id != NULL)
    found = hd_design_find_communicator (design, id);
  else if (n == 1)
    found = hd_design_get_communicator (design, 0);
  if (found != NULL)
    return found;
  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", hd_design_get_communicator (design, i)->id);
  if (n == 0)
    heddle_cli_fail (HEDDLE_EXIT_USAGE, _("the project has no communicator"));
  else if (id == NULL)
    heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--communicator is needed; there are %s"), names->str);
  else
    heddle_cli_fail (HEDDLE_EXIT_USAGE, _("there is no communicator “%s”; there are %s"), id, names->str);
  return NULL;
}

/* ---- work -------------------------------------------------------------------------------------------------------------- */

static gboolean
set_limits (const Options *options,
            HdTreeNetwork *network,
            GError **error)
{
  if (options->entries != NOT_GIVEN)
    hd_tree_network_set_entries (network, (guint32) options->entries);
  return options->degree == NOT_GIVEN || hd_tree_network_set_degrees (network, (guint32) MAX (options->degree, 0), (guint32) MAX (options->degree, 0), error);
}

static gboolean
write_one (const Options *options,
           HdTreeReportKind kind,
           const char *path,
           HdTreeNetwork *network,
           const Plan *plan,
           GPtrArray *trees,
           GError **error)
{
  HdTree *const *array = (HdTree *const *) trees->pdata;

  if (path == NULL || !g_str_equal (path, "-"))
    return path == NULL || hd_tree_report_save (kind, network, plan->communicator->id, array, trees->len, path, error);
  {
    g_autofree char *text = hd_tree_report_to_string (kind, network, plan->communicator->id, array, trees->len);

    g_print ("%s", text);
  }
  return TRUE;
}

static void
paint_costs (cairo_t *cr,
             gpointer data)
{
  const CostPicture *picture = data;
  const HeddleTextLook look = { .size = 12, .colour = picture->theme->dim };

  heddle_colour_set (cr, picture->theme->view_bg);
  cairo_paint (cr);
  heddle_text_paint (picture->text, cr, COSTS_MARGIN, COSTS_MARGIN, picture->formula, &look);
  cairo_translate (cr, COSTS_MARGIN, COSTS_MARGIN + COSTS_HEAD);
  heddle_cost_figure_paint (&picture->figure, picture->text, cr, picture->theme, COSTS_WIDTH, COSTS_HEIGHT);
}

/* The curve of the cost model over the width, with the width of the first tree on it. */
static gboolean
draw_costs (const Options *options,
            HdTreeNetwork *network,
            const Plan *plan,
            HdTree *tree,
            GError **error)
{
  const HdCommunicator *communicator = plan->communicator;
  double up, down;
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  g_autofree char *formula = NULL;
  CostPicture picture = {
    .figure = { .members = communicator->n_members, .width = hd_tree_get_width (tree) },
    .text = text,
    .theme = heddle_theme_get (options->dark ? HEDDLE_STYLE_DARK : HEDDLE_STYLE_LIGHT),
  };

  if (communicator->n_members < 2)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("communicator “%s” has %u members; costs need at least 2"), communicator->id, communicator->n_members);
      return FALSE;
    }
  hd_tree_operation_get_bytes (plan->options.operation, plan->options.bytes, &up, &down);
  picture.figure.bytes = up;
  picture.figure.cost = hd_tree_network_get_cost (network, communicator->members, communicator->n_members);
  heddle_cost_figure_update (&picture.figure);
  picture.formula = formula = heddle_cost_figure_dup_formula (&picture.figure);
  return heddle_export (options->output, plan->format, COSTS_WIDTH + 2 * COSTS_MARGIN, COSTS_HEIGHT + COSTS_HEAD + 2 * COSTS_MARGIN, options->scale,
                        paint_costs, &picture, NULL, error);
}

static gboolean
draw (const Options *options,
      HdTreeNetwork *network,
      const Plan *plan,
      GPtrArray *trees,
      GError **error)
{
  if (g_strcmp0 (options->draw, "costs") == 0)
    return draw_costs (options, network, plan, g_ptr_array_index (trees, 0), error);
  return heddle_tree_picture_export ((HdTree *const *) trees->pdata, trees->len, options->output, plan->format, options->scale, options->dark, error);
}

static gboolean
write_all (const Options *options,
           HdTreeNetwork *network,
           const Plan *plan,
           GPtrArray *trees,
           GError **error)
{
  gboolean quiet = options->quiet || g_strcmp0 (options->json, "-") == 0 || g_strcmp0 (options->dot, "-") == 0;

  return (quiet || write_one (options, HD_TREE_REPORT_TEXT, "-", network, plan, trees, error))
         && (!options->costs || quiet || write_one (options, HD_TREE_REPORT_COSTS, "-", network, plan, trees, error))
         && write_one (options, HD_TREE_REPORT_JSON, options->json, network, plan, trees, error)
         && write_one (options, HD_TREE_REPORT_DOT, options->dot, network, plan, trees, error)
         && (options->output == NULL || draw (options, network, plan, trees, error));
}

/* One that hardware limits rule out: of those that nobody asked for by name the others are shown. */
static gboolean
is_out_of_reach (const GError *error)
{
  return g_error_matches (error, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES) || g_error_matches (error, HD_TREE_ERROR, HD_TREE_ERROR_INFEASIBLE);
}

static int
build_trees (const Options *options,
             Plan *plan)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HeddleExit status = HEDDLE_EXIT_DONE;
  g_autoptr (HdDesign) design = heddle_cli_elaborate (options->files[0], NULL, (const char *const *) options->settings, catalog, problems, &status);
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_tree_unref);
  g_autoptr (HdTreeNetwork) network = NULL;
  g_autoptr (GError) error = NULL;

  if (design == NULL)
    return status;
  plan->communicator = find_communicator (design, options->communicator);
  if (plan->communicator == NULL)
    return HEDDLE_EXIT_USAGE;
  network = hd_tree_network_new (design);
  if (!set_limits (options, network, &error))
    return heddle_cli_fail (status_of (error), "%s", error->message);
  for (guint i = 0; i < plan->algorithms->len; i++)
    {
      HdTree *tree;

      plan->options.algorithm = g_array_index (plan->algorithms, HdTreeAlgorithm, i);
      tree = hd_tree_build (network, plan->communicator->members, plan->communicator->n_members, &plan->options, &error);
      if (tree != NULL)
        {
          g_ptr_array_add (trees, tree);
          continue;
        }
      status = heddle_cli_fail (status_of (error), "%s: %s", hd_tree_algorithm_get_id (plan->options.algorithm), error->message);
      if (options->algorithms != NULL || !is_out_of_reach (error))
        return status;
      g_clear_error (&error);
    }
  if (trees->len == 0)
    return status;
  if (!write_all (options, network, plan, trees, &error))
    return heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  return HEDDLE_EXIT_DONE;
}

int
heddle_command_tree (int argc,
                     char **argv)
{
  g_auto (Options) options = { .degree = NOT_GIVEN, .entries = NOT_GIVEN, .scale = 1 };
  g_auto (Plan) plan = { NULL };
  const GOptionEntry entries[] = {
    { "communicator", 0, 0, G_OPTION_ARG_STRING, &options.communicator, N_("Whose processes; not needed if there is one communicator"), N_("NAME") },
    { "operation", 0, 0, G_OPTION_ARG_STRING, &options.operation, N_("What is done along the tree"), "barrier|broadcast|reduce|all-reduce" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &options.size, N_("Message, such as 8B or 4 KiB"), N_("SIZE") },
    { "algorithm", 0, 0, G_OPTION_ARG_STRING, &options.algorithms,
      N_("Types of tree, side by side: k-ary, k-nomial, hierarchical-k-nomial, physical, minimum-cost, selected"), N_("NAME[,NAME…]") },
    { "k", 0, 0, G_OPTION_ARG_STRING, &options.widths, N_("Widths, tried in order until degree limits are kept; without it the best of the cost model"), N_("K[,K…]") },
    { "degree", 0, 0, G_OPTION_ARG_INT, &options.degree, N_("Degree limit of all NICs and switches"), N_("NUMBER") },
    { "entries", 0, 0, G_OPTION_ARG_INT, &options.entries, N_("Table entries of each switch"), N_("NUMBER") },
    { "costs", 0, 0, G_OPTION_ARG_NONE, &options.costs, N_("Print the tables of the cost model too"), NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options.json, N_("Write trees and figures, in the form of trees.schema.json, to standard output with -"), N_("FILE") },
    { "dot", 0, 0, G_OPTION_ARG_FILENAME, &options.dot, N_("Write the trees for Graphviz, to standard output with -"), N_("FILE") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_("Draw the trees: .svg, .pdf or .png"), N_("FILE") },
    { "draw", 0, 0, G_OPTION_ARG_STRING, &options.draw, N_("What to draw: the trees, or the curve of their cost model over the width"), "trees|costs" },
    { "quiet", 0, 0, G_OPTION_ARG_NONE, &options.quiet, N_("Print nothing"), NULL },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.dark, N_("Light on dark"), NULL },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &options.scale, N_("Pixels for each unit of the drawing, 0.1 to 10"), N_("NUMBER") },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings, N_("Override a parameter or variable; repeatable"), N_("PATH=VALUE") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.files, NULL, N_("FILE") },
    { NULL },
  };

  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Builds aggregation trees over a communicator, measures and prints them.")))
    return HEDDLE_EXIT_USAGE;
  if (options.files == NULL || options.files[1] != NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("tree needs one file"));
  if (!(options.scale >= 0.1 && options.scale <= 10))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--scale must lie between 0.1 and 10, not %g"), options.scale);
  if (options.draw != NULL && !g_str_equal (options.draw, "trees") && !g_str_equal (options.draw, "costs"))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--draw must be trees or costs, not %s"), options.draw);
  if (options.draw != NULL && options.output == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s is to be drawn, but -o OUT is missing"), options.draw);
  if (!make_plan (&options, &plan))
    return HEDDLE_EXIT_USAGE;
  if (!heddle_cli_check_output (options.json, FALSE) || !heddle_cli_check_output (options.dot, FALSE) || !heddle_cli_check_output (options.output, FALSE))
    return HEDDLE_EXIT_FILE;
  return build_trees (&options, &plan);
}
