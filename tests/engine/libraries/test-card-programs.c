/* test-card-programs.c: programs of cards as text
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what the source's rules forbid is refused by the line at fault, and by its name.
 */
#include <glib.h>
#include <string.h>

#include "program.h"

#define HEAD "card rank=0\n"
#define SOURCES_16 \
  "source NodeID=1\nsource SeqID=1 NodeID=2\nsource SeqID=2 NodeID=3\nsource SeqID=3 NodeID=4\nsource SeqID=4 NodeID=5\nsource SeqID=5 NodeID=6\nsource SeqID=6 NodeID=7\n" \
  "source SeqID=7 NodeID=8\nsource SeqID=8 NodeID=9\nsource SeqID=9 NodeID=10\nsource SeqID=10 NodeID=11\nsource SeqID=11 NodeID=12\nsource SeqID=12 NodeID=13\n" \
  "source SeqID=13 NodeID=14\nsource SeqID=14 NodeID=15\nsource SeqID=15 NodeID=16\n"

static void
test_read (void)
{
  static const char *const text =
    "card rank=1; source NodeID=0 ReduceFlag to=8  # from the root\n"
    "descriptor SeqID=1 DestID=0 C CH CT CP CPCount=1 SwapRemoteData to=8\n"
    "card\n"
    "descriptor DestID=1 C CH CP ReduceFlag len=64 to=8; descriptor C CPCount=0; descriptor C CT\n"
    "descriptor JobID=3 C CH CT\n";
  Program self = { 0 };
  char why[256] = "";

  g_assert_true (program_read (&self, text, strlen (text), why, sizeof why));
  g_assert_cmpuint (self.n, ==, 3);
  g_assert_cmpuint (self.highest, ==, 8);
  g_assert_cmpuint (program_count (&self, 1, 0), ==, 1);
  g_assert_cmpuint (program_count (&self, 0, 0), ==, 1);
  g_assert_cmpuint (program_count (&self, 0, 3), ==, 1);
  g_assert_cmpuint (program_count (&self, 2, 0), ==, 0);
  g_assert_cmpuint (program_get (&self, 1, 0, 0)->line, ==, 3);
  g_assert_cmpuint (program_get (&self, 1, 0, 0)->sequence.n_wanted, ==, 1);
  g_assert_true (program_get (&self, 1, 0, 0)->sequence.wanted[0].is_combined);
  g_assert_cmpuint (program_get (&self, 0, 0, 0)->sequence.n, ==, 3);
  program_clear (&self);
}

static const struct
{
  const char *text, *why;
} cases[] = {
  { "descriptor C CH CT", "line 1: no line says of which card it is: “card rank=0”" },
  { HEAD "descriptor C", "line 2: ORPHAN_DESC: a collective descriptor is in no sequence; the first has CH" },
  { HEAD "descriptor C CH\ndescriptor C CH", "line 3: NESTED_SEQ: the sequence that begins in line 2 has no descriptor with CT yet" },
  { HEAD "descriptor C CH", "line 2: UNTERMINATED_SEQ: the sequence that begins in line 2 has no descriptor with CT" },
  { HEAD "descriptor C CH\n\ncard rank=1", "line 4: UNTERMINATED_SEQ: the sequence that begins in line 2 has no descriptor with CT" },
  { HEAD "descriptor C CH CPCount=2\ndescriptor C CT CPCount=1", "line 3: BAD_CPCOUNT desc 1: CPCount is 1; it is 2 to 32" },
  { HEAD "descriptor C CH CT CPCount=33", "line 2: BAD_CPCOUNT desc 0: CPCount is 33; it is 0 to 32" },
  { HEAD "descriptor CH CT", "line 2: C is missing: a program has collective descriptors alone" },
  { HEAD "descriptor C CH\ndescriptor JobID=1 C CT", "line 3: JobID is 1; it is 0, as in the rest of its sequence" },
  { HEAD "source SeqID=1 NodeID=1", "line 2: SeqID is 1; it is 0, the next" },
  { HEAD "source NodeID=1\ncard rank=1", "line 3: no sequence follows the sources before it" },
  { HEAD "source NodeID=1", "line 2: no sequence follows the sources before it" },
  { HEAD "descriptor C CH\nsource NodeID=1", "line 3: a source stands before the first descriptor of its sequence, not in it" },
  { HEAD "source NodeID=1 from=4 to=2", "line 2: from is 4, and to is 2: an element behind the last is not before the first" },
  { HEAD "descriptor C CH CT CP to=4 len=16", "line 2: LENGTH_MISMATCH want 32 got 16: len is not that of the elements" },
  { HEAD "descriptor C CH CT to=4", "line 2: CP is missing, or elements from and to are too many: what sends has CP" },
  { HEAD "packet JobID=1", "line 2: a program has no packets" },
  { HEAD "descriptor C CH CT JobID=256", "line 2: FIELD_RANGE field=JobID value=256; it is 0 to 255" },
  { HEAD SOURCES_16 "source SeqID=16 NodeID=17", "line 18: TOO_MANY_SOURCES 17 > 16" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char why[256] = "";

      g_assert_false (program_check (cases[i].text, why, sizeof why));
      g_assert_cmpstr (why, ==, cases[i].why);
    }
}

/* A sequence has 32 SeqIDs. */
static void
test_most (void)
{
  g_autoptr (GString) text = g_string_new (HEAD);
  char why[256] = "";

  for (guint i = 0; i < TRIGGER_MOST; i++)
    g_string_append_printf (text, "source SeqID=%u NodeID=%u\n", i, i % 16);
  g_string_append (text, "descriptor C CH CT CPCount=32\n");
  g_assert_true (program_check (text->str, why, sizeof why));
  g_string_truncate (text, strlen (HEAD));
  for (guint i = 0; i <= TRIGGER_MOST; i++)
    g_string_append_printf (text, "source SeqID=%u NodeID=%u\n", i % 32, i % 16);
  g_assert_false (program_check (text->str, why, sizeof why));
  g_assert_cmpstr (why, ==, "line 34: SEQ_RANGE: a sequence takes in 32 packets at most");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/card-programs/read", test_read);
  g_test_add_func ("/card-programs/refused", test_refused);
  g_test_add_func ("/card-programs/most", test_most);
  return g_test_run ();
}
