/* heddle-empty-page.h: what a view shows before there is anything to see
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleEmptyPage:
 *
 * Says what the view is for, and has the button for the next step towards it: Run, or what keeps the project from being run.
 */
#define HEDDLE_TYPE_EMPTY_PAGE (heddle_empty_page_get_type ())
G_DECLARE_FINAL_TYPE (HeddleEmptyPage, heddle_empty_page, HEDDLE, EMPTY_PAGE, AdwBin)

GtkWidget *heddle_empty_page_new (HeddleSession *session,
                                  const char *icon,
                                  const char *title,
                                  const char *description);
/** heddle_empty_page_set_after_run: where another step is the next once a run has finished: @title (of a button, translated) does @action */
void heddle_empty_page_set_after_run (HeddleEmptyPage *self,
                                      const char *title,
                                      const char *action);
/** heddle_empty_page_set_had_nothing: @title and @description instead of the others, after a run that is over and had nothing for the view */
void heddle_empty_page_set_had_nothing (HeddleEmptyPage *self,
                                        const char *title,
                                        const char *description);
/** heddle_empty_page_set_while_running: @description instead of the other, while a run is under way; for what there is to see only when it is over */
void heddle_empty_page_set_while_running (HeddleEmptyPage *self,
                                          const char *description);

G_END_DECLS
