/* hd-import-sheet.h: a project under construction, one module for each part of a foreign file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

/** hd_import_is_cancelled: then sets %HD_ERROR_CANCELLED */
gboolean hd_import_is_cancelled (GCancellable *cancellable,
                                 GError **error);

/* Attributes as the project has them. */
void hd_import_append_attribute (GString *text,
                                 const char *name,
                                 const char *value);
/** hd_import_append_name: what the outside calls one component, as it is */
void hd_import_append_name (GString *text,
                            const char *name);
/** hd_import_append_quantity: with the largest prefix that loses nothing */
void hd_import_append_quantity (GString *text,
                                const char *name,
                                double value,
                                const char *unit);
void hd_import_append_bandwidth (GString *text,
                                 double bytes_per_s);
void hd_import_append_latency (GString *text,
                               HdTime latency_ps);

/** HdImportSheet: a module, or the top; @id is also that of its only instance */
typedef struct _HdImportSheet
{
  struct _HdImportSheet *outer; /* borrowed, NULL for the top */
  guint depth;
  char *id;
  char *routing;      /* of a module, or NULL */
  GString *ports, *items, *links, *routes;
  GHashTable *ids;    /* of items and links: char * -> the last number that made another like it unique */
  guint n_ports, n_drawn;
} HdImportSheet;

HdImportSheet *hd_import_sheet_new (HdImportSheet *outer,
                                    const char *id);
void hd_import_sheet_free (HdImportSheet *self);
HdImportSheet *hd_import_sheet_meet (HdImportSheet *a,
                                     HdImportSheet *b);
/** hd_import_sheet_claim: an id like @name that nothing there has yet; (transfer none): lives as long as the sheet */
const char *hd_import_sheet_claim (HdImportSheet *self,
                                   const char *name);
/** hd_import_sheet_dup_path: @text, which stands on @self, as seen from @from, which is @self or holds it */
char *hd_import_sheet_dup_path (HdImportSheet *self,
                                HdImportSheet *from,
                                const char *text);
/** hd_import_sheet_append_place: x and y of the next thing that is drawn */
void hd_import_sheet_append_place (HdImportSheet *self);
/** hd_import_sheet_write: as an element of a project; @title is what people read instead of the id */
void hd_import_sheet_write (HdImportSheet *self,
                            const char *title,
                            GString *text);

/* ---- places and edges: what links and routes are between --------------------------------------------------------------- */

/** HdImportPlace: a component; a switch has numbered ports, everything else one port for all links */
typedef struct
{
  HdImportSheet *sheet;
  char *ref; /* "host", "node[3]"; NULL for a joint that is not drawn yet */
  gboolean numbered;
  guint next_port;
  char *name; /* of the thing it stands for, to make an id of */
} HdImportPlace;

/** hd_import_place_dup_port: the end of a link that is drawn on @from, through as many module ports as it takes */
char *hd_import_place_dup_port (HdImportPlace *self,
                                HdImportSheet *from);

G_END_DECLS
