/* hd-popnet.c: what popnet simulates as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Routers are switches in an array, whose places are popnet's coordinates. Dimension d leads by port 2 d to the smaller and by port 2 d + 1 to the larger
 * coordinate. A link carries one flit a cycle and takes a cycle. The trace stays the file that it is. With a command line it is for popnet, and is held to
 * what popnet can count.
 */
#define G_LOG_DOMAIN "hd-popnet"

#include "hd-popnet.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-import-sheet.h"
#include "hd-io-error.h"
#include "hd-legality.h"

#define POPNET_CHANNELS 4.0 /* it never uses more, however many there are */

#define COMMAND_SUFFIX ".popnet"
#define MAX_COMMAND 65536
#define COLUMN 300 /* where components are drawn */
#define ROW 160

/* ---- the project ---------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const HdPopnetOptions *options;
  const HdPopnetShape *measured; /* or NULL */
  HdImportReport *report;
  GString *text;
  guint n_dimensions;
} Writer;

static gboolean
is_torus (const Writer *self)
{
  return self->options->values[HD_POPNET_R] > 0;
}

static void
append_variables (Writer *self)
{
  guint size = self->measured != NULL ? self->measured->sizes[0] : (guint) self->options->values[HD_POPNET_A];

  g_string_append_printf (self->text,
                          "  <variables>\n"
                          "    <variable name=\"routers\" type=\"integer\" value=\"%u\" minimum=\"1\" title=\"Routers in each dimension\"/>\n"
                          "    <variable name=\"clock\" value=\"1 GHz\" title=\"Clock\"/>\n"
                          "    <variable name=\"flit\" value=\"%.0f B\" title=\"Flit\"/>\n"
                          "  </variables>\n"
                          "  <link-class id=\"wire\" bandwidth=\"$flit * $clock\" latency=\"1 / $clock\" sharing=\"split\"/>\n",
                          size, self->options->values[HD_POPNET_F] * HD_POPNET_WORD_BYTES);
}

/* Along dimension @d to the next coordinate: "router[a][b + 1]"; in a torus the last leads to the first. */
static void
append_link (Writer *self,
             guint d)
{
  static const char *const names[HD_POPNET_DIMENSIONS] = { "a", "b", "c", "d", "e", "f", "g", "h" };

  g_string_append_printf (self->text, "    <link id=\"d%u\" from=\"router", d);
  for (guint i = 0; i < self->n_dimensions; i++)
    g_string_append_printf (self->text, "[%s]", names[i]);
  g_string_append_printf (self->text, ".port[%u]\" to=\"router", 2 * d + 1);
  for (guint i = 0; i < self->n_dimensions; i++)
    if (i != d)
      g_string_append_printf (self->text, "[%s]", names[i]);
    else if (is_torus (self))
      g_string_append_printf (self->text, "[(%s + 1) %% $routers]", names[i]);
    else
      g_string_append_printf (self->text, "[%s + 1]", names[i]);
  g_string_append_printf (self->text, ".port[%u]\" where=\"$routers &gt; 1\" class=\"wire\"/>\n", 2 * d);
}

static void
append_grid (Writer *self)
{
  g_string_append_printf (self->text, "  <module id=\"grid\" title=\"%s\" routing=\"%s\">\n    <component id=\"router\" type=\"fabric.switch\" count=\"",
                          is_torus (self) ? "Torus" : "Mesh", is_torus (self) ? "first-dimension" : "dimension-order");
  for (guint d = 0; d < self->n_dimensions; d++)
    g_string_append_printf (self->text, "%s$routers", d > 0 ? " x " : "");
  g_string_append_printf (self->text, "\" x=\"%d\" y=\"%d\"/>\n", COLUMN, ROW);
  for (guint d = 0; d < self->n_dimensions; d++)
    append_link (self, d);
  g_string_append_printf (self->text, "  </module>\n  <top>\n    <instance id=\"noi\" of=\"grid\" x=\"%d\" y=\"%d\"/>\n  </top>\n", COLUMN, ROW);
}

static void
append_work (Writer *self,
             const char *trace)
{
  g_string_append (self->text, "  <workload type=\"transfers\"");
  hd_import_append_attribute (self->text, "file", trace);
  g_string_append (self->text, " routers=\"noi/router");
  for (guint d = 0; d < self->n_dimensions; d++)
    g_string_append (self->text, "[*]");
  g_string_append_printf (self->text, "\" clock=\"$clock\" flit=\"$flit\"%s/>\n", self->measured == NULL ? " compat=\"popnet\"" : "");
}

