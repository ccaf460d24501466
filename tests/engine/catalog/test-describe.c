/* test-describe.c: what `heddle describe` prints
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: everything that a descriptor says is there. Left open: the layout.
 */
#include <string.h>

#include <heddle/hd-catalog.h>

static void
assert_holds (const char *text,
              const char *part)
{
  if (part != NULL && strstr (text, part) == NULL)
    g_error ("“%s” is missing in:\n%s", part, text);
}

static void
test_all (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autofree char *all = hd_catalog_describe (catalog, NULL);

  g_assert_null (warnings[0]);
  for (guint i = 0; i < hd_catalog_get_n_libraries (catalog); i++)
    {
      const HdLibrary *library = hd_catalog_get_library (catalog, i);

      assert_holds (all, library->version);
      for (guint j = 0; library->types[j] != NULL; j++)
        {
          const HdComponentType *type = library->types[j];
          g_autofree char *name = g_strdup_printf ("%s.%s", library->name, type->id);
          g_autofree char *text = hd_catalog_describe (catalog, name);

          assert_holds (all, name);
          assert_holds (all, type->help);
          assert_holds (text, type->title);
          assert_holds (text, type->category);
          for (const HdParameter *p = type->parameters; p->key != NULL; p++)
            {
              assert_holds (text, p->key);
              assert_holds (text, p->unit);
              assert_holds (text, p->help);
              assert_holds (text, p->default_text);
              assert_holds (text, p->source);
            }
          for (const HdPreset *p = type->presets; p->name != NULL; p++)
            for (guint k = 0; p->values[k] != NULL; k++)
              assert_holds (text, p->values[k]);
          for (const HdPort *p = type->ports; p->name != NULL; p++)
            {
              g_autofree char *last = g_strdup_printf ("%s[%u]", p->name, hd_component_type_count_elements (type, p, NULL) - 1);

              assert_holds (text, p->help);
              assert_holds (text, p->count != NULL ? last : NULL);
            }
          for (const HdProbe *p = type->probes; p->name != NULL; p++)
            assert_holds (text, p->help);
          for (const HdLane *p = type->lanes; p->name != NULL; p++)
            assert_holds (text, p->help);
          for (const HdOutput *p = type->outputs; p->name != NULL; p++)
            assert_holds (text, p->help);
          for (const HdActivity *p = type->activities; p->name != NULL; p++)
            assert_holds (text, p->title);
        }
    }
}

static void
test_unknown (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);

  g_assert_null (warnings[0]);
  g_assert_null (hd_catalog_describe (catalog, "xpu"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/catalog/describe/all", test_all);
  g_test_add_func ("/engine/catalog/describe/unknown", test_unknown);
  return g_test_run ();
}
