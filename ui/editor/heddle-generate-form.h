/* heddle-generate-form.h: the parameters of a generator, to be filled in
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleGenerateForm:
 *
 * A row for each parameter, checked while typing.
 * Signals: `changed`: another value, valid or not.
 */
#define HEDDLE_TYPE_GENERATE_FORM (heddle_generate_form_get_type ())
G_DECLARE_FINAL_TYPE (HeddleGenerateForm, heddle_generate_form, HEDDLE, GENERATE_FORM, GtkWidget)

GtkWidget *heddle_generate_form_new (HeddleSession *session);
/**
 * heddle_generate_form_set_generator:
 * @object: (nullable): a generated topology of that kind, whose values are shown
 *
 * What was typed for parameters that both generators have stays.
 */
void heddle_generate_form_set_generator (HeddleGenerateForm *self,
                                         const HdGenerator *generator,
                                         const HdObject *object);
/** heddle_generate_form_set: types @value into the row of @key; returns whether there is such */
gboolean heddle_generate_form_set (HeddleGenerateForm *self,
                                   const char *key,
                                   const char *value);
gboolean heddle_generate_form_is_valid (HeddleGenerateForm *self);
/** heddle_generate_form_dup_settings: (transfer full): KEY=VALUE of what differs from the defaults */
GStrv heddle_generate_form_dup_settings (HeddleGenerateForm *self);

G_END_DECLS
