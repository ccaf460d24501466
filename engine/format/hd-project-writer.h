/* hd-project-writer.h: writing projects
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/** hd_project_write_object: appends @object as XML, indented by @depth steps */
void hd_project_write_object (GString *out,
                              const HdObject *object,
                              guint depth);
/** hd_project_write_attribute: appends ` name="value"` */
void hd_project_write_attribute (GString *out,
                                 const char *name,
                                 const char *value);
/** hd_project_write: the whole file; @before and @after are lines of markup outside the root */
void hd_project_write (GString *out,
                       const HdObject *root,
                       GPtrArray *before,
                       GPtrArray *after);

G_END_DECLS
