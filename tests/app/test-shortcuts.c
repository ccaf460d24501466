/* test-shortcuts.c: keys and the window that lists them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each action has a key, but for the few that a menu or a list offers by keyboard; the list of shortcuts has each key, by the action's
 * own name or as a key; what the list has is handled, by an action or by a widget of ours. Left open: what a key does (tests/ui, tests/end-to-end).
 */
#include <string.h>

#include "heddle-application.h"
#include "window-fixture.h"

#define OVERLAY "/io/github/heddle/Heddle/gtk/shortcuts.ui"

typedef struct
{
  GtkApplication *program;
  HdCatalog *catalog;
  HeddleWindow *window;
  GFile *file;
  GHashTable *listed_actions; /* of the list of shortcuts */
  GHashTable *listed_keys;    /* in it, of no named action */
} Fixture;

/* ---- the list ----------------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  Fixture *fixture;
  char *property;
} Reading;

static void
on_element (GMarkupParseContext *context,
            const char *name,
            const char **keys,
            const char **values,
            gpointer data,
            GError **error)
{
  Reading *reading = data;

  g_clear_pointer (&reading->property, g_free);
  for (guint i = 0; strcmp (name, "property") == 0 && keys[i] != NULL; i++)
    if (strcmp (keys[i], "name") == 0)
      reading->property = g_strdup (values[i]);
}

/* As GTK writes it: "<Shift><Control>z" is "<Control><Shift>z". */
static char *
dup_key (const char *text)
{
  guint key;
  GdkModifierType modifiers;

  if (!gtk_accelerator_parse (text, &key, &modifiers))
    g_error ("“%s” is no key", text);
  return gtk_accelerator_name (key, modifiers);
}

/* "win.dock('links')" and "win.dock::links" are one action. */
static char *
dup_action (const char *detailed)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  g_assert_true (g_action_parse_detailed_name (detailed, &name, &target, NULL));
  return g_action_print_detailed_name (name, target);
}

static void
on_text (GMarkupParseContext *context,
         const char *text,
         gsize length,
         gpointer data,
         GError **error)
{
  Reading *reading = data;

  if (g_strcmp0 (reading->property, "action-name") == 0)
    {
      g_assert_true (g_hash_table_add (reading->fixture->listed_actions, dup_action (text)));
    }
  else if (g_strcmp0 (reading->property, "accelerator") == 0)
    {
      g_auto (GStrv) keys = g_strsplit (text, " ", 0);

      for (guint i = 0; keys[i] != NULL; i++)
        g_hash_table_add (reading->fixture->listed_keys, dup_key (keys[i]));
    }
  g_clear_pointer (&reading->property, g_free);
}

static void
read_list (Fixture *fixture)
{
  static const GMarkupParser parser = { .start_element = on_element, .text = on_text };
  Reading reading = { fixture, NULL };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, &reading, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_resources_lookup_data (OVERLAY, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  gsize length;
  const char *text;

  g_assert_no_error (error);
  text = g_bytes_get_data (bytes, &length);
  fixture->listed_actions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fixture->listed_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_assert_true (g_markup_parse_context_parse (context, text, length, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (fixture->listed_actions), >, 40);
  g_assert_cmpuint (g_hash_table_size (fixture->listed_keys), >, 20);
}

/* ---- fixture -------------------------------------------------------------------------------------------------------------------------- */

static GtkApplication *program;

/* The project of tests with a knob. */
static char *
dup_project (void)
{
  g_auto (GStrv) parts = g_strsplit (UI_PROJECT, "  </top>", 2);

  return g_strjoin ("    <knob of=\"$rate\" from=\"32 GB/s\" to=\"256 GB/s\" x=\"-200\" y=\"40\"/>\n  </top>", parts[0], parts[1], NULL);
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *project = NULL;

  if (program == NULL)
    {
      program = GTK_APPLICATION (heddle_application_new (NULL));
      g_application_set_flags (G_APPLICATION (program), G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
      g_application_register (G_APPLICATION (program), NULL, &error);
      g_assert_no_error (error);
    }
  fixture->program = program;
  fixture->catalog = ui_fixture_new_catalog ();
  project = dup_project ();
  fixture->file = ui_fixture_write (project);
  fixture->window = heddle_window_new (ADW_APPLICATION (program), fixture->catalog, NULL);
  read_list (fixture);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  ui_fixture_remove (fixture->file);
  g_object_unref (fixture->catalog);
  g_hash_table_unref (fixture->listed_actions);
  g_hash_table_unref (fixture->listed_keys);
}

/* ---- keys ------------------------------------------------------------------------------------------------------------------------------- */

/* The first of an action's keys is the one that is taught. */
typedef struct
{
  const Fixture *fixture;
  GHashTable *seen;
  guint n_missing;
} Comparison;

static void
compare (const char *action,
         const char *key,
         gpointer data)
{
  Comparison *comparison = data;
  g_autofree char *name = dup_key (key);
  char *plain = dup_action (action);

  if (!g_hash_table_add (comparison->seen, plain))
    return;
  if (g_hash_table_contains (comparison->fixture->listed_actions, plain) || g_hash_table_contains (comparison->fixture->listed_keys, name))
    return;
  g_test_message ("%s (%s) is not in the list", action, key);
  comparison->n_missing++;
}

static void
test_listed (Fixture *fixture,
             gconstpointer data)
{
  Comparison comparison = { fixture, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), 0 };
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (fixture->program);

  heddle_window_list_keys (compare, &comparison);
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (fixture->program, actions[i]);

      if (keys[0] != NULL)
        compare (actions[i], keys[0], &comparison);
    }
  g_assert_cmpuint (comparison.n_missing, ==, 0);
  g_assert_cmpuint (g_hash_table_size (comparison.seen), >, 60);
  g_hash_table_unref (comparison.seen);
}

static void
add_name (const char *action,
          const char *key,
          gpointer data)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  g_assert_true (g_action_parse_detailed_name (action, &name, &target, NULL));
  g_hash_table_add (data, g_steal_pointer (&name));
}

