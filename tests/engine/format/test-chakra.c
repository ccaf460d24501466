/* test-chakra.c: traces of ranks, read
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what protobuf-c wrote is read as it was meant, by names, kinds, amounts and dependencies; a file that is cut off anywhere, or of which
 * any byte is changed, is read or refused with the record; each fault is named with record, node, field and what is right. Left open: what
 * the work takes, see tests/engine/workload/test-chakra.c.
 */
#include "chakra-writer.h"

#include <string.h>

#include <glib/gstdio.h>
#include <heddle/hd-error.h>

#include "hd-chakra-rank.h"

#define N_RANKS 4

typedef struct
{
  HdNamePool *names;
  HdChakraGroups *groups;
  HdChakraRank *rank;
  GError *error;
} Read;

static void
read_clear (Read *self)
{
  g_clear_pointer (&self->rank, hd_chakra_rank_free);
  hd_name_pool_free (self->names);
  hd_chakra_groups_free (self->groups);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Read, read_clear)

/* The bytes in a piece of memory of their own, so that a sanitizer sees what reads past their end. */
static void
read_bytes (Read *self,
            const guint8 *data,
            gsize length)
{
  g_autoptr (GInputStream) source = g_memory_input_stream_new_from_data (g_memdup2 (data, MAX (length, 1)), (gssize) length, g_free);

  self->names = hd_name_pool_new ();
  self->groups = hd_chakra_groups_new (N_RANKS);
  self->error = NULL;
  self->rank = hd_chakra_rank_read (source, "t.0.et", 0, N_RANKS, self->names, self->groups, &self->error);
}

static void
read_written (Read *self,
              ChakraWriter *writer)
{
  read_bytes (self, chakra_writer_peek (writer)->data, chakra_writer_peek (writer)->len);
}

/* One of each kind. */
static ChakraWriter *
write_sample (void)
{
  ChakraWriter *writer = chakra_writer_new ("1.0.0");

  chakra_writer_begin (writer, 0, "## process_group:init ##", HD_CHAKRA__NODE_TYPE__METADATA_NODE);
  chakra_writer_inputs (writer, "['[{\"pg_name\": \"7\", \"ranks\": [0, 2]}, {\"pg_name\": \"all\", \"ranks\": []}]']");
  chakra_writer_end (writer);
  chakra_writer_begin (writer, 10, "load", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE);
  chakra_writer_ctrl_dep (writer, 0);
  chakra_writer_number (writer, "tensor_size", 1000);
  chakra_writer_end (writer);
  chakra_writer_begin (writer, 20, "matmul", HD_CHAKRA__NODE_TYPE__COMP_NODE);
  chakra_writer_data_dep (writer, 10);
  chakra_writer_ctrl_dep (writer, 0);
  chakra_writer_duration (writer, 15);
  chakra_writer_number (writer, "num_ops", 2000);
  chakra_writer_number (writer, "tensor_size", 400);
  chakra_writer_text (writer, "op_schema", "aten::mm");
  chakra_writer_end (writer);
  chakra_writer_send (writer, 30, 20, 2, 64, 5);
  chakra_writer_receive (writer, 31, 20, 1, 32, 6);
  chakra_writer_collective (writer, 40, 30, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4096, "7");
  return writer;
}

