/* heddle-probe-list.c: signals that can be watched, each with a switch
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-probe-list.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-members.h"
#include "heddle-project-items.h"
#include "heddle-rows.h"

struct _HeddleProbeList
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *group;

  /* Borrowed: child of the group */
  GtkListBox *list;

  HeddleTarget target;
  gboolean refreshing;
};

G_DEFINE_FINAL_TYPE (HeddleProbeList, heddle_probe_list, GTK_TYPE_WIDGET)

#define SIGNAL_KEY "heddle-signal"

static const HdProbe link_signals[] = {
  { .name = "rate", .title = N_("Rate"), .unit = "B/s", .help = N_("Bytes a second in both directions.") },
  { .name = "rate-forward", .title = N_("Rate forward"), .unit = "B/s", .help = N_("Bytes a second from its start to its end.") },
  { .name = "rate-reverse", .title = N_("Rate back"), .unit = "B/s", .help = N_("Bytes a second from its end to its start.") },
  { .name = "utilisation", .title = N_("Utilisation"), .unit = "%", .help = N_("Share of the bandwidth; of a split link in its busier direction.") },
  { .name = "queue", .title = N_("Queue"), .unit = "B",
    .help = N_("Bytes that wait for the link, at packet fidelity; bytes in the buffers that it fills, at flit fidelity.") },
  { .name = "credits-forward", .title = N_("Free credits forward"), .unit = "flit",
    .help = N_("Flits for which there is still room in the buffers at its end, at flit fidelity.") },
  { .name = "credits-reverse", .title = N_("Free credits back"), .unit = "flit",
    .help = N_("Flits for which there is still room in the buffers at its start, at flit fidelity.") },
  { 0 },
};
static const HdProbe workload_signals[] = {
  { .name = "collective", .title = N_("Collective in flight"), .unit = "", .help = N_("Which operation the members do together.") },
  { .name = "iteration", .title = N_("Iteration"), .unit = "", .help = N_("How often the work was done.") },
  { .name = "latency", .title = N_("Packet latency"), .unit = "s", .help = N_("Mean of the packets that have just arrived, of all work, at flit fidelity.") },
  { 0 },
};

static gboolean
is_workload (HeddleProbeList *self)
{
  const HdObject *object = hd_document_get_object (heddle_session_get_document (self->session), self->target.uid);

  return object != NULL && hd_object_get_kind (object) == HD_OBJECT_WORKLOAD;
}

/* "workload", "workload[1]": by their order in the project. */
static char *
dup_workload (HeddleProbeList *self)
{
  const HdObject *root = hd_document_get_root (heddle_session_get_document (self->session));
  guint number = 0;

  for (guint i = 0; i < hd_object_get_n_children (root) && hd_object_get_uid (hd_object_get_child (root, i)) != self->target.uid; i++)
    number += hd_object_get_kind (hd_object_get_child (root, i)) == HD_OBJECT_WORKLOAD;
  return number == 0 ? g_strdup ("workload") : g_strdup_printf ("workload[%u]", number);
}

static char *
dup_address (HeddleProbeList *self,
             const char *signal)
{
  g_autofree char *base = is_workload (self) ? dup_workload (self) : heddle_dup_target_address (self->session, self->target);

  return base != NULL ? g_strdup_printf ("%s.%s", base, signal) : NULL;
}

/* "rate-forward" is the signal "rate" in direction 0. */
static gboolean
is_signal (const HdProbePoint *point,
           const char *signal)
{
  static const char *const suffixes[] = { "-forward", "-reverse", "" };
  gsize length = strlen (point->probe);

  return strncmp (signal, point->probe, length) == 0 && strcmp (signal + length, suffixes[point->kind == HD_TARGET_LINK ? point->direction : 2]) == 0;
}

/* Whether a probe of the design watches @signal of what is selected. */
static gboolean
design_watches (HeddleProbeList *self,
                guint64 probe_uid,
                const char *signal)
{
  HdDesign *design = heddle_session_get_design (self->session);
  guint32 scope = heddle_session_get_scope (self->session), first = 0;
  HdTargetKind kind = HD_TARGET_NODE;
  guint n;

  if (design == NULL || scope == HD_NO_ID)
    return FALSE;
  n = hd_design_find_nodes (design, scope, self->target.uid, &first);
  if (n == 0)
    {
      n = hd_design_find_links (design, scope, self->target.uid, &first);
      kind = HD_TARGET_LINK;
    }
  if (self->target.index >= 0)
    {
      first += (guint32) self->target.index;
      n = 1;
    }
  for (guint i = 0; n > 0 && i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *point = hd_design_get_probe (design, i);

      if (point->origin_uid == probe_uid && point->kind == kind && point->target >= first && point->target < first + n &&
          is_signal (point, signal))
        return TRUE;
    }
  return FALSE;
}

/* (element-type guint64): probes of the document that watch @signal */
static GArray *
find_probes (HeddleProbeList *self,
             const char *signal)
{
  const HdObject *root = hd_document_get_root (heddle_session_get_document (self->session));
  const HdObject *probes = hd_object_find_child (root, HD_OBJECT_PROBES, NULL);
  g_autofree char *address = dup_address (self, signal);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; probes != NULL && i < hd_object_get_n_children (probes); i++)
    {
      const HdObject *probe = hd_object_get_child (probes, i);
      guint64 uid = hd_object_get_uid (probe);

      if (hd_object_get_kind (probe) == HD_OBJECT_PROBE &&
          ((address != NULL && g_strcmp0 (hd_object_get (probe, "of"), address) == 0) || design_watches (self, uid, signal)))
        g_array_append_val (found, uid);
    }
  return found;
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------------- */

