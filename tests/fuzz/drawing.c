/* drawing.c: drawings made of bytes, and what must be true of each
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Attributes come from the tables that the program itself reads: a new type, parameter, port, workload or run setting is drawn without a
 * change here. Left open: systems that need much memory, and traces, which have targets of their own.
 */
#define G_LOG_DOMAIN "hd-fuzz-drawing"

#include "drawing.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#define LARGE 3000        /* nodes and links that are elaborated */
#define MOST_BYTES 1048576.0
#define MOST_ENDS 4       /* of an indexed port */

/* An end of a link. */
typedef struct
{
  char *text;
  const HdPort *port;
  guint component;
  guint n_links;
} End;

typedef struct
{
  const guint8 *data;
  gsize size, at;
  HdCatalog *catalog;
  GString *text;
  GArray *ends;
  GPtrArray *places; /* "c2[1]": elements of components */
  GString *probes;
  char *members; /* of a generated topology, or NULL */
  guint n_components, n_classes;
  gboolean sends; /* components, over the network, without end */
} Sketch;

/* ---- choices -------------------------------------------------------------------------------------------------------- */

/* Below @n. */
static guint
choose (Sketch *self,
        guint n)
{
  guint value = 0;

  for (guint most = 1; most < n; most *= 256)
    value = value * 256 + (self->at < self->size ? self->data[self->at++] : 0);
  return n > 0 ? value % n : 0;
}

/* Once in @n times. */
static gboolean
by_chance (Sketch *self,
           guint n)
{
  return choose (self, n) == n - 1;
}

static void add (Sketch *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add (Sketch *self,
     const char *format,
     ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->text, format, arguments);
  va_end (arguments);
}

static void
add_attribute (Sketch *self,
               const char *name,
               const char *value)
{
  g_autofree char *escaped = g_markup_escape_text (value, -1);

  add (self, " %s=\"%s\"", name, escaped);
}

/* ---- values --------------------------------------------------------------------------------------------------------- */

static double
choose_number (Sketch *self,
               double minimum,
               double maximum,
               gboolean is_open,
               gboolean is_whole,
               gboolean is_small)
{
  double low = isfinite (minimum) ? minimum + (is_open ? MIN (1, maximum / 4) : 0) : -2;
  double high = isfinite (maximum) ? maximum : 1e9;

  switch (choose (self, 8))
    {
    case 0:
      return low;
    case 1:
      return is_small ? MIN (low + 2, high) : high;
    case 2:
      return CLAMP (pow (2, choose (self, 20)), low, is_small ? MIN (low + 4, high) : high);
    case 3:
      return is_whole ? low : low + (MIN (high, low + 1) - low) / 3;
    case 4:
      return by_chance (self, 16) ? low - 1 : low;
    default:
      return MIN (low + choose (self, 6), high);
    }
}

static char *
dup_number (double value,
            const char *unit)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.12g", value);
  return unit != NULL && *unit != '\0' ? g_strdup_printf ("%s %s", buffer, unit) : g_strdup (buffer);
}

static char *
choose_value (Sketch *self,
              const HdParameter *parameter,
              gboolean is_small)
{
  double minimum, maximum;
  guint n = 0;

  switch (parameter->kind)
    {
    case HD_PARAMETER_CHOICE:
      while (parameter->choices[n] != NULL)
        n++;
      return g_strdup (parameter->choices[choose (self, n)]);
    case HD_PARAMETER_FLAG:
      return g_strdup (by_chance (self, 2) ? "true" : "false");
    case HD_PARAMETER_TEXT:
      return g_strdup (by_chance (self, 8) ? "nothing.txt" : "");
    default:
      break;
    }
  if (parameter->allow_infinity && by_chance (self, 4))
    return g_strdup ("inf");
  /* Clocks that differ much leave most components no cycle. */
  if (parameter->default_text != NULL && choose (self, 8) >= (g_strcmp0 (parameter->unit, "Hz") == 0 ? 1 : 6))
    return g_strdup (parameter->default_text);
  hd_parameter_get_range (parameter, &minimum, &maximum);
  if (g_strcmp0 (parameter->unit, "B") == 0)
    maximum = MIN (maximum, MAX (minimum, MOST_BYTES));
  return dup_number (choose_number (self, minimum, maximum, parameter->exclusive_minimum, parameter->kind == HD_PARAMETER_INTEGER, is_small),
                     parameter->unit);
}

static void
add_parameters (Sketch *self,
                const HdParameter *parameters,
                gboolean is_small)
{
  for (const HdParameter *parameter = parameters; parameter->key != NULL; parameter++)
    if (strcmp (parameter->key, "on") != 0 && (parameter->default_text == NULL || by_chance (self, 3)))
      {
        g_autofree char *value = choose_value (self, parameter, is_small);

        add_attribute (self, parameter->key, value);
      }
}

