/* hd-xml-events.c: foreign XML files as a stream of elements
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-xml-events"

#include "hd-xml-events.h"

#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include "hd-i18n.h"
#include "hd-limits.h"
#include "hd-project-text.h"
#include "hd-xml-guard.h"

struct _HdXmlEvents
{
  /* borrowed */
  GInputStream *stream;
  GCancellable *cancellable;
  const char *file_name;
  const HdXmlHandler *handler;
  gpointer user_data;
  xmlParserCtxtPtr parser;

  /* owned */
  GString *texts[HD_LIMIT_DEPTH];
  GError *error;

  guint depth;
  gboolean rooted; /* an element was seen */
  HdXmlGuard guard;
};

guint
hd_xml_events_get_line (HdXmlEvents *self)
{
  return self->parser->input != NULL ? (guint) self->parser->input->line : self->guard.line;
}

gboolean
hd_xml_events_has_failed (HdXmlEvents *self)
{
  return self->error != NULL;
}

/* While the parser reads its input it must not be stopped: that takes the input away. */
static void
note_error (HdXmlEvents *self,
            HdError code,
            guint line,
            const char *message)
{
  if (self->error == NULL)
    self->error = g_error_new (HD_ERROR, code, "%s:%u: %s", self->file_name, line, message);
}

gboolean
hd_xml_events_fail (HdXmlEvents *self,
                    HdError code,
                    guint line,
                    const char *format,
                    ...)
{
  g_autofree char *raw = NULL;
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  raw = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  message = g_utf8_make_valid (raw, -1); /* a precision may cut a character */
  note_error (self, code, line > 0 ? line : hd_xml_events_get_line (self), message);
  xmlStopParser (self->parser);
  return FALSE;
}

static int
on_read (void *user_data,
         char *buffer,
         int length)
{
  HdXmlEvents *self = user_data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read (self->stream, buffer, length, self->cancellable, &error);

  if (n < 0)
    {
      note_error (self, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? HD_ERROR_CANCELLED : HD_ERROR_IO, self->guard.line,
                  error->message);
      return -1;
    }
  if (!hd_xml_guard_feed (&self->guard, buffer, n, &error))
    {
      note_error (self, error->code, self->guard.line, error->message);
      return -1;
    }
  return n;
}

static void
on_start (void *user_data,
          const xmlChar *element,
          const xmlChar **pairs)
{
  static const char *const none[] = { NULL };
  HdXmlEvents *self = user_data;

  if (self->error != NULL)
    return;
  if (self->depth >= HD_LIMIT_DEPTH)
    {
      hd_xml_events_fail (self, HD_ERROR_LIMIT, 0, _("<%.40s> is nested more than %d deep."), element, HD_LIMIT_DEPTH);
      return;
    }
  /* The layout between children is no text; it must not pile up. */
  if (self->depth > 0)
    hd_project_text_strip_end (self->texts[self->depth - 1]);
  if (self->texts[self->depth] == NULL)
    self->texts[self->depth] = g_string_new (NULL);
  g_string_truncate (self->texts[self->depth++], 0);
  self->rooted = TRUE;
  self->handler->start (self, (const char *) element, pairs != NULL ? (const char *const *) pairs : none, self->user_data);
}

static void
on_end (void *user_data,
        const xmlChar *element)
{
  HdXmlEvents *self = user_data;

  if (self->error != NULL || self->depth == 0)
    return;
  self->depth--;
  self->handler->end (self, (const char *) element, self->texts[self->depth]->str, self->user_data);
}

static void
on_characters (void *user_data,
               const xmlChar *characters,
               int length)
{
  HdXmlEvents *self = user_data;
  GString *text;

  if (self->error != NULL || self->depth == 0)
    return;
  text = self->texts[self->depth - 1];
  if (text->len + (gsize) length > HD_LIMIT_TEXT_BYTES)
    hd_xml_events_fail (self, HD_ERROR_LIMIT, 0, _("The text of an element has more than %d bytes."), HD_LIMIT_TEXT_BYTES);
  else
    g_string_append_len (text, (const char *) characters, length);
}

/* An entity that is not declared is but a warning where there is a document type. */
static void
on_error (void *user_data,
          const char *format,
          ...)
{
  HdXmlEvents *self = user_data;
  xmlErrorPtr xml_error = xmlCtxtGetLastError (self->parser);
  g_autofree char *reason = NULL;
  g_autofree char *message = NULL;

  if (xml_error == NULL || (xml_error->level < XML_ERR_ERROR && xml_error->code != XML_WAR_UNDECLARED_ENTITY))
    return;
  reason = g_strchomp (g_strdelimit (g_strdup (xml_error->message != NULL ? xml_error->message : ""), "\n", ' '));
  message = g_strdup_printf (_("This is not well-formed XML: %s"), reason);
  note_error (self, HD_ERROR_SYNTAX, (guint) xml_error->line, message);
}

gboolean
hd_xml_events_read (GInputStream *stream,
                    const char *file_name,
                    const HdXmlHandler *handler,
                    gpointer user_data,
                    GCancellable *cancellable,
                    GError **error)
{
  HdXmlEvents self = {
    .stream = stream,
    .cancellable = cancellable,
    .file_name = file_name,
    .handler = handler,
    .user_data = user_data,
    .parser = xmlNewParserCtxt (),
    .guard = HD_XML_GUARD_INIT,
  };

  self.guard.foreign = TRUE;
  *self.parser->sax = (xmlSAXHandler) {
    .initialized = 1,
    .startElement = on_start,
    .endElement = on_end,
    .characters = on_characters,
    .cdataBlock = on_characters,
    .ignorableWhitespace = on_characters,
    .warning = on_error,
    .error = on_error,
    .fatalError = on_error,
  };
  self.parser->userData = &self;
  xmlFreeDoc (xmlCtxtReadIO (self.parser, on_read, NULL, &self, NULL, NULL, XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_IGNORE_ENC));
  if (self.error == NULL && (!self.rooted || !self.parser->wellFormed))
    note_error (&self, HD_ERROR_SYNTAX, self.guard.line, _("The file is empty or incomplete."));
  xmlFreeParserCtxt (self.parser);
  for (guint i = 0; i < HD_LIMIT_DEPTH && self.texts[i] != NULL; i++)
    g_string_free (self.texts[i], TRUE);
  if (self.error == NULL)
    return TRUE;
  g_propagate_error (error, self.error);
  return FALSE;
}

const char *
hd_xml_attribute (const char *const *attributes,
                  const char *name)
{
  for (; attributes[0] != NULL; attributes += 2)
    if (strcmp (attributes[0], name) == 0)
      return attributes[1] != NULL ? attributes[1] : "";
  return NULL;
}
