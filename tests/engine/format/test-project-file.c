/* test-project-file.c: projects in files and back
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what is written is read as the same document and written again as the same bytes.
 */
#include <heddle/hd-document.h>
#include <heddle/hd-error.h>

static const char example[] =
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  "<!-- SPDX-License-Identifier: CC0-1.0 -->\n"
  "<?xml-model href=\"heddle.rng\"?>\n"
  "<heddle version=\"1\" name=\"CXL &lt;cluster> &amp; &quot;more&quot;\">\n"
  "  <variables>\n"
  "    <variable name=\"xpus\" value=\"64\"/>\n"
  "  </variables>\n"
  "  <!-- a comment\n"
  "       of two lines -->\n"
  "  <module id=\"rack\">\n"
  "    <component id=\"tor\" type=\"fabric.tor-switch\" x=\"400\" y=\"40\"/>\n"
  "    <note x=\"1\">  first\n\n second &amp; &lt;last&gt;&#13;\n</note>\n"
  "    <link from=\"a[i]\" to=\"b&#10;&#9;\" where=\"i > 3 and i &lt; 5\"/>\n"
  "  </module>\n"
  "  <future kind=\"x\">text\n"
  "    <future:part xmlns:future=\"urn:x\"> kept </future:part>\n"
  "  </future>\n"
  "  <top/>\n"
  "</heddle>\n"
  "<!--end-->\n";

static void
test_round_trip (void)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (example, -1, "example.heddle", problems, &error);

  g_assert_no_error (error);
  gsize length;
  g_autofree char *written = hd_document_to_string (document, &length);
  g_assert_cmpstr (written, ==, example);
  g_assert_cmpuint (length, ==, sizeof example - 1);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1); /* text beside elements, in <future> */
  g_assert_cmpint (hd_problem_list_get (problems, 0)->severity, ==, HD_SEVERITY_WARNING);

  const HdObject *module = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_MODULE, "rack");
  g_assert_cmpint (hd_object_get_line (module), ==, 10);
  const HdObject *note = hd_object_find_child (module, HD_OBJECT_NOTE, NULL);
  g_assert_cmpstr (hd_object_get_text (note), ==, "  first\n\n second & <last>\r\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/project-file/round-trip", test_round_trip);
  return g_test_run ();
}