/* ---- components ----------------------------------------------------------------------------------------------------- */

static const HdComponentType *
choose_type (Sketch *self,
             char **out_name)
{
  const HdLibrary *library = hd_catalog_get_library (self->catalog, choose (self, hd_catalog_get_n_libraries (self->catalog)));
  guint n = 0;

  while (library->types[n] != NULL)
    n++;
  n = choose (self, n);
  *out_name = g_strdup_printf ("%s.%s", library->name, library->types[n]->id);
  return library->types[n];
}

static void
add_ends (Sketch *self,
          const HdComponentType *type,
          const char *place)
{
  for (const HdPort *port = type->ports; port->name != NULL; port++)
    for (guint i = 0; i < (port->indexed ? MOST_ENDS : 1); i++)
      {
        End end = { .port = port, .component = self->places->len };

        end.text = port->indexed ? g_strdup_printf ("%s.%s[%u]", place, port->name, i) : g_strdup_printf ("%s.%s", place, port->name);
        g_array_append_val (self->ends, end);
      }
}

static void
add_component (Sketch *self)
{
  static const guint counts[] = { 0, 0, 0, 1, 2, 3, 4 };
  guint count = counts[choose (self, G_N_ELEMENTS (counts))], number = self->n_components++;
  g_autofree char *name = NULL;
  const HdComponentType *type = choose_type (self, &name);

  add (self, "    <component id=\"c%u\" type=\"%s\"", number, name);
  if (count > 0)
    add (self, " count=\"%u\"", count);
  for (const HdParameter *parameter = type->parameters; parameter->key != NULL; parameter++)
    if (parameter->kind == HD_PARAMETER_INTEGER && count > 0 && by_chance (self, 4))
      add (self, " %s=\"c%u + %.0f\"", parameter->key, number, parameter->minimum + choose (self, 3));
    else if (parameter->default_text == NULL || by_chance (self, 4))
      {
        g_autofree char *value = choose_value (self, parameter, FALSE);

        add_attribute (self, parameter->key, value);
      }
  if (by_chance (self, 8))
    add (self, " partition=\"%u\"", choose (self, 3));
  add (self, "/>\n");
  for (guint i = 0; i < MAX (count, 1); i++)
    {
      g_autofree char *place = count > 0 ? g_strdup_printf ("c%u[%u]", number, i) : g_strdup_printf ("c%u", number);

      add_ends (self, type, place);
      g_ptr_array_add (self->places, g_steal_pointer (&place));
    }
}

/* "g/host[*][*]", as the generator's project says. */
static char *
dup_members (const HdGenerator *generator)
{
  g_autoptr (HdSnapshot) snapshot = hd_generator_get_snapshot (generator);
  const HdObject *root = hd_snapshot_get_root (snapshot);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    if (hd_object_get_kind (hd_object_get_child (root, i)) == HD_OBJECT_COMMUNICATORS)
      return g_strdup_printf ("g/%s", hd_object_get (hd_object_get_child (hd_object_get_child (root, i), 0), "members"));
  g_assert_not_reached ();
}

static void
add_topology (Sketch *self)
{
  const HdGenerator *generator = hd_generators_get (choose (self, hd_generators_get_n ()));
  add (self, "    <generate id=\"g\" kind=\"%s\"", generator->kind);
  add_parameters (self, generator->parameters, TRUE);
  add (self, "/>\n");
  self->members = dup_members (generator);
  g_ptr_array_add (self->places, g_strdelimit (g_strdup (self->members), "*", '0'));
}

/* Parameters of a type but for those that the text around has, in @left_out. */
static void
add_type (Sketch *self,
          const char *name,
          const char *const *left_out)
{
  const HdComponentType *type = hd_catalog_lookup (self->catalog, name);

  for (const HdParameter *parameter = type->parameters; parameter->key != NULL; parameter++)
    if (!g_strv_contains (left_out, parameter->key) && by_chance (self, 8))
      {
        g_autofree char *value = choose_value (self, parameter, FALSE);

        add_attribute (self, parameter->key, value);
      }
}

/* Of an element of that type. */
static void
add_probe (Sketch *self,
           const char *name,
           const char *place)
{
  const HdComponentType *type = hd_catalog_lookup (self->catalog, name);
  guint n = 0;

  while (type->probes[n].name != NULL)
    n++;
  g_string_append_printf (self->probes, "<probe of=\"%s.%s\"/>", place, type->probes[choose (self, n)].name);
}

