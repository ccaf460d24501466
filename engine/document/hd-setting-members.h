/* hd-setting-members.h: a value that some members of an array have alone
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-setting.h>

G_BEGIN_DECLS

/** hd_setting_find_members: @members becomes that of all members of what @address names, and the condition that is true of the members it names is returned; %NULL if
 *  they cannot be told apart in what is drawn */
char *hd_setting_find_members (HdSetting *members,
                               const HdObject *root,
                               const HdAddress *address);
/** hd_setting_dup_members_text: what is to be written so that those of @condition have @value and all others what they have now */
char *hd_setting_dup_members_text (const HdSetting *members,
                                   const char *condition,
                                   const char *value);

G_END_DECLS
