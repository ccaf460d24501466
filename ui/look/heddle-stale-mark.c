/* heddle-stale-mark.c: says that results are from before an edit
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-stale-mark"

#include "heddle-stale-mark.h"

#include <glib/gi18n.h>

#include "heddle-rows.h"

GtkWidget *
heddle_stale_mark_new (void)
{
  GtkWidget *label = heddle_label_new (_("Before your edit"), "heddle-stale");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (label, _("These results are of the project as it was before your last edit. Run it again, or undo the edit"));
  return label;
}
