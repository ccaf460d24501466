/* heddle-help-pages.h: what help there is
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleHelpKind: in the order in which they are listed */
typedef enum
{
  HEDDLE_HELP_PAGE,
  HEDDLE_HELP_TYPE,
  HEDDLE_HELP_TERM,
} HeddleHelpKind;

/** HeddleHelpPage: @id: "timeline", "type:fabric.xpu", "glossary.md#latency"; @text: Markdown, with its title */
typedef struct
{
  HeddleHelpKind kind;
  char *id;
  char *title;
  char *text;
} HeddleHelpPage;

/**
 * heddle_help_pages_new:
 * @catalog: (nullable): no pages of types if %NULL
 * @language: (nullable): "zh_CN"; of the user if %NULL
 *
 * (transfer full) (element-type HeddleHelpPage): those of docs/help, each component type of @catalog, and the terms of the glossary
 */
GPtrArray *heddle_help_pages_new (HdCatalog *catalog,
                                  const char *language);
/** heddle_help_pages_find: (nullable): which @link leads to: an id, "#timeline", "glossary.md#latency" in any language, "type:fabric.xpu#bandwidth" */
const HeddleHelpPage *heddle_help_pages_find (GPtrArray *pages,
                                              const char *link);
/** heddle_help_page_dup_summary: (transfer full): the first sentence of its text, plain; "" if there is none */
char *heddle_help_page_dup_summary (const HeddleHelpPage *self);
/** heddle_help_page_matches: whether title or text has all words of @search; "": each does */
gboolean heddle_help_page_matches (const HeddleHelpPage *self,
                                   const char *search);

G_END_DECLS
