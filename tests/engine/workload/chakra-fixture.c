/* chakra-fixture.c: Chakra traces that a test writes, and their runs
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "chakra-fixture.h"

#include <glib/gstdio.h>

void
traces_init (Traces *self)
{
  self->folder = g_dir_make_tmp ("heddle-chakra-XXXXXX", NULL);
  self->prefix = g_build_filename (self->folder, "t", NULL);
  for (guint i = 0; i < N_RANKS; i++)
    self->ranks[i] = chakra_writer_new ("1.0.0");
}

void
traces_keep (Traces *self,
             guint n)
{
  for (guint i = n; i < N_RANKS; i++)
    g_clear_pointer (&self->ranks[i], chakra_writer_free);
}

void
traces_save (Traces *self)
{
  for (guint i = 0; i < N_RANKS; i++)
    if (self->ranks[i] != NULL)
      chakra_writer_save (g_steal_pointer (&self->ranks[i]), self->prefix, i);
}

void
traces_clear (Traces *self)
{
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->prefix);
  traces_keep (self, 0);
}

char *
traces_put_groups (Traces *self,
                   const char *json)
{
  g_autofree char *path = g_build_filename (self->folder, "groups.json", NULL);

  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  return g_strdup_printf ("groups=\"%s\"", path);
}

char *
traces_dup_body (Traces *self,
                 const char *on,
                 const char *attributes,
                 const char *xpu)
{
  g_autofree char *platform = g_strdup_printf (PLATFORM, xpu);

  return g_strdup_printf ("%s<communicators><communicator id=\"all\" members=\"x[*]\"/><communicator id=\"two\" members=\"x[0..1]\"/></communicators>"
                          "<workload type=\"chakra\" file=\"%s\" on=\"%s\" %s/>",
                          platform, self->prefix, on, attributes);
}

Fixture *
traces_compile (Traces *self,
                const char *on,
                const char *attributes,
                const char *xpu)
{
  g_autofree char *body = traces_dup_body (self, on, attributes, xpu);

  traces_save (self);
  return fixture_new (body, NULL);
}

Fixture *
traces_run (Traces *self,
            const char *on,
            const char *attributes,
            const char *xpu)
{
  Fixture *fixture = traces_compile (self, on, attributes, xpu);

  if (fixture->error != NULL)
    fixture_has_problem (fixture, HD_PROBLEM_SYNTAX, "");
  g_assert_no_error (fixture->error);
  g_assert_true (fixture_run (fixture, TRUE));
  g_assert_cmpfloat (hd_execution_get_progress (fixture->execution), ==, 1);
  return fixture;
}

void
assert_span (Fixture *fixture,
             const char *name,
             HdWorkKind kind,
             HdTime start,
             HdTime end)
{
  const HdWorkSpan *span = fixture_find (fixture, name, kind, 0);

  g_assert_cmpint (span->start, ==, start);
  g_assert_cmpint (span->end, ==, end);
  g_assert_false (span->unfinished);
}

void
write_gemm (ChakraWriter *writer)
{
  chakra_writer_begin (writer, 1, "gemm", HD_CHAKRA__NODE_TYPE__COMP_NODE);
  chakra_writer_duration (writer, 123);
  chakra_writer_number (writer, "num_ops", 3000000000);
  chakra_writer_number (writer, "tensor_size", 4000000);
  chakra_writer_end (writer);
  chakra_writer_compute (writer, 2, 1, 50);
}

void
write_streams (ChakraWriter *writer)
{
  chakra_writer_compute (writer, 1, NONE, 100);
  chakra_writer_compute (writer, 2, NONE, 300);
  chakra_writer_begin (writer, 3, "aten::mm", HD_CHAKRA__NODE_TYPE__COMP_NODE);
  chakra_writer_number (writer, "is_cpu_op", 1);
  chakra_writer_duration (writer, 700);
  chakra_writer_end (writer);
  chakra_writer_compute (writer, 4, 3, 0);
}

void
write_access (ChakraWriter *writer,
              guint64 id,
              const char *name,
              int type,
              gint64 bytes,
              guint64 duration_us)
{
  chakra_writer_begin (writer, id, name, type);
  if (id > 1)
    chakra_writer_data_dep (writer, id - 1);
  chakra_writer_number (writer, "tensor_size", bytes);
  chakra_writer_duration (writer, duration_us);
  chakra_writer_end (writer);
}