/* What is offered, by keyboard too, where it is needed, and nowhere else makes sense. */
static gboolean
is_of_a_list (const char *action)
{
  static const char *const names[] = {
    "app.about",          /* the main menu */
    "win.add",            /* the palette, with what is chosen in it */
    "win.add-factor",     /* the menu of a field */
    "win.allow-programs", /* the page of sweeps, before its runs */
    "win.arrange-by",     /* the menu of the canvas; win.arrange has a key */
    "win.cancel-arrange", /* a button while it lasts */
    "win.close-lesson",   /* the pane of a lesson, as the next four */
    "win.close-story",    /* the editor of a story, as save and play */
    "win.lesson-edit",
    "win.lesson-hand-in",
    "win.lesson-restart",
    "win.lesson-step",
    "win.lesson-step-again",
    "win.delete-change",  /* the menu of a plot at a change; the outline lists changes, too */
    "win.help-about",     /* F1 in a dialog */
    "win.hints",          /* the main menu */
    "win.edit-field",     /* the list of problems, with the field that is wrong */
    "win.keep-probes",    /* the page of waveforms that nobody asked for */
    "win.left-page",      /* palette and outline have a key each */
    "win.log-transfers",  /* the page of transfers, while nobody logs */
    "win.vary-load",      /* the page of sweeps, while there is nothing to vary */
    "win.play-story",
    "win.save-story",
    "win.map-attribute",  /* the list of problems, with the attribute that was guessed; win.mapping has a key */
    "win.wire-style",     /* preferences */
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (action, names[i]) == 0)
      return TRUE;
  return FALSE;
}

static void
test_every_action (Fixture *fixture,
                   gconstpointer data)
{
  g_autoptr (GHashTable) with_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const struct
  {
    GActionGroup *group;
    const char *prefix;
  } groups[] = { { G_ACTION_GROUP (fixture->window), "win" }, { G_ACTION_GROUP (fixture->program), "app" } };
  g_auto (GStrv) described = gtk_application_list_action_descriptions (fixture->program);
  guint n_without = 0;

  heddle_window_list_keys (add_name, with_keys);
  for (guint i = 0; described[i] != NULL; i++)
    add_name (described[i], NULL, with_keys);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_auto (GStrv) actions = g_action_group_list_actions (groups[i].group);

      g_assert_cmpuint (g_strv_length (actions), >, 4);
      for (guint k = 0; actions[k] != NULL; k++)
        {
          g_autofree char *name = g_strconcat (groups[i].prefix, ".", actions[k], NULL);

          if (g_hash_table_contains (with_keys, name) != is_of_a_list (name))
            continue;
          g_test_message ("%s has no key, or needs none", name);
          n_without++;
        }
    }
  g_assert_cmpuint (n_without, ==, 0);
}

/* ---- what handles them ------------------------------------------------------------------------------------------------------------------- */

static gboolean
is_open (gpointer data)
{
  return heddle_session_can_run (heddle_window_get_session (data));
}

