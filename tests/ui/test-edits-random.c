/* test-edits-random.c: ten thousand operations of the editor in random order
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: after any operation, done or refused, the document can be read again, follows the
 * schema's rules for ids, and names nothing that does not exist; an operation that was refused
 * changes nothing; undoing all gives the bytes of the start, redoing all those of the end. The seed
 * is printed; `--seed` of the test framework sets it.
 */
#include "edits-fixture.h"

#include <string.h>

#include "../sanitizers.h"

#if UNDER_ADDRESS_SANITIZER
#define N_OPERATIONS 2000 /* more take minutes */
#else
#define N_OPERATIONS 10000
#endif
#define CHECK_EACH 50
#define MAXIMUM_OBJECTS 250

#define START                                                                                                                                        \
  "<variables><variable name=\"n\" type=\"integer\" value=\"3\"/></variables>"                                                                       \
  "<link-class id=\"net\" bandwidth=\"50 GB/s\" latency=\"1 us\" sharing=\"split\"/>"                                                                \
  "<module id=\"rack\"><port id=\"up\" of=\"tor.up\"/>"                                                                                              \
  "<component id=\"tor\" type=\"fabric.tor-switch\" x=\"0\" y=\"0\"/>"                                                                               \
  "<component id=\"xpu\" type=\"fabric.xpu\" count=\"$n\" x=\"0\" y=\"90\"/>"                                                                        \
  "<link id=\"access\" from=\"xpu[i].eth\" to=\"tor.down[i]\" class=\"net\"/></module>"                                                              \
  "<top><component id=\"core\" type=\"fabric.core-switch\" x=\"0\" y=\"0\"/>"                                                                        \
  "<instance id=\"rack\" of=\"rack\" count=\"2\" x=\"0\" y=\"120\"/>"                                                                                \
  "<link id=\"uplink\" from=\"rack[i].up\" to=\"core.down[i]\" class=\"net\"/>"                                                                      \
  "<generate id=\"star\" kind=\"star\" hosts=\"3\" x=\"300\" y=\"0\"/></top>"                                                                        \
  "<communicators><communicator id=\"all\" members=\"rack[*]/xpu[*] "                                                                                \
  "star/host[*]\"/></communicators>"                                                                                                                 \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" "                                                            \
  "bytes=\"1 GB\"/>"                                                                                                                                 \
  "<probes><probe of=\"uplink[0].utilisation\"/></probes>"

typedef struct
{
  Edits edits;
  char *clipboard;
  guint n_done, n_refused;
} Story;

/* ---- choosing ------------------------------------------------------------------------------- */

static const HdObject *
choose_block (Story *self)
{
  const HdObject *root = hd_document_get_root (self->edits.document);
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *child = hd_object_get_child (root, i);
      HdObjectKind kind = hd_object_get_kind (child);

      if (kind == HD_OBJECT_TOP || kind == HD_OBJECT_MODULE)
        g_ptr_array_add (blocks, (gpointer) child);
    }
  return blocks->pdata[g_test_rand_int_range (0, blocks->len)];
}

static GArray *
choose_objects (const HdObject *block,
                guint most)
{
  GArray *uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n = hd_object_get_n_children (block);

  for (guint i = n > 0 ? g_test_rand_int_range (1, most + 1) : 0; i > 0; i--)
    {
      guint64 uid = hd_object_get_uid (hd_object_get_child (block, g_test_rand_int_range (0, n)));

      g_array_append_val (uids, uid);
    }
  return uids;
}

static guint64
choose_object (const HdObject *block)
{
  g_autoptr (GArray) uids = choose_objects (block, 1);

  return uids->len > 0 ? g_array_index (uids, guint64, 0) : 0;
}

static guint
count_objects (const HdObject *object)
{
  guint n = 1;

  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    n += count_objects (hd_object_get_child (object, i));
  return n;
}

/* ---- operations ----------------------------------------------------------------------------- */

