/* heddle-session-programs.c: which programs of a project its user has allowed
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was allowed is remembered where the user keeps the state of programs, never in the project: for the project's file, and for these very commands. A
 * project without a file is asked about again by every window.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

#define KEY_FILE "project"
#define KEY_COMMANDS "commands"

/* ---- what is remembered ------------------------------------------------------------------------------------------------ */

static char *
make_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "heddle", "programs", NULL);
}

static GKeyFile *
load_remembered (void)
{
  GKeyFile *remembered = g_key_file_new ();
  g_autofree char *path = make_path ();

  g_key_file_load_from_file (remembered, path, G_KEY_FILE_NONE, NULL); /* without it nothing is */
  return remembered;
}

static char *
make_hash (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* (nullable): what stands for the project's file; a path may have what names of groups may not. */
static char *
dup_group (HeddleSession *self)
{
  GFile *file = hd_document_get_file (self->document);
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  return uri != NULL ? make_hash (uri) : NULL;
}

static gboolean
is_remembered (GKeyFile *remembered,
               const char *group,
               const HdCommand *command)
{
  g_auto (GStrv) hashes = group != NULL ? g_key_file_get_string_list (remembered, group, KEY_COMMANDS, NULL, NULL) : NULL;
  g_autofree char *hash = make_hash (command->text);

  return hashes != NULL && g_strv_contains ((const char *const *) hashes, hash);
}

static void
remember (HeddleSession *self,
          const char *group,
          GPtrArray *commands)
{
  g_autoptr (GKeyFile) remembered = load_remembered ();
  g_autoptr (GPtrArray) hashes = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) before = g_key_file_get_string_list (remembered, group, KEY_COMMANDS, NULL, NULL);
  g_autofree char *uri = g_file_get_uri (hd_document_get_file (self->document));
  g_autofree char *path = make_path (), *folder = g_path_get_dirname (path);

  for (guint i = 0; before != NULL && before[i] != NULL; i++)
    g_ptr_array_add (hashes, g_strdup (before[i]));
  for (guint i = 0; i < commands->len; i++)
    {
      const HdCommand *command = g_ptr_array_index (commands, i);

      if (is_remembered (remembered, group, command)) /* many components may have the same */
        continue;
      g_ptr_array_add (hashes, make_hash (command->text));
      g_key_file_set_string_list (remembered, group, KEY_COMMANDS, (const char *const *) hashes->pdata, hashes->len);
    }
  g_key_file_set_string (remembered, group, KEY_FILE, uri);
  g_mkdir_with_parents (folder, 0700);
  g_key_file_save_to_file (remembered, path, NULL); /* else it is asked again */
}

/* ---- what is allowed ---------------------------------------------------------------------------------------------------- */

GPtrArray *
heddle_session_find_programs (HeddleSession *self)
{
  GPtrArray *commands = hd_design_find_programs (self->design);
  g_autoptr (HdPermit) permit = heddle_session_dup_permit (self);

  for (guint i = commands->len; i > 0; i--)
    {
      const HdCommand *command = g_ptr_array_index (commands, i - 1);

      if (command->problem != NULL || hd_permit_allows (permit, command))
        g_ptr_array_remove_index (commands, i - 1);
    }
  return commands;
}

HdPermit *
heddle_session_dup_permit (HeddleSession *self)
{
  HdPermit *permit = hd_permit_new (FALSE);
  g_autoptr (GPtrArray) commands = hd_design_find_programs (self->design);
  g_autoptr (GKeyFile) remembered = NULL;
  g_autofree char *group = NULL;

  if (commands->len == 0)
    return permit;
  remembered = load_remembered ();
  group = dup_group (self);
  for (guint i = 0; i < commands->len; i++)
    {
      const HdCommand *command = g_ptr_array_index (commands, i);

      if (hd_permit_allows (self->allowed, command) || is_remembered (remembered, group, command))
        hd_permit_add (permit, command);
    }
  return permit;
}

void
heddle_session_allow_programs (HeddleSession *self,
                               GPtrArray *commands)
{
  g_autofree char *group = dup_group (self);

  if (self->allowed == NULL)
    self->allowed = hd_permit_new (FALSE);
  for (guint i = 0; i < commands->len; i++)
    hd_permit_add (self->allowed, g_ptr_array_index (commands, i));
  if (group != NULL)
    remember (self, group, commands);
}