/* A mesh with sources of traffic or cores and caches, and memories at its corners: what is drawn at random seldom gets that far. */
static void
add_chip (Sketch *self)
{
  static const char *const places[] = { "column", "row", "mesh-columns", "mesh-rows", "clock", "trace", "size", "ways", "line", NULL };
  static const char *const works[] = { "uniform", "transpose", "search", "word-count", "tera-sort" };
  guint columns = 1 + choose (self, 4), rows = 1 + choose (self, 4);
  gboolean has_cores = by_chance (self, 2);
  g_autofree char *array = g_strdup_printf ("count=\"%ux%u\" index=\"row column\" column=\"column\" row=\"row\"", rows, columns);

  g_ptr_array_add (self->places, g_strdup ("e[0][0]"));
  add_probe (self, "manycore.router", "r[0][0]");
  add_probe (self, has_cores ? "manycore.cache" : "manycore.vcore", "e[0][0]");
  add (self, "    <component id=\"r\" type=\"manycore.router\" %s", array);
  add_type (self, "manycore.router", places);
  add (self, "/>\n    <component id=\"e\" type=\"manycore.%s\" %s mesh-columns=\"%u\" mesh-rows=\"%u\"", has_cores ? "cache" : "vcore", array,
       columns, rows);
  if (!has_cores && by_chance (self, 2))
    add (self, " work=\"%s\" count-limit=\"%u\"", works[choose (self, G_N_ELEMENTS (works))], choose (self, 64));
  else
    add_type (self, has_cores ? "manycore.cache" : "manycore.vcore", places);
  add (self, "/>\n    <component id=\"m\" type=\"manycore.memory\" count=\"2x2\"");
  add_type (self, "manycore.memory", places);
  add (self, "/>\n    <link from=\"r[i][j].right\" to=\"r[i][j + 1].left\" class=\"l0\"/>\n"
             "    <link from=\"r[i][j].down\" to=\"r[i + 1][j].up\" class=\"l0\"/>\n"
             "    <link from=\"e[i][j].net\" to=\"r[i][j].core\" class=\"l0\"/>\n");
  for (guint i = 0; i < (rows > 1 ? 2u : 1u); i++)
    add (self, "    <link from=\"m[%u][0].net\" to=\"r[%u][0].left\" class=\"l0\"/>\n"
               "    <link from=\"m[%u][1].net\" to=\"r[%u][%u].right\" class=\"l0\"/>\n", i, i * (rows - 1), i, i * (rows - 1), columns - 1);
  if (!has_cores)
    return;
  add (self, "    <component id=\"c\" type=\"manycore.core\" count=\"%ux%u\" index=\"row column\" number=\"row * %u + column\"",
       rows, columns, columns);
  add (self, " instructions=\"%u\"", choose (self, 1000));
  add_type (self, "manycore.core", (const char *const[]){ "number", "instructions", "clock", NULL });
  add (self, "/>\n    <link from=\"c[i][j].cache\" to=\"e[i][j].core\" class=\"l0\"/>\n");
}

/* Cores behind tables that collect their accesses, on crossbars of two levels with memory controllers at the upper: several ports of most of them are
 * busy in the same cycles. */