static gboolean
add (Story *self,
     const HdObject *block,
     GError **error)
{
  static const char *const types[] = { "fabric.xpu", "fabric.switch", "fabric.nic", "fabric.memory", "fabric.tor-switch", "fabric.nothing" };
  guint64 module = hd_object_get_uid (block);
  double x = g_test_rand_int_range (-50, 50) * 6;

  switch (g_test_rand_int_range (0, 8))
    {
    case 0:
      return heddle_edit_add_note (self->edits.document, module, "Note", x, x, error) != 0;
    case 1:
      return heddle_edit_add_generated (self->edits.document, module, hd_generator_find ("ring"), (const char *const[]){ "switches=3", NULL }, x, x,
                                        error)
             != 0;
    case 2:
      return heddle_edit_add_instance (self->edits.document, module, "rack", x, x, error) != 0;
    default:
      return heddle_edit_add_component (self->edits.document, self->edits.catalog, module, types[g_test_rand_int_range (0, G_N_ELEMENTS (types))], x,
                                        x, error)
             != 0;
    }
}

static gboolean
link_two (Story *self,
          const HdObject *block,
          GError **error)
{
  HeddleEnd from = { choose_object (block), g_test_rand_int_range (-2, 2), NULL, -1 };
  HeddleEnd to = { choose_object (block), g_test_rand_int_range (-2, 2), NULL, -1 };
  guint64 module = hd_object_get_uid (block);
  g_autofree char *reason = NULL;
  gboolean can = heddle_edit_can_link (self->edits.document, self->edits.catalog, module, &from, &to, &reason);
  gboolean done = heddle_edit_link (self->edits.document, self->edits.catalog, module, &from, &to, error) != 0;

  g_assert_cmpint (can, ==, done);
  g_assert_true (can == (reason == NULL));
  return done;
}

static gboolean
paste (Story *self,
       const HdObject *block,
       GError **error)
{
  g_autoptr (GArray) uids = NULL;

  if (self->clipboard == NULL)
    return FALSE;
  uids = heddle_edit_paste (self->edits.document, self->edits.catalog, hd_object_get_uid (block), self->clipboard, 6, 6, "Paste", error);
  return uids != NULL;
}

static gboolean
set_something (Story *self,
               const GArray *uids,
               GError **error)
{
  static const struct
  {
    const char *attribute, *value;
  } values[] = { { "x", "12" }, { "title", "T & <t>" }, { "model", "V100" }, { "bandwidth", "$n * 1 GB/s" }, { "rotation", NULL }, { "id", "9" } };
  guint i = g_test_rand_int_range (0, G_N_ELEMENTS (values));

  return heddle_edit_set (self->edits.document, (const guint64 *) uids->data, uids->len, values[i].attribute, values[i].value, error);
}

static gboolean
restructure (Story *self,
             const HdObject *block,
             GError **error)
{
  static const char *const counts[] = { "1", "2", "$n", "2x2", "0", "nonsense" };
  HdDocument *document = self->edits.document;
  guint64 uid = choose_object (block);
  g_autoptr (GArray) uids = choose_objects (block, 6), result = NULL;

  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      return heddle_edit_group (document, hd_object_get_uid (block), (const guint64 *) uids->data, uids->len, NULL, error) != 0;
    case 1:
      result = heddle_edit_ungroup (document, self->edits.catalog, uid, error);
      return result != NULL;
    case 2:
      result = heddle_edit_convert (document, self->edits.catalog, uid, NULL, error);
      return result != NULL;
    default:
      return heddle_edit_replicate (document, self->edits.catalog, uid, counts[g_test_rand_int_range (0, G_N_ELEMENTS (counts))], error);
    }
}

static gboolean
rename_one (Story *self,
            const HdObject *block,
            GError **error)
{
  g_autofree char *id = g_strdup_printf ("n%d", g_test_rand_int_range (0, 400));

  return heddle_edit_rename (self->edits.document, g_test_rand_int_range (0, 8) == 0 ? hd_object_get_uid (block) : choose_object (block), id, error);
}

