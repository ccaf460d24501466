/* heddle-checked-entry.c: an entry that judges what is typed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-checked-entry"

#include "heddle-checked-entry.h"

#include <glib/gi18n.h>

#include "heddle-completion.h"
#include "heddle-focus.h"
#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-undo-key.h"

#define MESSAGE_DELAY_MS 400

struct _HeddleCheckedEntry
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget *frame; /* looks like an entry: text | hint */
  GtkWidget *message_label;
  GtkWidget *completion; /* made when first needed */
  char *stored;
  char *message;

  /* Borrowed: children of the frame */
  GtkWidget *entry; /* of @text: what assistive technology sees */
  GtkText *text;
  GtkWidget *hint;
  GtkWidget *reset; /* or NULL */

  HeddleCheckFunc check;
  gpointer check_data;
  GDestroyNotify check_destroy;
  HeddleCompleteFunc complete;

  guint message_source;
  guint offer_source;
  gboolean insists;   /* Enter was pressed on a wrong text */
  gboolean restoring; /* the text changes, but not by a hand */
  gboolean disposed;
};

enum
{
  SIGNAL_COMMIT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void heddle_checked_entry_init_editable (GtkEditableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HeddleCheckedEntry, heddle_checked_entry, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_EDITABLE, heddle_checked_entry_init_editable))

static const char *
get_typed (HeddleCheckedEntry *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->text));
}

/* ---- judging ------------------------------------------------------------------------------------------------------------------ */

static void
hide_message (HeddleCheckedEntry *self)
{
  g_clear_handle_id (&self->message_source, g_source_remove);
  gtk_widget_set_visible (self->message_label, FALSE);
}

static void
show_message (HeddleCheckedEntry *self)
{
  g_clear_handle_id (&self->message_source, g_source_remove);
  if (self->message == NULL)
    return;

  g_autofree char *text = self->insists ? g_strdup_printf (_("%s Press Enter again to keep it as it is."), self->message)
                                        : g_strdup (self->message);

  gtk_label_set_label (GTK_LABEL (self->message_label), text);
  gtk_widget_set_visible (self->message_label, TRUE);
}

static gboolean
on_message_due (gpointer data)
{
  HeddleCheckedEntry *self = data;

  self->message_source = 0;
  show_message (self);
  return G_SOURCE_REMOVE;
}

static void
set_message (HeddleCheckedEntry *self,
             const char *message)
{
  g_free (self->message);
  self->message = g_strdup (message);
  if (message != NULL)
    {
      gtk_widget_add_css_class (self->frame, "error");
      gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
    }
  else
    {
      gtk_widget_remove_css_class (self->frame, "error");
      gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_FALSE, -1);
      gtk_accessible_reset_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
      hide_message (self);
    }
}

static void
set_hint (HeddleCheckedEntry *self,
          const char *hint)
{
  gtk_label_set_label (GTK_LABEL (self->hint), hint != NULL ? hint : "");
  gtk_widget_set_visible (self->hint, hint != NULL);
}

void
heddle_checked_entry_set_verdict (HeddleCheckedEntry *self,
                                  const char *hint,
                                  const char *message)
{
  set_message (self, message);
  set_hint (self, hint);
  show_message (self);
}

void
heddle_checked_entry_check (HeddleCheckedEntry *self)
{
  const char *text = get_typed (self);
  g_autofree char *hint = NULL;
  g_autoptr (GError) error = NULL;
  /* A text that several objects do not share, or that nobody wrote, is not judged. */
  gboolean nothing = self->stored == NULL && text[0] == '\0';
  gboolean valid = nothing || self->check == NULL || self->check (self->check_data, text, &hint, &error);

  set_message (self, valid ? NULL : error->message);
  set_hint (self, valid ? hint : NULL);
  if (self->reset != NULL)
    gtk_widget_set_visible (self->reset, self->stored != NULL && self->stored[0] != '\0');
  heddle_set_tooltip (GTK_WIDGET (self->text), text[0] != '\0' ? text : NULL);
}