static void
add_bus (Sketch *self)
{
  static const char *const of_cores[] = { "work", "number", "places", "memories", "count-limit", "outstanding", "clock", "trace", "interleave", NULL };
  static const char *const of_tables[] = { "enabled", "entries", "window", "memories", "clock", "interleave", NULL };
  static const char *const of_crossbars[] = { "first", "span", "first-memory", "memories", "memory-port", "down-ports", "clock", NULL };
  static const char *const works[] = { "search", "word-count", "tera-sort" };
  guint n_low = 1 + choose (self, 3), n_down = 1 + choose (self, 4), n_memories = 1 + choose (self, 3);

  g_ptr_array_add (self->places, g_strdup ("v[0]"));
  add_probe (self, "manycore.mact", "t[0]");
  add_probe (self, "manycore.crossbar", "b");
  add (self, "    <component id=\"v\" type=\"manycore.vcore\" count=\"%u\" number=\"v\" places=\"numbered\" memories=\"%u\" work=\"%s\"", n_low * n_down,
       n_memories, works[choose (self, G_N_ELEMENTS (works))]);
  add (self, " count-limit=\"%u\" outstanding=\"%u\"", 1 + choose (self, 256), 1 + choose (self, 8));
  add_type (self, "manycore.vcore", of_cores);
  add (self, "/>\n    <component id=\"t\" type=\"manycore.mact\" count=\"%u\" memories=\"%u\" enabled=\"%d\" entries=\"%u\" window=\"%u\"", n_low * n_down,
       n_memories, !by_chance (self, 4), 1 + choose (self, 3), 1 + choose (self, 16));
  add_type (self, "manycore.mact", of_tables);
  add (self, "/>\n    <component id=\"a\" type=\"manycore.crossbar\" count=\"%u\" first=\"%u * a\" down-ports=\"%u\"", n_low, n_down, n_down);
  add_type (self, "manycore.crossbar", of_crossbars);
  add (self, "/>\n    <component id=\"b\" type=\"manycore.crossbar\" down-ports=\"%u\" span=\"%u\" memories=\"%u\" memory-port=\"%u\"", n_low, n_down, n_memories, n_low);
  add_type (self, "manycore.crossbar", of_crossbars);
  add (self, "/>\n    <component id=\"u\" type=\"manycore.mcu\" count=\"%u\" latency=\"%u\"", n_memories, 1 + choose (self, 16));
  add_type (self, "manycore.mcu", (const char *const[]){ "latency", "clock", NULL });
  add (self, "/>\n    <link from=\"v[i].net\" to=\"t[i].core\" class=\"l0\"/>\n"
             "    <link from=\"t[i].net\" to=\"a[floor (i / %u)].down[i %% %u]\" class=\"l0\"/>\n"
             "    <link from=\"a[i].up\" to=\"b.down[i]\" class=\"l0\"/>\n"
             "    <link from=\"u[i].bus\" to=\"b.down[i + %u]\" class=\"l0\"/>\n", n_down, n_down, n_low);
}

/* What software takes, of a type that sends. */
static void
add_costs (Sketch *self,
           const char *name)
{
  const HdComponentType *type = hd_catalog_lookup (self->catalog, name);

  for (const HdParameter *parameter = type->parameters; parameter->key != NULL; parameter++)
    if (parameter->kind == HD_PARAMETER_QUANTITY && strcmp (parameter->unit, "s") == 0 && by_chance (self, 3))
      add (self, " %s=\"%u ns\"", parameter->key, 1 << choose (self, 12));
}

/* Accelerators or computers on a chain of switches, some beside components that send over the network. */
static void
add_cluster (Sketch *self)
{
  static const char *const types[][2] = { { "fabric.xpu", "eth" }, { "fabric.host", "port" } };
  const char *const *type = types[choose (self, 2)];
  guint n = 2 + choose (self, 5), n_switches = 1 + choose (self, 3);

  add (self, "    <component id=\"s\" type=\"fabric.switch\" count=\"%u\"", n_switches);
  add_costs (self, "fabric.switch");
  add (self, "/>\n    <component id=\"c0\" type=\"%s\" count=\"%u\"", type[0], n);
  add_costs (self, type[0]);
  add (self, "/>\n");
  for (guint i = 1; i < n_switches; i++)
    add (self, "    <link from=\"s[%u].port[0]\" to=\"s[%u].port[1]\" class=\"l%u\"/>\n", i - 1, i, choose (self, self->n_classes));
  for (guint i = 0; i < n; i++)
    {
      add (self, "    <link from=\"c0[%u].%s\" to=\"s[%u].port[%u]\" class=\"l%u\"/>\n", i, type[1], i % n_switches, 2 + i,
           choose (self, self->n_classes));
      g_ptr_array_add (self->places, g_strdup_printf ("c0[%u]", i));
    }
  if (by_chance (self, 2))
    return;
  self->sends = TRUE;
  add (self, "    <component id=\"p\" type=\"hello.pinger\" count=\"2\" period=\"%u ns\" to=\"p[%u]\"/>\n", 16 << choose (self, 8), choose (self, 16) * 2 / 15);
  for (guint i = 0; i < 2; i++)
    add (self, "    <link from=\"p[%u].net\" to=\"s[%u].port[%u]\" class=\"l0\"/>\n", i, i % n_switches, 2 + n + i);
}

/* ---- links ---------------------------------------------------------------------------------------------------------- */

static gboolean
fits (const End *a,
      const End *b)
{
  return a->component != b->component && (b->port->maximum_links == 0 || b->n_links < (guint) b->port->maximum_links)
         && (strcmp (a->port->protocol, b->port->protocol) == 0 || strcmp (a->port->protocol, "*") == 0 || strcmp (b->port->protocol, "*") == 0);
}

static void
add_link (Sketch *self,
          End *end)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  End *other;

  for (guint i = 0; i < self->ends->len; i++)
    if (fits (end, &g_array_index (self->ends, End, i)))
      g_ptr_array_add (others, &g_array_index (self->ends, End, i));
  if (others->len == 0)
    return;
  other = g_ptr_array_index (others, choose (self, others->len));
  end->n_links++;
  other->n_links++;
  add (self, "    <link from=\"%s\" to=\"%s\" class=\"l%u\"/>\n", end->text, other->text, choose (self, self->n_classes));
}

