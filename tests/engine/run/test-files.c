/* test-files.c: files that components with handlers read
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a file that a text parameter names is read once, whoever asks and in whatever partition, with a zero behind its end; one that cannot be read
 * ends the run with an error that names it. Left open: names relative to a project's folder, see the traces of engine/libraries.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "run-fixture.h"

enum { FILE_NAME };
enum { WORDS };

static gsize places[4]; /* where each reader has found the file */

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  const char *data;
  size_t size;

  if (!host->load (context, FILE_NAME, &data, &size))
    return;
  g_assert_cmpuint (strlen (data), ==, size);
  places[host->self (context)] = (gsize) (guintptr) data;
  host->sample (context, WORDS, (double) size);
}

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "file", .title = "File", .help = "File.", .kind = HD_PARAMETER_TEXT, .default_text = "" },
  { 0 },
};
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*" }, { 0 } };
static const HdProbe probes[] = { { sizeof (HdProbe), "words", "Words", "", "words" }, { 0 } };
static const HdHandlers handlers = { .size = sizeof (HdHandlers), .start = start };
static const HdComponentType reader = {
  .size = sizeof (HdComponentType), .id = "reader", .title = "Reader", .category = "Test", .symbol = "xpu", .help = "Reader.",
  .role = HD_ROLE_ENDPOINT, .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
static const HdComponentType *const types[] = { &reader, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "shelf", .title = "Shelf", .version = "1", .capabilities = HD_CAPABILITY_EVENTS, .types = types,
};

static HdRun *
run (const char *file,
     GError **error)
{
  static const char *const settings[] = { "run:partitions=4", "run:threads=2", "run:sync=window", NULL };
  g_autofree char *body = g_strdup_printf ("<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top>"
                                           "<component id='r' type='shelf.reader' count='4' file='%s'/>"
                                           "<link for='i=0..2' from='r[i].net' to='r[i + 1].net' class='L'/></top>"
                                           "<probes><probe of='r[3].words'/></probes>", file);

  return run_fixture_body (body, settings, error);
}

static void
test_read (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = NULL;
  guint64 available;
  int handle = g_file_open_tmp ("heddle-words-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (handle, NULL);
  g_file_set_contents (path, "seven words", -1, &error);
  g_assert_no_error (error);
  self = run (path, &error);
  g_unlink (path);
  g_assert_no_error (error);
  g_assert_cmpfloat (hd_record_peek_samples (hd_run_get_record (self), 0, 0, &available)->value, ==, 11);
  g_assert_cmpuint (places[0], !=, 0);
  for (guint i = 1; i < G_N_ELEMENTS (places); i++)
    g_assert_cmpuint (places[i], ==, places[0]);
}

static void
test_missing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run ("/nowhere/at/all", &error);

  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "/nowhere/at/all"));
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  fixture_register (&library);
  g_test_add_func ("/run/files/read", test_read);
  g_test_add_func ("/run/files/missing", test_missing);
  return g_test_run ();
}