static void
offer (HeddleCheckedEntry *self)
{
  int cursor = gtk_editable_get_position (GTK_EDITABLE (self->text));
  g_autofree char *before = g_utf8_substring (get_typed (self), 0, cursor);
  g_auto (GStrv) proposals = NULL;
  gsize length = 0;

  if (self->complete != NULL && gtk_widget_has_focus (GTK_WIDGET (self->text)))
    proposals = self->complete (self->check_data, before, &length);
  if (proposals != NULL && self->completion == NULL)
    {
      self->completion = heddle_completion_new (self->text);
      gtk_widget_set_parent (self->completion, GTK_WIDGET (self));
    }
  if (self->completion != NULL)
    heddle_completion_offer (HEDDLE_COMPLETION (self->completion), (const char *const *) proposals, length);
}

static gboolean
on_offer_due (gpointer data)
{
  HeddleCheckedEntry *self = data;

  self->offer_source = 0;
  offer (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (HeddleCheckedEntry *self)
{
  self->insists = FALSE;
  heddle_checked_entry_check (self);
  if (self->restoring)
    return;
  /* The cursor moves only after the text has changed. */
  if (self->complete != NULL && self->offer_source == 0)
    self->offer_source = g_idle_add (on_offer_due, self);
  if (!gtk_widget_has_focus (GTK_WIDGET (self->text)))
    {
      show_message (self);
      heddle_checked_entry_commit (self);
    }
  else if (self->message != NULL)
    {
      g_clear_handle_id (&self->message_source, g_source_remove);
      self->message_source = g_timeout_add (MESSAGE_DELAY_MS, on_message_due, self);
    }
}

/* ---- storing -------------------------------------------------------------------------------------------------------------------- */

/* What is stored is the project's, to be undone there. */
static void
forget_typing (HeddleCheckedEntry *self)
{
  gtk_editable_set_enable_undo (GTK_EDITABLE (self->text), FALSE);
  gtk_editable_set_enable_undo (GTK_EDITABLE (self->text), TRUE);
}

static void
restore (HeddleCheckedEntry *self)
{
  self->restoring = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->text), self->stored != NULL ? self->stored : "");
  self->restoring = FALSE;
  forget_typing (self);
  heddle_checked_entry_check (self);
  show_message (self);
}

gboolean
heddle_checked_entry_is_edited (HeddleCheckedEntry *self)
{
  return g_strcmp0 (get_typed (self), self->stored != NULL ? self->stored : "") != 0;
}

static void
store (HeddleCheckedEntry *self)
{
  g_autofree char *text = g_strdup (get_typed (self));

  /* Who stores it tells by heddle_checked_entry_set_stored (); until then it counts as stored, so that it is committed once. */
  g_free (self->stored);
  self->stored = g_strdup (text);
  forget_typing (self);
  g_object_ref (self);
  g_signal_emit (self, signals[SIGNAL_COMMIT], 0, text);
  g_object_unref (self);
}

gboolean
heddle_checked_entry_commit (HeddleCheckedEntry *self)
{
  if (!heddle_checked_entry_is_edited (self))
    return TRUE;
  if (self->message != NULL)
    {
      show_message (self);
      return FALSE;
    }
  store (self);
  return TRUE;
}

static void
on_activate (HeddleCheckedEntry *self)
{
  if (self->message == NULL || !heddle_checked_entry_is_edited (self))
    {
      heddle_checked_entry_commit (self);
      return;
    }
  if (self->insists)
    store (self);
  else
    {
      self->insists = TRUE;
      show_message (self);
    }
}

static void
on_focus_left (GtkWidget *widget)
{
  HeddleCheckedEntry *self = HEDDLE_CHECKED_ENTRY (widget);

  if (self->disposed)
    return;
  self->insists = FALSE;
  if (self->completion != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->completion));
  heddle_checked_entry_commit (self);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        HeddleCheckedEntry *self)
{
  if (self->completion != NULL && heddle_completion_handle_key (HEDDLE_COMPLETION (self->completion), keyval))
    return GDK_EVENT_STOP;
  /* Saving is possible once there is something to save. */
  if (keyval == GDK_KEY_s && (state & GDK_CONTROL_MASK) != 0)
    {
      heddle_checked_entry_commit (self);
      return gtk_widget_activate_action (GTK_WIDGET (self), "win.save", NULL);
    }
  if (!heddle_checked_entry_is_edited (self))
    return heddle_hand_undo_on (GTK_WIDGET (self), keyval, state);
  if (keyval != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  restore (self);
  gtk_editable_set_position (GTK_EDITABLE (self->text), -1);
  return GDK_EVENT_STOP;
}

static void
on_reset (HeddleCheckedEntry *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->text), "");
  heddle_checked_entry_commit (self);
}