/* Most ports that must have a link get one, and some of the others. */
static void
add_links (Sketch *self)
{
  for (guint i = 0; i < self->ends->len; i++)
    {
      End *end = &g_array_index (self->ends, End, i);

      if (end->n_links == 0 && choose (self, 32) >= (end->port->mandatory ? 1 : 12))
        add_link (self, end);
    }
  if (self->ends->len > 0 && by_chance (self, 16))
    {
      const End *end = &g_array_index (self->ends, End, choose (self, self->ends->len));

      add (self, "    <link from=\"%s.%s[%u]\" to=\"%s\" class=\"l0\"/>\n", (const char *) g_ptr_array_index (self->places, end->component),
           end->port->name, choose (self, 65537), g_array_index (self->ends, End, 0).text);
    }
}

/* ---- work ----------------------------------------------------------------------------------------------------------- */

static char *
choose_place (Sketch *self)
{
  if (by_chance (self, 32))
    return g_strdup ("c0[7]");
  return g_strdup (g_ptr_array_index (self->places, choose (self, self->places->len)));
}

static char *
choose_field_value (Sketch *self,
                    const HdField *field)
{
  guint n = 0;

  switch (field->kind)
    {
    case HD_FIELD_CHOICE:
      while (field->choices[n] != NULL)
        n++;
      return g_strdup (field->choices[choose (self, n)]);
    case HD_FIELD_FLAG:
      return g_strdup (by_chance (self, 2) ? "true" : "false");
    case HD_FIELD_EXPRESSION:
      if (strcmp (field->unit, "s") == 0)
        return g_strdup_printf ("%u ns", 1 << choose (self, 12));
      return dup_number (MIN (choose_number (self, field->minimum, field->maximum, field->exclusive_minimum, field->integer, FALSE), MOST_BYTES),
                         field->unit);
    case HD_FIELD_PATTERN:
    case HD_FIELD_PATTERNS:
      return choose_place (self);
    default:
      return NULL;
    }
}

static void
add_fields (Sketch *self,
            HdObjectKind kind,
            const char *const *left_out)
{
  for (const HdField *field = hd_schema_get_fields (kind); field->name != NULL; field++)
    if (!g_strv_contains (left_out, field->name) && (field->required || by_chance (self, 4)))
      {
        g_autofree char *value = choose_field_value (self, field);

        if (value != NULL)
          add_attribute (self, field->name, value);
      }
}

static void
add_classes (Sketch *self)
{
  static const char *const bandwidths[] = { "16 GB/s", "1 B/s", "100 GB/s", "1e18 B/s", "3 kB/s" };
  static const char *const left_out[] = { "id", "bandwidth", "latency", "sharing", "title", NULL };
  static const char *const latencies[] = { "1 ns", "0 s", "2 ns", "1 ps", "3.7 ns", "20 ns", "1 us", "1000 s" };

  self->n_classes = 1 + choose (self, 3);
  for (guint i = 0; i < self->n_classes; i++)
    {
      add (self, "  <link-class id=\"l%u\" bandwidth=\"%s\" latency=\"%s\" sharing=\"%s\"", i, bandwidths[choose (self, G_N_ELEMENTS (bandwidths))],
           latencies[choose (self, by_chance (self, 4) ? G_N_ELEMENTS (latencies) : 3)], by_chance (self, 2) ? "split" : "shared");
      add_fields (self, HD_OBJECT_LINK_CLASS, left_out);
      add (self, "/>\n");
    }
}

static void
add_graph (Sketch *self)
{
  static const char *const left_out[] = { "id", "x", "y", "net", NULL };
  guint n = 1 + choose (self, 5);

  for (guint i = 0; i < n; i++)
    {
      add (self, "    <vertex id=\"v%u\"", i);
      add_fields (self, HD_OBJECT_VERTEX, left_out);
      add (self, "/>\n");
    }
  for (guint i = choose (self, 2 * n); i > 0; i--)
    add (self, "    <edge from=\"v%u\" to=\"v%u\"%s/>\n", choose (self, n), choose (self, n), by_chance (self, 3) ? " first=\"ignore\"" : "");
}

