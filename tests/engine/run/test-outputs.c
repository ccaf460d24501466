/* test-outputs.c: files that components write
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A scribe (with handlers) and an engraver (a block) write `n` lines of their random streams, one at a time, and one more when they finish.
 *
 * Invariants: a file has what its component wrote, in order, whatever the partitions and wherever the run was paused; files are named by path; none is
 * there before the end, nor of who wrote nothing; too much ends the run with a sentence; no digest knows of them; a folder and an archive have them
 * all, whole. Left open: ranks, see test-ranks.c; the word of the command line, see test-cli.c.
 */
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "run-fixture.h"

enum { CLOCK, N };
enum { LINES, END };

typedef struct
{
  uint64_t n, left;
  int is_shown;
} Scribe;

static size_t
format_line (char *line,
             size_t size,
             uint64_t number)
{
  return (size_t) snprintf (line, size, "%016llx\n", (unsigned long long) number);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Scribe *self = state;
  uint64_t number = host->random (context, 0);
  char line[32];

  if (self->left == 0)
    return;
  self->left--;
  host->record (context, 0, number);
  host->write (context, LINES, line, format_line (line, sizeof line, number));
  host->wake (context, 1000 + (int64_t) (number % 1000), &(HdMessage){ 0 });
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Scribe *self = state;

  self->left = (uint64_t) host->parameter (context, N);
  host->write (context, LINES, "", 0);
  receive (host, context, state, NULL);
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  if (host->parameter (context, N) == 9)
    host->write (context, 7, "x", 1);
  else if (host->parameter (context, N) > 0)
    host->write (context, END, "done", 4);
}

/* ---- a block ----------------------------------------------------------------------------------------------------------- */

#define MOST 16

typedef struct
{
  uint32_t n;
  uint64_t left[MOST];
} Engravers;

static int
create (const HdBlockHost *host,
        HdBlockContext *context,
        void *state,
        uint32_t n)
{
  Engravers *self = state;

  self->n = n;
  for (uint32_t i = 0; i < n; i++)
    self->left[i] = (uint64_t) host->parameter (context, i, N);
  return 1;
}

static void
tick (const HdBlockHost *host,
      HdBlockContext *context,
      void *state,
      int64_t cycle,
      const uint32_t *active,
      uint32_t n_active,
      int64_t *next)
{
  Engravers *self = state;
  char line[32];

  for (uint32_t i = 0; i < n_active; i++)
    if (self->left[active[i]] > 0)
      {
        host->write (context, active[i], LINES, line, format_line (line, sizeof line, host->random (context, active[i])));
        if (--self->left[active[i]] > 0)
          next[i] = cycle + 1;
      }
}

static void
finish_block (const HdBlockHost *host,
              HdBlockContext *context,
              void *state)
{
  for (uint32_t i = 0; i < ((Engravers *) state)->n; i++)
    host->write (context, i, END, "done", 4);
}

/* ---- types ------------------------------------------------------------------------------------------------------------- */

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "clock", .title = "Clock", .help = "Clock.", .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", .default_text = "1 GHz" },
  { .size = sizeof (HdParameter), .key = "n", .title = "N", .help = "N.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "20", .maximum = 1e6 },
  { 0 },
};
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*", .maximum_links = 1, .indexed = 1 },
                                { 0 } };
static const HdOutput outputs[] = {
  [LINES] = { .size = sizeof (HdOutput), .name = "lines.txt", .title = "Lines", .help = "Lines.", .maximum_bytes = 1000 },
  [END] = { .size = sizeof (HdOutput), .name = "end", .title = "End", .help = "End.", .maximum_bytes = 4 },
  { 0 },
};
#define TYPE(id_) \
  .size = sizeof (HdComponentType), .id = id_, .title = "T", .category = "Test", .symbol = "xpu", .help = "T.", .role = HD_ROLE_ENDPOINT, \
  .parameters = parameters, .ports = ports, .outputs = outputs
static const HdHandlers handlers = { .size = sizeof (HdHandlers), .state_size = sizeof (Scribe), .start = start, .receive = receive, .finish = finish };
static const HdBlock block = { .size = sizeof (HdBlock), .state_size = sizeof (Engravers), .create = create, .tick = tick, .finish = finish_block };
static const HdComponentType scribe = { TYPE ("scribe"), .handlers = &handlers };
static const HdComponentType engraver = { TYPE ("engraver"), .block = &block };
static const HdComponentType *const types[] = { &scribe, &engraver, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "pen", .title = "Pen", .version = "1",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_BLOCKS, .types = types,
};

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

