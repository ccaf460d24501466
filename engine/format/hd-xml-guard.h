/* hd-xml-guard.h: a look at the bytes of a file before an XML parser sees them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdXmlGuard: initialise with HD_XML_GUARD_INIT; @foreign: a document type that declares nothing itself is permitted, and messages do not speak of projects */
typedef struct
{
  int state;
  guint line;
  guint matched;
  guint n_attributes;
  gsize tag_bytes;
  gsize value_bytes;
  gsize file_bytes;
  gboolean foreign;
  char quote; /* of a document type */
  char prefix[10];
} HdXmlGuard;

#define HD_XML_GUARD_INIT { .line = 1 }

/**
 * hd_xml_guard_feed:
 *
 * The next @n bytes of the file. After an error `line` is where it is.
 *
 * Errors: %HD_ERROR_SYNTAX (document type, or one with declarations, encoding other than UTF-8, NUL), %HD_ERROR_LIMIT (size of file, tag, attribute value, or number
 * of attributes).
 */
gboolean hd_xml_guard_feed (HdXmlGuard *self,
                            const char *bytes,
                            gsize n,
                            GError **error);

G_END_DECLS
