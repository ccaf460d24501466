/* test-help.c: help on what is selected, or where the keyboard is
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each language has the same pages and terms, none of which is empty, and each link leads to one; each page of the dock and each component type has one; F1 finds
 * it by what is selected, and by what has the focus; a search finds words of titles, texts and keys. Left open: whether what is told is true.
 */
#include <string.h>

#include "heddle-help-pages.h"
#include "heddle-markdown.h"
#include "heddle-topic.h"
#include "window-fixture.h"

static void
check_links (GPtrArray *pages,
             const HeddleHelpPage *page)
{
  for (const char *at = strstr (page->text, "]("); at != NULL; at = strstr (at + 1, "]("))
    {
      g_autofree char *link = g_strndup (at + 2, strcspn (at + 2, ")"));

      if (heddle_help_pages_find (pages, link) == NULL)
        g_error ("“%s” on page “%s” leads nowhere", link, page->id);
    }
}

/* One plain sentence; a list may go on where it ends. */
static void
check_summary (const HeddleHelpPage *page)
{
  g_autofree char *summary = heddle_help_page_dup_summary (page);

  if (strlen (summary) < 12 || (page->kind != HEDDLE_HELP_TYPE && strpbrk (summary, "*`[]\n") != NULL))
    g_error ("“%s” begins with “%s”", page->id, summary);
  g_assert_null (strstr (summary, ". "));
}

static void
test_summary (void)
{
  static const struct
  {
    const char *text, *summary;
  } cases[] = {
    { "## T\n\nOne `a` of *two*\nlines, 12.5 [GB](glossary.md#b).  Another.\n", "One a of two lines, 12.5 GB." },
    { "## T\n\n`fabric.xpu`\n\nWhat\\. A \\*star\\*.\n\nMore.\n", "What." },
    { "## 题\n\n一行\n又一行。另一句。\n", "一行又一行。" },
    { "## T\n\nWithout an end\n\n* list\n", "Without an end" },
    { "## T\n", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      HeddleHelpPage page = { .text = (char *) cases[i].text };
      g_autofree char *summary = heddle_help_page_dup_summary (&page);

      g_assert_cmpstr (summary, ==, cases[i].summary);
    }
}

static void
test_pages (void)
{
  static const char *const dock[] = { "result", "waveforms", "timeline", "links", "partitions", "problems", "trees", "compare", "latency", "sweep", "study", "packet", "routers", "transfers", "memory", "profile", "output", "steps" };
  static const char *const places[] = { "start", "canvas", "outline", "inspector", "palette", "lessons", "stories", "presenting", "run", "link", "note", "modules", "generate", "import", "export", "work", "files", "preferences", "programs" };
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  g_autoptr (GPtrArray) english = heddle_help_pages_new (catalog, "C"), chinese = heddle_help_pages_new (catalog, "zh_CN");
  guint n_terms = 0, n_types = 0;

  g_assert_cmpuint (english->len, ==, chinese->len);
  for (guint i = 0; i < english->len; i++)
    {
      const HeddleHelpPage *page = english->pdata[i], *other = chinese->pdata[i];

      g_assert_cmpstr (page->id, ==, other->id);
      g_assert_cmpuint (strlen (page->title), >, 0);
      g_assert_cmpuint (strlen (other->title), >, 0);
      g_assert_cmpuint (strlen (page->text), >, 40);
      if (page->kind != HEDDLE_HELP_TYPE)
        g_assert_cmpstr (page->text, !=, other->text);
      g_assert_true (heddle_help_pages_find (english, page->id) == page);
      check_summary (page);
      check_summary (other);
      check_links (english, page);
      check_links (chinese, other);
      n_terms += page->kind == HEDDLE_HELP_TERM;
      n_types += page->kind == HEDDLE_HELP_TYPE;
    }
  g_assert_cmpuint (n_terms, >=, 40);
  g_assert_cmpuint (n_types, >=, 10);
  for (guint i = 0; i < G_N_ELEMENTS (dock); i++)
    g_assert_nonnull (heddle_help_pages_find (english, dock[i]));
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_assert_nonnull (heddle_help_pages_find (english, places[i]));
  g_assert_null (heddle_help_pages_find (english, "type:no.such"));
}

static guint
count_links (GtkWidget *widget)
{
  guint n = GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), "<a href") != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_links (child);
  return n;
}

static gboolean
on_followed (GtkLabel *label,
             const char *link,
             gpointer data)
{
  return TRUE;
}

