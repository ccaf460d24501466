/* heddle-examples.h: the projects that come with the program, for those who see it for the first time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HeddleExample: @title and @sentence are translatable */
typedef struct
{
  const char *path; /* in the folder of projects */
  const char *title;
  const char *sentence;
} HeddleExample;

/** heddle_examples_find: (nullable): what is said of the project at @path, relative to the folder of projects */
const HeddleExample *heddle_examples_find (const char *path);
/** heddle_examples_list: (element-type filename): paths of the projects below @folder, the simplest first; those nobody described come last */
GPtrArray *heddle_examples_list (const char *folder);
/** heddle_examples_list_lessons: (element-type filename): likewise of lessons and stories, in the order in which they are best learnt */
GPtrArray *heddle_examples_list_lessons (const char *folder);

G_END_DECLS
