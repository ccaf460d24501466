/* hd-xml-events.h: foreign XML files as a stream of elements
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/hd-error.h>

G_BEGIN_DECLS

typedef struct _HdXmlEvents HdXmlEvents;

/**
 * HdXmlHandler:
 * @attributes: (array zero-terminated=1): name, value, name, value
 * @text: (nullable): all text directly inside the element
 *
 * Each ends the reading with hd_xml_events_fail ().
 */
typedef struct
{
  void (*start) (HdXmlEvents *events,
                 const char *element,
                 const char *const *attributes,
                 gpointer user_data);
  void (*end) (HdXmlEvents *events,
               const char *element,
               const char *text,
               gpointer user_data);
} HdXmlHandler;

/**
 * hd_xml_events_read:
 * @file_name: for messages
 *
 * A file that names a document type is read without it; entities, external files and the network are never looked at.
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_LIMIT, %HD_ERROR_CANCELLED, %HD_ERROR_IO, and what @handler sets; the message begins with file and line.
 */
gboolean hd_xml_events_read (GInputStream *stream,
                             const char *file_name,
                             const HdXmlHandler *handler,
                             gpointer user_data,
                             GCancellable *cancellable,
                             GError **error);
/** hd_xml_events_get_line: of the element under way */
guint hd_xml_events_get_line (HdXmlEvents *self);
/** hd_xml_events_fail: sets the error, if there is none yet, with file and @line, 0 for that of the element under way; returns %FALSE */
gboolean hd_xml_events_fail (HdXmlEvents *self,
                             HdError code,
                             guint line,
                             const char *format,
                             ...) G_GNUC_PRINTF (4, 5);
gboolean hd_xml_events_has_failed (HdXmlEvents *self);
/** hd_xml_attribute: value of an attribute, or %NULL */
const char *hd_xml_attribute (const char *const *attributes,
                              const char *name);

G_END_DECLS
