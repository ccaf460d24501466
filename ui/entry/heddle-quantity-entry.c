/* heddle-quantity-entry.c: an entry for a quantity or an expression
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-quantity-entry"

#include "heddle-quantity-entry.h"

#include <string.h>

#include <glib/gi18n.h>

#define PAGE 10 /* steps of Page Up and Page Down */

typedef struct
{
  HeddleSession *session; /* or NULL */
  HeddleField field;
  guint64 uid;
} Context;

static void
context_free (gpointer data)
{
  Context *context = data;

  g_clear_object (&context->session);
  g_free (context);
}

/* How many components addresses name. */
static gboolean
count_members (HdDesign *design,
               const char *patterns,
               guint *out_n,
               GError **error)
{
  guint n = 0, offset = 0;

  for (;;)
    {
      g_autofree char *address = hd_path_list_next (patterns, &offset, NULL);
      g_autoptr (GArray) nodes = NULL;

      if (address == NULL)
        break;
      nodes = hd_design_match_nodes (design, address, error);
      if (nodes == NULL)
        return FALSE;
      if (nodes->len == 0)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” names no component."), address);
          return FALSE;
        }
      n += nodes->len;
    }
  *out_n = n;
  return TRUE;
}

/* Of a communicator: what its addresses name in the design that there is. */
static gboolean
check_members (Context *context,
               const char *text,
               char **out_hint,
               GError **error)
{
  HdDesign *design = context->session != NULL ? heddle_session_get_design (context->session) : NULL;
  guint n;

  if (context->field.kind != HD_FIELD_PATTERNS || strcmp (context->field.name, "members") != 0 || design == NULL || text[0] == '\0')
    return TRUE;
  if (!count_members (design, text, &n, error))
    return FALSE;
  *out_hint = g_strdup_printf (ngettext ("%u member", "%u members", n), n);
  return TRUE;
}

static gboolean
check (gpointer data,
       const char *text,
       char **out_hint,
       GError **error)
{
  Context *context = data;
  HdDocument *document = context->session != NULL ? heddle_session_get_document (context->session) : NULL;
  HdCatalog *catalog = context->session != NULL ? heddle_session_get_catalog (context->session) : NULL;

  return heddle_field_check (&context->field, document, catalog, context->uid, text, out_hint, error) &&
         check_members (context, text, out_hint, error);
}

/* ---- completion ----------------------------------------------------------------------------------------------------------------- */

static void
offer (GPtrArray *proposals,
       const char *proposal,
       const char *typed)
{
  if (g_ascii_strncasecmp (proposal, typed, strlen (typed)) == 0 && strcmp (proposal, typed) != 0)
    g_ptr_array_add (proposals, g_strdup (proposal));
}

static void
offer_variables (GPtrArray *proposals,
                 HdDocument *document,
                 const char *typed)
{
  const HdObject *variables = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_VARIABLES, NULL);

  for (guint i = 0; variables != NULL && i < hd_object_get_n_children (variables); i++)
    if (hd_object_get_kind (hd_object_get_child (variables, i)) == HD_OBJECT_VARIABLE)
      {
        g_autofree char *name = g_strdup_printf ("$%s", hd_object_get_id (hd_object_get_child (variables, i)));

        offer (proposals, name, typed);
      }
}

/* The unit itself with the prefixes that people use of it. */
static void
offer_units (GPtrArray *proposals,
             const char *unit,
             const char *typed)
{
  static const char *const small[] = { "", "n", "u", "m", NULL };
  static const char *const large[] = { "G", "T", "M", "k", "", NULL };
  const char *const *prefixes = strcmp (unit, "s") == 0 || strcmp (unit, "m") == 0 || strcmp (unit, "J") == 0 ? small : large;

  if (strcmp (unit, "1/s") == 0)
    unit = "Hz";
  if (!g_ascii_isalpha (unit[0]))
    return;
  for (guint i = 0; prefixes[i] != NULL; i++)
    {
      g_autofree char *prefixed = g_strconcat (prefixes[i], unit, NULL);

      offer (proposals, prefixed, typed);
    }
  if (unit[0] == 'B')
    {
      g_autofree char *bits = g_strdup_printf ("Gbit%s", unit + 1);
      g_autofree char *binary = g_strdup_printf ("MiB%s", unit + 1);

      offer (proposals, bits, typed);
      offer (proposals, binary, typed);
    }
}

