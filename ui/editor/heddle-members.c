/* heddle-members.c: what addresses name in the flattened system
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-members.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-project-items.h"

/* "xpu[3]" to "xpu[*]", "m[1][2]" to "m[*][*]" */
static char *
generalise (const char *path)
{
  const char *step = strrchr (path, '/');
  GString *general = g_string_new (NULL);

  step = step != NULL ? step + 1 : path;
  g_string_append_len (general, path, step - path);
  g_string_append_len (general, step, strcspn (step, "["));
  for (const char *p = strchr (step, '['); p != NULL; p = strchr (p + 1, '['))
    g_string_append (general, "[*]");
  return g_string_free (general, FALSE);
}

char *
heddle_dup_target_address (HeddleSession *session,
                           HeddleTarget target)
{
  HdDesign *design = heddle_session_get_design (session);
  guint32 scope = heddle_session_get_scope (session), first = 0;
  g_autofree char *path = NULL;
  guint n;

  if (design == NULL || scope == HD_NO_ID)
    return NULL;
  n = hd_design_find_nodes (design, scope, target.uid, &first);
  if (n > 0)
    path = hd_design_dup_node_path (design, first + MIN ((guint) MAX (0, target.index), n - 1));
  else if ((n = hd_design_find_links (design, scope, target.uid, &first)) > 0)
    {
      g_autofree char *id = heddle_edit_dup_link_id (heddle_session_get_document (session), target.uid);

      path = hd_design_dup_link_address (design, first + MIN ((guint) MAX (0, target.index), n - 1), id);
    }
  if (path == NULL)
    return NULL;
  return target.index < 0 && n > 1 ? generalise (path) : g_steal_pointer (&path);
}

guint64
heddle_watch_target (HeddleSession *session,
                     HeddleTarget target,
                     const char *signal,
                     GError **error)
{
  HdDocument *document = heddle_session_get_document (session);
  g_autofree char *base = heddle_dup_target_address (session, target);
  g_autofree char *address = base != NULL ? g_strdup_printf ("%s.%s", base, signal) : NULL;
  g_autofree char *name = g_strdup_printf (_("Add %s"), hd_schema_get_title (HD_OBJECT_PROBE));
  guint64 uid = 0;

  if (address == NULL)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_NAME, _("What is selected is not part of the system."));
      return 0;
    }
  hd_document_begin_group (document, name);
  if (heddle_edit_name_link (document, target.uid, error))
    uid = heddle_project_add_probe (document, address, error);
  if (uid != 0)
    hd_document_end_group (document);
  else
    hd_document_cancel_group (document);
  return uid;
}

static gboolean
watch (HdDocument *document,
       HdDesign *design,
       const HeddleWatched *watched,
       GError **error)
{
  guint64 uid = watched->kind == HD_TARGET_LINK ? hd_design_get_links (design)[watched->number].origin_uid : 0;
  const HdObject *object = uid != 0 ? hd_document_get_object (document, uid) : NULL;
  g_autofree char *id = NULL, *path = NULL, *address = NULL;

  if (object != NULL && hd_object_get_kind (object) == HD_OBJECT_LINK)
    {
      id = heddle_edit_dup_link_id (document, uid);
      if (!heddle_edit_name_link (document, uid, error))
        return FALSE;
    }
  path = watched->kind == HD_TARGET_LINK ? hd_design_dup_link_address (design, watched->number, id) : hd_design_dup_node_path (design, watched->number);
  address = g_strdup_printf ("%s.%s", path, watched->signal);
  return heddle_project_add_probe (document, address, error) != 0;
}

gboolean
heddle_watch_many (HeddleSession *session,
                   HdDesign *design,
                   const HeddleWatched *watched,
                   guint n,
                   GError **error)
{
  HdDocument *document = heddle_session_get_document (session);
  gboolean ok = TRUE;

  hd_document_begin_group (document, _("Keep as Probes"));
  for (guint i = 0; i < n && ok; i++)
    ok = watch (document, design, &watched[i], error);
  if (ok)
    hd_document_end_group (document);
  else
    hd_document_cancel_group (document);
  return ok;
}

static void
append (GString *members,
        const char *address)
{
  g_string_append_printf (members, "%s%s", members->len > 0 ? " " : "", address);
}

/* All that can work inside @first..@end, the arrays as a whole. */
static void
append_nodes (GString *members,
              HdDesign *design,
              guint32 first,
              guint32 end)
{
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = first; i < end; i++)
    if (nodes[i].type->role == HD_ROLE_ENDPOINT && nodes[i].index == 0)
      {
        g_autofree char *path = hd_design_dup_node_path (design, i);
        g_autofree char *address = generalise (path);

        append (members, address);
      }
}

char *
heddle_dup_selected_members (HeddleSession *session)
{
  HdDesign *design = heddle_session_get_design (session);
  guint32 scope = heddle_session_get_scope (session);
  GString *members;

  if (design == NULL || scope == HD_NO_ID)
    return NULL;
  members = g_string_new (NULL);
  for (guint i = 0; i < heddle_session_get_n_selected (session); i++)
    {
      HeddleTarget target = heddle_session_get_selected (session, i);
      const guint32 *scopes;
      guint32 first;
      guint n_nodes = hd_design_find_nodes (design, scope, target.uid, &first);
      guint n_scopes = n_nodes == 0 ? hd_design_find_scopes (design, scope, target.uid, &scopes) : 0;

      if (n_nodes > 0 && hd_design_get_nodes (design)[first].type->role == HD_ROLE_ENDPOINT)
        {
          g_autofree char *address = heddle_dup_target_address (session, target);

          append (members, address);
        }
      for (guint k = 0; k < n_scopes; k++)
        if (target.index < 0 || (guint) target.index == k)
          append_nodes (members, design, hd_design_get_scopes (design)[scopes[k]].first_node,
                        hd_design_get_scopes (design)[scopes[k]].end_node);
    }
  return g_string_free (members, members->len == 0);
}
