/* fuzz-descriptors.c: any bytes as a text of descriptors and packets, and as a program of a card
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: reading ends in an error that names a line, or in values that have room, whose text reads as the same. What is a program is a text, and its sequences are whole: they begin
 * and end once, wait for no less than before, and send and take in what is there.
 */
#include <string.h>

#include <glib.h>

#include "program.h"
#include "text.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_program (const char *text,
               gsize size,
               gboolean is_text)
{
  char why[256] = "";
  Program read = { 0 };

  if (!program_read (&read, text, size, why, sizeof why))
    g_assert_true (g_str_has_prefix (why, "line "));
  else
    g_assert_true (is_text);
  for (guint i = 0; *why == '\0' && i < read.n; i++)
    {
      const Sequence *sequence = &read.all[i].sequence;

      g_assert_cmpuint (sequence->n, >, 0);
      g_assert_cmpuint (sequence->n_wanted, <=, TRIGGER_MOST);
      for (guint d = 0; d < sequence->n; d++)
        {
          g_assert_cmpuint (sequence->descriptors[d].at[FIELD_HEAD], ==, d == 0);
          g_assert_cmpuint (sequence->descriptors[d].at[FIELD_TAIL], ==, d + 1 == sequence->n);
          g_assert_cmpuint (sequence->descriptors[d].at[FIELD_COUNT], >=, d > 0 ? sequence->descriptors[d - 1].at[FIELD_COUNT] : 0);
          g_assert_cmpuint (sequence->ranges[d].low, <=, sequence->ranges[d].high);
        }
    }
  program_clear (&read);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_memdup2 (data, MAX (size, 1));
  char why[256] = "";
  Text read = { 0 };
  gboolean is_text = text_read (&read, text, size, why, sizeof why);

  check_program (text, size, is_text);
  if (!is_text)
    g_assert_true (g_str_has_prefix (why, "line "));
  else
    for (gsize i = 0; i < read.n; i++)
      {
        char line[TEXT_MOST_BYTES];
        guint64 words[FIELDS_WORDS];
        Text again = { 0 };
        Field wrong;

        g_assert_true (fields_pack (&read.lines[i].fields, words, &wrong));
        g_assert_true (text_read (&again, line, text_write (&read.lines[i], line), why, sizeof why));
        g_assert_cmpuint (again.n, ==, 1);
        g_assert_cmpmem (&again.lines[0].fields, sizeof (Fields), &read.lines[i].fields, sizeof (Fields));
        g_assert_cmpuint (again.lines[0].from, ==, read.lines[i].from);
        g_assert_cmpuint (again.lines[0].to, ==, read.lines[i].to);
        g_assert_cmpuint (again.lines[0].rank, ==, read.lines[i].rank);
        text_clear (&again);
      }
  text_clear (&read);
  return 0;
}