void
heddle_checked_entry_set_reset (HeddleCheckedEntry *self,
                                const char *label)
{
  g_return_if_fail (self->reset == NULL);

  self->reset = heddle_icon_button_new ("edit-clear-symbolic", label, NULL);
  gtk_widget_add_css_class (self->reset, "flat");
  gtk_widget_add_css_class (self->reset, "heddle-reset");
  gtk_widget_set_focusable (self->reset, FALSE); /* Tab goes from field to field; keys empty the text */
  gtk_widget_set_visible (self->reset, FALSE);
  gtk_box_append (GTK_BOX (self->frame), self->reset);
  g_signal_connect_object (self->reset, "clicked", G_CALLBACK (on_reset), self, G_CONNECT_SWAPPED);
}

void
heddle_checked_entry_set_completion (HeddleCheckedEntry *self,
                                     HeddleCompleteFunc complete)
{
  self->complete = complete;
}

/* ---- properties ------------------------------------------------------------------------------------------------------------------- */

void
heddle_checked_entry_set_stored (HeddleCheckedEntry *self,
                                 const char *text)
{
  gboolean same = g_strcmp0 (self->stored, text) == 0;

  if (same && heddle_checked_entry_is_edited (self))
    return;
  if (!same)
    {
      g_free (self->stored);
      self->stored = g_strdup (text);
    }
  restore (self);
}

void
heddle_checked_entry_set_placeholder (HeddleCheckedEntry *self,
                                      const char *text,
                                      gboolean vague)
{
  gtk_text_set_placeholder_text (self->text, text);
  if (vague)
    gtk_widget_add_css_class (self->frame, "heddle-vague");
  else
    gtk_widget_remove_css_class (self->frame, "heddle-vague");
}

void
heddle_checked_entry_set_label (HeddleCheckedEntry *self,
                                const char *label)
{
  heddle_set_accessible_label (self->entry, label);
}

