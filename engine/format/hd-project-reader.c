/* hd-project-reader.c: reading projects
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A stream through libxml2's event interface: nothing is built but our own objects, and no entity, external file or network address is
 * ever looked at. The first fault ends the reading. What objects mean is validation's matter.
 */
#define G_LOG_DOMAIN "hd-project-reader"

#include "hd-project-reader.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include "hd-i18n.h"
#include "hd-limits.h"
#include "hd-object-private.h"
#include "hd-project-text.h"
#include "hd-xml-guard.h"

typedef struct
{
  /* borrowed */
  GInputStream *stream;
  GCancellable *cancellable;
  HdProblemList *problems;
  const char *file_name;
  const char *root_element;
  HdProjectParts *project;
  xmlParserCtxtPtr parser;

  /* owned */
  HdObject *stack[HD_LIMIT_DEPTH];
  GString *texts[HD_LIMIT_DEPTH]; /* of the objects on the stack; buffers are kept */
  GError *error;

  guint depth;
  gsize n_objects;
  HdXmlGuard guard;
} Reader;

static void G_GNUC_PRINTF (5, 6)
fail (Reader *self,
      int code,
      int line,
      int column,
      const char *format,
      ...)
{
  if (self->error != NULL)
    return;

  va_list arguments;
  va_start (arguments, format);
  g_autofree char *raw = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *message = g_utf8_make_valid (raw, -1); /* a precision may cut a character */

  g_autoptr (GString) place = g_string_new (self->file_name);
  if (line > 0)
    g_string_append_printf (place, "%s%d", place->len > 0 ? ":" : "", line);
  if (line > 0 && column > 0)
    g_string_append_printf (place, ":%d", column);
  self->error = g_error_new (HD_ERROR, code, "%s%s%s", place->str, place->len > 0 ? ": " : "", message);
  if (self->problems != NULL && (code == HD_ERROR_SYNTAX || code == HD_ERROR_LIMIT))
    hd_problem_list_take (self->problems, hd_problem_new (code == HD_ERROR_LIMIT ? HD_PROBLEM_LIMIT : HD_PROBLEM_SYNTAX, HD_SEVERITY_ERROR,
                                                          NULL, 0, NULL, self->file_name, line, NULL, "%s", message));
}

static int
get_line (Reader *self)
{
  return self->parser->input != NULL ? self->parser->input->line : 0;
}

static int
get_column (Reader *self)
{
  return self->parser->input != NULL ? self->parser->input->col : 0;
}

/* In the events of the parser, not while it reads: stopping takes its input away. */
#define FAIL(code, ...) \
  G_STMT_START { \
    fail (self, code, get_line (self), get_column (self), __VA_ARGS__); \
    xmlStopParser (self->parser); \
  } G_STMT_END

static int
on_read (void *user_data,
         char *buffer,
         int length)
{
  Reader *self = user_data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read (self->stream, buffer, length, self->cancellable, &error);

  if (n < 0)
    {
      gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      fail (self, cancelled ? HD_ERROR_CANCELLED : HD_ERROR_IO, 0, 0, "%s", error->message);
      return -1;
    }
  if (!hd_xml_guard_feed (&self->guard, buffer, n, &error))
    {
      fail (self, error->code, self->guard.line, 0, "%s", error->message);
      return -1;
    }
  return n;
}

static gboolean
read_attributes (Reader *self,
                 const char *element,
                 const xmlChar **pairs,
                 HdAttribute *attributes,
                 guint *out_n)
{
  guint n = 0;

  for (; pairs != NULL && pairs[2 * n] != NULL; n++)
    {
      const char *name = (const char *) pairs[2 * n];
      const char *value = pairs[2 * n + 1] != NULL ? (const char *) pairs[2 * n + 1] : "";

      if (n >= HD_LIMIT_ATTRIBUTES)
        {
          FAIL (HD_ERROR_LIMIT, _("<%s> has more than %d attributes."), element, HD_LIMIT_ATTRIBUTES);
          return FALSE;
        }
      if (strlen (name) > HD_LIMIT_NAME_BYTES)
        {
          FAIL (HD_ERROR_LIMIT, _("<%s>: the attribute name “%.40s…” has more than %d bytes."), element, name, HD_LIMIT_NAME_BYTES);
          return FALSE;
        }
      if (strlen (value) > HD_LIMIT_ATTRIBUTE_BYTES)
        {
          FAIL (HD_ERROR_LIMIT, _("<%s>: the attribute “%s” has %zu bytes; at most %d are permitted."), element, name, strlen (value),
                HD_LIMIT_ATTRIBUTE_BYTES);
          return FALSE;
        }
      attributes[n] = (HdAttribute) { name, value };
    }
  *out_n = n;
  return TRUE;
}