static gboolean
delete_some (Story *self,
             const HdObject *block,
             GError **error)
{
  guint large = count_objects (hd_document_get_root (self->edits.document)) > MAXIMUM_OBJECTS;
  g_autoptr (GArray) uids = choose_objects (block, large ? 60 : 3);

  return heddle_edit_delete (self->edits.document, (const guint64 *) uids->data, uids->len, error);
}

static gboolean
operate (Story *self,
         GError **error)
{
  HdDocument *document = self->edits.document;
  const HdObject *block = choose_block (self);
  gboolean large = count_objects (hd_document_get_root (document)) > MAXIMUM_OBJECTS;
  g_autoptr (GArray) uids = choose_objects (block, 8);

  if (large)
    return delete_some (self, block, error);
  switch (g_test_rand_int_range (0, 16))
    {
    case 0 ... 2:
      return add (self, block, error);
    case 3 ... 6:
      return link_two (self, block, error);
    case 7:
      return heddle_edit_move (document, (const guint64 *) uids->data, uids->len, 6, -12, error);
    case 8:
      g_free (self->clipboard);
      self->clipboard = heddle_edit_copy (document, hd_object_get_uid (block), (const guint64 *) uids->data, uids->len);
      return TRUE;
    case 9:
      return paste (self, block, error);
    case 10:
      return delete_some (self, block, error);
    case 11:
      return rename_one (self, block, error);
    case 12:
      return set_something (self, uids, error);
    case 13:
      for (guint i = g_test_rand_int_range (1, 6); i > 0; i--)
        hd_document_undo (document);
      return TRUE;
    case 14:
      for (guint i = g_test_rand_int_range (1, 6); i > 0; i--)
        hd_document_redo (document);
      return TRUE;
    default:
      return restructure (self, block, error);
    }
}

/* ---- checking ------------------------------------------------------------------------------- */

/* Reading again gives the same; ids are ids and unique; what is named exists. */
static void
check (Story *self)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (self->edits.document);
  g_autoptr (HdProblemList) problems = hd_problem_list_new (), reading = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = edits_text (&self->edits), *again = NULL;
  g_autoptr (HdDocument) read = hd_document_load_from_data (text, -1, "again", reading, &error);

  g_assert_no_error (error);
  g_assert_false (hd_problem_list_has_errors (reading));
  again = hd_document_to_string (read, NULL);
  g_assert_cmpstr (text, ==, again);
  hd_snapshot_validate (snapshot, self->edits.catalog, problems);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      if (problem->code == HD_PROBLEM_UNKNOWN_NAME || problem->code == HD_PROBLEM_DUPLICATE || problem->code == HD_PROBLEM_SYNTAX
          || problem->code == HD_PROBLEM_MODULE_CYCLE)
        {
          g_print ("# %s\n", text);
          g_error ("%s: %s", problem->object, problem->message);
        }
    }
}

static void
step (Story *self,
      guint number)
{
  g_autoptr (GError) error = NULL;
  guint n = self->edits.n_signals;
  g_autofree char *before = number % CHECK_EACH == 0 ? edits_text (&self->edits) : NULL;

  if (operate (self, &error))
    self->n_done++;
  else
    {
      self->n_refused++;
      g_assert_cmpuint (self->edits.n_signals, ==, n);
      if (before != NULL)
        {
          g_autofree char *after = edits_text (&self->edits);

          g_assert_cmpstr (before, ==, after);
        }
    }
  if (number % CHECK_EACH == 0)
    check (self);
}

static void
test_random (void)
{
  Story self = { .n_done = 0 };

  edits_begin (&self.edits, START);
  for (guint i = 0; i < N_OPERATIONS; i++)
    step (&self, i);
  check (&self);
  g_test_message ("%u done, %u refused, %u steps of history", self.n_done, self.n_refused, hd_document_get_n_undo (self.edits.document));
  g_assert_cmpuint (self.n_done, >, N_OPERATIONS / 3);
  edits_end (&self.edits);
  g_free (self.clipboard);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/edits/random", test_random);
  return g_test_run ();
}
