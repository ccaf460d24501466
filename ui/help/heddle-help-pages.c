/* heddle-help-pages.c: what help there is
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages are parts of docs/help/pages.md and docs/help/glossary.md, in several languages, which begin at an anchor. Those of component types are made of their descriptors.
 */
#define G_LOG_DOMAIN "heddle-help"

#include "heddle-help-pages.h"

#include <string.h>

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "heddle-field.h"
#include "heddle-markdown.h"

#define FOLDER "/io/github/heddle/Heddle/help/"
#define GLOSSARY "glossary.md#"

static void
page_free (gpointer data)
{
  HeddleHelpPage *self = data;

  g_free (self->id);
  g_free (self->title);
  g_free (self->text);
  g_free (self);
}

static void
add (GPtrArray *pages,
     HeddleHelpKind kind,
     char *id_take,
     const char *title,
     char *text_take)
{
  HeddleHelpPage *page = g_new0 (HeddleHelpPage, 1);

  page->kind = kind;
  page->id = id_take;
  page->title = g_strdup (title);
  page->text = text_take;
  g_ptr_array_add (pages, page);
}

/* ---- files ------------------------------------------------------------------------------------------------------------------------------- */

static GBytes *
load (const char *name,
      const char *language)
{
  const char *const own[] = { language, NULL }, *const *languages = language != NULL ? own : g_get_language_names ();
  g_autofree char *otherwise = g_strconcat (FOLDER, name, ".md", NULL);

  for (guint i = 0; languages[i] != NULL && strcmp (languages[i], "C") != 0 && !g_str_has_prefix (languages[i], "en"); i++)
    {
      g_autofree char *path = g_strconcat (FOLDER, name, ".", languages[i], ".md", NULL);
      GBytes *found = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

      if (found != NULL)
        return found;
    }
  return g_resources_lookup_data (otherwise, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

static void
end_part (GPtrArray *pages,
          HeddleHelpKind kind,
          char **name,
          GString *text,
          const char *title)
{
  if (*name != NULL)
    add (pages, kind, kind == HEDDLE_HELP_TERM ? g_strconcat (GLOSSARY, *name, NULL) : g_strdup (*name), title, g_strdup (text->str));
  g_clear_pointer (name, g_free);
  g_string_set_size (text, 0);
}

static void
add_file (GPtrArray *pages,
          HeddleHelpKind kind,
          const char *file,
          const char *language)
{
  g_autoptr (GBytes) bytes = load (file, language);
  g_autofree char *whole = bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL, *name = NULL;
  g_auto (GStrv) lines = whole != NULL ? g_strsplit (whole, "\n", -1) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const char *title = "";

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      char *anchor = heddle_markdown_dup_anchor (lines[i]);

      if (anchor != NULL)
        {
          end_part (pages, kind, &name, text, title);
          name = anchor;
          title = "";
          continue;
        }
      if (*title == '\0' && g_str_has_prefix (lines[i], "## "))
        title = lines[i] + strlen ("## ");
      g_string_append_printf (text, "%s\n", lines[i]);
    }
  end_part (pages, kind, &name, text, title);
}

/* ---- types ------------------------------------------------------------------------------------------------------------------------------- */

static void
add_entry (GString *text,
           const char *name,
           const char *title,
           const char *help)
{
  g_autofree char *shown = heddle_markdown_escape (title), *plain = heddle_markdown_escape (help != NULL ? help : "");

  g_string_append_printf (text, "<a id=\"%s\"></a>\n\n**%s** `%s`\\\n%s\n\n", name, shown, name, plain);
}

static void
add_head (GString *text,
          gboolean *has_head,
          const char *title)
{
  if (!*has_head)
    g_string_append_printf (text, "### %s\n\n", title);
  *has_head = TRUE;
}

static void
add_type (GPtrArray *pages,
          HdCatalog *catalog,
          const HdLibrary *library,
          const HdComponentType *type)
{
  const char *title = hd_catalog_translate (catalog, type, type->title), *help = hd_catalog_translate (catalog, type, type->help);
  g_autofree char *shown = heddle_markdown_escape (title), *plain = heddle_markdown_escape (help != NULL ? help : ""), *source = NULL;
  GString *text = g_string_new (NULL);
  gboolean parameters = FALSE, ports = FALSE, probes = FALSE;

  g_string_append_printf (text, "## %s\n\n`%s.%s`\n\n%s\n\n", shown, library->name, type->id, plain);
  if (type->source != NULL)
    {
      g_autofree char *line = g_strdup_printf (_("Source: %s"), type->source);

      source = heddle_markdown_escape (line);
      g_string_append_printf (text, "%s\n\n", source);
    }
  for (const HdParameter *parameter = type->parameters; parameter != NULL && parameter->key != NULL; parameter++)
    {
      HeddleField field = heddle_field_from_parameter (catalog, type, parameter);
      g_autofree char *told = heddle_field_dup_help (&field);

      add_head (text, &parameters, _("Parameters"));
      add_entry (text, parameter->key, field.title, told);
    }
  for (const HdPort *port = type->ports; port != NULL && port->name != NULL; port++)
    {
      add_head (text, &ports, _("Ports"));
      add_entry (text, port->name, hd_catalog_translate (catalog, type, port->title), hd_catalog_translate (catalog, type, port->help));
    }
  for (const HdProbe *probe = type->probes; probe != NULL && probe->name != NULL; probe++)
    {
      add_head (text, &probes, _("Probes"));
      add_entry (text, probe->name, hd_catalog_translate (catalog, type, probe->title), hd_catalog_translate (catalog, type, probe->help));
    }
  add (pages, HEDDLE_HELP_TYPE, g_strdup_printf ("type:%s.%s", library->name, type->id), title, g_string_free (text, FALSE));
}

/* ---- all of them --------------------------------------------------------------------------------------------------------------------------- */

GPtrArray *
heddle_help_pages_new (HdCatalog *catalog,
                       const char *language)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func (page_free);

  add_file (pages, HEDDLE_HELP_PAGE, "pages", language);
  for (guint i = 0; catalog != NULL && i < hd_catalog_get_n_libraries (catalog); i++)
    {
      const HdLibrary *library = hd_catalog_get_library (catalog, i);

      for (guint k = 0; library->types != NULL && library->types[k] != NULL; k++)
        add_type (pages, catalog, library, library->types[k]);
    }
  add_file (pages, HEDDLE_HELP_TERM, "glossary", language);
  return pages;
}