static void
on_switched (HeddleProbeList *self,
             GParamSpec *pspec,
             GtkSwitch *toggle)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const char *signal = g_object_get_data (G_OBJECT (toggle), SIGNAL_KEY);

  if (self->refreshing)
    return;
  if (gtk_switch_get_active (toggle) && is_workload (self))
    {
      g_autofree char *address = dup_address (self, signal);

      heddle_project_add_probe (document, address, NULL);
    }
  else if (gtk_switch_get_active (toggle))
    {
      heddle_watch_target (self->session, self->target, signal, NULL);
    }
  else
    {
      g_autoptr (GArray) probes = find_probes (self, signal);

      hd_document_begin_group (document, _("Remove Probe"));
      for (guint i = 0; i < probes->len; i++)
        heddle_project_remove (document, g_array_index (probes, guint64, i), NULL);
      hd_document_end_group (document);
    }
}

static void
add_row (HeddleProbeList *self,
         const HdProbe *probe,
         const char *title,
         const char *help)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = heddle_label_new (title, NULL);
  GtkWidget *unit = heddle_label_new (probe->unit, "dim-label");
  GtkWidget *toggle = gtk_switch_new ();

  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  heddle_set_tooltip (row, help);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, NULL, -1);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), unit);
  gtk_box_append (GTK_BOX (box), toggle);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  g_object_set_data (G_OBJECT (row), SIGNAL_KEY, toggle);
  g_object_set_data_full (G_OBJECT (toggle), SIGNAL_KEY, g_strdup (probe->name), g_free);
  g_signal_connect_object (toggle, "notify::active", G_CALLBACK (on_switched), self, G_CONNECT_SWAPPED);
  gtk_list_box_append (self->list, row);
}

static void
add_rows (HeddleProbeList *self)
{
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  const HdObject *object = hd_document_get_object (heddle_session_get_document (self->session), self->target.uid);
  HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_UNKNOWN;
  const char *name = kind == HD_OBJECT_COMPONENT ? hd_object_get (object, "type") : NULL;
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (catalog, name) : NULL;
  const HdProbe *signals = kind == HD_OBJECT_LINK ? link_signals : kind == HD_OBJECT_WORKLOAD ? workload_signals : NULL;

  for (guint i = 0; type != NULL && type->probes != NULL && type->probes[i].name != NULL; i++)
    add_row (self, &type->probes[i], hd_catalog_translate (catalog, type, type->probes[i].title),
             hd_catalog_translate (catalog, type, type->probes[i].help));
  for (guint i = 0; signals != NULL && signals[i].name != NULL; i++)
    add_row (self, &signals[i], _(signals[i].title), _(signals[i].help));
  gtk_widget_set_visible (GTK_WIDGET (self), gtk_list_box_get_row_at_index (self->list, 0) != NULL);
}

static GtkSwitch *
get_switch (HeddleProbeList *self,
            int index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, index);

  return row != NULL ? g_object_get_data (G_OBJECT (row), SIGNAL_KEY) : NULL;
}

GtkSwitch *
heddle_probe_list_find_switch (HeddleProbeList *self,
                               const char *signal)
{
  GtkSwitch *toggle;

  for (int i = 0; (toggle = get_switch (self, i)) != NULL; i++)
    if (strcmp (g_object_get_data (G_OBJECT (toggle), SIGNAL_KEY), signal) == 0)
      return toggle;
  return NULL;
}

void
heddle_probe_list_refresh (HeddleProbeList *self)
{
  GtkSwitch *toggle;

  self->refreshing = TRUE;
  for (int i = 0; (toggle = get_switch (self, i)) != NULL; i++)
    {
      const char *signal = g_object_get_data (G_OBJECT (toggle), SIGNAL_KEY);
      g_autoptr (GArray) probes = find_probes (self, signal);
      g_autofree char *address = dup_address (self, signal);

      gtk_switch_set_active (toggle, probes->len > 0);
      /* Without a design there is no address to watch. */
      gtk_widget_set_sensitive (GTK_WIDGET (toggle), address != NULL || probes->len > 0);
    }
  self->refreshing = FALSE;
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_probe_list_dispose (GObject *object)
{
  HeddleProbeList *self = HEDDLE_PROBE_LIST (object);

  g_clear_pointer (&self->group, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_probe_list_parent_class)->dispose (object);
}

static void
heddle_probe_list_class_init (HeddleProbeListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_probe_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
heddle_probe_list_init (HeddleProbeList *self)
{
  self->group = heddle_group_new (_("Probes"), &self->list);
  gtk_widget_set_parent (self->group, GTK_WIDGET (self));
}

GtkWidget *
heddle_probe_list_new (HeddleSession *session,
                       HeddleTarget target)
{
  HeddleProbeList *self = g_object_new (HEDDLE_TYPE_PROBE_LIST, NULL);

  self->session = g_object_ref (session);
  self->target = target;
  add_rows (self);
  heddle_probe_list_refresh (self);
  return GTK_WIDGET (self);
}
