/* hd-simgrid-sheet.h: a project under construction, one module for each zone
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-simgrid-platform.h"

G_BEGIN_DECLS

/** HdSimgridSheet: a module, or the top; @id is also that of its only instance */
typedef struct _HdSimgridSheet
{
  struct _HdSimgridSheet *outer; /* borrowed, NULL for the top */
  guint depth;
  char *id;
  char *routing;      /* of a module, or NULL */
  GString *ports, *items, *links, *routes;
  GHashTable *ids;    /* of items and links */
  guint n_ports, n_drawn;
} HdSimgridSheet;

HdSimgridSheet *hd_simgrid_sheet_new (HdSimgridSheet *outer,
                                      const char *id);
void hd_simgrid_sheet_free (HdSimgridSheet *self);
HdSimgridSheet *hd_simgrid_sheet_meet (HdSimgridSheet *a,
                                       HdSimgridSheet *b);
/** hd_simgrid_sheet_claim: an id like @name that nothing there has yet; (transfer none): lives as long as the sheet */
const char *hd_simgrid_sheet_claim (HdSimgridSheet *self,
                                    const char *name);
/** hd_simgrid_sheet_dup_path: @text, which stands on @self, as seen from @from, which is @self or holds it */
char *hd_simgrid_sheet_dup_path (HdSimgridSheet *self,
                                 HdSimgridSheet *from,
                                 const char *text);
/** hd_simgrid_sheet_append_place: x and y of the next thing that is drawn */
void hd_simgrid_sheet_append_place (HdSimgridSheet *self);
/** hd_simgrid_sheet_write: as an element of a project; @title is the zone's name */
void hd_simgrid_sheet_write (HdSimgridSheet *self,
                             const char *title,
                             GString *text);

/* ---- places and edges: what links and routes are between --------------------------------------------------------------- */

/** HdSimgridPlace: a component; a switch has numbered ports, everything else one port for all links */
typedef struct
{
  HdSimgridSheet *sheet;
  char *ref; /* "host", "node[3]"; NULL for a joint that is not drawn yet */
  gboolean numbered;
  guint next_port;
  char *name; /* of the thing it stands for, to make an id of */
} HdSimgridPlace;

/** hd_simgrid_place_dup_port: the end of a link that is drawn on @from, through as many module ports as it takes */
char *hd_simgrid_place_dup_port (HdSimgridPlace *self,
                                 HdSimgridSheet *from);

G_END_DECLS
