/* hd-describe.h: descriptors as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-catalog.h>

G_BEGIN_DECLS

typedef const char *(*HdDescribeTranslate) (gpointer user_data,
                                            const char *text);

void _hd_describe_parameter (GString *text,
                             const HdParameter *parameter,
                             HdDescribeTranslate translate,
                             gpointer user_data);
/** _hd_describe_parameters: @parameters end with one without key; nothing if there are none */
void _hd_describe_parameters (GString *text,
                              const HdParameter *parameters,
                              HdDescribeTranslate translate,
                              gpointer user_data);
/** _hd_describe_padded: @word and spaces up to @width characters */
void _hd_describe_padded (GString *text,
                          const char *word,
                          guint width);

G_END_DECLS