static void
add_work (Sketch *self)
{
  const HdWorkloadType *type = hd_workload_types_get (choose (self, hd_workload_types_get_n ()));
  gboolean is_graph = strcmp (type->id, "graph") == 0;

  add (self, "  <workload type=\"%s\" on=\"all\"", type->id);
  add_parameters (self, type->parameters, TRUE);
  add (self, is_graph ? ">\n" : "/>\n");
  if (!is_graph)
    return;
  add_graph (self);
  add (self, "  </workload>\n");
}

static void
add_communicator (Sketch *self)
{
  add (self, "  <communicators><communicator id=\"all\" members=\"");
  for (guint i = 1; i < self->places->len; i++)
    if (!by_chance (self, 4))
      add (self, "%s ", (const char *) g_ptr_array_index (self->places, i));
  add (self, "%s\"/></communicators>\n", self->members != NULL ? self->members : (const char *) g_ptr_array_index (self->places, 0));
}

static void
add_run (Sketch *self)
{
  static const char *const left_out[] = {
    "speed", "until", "wall-limit", "partitions", "threads", "trace-from", "trace-until", "fidelity", "memory-limit", NULL,
  };

  add (self, "  <run wall-limit=\"0.1 s\"");
  if (by_chance (self, self->members != NULL || self->n_components == 0 ? 2 : 8))
    add (self, " fidelity=\"%s\"", by_chance (self, 2) ? "packet" : "flow");
  if (by_chance (self, 32))
    add (self, " memory-limit=\"%u B\"", 1 << choose (self, 24));
  if (!by_chance (self, 4) || self->sends)
    add (self, " until=\"%u ns\"", (self->sends ? 512 : 1) << choose (self, self->sends ? 6 : 15));
  if (by_chance (self, 2))
    add (self, " partitions=\"%u\" threads=\"%u\"", 1 + choose (self, 5), 1 + choose (self, 3));
  add_fields (self, HD_OBJECT_RUN, left_out);
  add (self, "/>\n");
}

/* ---- drawings ------------------------------------------------------------------------------------------------------- */

static void
clear_end (gpointer data)
{
  g_free (((End *) data)->text);
}

char *
drawing_make (HdCatalog *catalog,
              const guint8 *data,
              gsize size)
{
  Sketch sketch = { .data = data, .size = size, .catalog = catalog, .text = g_string_new ("<heddle version=\"1\" name=\"drawing\">\n") };
  guint n_works;

  sketch.ends = g_array_new (FALSE, FALSE, sizeof (End));
  g_array_set_clear_func (sketch.ends, clear_end);
  sketch.places = g_ptr_array_new_with_free_func (g_free);
  sketch.probes = g_string_new (NULL);
  add_classes (&sketch);
  add (&sketch, "  <top>\n");
  if (by_chance (&sketch, 6))
    add_topology (&sketch);
  else if (by_chance (&sketch, 5))
    add_chip (&sketch);
  else if (by_chance (&sketch, 6))
    add_bus (&sketch);
  else if (by_chance (&sketch, 3))
    add_cluster (&sketch);
  else
    for (guint n = 1 + choose (&sketch, 8); n > 0; n--)
      add_component (&sketch);
  add_links (&sketch);
  add (&sketch, "  </top>\n");
  n_works = choose (&sketch, 4) % 3;
  if (n_works > 0)
    add_communicator (&sketch);
  for (; n_works > 0; n_works--)
    add_work (&sketch);
  if (sketch.probes->len > 0)
    add (&sketch, "  <probes>%s</probes>\n", sketch.probes->str);
  add_run (&sketch);
  add (&sketch, "</heddle>\n");
  g_array_unref (sketch.ends);
  g_ptr_array_unref (sketch.places);
  g_string_free (sketch.probes, TRUE);
  g_free (sketch.members);
  return g_string_free (sketch.text, FALSE);
}

/* ---- what must be true ---------------------------------------------------------------------------------------------- */

static void
check_delivered (HdDesign *design,
                 HdRecord *record)
{
  HdMetric sent, received;

  if (hd_design_get_n_workloads (design) > 0) /* whose end stops the rest */
    return;
  if (hd_record_get_time (record) >= hd_design_get_run_settings (design)->until || !hd_record_find_metric (record, "vcore.sent", &sent))
    return;
  g_assert_true (hd_record_find_metric (record, "vcore.received", &received));
  g_assert_cmpfloat (received.value, ==, sent.value);
}

/* No link between components that the network joins carries more than it can; elements of blocks send a flit in a cycle over any. */
static void
check_loads (HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdLink *links = hd_design_get_links (design);
  guint n = hd_design_get_n_links (design);
  g_autofree HdLoad *loads = g_new0 (HdLoad, n + 1);

  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  for (guint i = 0; i < n; i++)
    for (guint way = 0; nodes[links[i].from].type->block == NULL && nodes[links[i].to].type->block == NULL && way < 2; way++)
      g_assert_cmpfloat (loads[i].ways[way].mean, <=, 1.001);
}