/* As near to flits as packets come: they go on as they come, and are never cut. */
static void
append_run (Writer *self)
{
  const HdPopnetOptions *options = self->options;

  g_string_append_printf (self->text,
                          "  <run fidelity=\"flit\" packet-size=\"%u * $flit\" flit=\"$flit\" clock=\"$clock\" virtual-channels=\"%.0f\" input-buffer=\"%.0f\" "
                          "output-buffer=\"%.0f\" header=\"0\" arbitration=\"random\" energy=\"popnet\" link-length=\"%.0f um\" seed=\"%.0f\"",
                          HD_POPNET_MAX_FLITS, MIN (options->values[HD_POPNET_V], POPNET_CHANNELS), options->values[HD_POPNET_B],
                          options->values[HD_POPNET_O], options->values[HD_POPNET_L], options->values[HD_POPNET_r]);
  if (options->stated[HD_POPNET_T] && options->values[HD_POPNET_T] > 0)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (self->text, " until=\"%s / $clock\"", g_ascii_formatd (buffer, sizeof buffer, "%.15g", options->values[HD_POPNET_T]));
    }
  g_string_append (self->text, "/>\n");
}

/* ---- what became of the options --------------------------------------------------------------------------------------------- */

static void
tell (Writer *self,
      HdImportFate fate,
      HdPopnetNumberOption option,
      const char *path,
      const char *text)
{
  g_autofree char *object = g_strdup_printf ("-%c %.15g", hd_popnet_option_get_letter (option), self->options->values[option]);

  hd_import_report_add (self->report, fate, 0, object, path, text);
}

static void
tell_grid (Writer *self)
{
  if (self->measured != NULL)
    {
      g_autofree char *shape = hd_popnet_shape_to_string (self->measured);

      hd_import_report_add (self->report, HD_IMPORT_GUESSED, 0, shape, "noi/router", _("As many routers as the largest coordinate needs"));
      return;
    }
  tell (self, self->options->stated[HD_POPNET_A] ? HD_IMPORT_MAPPED : HD_IMPORT_GUESSED, HD_POPNET_A, "noi/router",
        self->options->stated[HD_POPNET_A] ? _("Routers in each dimension") : _("Not stated; popnet takes this"));
  if (!self->options->stated[HD_POPNET_c])
    tell (self, HD_IMPORT_GUESSED, HD_POPNET_c, "noi/router", _("Not stated; popnet takes this"));
}

static void
tell_all (Writer *self)
{
  static const HdPopnetNumberOption buffers[] = { HD_POPNET_V, HD_POPNET_B, HD_POPNET_O };
  const HdPopnetOptions *options = self->options;

  tell_grid (self);
  for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
    tell (self, options->stated[buffers[i]] ? HD_IMPORT_MAPPED : HD_IMPORT_GUESSED, buffers[i], NULL,
          options->stated[buffers[i]] ? _("Channels and buffers of a router") : _("Not stated; popnet takes this"));
  tell (self, options->stated[HD_POPNET_F] ? HD_IMPORT_MAPPED : HD_IMPORT_GUESSED, HD_POPNET_F, NULL,
        options->stated[HD_POPNET_F] ? _("Size of a flit, in words of 64 bits") : _("Not stated, and popnet has no default"));
  tell (self, options->stated[HD_POPNET_L] ? HD_IMPORT_MAPPED : HD_IMPORT_GUESSED, HD_POPNET_L, NULL,
        options->stated[HD_POPNET_L] ? _("Length of a link, which counts for energy alone") : _("Not stated, and popnet has no default"));
  if (options->stated[HD_POPNET_r])
    tell (self, HD_IMPORT_MAPPED, HD_POPNET_r, NULL, _("Seed"));
  if (!options->stated[HD_POPNET_T])
    tell (self, HD_IMPORT_GUESSED, HD_POPNET_T, NULL, _("Not stated; the run ends when all packets have arrived"));
  else
    tell (self, HD_IMPORT_MAPPED, HD_POPNET_T, NULL, _("Cycles of the run, which ends before if all packets have arrived"));
  tell (self, options->stated[HD_POPNET_R] ? HD_IMPORT_MAPPED : HD_IMPORT_GUESSED, HD_POPNET_R, "noi",
        is_torus (self) ? _("A torus, the first dimension first, the shorter way round") : _("A mesh, the last dimension first"));
}