/* What is escaped is read as it was written, whatever stands in it. */
static void
test_markdown (void)
{
  static const char hostile[] = "a *b* _c_ [d](e) <f> `g` & \\ # h\n1. i";
  g_autofree char *escaped = heddle_markdown_escape (hostile), *text = g_strdup_printf ("<a id=\"x\"></a>\n\n%s\n\n* one\n* [two](#y)\n\n```\n<code>\n```\n", escaped);
  GtkWidget *page = g_object_ref_sink (heddle_markdown_new (text, G_CALLBACK (on_followed), NULL));
  GtkWidget *named = heddle_markdown_find (page, "x");

  g_assert_true (GTK_IS_LABEL (named));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (named)), ==, hostile);
  g_assert_null (heddle_markdown_find (page, "y"));
  g_assert_cmpuint (count_links (page), ==, 1);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_widget_get_last_child (page))), ==, "<code>");
  g_object_unref (page);
}

static const char *
ask (WindowFixture *fixture)
{
  window_fixture_activate (fixture, "help");
  return heddle_help_get_title (fixture->window->help);
}

static void
test_window (WindowFixture *fixture,
             gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  const HdComponentType *type;
  const HdObject *object;
  guint64 uid;
  guint all;

  g_assert_cmpstr (ask (fixture), ==, "Getting started");
  window_fixture_open (fixture);
  gtk_widget_grab_focus (GTK_WIDGET (heddle_window_get_canvas (fixture->window)));
  g_assert_cmpstr (ask (fixture), ==, "The drawing");
  uid = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core");
  object = hd_document_get_object (window_fixture_get_document (fixture), uid);
  type = hd_catalog_lookup (fixture->catalog, hd_object_get (object, "type"));
  heddle_session_select (session, (HeddleTarget) { uid, HEDDLE_ALL_MEMBERS });
  g_assert_cmpstr (ask (fixture), ==, type->title);
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string ("timeline"));
  g_assert_cmpstr (heddle_find_topic (gtk_widget_get_first_child (GTK_WIDGET (fixture->window->dock))), ==, "timeline");
  g_assert_true (heddle_help_show (fixture->window->help, "timeline"));
  g_assert_cmpstr (heddle_help_get_title (fixture->window->help), ==, "Timeline");
  g_assert_true (heddle_help_show (fixture->window->help, "text:A field\nWhat it *means*."));
  g_assert_cmpstr (heddle_help_get_title (fixture->window->help), ==, "A field");
  g_assert_false (heddle_help_show (fixture->window->help, "#nowhere"));
  all = heddle_help_count_listed (fixture->window->help);
  heddle_help_search (fixture->window->help, "WORMHOLE worm");
  g_assert_cmpuint (heddle_help_count_listed (fixture->window->help), >=, 1);
  g_assert_cmpuint (heddle_help_count_listed (fixture->window->help), <, all / 4);
  heddle_help_search (fixture->window->help, "no such word at all");
  g_assert_cmpuint (heddle_help_count_listed (fixture->window->help), ==, 0);
}

static GtkWidget *
find_topic_holder (GtkWidget *widget,
                   const char *topic)
{
  GtkWidget *found = gtk_widget_get_mapped (widget) && gtk_widget_get_focusable (widget) && g_strcmp0 (heddle_find_topic (widget), topic) == 0 ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_topic_holder (child, topic);
  return found;
}

static GtkWindow *
find_dialog (WindowFixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == GTK_WINDOW (fixture->window) && !HEDDLE_IS_HELP (window))
        return window;
    }
  return NULL;
}

/* Of a tile, its type; of a dialog, what it is for; of a field that is being changed, the place on the page. */
static void
test_places (WindowFixture *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *action, *topic;
  } dialogs[] = { { "generate", "generate" }, { "add-workload", "work" }, { "export", "export" } };
  GtkWidget *tile;

  window_fixture_open (fixture);
  tile = find_topic_holder (GTK_WIDGET (fixture->window->left), "type:fabric.xpu");
  g_assert_nonnull (tile);
  g_assert_true (gtk_widget_grab_focus (tile));
  g_assert_cmpstr (ask (fixture), ==, hd_catalog_lookup (fixture->catalog, "fabric.xpu")->title);
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      GtkWindow *dialog;

      window_fixture_activate (fixture, dialogs[i].action);
      dialog = find_dialog (fixture);
      g_assert_nonnull (dialog);
      g_assert_cmpstr (heddle_find_topic (gtk_window_get_focus (dialog) != NULL ? gtk_window_get_focus (dialog) : GTK_WIDGET (dialog)), ==, dialogs[i].topic);
      g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "help-about", g_variant_new_string (dialogs[i].topic));
      g_assert_true (gtk_window_get_group (GTK_WINDOW (fixture->window->help)) != gtk_window_get_group (dialog));
      gtk_window_destroy (dialog);
    }
}

static void
add_tests (void)
{
  g_test_add_func ("/help/pages", test_pages);
  g_test_add_func ("/help/summary", test_summary);
  g_test_add_func ("/help/markdown", test_markdown);
  g_test_add ("/help/places", WindowFixture, NULL, window_fixture_set_up, test_places, window_fixture_tear_down);
  g_test_add ("/help/window", WindowFixture, NULL, window_fixture_set_up, test_window, window_fixture_tear_down);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
