/* test-pairing.c: which component and link of one design is which of another
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: whatever was edited, all that is in both designs is paired and nothing else is, both ways. What is the same is told here by words
 * that are made from the designs: objects of the document from the top down, or from the innermost that is in one place alone, with their indices
 * as paths write them. Indices start from the left, so one that is not there is a 0 at the right end.
 */
#include "design-fixture.h"

#include <string.h>

#define BODY                                                                                                                        \
  "<link-class id='l' bandwidth='8 GB/s' latency='1 us'/>"                                                                          \
  "<module id='leaf'><port id='up' of='hub.any'/><component id='hub' type='test.switch'/>"                                          \
  "<component id='host' type='test.host' count='2 x 3' index='r c'/>"                                                               \
  "<link id='x' from='host[r][c].lane[c]' to='hub.any' class='l'/>"                                                                 \
  "<link id='twice' from='host[r][c].pci' to='hub.any' class='l'/></module>"                                                        \
  "<module id='rack'><port id='up' of='tor.any'/><component id='tor' type='test.switch'/>"                                          \
  "<instance id='leaf' of='leaf' count='2'/><link from='leaf[i].up' to='tor.any' class='l'/></module>"                              \
  "<module id='solo'><component id='lone' type='test.switch' count='2'/>"                                                           \
  "<link id='pair' from='lone[0].any' to='lone[1].any' class='l'/></module>"                                                        \
  "<top><component id='core' type='test.switch' count='2'/><instance id='solo' of='solo'/><instance id='rack' of='rack' count='3'/>" \
  "<link id='up' from='rack[i].up' to='core[j].any' class='l'/>"                                                                    \
  "<component id='r' type='test.switch' count='3 x 4' index='row column'/>"                                                         \
  "<link id='across' from='r[row][column].east' to='r[row][column + 1].west' class='l'/>"                                           \
  "<link id='wire' from='core[0].any' to='r[0][0].any' class='l'/><link id='wire2' from='core[0].any' to='r[0][0].any' class='l'/>" \
  "<generate id='net' kind='star' hosts='4'/><generate id='ring' kind='ring' switches='5'/></top>"

#define N_EDITS 600

static HdDesign *
make (HdDocument *document)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdDesign *design = hd_elaborate (snapshot, fixture_catalog (), NULL, problems, NULL, &error);

  return design != NULL ? design : hd_elaborate_sketch (snapshot, fixture_catalog (), NULL);
}

/* ---- what is the same, in words ------------------------------------------------------------------------------------------------- */

static GHashTable *compared[2]; /* places in the two designs, see list_places () */

static gboolean
is_generated (const HdScope *scope)
{
  return scope->parent != HD_NO_ID && scope->module_uid == scope->origin_uid;
}

/* "[2][0]" of "xpu[2][0]", without what is 0 at its end; "" where there is none. */
static char *
dup_indices (const char *step)
{
  const char *bracket = strchr (step, '[');
  char *indices = g_strdup (bracket != NULL ? bracket : "");

  while (g_str_has_suffix (indices, "[0]"))
    indices[strlen (indices) - 3] = '\0';
  return indices;
}

/* Of @places: uid -> scope + 1, or 0 if it is in several. */
static void
note_place (GHashTable *places,
            const guint64 *uid,
            guint32 scope)
{
  gpointer known;

  if (g_hash_table_lookup_extended (places, uid, NULL, &known) && GPOINTER_TO_UINT (known) != scope + 1)
    g_hash_table_insert (places, (gpointer) uid, NULL);
  else
    g_hash_table_insert (places, (gpointer) uid, GUINT_TO_POINTER (scope + 1));
}

static GHashTable *
list_places (HdDesign *design)
{
  GHashTable *places = g_hash_table_new (g_int64_hash, g_int64_equal);
  const HdScope *scopes = hd_design_get_scopes (design);
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (!is_generated (&scopes[nodes[i].scope]))
      note_place (places, &nodes[i].origin_uid, nodes[i].scope);
  for (guint32 i = 1; i < hd_design_get_n_scopes (design); i++)
    note_place (places, &scopes[i].origin_uid, scopes[i].parent);
  return places;
}

/* Whether an object is in one scope alone in both designs: then it does not matter in which. */
static gboolean
is_single (guint64 uid)
{
  for (guint i = 0; i < G_N_ELEMENTS (compared); i++)
    if (GPOINTER_TO_UINT (g_hash_table_lookup (compared[i], &uid)) == 0)
      return FALSE;
  return TRUE;
}

