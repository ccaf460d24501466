/* test-object.c: objects by themselves
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: attributes keep their order through every change; a child is found by kind and id whether the parent has few children or
 * many, the first one when ids repeat; what is no number counts as missing.
 */
#include <heddle/hd-document.h>

#include "hd-attributes.h"
#include "hd-object-private.h"

static char *
join (const HdAttributes *attributes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; attributes != NULL && i < attributes->n; i++)
    g_string_append_printf (text, "%s=%s;", attributes->items[i].name, attributes->items[i].value);
  return g_string_free (text, FALSE);
}

static void
test_attributes (void)
{
  static const struct
  {
    const char *name, *value;
    guint position;
    const char *expected;
  } steps[] = {
    { "b", "2", G_MAXUINT, "b=2;" },
    { "a", "1", 0, "a=1;b=2;" },
    { "c", "", G_MAXUINT, "a=1;b=2;c=;" },
    { "b", "two", 0, "a=1;b=two;c=;" },
    { "b", NULL, 0, "a=1;c=;" },
    { "b", "2", 1, "a=1;b=2;c=;" },
    { "x", NULL, 0, "a=1;b=2;c=;" },
    { "a", NULL, 0, "b=2;c=;" },
    { "c", NULL, 0, "b=2;" },
    { "b", NULL, 0, "" },
  };
  HdAttributes *attributes = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      HdAttributes *next = hd_attributes_with (attributes, steps[i].name, steps[i].value, steps[i].position);
      g_autofree char *text = join (next);
      g_assert_cmpstr (text, ==, steps[i].expected);
      hd_attributes_unref (attributes);
      attributes = next;
    }
  g_assert_null (attributes);
}

static void
test_find_child (gconstpointer data)
{
  guint n = GPOINTER_TO_UINT (data);
  g_autoptr (HdObject) parent = hd_object_new (HD_OBJECT_TOP, NULL, NULL);
  HdObjectKind kinds[] = { HD_OBJECT_COMPONENT, HD_OBJECT_INSTANCE };

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("o%u", i / 4); /* both kinds, each id twice */
      hd_object_append_initial (parent, hd_object_new (kinds[i % 2], "id", id, NULL));
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("o%u", i / 4);
      g_assert_true (hd_object_find_child (parent, kinds[i % 2], id) == hd_object_get_child (parent, i / 4 * 4 + i % 2));
    }
  g_assert_null (hd_object_find_child (parent, HD_OBJECT_COMPONENT, "missing"));
  g_assert_null (hd_object_find_child (parent, HD_OBJECT_LINK, "o0"));
  g_assert_true (hd_object_find_child (parent, HD_OBJECT_INSTANCE, NULL) == hd_object_get_child (parent, 1));
}

static void
test_ids (void)
{
  g_autoptr (HdObject) variable = hd_object_new (HD_OBJECT_VARIABLE, "name", "xpus", "id", "other", NULL);
  g_autoptr (HdObject) component = hd_object_new (HD_OBJECT_COMPONENT, "name", "other", "id", "tor", NULL);
  g_autoptr (HdObject) unknown = hd_object_new_element ("blob");
  g_autoptr (HdObject) known = hd_object_new_element ("link-class");

  g_assert_cmpstr (hd_object_get_id (variable), ==, "xpus");
  g_assert_cmpstr (hd_object_get_id (component), ==, "tor");
  g_assert_null (hd_object_get_id (unknown));
  g_assert_cmpint (hd_object_get_kind (unknown), ==, HD_OBJECT_UNKNOWN);
  g_assert_cmpstr (hd_object_get_element (unknown), ==, "blob");
  g_assert_cmpint (hd_object_get_kind (known), ==, HD_OBJECT_LINK_CLASS);
}

static void
test_numbers (void)
{
  g_autoptr (HdObject) object = hd_object_new (HD_OBJECT_COMPONENT, "x", "-12.5", "y", "$height", "rotation", "inf", NULL);

  g_assert_cmpfloat (hd_object_get_number (object, "x", 7), ==, -12.5);
  g_assert_cmpfloat (hd_object_get_number (object, "y", 7), ==, 7);
  g_assert_cmpfloat (hd_object_get_number (object, "rotation", 7), ==, 7);
  g_assert_cmpfloat (hd_object_get_number (object, "rows", 7), ==, 7);
}

static gpointer
find_all (gpointer data)
{
  const HdObject *parent = data;

  for (guint i = 0; i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *child = hd_object_get_child (parent, i);
      if (hd_object_find_child (parent, HD_OBJECT_COMPONENT, hd_object_get_id (child)) != child)
        return NULL;
    }
  return data;
}

/* The index is made by whoever asks first; under a thread sanitizer this proves that it may be any thread. */
static void
test_threads (void)
{
  g_autoptr (HdObject) parent = hd_object_new (HD_OBJECT_TOP, NULL, NULL);
  GThread *threads[4];

  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *id = g_strdup_printf ("o%u", i);
      hd_object_append_initial (parent, hd_object_new (HD_OBJECT_COMPONENT, "id", id, NULL));
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("find", find_all, parent);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) == parent);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/document/object/attributes", test_attributes);
  g_test_add_data_func ("/engine/document/object/find-child/few", GUINT_TO_POINTER (8), test_find_child);
  g_test_add_data_func ("/engine/document/object/find-child/many", GUINT_TO_POINTER (4000), test_find_child);
  g_test_add_func ("/engine/document/object/ids", test_ids);
  g_test_add_func ("/engine/document/object/numbers", test_numbers);
  g_test_add_func ("/engine/document/object/threads", test_threads);
  return g_test_run ();
}
