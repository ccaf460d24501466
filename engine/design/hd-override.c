/* hd-override.c: PATH=VALUE settings given from outside
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-override.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-name-list.h"
#include "hd-place.h"

struct _HdOverrides
{
  GPtrArray *all;     /* owned HdOverride */
  GPtrArray *objects; /* borrowed */
  GPtrArray *changes; /* owned HdOverride, of a moment each */
};

static void
override_free (gpointer data)
{
  HdOverride *self = data;

  g_free (self->text);
  g_clear_pointer (&self->address, hd_address_free);
  g_free (self->value);
  g_free (self->moment);
  g_free (self->outside);
  g_free (self->parameter);
  hd_formula_free (self->formula);
  g_free (self);
}

void
hd_overrides_free (HdOverrides *self)
{
  g_ptr_array_unref (self->objects);
  g_ptr_array_unref (self->all);
  g_ptr_array_unref (self->changes);
  g_free (self);
}

/* What may be called so outside: anything but what only an address has. */
static void
read_outside_name (HdOverride *self,
                   const char *path)
{
  const char *dot = strrchr (path, '.');

  if (dot == NULL || path[0] == '$' || (self->address != NULL && self->address->kind != HD_ADDRESS_OBJECT))
    return;
  self->outside = g_strndup (path, (gsize) (dot - path));
  self->parameter = g_strdup (dot + 1);
}

/* Of a path that is no address. Links without an id are shown as "xpu[3]--hub". */
static gboolean
refuse (const char *text,
        const char *path,
        GError **error)
{
  g_autoptr (HdAddress) address = NULL;

  if (strstr (path, "]--") == NULL)
    address = hd_address_parse (path, error);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX,
                 _("Setting “%s”: a link without an id is called after its ends without their indices, as in xpu--hub.bandwidth, and one of a pattern xpu--hub[3].bandwidth"),
                 text);
  g_assert (address == NULL);
  return FALSE;
}

static gboolean
add (HdOverrides *self,
     const char *text,
     GError **error)
{
  const char *equals = strchr (text, '=');
  g_autofree char *path = NULL;
  HdOverride *override = g_new0 (HdOverride, 1);

  g_ptr_array_add (self->all, override);
  override->text = g_strdup (text);
  path = g_strstrip (g_strndup (text, equals != NULL ? (gsize) (equals - text) : 0));
  if (*path == '\0')
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("Setting “%s” should be PATH=VALUE"), text);
      return FALSE;
    }
  override->value = g_strstrip (g_strdup (equals + 1));
  override->address = hd_address_parse (path, NULL);
  read_outside_name (override, path);
  if (override->address == NULL && override->outside != NULL)
    return TRUE;
  if (override->address == NULL)
    return refuse (text, path, error);
  if ((override->address->kind == HD_ADDRESS_OBJECT || override->address->kind == HD_ADDRESS_CLASS)
      && override->address->parameter == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("Setting “%s” names no parameter (PATH.PARAMETER=VALUE, or $VARIABLE=VALUE)"), text);
      return FALSE;
    }
  if (override->address->kind == HD_ADDRESS_OBJECT)
    g_ptr_array_add (self->objects, override);
  return TRUE;
}

/* Where the address begins in "2 ms rack[0]/up [1].failed": behind the last blank outside of brackets. */
static const char *
find_address (const char *text,
              const char *equals)
{
  const char *found = NULL;
  guint depth = 0;

  while (equals > text && g_ascii_isspace (equals[-1]))
    equals--;
  for (const char *p = text; p < equals; p++)
    {
      depth += *p == '[';
      depth -= *p == ']' && depth > 0;
      if (depth == 0 && g_ascii_isspace (*p) && p[1] != '[')
        found = p;
    }
  return found;
}

static gboolean
add_change (HdOverrides *self,
            const char *text,
            GError **error)
{
  const char *equals = strchr (text, '='), *blank = equals != NULL ? find_address (text + 1, equals) : NULL;
  g_autofree char *path = NULL;
  HdOverride *change = g_new0 (HdOverride, 1);

  g_ptr_array_add (self->changes, change);
  change->text = g_strdup (text + 1);
  if (blank == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("Change “%s” should be TIME PATH=VALUE, such as 2 ms up[0].failed=1"), text + 1);
      return FALSE;
    }
  change->moment = g_strstrip (g_strndup (text + 1, (gsize) (blank - text - 1)));
  path = g_strstrip (g_strndup (blank, (gsize) (equals - blank)));
  change->value = g_strstrip (g_strdup (equals + 1));
  change->address = hd_address_parse (path, error);
  return change->address != NULL;
}

HdOverrides *
hd_overrides_new (const char *const *settings,
                  GError **error)
{
  g_autoptr (HdOverrides) self = g_new0 (HdOverrides, 1);

  self->all = g_ptr_array_new_with_free_func (override_free);
  self->objects = g_ptr_array_new ();
  self->changes = g_ptr_array_new_with_free_func (override_free);
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    if (!(settings[i][0] == '@' ? add_change : add) (self, settings[i], error))
      return NULL;
  return g_steal_pointer (&self);
}

const GPtrArray *
hd_overrides_get_changes (HdOverrides *self)
{
  return self->changes;
}