const HeddleHelpPage *
heddle_help_pages_find (GPtrArray *pages,
                        const char *link)
{
  const char *hash = strrchr (link, '#');
  g_autofree char *id = NULL;

  if (g_str_has_prefix (link, "glossary.") && hash != NULL)
    id = g_strconcat (GLOSSARY, hash + 1, NULL);
  else if (*link == '#')
    id = g_strdup (link + 1);
  else if (g_str_has_prefix (link, "type:") && hash != NULL)
    id = g_strndup (link, (gsize) (hash - link));
  else
    id = g_strdup (link);
  for (guint i = 0; i < pages->len; i++)
    if (strcmp (((const HeddleHelpPage *) pages->pdata[i])->id, id) == 0)
      return pages->pdata[i];
  return NULL;
}

/* A line of a paragraph goes on behind the one before; between letters that stand close nothing does. */
static void
append_line (GString *text,
             const char *line)
{
  if (text->len > 0 && (guchar) text->str[text->len - 1] < 0x80)
    g_string_append_c (text, ' ');
  for (const char *at = line; *at != '\0'; at++)
    if (*at == ']' && at[1] == '(' && strchr (at, ')') != NULL)
      at = strchr (at, ')');
    else if (*at == '\\' && at[1] != '\0')
      g_string_append_c (text, *++at);
    else if (strchr ("*`[", *at) == NULL)
      g_string_append_c (text, *at);
}

/* A heading is none, nor are an anchor, a list, and a name that stands alone. */
static gboolean
is_text (const char *line)
{
  if (*line == '`')
    return strcspn (line + 1, "`") + 2 < strlen (line);
  return *line != '\0' && *line != '#' && *line != '<' && !g_str_has_prefix (line, "* ");
}

/* Behind the first sentence. */
static gsize
find_end (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if ((*at == '.' && (at[1] == ' ' || at[1] == '\0')) || g_utf8_get_char (at) == 0x3002)
      return (gsize) (g_utf8_next_char (at) - text);
  return strlen (text);
}

char *
heddle_help_page_dup_summary (const HeddleHelpPage *self)
{
  g_auto (GStrv) lines = g_strsplit (self->text, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] == '\0' && text->len > 0)
        break;
      if (is_text (lines[i]))
        append_line (text, lines[i]);
    }
  return g_strndup (text->str, find_end (text->str));
}

gboolean
heddle_help_page_matches (const HeddleHelpPage *self,
                          const char *search)
{
  g_autofree char *folded = g_utf8_casefold (search, -1), *title = g_utf8_casefold (self->title, -1), *text = g_utf8_casefold (self->text, -1);
  g_auto (GStrv) words = g_strsplit (folded, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (title, words[i]) == NULL && strstr (text, words[i]) == NULL && strstr (self->id, words[i]) == NULL)
      return FALSE;
  return TRUE;
}
