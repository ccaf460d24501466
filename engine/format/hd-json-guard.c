/* hd-json-guard.c: a look at the characters of a JSON text before a parser sees them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * json-glib calls itself for each bracket, so that their depth must be bounded before it. It also takes comments and strings in single quotes,
 * in which a quotation mark would hide the brackets that follow. Neither is JSON: they end here, and then what this automaton holds for a string
 * is one to the parser too. It need not judge anything else.
 */
#define G_LOG_DOMAIN "hd-json-guard"

#include "hd-json-guard.h"

#include <stdio.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

static gboolean
is_outside_strings (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("[]{},:+-. \t\r\n", c) != NULL);
}

gboolean
hd_json_guard_check (const char *text,
                     gsize length,
                     GError **error)
{
  gboolean is_quoted = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < length; i++)
    if (text[i] == '"')
      is_quoted = !is_quoted;
    else if (is_quoted && text[i] != '\0')
      i += text[i] == '\\'; /* and what is escaped */
    else if (!is_outside_strings (text[i]))
      {
        g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("byte %u is no part of JSON, which has no comments and only double quotes"),
                     (guint) MIN (i + 1, G_MAXUINT));
        return FALSE;
      }
    else if (text[i] == '[' || text[i] == '{')
      {
        if (++depth > HD_JSON_MAX_DEPTH)
          {
            g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("brackets stand more than %d deep in each other"), HD_JSON_MAX_DEPTH);
            return FALSE;
          }
      }
    else if ((text[i] == ']' || text[i] == '}') && depth > 0)
      depth--;
  return TRUE;
}

JsonParser *
hd_json_guard_parse (const char *text,
                     gsize length,
                     GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) reason = NULL;
  guint line, column;
  int n = 0;

  if (!hd_json_guard_check (text, length, error))
    return NULL;
  if (json_parser_load_from_data (parser, text, (gssize) length, &reason))
    return g_steal_pointer (&parser);
  /* The parser has forgotten where it was, and tells it for a file without a name. */
  if (sscanf (reason->message, "<data>:%u:%u: %n", &line, &column, &n) == 2 && n > 0)
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("line %u, column %u: %s"), line, column, reason->message + n);
  else
    g_set_error_literal (error, HD_ERROR, HD_ERROR_SYNTAX, reason->message);
  return NULL;
}