/* The layout between children is no text; it must not pile up. */
static void
drop_layout (Reader *self)
{
  if (self->depth > 0)
    hd_project_text_strip_end (self->texts[self->depth - 1]);
}

static void
on_start (void *user_data,
          const xmlChar *element_,
          const xmlChar **pairs)
{
  Reader *self = user_data;
  const char *element = (const char *) element_;
  HdAttribute attributes[HD_LIMIT_ATTRIBUTES];
  guint n;

  if (self->error != NULL)
    return;
  drop_layout (self);
  if (self->depth >= HD_LIMIT_DEPTH)
    FAIL (HD_ERROR_LIMIT, _("<%.40s> is nested more than %d deep."), element, HD_LIMIT_DEPTH);
  else if (++self->n_objects > HD_LIMIT_OBJECTS)
    FAIL (HD_ERROR_LIMIT, _("The project has more than %d elements."), HD_LIMIT_OBJECTS);
  else if (strlen (element) > HD_LIMIT_NAME_BYTES)
    FAIL (HD_ERROR_LIMIT, _("The element name “%.40s…” has more than %d bytes."), element, HD_LIMIT_NAME_BYTES);
  else if (self->depth == 0 && strcmp (element, self->root_element) != 0)
    FAIL (HD_ERROR_SYNTAX, _("The file consists of <%s>; a Heddle project is a <%s>."), element, self->root_element);
  else if (read_attributes (self, element, pairs, attributes, &n))
    {
      self->stack[self->depth] = _hd_object_new_full (hd_schema_get_kind (element), element, attributes, n, get_line (self));
      if (self->texts[self->depth] == NULL)
        self->texts[self->depth] = g_string_new (NULL);
      g_string_truncate (self->texts[self->depth], 0);
      self->depth++;
    }
}

/* Projects have text in notes alone; other text is kept, but says nothing. */
static void
finish_text (Reader *self,
             HdObject *object,
             GString *text)
{
  gboolean exact = hd_project_text_is_exact (object);

  if (!exact)
    hd_project_text_strip (text);
  if (text->len == 0)
    return;
  _hd_object_set_text (object, text->str);
  if (!exact && self->problems != NULL)
    hd_problem_list_take (self->problems,
                          hd_problem_new (HD_PROBLEM_SYNTAX, HD_SEVERITY_WARNING, hd_object_get_id (object), 0, NULL, self->file_name,
                                          get_line (self), _("Text belongs into a <note>."), _("The text “%.40s” in <%s> has no meaning; it is kept."),
                                          text->str, hd_object_get_element (object)));
}

static void
on_end (void *user_data,
        const xmlChar *element)
{
  Reader *self = user_data;

  if (self->error != NULL || self->depth == 0)
    return;

  HdObject *object = self->stack[--self->depth];
  finish_text (self, object, self->texts[self->depth]);
  if (self->depth == 0)
    self->project->root = object;
  else
    {
      HdObject *parent = self->stack[self->depth - 1];
      _hd_object_splice (parent, parent->n_children, 0, &object, 1);
      hd_object_unref (object);
    }
}

static void
on_characters (void *user_data,
               const xmlChar *characters,
               int length)
{
  Reader *self = user_data;

  if (self->error != NULL || self->depth == 0)
    return;

  GString *text = self->texts[self->depth - 1];
  if (text->len + length > HD_LIMIT_TEXT_BYTES)
    FAIL (HD_ERROR_LIMIT, _("The text of <%s> has more than %d bytes."), hd_object_get_element (self->stack[self->depth - 1]),
          HD_LIMIT_TEXT_BYTES);
  else
    g_string_append_len (text, (const char *) characters, length);
}

static GPtrArray *
get_outside (Reader *self)
{
  return self->project->root == NULL ? self->project->before : self->project->after;
}