/* The record of a run that finished, or %NULL. */
static HdRecord *
run (HdDesign *design)
{
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;
  gboolean is_finished;

  hd_run_set_speed (run, 0);
  hd_run_start (run);
  is_finished = hd_run_wait (run, &error);
  g_assert_cmpint (hd_run_get_state (run), ==, is_finished ? HD_RUN_FINISHED : HD_RUN_FAILED);
  g_assert_true (is_finished == (error == NULL));
  g_assert_true (is_finished || *error->message != '\0');
  g_debug ("%s", is_finished ? "finished" : error->message);
  if (is_finished)
    {
      check_delivered (design, hd_run_get_record (run));
      check_loads (hd_run_get_record (run));
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return is_finished ? hd_record_ref (hd_run_get_record (run)) : NULL;
}

/* What a run with other partitions must tell as well. */
static void
check_metrics (HdRecord *record,
               HdRecord *again,
               const char *words)
{
  static const char *const of_partitions[] = {
    "partitions", "threads", "crossing_messages", "null_messages", "requests", "longest_queue", "efficiency", NULL,
  };
  HdMetric metric, other;

  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    {
      if (g_strv_contains (of_partitions, metric.name))
        continue;
      g_assert_true (hd_record_find_metric (again, metric.name, &other));
      if (other.value != metric.value)
        g_error ("%s: %s is %.17g, not %.17g", words, metric.name, other.value, metric.value);
    }
}

static void
check_figures (HdRecord *record,
               HdRecord *again,
               const char *words)
{
  guint n = hd_design_get_n_links (hd_record_get_design (record));
  g_autofree HdLoad *loads = g_new0 (HdLoad, n + 1);
  g_autofree HdLoad *others = g_new0 (HdLoad, n + 1);
  HdCounters counters, other;

  check_metrics (record, again, words);
  if (hd_record_get_time (again) != hd_record_get_time (record))
    g_error ("%s: ends at %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, words, hd_record_get_time (again), hd_record_get_time (record));
  hd_record_get_counters (record, &counters);
  hd_record_get_counters (again, &other);
  if (other.events != counters.events)
    g_error ("%s: %" G_GUINT64_FORMAT " events, not %" G_GUINT64_FORMAT, words, other.events, counters.events);
  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  hd_record_read_links (again, 0, HD_TIME_MAX, others);
  for (guint i = 0; i < n; i++)
    if (others[i].amount != loads[i].amount || others[i].peak != loads[i].peak)
      g_error ("%s: link %u carries %g (%g), not %g (%g)", words, i, others[i].amount, others[i].peak, loads[i].amount, loads[i].peak);
  for (guint s = 0; s < hd_record_get_n_series (record); s++)
    {
      guint64 n_samples = hd_record_get_n_samples (record, s), length;

      g_assert_cmpuint (hd_record_get_n_samples (again, s), ==, n_samples);
      for (guint64 i = 0; i < n_samples; i++)
        {
          HdSample a = *hd_record_peek_samples (record, s, i, &length), b = *hd_record_peek_samples (again, s, i, &length);

          if (a.time != b.time || a.value != b.value)
            g_error ("%s: sample %" G_GUINT64_FORMAT " of series %u is %g at %" G_GINT64_FORMAT ", not %g at %" G_GINT64_FORMAT, words, i, s, b.value, b.time, a.value,
                     a.time);
        }
    }
}

/* Likewise with other settings, which may be refused or take too long, but change nothing. */
static void
check_again (HdSnapshot *snapshot,
             HdCatalog *catalog,
             HdRecord *record,
             const char *const *settings,
             gboolean has_figures)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_autoptr (HdRecord) again = NULL;
  g_autofree char *words = g_strjoinv (" ", (char **) settings);
  g_autofree char *expected = hd_record_dup_digest (record);
  g_autofree char *digest = NULL;

  if (design == NULL)
    g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  again = design != NULL ? run (design) : NULL;
  if (again == NULL)
    return;
  digest = hd_record_dup_digest (again);
  if (!g_str_equal (digest, expected))
    g_error ("%s: %s, not %s", words, digest, expected);
  if (has_figures)
    check_figures (record, again, words);
}

static void
check_settings (HdSnapshot *snapshot,
                HdCatalog *catalog,
                HdRecord *record,
                guint number)
{
  static const char *const ways[][4] = {
    { "run:partitions=1", "run:threads=1", "run:sync=window", NULL },
    { "run:partitions=2", "run:threads=2", "run:sync=window", NULL },
    { "run:partitions=3", "run:threads=2", "run:sync=null-message", NULL },
    { "run:partitions=2", "run:threads=1", "run:sync=request", NULL },
    { "run:partitions=3", "run:threads=1", "run:sync=serial", NULL },
  };
  static const char *const shortcuts[][4] = {
    { "run:symmetry=false", "run:fast-forward=false", "run:incremental=false", NULL },
    { "run:symmetry=true", "run:fast-forward=true", "run:incremental=true", NULL },
  };
  const HdRunSettings *settings = hd_design_get_run_settings (hd_record_get_design (record));

  check_again (snapshot, catalog, record, ways[number / 2 % G_N_ELEMENTS (ways)], TRUE);
  if (settings->fidelity == HD_FIDELITY_FLOW)
    check_again (snapshot, catalog, record, shortcuts[number / 16 % 2], FALSE);
}

/* ---- other partitions ----------------------------------------------------------------------------------------------- */

static const HdObject *
get_top (HdDocument *document)
{
  const HdObject *root = hd_document_get_root (document);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    if (hd_object_get_kind (hd_object_get_child (root, i)) == HD_OBJECT_TOP)
      return hd_object_get_child (root, i);
  g_assert_not_reached ();
}

/* "17 + 3 * row + column": any number for each element; the program counts in a circle. */
static char *
dup_rule (const HdObject *component,
          GRand *random)
{
  const char *id = hd_object_get (component, "id"), *index = hd_object_get (component, "index"), *count = hd_object_get (component, "count");
  GString *rule = g_string_new (NULL);
  g_auto (GStrv) names = index != NULL ? g_strsplit (index, " ", 2) : NULL;

  g_string_printf (rule, "%d", g_rand_int_range (random, 0, 64));
  if (count == NULL)
    return g_string_free (rule, FALSE);
  g_string_append_printf (rule, " + %d * %s", g_rand_int_range (random, 0, 8), names != NULL ? names[0] : id);
  if (strchr (count, 'x') != NULL)
    g_string_append_printf (rule, " + %d * %s%s", g_rand_int_range (random, 0, 8), names != NULL ? names[1] : id, names != NULL ? "" : "_1");
  return g_string_free (rule, FALSE);
}

/* Says of each component in which partition it is, without a thought of what belongs together. */
static void
scatter (HdDocument *document,
         GRand *random)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < hd_object_get_n_children (get_top (document)); i++)
    {
      const HdObject *child = hd_object_get_child (get_top (document), i);
      g_autofree char *rule = NULL;

      if (hd_object_get_kind (child) != HD_OBJECT_COMPONENT)
        continue;
      rule = dup_rule (child, random);
      hd_document_set_attribute (document, hd_object_get_uid (child), "partition", rule, &error);
      g_assert_no_error (error);
    }
}