static gboolean
has_shortcut (GListModel *shortcuts,
              guint key,
              GdkModifierType modifiers)
{
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

      if (GTK_IS_KEYVAL_TRIGGER (trigger) && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers
          && gdk_keyval_to_lower (gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger))) == gdk_keyval_to_lower (key))
        return TRUE;
    }
  return FALSE;
}

/* Whether @widget, or one within it, takes a key: each widget of ours is asked as if it had the focus. */
static gboolean
takes_key (GtkWidget *widget,
           guint key,
           GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean ours = g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Heddle") && gtk_widget_get_focusable (widget);

  for (guint i = 0; ours && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean taken = FALSE;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        {
          g_signal_emit_by_name (controller, "key-pressed", key, 0, modifiers, &taken);
          g_signal_emit_by_name (controller, "key-released", key, 0, modifiers);
        }
      else if (GTK_IS_SHORTCUT_CONTROLLER (controller))
        taken = has_shortcut (G_LIST_MODEL (controller), key, modifiers);
      if (taken)
        return TRUE;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (takes_key (child, key, modifiers))
      return TRUE;
  return FALSE;
}

/* With one object selected: at the last one Tab leaves the drawing, and a knob is turned. */
static gboolean
takes_key_after (Fixture *fixture,
                 guint64 uid,
                 guint key,
                 GdkModifierType modifiers)
{
  heddle_session_select (heddle_window_get_session (fixture->window), (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
  return takes_key (GTK_WIDGET (fixture->window), key, modifiers);
}

static void
add_key (const char *action,
         const char *key,
         gpointer data)
{
  g_hash_table_add (data, dup_key (key));
}

/* Views make their plots when there is something to show. */
static gboolean
has_tree (gpointer data)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (data), "HeddleTreePlot"))
    return gtk_widget_get_height (data) > 0;
  for (GtkWidget *child = gtk_widget_get_first_child (data); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_tree (child))
      return TRUE;
  return FALSE;
}

static void
test_true (Fixture *fixture,
           gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer item;
  guint64 core, box, knob;
  guint n_dead = 0;

  g_hash_table_iter_init (&iter, fixture->listed_actions);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (fixture->program, item);

      /* The keys of a part of the window are not in it by the name of an action. */
      if (accels[0] == NULL)
        {
          g_test_message ("%s is listed without a key", (char *) item);
          n_dead++;
        }
    }

  heddle_window_list_keys (add_key, keys);
  gtk_window_present (GTK_WINDOW (fixture->window));
  heddle_window_open (fixture->window, fixture->file);
  ui_fixture_wait (is_open, fixture->window);
  ui_fixture_run_to_end (session);
  for (guint i = 0; hd_lesson_get_views ()[i] != NULL; i++) /* a page is there once it has been shown */
    g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string (hd_lesson_get_views ()[i]));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string ("trees"));
  ui_fixture_wait (has_tree, fixture->window);
  core = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core");
  box = ui_fixture_uid (session, NULL, HD_OBJECT_INSTANCE, "box");
  knob = ui_fixture_uid (session, NULL, HD_OBJECT_KNOB, NULL);
  g_hash_table_iter_init (&iter, fixture->listed_keys);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    {
      guint key;
      GdkModifierType modifiers;

      gtk_accelerator_parse (item, &key, &modifiers);
      if (g_strcmp0 (item, "<Shift>Tab") == 0)
        key = GDK_KEY_ISO_Left_Tab; /* as keyboards send it */
      if (g_hash_table_contains (keys, item) || takes_key_after (fixture, core, key, modifiers) || takes_key_after (fixture, box, key, modifiers)
          || takes_key_after (fixture, knob, key, modifiers))
        continue;
      g_test_message ("nothing takes %s", (char *) item);
      n_dead++;
    }
  g_assert_cmpuint (n_dead, ==, 0);
}

static gboolean
is_shown (gpointer window)
{
  GtkShortcutsWindow *list = gtk_application_window_get_help_overlay (window);

  return list != NULL && gtk_widget_get_width (GTK_WIDGET (list)) > 0;
}

/* The list is shown without a warning, which would end the test. */
static void
test_shown (Fixture *fixture,
            gconstpointer data)
{
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "show-help-overlay", NULL);
  ui_fixture_wait (is_shown, fixture->window);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (fixture->window))));
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/app/shortcuts/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("listed", test_listed);
  ADD ("every-action", test_every_action);
  ADD ("true", test_true);
  ADD ("shown", test_shown);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
