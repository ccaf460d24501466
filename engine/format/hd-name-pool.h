/* hd-name-pool.h: texts that occur again and again, each kept once, by number
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _HdNamePool HdNamePool;

HdNamePool *hd_name_pool_new (void);
void hd_name_pool_free (HdNamePool *self);
/** hd_name_pool_add: the number of @name, from 0; what is no UTF-8 in it is replaced */
guint32 hd_name_pool_add (HdNamePool *self,
                          const char *name);
guint32 hd_name_pool_get_length (const HdNamePool *self);
const char *hd_name_pool_get (const HdNamePool *self,
                              guint32 number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdNamePool, hd_name_pool_free)

G_END_DECLS
