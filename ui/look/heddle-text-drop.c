/* heddle-text-drop.c: a place where text is dropped, and files are not
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-look"

#include "heddle-text-drop.h"

gboolean
heddle_text_drop_wants (GdkContentFormats *formats)
{
  g_autoptr (GdkContentFormats) known = gdk_content_formats_union_deserialize_gtypes (gdk_content_formats_ref (formats));

  return gdk_content_formats_contain_gtype (known, G_TYPE_STRING) && !gdk_content_formats_contain_gtype (known, GDK_TYPE_FILE_LIST);
}

static gboolean
on_accept (GtkDropTarget *self,
           GdkDrop *drop)
{
  return (gdk_drop_get_actions (drop) & gtk_drop_target_get_actions (self)) != 0 && heddle_text_drop_wants (gdk_drop_get_formats (drop));
}

GtkDropTarget *
heddle_text_drop_new (void)
{
  GtkDropTarget *self = gtk_drop_target_new (G_TYPE_STRING, GDK_ACTION_COPY);

  g_signal_connect (self, "accept", G_CALLBACK (on_accept), NULL);
  return self;
}
