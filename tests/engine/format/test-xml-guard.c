/* test-xml-guard.c: a look at the bytes before the parser
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what it finds does not depend on how the bytes are cut into pieces; brackets, quotes and "=" inside values, comments, CDATA and
 * instructions count for nothing.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-xml-guard.h"

static gboolean
feed (const char *text,
      gsize piece,
      guint *out_line,
      GError **error)
{
  HdXmlGuard guard = HD_XML_GUARD_INIT;
  gboolean good = TRUE;

  for (gsize at = 0, length = strlen (text); at < length && good; at += piece)
    good = hd_xml_guard_feed (&guard, text + at, MIN (piece, length - at), error);
  *out_line = guard.line;
  return good;
}

static void
test_pieces (void)
{
  static const struct
  {
    const char *text;
    guint line; /* of the fault, 0 if there is none */
  } cases[] = {
    { "<a b='<!DOCTYPE' c=\"'>\"/>", 0 },
    { "<!--<!DOCTYPE x> - -- ---><a/>", 0 },
    { "<a><![CDATA[<!DOCTYPE ]] ]]]><b/></a>", 0 },
    { "<?x <!DOCTYPE ? ?" "?><a/>", 0 },
    { "\xef\xbb\xbf \n<a/>", 0 },
    { "<a>\n<!DOCTYPE x></a>", 2 },
    { "<!doctype x>", 1 },
    { "\n\n<!ENTITY x 'y'>", 3 },
    { "<![INCLUDE[x]]>", 1 },
    { "<a><![CDATA[]]><!X></a>", 1 },
    { "<!----><!X>", 1 },
    { "<?x?><!X>", 1 },
    { "\xef\xbb<a/>", 1 },
    { "x<a/>", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize piece = 1; piece < 40; piece++)
      {
        g_autoptr (GError) error = NULL;
        guint line;
        gboolean good = feed (cases[i].text, piece, &line, &error);
        g_assert_cmpint (good, ==, cases[i].line == 0);
        if (!good)
          {
            g_assert_error (error, HD_ERROR, HD_ERROR_SYNTAX);
            g_assert_cmpuint (line, ==, cases[i].line);
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/xml-guard/pieces", test_pieces);
  return g_test_run ();
}