static void
check_scattered (HdDocument *document,
                 HdCatalog *catalog,
                 HdRecord *record,
                 guint number)
{
  static const char *const syncs[] = { "run:sync=window", "run:sync=null-message", "run:sync=request" };
  static const guint sizes[] = { 2, 4, 7, 1000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (number);
  g_autofree char *partitions = NULL;
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autofree char *threads = g_strdup_printf ("run:threads=%d", g_rand_int_range (random, 1, 3));
  const char *settings[] = { NULL, threads, syncs[g_rand_int_range (random, 0, G_N_ELEMENTS (syncs))], NULL };

  scatter (document, random);
  snapshot = hd_document_snapshot (document);
  settings[0] = partitions = g_strdup_printf ("run:partitions=%u", sizes[g_rand_int_range (random, 0, G_N_ELEMENTS (sizes))]);
  check_again (snapshot, catalog, record, settings, TRUE);
}

void
drawing_check (HdCatalog *catalog,
               const char *text)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "drawing.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRecord) record = NULL;
  guint64 n_nodes = 0, n_links = 0;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  if (hd_estimate (snapshot, catalog, NULL, &n_nodes, &n_links, NULL) && n_nodes + n_links > LARGE)
    return;
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_true ((design == NULL) == (error != NULL));
  g_assert_true (design != NULL || hd_problem_list_has_errors (problems));
  if (design != NULL)
    record = run (design);
  else
    g_debug ("refused: %s", hd_problem_list_get (problems, 0)->message);
  if (record == NULL || hd_design_get_run_settings (design)->sync == HD_SYNC_LOOSE)
    return;
  if (g_str_hash (text) % 2 == 0) /* half of them, for time */
    check_settings (snapshot, catalog, record, g_str_hash (text));
  check_scattered (document, catalog, record, g_str_hash (text));
}
