/* hd-override.h: PATH=VALUE settings given from outside, and what changes at moments, @TIME PATH=VALUE
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-formula.h"

G_BEGIN_DECLS

/** HdOverride: @value is the text after the first = outside brackets */
typedef struct
{
  char *text;
  HdAddress *address;
  char *value;
  char *moment;       /* from which on it holds, or NULL: for the whole run */
  char *outside;      /* "node-3.example.org": what it is if nothing drawn has that path; or NULL */
  char *parameter;    /* of @outside */
  HdFormula *formula; /* of @value, made where it is first used on an object */
  gboolean used;
} HdOverride;

/** hd_overrides_new: errors: %HD_ERROR_SYNTAX; a path that may be a name from outside is found wrong only when nothing was called so */
HdOverrides *hd_overrides_new (const char *const *settings,
                               GError **error);
void hd_overrides_free (HdOverrides *self);
/** hd_overrides_get_changes: HdOverride *, what was given as "@TIME PATH=VALUE", in order */
const GPtrArray *hd_overrides_get_changes (HdOverrides *self);
/** hd_overrides_find: the last one for a variable, class or run setting; marks all of that name used */
const HdOverride *hd_overrides_find (HdOverrides *self,
                                     HdAddressKind kind,
                                     const char *name,
                                     const char *parameter);
/** hd_overrides_find_for: (nullable): HdOverride *, borrowed: those whose last step is @id, in order */
GPtrArray *hd_overrides_find_for (HdOverrides *self,
                                  const char *id);
/** hd_overrides_find_for_link: (nullable): likewise, of what @link is called: its id, else the name after its ends */
GPtrArray *hd_overrides_find_for_link (HdOverrides *self,
                                       const HdObject *link);
/** hd_overrides_find_named: (nullable): HdOverride *, borrowed: those that say a name of the list @names, in order */
GPtrArray *hd_overrides_find_named (HdOverrides *self,
                                    const char *names);
/** hd_override_names: whether it says the name of element @index of what is called @names, and no path */
gboolean hd_override_names (HdElaborator *elaborator,
                            const HdOverride *self,
                            const char *names,
                            guint32 index);
/** hd_override_prepare: makes its formula, as if it stood at @object */
void hd_override_prepare (HdOverride *self,
                          const HdEnvironment *environment,
                          const char *owner,
                          const HdObject *object,
                          const HdParameter *parameter);
/** hd_override_matches: whether it addresses an item of @scope: element @index of an array */
gboolean hd_override_matches (HdElaborator *elaborator,
                              const HdOverride *self,
                              guint32 scope,
                              const HdShape *shape,
                              guint32 index);
/** hd_overrides_check_used: errors: %HD_ERROR_NAME for the first one that changed nothing */
gboolean hd_overrides_check_used (HdOverrides *self,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdOverrides, hd_overrides_free)

G_END_DECLS
