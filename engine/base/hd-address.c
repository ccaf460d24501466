/* hd-address.c: the one address grammar of --set, probes, communicators, studies
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-address"

#include <heddle/hd-address.h>

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

/*   address   = "$" name | "class:" name [ "." name ] | "run:" name | step { "/" step } [ "." name ]
 *   step      = name { "[" range "]" }
 *   range     = "*" | number [ ".." ( number | "*" ) ]
 *   name      = letter or "_", then letters, digits, "_", "-"
 */

#define MAX_LENGTH 4096
#define MAX_STEPS 64
#define MAX_INDICES 8

typedef struct
{
  const char *text;
  const char *p;
} Reader;

static gboolean
fail (const Reader *reader,
      const char *expected,
      GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX,
               _("Address “%s”: column %d should be %s"),
               reader->text, (int) (reader->p - reader->text) + 1, expected);
  return FALSE;
}

static char *
read_name (Reader *reader)
{
  const char *start = reader->p;

  if (!g_ascii_isalpha (*start) && *start != '_')
    return NULL;
  while (g_ascii_isalnum (*reader->p) || *reader->p == '_' || *reader->p == '-')
    reader->p++;
  return g_strndup (start, (gsize) (reader->p - start));
}

static gboolean
read_number (Reader *reader,
             gint64 *out_number,
             GError **error)
{
  gint64 number = 0;

  if (!g_ascii_isdigit (*reader->p))
    return fail (reader, _("an index (a number, a range such as 0..7, or *)"), error);
  for (; g_ascii_isdigit (*reader->p); reader->p++)
    {
      number = number * 10 + (*reader->p - '0');
      if (number > G_MAXINT32)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Address “%s”: an index is at most %d"), reader->text, G_MAXINT32);
          return FALSE;
        }
    }

  *out_number = number;
  return TRUE;
}

static gboolean
read_range (Reader *reader,
            HdIndexRange *out_range,
            GError **error)
{
  HdIndexRange range = { 0, HD_INDEX_ALL };

  if (*reader->p == '*')
    {
      reader->p++;
    }
  else
    {
      if (!read_number (reader, &range.first, error))
        return FALSE;
      range.last = range.first;
      if (strncmp (reader->p, "..", 2) == 0)
        {
          reader->p += 2;
          if (*reader->p == '*')
            {
              range.last = HD_INDEX_ALL;
              reader->p++;
            }
          else if (!read_number (reader, &range.last, error))
            {
              return FALSE;
            }
        }
    }

  if (range.last < range.first)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                   _("Address “%s”: the range %" PRId64 "..%" PRId64 " is empty"),
                   reader->text, range.first, range.last);
      return FALSE;
    }
  if (*reader->p != ']')
    return fail (reader, "“]”", error);
  reader->p++;

  *out_range = range;
  return TRUE;
}

static gboolean
read_step (Reader *reader,
           HdAddressStep *step,
           GError **error)
{
  HdIndexRange indices[MAX_INDICES];

  step->name = read_name (reader);
  if (step->name == NULL)
    return fail (reader, _("a name"), error);

  while (*reader->p == '[')
    {
      if (step->n_indices == MAX_INDICES)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("Address “%s”: a step has at most %d indices"), reader->text, MAX_INDICES);
          return FALSE;
        }
      reader->p++;
      if (!read_range (reader, &indices[step->n_indices], error))
        return FALSE;
      step->n_indices++;
    }

  step->indices = g_memdup2 (indices, step->n_indices * sizeof *indices);
  return TRUE;
}

