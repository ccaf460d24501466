/* heddle-inspector-private.h: the parts of the inspector
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-field-row.h"
#include "heddle-inspector.h"

G_BEGIN_DECLS

/**
 * HeddlePage:
 * @rows: (element-type HeddleFieldRow): borrowed, those in @body
 * @lists: (element-type HeddleItemList): likewise
 *
 * What the inspector shows of one selection, while it is shown. Each part appends its groups to @body, and what follows the design and the run to
 * @live, which is made anew with each design.
 */
typedef struct
{
  HeddleSession *session;
  HeddleSubject *subject;
  HeddleTarget target;
  GtkBox *body;
  GtkBox *live;
  GPtrArray *rows;
  GPtrArray *lists;
} HeddlePage;

/** heddle_page_add_group: @title: (nullable) */
GtkListBox *heddle_page_add_group (HeddlePage *page,
                                   const char *title);
/** heddle_page_add_folded: a group that opens when it is asked for */
GtkListBox *heddle_page_add_folded (HeddlePage *page,
                                    const char *title);
void heddle_page_add_field (HeddlePage *page,
                            GtkListBox *list,
                            const HeddleField *field);
/** heddle_page_add_fields: @names: of the schema, separated by blanks */
void heddle_page_add_fields (HeddlePage *page,
                             GtkListBox *list,
                             HdObjectKind kind,
                             const char *names);
/** heddle_page_order: (transfer container): parameters as they stand: groups in which one must be given come first, as nothing runs before it is */
GPtrArray *heddle_page_order (const HdParameter *parameters);
/** heddle_page_add_settings: all of a run, in the groups of their table; @title: (nullable): of the first; @folded: the others */
void heddle_page_add_settings (HeddlePage *page,
                               const char *title,
                               gboolean folded);
void heddle_page_add_list (HeddlePage *page,
                           guint64 parent,
                           HdObjectKind kind,
                           const char *title,
                           const char *add_action,
                           const char *empty);
void heddle_page_add_prose (GtkBox *box,
                            const char *text);

/* heddle-inspector-object.c: one object of each kind; @page->subject is it */
void heddle_inspect_object (HeddlePage *page);
/** heddle_link_is_pattern: stands for several links, by its indices */
gboolean heddle_link_is_pattern (const HdObject *link);
/* heddle-inspector-many.c: several; fields that all of them have */
void heddle_inspect_many (HeddlePage *page);
/* heddle-inspector-project.c: @page->subject is the project */
/** heddle_page_add_changes: what the run settings @run say that changes at moments of a run */
void heddle_page_add_changes (HeddlePage *page,
                              guint64 run);
/** heddle_page_add_project_list: objects of @kind that a project holds, or of all such kinds for %HD_OBJECT_PROJECT */
void heddle_page_add_project_list (HeddlePage *page,
                                   HdObjectKind kind);
void heddle_inspect_project (HeddlePage *page);
/* heddle-inspector-live.c: figures, sizes and help, to @page->live */
void heddle_inspect_live (HeddlePage *page);

G_END_DECLS
