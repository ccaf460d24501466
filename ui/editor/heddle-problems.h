/* heddle-problems.h: what is wrong with the project, and where
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleProblems: a row for each problem; activating it goes to the object at fault */
#define HEDDLE_TYPE_PROBLEMS (heddle_problems_get_type ())
G_DECLARE_FINAL_TYPE (HeddleProblems, heddle_problems, HEDDLE, PROBLEMS, GtkWidget)

GtkWidget *heddle_problems_new (HeddleSession *session);

G_END_DECLS