char **
heddle_quantity_complete (HdDocument *document,
                          const HeddleField *field,
                          const char *text,
                          gsize *out_length)
{
  g_autoptr (GPtrArray) proposals = g_ptr_array_new_with_free_func (g_free);
  const char *end = text + strlen (text), *word = end;

  while (word > text && (g_ascii_isalnum (word[-1]) || word[-1] == '_' || word[-1] == '/'))
    word--;
  if (word > text && word[-1] == '$')
    {
      word--;
      if (document != NULL)
        offer_variables (proposals, document, word);
    }
  else if (field->kind == HD_FIELD_EXPRESSION && !field->any_dimension)
    {
      const char *number;

      while (g_ascii_isdigit (*word))
        word++;
      number = word;
      while (number > text && number[-1] == ' ')
        number--;
      if (number > text && (g_ascii_isdigit (number[-1]) || number[-1] == '.') && (number < word || word < end))
        offer_units (proposals, field->parameter.unit, word);
    }
  if (proposals->len == 0)
    return NULL;
  *out_length = (gsize) (end - word);
  g_ptr_array_add (proposals, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&proposals), FALSE);
}

/* ---- stepping ------------------------------------------------------------------------------------------------------------------- */

static gboolean
step (HeddleCheckedEntry *entry,
      const HeddleField *field,
      int by)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  double low, high;
  char *end;
  gint64 value = g_ascii_strtoll (text[0] != '\0' || field->parameter.default_text == NULL ? text : field->parameter.default_text, &end, 10);

  if (*end != '\0')
    return FALSE; /* an expression */
  value += by;
  hd_parameter_get_range (&field->parameter, &low, &high);
  if (value < low || value > high || (field->parameter.exclusive_minimum && value == low))
    return TRUE;

  g_autofree char *stepped = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  gtk_editable_set_text (GTK_EDITABLE (entry), stepped);
  gtk_editable_set_position (GTK_EDITABLE (entry), -1);
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        Context *context)
{
  GtkWidget *entry = gtk_widget_get_ancestor (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)), HEDDLE_TYPE_CHECKED_ENTRY);
  int by = keyval == GDK_KEY_Up          ? 1
           : keyval == GDK_KEY_Down      ? -1
           : keyval == GDK_KEY_Page_Up   ? PAGE
           : keyval == GDK_KEY_Page_Down ? -PAGE
                                         : 0;

  return by != 0 && step (HEDDLE_CHECKED_ENTRY (entry), &context->field, by);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double dx,
           double dy,
           Context *context)
{
  GtkWidget *text = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  GtkWidget *entry = gtk_widget_get_ancestor (text, HEDDLE_TYPE_CHECKED_ENTRY);

  /* The pane scrolls on, unless the entry is what the user works at. */
  return gtk_widget_has_focus (text) && dy != 0 && step (HEDDLE_CHECKED_ENTRY (entry), &context->field, dy < 0 ? 1 : -1);
}

static void
add_stepping (HeddleCheckedEntry *entry,
              Context *context)
{
  GtkWidget *text = GTK_WIDGET (heddle_checked_entry_get_text_widget (entry));
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), context);
  g_signal_connect (wheel, "scroll", G_CALLBACK (on_scroll), context);
  gtk_widget_add_controller (text, keys);
  gtk_widget_add_controller (text, wheel);
}

/* ---- entry ------------------------------------------------------------------------------------------------------------------------ */

static char **
complete (gpointer data,
          const char *text,
          gsize *out_length)
{
  Context *context = data;
  HdDocument *document = context->session != NULL ? heddle_session_get_document (context->session) : NULL;

  return heddle_quantity_complete (document, &context->field, text, out_length);
}

GtkWidget *
heddle_quantity_entry_new (HeddleSession *session,
                           const HeddleField *field,
                           guint64 uid)
{
  Context *context = g_new0 (Context, 1);
  GtkWidget *entry;

  g_set_object (&context->session, session);
  context->field = *field;
  context->uid = uid;
  entry = heddle_checked_entry_new (check, context, context_free);
  heddle_checked_entry_set_label (HEDDLE_CHECKED_ENTRY (entry), field->title);
  heddle_checked_entry_set_completion (HEDDLE_CHECKED_ENTRY (entry), complete);
  if (field->kind == HD_FIELD_EXPRESSION && field->parameter.kind == HD_PARAMETER_INTEGER)
    add_stepping (HEDDLE_CHECKED_ENTRY (entry), context);
  return entry;
}
