/* heddle-words.h: words of the file format as people read them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** heddle_get_word: translated; one that is not known as it is, such as the name of a model */
const char *heddle_get_word (const char *word);

G_END_DECLS
