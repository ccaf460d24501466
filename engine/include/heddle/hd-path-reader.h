/* hd-path-reader.h: the names of a link end or an address, in their text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *     path = name { "[" index "]" } { "/" name { "[" index "]" } } [ "." name { "[" index "]" } ]
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

G_END_DECLS
