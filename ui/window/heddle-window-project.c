/* heddle-window-project.c: adding what a project holds beside its drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-inspector.h"
#include "heddle-members.h"
#include "heddle-project-items.h"
#include "heddle-workload-dialog.h"

static HdDocument *
get_document (HeddleWindow *self)
{
  return heddle_session_get_document (self->session);
}

/* Shows what was added, ready to be named; or says why nothing was. */
static void
show_added (HeddleWindow *self,
            guint64 uid,
            const char *field,
            GError *error_take)
{
  g_autoptr (GError) error = error_take;

  if (uid == 0)
    {
      heddle_window_tell (self, error->message);
      return;
    }
  heddle_window_set_toggle (self, "show-inspector", TRUE);
  heddle_session_select (self->session, (HeddleTarget) { uid, HEDDLE_ALL_MEMBERS });
  heddle_inspector_focus_field (HEDDLE_INSPECTOR (self->inspector), field);
}

/* What is added as it stands: its action, and the field that its name is typed into. */
static const struct
{
  const char *action;
  guint64 (*add) (HdDocument *document,
                  GError **error);
  const char *field;
} additions[] = {
  { "add-variable", heddle_project_add_variable, "name" },
  { "add-link-class", heddle_project_add_link_class, "id" },
  { "add-module", heddle_project_add_module, "id" },
  { "add-study", heddle_project_add_study, "id" },
};

static void
on_add (GSimpleAction *action,
        GVariant *parameter,
        gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (additions); i++)
    if (g_str_equal (additions[i].action, g_action_get_name (G_ACTION (action))))
      {
        GError *error = NULL;
        guint64 uid = additions[i].add (get_document (data), &error);

        show_added (data, uid, additions[i].field, error);
      }
}

/* Of the selection, else of all that can work. */
static void
on_add_communicator (GSimpleAction *action,
                     GVariant *parameter,
                     gpointer data)
{
  HeddleWindow *self = data;
  GError *error = NULL;
  g_autofree char *members = heddle_dup_selected_members (self->session);
  guint64 uid = 0;

  if (members == NULL)
    members = heddle_project_dup_endpoints (get_document (self), heddle_session_get_catalog (self->session));
  if (members == NULL)
    g_set_error (&error, HD_ERROR, HD_ERROR_INVALID, _("Nothing in the drawing can work: add an accelerator first."));
  else
    uid = heddle_project_add_communicator (get_document (self), members, &error);
  show_added (self, uid, "id", error);
}

/* What the selection offers first, or nothing. */
static const char *
get_signal (HeddleWindow *self,
            const HdObject *object)
{
  const char *name = hd_object_get (object, "type");
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (heddle_session_get_catalog (self->session), name) : NULL;

  if (hd_object_get_kind (object) == HD_OBJECT_LINK)
    return "rate";
  return type != NULL && type->probes != NULL ? type->probes[0].name : NULL;
}

/* Of the selection; without one that has signals, of the work as a whole. */
static void
on_add_probe (GSimpleAction *action,
              GVariant *parameter,
              gpointer data)
{
  HeddleWindow *self = data;
  HeddleTarget target = heddle_session_get_selected (self->session, 0);
  const HdObject *object = target.uid != 0 ? hd_document_get_object (get_document (self), target.uid) : NULL;
  const char *signal = object != NULL ? get_signal (self, object) : NULL;
  GError *error = NULL;
  guint64 uid = signal != NULL ? heddle_watch_target (self->session, target, signal, &error)
                               : heddle_project_add_probe (get_document (self), "workload.collective", &error);

  show_added (self, uid, "of", error);
}

/* a(bus): whether it is a link, its number in the record, and the signal: what waveforms show without a probe */
static void
on_keep_probes (GSimpleAction *action,
                GVariant *parameter,
                gpointer data)
{
  HeddleWindow *self = data;
  HdRecord *record = heddle_session_get_record (self->session);
  gsize n = g_variant_n_children (parameter);
  g_autofree HeddleWatched *watched = g_new0 (HeddleWatched, n + 1);
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < n; i++)
    {
      gboolean is_link;

      g_variant_get_child (parameter, i, "(bu&s)", &is_link, &watched[i].number, &watched[i].signal);
      watched[i].kind = is_link ? HD_TARGET_LINK : HD_TARGET_NODE;
    }
  if (record == NULL || n == 0)
    return;
  if (heddle_watch_many (self->session, hd_record_get_design (record), watched, (guint) n, &error))
    heddle_window_tell (self, _("They are probes of the project now: the next run records every change of theirs"));
  else
    heddle_window_tell (self, error->message);
}

/* (ss): a study, "" for the first one or a new one, and what it is to vary */
static void
on_add_factor (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  HeddleWindow *self = data;
  const char *study, *address;
  GError *error = NULL;
  guint64 uid;

  g_variant_get (parameter, "(&s&s)", &study, &address);
  uid = heddle_project_add_factor (get_document (self), heddle_session_get_catalog (self->session), heddle_session_get_design (self->session),
                                   *study != '\0' ? study : NULL, address, &error);
  show_added (self, uid, "from", error);
}

static void
on_add_workload (GSimpleAction *action,
                 GVariant *parameter,
                 gpointer data)
{
  HeddleWindow *self = data;

  heddle_window_set_toggle (self, "show-inspector", TRUE);
  gtk_window_present (GTK_WINDOW (heddle_workload_dialog_new (self->session, GTK_WINDOW (self))));
}

/* (ts): an object and a field of it, "" for the object alone */
static void
on_edit_field (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  HeddleWindow *self = data;
  const char *field;
  guint64 uid;

  g_variant_get (parameter, "(t&s)", &uid, &field);
  if (hd_document_get_object (get_document (self), uid) == NULL)
    return;
  heddle_window_set_toggle (self, "show-inspector", TRUE);
  heddle_session_show_object (self->session, uid);
  heddle_inspector_focus_field (HEDDLE_INSPECTOR (self->inspector), field);
}

static const GActionEntry entries[] = {
  { "add-variable", on_add, NULL, NULL, NULL, { 0 } },
  { "add-link-class", on_add, NULL, NULL, NULL, { 0 } },
  { "add-communicator", on_add_communicator, NULL, NULL, NULL, { 0 } },
  { "add-workload", on_add_workload, NULL, NULL, NULL, { 0 } },
  { "add-probe", on_add_probe, NULL, NULL, NULL, { 0 } },
  { "add-factor", on_add_factor, "(ss)", NULL, NULL, { 0 } },
  { "keep-probes", on_keep_probes, "a(bus)", NULL, NULL, { 0 } },
  { "add-module", on_add, NULL, NULL, NULL, { 0 } },
  { "add-study", on_add, NULL, NULL, NULL, { 0 } },
  { "edit-field", on_edit_field, "(ts)", NULL, NULL, { 0 } },
};

const HeddleWindowActions heddle_window_project_actions = { entries, G_N_ELEMENTS (entries), TRUE, NULL, NULL };

void
heddle_window_commit (HeddleWindow *self)
{
  heddle_inspector_commit (HEDDLE_INSPECTOR (self->inspector));
}
