/* hd-schema.c: what each kind of object may hold
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The one table that the reader, validation, the inspector and resources/schemas/heddle.rng agree on (a test compares the last).
 */
#define G_LOG_DOMAIN "hd-schema"

#include <heddle/hd-document.h>
#include <heddle/hd-run-settings.h>

#include <math.h>
#include <string.h>

#include "hd-i18n.h"

#define ANY .minimum = -INFINITY, .maximum = INFINITY
#define AT_LEAST(low) .minimum = (low), .maximum = INFINITY
#define ABOVE(low) .minimum = (low), .maximum = INFINITY, .exclusive_minimum = TRUE
#define BETWEEN(low, high) .minimum = (low), .maximum = (high)

static const char *const choices_view[] = { "waveforms", "timeline", "links", "partitions", "trees", "latency", "sweep", "result", "steps", NULL };
static const char *const choices_variable[] = { "quantity", "integer", "enum", NULL };
static const char *const choices_sharing[] = { "shared", "split", NULL };
static const char *const choices_routing[] = { "shortest", "destination-modulo", "dimension-order", "first-dimension", NULL };
static const char *const choices_side[] = { "left", "right", "top", "bottom", NULL };
static const char *const choices_style[] = { "straight", "orthogonal", "curved", NULL };
static const char *const choices_vertex[] = { "compute", "comm", NULL };
static const char *const choices_mode[] = { "coherent", "move", "local", NULL };
static const char *const choices_precision[] = { "fp32", "fp16", NULL };
static const char *const choices_operation[] = {
  "point-to-point", "all-reduce", "all-gather", "reduce-scatter", "broadcast", "reduce", "barrier", "all-to-all", NULL,
};
static const char *const choices_colour[] = { "blue", "orange", "teal", "purple", "yellow", "pink", "green", "grey", NULL };
static const char *const choices_first[] = { "ignore", NULL };
static const char *const choices_sampling[] = { "full", "paired", "random", "latin-hypercube", "sobol", "saltelli", NULL };
static const char *const choices_scale[] = { "linear", "logarithmic", NULL };
static const char *const choices_direction[] = { "watch", "maximise", "minimise", NULL };

/* Fields that several kinds have. */
#define FIELD_ID \
  { .name = "id", .title = N_("Id"), .kind = HD_FIELD_ID, .required = TRUE, ANY, \
    .help = N_("Short stable name; unique among its neighbours of the same kind.") }
#define FIELD_OPTIONAL_ID \
  { .name = "id", .title = N_("Id"), .kind = HD_FIELD_ID, ANY, .help = N_("Short stable name, for routes and probes.") }
#define FIELD_TITLE \
  { .name = "title", .title = N_("Title"), .kind = HD_FIELD_TEXT, ANY, .help = N_("What people read instead of the id.") }
#define FIELD_X \
  { .name = "x", .title = N_("X"), .kind = HD_FIELD_NUMBER, ANY, .help = N_("Horizontal place on the canvas.") }
#define FIELD_Y \
  { .name = "y", .title = N_("Y"), .kind = HD_FIELD_NUMBER, ANY, .help = N_("Vertical place on the canvas, downwards.") }
#define FIELD_COLUMNS \
  { .name = "columns", .title = N_("Columns"), .kind = HD_FIELD_NUMBER, ANY, \
    .help = N_("Draws the members of an array side by side, so many in a row, around its place; otherwise as one stack.") }
#define FIELD_ROWS \
  { .name = "rows", .title = N_("Rows"), .kind = HD_FIELD_NUMBER, ANY, \
    .help = N_("Draws the members of an array below each other, so many in a column, instead of in rows.") }
#define FIELD_SPACING \
  { .name = "spacing", .title = N_("Spacing"), .kind = HD_FIELD_NUMBER, ANY, \
    .help = N_("From one column of members to the next on the canvas.") }
#define FIELD_ROW_SPACING \
  { .name = "row-spacing", .title = N_("Row spacing"), .kind = HD_FIELD_NUMBER, ANY, \
    .help = N_("From one row of members to the next on the canvas; the rows then stand straight below each other.") }
#define FIELD_PINNED \
  { .name = "pinned", .title = N_("Pinned"), .kind = HD_FIELD_FLAG, ANY, .help = N_("Whether automatic layout leaves it where it is.") }
#define FIELD_ROTATION \
  { .name = "rotation", .title = N_("Rotation"), .kind = HD_FIELD_NUMBER, ANY, .help = N_("Clockwise, in degrees.") }
