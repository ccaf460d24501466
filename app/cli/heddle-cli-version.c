/* heddle-cli-version.c: what this program is made of
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cli"

#include "heddle-cli-version.h"

#include <cairo.h>
#include <glib/gi18n.h>
#include <pango/pango.h>

#ifdef HEDDLE_WITH_WINDOW
#include <adwaita.h>
#endif

#include "heddle-build.h"

/* Of the libraries that are loaded, their own word; of those that do not tell, what the program was built with. */
void
heddle_cli_print_version (void)
{
  g_print ("heddle %s\n", HEDDLE_VERSION);
  g_print (_("Build: %s, %s, %s\n"), HEDDLE_BUILD_TYPE, HEDDLE_BUILD_COMPILER, HEDDLE_BUILD_MACHINE);
  g_print ("GLib %u.%u.%u, Cairo %s, Pango %s", glib_major_version, glib_minor_version, glib_micro_version, cairo_version_string (),
           pango_version_string ());
#ifdef HEDDLE_WITH_WINDOW
  g_print (", GTK %u.%u.%u, libadwaita %u.%u.%u\n", gtk_get_major_version (), gtk_get_minor_version (), gtk_get_micro_version (),
           adw_get_major_version (), adw_get_minor_version (), adw_get_micro_version ());
#else
  g_print ("\n%s\n", _("No window: GTK and libadwaita were absent or left out."));
#endif
  g_print ("libxml2 %s, JSON-GLib %s, SQLite %s, protobuf-c %s, METIS %s\n", HEDDLE_BUILD_LIBXML2, HEDDLE_BUILD_JSON_GLIB, HEDDLE_BUILD_SQLITE, HEDDLE_BUILD_PROTOBUF_C,
           HEDDLE_BUILD_METIS);
#ifdef HEDDLE_BUILD_MPI
  g_print ("MPI: %s\n", HEDDLE_BUILD_MPI);
#else
  g_print ("%s\n", _("No MPI: each run is one process."));
#endif
}
