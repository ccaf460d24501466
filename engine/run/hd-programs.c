/* hd-programs.c: programs that a project would start, and who may
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-programs"

#include <heddle/hd-programs.h>

#include <string.h>

#include "hd-i18n.h"
#include "hd-program-path.h"

/* ---- commands ----------------------------------------------------------------------------------------------------------- */

static void
command_free (gpointer data)
{
  HdCommand *self = data;

  g_free (self->name);
  g_free (self->file);
  g_strfreev (self->arguments);
  g_free (self->problem);
  g_free (self->text);
  g_free (self);
}

static const char *
get_text (HdDesign *design,
          guint32 node,
          HdProperty property)
{
  guint n;
  const char *text = NULL;

  if (hd_component_type_find_property (hd_design_get_nodes (design)[node].type, property, &n) != NULL)
    text = hd_design_get_text (design, node, n);
  return text != NULL ? text : "";
}

static void
append_word (GString *text,
             const char *word)
{
  gboolean is_plain = word[0] != '\0';
  g_autofree char *quoted = g_shell_quote (word);

  for (const char *p = word; *p != '\0'; p++)
    is_plain = is_plain && (g_ascii_isalnum (*p) || strchr ("_-./:=,+%@", *p) != NULL);
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, is_plain ? word : quoted);
}

static char *
make_text (const HdCommand *command,
           const char *arguments)
{
  GString *text = g_string_new (NULL);

  append_word (text, command->file != NULL ? command->file : command->name);
  for (guint i = 0; command->arguments != NULL && command->arguments[i] != NULL; i++)
    append_word (text, command->arguments[i]);
  if (command->arguments == NULL)
    g_string_append_printf (text, " %s", arguments);
  return g_string_free (text, FALSE);
}

static HdCommand *
read_command (HdDesign *design,
              guint32 node,
              const char *name,
              const char *folder)
{
  HdCommand *self = g_new0 (HdCommand, 1);
  const char *arguments = get_text (design, node, HD_PROPERTY_ARGUMENTS);
  g_autoptr (GError) error = NULL;

  self->node = node;
  self->name = g_strdup (name);
  self->file = hd_program_path_find (name, folder);
  if (!g_shell_parse_argv (arguments, NULL, &self->arguments, &error))
    {
      if (g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
        self->arguments = g_new0 (char *, 1);
      else
        self->problem = g_strdup_printf (_("its arguments “%s” are no words: %s"), arguments, error->message);
    }
  if (self->problem == NULL && self->file == NULL)
    self->problem = g_strdup (_("it is neither in the project’s folder, nor in one of HEDDLE_PROGRAM_PATH, nor does it come with Heddle"));
  else if (self->problem == NULL && !g_file_test (self->file, G_FILE_TEST_EXISTS))
    self->problem = g_strdup_printf (_("there is no file “%s”"), self->file);
  self->text = make_text (self, arguments);
  return self;
}

GPtrArray *
hd_design_find_programs (HdDesign *self)
{
  const char *file = hd_design_get_file (self);
  g_autofree char *folder = file != NULL ? g_path_get_dirname (file) : NULL;
  GPtrArray *commands = g_ptr_array_new_with_free_func (command_free);
  const HdComponentType *last_without = NULL; /* the next million nodes may be of this type */

  for (guint32 i = 0; i < hd_design_get_n_nodes (self); i++)
    {
      const HdComponentType *type = hd_design_get_nodes (self)[i].type;
      const char *name = type == last_without ? "" : get_text (self, i, HD_PROPERTY_PROGRAM);

      if (name[0] == '\0')
        last_without = hd_component_type_find_property (type, HD_PROPERTY_PROGRAM, NULL) == NULL ? type : NULL;
      else
        g_ptr_array_add (commands, read_command (self, i, name, folder));
    }
  return commands;
}

/* ---- permits ------------------------------------------------------------------------------------------------------------ */

struct _HdPermit
{
  gatomicrefcount ref_count;
  gboolean allows_all;
  GHashTable *texts; /* of commands */
};

HdPermit *
hd_permit_new (gboolean allows_all)
{
  HdPermit *self = g_new0 (HdPermit, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->allows_all = allows_all;
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

HdPermit *
hd_permit_ref (HdPermit *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_permit_unref (HdPermit *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->texts);
  g_free (self);
}

void
hd_permit_add (HdPermit *self,
               const HdCommand *command)
{
  g_return_if_fail (self != NULL && command != NULL);

  g_hash_table_add (self->texts, g_strdup (command->text));
}

gboolean
hd_permit_allows (const HdPermit *self,
                  const HdCommand *command)
{
  g_return_val_if_fail (command != NULL, FALSE);

  return self != NULL && (self->allows_all || g_hash_table_contains (self->texts, command->text));
}