static gboolean
read_path (Reader *reader,
           HdAddress *self,
           GError **error)
{
  self->kind = HD_ADDRESS_OBJECT;
  self->steps = g_new0 (HdAddressStep, 1);

  for (;;)
    {
      self->n_steps++;
      if (!read_step (reader, &self->steps[self->n_steps - 1], error))
        return FALSE;
      if (*reader->p != '/')
        return TRUE;
      if (self->n_steps == MAX_STEPS)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("Address “%s”: at most %d steps"), reader->text, MAX_STEPS);
          return FALSE;
        }
      reader->p++;
      self->steps = g_renew (HdAddressStep, self->steps, self->n_steps + 1);
      self->steps[self->n_steps] = (HdAddressStep){ 0 };
    }
}

static gboolean
skip (Reader *reader,
      const char *prefix)
{
  if (!g_str_has_prefix (reader->p, prefix))
    return FALSE;
  reader->p += strlen (prefix);
  return TRUE;
}

static gboolean
read_address (Reader *reader,
              HdAddress *self,
              GError **error)
{
  if (skip (reader, "$"))
    self->kind = HD_ADDRESS_VARIABLE;
  else if (skip (reader, "class:"))
    self->kind = HD_ADDRESS_CLASS;
  else if (skip (reader, "run:"))
    self->kind = HD_ADDRESS_RUN;

  if (self->kind == HD_ADDRESS_OBJECT)
    {
      if (!read_path (reader, self, error))
        return FALSE;
    }
  else
    {
      self->name = read_name (reader);
      if (self->name == NULL)
        return fail (reader, _("a name"), error);
    }

  if (*reader->p == '.' && (self->kind == HD_ADDRESS_OBJECT || self->kind == HD_ADDRESS_CLASS))
    {
      reader->p++;
      self->parameter = read_name (reader);
      if (self->parameter == NULL)
        return fail (reader, _("a parameter name"), error);
    }

  if (*reader->p != '\0')
    return fail (reader, _("the end"), error);
  return TRUE;
}

HdAddress *
hd_address_parse (const char *text,
                  GError **error)
{
  g_autoptr (HdAddress) self = NULL;
  Reader reader = { text, text };

  g_return_val_if_fail (text != NULL, NULL);

  if (strnlen (text, MAX_LENGTH + 1) > MAX_LENGTH)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("An address has at most %d characters"), MAX_LENGTH);
      return NULL;
    }
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_SYNTAX, _("An address must be valid UTF-8"));
      return NULL;
    }

  self = g_new0 (HdAddress, 1);
  if (!read_address (&reader, self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
hd_address_free (HdAddress *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->n_steps; i++)
    {
      g_free (self->steps[i].name);
      g_free (self->steps[i].indices);
    }
  g_free (self->steps);
  g_free (self->name);
  g_free (self->parameter);
  g_free (self);
}

static void
append_range (GString *text,
              const HdIndexRange *range)
{
  if (range->first == 0 && range->last == HD_INDEX_ALL)
    g_string_append (text, "[*]");
  else if (range->last == HD_INDEX_ALL)
    g_string_append_printf (text, "[%" PRId64 "..*]", range->first);
  else if (range->first == range->last)
    g_string_append_printf (text, "[%" PRId64 "]", range->first);
  else
    g_string_append_printf (text, "[%" PRId64 "..%" PRId64 "]", range->first, range->last);
}

char *
hd_address_to_string (const HdAddress *self)
{
  static const char *const prefixes[] = {
    [HD_ADDRESS_OBJECT] = "",
    [HD_ADDRESS_VARIABLE] = "$",
    [HD_ADDRESS_CLASS] = "class:",
    [HD_ADDRESS_RUN] = "run:",
  };
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_string_new (prefixes[self->kind]);
  if (self->name != NULL)
    g_string_append (text, self->name);
  for (guint i = 0; i < self->n_steps; i++)
    {
      g_string_append_printf (text, "%s%s", i > 0 ? "/" : "", self->steps[i].name);
      for (guint j = 0; j < self->steps[i].n_indices; j++)
        append_range (text, &self->steps[i].indices[j]);
    }
  if (self->parameter != NULL)
    g_string_append_printf (text, ".%s", self->parameter);
  return g_string_free (text, FALSE);
}