const HdOverride *
hd_overrides_find (HdOverrides *self,
                   HdAddressKind kind,
                   const char *name,
                   const char *parameter)
{
  const HdOverride *found = NULL;

  for (guint i = 0; i < self->all->len; i++)
    {
      HdOverride *override = g_ptr_array_index (self->all, i);

      if (override->address != NULL && override->address->kind == kind && g_strcmp0 (override->address->name, name) == 0
          && g_strcmp0 (override->address->parameter, parameter) == 0)
        {
          override->used = TRUE;
          found = override;
        }
    }
  return found;
}

GPtrArray *
hd_overrides_find_for (HdOverrides *self,
                       const char *id)
{
  GPtrArray *found = NULL;

  for (guint i = 0; id != NULL && i < self->objects->len; i++)
    {
      HdOverride *override = g_ptr_array_index (self->objects, i);

      if (strcmp (override->address->steps[override->address->n_steps - 1].name, id) != 0)
        continue;
      if (found == NULL)
        found = g_ptr_array_new ();
      g_ptr_array_add (found, override);
    }
  return found;
}

GPtrArray *
hd_overrides_find_for_link (HdOverrides *self,
                            const HdObject *link)
{
  g_autofree char *after_ends = NULL;

  if (self->objects->len == 0)
    return NULL;
  if (hd_object_get_id (link) == NULL)
    after_ends = hd_object_dup_name_after_ends (link);
  return hd_overrides_find_for (self, after_ends != NULL ? after_ends : hd_object_get_id (link));
}

GPtrArray *
hd_overrides_find_named (HdOverrides *self,
                         const char *names)
{
  GPtrArray *found = NULL;
  guint number;

  for (guint i = 0; names != NULL && i < self->all->len; i++)
    {
      HdOverride *override = g_ptr_array_index (self->all, i);

      if (override->outside == NULL || !hd_name_list_find (names, override->outside, &number))
        continue;
      if (found == NULL)
        found = g_ptr_array_new ();
      g_ptr_array_add (found, override);
    }
  return found;
}

gboolean
hd_override_names (HdElaborator *self,
                   const HdOverride *override,
                   const char *names,
                   guint32 index)
{
  guint number;

  return hd_name_list_find (names, override->outside, &number) && number == index
         && (override->address == NULL || _hd_design_find_slot (self->design, 0, override->address->steps[0].name, NULL) == NULL);
}

static gboolean
indices_match (const HdAddressStep *step,
               const HdShape *shape,
               guint32 index)
{
  if (step->n_indices > 0 && step->n_indices != shape->n_dimensions)
    return FALSE;
  for (guint d = step->n_indices; d > 0; d--)
    {
      gint64 value = index % shape->size[d - 1];

      if (value < step->indices[d - 1].first || value > step->indices[d - 1].last)
        return FALSE;
      index /= shape->size[d - 1];
    }
  return TRUE;
}

/* The name of the last step is known to fit; the scopes around it are compared from the inside out. */
gboolean
hd_override_matches (HdElaborator *self,
                     const HdOverride *override,
                     guint32 scope,
                     const HdShape *shape,
                     guint32 index)
{
  HdDesignData *data = self->design->data;
  guint n = override->address->n_steps;

  if (!indices_match (&override->address->steps[--n], shape, index))
    return FALSE;
  for (; n > 0; n--)
    {
      const HdAddressStep *step = &override->address->steps[n - 1];
      const HdScope *it = &g_array_index (data->scopes, HdScope, scope);
      guint item = g_array_index (data->scope_slots, HdScopeSlots, scope).item;
      const HdSlot *slot;

      if (it->parent == HD_NO_ID)
        return FALSE;
      slot = &g_array_index (data->slots, HdSlot, g_array_index (data->scope_slots, HdScopeSlots, it->parent).first_slot + item);
      if (strcmp (step->name, ((HdItemPlan *) g_ptr_array_index (hd_scope_plan (self, it->parent)->items, item))->id) != 0
          || !indices_match (step, &g_array_index (data->shapes, HdShape, slot->shape), it->index))
        return FALSE;
      scope = it->parent;
    }
  return g_array_index (data->scopes, HdScope, scope).parent == HD_NO_ID;
}

void
hd_override_prepare (HdOverride *self,
                     const HdEnvironment *environment,
                     const char *owner,
                     const HdObject *object,
                     const HdParameter *parameter)
{
  gboolean or_word = parameter->kind == HD_PARAMETER_CHOICE || parameter->kind == HD_PARAMETER_TEXT;
  HdEnvironment place = *environment;

  self->used = TRUE;
  if (self->formula == NULL)
    self->formula = hd_formula_new_text (&place, owner, object, parameter->key, self->value, or_word);
}

gboolean
hd_overrides_check_used (HdOverrides *self,
                         GError **error)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      const HdOverride *override = g_ptr_array_index (self->all, i);

      if (!override->used && override->address == NULL)
        {
          g_autofree char *path = g_strstrip (g_strndup (override->text, strcspn (override->text, "=")));

          return refuse (override->text, path, error);
        }
      if (!override->used)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("Setting “%s” changes nothing: the project has no such variable, class, object or parameter"),
                       override->text);
          return FALSE;
        }
    }
  return TRUE;
}