static void
test_kinds (void)
{
  static const HdChakraKind kinds[] = { HD_CHAKRA_NOTE, HD_CHAKRA_LOAD, HD_CHAKRA_COMPUTE, HD_CHAKRA_SEND, HD_CHAKRA_RECEIVE, HD_CHAKRA_COLLECTIVE };
  g_autoptr (ChakraWriter) writer = write_sample ();
  g_auto (Read) read = { NULL };
  const HdChakraNode *node;
  const HdChakraComm *comm;
  const HdChakraGroup *group;

  read_written (&read, writer);
  g_assert_no_error (read.error);
  g_assert_cmpuint (read.rank->n_nodes, ==, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpint (read.rank->nodes[i].kind, ==, kinds[i]);

  node = &read.rank->nodes[2];
  g_assert_cmpuint (node->id, ==, 20);
  g_assert_cmpuint (node->duration_us, ==, 15);
  g_assert_cmpuint (node->n_deps, ==, 2);
  g_assert_cmpstr (hd_name_pool_get (read.names, node->name), ==, "matmul");
  g_assert_cmpfloat (g_array_index (read.rank->works, HdChakraWork, node->detail).operations, ==, 2000);
  g_assert_cmpfloat (g_array_index (read.rank->works, HdChakraWork, node->detail).bytes, ==, 400);

  g_assert_cmpuint (read.rank->comms->len, ==, 3);
  comm = &g_array_index (read.rank->comms, HdChakraComm, 1);
  g_assert_cmpuint (comm->node, ==, 4);
  g_assert_cmpuint (comm->peer, ==, 1);
  g_assert_cmpuint (comm->tag, ==, 6);
  g_assert_cmpfloat (comm->bytes, ==, 32);
  comm = &g_array_index (read.rank->comms, HdChakraComm, 2);
  g_assert_cmpuint (comm->peer, ==, G_MAXUINT32);
  g_assert_cmpuint (comm->type, ==, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE);
  g_assert_cmpstr (hd_name_pool_get (read.names, comm->group), ==, "7");

  group = hd_chakra_groups_get (read.groups, hd_chakra_groups_find (read.groups, "7"));
  g_assert_cmpuint (group->n_ranks, ==, 2);
  g_assert_cmpuint (group->ranks[1], ==, 2);
  group = hd_chakra_groups_get (read.groups, hd_chakra_groups_find (read.groups, "all"));
  g_assert_cmpuint (group->n_ranks, ==, N_RANKS);
}

/* Who waits for node 20 (place 2): nodes 30 and 31, places 3 and 4. */
static void
test_dependencies (void)
{
  g_autoptr (ChakraWriter) writer = write_sample ();
  g_auto (Read) read = { NULL };

  read_written (&read, writer);
  g_assert_no_error (read.error);
  g_assert_cmpuint (read.rank->first_out[0], ==, 0);
  g_assert_cmpuint (read.rank->first_out[1], ==, 2);
  g_assert_cmpuint (read.rank->first_out[3] - read.rank->first_out[2], ==, 2);
  g_assert_cmpuint (read.rank->out[read.rank->first_out[2]], ==, 3);
  g_assert_cmpuint (read.rank->out[read.rank->first_out[2] + 1], ==, 4);
  g_assert_cmpuint (read.rank->first_out[6], ==, 6);
}

/* Ids in any order, dependencies on what comes later in the file. */
static void
test_any_order (void)
{
  g_autoptr (ChakraWriter) writer = chakra_writer_new ("0.0.4");
  g_auto (Read) read = { NULL };

  chakra_writer_compute (writer, G_MAXUINT64 - 1, 5, 1);
  chakra_writer_compute (writer, 5, 900, 1);
  chakra_writer_compute (writer, 900, CHAKRA_NO_DEP, 1);
  read_written (&read, writer);
  g_assert_no_error (read.error);
  g_assert_cmpuint (read.rank->out[read.rank->first_out[2]], ==, 1);
  g_assert_cmpuint (read.rank->out[read.rank->first_out[1]], ==, 0);
  g_assert_cmpuint (read.rank->first_out[0], ==, read.rank->first_out[1]);
}

/* c10d::broadcast_ of the host takes its time; it carries nothing. */
static void
test_host_calls (void)
{
  g_autoptr (ChakraWriter) writer = chakra_writer_new ("");
  g_auto (Read) read = { NULL };

  chakra_writer_begin (writer, 1, "c10d::broadcast_", HD_CHAKRA__NODE_TYPE__COMM_COLL_NODE);
  chakra_writer_number (writer, "is_cpu_op", 1);
  chakra_writer_duration (writer, 85);
  chakra_writer_end (writer);
  read_written (&read, writer);
  g_assert_no_error (read.error);
  g_assert_cmpint (read.rank->nodes[0].kind, ==, HD_CHAKRA_COMPUTE);
  g_assert_cmpuint (read.rank->nodes[0].duration_us, ==, 85);
}

/* ---- bad input ---------------------------------------------------------------------------------------------------------- */

static void
assert_refused (ChakraWriter *writer,
                HdError code,
                const char *words)
{
  g_auto (Read) read = { NULL };

  read_written (&read, writer);
  g_assert_null (read.rank);
  g_assert_error (read.error, HD_ERROR, (int) code);
  g_test_message ("%s", read.error->message);
  if (strstr (read.error->message, words) == NULL)
    g_error ("“%s” does not say “%s”", read.error->message, words);
}

typedef struct
{
  int type;
  const char *keys[3];
  gint64 values[3];
  HdError code;
  const char *words;
} BadNode;

static void
test_bad_nodes (void)
{
  static const BadNode nodes[] = {
    { 0, { NULL }, { 0 }, HD_ERROR_RANGE, "t.0.et, record 2 (byte 8): node 3 “bad”: the node type 0 is unknown" },
    { 57, { NULL }, { 0 }, HD_ERROR_RANGE, "the node type 57 is unknown; types are 1 (METADATA_NODE) to 7 (COMM_COLL_NODE)" },
    { 8, { NULL }, { 0 }, HD_ERROR_NAME, "nodes of the type STORAGE_NODE are not supported" },
    { 5, { "comm_size" }, { 8 }, HD_ERROR_SYNTAX, "the attribute “comm_dst” is missing; it must be the rank at the other end" },
    { 5, { "comm_dst" }, { 1 }, HD_ERROR_SYNTAX, "the attribute “comm_size” is missing; it must be the number of bytes" },
    { 5, { "comm_dst", "comm_size" }, { 4, 8 }, HD_ERROR_RANGE, "the attribute “comm_dst” is 4, which is no rank; ranks are 0 to 3" },
    { 5, { "comm_dst", "comm_size", "comm_src" }, { 1, 8, 2 }, HD_ERROR_RANGE, "the attribute “comm_src” is 2, but this is the trace of rank 0" },
    { 6, { "comm_size" }, { 8 }, HD_ERROR_SYNTAX, "the attribute “comm_src” is missing" },
    { 6, { "comm_src", "comm_size" }, { 1, -8 }, HD_ERROR_RANGE, "the attribute “comm_size” is -8, it must lie between 0 and 1e+18" },
    { 7, { "comm_size" }, { 8 }, HD_ERROR_SYNTAX, "the attribute “comm_type” is missing; it must be the type of collective" },
    { 7, { "comm_type" }, { 0 }, HD_ERROR_SYNTAX, "the attribute “comm_size” is missing; it must be the number of bytes" },
    { 7, { "comm_type", "comm_size" }, { 10, 8 }, HD_ERROR_RANGE, "the attribute “comm_type” is 10, which is no type of collective" },
    { 7, { "comm_type", "comm_size" }, { 3, 8 }, HD_ERROR_NAME, "collectives of the type GATHER are not supported" },
    { 7, { "comm_type", "comm_size", "root" }, { 5, 8, 9 }, HD_ERROR_RANGE, "the attribute “root” is 9, which is no rank" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      g_autoptr (ChakraWriter) writer = chakra_writer_new ("0.0.4");

      chakra_writer_begin (writer, 3, "bad", nodes[i].type);
      for (guint k = 0; k < G_N_ELEMENTS (nodes[i].keys) && nodes[i].keys[k] != NULL; k++)
        chakra_writer_number (writer, nodes[i].keys[k], nodes[i].values[k]);
      chakra_writer_end (writer);
      assert_refused (writer, nodes[i].code, nodes[i].words);
    }
}

static void
test_bad_values (void)
{
  {
    g_autoptr (ChakraWriter) writer = chakra_writer_new ("2.0.0");

    assert_refused (writer, HD_ERROR_RANGE, "t.0.et, record 1 (byte 0): the version of the schema is “2.0.0”; known are 0.0.4 and 1.x");
  }
  {
    g_autoptr (ChakraWriter) writer = chakra_writer_new ("1.0.0");

    chakra_writer_compute (writer, 1, CHAKRA_NO_DEP, G_MAXUINT64);
    assert_refused (writer, HD_ERROR_RANGE, "the field “duration_micros” is 18446744073709551615 µs, it must be at most 9000000000000 µs");
  }
  {
    g_autoptr (ChakraWriter) writer = chakra_writer_new ("1.0.0");

    chakra_writer_begin (writer, 1, "bad", HD_CHAKRA__NODE_TYPE__COMM_SEND_NODE);
    chakra_writer_text (writer, "comm_size", "large");
    chakra_writer_end (writer);
    assert_refused (writer, HD_ERROR_SYNTAX, "the attribute “comm_size” must be a number");
  }
}

static void
test_bad_dependencies (void)
{
  {
    g_autoptr (ChakraWriter) writer = write_sample ();

    chakra_writer_compute (writer, 20, CHAKRA_NO_DEP, 1);
    assert_refused (writer, HD_ERROR_NAME, "t.0.et, record 8: node 20 “compute 20”: record 4 has the same id; ids must be unique");
  }
  {
    g_autoptr (ChakraWriter) writer = write_sample ();

    chakra_writer_compute (writer, 50, 41, 1);
    assert_refused (writer, HD_ERROR_NAME, "record 8: node 50 “compute 50”: it depends on node 41, which the trace does not have");
  }
  {
    g_autoptr (ChakraWriter) writer = write_sample ();

    chakra_writer_compute (writer, 50, 52, 1);
    chakra_writer_compute (writer, 51, 50, 1);
    chakra_writer_compute (writer, 52, 51, 1);
    chakra_writer_compute (writer, 53, 52, 1);
    assert_refused (writer, HD_ERROR_DEADLOCK, "the dependencies go in a circle (each waits for the next): 50 → 52 → 51 → 50");
  }
  {
    g_autoptr (ChakraWriter) writer = chakra_writer_new ("1.0.0");

    chakra_writer_compute (writer, 9, 9, 1);
    assert_refused (writer, HD_ERROR_DEADLOCK, "9 → 9");
  }
}

/* Process groups in notes. */
static void
test_bad_groups (void)
{
  static const struct
  {
    const char *note;
    HdError code;
    const char *words;
  } notes[] = {
    { "\"pg_name\"", HD_ERROR_SYNTAX, "must hold a list such as" },
    { "[{\"pg_name\": }]", HD_ERROR_SYNTAX, "the note of process groups cannot be read" },
    { "[{\"pg_name\" : \"0\", \"ranks\": [0, 4]}]", HD_ERROR_RANGE, "node 1: process group “0”: 4 is no rank; ranks are 0 to 3" },
    { "[{\"pg_name\" : \"0\", \"ranks\": [0, 0]}]", HD_ERROR_NAME, "process group “0”: rank 0 is listed twice" },
    { "[{\"pg_name\" : \"0\"}]", HD_ERROR_SYNTAX, "process group “0” must be a list of ranks" },
    { "[{\"pg_nam\" : \"pg_name\", \"pg_name\": {}}]", HD_ERROR_SYNTAX, "an entry 0 without “pg_name”" },
    { "[{\"pg_name\": \"0\", \"ranks\": [0]}, {\"pg_name\": \"0\", \"ranks\": [1]}]", HD_ERROR_NAME, "is defined before, with other ranks" },
  };

  g_autofree char *brackets = g_strnfill (1000000, '[');
  g_autofree char *deep = g_strconcat ("[{\"pg_name\": ", brackets, "}]", NULL);

  for (guint i = 0; i <= G_N_ELEMENTS (notes); i++)
    {
      g_autoptr (ChakraWriter) writer = chakra_writer_new ("1.0.0");
      gboolean is_last = i == G_N_ELEMENTS (notes);

      chakra_writer_begin (writer, 1, "note", HD_CHAKRA__NODE_TYPE__METADATA_NODE);
      chakra_writer_inputs (writer, is_last ? deep : notes[i].note);
      chakra_writer_end (writer);
      assert_refused (writer, is_last ? HD_ERROR_SYNTAX : notes[i].code, is_last ? "brackets stand more than 64 deep" : notes[i].words);
    }
}

/* Process groups in a file of their own. */
static void
test_group_files (void)
{
  static const struct
  {
    const char *text;
    HdError code;
    const char *words;
  } files[] = {
    { "[]", HD_ERROR_SYNTAX, "process groups must be an object such as" },
    { "", HD_ERROR_SYNTAX, "process groups must be an object such as" },
    { "{\"0\": [0, 1}", HD_ERROR_SYNTAX, "groups.json: " },
    { "{\"0\": 3}", HD_ERROR_SYNTAX, "groups.json: process group “0” must be a list of ranks" },
    { "{\"0\": []}", HD_ERROR_SYNTAX, "process group “0” must be a list of ranks" },
    { "{\"0\": [0, -1]}", HD_ERROR_RANGE, "process group “0”: -1 is no rank" },
    { "{\"0\": [0, \"1\"]}", HD_ERROR_RANGE, "process group “0”: \"1\" is no rank" },
    { "{\"0\": [1, 0, 1]}", HD_ERROR_NAME, "process group “0”: rank 1 is listed twice" },
    { "/*\"*/{\"0\": [0, 1]}", HD_ERROR_SYNTAX, "groups.json: byte 1 is no part of JSON" },
  };
  g_autofree char *folder = g_dir_make_tmp ("heddle-chakra-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "groups.json", NULL);
  g_autoptr (HdChakraGroups) groups = hd_chakra_groups_new (N_RANKS);
  g_autoptr (GError) error = NULL;
  const HdChakraGroup *group;
  guint place;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (HdChakraGroups) none = hd_chakra_groups_new (N_RANKS);
      g_autoptr (GError) reason = NULL;

      g_assert_true (g_file_set_contents (path, files[i].text, -1, NULL));
      g_assert_false (hd_chakra_groups_load (none, path, &reason));
      g_assert_error (reason, HD_ERROR, (int) files[i].code);
      g_test_message ("%s", reason->message);
      g_assert_nonnull (strstr (reason->message, files[i].words));
    }
  g_assert_true (g_file_set_contents (path, "{\"1\": [3, 1], \"0\": [0, 2]}", -1, NULL));
  g_assert_true (hd_chakra_groups_load (groups, path, &error));
  g_assert_no_error (error);
  group = hd_chakra_groups_get (groups, hd_chakra_groups_find (groups, "1"));
  g_assert_cmpuint (group->n_ranks, ==, 2);
  g_assert_cmpuint (group->ranks[0], ==, 3);
  g_assert_true (hd_chakra_group_has (group, 3, &place));
  g_assert_cmpuint (place, ==, 0);
  g_assert_true (hd_chakra_group_has (group, 1, &place));
  g_assert_cmpuint (place, ==, 1);
  g_assert_false (hd_chakra_group_has (group, 0, &place));
  g_assert_false (hd_chakra_group_has (group, 2, &place));
  g_assert_cmpuint (hd_chakra_groups_find (groups, "2"), ==, G_MAXUINT);

  g_unlink (path);
  g_assert_false (hd_chakra_groups_load (groups, path, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  g_assert_nonnull (strstr (error->message, path));
  g_rmdir (folder);
}

/* As many groups as a large file may name: each is found at once, so that reading takes no longer for each than for the first. */
static void
test_many_groups (void)
{
  const guint n = 20000;
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (HdChakraGroups) groups = hd_chakra_groups_new (N_RANKS);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"pg_name\": \"%u\", \"ranks\": [%u]}", i > 0 ? ", " : "", i, i % N_RANKS);
  g_string_append (text, "]");
  g_assert_true (hd_chakra_groups_add_note (groups, text->str, &error));
  g_assert_true (hd_chakra_groups_add_note (groups, text->str, &error)); /* as the next rank says it again */
  g_assert_no_error (error);
  g_assert_cmpuint (hd_chakra_groups_get_length (groups), ==, n + 1);
  g_assert_cmpuint (hd_chakra_groups_find (groups, "19999"), ==, n);
  g_assert_cmpuint (hd_chakra_groups_get (groups, n)->ranks[0], ==, 3);
}

/* Bytes after good metadata, and what is said of them. */
static void
test_bad_bytes (void)
{
  static const struct
  {
    guint8 bytes[16];
    gsize length;
    const char *words;
  } files[] = {
    { { 0x80 }, 1, "record 2 (byte 8): the file ends in the length of the record" },
    { { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80 }, 11, "is no varint of at most 10 bytes" },
    { { 0xff, 0xff, 0xff, 0x7f }, 4, "the record has 268435455 bytes; at most 16777216 can be read" },
    { { 3, 8 }, 2, "the record is cut off: it has 3 bytes, and the file ends after 1" },
    { { 2, 0x0a, 0 }, 3, "the field “Node.id” has the wire type 2 (length-delimited), it must be 0 (varint), at byte 0 of the message" },
    { { 2, 0x10, 0 }, 3, "the field “Node.name” has the wire type 0 (varint), it must be 2 (length-delimited)" },
    { { 2, 0x0b, 0 }, 3, "the field “Node.id” has the wire type 3, which is none of 0, 1, 2 and 5" },
    { { 1, 0x08 }, 2, "the field “Node.id” is cut off" },
    { { 3, 0x12, 9, 'x' }, 4, "the field “Node.name” is cut off" },
    { { 3, 0x2a, 1, 0x80 }, 4, "a value of the field “data_deps” is cut off" },
    { { 5, 8, 1, 0x52, 1, 0x18 }, 6, "the field “AttributeProto.double_val” has the wire type 0" },
    { { 1, 0 }, 2, "the number of a field of Node cannot be read" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (ChakraWriter) writer = chakra_writer_new ("1.0.0");
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_auto (Read) read = { NULL };

      g_byte_array_append (bytes, chakra_writer_peek (writer)->data, chakra_writer_peek (writer)->len);
      g_byte_array_append (bytes, files[i].bytes, (guint) files[i].length);
      read_bytes (&read, bytes->data, bytes->len);
      g_assert_null (read.rank);
      g_test_message ("%s", read.error->message);
      if (strstr (read.error->message, files[i].words) == NULL)
        g_error ("%u: “%s” does not say “%s”", i, read.error->message, files[i].words);
    }
}

static void
test_not_a_trace (void)
{
  static const struct
  {
    const char *bytes;
    const char *words;
  } files[] = {
    { "", "record 1 (byte 0): the file is empty; it must begin with GlobalMetadata" },
    { "\x1f\x8b\x08\x08", "the file is compressed; unpack it with gunzip first" },
    { "start_s,bytes,source,destination\n", "record 1 (byte 0): the record is cut off" },
    { "\x02\x08\x01", "the field “GlobalMetadata.version” has the wire type 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_auto (Read) read = { NULL };

      read_bytes (&read, (const guint8 *) files[i].bytes, strlen (files[i].bytes));
      g_assert_null (read.rank);
      g_test_message ("%s", read.error->message);
      g_assert_nonnull (strstr (read.error->message, files[i].words));
    }
  {
    g_autoptr (HdNamePool) names = hd_name_pool_new ();
    g_autoptr (HdChakraGroups) groups = hd_chakra_groups_new (1);
    g_autoptr (GError) error = NULL;

    g_assert_null (hd_chakra_rank_load ("/nowhere/t.0.et", 0, 1, names, groups, NULL, &error));
    g_assert_error (error, HD_ERROR, HD_ERROR_IO);
    g_assert_nonnull (strstr (error->message, "/nowhere/t.0.et"));
  }
}

/* Cut off between records it is a shorter trace, anywhere else it is refused. */
static void
test_truncation (void)
{
  g_autoptr (ChakraWriter) writer = write_sample ();
  const GByteArray *bytes = chakra_writer_peek (writer);
  guint n_read = 0;

  for (gsize length = 0; length <= bytes->len; length++)
    {
      g_auto (Read) read = { NULL };

      read_bytes (&read, bytes->data, length);
      g_assert_true ((read.rank == NULL) == (read.error != NULL));
      n_read += read.rank != NULL;
      if (read.error != NULL)
        g_assert_nonnull (strstr (read.error->message, "record "));
    }
  g_assert_cmpuint (n_read, ==, 7); /* metadata alone, and after each of six nodes */
}

static void
test_changed_bytes (void)
{
  g_autoptr (ChakraWriter) writer = write_sample ();
  const GByteArray *bytes = chakra_writer_peek (writer);
  g_autofree guint8 *changed = g_memdup2 (bytes->data, bytes->len);

  for (gsize i = 0; i < bytes->len; i++)
    for (guint bit = 0; bit < 8; bit++)
      {
        g_auto (Read) read = { NULL };

        changed[i] ^= 1u << bit;
        read_bytes (&read, changed, bytes->len);
        g_assert_true ((read.rank == NULL) == (read.error != NULL));
        changed[i] = bytes->data[i];
      }
}

/* More than the buffer holds at once, and a record larger than it. */
static void
test_long (void)
{
  g_autoptr (ChakraWriter) writer = chakra_writer_new ("1.0.0");
  g_autofree char *large = g_strnfill (1000000, 'x');
  g_auto (Read) read = { NULL };

  for (guint64 id = 0; id < 50000; id++)
    chakra_writer_compute (writer, id, id > 0 ? id - 1 : CHAKRA_NO_DEP, id);
  chakra_writer_begin (writer, 50000, "large", HD_CHAKRA__NODE_TYPE__COMP_NODE);
  chakra_writer_text (writer, "note", large);
  chakra_writer_end (writer);
  chakra_writer_compute (writer, 50001, 50000, 7);
  read_written (&read, writer);
  g_assert_no_error (read.error);
  g_assert_cmpuint (read.rank->n_nodes, ==, 50002);
  for (guint i = 0; i < 50000; i++)
    g_assert_cmpuint (read.rank->nodes[i].duration_us, ==, i);
  g_assert_cmpuint (read.rank->nodes[50001].duration_us, ==, 7);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/chakra/kinds", test_kinds);
  g_test_add_func ("/engine/format/chakra/dependencies", test_dependencies);
  g_test_add_func ("/engine/format/chakra/any-order", test_any_order);
  g_test_add_func ("/engine/format/chakra/host-calls", test_host_calls);
  g_test_add_func ("/engine/format/chakra/bad-nodes", test_bad_nodes);
  g_test_add_func ("/engine/format/chakra/bad-values", test_bad_values);
  g_test_add_func ("/engine/format/chakra/bad-dependencies", test_bad_dependencies);
  g_test_add_func ("/engine/format/chakra/bad-groups", test_bad_groups);
  g_test_add_func ("/engine/format/chakra/group-files", test_group_files);
  g_test_add_func ("/engine/format/chakra/many-groups", test_many_groups);
  g_test_add_func ("/engine/format/chakra/bad-bytes", test_bad_bytes);
  g_test_add_func ("/engine/format/chakra/not-a-trace", test_not_a_trace);
  g_test_add_func ("/engine/format/chakra/truncation", test_truncation);
  g_test_add_func ("/engine/format/chakra/changed-bytes", test_changed_bytes);
  g_test_add_func ("/engine/format/chakra/long", test_long);
  return g_test_run ();
}