void
heddle_checked_entry_set_labelled_by (HeddleCheckedEntry *self,
                                      GtkWidget *label)
{
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

gboolean
heddle_checked_entry_is_valid (HeddleCheckedEntry *self)
{
  return self->message == NULL;
}

const char *
heddle_checked_entry_get_message (HeddleCheckedEntry *self)
{
  return self->message;
}

const char *
heddle_checked_entry_get_hint (HeddleCheckedEntry *self)
{
  return gtk_widget_get_visible (self->hint) ? gtk_label_get_label (GTK_LABEL (self->hint)) : NULL;
}

GtkText *
heddle_checked_entry_get_text_widget (HeddleCheckedEntry *self)
{
  return self->text;
}

/* ---- object --------------------------------------------------------------------------------------------------------------------------- */

static GtkEditable *
heddle_checked_entry_get_delegate (GtkEditable *editable)
{
  HeddleCheckedEntry *self = HEDDLE_CHECKED_ENTRY (editable);

  return self->text != NULL ? GTK_EDITABLE (self->text) : NULL;
}

static void
heddle_checked_entry_init_editable (GtkEditableInterface *iface)
{
  iface->get_delegate = heddle_checked_entry_get_delegate;
}

static gboolean
heddle_checked_entry_grab_focus (GtkWidget *widget)
{
  HeddleCheckedEntry *self = HEDDLE_CHECKED_ENTRY (widget);

  return self->text != NULL && gtk_widget_grab_focus (GTK_WIDGET (self->text));
}

static gboolean
heddle_checked_entry_mnemonic_activate (GtkWidget *widget,
                                        gboolean group_cycling)
{
  return heddle_checked_entry_grab_focus (widget);
}

static void
heddle_checked_entry_set_property (GObject *object,
                                   guint id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  if (!gtk_editable_delegate_set_property (object, id, value, pspec))
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
heddle_checked_entry_get_property (GObject *object,
                                   guint id,
                                   GValue *value,
                                   GParamSpec *pspec)
{
  if (!gtk_editable_delegate_get_property (object, id, value, pspec))
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
heddle_checked_entry_dispose (GObject *object)
{
  HeddleCheckedEntry *self = HEDDLE_CHECKED_ENTRY (object);

  self->disposed = TRUE;
  g_clear_handle_id (&self->message_source, g_source_remove);
  g_clear_handle_id (&self->offer_source, g_source_remove);
  g_clear_pointer (&self->completion, gtk_widget_unparent);
  if (self->text != NULL)
    gtk_editable_finish_delegate (GTK_EDITABLE (self));
  self->text = NULL;
  g_clear_pointer (&self->frame, gtk_widget_unparent);
  g_clear_pointer (&self->message_label, gtk_widget_unparent);
  if (self->check_destroy != NULL)
    g_clear_pointer (&self->check_data, self->check_destroy);
  self->check = NULL;
  G_OBJECT_CLASS (heddle_checked_entry_parent_class)->dispose (object);
}

static void
heddle_checked_entry_finalize (GObject *object)
{
  HeddleCheckedEntry *self = HEDDLE_CHECKED_ENTRY (object);

  g_free (self->stored);
  g_free (self->message);
  G_OBJECT_CLASS (heddle_checked_entry_parent_class)->finalize (object);
}

static void
heddle_checked_entry_class_init (HeddleCheckedEntryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = heddle_checked_entry_dispose;
  object_class->finalize = heddle_checked_entry_finalize;
  object_class->set_property = heddle_checked_entry_set_property;
  object_class->get_property = heddle_checked_entry_get_property;
  widget_class->grab_focus = heddle_checked_entry_grab_focus;
  widget_class->mnemonic_activate = heddle_checked_entry_mnemonic_activate;
  gtk_editable_install_properties (object_class, 1);

  signals[SIGNAL_COMMIT] = g_signal_new ("commit", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "heddle-checked-entry");
}

static void
heddle_checked_entry_init (HeddleCheckedEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->frame = g_object_new (GTK_TYPE_BOX, "css-name", "entry", "spacing", 6, NULL);
  self->entry = gtk_entry_new ();
  self->text = GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)));
  self->hint = heddle_label_new (NULL, "dim-label");
  self->message_label = gtk_label_new (NULL);

  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_widget_add_css_class (self->entry, "heddle-bare");
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 5);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->text), 5); /* it takes what the hint leaves */
  gtk_widget_add_css_class (self->hint, "numeric");
  gtk_widget_add_css_class (self->hint, "heddle-hint");
  gtk_widget_set_visible (self->hint, FALSE);
  gtk_box_append (GTK_BOX (self->frame), self->entry);
  gtk_box_append (GTK_BOX (self->frame), self->hint);

  gtk_label_set_wrap (GTK_LABEL (self->message_label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->message_label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->message_label), 0);
  gtk_label_set_width_chars (GTK_LABEL (self->message_label), 10);
  gtk_label_set_max_width_chars (GTK_LABEL (self->message_label), 10); /* it takes what the entry has */
  gtk_widget_add_css_class (self->message_label, "heddle-message");
  gtk_widget_add_css_class (self->message_label, "error");
  gtk_widget_set_visible (self->message_label, FALSE);

  gtk_widget_set_parent (self->frame, GTK_WIDGET (self));
  gtk_widget_set_parent (self->message_label, GTK_WIDGET (self));
  gtk_editable_init_delegate (GTK_EDITABLE (self));

  g_signal_connect_object (self->text, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->text, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  heddle_on_focus_left (GTK_WIDGET (self->text), on_focus_left, GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self->text), keys);
}

GtkWidget *
heddle_checked_entry_new (HeddleCheckFunc check,
                          gpointer data,
                          GDestroyNotify destroy)
{
  HeddleCheckedEntry *self = g_object_new (HEDDLE_TYPE_CHECKED_ENTRY, NULL);

  self->check = check;
  self->check_data = data;
  self->check_destroy = destroy;
  return GTK_WIDGET (self);
}