#define FOUR \
  "<link-class id='L' bandwidth='1 GB/s' latency='1 us'/>" \
  "<module id='desk'><component id='s' type='pen.scribe' count='4' n='%s'/><component id='e' type='pen.engraver' count='2'/>" \
  "<link for='i=0..2' from='s[i].net[0]' to='s[i + 1].net[1]' class='L'/><link from='s[3].net[0]' to='e[0].net[0]' class='L'/>" \
  "<link from='e[0].net[1]' to='e[1].net[1]' class='L'/></module>" \
  "<top><instance id='desk' of='desk' count='2'/></top><run until='100 us'/>"

static HdRun *
run (const char *n,
     const char *const *settings,
     GError **error)
{
  g_auto (GStrv) parts = g_strsplit (FOUR, "%s", 2);
  g_autofree char *body = g_strjoinv (n, parts);

  return run_fixture_body (body, settings, error);
}

static void
assert_same (HdRecord *one,
             HdRecord *other)
{
  const char *name, *other_name;
  GBytes *bytes, *other_bytes;

  g_assert_cmpuint (hd_record_get_n_files (one), ==, hd_record_get_n_files (other));
  for (guint i = 0; hd_record_get_file (one, i, &name, &bytes); i++)
    {
      g_assert_true (hd_record_get_file (other, i, &other_name, &other_bytes));
      g_assert_cmpstr (name, ==, other_name);
      g_assert_true (g_bytes_equal (bytes, other_bytes));
    }
}

static void
test_write (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run ("20", NULL, &error);
  HdRecord *record = hd_run_get_record (self);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const char *name;
  GBytes *bytes;

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_files (record), ==, 24);
  g_assert_true (hd_record_get_file (record, 1, &name, &bytes));
  g_assert_cmpstr (name, ==, "desk[0]/s[0].end");
  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes); i++)
    {
      g_assert_true (g_hash_table_add (seen, (gpointer) name));
      g_assert_cmpuint (g_bytes_get_size (bytes), ==, g_str_has_suffix (name, ".end") ? 4 : 20 * 17);
    }
  g_assert_false (hd_record_get_file (record, 24, &name, &bytes));
}

static void
test_partitions (void)
{
  static const char *const divided[][4] = {
    { "run:partitions=2", "run:sync=window", NULL },
    { "run:partitions=8", "run:sync=request", "run:threads=2", NULL },
    { "run:partitions=8", "run:sync=null-message", "run:threads=2", NULL },
  };
  g_autoptr (HdRun) expected = run ("50", NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run ("50", divided[i], &error);

      g_assert_no_error (error);
      assert_same (hd_run_get_record (self), hd_run_get_record (expected));
    }
}

static void
test_nothing (void)
{
  g_autoptr (HdRun) self = run ("0", NULL, NULL);
  const char *name;
  GBytes *bytes;

  g_assert_cmpuint (hd_record_get_n_files (hd_run_get_record (self)), ==, 8);
  for (guint i = 0; hd_record_get_file (hd_run_get_record (self), i, &name, &bytes); i++)
    g_assert_true (g_str_has_prefix (strrchr (name, '/'), "/e["));
}

static void
test_too_much (void)
{
  g_autoptr (GError) error = NULL, other = NULL;
  g_autoptr (HdRun) self = run ("59", NULL, &error), wrong = run ("9", NULL, &other);

  /* 58 lines of 17 bytes fit. */
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "/s["));
  g_assert_nonnull (strstr (error->message, "”: wrote more than 1000 B to “lines.txt”, which is the most that it may have"));
  /* Of those that finish nobody hears any more, but what they wrote is not lost. */
  g_assert_cmpuint (hd_record_get_n_files (hd_run_get_record (self)), >, 0);
  g_assert_cmpuint (hd_record_get_n_files (hd_run_get_record (wrong)), >, 0);
}

static void
test_stopped (void)
{
  g_auto (GStrv) parts = g_strsplit (FOUR, "%s", 2);
  g_autofree char *body = g_strjoinv ("50", parts);
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
  g_autoptr (HdRun) self = hd_run_new (design, NULL);

  run_fixture_run_until (self, 10000);
  g_assert_cmpuint (hd_record_get_n_files (hd_run_get_record (self)), ==, 0);
  hd_run_stop (self);
  while (hd_run_get_state (self) < HD_RUN_FINISHED)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (hd_record_get_n_files (hd_run_get_record (self)), ==, 24);
}

/* ---- what becomes of them ---------------------------------------------------------------------------------------------- */

static void
assert_folder (HdRecord *record,
               const char *folder)
{
  const char *name;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes); i++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
      g_autoptr (GError) error = NULL;
      gsize size;

      g_file_get_contents (path, &text, &size, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (text, size, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      g_unlink (path);
    }
}