char *
hd_popnet_convert (const HdPopnetOptions *options,
                   const char *trace,
                   const HdPopnetShape *measured,
                   const char *name,
                   HdImportReport *report)
{
  Writer self = {
    options, measured, report, g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<heddle version=\"1\""),
    measured != NULL ? measured->n_dimensions : (guint) options->values[HD_POPNET_c],
  };

  hd_import_append_attribute (self.text, "name", name);
  g_string_append (self.text, ">\n");
  append_variables (&self);
  append_grid (&self);
  append_work (&self, trace);
  append_run (&self);
  g_string_append (self.text, "</heddle>\n");
  tell_all (&self);
  return g_string_free (self.text, FALSE);
}

/* ---- files ------------------------------------------------------------------------------------------------------------------ */

gboolean
hd_popnet_wants (GFile *file)
{
  const char *path = g_file_peek_path (file);
  char head[HD_POPNET_HEAD];
  gsize length = path != NULL ? hd_popnet_read_head (path, head, sizeof head) : 0;

  return length > 0 && (hd_popnet_is_trace (head, length) || hd_popnet_is_command (head, length));
}

static gboolean
is_command_file (const char *path)
{
  char head[HD_POPNET_HEAD];
  gsize length = hd_popnet_read_head (path, head, sizeof head);

  return length > 0 && !hd_popnet_is_trace (head, length) && hd_popnet_is_command (head, length);
}

static gboolean
load_command (const char *path,
              HdPopnetOptions *out_options,
              GError **error)
{
  g_autofree char *text = g_malloc (MAX_COMMAND);
  gsize length = hd_popnet_read_head (path, text, MAX_COMMAND);

  if (length == MAX_COMMAND)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%s: A command line has at most %u B"), path, MAX_COMMAND - 1);
      return FALSE;
    }
  text[length] = '\0';
  if (!hd_popnet_options_parse (text, out_options, error))
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  if (out_options->trace != NULL)
    return TRUE;
  hd_popnet_options_clear (out_options);
  g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: The command line names no trace; -I does"), path);
  return FALSE;
}

/* The trace that -I names lies where the command line does. */
static gboolean
check_named (const char *path,
             const char *trace,
             GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *full = g_path_is_absolute (trace) ? g_strdup (trace) : g_build_filename (folder, trace, NULL);

  if (hd_popnet_trace_check (full, error))
    return TRUE;
  g_prefix_error (error, _("%s: Of the trace that -I names: "), path);
  return FALSE;
}

/* "bench" of "FOLDER/bench.popnet" */
static char *
dup_title (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  if (g_str_has_suffix (base, COMMAND_SUFFIX) && strlen (base) > strlen (COMMAND_SUFFIX))
    base[strlen (base) - strlen (COMMAND_SUFFIX)] = '\0';
  return hd_legal_make_text (base);
}

static char *
read_command (const char *path,
              HdImportReport *report,
              GError **error)
{
  g_auto (HdPopnetOptions) options = { .trace = NULL };
  g_autofree char *title = dup_title (path);

  if (!load_command (path, &options, error) || !check_named (path, options.trace, error))
    return NULL;
  return hd_popnet_convert (&options, options.trace, NULL, title, report);
}

static char *
read_trace (const char *path,
            const char *command,
            HdImportReport *report,
            GError **error)
{
  g_auto (HdPopnetOptions) options = { .trace = NULL };
  g_autofree char *title = dup_title (path);
  g_autofree char *base = g_path_get_basename (path);
  HdPopnetShape shape;

  if (!g_utf8_validate (base, -1, NULL) || hd_legal_find_control (base) != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” has a name that no project can hold: it is not valid UTF-8 or has control characters"), title);
      return NULL;
    }
  if (command != NULL)
    return hd_popnet_options_parse (command, &options, error) && hd_popnet_trace_check (path, error)
             ? hd_popnet_convert (&options, base, NULL, title, report)
             : NULL;
  hd_popnet_options_init (&options);
  if (!hd_popnet_trace_measure (path, &shape, error))
    return NULL;
  return hd_popnet_convert (&options, base, &shape, title, report);
}

char *
hd_popnet_read (GFile *file,
                const HdLoading *loading,
                HdImportReport *report,
                GError **error)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *name = g_file_get_parse_name (file);

  if (path == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s cannot be read: %s"), name, _("a trace must lie on this machine"));
      return NULL;
    }
  if (loading->popnet == NULL && is_command_file (path))
    return read_command (path, report, error);
  return read_trace (path, loading->popnet, report, error);
}
