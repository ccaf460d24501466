/* hd-import.c: files of other programs as projects
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-import"

#include <heddle/hd-import.h>

#include <string.h>

#include <heddle/hd-bdsim.h>
#include <heddle/hd-error.h>

#include "hd-graphml.h"
#include "hd-i18n.h"
#include "hd-io-error.h"
#include "hd-legality.h"
#include "hd-popnet.h"
#include "hd-progress-stream.h"
#include "hd-simgrid.h"

/* SimGrid's attributes mean what its documentation says. */
static char *
convert_simgrid (GInputStream *stream,
                 const char *file_name,
                 const char *name,
                 const char *const *map,
                 HdImportReport *report,
                 GCancellable *cancellable,
                 GError **error)
{
  return hd_simgrid_convert (stream, file_name, name, report, cancellable, error);
}

typedef struct
{
  const char *extension;
  char *(*convert) (GInputStream *stream, const char *file_name, const char *name, const char *const *map, HdImportReport *report, GCancellable *cancellable,
                    GError **error);
} Format;

static const Format formats[] = {
  { ".graphml", hd_graphml_convert },
  { ".xml", convert_simgrid },
};

static const Format *
find_format (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  for (guint i = 0; base != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (base, formats[i].extension))
      return &formats[i];
  return NULL;
}

/* Files of popnet have any name. */
static gboolean
is_popnet (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return base != NULL && !g_str_has_suffix (base, ".heddle") && !hd_bdsim_is_topology (file) && find_format (file) == NULL && hd_popnet_wants (file);
}

gboolean
hd_import_wants (GFile *file)
{
  return hd_bdsim_is_topology (file) || find_format (file) != NULL || is_popnet (file);
}

char *
hd_import_dup_popnet_trace (const char *command,
                            GError **error)
{
  g_auto (HdPopnetOptions) options = { .trace = NULL };

  if (!hd_popnet_options_parse (command, &options, error))
    return NULL;
  if (options.trace == NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("The command line names no trace; -I does"));
  return g_steal_pointer (&options.trace);
}

gboolean
hd_import_is_platform (GFile *file)
{
  return find_format (file) != NULL;
}

char *
hd_import_read (GFile *file,
                const HdLoading *loading,
                GCancellable *cancellable,
                GError **error)
{
  static const HdLoading plain = { NULL };
  const HdLoading *how = loading != NULL ? loading : &plain;
  g_autofree char *file_name = g_file_get_parse_name (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *title = NULL;
  g_autoptr (HdImportReport) own = how->report != NULL ? hd_import_report_ref (how->report) : hd_import_report_new ();
  const Format *format = find_format (file);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) reason = NULL;

  if (how->popnet != NULL || is_popnet (file))
    return hd_popnet_read (file, how, own, error);
  if (format == NULL)
    return hd_bdsim_read (file, cancellable, error);
  stream = hd_progress_stream_new_for_file (file, how->progress, cancellable, &reason);
  if (stream == NULL)
    {
      g_set_error (error, HD_ERROR, g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? HD_ERROR_CANCELLED : HD_ERROR_IO,
                   _("%s cannot be read: %s"), file_name, hd_io_error_get_reason (reason));
      return NULL;
    }
  name[strlen (name) - strlen (format->extension)] = '\0';
  title = hd_legal_make_text (name);
  return format->convert (stream, file_name, title, how->map, own, cancellable, error);
}
