/* heddle-markdown.c: a page of help, as widgets
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-markdown"

#include "heddle-markdown.h"

#include <string.h>

#include <cmark.h>

#define NAME_KEY "heddle-anchor"
#define ANCHOR "<a id=\""

typedef struct
{
  GCallback followed;
  gpointer data;
  char *name; /* of the next block, or %NULL */
} Builder;

char *
heddle_markdown_dup_anchor (const char *line)
{
  const char *name = g_str_has_prefix (line, ANCHOR) ? line + strlen (ANCHOR) : NULL, *end = name != NULL ? strchr (name, '"') : NULL;

  return end != NULL ? g_strndup (name, (gsize) (end - name)) : NULL;
}

char *
heddle_markdown_escape (const char *text)
{
  GString *escaped = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      if (*text == '\n')
        g_string_append (escaped, "\\\n");
      else
        g_string_append_printf (escaped, g_ascii_ispunct (*text) ? "\\%c" : "%c", *text);
    }
  return g_string_free (escaped, FALSE);
}

/* ---- within a block --------------------------------------------------------------------------------------------------------------------- */

static void
add_inline (GString *markup,
            cmark_node *node,
            gboolean enter)
{
  static const char *const begins[] = { "<i>", "<b>" }, *const ends[] = { "</i>", "</b>" };
  cmark_node_type type = cmark_node_get_type (node);
  g_autofree char *text = NULL;

  if (type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG)
    g_string_append (markup, (enter ? begins : ends)[type == CMARK_NODE_STRONG]);
  else if (type == CMARK_NODE_LINK && enter)
    {
      text = g_markup_escape_text (cmark_node_get_url (node), -1);
      g_string_append_printf (markup, "<a href=\"%s\">", text);
    }
  else if (type == CMARK_NODE_LINK)
    g_string_append (markup, "</a>");
  else if (type == CMARK_NODE_SOFTBREAK)
    g_string_append_c (markup, ' ');
  else if (type == CMARK_NODE_LINEBREAK)
    g_string_append_c (markup, '\n');
  else if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE)
    {
      text = g_markup_escape_text (cmark_node_get_literal (node), -1);
      g_string_append_printf (markup, type == CMARK_NODE_CODE ? "<tt>%s</tt>" : "%s", text);
    }
}

static char *
dup_markup (cmark_node *block)
{
  GString *markup = g_string_new (NULL);
  cmark_iter *iter = cmark_iter_new (block);
  cmark_event_type event;

  while ((event = cmark_iter_next (iter)) != CMARK_EVENT_DONE)
    add_inline (markup, cmark_iter_get_node (iter), event == CMARK_EVENT_ENTER);
  cmark_iter_free (iter);
  return g_string_free (markup, FALSE);
}

static GtkWidget *
new_label (Builder *builder,
           const char *markup,
           const char *style_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, strstr (markup, "<a href") != NULL); /* Tab goes to links */
  if (style_class != NULL)
    gtk_widget_add_css_class (label, style_class);
  g_signal_connect_data (label, "activate-link", builder->followed, builder->data, NULL, 0);
  return label;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------------------------ */

static void add_blocks (Builder *builder, GtkWidget *box, cmark_node *parent);

static void
append (Builder *builder,
        GtkWidget *box,
        GtkWidget *widget)
{
  if (builder->name != NULL)
    g_object_set_data_full (G_OBJECT (widget), NAME_KEY, g_steal_pointer (&builder->name), g_free);
  gtk_box_append (GTK_BOX (box), widget);
}

static void
add_list (Builder *builder,
          GtkWidget *box,
          cmark_node *list)
{
  gboolean ordered = cmark_node_get_list_type (list) == CMARK_ORDERED_LIST;
  int number = cmark_node_get_list_start (list);

  for (cmark_node *item = cmark_node_first_child (list); item != NULL; item = cmark_node_next (item))
    {
      GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *inside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *mark;
      g_autofree char *text = ordered ? g_strdup_printf ("%d.", number++) : g_strdup ("•");

      mark = gtk_label_new (text);
      gtk_widget_set_valign (mark, GTK_ALIGN_START);
      gtk_widget_set_hexpand (inside, TRUE);
      gtk_box_append (GTK_BOX (row), mark);
      gtk_box_append (GTK_BOX (row), inside);
      append (builder, box, row);
      add_blocks (builder, inside, item);
    }
}

static void
add_block (Builder *builder,
           GtkWidget *box,
           cmark_node *block)
{
  g_autofree char *markup = NULL;

  switch (cmark_node_get_type (block))
    {
    case CMARK_NODE_HEADING:
      markup = dup_markup (block);
      append (builder, box, new_label (builder, markup, cmark_node_get_heading_level (block) <= 2 ? "title-2" : "heddle-help-heading"));
      break;
    case CMARK_NODE_PARAGRAPH:
      markup = dup_markup (block);
      if (*markup != '\0') /* an anchor alone */
        append (builder, box, new_label (builder, markup, NULL));
      break;
    case CMARK_NODE_CODE_BLOCK:
      markup = g_markup_escape_text (cmark_node_get_literal (block), -1);
      append (builder, box, new_label (builder, g_strchomp (markup), "heddle-help-code"));
      break;
    case CMARK_NODE_LIST:
      add_list (builder, box, block);
      break;
    case CMARK_NODE_BLOCK_QUOTE:
      add_blocks (builder, box, block);
      break;
    default:
      break; /* HTML is for other readers, and rules part what stands apart here anyway */
    }
}

static void
add_blocks (Builder *builder,
            GtkWidget *box,
            cmark_node *parent)
{
  for (cmark_node *block = cmark_node_first_child (parent); block != NULL; block = cmark_node_next (block))
    {
      cmark_node *child = cmark_node_get_type (block) == CMARK_NODE_PARAGRAPH ? cmark_node_first_child (block) : NULL;
      g_autofree char *name = child != NULL && cmark_node_get_type (child) == CMARK_NODE_HTML_INLINE ? heddle_markdown_dup_anchor (cmark_node_get_literal (child)) : NULL;

      if (name != NULL)
        {
          g_free (builder->name);
          builder->name = g_steal_pointer (&name);
        }
      add_block (builder, box, block);
    }
}

GtkWidget *
heddle_markdown_new (const char *text,
                     GCallback followed,
                     gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  cmark_node *document = cmark_parse_document (text, strlen (text), CMARK_OPT_DEFAULT);
  Builder builder = { followed, data, NULL };

  gtk_widget_add_css_class (box, "heddle-help-page");
  add_blocks (&builder, box, document);
  g_free (builder.name);
  cmark_node_free (document);
  return box;
}

GtkWidget *
heddle_markdown_find (GtkWidget *markdown,
                      const char *name)
{
  for (GtkWidget *child = gtk_widget_get_first_child (markdown); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (g_strcmp0 (g_object_get_data (G_OBJECT (child), NAME_KEY), name) == 0)
      return child;
  return NULL;
}