static void
on_comment (void *user_data,
            const xmlChar *comment)
{
  Reader *self = user_data;

  if (self->error != NULL)
    return;
  drop_layout (self);
  if (++self->n_objects > HD_LIMIT_OBJECTS || strlen ((const char *) comment) > HD_LIMIT_TEXT_BYTES)
    FAIL (HD_ERROR_LIMIT, _("A comment is longer than %d bytes, or there are too many elements."), HD_LIMIT_TEXT_BYTES);
  else if (self->depth == 0)
    g_ptr_array_add (get_outside (self), g_strdup_printf ("<!--%s-->", comment));
  else
    {
      HdObject *parent = self->stack[self->depth - 1];
      HdObject *object = _hd_object_new_full (HD_OBJECT_COMMENT, NULL, NULL, 0, get_line (self));

      _hd_object_set_text (object, (const char *) comment);
      _hd_object_splice (parent, parent->n_children, 0, &object, 1);
      hd_object_unref (object);
    }
}

static void
on_instruction (void *user_data,
                const xmlChar *target,
                const xmlChar *data)
{
  Reader *self = user_data;

  if (self->error != NULL)
    return;
  if (self->depth > 0)
    FAIL (HD_ERROR_SYNTAX, _("The processing instruction “%.40s” is not permitted inside a project."), target);
  else if (++self->n_objects > HD_LIMIT_OBJECTS)
    FAIL (HD_ERROR_LIMIT, _("The project has more than %d elements."), HD_LIMIT_OBJECTS);
  else
    g_ptr_array_add (get_outside (self), g_strdup_printf ("<?%s%s%s?>", target, data != NULL ? " " : "", data != NULL ? (const char *) data : ""));
}

static void
on_error (void *user_data,
          const char *format,
          ...)
{
  Reader *self = user_data;
  xmlErrorPtr xml_error = xmlCtxtGetLastError (self->parser);

  if (xml_error == NULL || xml_error->level < XML_ERR_ERROR)
    return;
  if (xml_error->code == XML_ERR_TAG_NAME_MISMATCH && self->depth > 0)
    {
      const HdObject *open = self->stack[self->depth - 1];
      fail (self, HD_ERROR_SYNTAX, xml_error->line, xml_error->int2, _("<%s> of line %d is not closed before another element ends."),
            hd_object_get_element (open), hd_object_get_line (open));
      return;
    }
  g_autofree char *message = g_strdup (xml_error->message != NULL ? xml_error->message : "");
  g_strdelimit (message, "\n", ' ');
  fail (self, HD_ERROR_SYNTAX, xml_error->line, xml_error->int2, _("This is not well-formed XML: %s"), g_strchomp (message));
}

gboolean
hd_project_read (GInputStream *stream,
                 const char *file_name,
                 const char *root_element,
                 HdProblemList *problems,
                 GCancellable *cancellable,
                 HdProjectParts *out_project,
                 GError **error)
{
  g_auto (HdProjectParts) project = {
    NULL,
    g_ptr_array_new_with_free_func (g_free),
    g_ptr_array_new_with_free_func (g_free),
  };
  Reader self = {
    .stream = stream,
    .cancellable = cancellable,
    .problems = problems,
    .file_name = file_name,
    .root_element = root_element,
    .project = &project,
    .parser = xmlNewParserCtxt (),
    .guard = HD_XML_GUARD_INIT,
  };

  *self.parser->sax = (xmlSAXHandler) {
    .initialized = 1, /* the events without namespaces: names as they are written */
    .startElement = on_start,
    .endElement = on_end,
    .characters = on_characters,
    .ignorableWhitespace = on_characters,
    .comment = on_comment,
    .processingInstruction = on_instruction,
    .error = on_error,
    .fatalError = on_error,
  };
  self.parser->userData = &self;
  /* NOENT: references such as &amp; arrive as characters. There are no others, since the guard refuses document types. */
  xmlFreeDoc (xmlCtxtReadIO (self.parser, on_read, NULL, &self, NULL, NULL, XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_IGNORE_ENC));
  if (self.error == NULL && (project.root == NULL || !self.parser->wellFormed))
    fail (&self, HD_ERROR_SYNTAX, self.guard.line, 0, "%s", _("The file is empty or incomplete."));
  xmlFreeParserCtxt (self.parser);

  while (self.depth > 0)
    hd_object_unref (self.stack[--self.depth]);
  for (guint i = 0; i < HD_LIMIT_DEPTH && self.texts[i] != NULL; i++)
    g_string_free (self.texts[i], TRUE);

  if (self.error != NULL)
    {
      g_propagate_error (error, self.error);
      return FALSE;
    }
  *out_project = project;
  project = (HdProjectParts) { NULL };
  return TRUE;
}

void
hd_project_parts_clear (HdProjectParts *self)
{
  g_clear_pointer (&self->root, hd_object_unref);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  g_clear_pointer (&self->after, g_ptr_array_unref);
}