static char *
dup_scope_words (HdDesign *design,
                 guint32 scope)
{
  const HdScope *it = &hd_design_get_scopes (design)[scope];
  g_autofree char *path = NULL, *outer = NULL, *indices = NULL;

  if (it->parent == HD_NO_ID)
    return g_strdup ("top");
  outer = is_single (it->origin_uid) ? g_strdup ("somewhere") : dup_scope_words (design, it->parent);
  path = hd_design_dup_scope_path (design, scope);
  indices = dup_indices (strrchr (path, '/') != NULL ? strrchr (path, '/') : path);
  return g_strdup_printf ("%s/%" G_GUINT64_FORMAT "%s", outer, it->origin_uid, indices);
}

static char *
dup_node_words (HdDesign *design,
                guint32 node)
{
  const HdNode *it = &hd_design_get_nodes (design)[node];
  gboolean generated = is_generated (&hd_design_get_scopes (design)[it->scope]);
  g_autofree char *path = hd_design_dup_node_path (design, node), *indices = NULL, *name = NULL;
  g_autofree char *outer = !generated && is_single (it->origin_uid) ? g_strdup ("somewhere") : dup_scope_words (design, it->scope);
  const char *step = strrchr (path, '/') != NULL ? strrchr (path, '/') + 1 : path;

  indices = dup_indices (step);
  name = generated ? g_strndup (step, strcspn (step, "["))
                   : g_strdup_printf ("%" G_GUINT64_FORMAT, it->origin_uid);
  return g_strdup_printf ("%s/%s%s", outer, name, indices);
}

static char *
dup_link_words (HdDesign *design,
                guint32 link)
{
  const HdLink *it = &hd_design_get_links (design)[link];
  g_autofree char *from = dup_node_words (design, it->from), *to = dup_node_words (design, it->to);

  return g_strdup_printf ("%" G_GUINT64_FORMAT " %s:%u %s:%u", it->origin_uid, from, it->from_port_index, to, it->to_port_index);
}

/* By number: words that nothing else of the design has; of what has the same, the first is "0" and so on. */
static char **
list_words (HdDesign *design,
            char *(*dup) (HdDesign *design, guint32 number),
            guint n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char **words = g_new0 (char *, n + 1);

  for (guint32 i = 0; i < n; i++)
    {
      char *plain = dup (design, i);
      guint before = GPOINTER_TO_UINT (g_hash_table_lookup (seen, plain));

      words[i] = g_strdup_printf ("%s ~%u", plain, before);
      g_hash_table_insert (seen, plain, GUINT_TO_POINTER (before + 1));
    }
  return words;
}

static guint
check_kind (HdDesign *old,
            HdDesign *new,
            char *(*dup) (HdDesign *design, guint32 number),
            guint n_old,
            guint n_new,
            const guint32 *to_new,
            const guint32 *to_old)
{
  g_auto (GStrv) of_old = list_words (old, dup, n_old), of_new = list_words (new, dup, n_new);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal); /* words -> number + 1 */
  guint n = 0, n_back = 0;

  for (guint i = 0; i < n_new; i++)
    g_assert_true (g_hash_table_insert (numbers, of_new[i], GUINT_TO_POINTER (i + 1)));
  for (guint i = 0; i < n_old; i++)
    {
      guint expected = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, of_old[i]));

      g_assert_cmpuint (to_new[i], ==, expected != 0 ? expected - 1 : HD_NO_ID);
      n += expected != 0;
      if (expected != 0)
        g_assert_cmpuint (to_old[expected - 1], ==, i);
    }
  for (guint i = 0; i < n_new; i++)
    n_back += to_old[i] != HD_NO_ID;
  g_assert_cmpuint (n_back, ==, n);
  return n;
}

static void
check (HdDesign *old,
       HdDesign *new)
{
  g_autoptr (HdPairing) pairing = hd_pairing_new (old, new);

  compared[0] = list_places (old);
  compared[1] = list_places (new);
  g_assert_cmpuint (pairing->n_old_nodes, ==, hd_design_get_n_nodes (old));
  g_assert_cmpuint (pairing->n_new_nodes, ==, hd_design_get_n_nodes (new));
  g_assert_cmpuint (pairing->n_old_links, ==, hd_design_get_n_links (old));
  g_assert_cmpuint (pairing->n_new_links, ==, hd_design_get_n_links (new));
  g_assert_cmpuint (pairing->n_nodes, ==,
                    check_kind (old, new, dup_node_words, pairing->n_old_nodes, pairing->n_new_nodes, pairing->new_nodes, pairing->old_nodes));
  g_assert_cmpuint (pairing->n_links, ==,
                    check_kind (old, new, dup_link_words, pairing->n_old_links, pairing->n_new_links, pairing->new_links, pairing->old_links));
  for (guint i = 0; i < G_N_ELEMENTS (compared); i++)
    g_clear_pointer (&compared[i], g_hash_table_unref);
}