#define FIELD_COUNT \
  { .name = "count", .title = N_("Count"), .kind = HD_FIELD_COUNT, .integer = TRUE, BETWEEN (0, 16777216), \
    .help = N_("Size of the array: 16, 32x16 or an expression.") }
#define FIELD_INDEX \
  { .name = "index", .title = N_("Index names"), .kind = HD_FIELD_NAMES, ANY, \
    .help = N_("Names of the array's indices in expressions; by default the id, then the id with _1, _2.") }
#define FIELD_FOR \
  { .name = "for", .title = N_("For"), .kind = HD_FIELD_RANGES, ANY, \
    .help = N_("Ranges of the index variables, such as i=0..7 j=0..3 or, in a random graph, b=neighbours ($nodes, $degree, $seed, a); otherwise they follow from " \
              "the arrays.") }
#define FIELD_WHERE \
  { .name = "where", .title = N_("Where"), .kind = HD_FIELD_EXPRESSION, .unit = "", ANY, \
    .help = N_("Condition over the index variables; elements for which it is 0 are left out.") }
#define FIELD_FROM(required_) \
  { .name = "from", .title = N_("From"), .kind = HD_FIELD_PATTERN, .required = required_, ANY, \
    .help = N_("Where it starts, such as server[i].network.") }
#define FIELD_TO(required_) \
  { .name = "to", .title = N_("To"), .kind = HD_FIELD_PATTERN, .required = required_, ANY, \
    .help = N_("Where it ends, such as tor.down[i].") }
#define FIELD_BANDWIDTH(required_) \
  { .name = "bandwidth", .title = N_("Bandwidth"), .kind = HD_FIELD_EXPRESSION, .unit = "B/s", .required = required_, ABOVE (0), \
    .help = N_("Of each direction if split, of both together if shared.") }
#define FIELD_LATENCY(required_) \
  { .name = "latency", .title = N_("Latency"), .kind = HD_FIELD_EXPRESSION, .unit = "s", .required = required_, AT_LEAST (0), \
    .help = N_("Time that the first byte needs from end to end.") }
#define FIELD_SHARING \
  { .name = "sharing", .title = N_("Sharing"), .kind = HD_FIELD_CHOICE, .choices = choices_sharing, ANY, \
    .help = N_("Whether both directions draw on one capacity (shared) or each has its own (split).") }
#define FIELD_HOME \
  { .name = "home", .title = N_("Home"), .kind = HD_FIELD_PATTERN, ANY, \
    .help = N_("The memory that holds its data, looked up from the enclosing module outwards.") }
