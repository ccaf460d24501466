/* heddle-markdown.h: a page of help, as widgets
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * heddle_markdown_new:
 * @text: CommonMark: headings, paragraphs, lists, code, emphasis, links; `<a id="NAME"></a>` before a block names it. Pictures and other HTML are left out
 * @followed: of `gboolean followed (GtkLabel *label, const char *uri, gpointer data)`: a link
 *
 * A box of labels.
 */
GtkWidget *heddle_markdown_new (const char *text,
                                GCallback followed,
                                gpointer data);
/** heddle_markdown_find: (nullable): the block that @name names */
GtkWidget *heddle_markdown_find (GtkWidget *markdown,
                                 const char *name);
/** heddle_markdown_escape: (transfer full): @text, which is plain; its lines stay lines */
char *heddle_markdown_escape (const char *text);
/** heddle_markdown_dup_anchor: (transfer full) (nullable): the name that a line gives to what follows */
char *heddle_markdown_dup_anchor (const char *line);

G_END_DECLS