/* ---- edits ------------------------------------------------------------------------------------------------------------------------ */

static HdDocument *
open_body (void)
{
  g_autoptr (GError) error = NULL;
  HdDocument *document = hd_document_load_from_data ("<heddle version='1' name='pairs'>" BODY "</heddle>", -1, NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}

static const HdObject *
choose_block (HdDocument *document)
{
  const HdObject *root = hd_document_get_root (document), *child;

  do
    child = hd_object_get_child (root, g_test_rand_int_range (0, hd_object_get_n_children (root)));
  while (hd_object_get_kind (child) != HD_OBJECT_TOP && hd_object_get_kind (child) != HD_OBJECT_MODULE);
  return child;
}

/* Where what is in @block may be moved to: mostly between the top and a module that has one instance. */
static const HdObject *
choose_other (HdDocument *document,
              const HdObject *block)
{
  const HdObject *root = hd_document_get_root (document);

  if (g_test_rand_int_range (0, 4) == 0)
    return choose_block (document);
  return hd_object_get_kind (block) == HD_OBJECT_TOP ? hd_object_find_child (root, HD_OBJECT_MODULE, "solo")
                                                     : hd_object_find_child (root, HD_OBJECT_TOP, NULL);
}

static void
set_count (HdDocument *document,
           const HdObject *object)
{
  static const char *const counts[] = { NULL, "1", "2", "3", "4", "2 x 3", "3 x 4", "3 x 3", "4 x 3", "2 x 2 x 2" };
  static const char *const sizes[] = { "3", "4", "5", "6" };
  HdObjectKind kind = hd_object_get_kind (object);

  if (kind == HD_OBJECT_GENERATE)
    hd_document_set_attribute (document, hd_object_get_uid (object), g_str_equal (hd_object_get (object, "kind"), "star") ? "hosts" : "switches",
                               sizes[g_test_rand_int_range (0, G_N_ELEMENTS (sizes))], NULL);
  else if (kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE)
    hd_document_set_attribute (document, hd_object_get_uid (object), "count", counts[g_test_rand_int_range (0, G_N_ELEMENTS (counts))], NULL);
}

static void
insert (HdDocument *document,
        const HdObject *block,
        guint number)
{
  g_autofree char *id = g_strdup_printf ("new%u", number);
  g_autoptr (HdObject) object = g_test_rand_int_range (0, 2) == 0
                                  ? hd_object_new (HD_OBJECT_COMPONENT, "id", id, "type", "test.switch", "count", "2", NULL)
                                  : hd_object_new (HD_OBJECT_LINK, "id", id, "from", "r[i][j].any", "to", "core[0].any", "class", "l", NULL);

  hd_document_insert (document, hd_object_get_uid (block), g_test_rand_int_range (0, hd_object_get_n_children (block) + 1), object, NULL);
}

static void
edit (HdDocument *document,
      guint number)
{
  const HdObject *block = choose_block (document);
  guint n = hd_object_get_n_children (block);
  const HdObject *object = n > 0 ? hd_object_get_child (block, g_test_rand_int_range (0, n)) : NULL;
  g_autofree char *name = g_strdup_printf ("other%u", number);

  if (object == NULL)
    return;
  switch (g_test_rand_int_range (0, 10))
    {
    case 0:
      hd_document_remove (document, hd_object_get_uid (object), NULL);
      break;

    case 1:
      hd_document_set_attribute (document, hd_object_get_uid (object), "id", name, NULL);
      break;

    case 2:
      hd_document_move (document, hd_object_get_uid (object), hd_object_get_uid (choose_other (document, block)), 0, NULL);
      break;

    case 3:
      insert (document, block, number);
      break;

    case 4:
      if (hd_object_get_kind (object) == HD_OBJECT_LINK)
        hd_document_set_attribute (document, hd_object_get_uid (object), "from", "core[1].any", NULL);
      break;

    case 5:
    case 6:
      hd_document_undo (document);
      break;

    case 7:
      hd_document_redo (document);
      break;

    default:
      set_count (document, object);
    }
}

static void
test_edits (void)
{
  g_autoptr (HdDocument) document = open_body ();
  g_autoptr (HdDesign) first = make (document), before = hd_design_ref (first);

  g_assert_false (hd_design_is_sketch (first));
  for (guint i = 0; i < N_EDITS; i++)
    {
      HdDesign *after;

      edit (document, i);
      after = make (document);
      check (first, after);
      check (before, after);
      check (after, before);
      hd_design_unref (before);
      before = after;
    }
}

/* Nothing was edited: each is itself. */
static void
test_same (void)
{
  g_autoptr (HdDocument) document = open_body ();
  g_autoptr (HdDesign) old = make (document), new = make (document);
  g_autoptr (HdPairing) pairing = hd_pairing_new (old, new);

  g_assert_cmpuint (pairing->n_nodes, ==, hd_design_get_n_nodes (old));
  g_assert_cmpuint (pairing->n_links, ==, hd_design_get_n_links (old));
  for (guint32 i = 0; i < pairing->n_old_links; i++)
    g_assert_cmpuint (pairing->new_links[i], ==, i);
}

/* A column more: each router stays the one that it was, though all behind the first row have other numbers in the array. */
static void
test_reshaped (void)
{
  g_autoptr (HdDocument) document = open_body ();
  g_autoptr (HdDesign) old = make (document), new = NULL;
  const HdObject *top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  guint64 routers = hd_object_get_uid (hd_object_find_child (top, HD_OBJECT_COMPONENT, "r"));
  g_autoptr (HdPairing) pairing = NULL;

  g_assert_true (hd_document_set_attribute (document, routers, "count", "3 x 5", NULL));
  new = make (document);
  pairing = hd_pairing_new (old, new);
  g_assert_cmpuint (pairing->new_nodes[hd_design_find_node (old, "r[1][0]")], ==, hd_design_find_node (new, "r[1][0]"));
  g_assert_cmpuint (pairing->n_nodes, ==, hd_design_get_n_nodes (old));
  g_assert_cmpuint (pairing->n_links, ==, hd_design_get_n_links (old));
}

/* Into a module of its own, and out again: all is still what it was. */
static void
test_grouped (void)
{
  g_autoptr (HdDocument) document = open_body ();
  g_autoptr (HdDesign) old = make (document), new = NULL;
  const HdObject *root = hd_document_get_root (document), *top = hd_object_find_child (root, HD_OBJECT_TOP, NULL);
  g_autoptr (HdObject) module = hd_object_new (HD_OBJECT_MODULE, "id", "grid", NULL), instance = hd_object_new (HD_OBJECT_INSTANCE, "id", "grid", "of", "grid", NULL);
  const HdObject *moved[] = { hd_object_find_child (top, HD_OBJECT_COMPONENT, "r"), hd_object_find_child (top, HD_OBJECT_LINK, "across") };
  guint64 uids[] = { hd_object_get_uid (moved[0]), hd_object_get_uid (moved[1]) }, inner;
  guint n_nodes = 0, n_links = 0;
  g_autoptr (HdPairing) there = NULL, back = NULL;

  inner = hd_document_insert (document, hd_object_get_uid (root), 0, module, NULL);
  g_assert_cmpuint (inner, !=, 0);
  hd_document_insert (document, hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL)), 0, instance, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (uids); i++)
    g_assert_true (hd_document_move (document, uids[i], inner, i, NULL));
  new = make (document);
  there = hd_pairing_new (old, new);
  back = hd_pairing_new (new, old);
  for (guint32 i = 0; i < there->n_old_nodes; i++)
    if (hd_design_get_nodes (old)[i].origin_uid == uids[0])
      {
        g_assert_cmpuint (there->new_nodes[i], !=, HD_NO_ID);
        g_assert_cmpuint (back->new_nodes[there->new_nodes[i]], ==, i);
        n_nodes++;
      }
  for (guint32 i = 0; i < there->n_old_links; i++)
    if (hd_design_get_links (old)[i].origin_uid == uids[1])
      {
        g_assert_cmpuint (there->new_links[i], !=, HD_NO_ID);
        g_assert_cmpuint (back->new_links[there->new_links[i]], ==, i);
        n_links++;
      }
  g_assert_cmpuint (n_nodes, ==, 12);
  g_assert_cmpuint (n_links, ==, 9);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/design/pairing/same", test_same);
  g_test_add_func ("/engine/design/pairing/reshaped", test_reshaped);
  g_test_add_func ("/engine/design/pairing/grouped", test_grouped);
  g_test_add_func ("/engine/design/pairing/edits", test_edits);
  return g_test_run ();
}
