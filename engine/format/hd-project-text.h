/* hd-project-text.h: what reader and writer agree on about text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/**
 * hd_project_text_is_exact:
 *
 * Whether the text of an object counts to the last blank. Where it does not, the blanks around it are those of the layout.
 */
static inline gboolean
hd_project_text_is_exact (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind == HD_OBJECT_COMMENT || ((kind == HD_OBJECT_NOTE || kind == HD_OBJECT_UNKNOWN) && hd_object_get_n_children (object) == 0);
}

static inline gboolean
hd_project_text_is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline void
hd_project_text_strip_end (GString *text)
{
  gsize length = text->len;

  while (length > 0 && hd_project_text_is_blank (text->str[length - 1]))
    length--;
  g_string_truncate (text, length);
}

static inline void
hd_project_text_strip (GString *text)
{
  gsize start = 0;

  hd_project_text_strip_end (text);
  while (hd_project_text_is_blank (text->str[start]))
    start++;
  g_string_erase (text, 0, start);
}

G_END_DECLS