#define FIELD_PARTITION \
  { .name = "partition", .title = N_("Partition"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, AT_LEAST (0), \
    .help = N_("Which event queue of a parallel run it belongs to, counted from 0; chosen by the program if nothing is said.") }

static const HdField no_fields[] = { { NULL } };

static const HdField project_fields[] = {
  { .name = "version", .title = N_("Version"), .kind = HD_FIELD_TEXT, .required = TRUE, ANY, .help = N_("Of the file format.") },
  { .name = "name", .title = N_("Name"), .kind = HD_FIELD_TEXT, ANY, .help = N_("Of the project.") },
  { .name = "description", .title = N_("Description"), .kind = HD_FIELD_TEXT, ANY, .help = N_("What the project shows.") },
  { .name = "view", .title = N_("Opens with"), .kind = HD_FIELD_CHOICE, .choices = choices_view, .literal = TRUE, ANY,
    .help = N_("The view below the drawing when the project is opened; the one that is there if nothing is said.") },
  { NULL },
};

static const HdField variable_fields[] = {
  { .name = "name", .title = N_("Name"), .kind = HD_FIELD_ID, .required = TRUE, ANY, .help = N_("Written $name in expressions.") },
  { .name = "type", .title = N_("Type"), .kind = HD_FIELD_CHOICE, .choices = choices_variable, ANY,
    .help = N_("A quantity unless said otherwise.") },
  { .name = "of", .title = N_("Words"), .kind = HD_FIELD_NAMES, ANY, .help = N_("The words that an enumeration may take.") },
  { .name = "value", .title = N_("Value"), .kind = HD_FIELD_EXPRESSION, .required = TRUE, ANY,
    .help = N_("An expression; it may use other variables.") },
  { .name = "minimum", .title = N_("Minimum"), .kind = HD_FIELD_EXPRESSION, ANY, .help = N_("Smallest value that is permitted.") },
  { .name = "maximum", .title = N_("Maximum"), .kind = HD_FIELD_EXPRESSION, ANY, .help = N_("Largest value that is permitted.") },
  FIELD_TITLE,
  { NULL },
};

static const HdField link_class_fields[] = {
  FIELD_ID, FIELD_BANDWIDTH (TRUE), FIELD_LATENCY (TRUE), FIELD_SHARING,
  { .name = "efficiency", .title = N_("Efficiency"), .kind = HD_FIELD_EXPRESSION, .unit = "", .minimum = 0, .maximum = 1, .exclusive_minimum = TRUE,
    .help = N_("Share of the bandwidth that is left for data once headers and protocol have theirs; all of it if nothing is said.") },
  { .name = "noise", .title = N_("Noise"), .kind = HD_FIELD_EXPRESSION, .unit = "", BETWEEN (0, HD_MAX_NOISE),
    .help = N_("Share of the capacity that other traffic takes; that of the run settings if nothing is said.") },
  FIELD_TITLE,
  { NULL },
};

static const HdField module_fields[] = {
  FIELD_ID, FIELD_TITLE,
  { .name = "symbol", .title = N_("Symbol"), .kind = HD_FIELD_TEXT, ANY, .help = N_("Name of the symbol that stands for an instance.") },
  { .name = "routing", .title = N_("Routing"), .kind = HD_FIELD_CHOICE, .choices = choices_routing, ANY,
    .help = N_("Between its own components: the shortest way; among equal ones by the destination's index, as in fat trees; or along one dimension of the array " \
              "of switches after the other, from the last or from the first, as in a mesh or torus.") },
  { NULL },
};

static const HdField port_fields[] = {
  FIELD_ID,
  { .name = "of", .title = N_("Of"), .kind = HD_FIELD_PATTERN, .required = TRUE, ANY,
    .help = N_("The inner port that it leads to, such as tor.up or xpu[i].cxl.") },
  FIELD_COUNT, FIELD_FOR,
  { .name = "side", .title = N_("Side"), .kind = HD_FIELD_CHOICE, .choices = choices_side, ANY, .help = N_("Of the drawn instance.") },
  FIELD_X, FIELD_Y, { NULL },
};

static const HdField component_fields[] = {
  FIELD_ID,
  { .name = "type", .title = N_("Type"), .kind = HD_FIELD_TYPE, .required = TRUE, ANY, .help = N_("Library and type, such as fabric.xpu.") },
  { .name = "names", .title = N_("Names"), .kind = HD_FIELD_TEXT, ANY,
    .help = N_("What its members are called elsewhere, such as node-[0-15].example.org; addresses may say it. Brackets that are part of a name stand twice.") },
  FIELD_COUNT, FIELD_INDEX, FIELD_X, FIELD_Y, FIELD_COLUMNS, FIELD_ROWS, FIELD_SPACING, FIELD_ROW_SPACING, FIELD_ROTATION, FIELD_PINNED, FIELD_HOME,
  FIELD_PARTITION,
  { .name = "failed", .title = N_("Has failed"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (0, 1),
    .help = N_("Whether it does nothing in runs (1): what went through it goes other ways, and nothing can work on it. Over the index variables, such as i == $broken.") },
  { NULL },
};

static const HdField instance_fields[] = {
  FIELD_ID,
  { .name = "of", .title = N_("Module"), .kind = HD_FIELD_REFERENCE, .refers_to = HD_OBJECT_MODULE, .required = TRUE, ANY,
    .help = N_("The module that it is made of.") },
  FIELD_COUNT, FIELD_INDEX, FIELD_X, FIELD_Y, FIELD_COLUMNS, FIELD_ROWS, FIELD_SPACING, FIELD_ROW_SPACING, FIELD_ROTATION, FIELD_PINNED, FIELD_PARTITION,
  { .name = "failed", .title = N_("Has failed"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (0, 1),
    .help = N_("Whether all that is in it does nothing in runs (1): what went through it goes other ways. Over the index variables, such as i == $broken.") },
  { NULL },
};

static const HdField link_fields[] = {
  FIELD_OPTIONAL_ID, FIELD_FROM (TRUE), FIELD_TO (TRUE), FIELD_FOR, FIELD_WHERE,
  { .name = "class", .title = N_("Class"), .kind = HD_FIELD_REFERENCE, .refers_to = HD_OBJECT_LINK_CLASS, ANY,
    .help = N_("The link class that gives what is not written here.") },
  FIELD_BANDWIDTH (FALSE), FIELD_LATENCY (FALSE), FIELD_SHARING,
  { .name = "failed", .title = N_("Has failed"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (0, 1),
    .help = N_("Whether it carries nothing in runs (1): routes and trees go other ways. Over the index variables, such as i == $broken.") },
  { .name = "style", .title = N_("Style"), .kind = HD_FIELD_CHOICE, .choices = choices_style, ANY, .help = N_("How the wire is drawn.") },
  { NULL },
};

static const HdField route_fields[] = {
  FIELD_FROM (TRUE), FIELD_TO (TRUE),
  { .name = "via", .title = N_("Via"), .kind = HD_FIELD_PATTERNS, .required = TRUE, ANY,
    .help = N_("The links in order, such as down[k] up[k] mem[k].") },
  FIELD_FOR, FIELD_WHERE,
  { .name = "symmetric", .title = N_("Symmetric"), .kind = HD_FIELD_FLAG, ANY, .help = N_("Whether the way back is the same route.") },
  { NULL },
};

static const HdField generate_fields[] = {
  FIELD_ID,
  { .name = "kind", .title = N_("Kind"), .kind = HD_FIELD_TEXT, .required = TRUE, ANY, .help = N_("Of topology, such as mesh or fat-tree.") },
  FIELD_X, FIELD_Y, FIELD_PINNED, { NULL },
};

static const HdField note_fields[] = {
  FIELD_X, FIELD_Y, FIELD_PINNED,
  { .name = "width", .title = N_("Width"), .kind = HD_FIELD_NUMBER, ANY, .help = N_("At which the text wraps.") },
  { NULL },
};

/* Likewise with what a knob turns: it is said, and the project runs. */
static const HdField knob_fields[] = {
  { .name = "of", .title = N_("Turns"), .kind = HD_FIELD_TEXT, .required = TRUE, ANY,
    .help = N_("What it turns: a variable, a parameter or a run setting, such as $load, class:CXL_link.bandwidth, rack/xpu.fp32 or run:fidelity.") },
  FIELD_TITLE,
  { .name = "from", .title = N_("From"), .kind = HD_FIELD_TEXT, ANY, .help = N_("The value at its left end; words and flags need none.") },
  { .name = "to", .title = N_("To"), .kind = HD_FIELD_TEXT, ANY, .help = N_("The value at its right end.") },
  { .name = "scale", .title = N_("Scale"), .kind = HD_FIELD_CHOICE, .choices = choices_scale, .literal = TRUE, ANY,
    .help = N_("Whether equal turns add as much (linear, if nothing is said), or multiply by as much (logarithmic).") },
  { .name = "metric", .title = N_("Metric"), .kind = HD_FIELD_TEXT, ANY,
    .help = N_("What is plotted over its values, such as throughput; if nothing is said, what a run is mostly judged by.") },
  FIELD_X, FIELD_Y, FIELD_PINNED,
  { NULL },
};

static const HdField communicator_fields[] = {
  FIELD_ID,
  { .name = "members", .title = N_("Members"), .kind = HD_FIELD_PATTERNS, .required = TRUE, ANY,
    .help = N_("Addresses in order, such as rack[*]/server[*]/xpu[*]; a name with blanks in quotes, 'GPU 0'.") },
  { .name = "limit", .title = N_("Limit"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, AT_LEAST (1),
    .help = N_("Only so many members, the first ones.") },
  { NULL },
};

static const HdField workload_fields[] = {
  { .name = "type", .title = N_("Type"), .kind = HD_FIELD_TEXT, .required = TRUE, ANY,
    .help = N_("A generator such as llama2-13b, or graph for one that is drawn.") },
  { .name = "on", .title = N_("On"), .kind = HD_FIELD_REFERENCE, .refers_to = HD_OBJECT_COMMUNICATOR, ANY,
    .help = N_("The communicator whose members do the work.") },
  { NULL },
};

static const HdField vertex_fields[] = {
  FIELD_ID,
  { .name = "kind", .title = N_("Kind"), .kind = HD_FIELD_CHOICE, .choices = choices_vertex, .required = TRUE, ANY,
    .help = N_("Computation or communication.") },
  FIELD_X, FIELD_Y,
  { .name = "work", .title = N_("Work"), .kind = HD_FIELD_EXPRESSION, .unit = "FLOP", AT_LEAST (0), .help = N_("Operations of the task.") },
  { .name = "access", .title = N_("Access"), .kind = HD_FIELD_EXPRESSION, .unit = "B", AT_LEAST (0), .help = N_("Memory traffic of the task.") },
  { .name = "place", .title = N_("Place"), .kind = HD_FIELD_PATTERN, ANY, .help = N_("Where it runs.") },
  FIELD_HOME,
  { .name = "mode", .title = N_("Mode"), .kind = HD_FIELD_CHOICE, .choices = choices_mode, ANY,
    .help = N_("Whether data are accessed in place, moved first, or local.") },
  { .name = "precision", .title = N_("Precision"), .kind = HD_FIELD_CHOICE, .choices = choices_precision, ANY,
    .help = N_("Which rate of the accelerator counts.") },
  { .name = "start", .title = N_("Start"), .kind = HD_FIELD_FLAG, ANY, .help = N_("Whether it is in the initial set.") },
  { .name = "resident", .title = N_("Resident"), .kind = HD_FIELD_EXPRESSION, .unit = "B", AT_LEAST (0),
    .help = N_("Bytes that stay in its home memory.") },
  { .name = "operation", .title = N_("Operation"), .kind = HD_FIELD_CHOICE, .choices = choices_operation, ANY,
    .help = N_("Point to point, or a collective.") },
  { .name = "algorithm", .title = N_("Algorithm"), .kind = HD_FIELD_TEXT, ANY, .help = N_("Of the collective, such as ring.") },
  { .name = "bytes", .title = N_("Bytes"), .kind = HD_FIELD_EXPRESSION, .unit = "B", AT_LEAST (0), .help = N_("Payload of the whole operation.") },
  FIELD_FROM (FALSE), FIELD_TO (FALSE),
  { .name = "members", .title = N_("Members"), .kind = HD_FIELD_PATTERNS, ANY, .help = N_("Of the collective, in order.") },
  { .name = "channel", .title = N_("Channel"), .kind = HD_FIELD_TEXT, ANY, .help = N_("Vertices of one channel run one at a time.") },
  { .name = "net", .title = N_("Net"), .kind = HD_FIELD_NAMES, .refers_to = HD_OBJECT_LINK_CLASS, ANY,
    .help = N_("Link classes that its routes may use; all by default.") },
  { NULL },
};

static const HdField edge_fields[] = {
  { .name = "from", .title = N_("From"), .kind = HD_FIELD_REFERENCE, .refers_to = HD_OBJECT_VERTEX, .required = TRUE, ANY,
    .help = N_("The vertex that must be done.") },
  { .name = "to", .title = N_("To"), .kind = HD_FIELD_REFERENCE, .refers_to = HD_OBJECT_VERTEX, .required = TRUE, ANY,
    .help = N_("The vertex that waits.") },
  { .name = "first", .title = N_("First time"), .kind = HD_FIELD_CHOICE, .choices = choices_first, ANY,
    .help = N_("Whether the dependency is ignored the first time.") },
  { NULL },
};

static const HdField probe_fields[] = {
  { .name = "of", .title = N_("What is recorded"), .kind = HD_FIELD_PATTERN, .required = TRUE, ANY,
    .help = N_("Address and signal, such as rack[0]/tor.rate.") },
  FIELD_TITLE,
  { .name = "colour", .title = N_("Colour"), .kind = HD_FIELD_CHOICE, .choices = choices_colour, ANY,
    .help = N_("Of the waveform; without one, each has the next.") },
  { NULL },
};

/* What a study names may be gone, or not there yet; that is said when it is to be run, and keeps no project from running. */
static const HdField study_fields[] = {
  FIELD_ID, FIELD_TITLE,
  { .name = "sampling", .title = N_("Sampling"), .kind = HD_FIELD_CHOICE, .choices = choices_sampling, .literal = TRUE, ANY,
    .help = N_("Each value of each factor with each of the others (full, if nothing is said); the first values, the second, and so on (paired); or so many points as " \
              "are asked for: at random, at random but with each factor divided evenly (latin-hypercube), or filling the space evenly (sobol), or in blocks that tell what each factor does alone and with others (saltelli).") },
  { .name = "points", .title = N_("Number of points"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (1, HD_STUDY_MOST_POINTS),
    .help = N_("Of random, latin-hypercube, sobol and saltelli, which need it; of saltelli a multiple of the number of factors and 2.") },
  { .name = "seed", .title = N_("Seed"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (0, 4294967295.0),
    .help = N_("Of what is drawn at random about the points; 1 if nothing is said.") },
  { .name = "where", .title = N_("Where"), .kind = HD_FIELD_TEXT, ANY,
    .help = N_("Condition over the project's variables, such as $racks * $servers <= 64; points for which it is 0 are left out.") },
  { .name = "repeats", .title = N_("Repeats"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (1, HD_STUDY_MOST_REPEATS),
    .help = N_("Runs of each point, each with another seed; one if nothing is said.") },
  { .name = "precision", .title = N_("Precision"), .kind = HD_FIELD_EXPRESSION, .unit = "", ABOVE (0),
    .help = N_("A point is repeated no more once the confidence interval (95 %) of each metric reaches no further than this share of its mean to either side, " \
              "after three runs at the earliest.") },
  { .name = "halving", .title = N_("Halving"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (2, HD_STUDY_MOST_REPEATS),
    .help = N_("Each point is run once, then the best one in so many is run so many times as often, and so on up to all repeats; all points have all repeats if nothing is said.") },
  { .name = "generations", .title = N_("Generations"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (1, HD_STUDY_MOST_POINTS),
    .help = N_("Not all points are run, but so many generations, each bred from the best points so far; for grids too large to run all of them.") },
  { .name = "population", .title = N_("Population"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (4, HD_STUDY_MOST_POINTS),
    .help = N_("Points of each generation; 24 if nothing is said.") },
  { .name = "limit", .title = N_("Time limit"), .kind = HD_FIELD_EXPRESSION, .unit = "s", ABOVE (0),
    .help = N_("Of the clock on the wall, for all runs together; what is left can be run later.") },
  { .name = "published", .title = N_("Published values"), .kind = HD_FIELD_TEXT, ANY,
    .help = N_("A CSV file beside the project with what others state, such as table-6.csv: a column for each factor and metric, by its name, with units. It is laid over what runs give.") },
  { NULL },
};

static const HdField change_fields[] = {
  { .name = "at", .title = N_("At"), .kind = HD_FIELD_EXPRESSION, .unit = "s", .required = TRUE, AT_LEAST (0),
    .help = N_("The simulated time from which on it holds, such as 2 ms.") },
  { .name = "of", .title = N_("What changes"), .kind = HD_FIELD_TEXT, .required = TRUE, ANY,
    .help = N_("What changes: the bandwidth of links or of a link class, or whether links or components have failed, such as up[0].failed, spine[*].bandwidth or class:CXL_link.bandwidth.") },
  { .name = "value", .title = N_("Value"), .kind = HD_FIELD_EXPRESSION, .required = TRUE, ANY,
    .help = N_("What it becomes: a bandwidth; 1 for links that fail, 0 for links that are repaired.") },
  { NULL },
};

static const HdField factor_fields[] = {
  { .name = "of", .title = N_("What is varied"), .kind = HD_FIELD_TEXT, .required = TRUE, ANY,
    .help = N_("What is varied: a variable, a parameter or a run setting, such as $load, class:CXL_link.bandwidth, rack[*]/xpu[*].fp32 or run:fidelity.") },
  FIELD_TITLE,
  { .name = "values", .title = N_("Values"), .kind = HD_FIELD_TEXT, ANY, .help = N_("With commas between them: 64 GB/s, 128 GB/s, 256 GB/s.") },
  { .name = "from", .title = N_("From"), .kind = HD_FIELD_TEXT, ANY, .help = N_("The first value, where there is no list of them.") },
  { .name = "to", .title = N_("To"), .kind = HD_FIELD_TEXT, ANY, .help = N_("The last value.") },
  { .name = "steps", .title = N_("Number of values"), .kind = HD_FIELD_EXPRESSION, .unit = "", .integer = TRUE, BETWEEN (2, HD_STUDY_MOST_POINTS),
    .help = N_("So many values from the first to the last; any value in between where points are drawn and nothing is said.") },
  { .name = "scale", .title = N_("Scale"), .kind = HD_FIELD_CHOICE, .choices = choices_scale, .literal = TRUE, ANY,
    .help = N_("Whether values are as far apart (linear, if nothing is said), or each is as many times the one before (logarithmic).") },
  { .name = "whole", .title = N_("Whole numbers"), .kind = HD_FIELD_FLAG, ANY,
    .help = N_("Rounds values to whole numbers; those of variables of type integer always are.") },
  { NULL },
};

static const HdField metric_fields[] = {
  { .name = "of", .title = N_("Metric"), .kind = HD_FIELD_TEXT, .required = TRUE, ANY, .help = N_("A metric of the runs, such as throughput.") },
  { .name = "by", .title = N_("Divided by"), .kind = HD_FIELD_TEXT, ANY, .help = N_("Another metric of the same run, in the same unit: then this is how many times as much the first one is, such as a speed-up.") },
  FIELD_TITLE,
  { .name = "direction", .title = N_("Direction"), .kind = HD_FIELD_CHOICE, .choices = choices_direction, .literal = TRUE, ANY,
    .help = N_("Whether more of it is better, or less; or whether it is only looked at (watch, if nothing is said).") },
  { .name = "at-least", .title = N_("At least"), .kind = HD_FIELD_TEXT, ANY, .help = N_("A point with less of it is none that can be used.") },
  { .name = "at-most", .title = N_("At most"), .kind = HD_FIELD_TEXT, ANY, .help = N_("A point with more of it is none that can be used.") },
  { NULL },
};

/* ---- run settings: from their table --------------------------------------------------------------------------------- */

static HdField
make_run_field (const HdParameter *parameter)
{
  static const HdFieldKind kinds[] = {
    [HD_PARAMETER_QUANTITY] = HD_FIELD_EXPRESSION, [HD_PARAMETER_INTEGER] = HD_FIELD_EXPRESSION, [HD_PARAMETER_CHOICE] = HD_FIELD_CHOICE,
    [HD_PARAMETER_TEXT] = HD_FIELD_PATTERNS,       [HD_PARAMETER_FLAG] = HD_FIELD_FLAG,
  };
  HdField field = {
    .name = parameter->key,
    .title = parameter->title,
    .kind = kinds[parameter->kind],
    .unit = parameter->unit,
    .choices = parameter->choices,
    .help = parameter->help,
    .exclusive_minimum = parameter->exclusive_minimum,
    .integer = parameter->kind == HD_PARAMETER_INTEGER,
  };

  hd_parameter_get_range (parameter, &field.minimum, &field.maximum);
  return field;
}

static const HdField *
get_run_fields (void)
{
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      g_autoptr (GArray) fields = g_array_new (TRUE, FALSE, sizeof (HdField));

      for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
        {
          HdField field = make_run_field (&setting->parameter);

          g_array_append_val (fields, field);
        }
      g_once_init_leave (&made, (gsize) g_array_steal (fields, NULL));
    }
  return (const HdField *) made;
}

/* ---- kinds ------------------------------------------------------------------------------------------------------------- */

#define BIT(kind) (1u << (HD_OBJECT_##kind))
#define BLOCK_CHILDREN (BIT (COMPONENT) | BIT (INSTANCE) | BIT (LINK) | BIT (ROUTE) | BIT (GENERATE) | BIT (NOTE) | BIT (KNOB))

typedef struct
{
  const char *element;
  const char *title;
  const HdField *fields; /* NULL: from the table of run settings */
  guint32 children;
  gboolean open;
} KindInfo;

static const KindInfo kinds[HD_N_OBJECT_KINDS] = {
  [HD_OBJECT_UNKNOWN] = { NULL, N_("Unknown element"), no_fields, G_MAXUINT32, TRUE },
  [HD_OBJECT_COMMENT] = { NULL, N_("Comment"), no_fields, 0, FALSE },
  [HD_OBJECT_PROJECT] = { "heddle", N_("Project"), project_fields,
                          BIT (VARIABLES) | BIT (LINK_CLASS) | BIT (MODULE) | BIT (TOP) | BIT (COMMUNICATORS) | BIT (WORKLOAD) |
                            BIT (PROBES) | BIT (RUN) | BIT (STUDY),
                          FALSE },
  [HD_OBJECT_VARIABLES] = { "variables", N_("Variables"), no_fields, BIT (VARIABLE), FALSE },
  [HD_OBJECT_VARIABLE] = { "variable", N_("Variable"), variable_fields, 0, FALSE },
  [HD_OBJECT_LINK_CLASS] = { "link-class", N_("Link class"), link_class_fields, 0, FALSE },
  [HD_OBJECT_MODULE] = { "module", N_("Module"), module_fields, BLOCK_CHILDREN | BIT (PORT), FALSE },
  [HD_OBJECT_PORT] = { "port", N_("Port"), port_fields, 0, FALSE },
  [HD_OBJECT_COMPONENT] = { "component", N_("Component"), component_fields, 0, TRUE },
  [HD_OBJECT_INSTANCE] = { "instance", N_("Instance"), instance_fields, 0, FALSE },
  [HD_OBJECT_LINK] = { "link", N_("Link"), link_fields, 0, FALSE },
  [HD_OBJECT_ROUTE] = { "route", N_("Route"), route_fields, 0, FALSE },
  [HD_OBJECT_GENERATE] = { "generate", N_("Generated topology"), generate_fields, 0, TRUE },
  [HD_OBJECT_NOTE] = { "note", N_("Note"), note_fields, 0, FALSE },
  [HD_OBJECT_KNOB] = { "knob", N_("Knob"), knob_fields, 0, FALSE },
  [HD_OBJECT_TOP] = { "top", N_("System"), no_fields, BLOCK_CHILDREN, FALSE },
  [HD_OBJECT_COMMUNICATORS] = { "communicators", N_("Communicators"), no_fields, BIT (COMMUNICATOR), FALSE },
  [HD_OBJECT_COMMUNICATOR] = { "communicator", N_("Communicator"), communicator_fields, 0, FALSE },
  [HD_OBJECT_WORKLOAD] = { "workload", N_("Workload"), workload_fields, BIT (VERTEX) | BIT (EDGE), TRUE },
  [HD_OBJECT_VERTEX] = { "vertex", N_("Vertex"), vertex_fields, 0, FALSE },
  [HD_OBJECT_EDGE] = { "edge", N_("Edge"), edge_fields, 0, FALSE },
  [HD_OBJECT_PROBES] = { "probes", N_("Probes"), no_fields, BIT (PROBE), FALSE },
  [HD_OBJECT_PROBE] = { "probe", N_("Probe"), probe_fields, 0, FALSE },
  [HD_OBJECT_RUN] = { "run", N_("Run settings"), NULL, BIT (CHANGE), FALSE },
  [HD_OBJECT_CHANGE] = { "change", N_("Change"), change_fields, 0, FALSE },
  [HD_OBJECT_STUDY] = { "study", N_("Study"), study_fields, BIT (FACTOR) | BIT (METRIC), FALSE },
  [HD_OBJECT_FACTOR] = { "factor", N_("Factor"), factor_fields, 0, FALSE },
  [HD_OBJECT_METRIC] = { "metric", N_("Metric"), metric_fields, 0, FALSE },
};

const HdField *
hd_schema_get_fields (HdObjectKind kind)
{
  g_return_val_if_fail (kind < HD_N_OBJECT_KINDS, no_fields);

  return kind == HD_OBJECT_RUN ? get_run_fields () : kinds[kind].fields;
}

const HdField *
hd_schema_find_field (HdObjectKind kind,
                      const char *attribute)
{
  for (const HdField *field = hd_schema_get_fields (kind); field->name != NULL; field++)
    if (strcmp (field->name, attribute) == 0)
      return field;
  return NULL;
}

const char *
hd_schema_get_element (HdObjectKind kind)
{
  g_return_val_if_fail (kind < HD_N_OBJECT_KINDS, NULL);

  return kinds[kind].element;
}

HdObjectKind
hd_schema_get_kind (const char *element)
{
  for (HdObjectKind kind = HD_OBJECT_PROJECT; kind < HD_N_OBJECT_KINDS; kind++)
    if (strcmp (kinds[kind].element, element) == 0)
      return kind;
  return HD_OBJECT_UNKNOWN;
}

const char *
hd_schema_get_title (HdObjectKind kind)
{
  g_return_val_if_fail (kind < HD_N_OBJECT_KINDS, NULL);

  return _(kinds[kind].title);
}

const char *
hd_schema_get_id_attribute (HdObjectKind kind)
{
  return kind == HD_OBJECT_PROJECT || kind == HD_OBJECT_VARIABLE ? "name" : "id";
}

gboolean
hd_schema_is_open (HdObjectKind kind)
{
  g_return_val_if_fail (kind < HD_N_OBJECT_KINDS, FALSE);

  return kinds[kind].open;
}

gboolean
hd_schema_allows_child (HdObjectKind parent,
                        HdObjectKind child)
{
  g_return_val_if_fail (parent < HD_N_OBJECT_KINDS && child < HD_N_OBJECT_KINDS, FALSE);

  if (child == HD_OBJECT_COMMENT || child == HD_OBJECT_UNKNOWN)
    return parent != HD_OBJECT_COMMENT;
  return (kinds[parent].children & (1u << child)) != 0;
}
