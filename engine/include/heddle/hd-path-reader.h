/* hd-path-reader.h: the names of a link end or an address, in their text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *     path = name { "[" index "]" } { "/" name { "[" index "]" } } [ "." name { "[" index "]" } ]
 *     list = element { blank element }; element = path | name outside | "'" name outside "'"
 *
 * What the outside calls a component may have blanks: in a list it then stands in quotes, where two quotes are one: 'GPU 0' 'Ann''s'.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdPathReader: for those who change names and leave all else as it is written
 * @start, @name_end: bytes of the name
 * @end: after its indices
 * @n_indices: in brackets after it
 * @is_port: the name follows a dot: a port, or the signal of a probe
 */
typedef struct
{
  const char *text;
  guint start, name_end, end;
  guint n_indices;
  gboolean is_port;
} HdPathReader;

/**
 * hd_path_reader_init:
 * @text: (nullable): an attribute, such as the end of a link; without one there is no name
 * @offset: where a path begins in @text; of a list of paths, where the last one ended
 *
 * Returns: %FALSE if no name follows
 */
gboolean hd_path_reader_init (HdPathReader *self, const char *text, guint offset);
/** hd_path_reader_next: the next name of the same path; %FALSE after the last */
gboolean hd_path_reader_next (HdPathReader *self);
/**
 * hd_path_list_next:
 * @offset: (inout): in @text; begins with 0
 * @out_start: (out) (optional): where the element begins; it ends at @offset, quotes included
 *
 * Lists are parted at blanks and commas outside brackets and quotes.
 *
 * Returns: (transfer full) (nullable): the next element, without its quotes; %NULL after the last
 */
char *hd_path_list_next (const char *text, guint *offset, guint *out_start);

G_END_DECLS
