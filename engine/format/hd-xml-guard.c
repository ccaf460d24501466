/* hd-xml-guard.c: a look at the bytes of a file before an XML parser sees them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * libxml2 compares each attribute of a tag with all others and hands a tag over only when it is complete, so that limits on attributes
 * must stand before it. This automaton knows only where tags, quoted values, comments and the like begin and end. It need not judge
 * whether the XML is well formed: what it lets pass, the parser judges. Document types, and with them all entities, end here; of foreign formats
 * only those with declarations do.
 */
#define G_LOG_DOMAIN "hd-xml-guard"

#include "hd-xml-guard.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-limits.h"

enum
{
  STATE_START, /* nothing but a byte order mark so far */
  STATE_TEXT,
  STATE_OPENING, /* after < until its sort is known */
  STATE_TAG,
  STATE_SINGLE_QUOTED,
  STATE_DOUBLE_QUOTED,
  STATE_COMMENT,
  STATE_CDATA,
  STATE_INSTRUCTION,
  STATE_DOCUMENT_TYPE,
};

/* Each byte of a value may be written as a reference of up to eight. */
#define VALUE_BYTES (8 * HD_LIMIT_ATTRIBUTE_BYTES)
#define TAG_BYTES (HD_LIMIT_NAME_BYTES * (HD_LIMIT_ATTRIBUTES + 1))

static gboolean
refuse (GError **error,
        int code,
        const char *message)
{
  g_set_error_literal (error, HD_ERROR, code, message);
  return FALSE;
}

static gboolean
start (HdXmlGuard *self,
       guchar c,
       GError **error)
{
  static const guchar byte_order_mark[] = { 0xef, 0xbb, 0xbf };

  if (self->matched < sizeof byte_order_mark && c == byte_order_mark[self->matched])
    {
      self->matched++;
      return TRUE;
    }
  if ((self->matched != 0 && self->matched != sizeof byte_order_mark) || (c != '<' && !g_ascii_isspace (c)))
    return refuse (error, HD_ERROR_SYNTAX,
                   self->foreign ? _("This does not start as an XML file in UTF-8.") : _("This is not a Heddle project: it does not start as an XML file in UTF-8."));
  self->state = c == '<' ? STATE_OPENING : STATE_TEXT;
  self->matched = 0;
  return TRUE;
}

/* Finds out what begins with "<" from at most nine bytes. */
static gboolean
opening (HdXmlGuard *self,
         char c,
         GError **error)
{
  static const char cdata[] = "![CDATA[";
  static const char document_type[] = "!DOCTYPE";

  self->prefix[self->matched++] = c;
  self->prefix[self->matched] = '\0';
  if (self->prefix[0] == '?')
    self->state = STATE_INSTRUCTION;
  else if (self->prefix[0] != '!')
    {
      self->state = STATE_TAG;
      self->n_attributes = 0;
      self->tag_bytes = 0;
      if (c == '>')
        self->state = STATE_TEXT;
    }
  else if (strcmp (self->prefix, "!--") == 0)
    self->state = STATE_COMMENT;
  else if (strcmp (self->prefix, cdata) == 0)
    self->state = STATE_CDATA;
  else if (self->foreign && strcmp (self->prefix, document_type) == 0)
    self->state = STATE_DOCUMENT_TYPE;
  else if (strncmp (self->prefix, "!--", self->matched) != 0 && strncmp (self->prefix, cdata, self->matched) != 0
           && !(self->foreign && strncmp (self->prefix, document_type, self->matched) == 0))
    return refuse (error, HD_ERROR_SYNTAX,
                   self->foreign ? _("This markup declaration is not permitted.") : _("Document types and entities are not permitted in a project."));
  if (self->state != STATE_OPENING)
    self->matched = 0;
  return TRUE;
}

static gboolean
tag (HdXmlGuard *self,
     char c,
     GError **error)
{
  if (++self->tag_bytes > TAG_BYTES)
    return refuse (error, HD_ERROR_LIMIT, _("A tag is too long."));
  if (c == '=' && ++self->n_attributes > HD_LIMIT_ATTRIBUTES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("An element has more than %d attributes."), HD_LIMIT_ATTRIBUTES);
      return FALSE;
    }
  self->value_bytes = 0;
  if (c == '>')
    self->state = STATE_TEXT;
  else if (c == '\'')
    self->state = STATE_SINGLE_QUOTED;
  else if (c == '"')
    self->state = STATE_DOUBLE_QUOTED;
  return TRUE;
}

static gboolean
quoted (HdXmlGuard *self,
        char c,
        char quote,
        GError **error)
{
  if (++self->value_bytes > VALUE_BYTES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("An attribute has more than %d bytes."), HD_LIMIT_ATTRIBUTE_BYTES);
      return FALSE;
    }
  if (c == quote)
    self->state = STATE_TAG;
  return TRUE;
}

/* Waits for a terminator whose first bytes are all alike (or that has two different ones), such as "-->", "]]>", "?>". */
static void
until (HdXmlGuard *self,
       char c,
       char repeated,
       guint n_repeated)
{
  if (c == repeated)
    self->matched = MIN (self->matched + 1, n_repeated);
  else
    {
      if (c == '>' && self->matched == n_repeated)
        self->state = STATE_TEXT;
      self->matched = 0;
    }
}

/* Names an outer file at most, which nobody opens. */
static gboolean
document_type (HdXmlGuard *self,
               char c,
               GError **error)
{
  if (++self->tag_bytes > TAG_BYTES)
    return refuse (error, HD_ERROR_LIMIT, _("A tag is too long."));
  if (self->quote != '\0')
    {
      if (c == self->quote)
        self->quote = '\0';
      return TRUE;
    }
  if (c == '[')
    return refuse (error, HD_ERROR_SYNTAX, _("A document type that declares entities or elements itself is not permitted."));
  if (c == '"' || c == '\'')
    self->quote = c;
  else if (c == '>')
    self->state = STATE_TEXT;
  return TRUE;
}

static gboolean
step (HdXmlGuard *self,
      char c,
      GError **error)
{
  switch (self->state)
    {
    case STATE_START:
      return start (self, c, error);
    case STATE_TEXT:
      if (c == '<')
        self->state = STATE_OPENING;
      return TRUE;
    case STATE_OPENING:
      return opening (self, c, error);
    case STATE_TAG:
      return tag (self, c, error);
    case STATE_SINGLE_QUOTED:
      return quoted (self, c, '\'', error);
    case STATE_DOUBLE_QUOTED:
      return quoted (self, c, '"', error);
    case STATE_COMMENT:
      until (self, c, '-', 2);
      return TRUE;
    case STATE_CDATA:
      until (self, c, ']', 2);
      return TRUE;
    case STATE_INSTRUCTION:
      until (self, c, '?', 1);
      return TRUE;
    case STATE_DOCUMENT_TYPE:
      return document_type (self, c, error);
    default:
      g_assert_not_reached ();
    }
}

gboolean
hd_xml_guard_feed (HdXmlGuard *self,
                   const char *bytes,
                   gsize n,
                   GError **error)
{
  self->file_bytes += n;
  if (self->file_bytes > HD_LIMIT_FILE_BYTES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("The file is larger than %d MiB."), HD_LIMIT_FILE_BYTES / (1024 * 1024));
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    {
      if (bytes[i] == '\0')
        return refuse (error, HD_ERROR_SYNTAX, _("The file contains a NUL byte."));
      if (bytes[i] == '\n')
        self->line++;
      if (!step (self, bytes[i], error))
        return FALSE;
    }
  return TRUE;
}