static void
remove_folder (const char *folder)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *desk = g_strdup_printf ("%s/desk[%u]", folder, i);

      g_assert_cmpint (g_rmdir (desk), ==, 0); /* nothing else is in it */
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_folder (void)
{
  g_autoptr (HdRun) self = run ("20", NULL, NULL);
  HdRecord *record = hd_run_get_record (self);
  g_autofree char *parent = g_dir_make_tmp ("heddle-outputs-XXXXXX", NULL), *folder = g_build_filename (parent, "files", NULL);
  g_autofree char *full = g_build_filename (parent, "full", NULL);
  g_autoptr (GError) error = NULL, refused = NULL;

  g_assert_true (hd_report_save_files (record, folder, NULL, &error));
  g_assert_no_error (error);
  assert_folder (record, folder);
  remove_folder (folder);
  g_assert_true (g_file_set_contents (full, "a file", -1, NULL));
  g_assert_false (hd_report_save_files (record, full, NULL, &refused));
  g_assert_error (refused, HD_ERROR, HD_ERROR_IO);
  g_unlink (full);
  g_rmdir (parent);
}

/* As tar itself reads it; a name that is too long for the plain format too. */
static void
test_archive (void)
{
  g_autofree char *parent = g_dir_make_tmp ("heddle-outputs-XXXXXX", NULL), *archive = g_build_filename (parent, "files.tar", NULL);
  g_autofree char *folder = g_build_filename (parent, "files", NULL), *id = g_strnfill (60, 'm');
  g_autofree char *body = g_strdup_printf ("<module id='a'><component id='%s' type='pen.scribe' n='3'/></module><module id='b'><instance id='%s' of='a'/></module>"
                                           "<top><instance id='desk' of='b' count='2'/></top>", id, id);
  g_autofree char *command = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_fixture_body (body, NULL, &error);
  HdRecord *record = hd_run_get_record (self);
  int status;

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_files (record), ==, 4);
  g_assert_true (hd_report_save (record, HD_REPORT_FILES, NULL, archive, NULL, &error));
  g_assert_no_error (error);
  g_mkdir (folder, 0777);
  command = g_strdup_printf ("tar -x -f '%s' -C '%s'", archive, folder);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  g_assert_no_error (error);
  assert_folder (record, folder);
  g_unlink (archive);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *desk = g_strdup_printf ("%s/desk[%u]", folder, i), *inside = g_build_filename (desk, id, NULL);

      g_assert_cmpint (g_rmdir (inside), ==, 0);
      g_assert_cmpint (g_rmdir (desk), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_cmpint (g_rmdir (parent), ==, 0);
}

/* Heard 1 us after each ping of 2 us. */
static void
test_tutorial (void)
{
  const char *text = "<heddle version='1' name='tutorial'><link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top>"
                     "<component id='a' type='hello.pinger' period='2 us'/><component id='b' type='hello.pinger' period='1 s' log='%s'/>"
                     "<link from='a.out' to='b.in' class='L'/></top><run until='6 us'/></heddle>";
  g_auto (GStrv) parts = g_strsplit (text, "%s", 2);
  g_autofree char *with = g_strjoinv ("true", parts), *without = g_strjoinv ("false", parts);
  g_autoptr (HdRecord) record = run_fixture_record (with, NULL), plain = run_fixture_record (without, NULL);
  g_autofree char *digest = NULL;
  const char *name, *expected = "1000000,0,1\n3000000,0,2\n5000000,0,3\n";
  GBytes *bytes;

  run_fixture_check_digest (record, &digest);
  run_fixture_check_digest (plain, &digest);
  g_assert_cmpuint (hd_record_get_n_files (plain), ==, 0);
  g_assert_cmpuint (hd_record_get_n_files (record), ==, 1);
  g_assert_true (hd_record_get_file (record, 0, &name, &bytes));
  g_assert_cmpstr (name, ==, "b.pings.csv");
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected, strlen (expected));
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  fixture_register (&library);
  g_test_add_func ("/run/outputs/write", test_write);
  g_test_add_func ("/run/outputs/partitions", test_partitions);
  g_test_add_func ("/run/outputs/nothing", test_nothing);
  g_test_add_func ("/run/outputs/too-much", test_too_much);
  g_test_add_func ("/run/outputs/stopped", test_stopped);
  g_test_add_func ("/run/outputs/folder", test_folder);
  g_test_add_func ("/run/outputs/archive", test_archive);
  g_test_add_func ("/run/outputs/tutorial", test_tutorial);
  return g_test_run ();
}
