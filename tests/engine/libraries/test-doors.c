/* test-doors.c: what the components of a chip do not take
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a message that a component cannot have been sent ends the run with an error that names sender, receiver, port and value;
 * whatever comes to whichever port, the program goes on (the sanitizers see the rest). Left open: whether a message that might be right is.
 */
#include <string.h>

#include <heddle/hd-catalog.h>
#include <heddle/hd-error.h>

#include "hd-block.h"
#include "hd-host.h"
#include "hd-random.h"
#include "packet.h"

#define NANOSECOND 1000
#define N_ROUNDS 200
#define N_MESSAGES 40

typedef struct
{
  HdMessage messages[N_MESSAGES];
  guint n;
} Script;

static Script script; /* what the rogue of this test sends */

static void
start_rogue (const HdHost *host,
             HdComponentContext *context,
             void *state)
{
  for (guint i = 0; i < script.n; i++)
    host->send (context, 0, (10 + i) * NANOSECOND, &script.messages[i]);
}

static const HdHandlers rogue_handlers = { .size = sizeof (HdHandlers), .start = start_rogue };
static const HdHosted rogue = { .handlers = &rogue_handlers };

/* Sends the script to a port of one component; returns the error or NULL. */
static GError *
send_all (HdCatalog *catalog,
          const char *type_name,
          guint32 port)
{
  const HdComponentType *type = hd_catalog_lookup (catalog, type_name);
  guint n = hd_component_type_count_parameters (type);
  g_autofree double *parameters = g_new0 (double, n);
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  HdBlocks *blocks = hd_blocks_new (kernel);
  GError *error = NULL;
  guint32 from, to;

  for (guint i = 0; i < n; i++)
    {
      HdQuantity value = { 0 };

      if (hd_parameter_parse (&type->parameters[i], type->parameters[i].default_text, &value, NULL))
        parameters[i] = value.value;
    }
  from = hd_host_add_component (kernel, "rogue", 0, &rogue);
  to = hd_blocks_add (blocks, "victim", 0, type->block, parameters, n, type->ports);
  hd_blocks_connect (blocks, from, 0, to, port, NANOSECOND, HD_BLOCK_NO_RESOURCE);
  hd_blocks_connect (blocks, to, port, from, 0, NANOSECOND, HD_BLOCK_NO_RESOURCE);
  g_assert_true (hd_blocks_prepare (blocks, &error));
  if (hd_kernel_start (kernel, &error))
    hd_kernel_run (kernel, NANOSECOND * 1000, &error);
  g_clear_pointer (&kernel, hd_kernel_free);
  hd_blocks_free (blocks);
  return error;
}

static HdMessage
make (guint kind,
      const Packet *packet)
{
  HdMessage message = { .kind = kind };

  packet_write (packet, &message);
  return message;
}

/* ---- known messages -------------------------------------------------------------------------------------------------- */

static void
check (HdCatalog *catalog,
       const char *type,
       guint32 port,
       guint kind,
       Packet packet,
       const char *says)
{
  g_autofree char *message = g_strdup_printf ("“rogue” sent “victim” what its port %s", says);
  g_autoptr (GError) error = NULL;

  script = (Script){ .messages = { make (kind, &packet) }, .n = 1 };
  error = send_all (catalog, type, port);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_known (gconstpointer data)
{
  HdCatalog *catalog = (HdCatalog *) data;
  const guint whole = MESSAGE_HEAD | MESSAGE_TAIL;

  check (catalog, "manycore.mact", 0, whole, (Packet){ .operation = OPERATION_DATA, .flits = 1 },
         "“core” does not take: the operation must be 1 (read) or 2 (write), not 0");
  check (catalog, "manycore.mact", 0, whole, (Packet){ .operation = OPERATION_READ, .flits = 1, .size = 0 },
         "“core” does not take: an access must have 1 to 1,024 bytes, not 0");
  check (catalog, "manycore.mact", 1, whole, (Packet){ .operation = OPERATION_READ_REPLY, .flits = 1, .tag = 3, .size = 4 },
         "“net” does not take: the tag must be that of an entry that waits, not 3");
  check (catalog, "manycore.mcu", 0, whole, (Packet){ .operation = OPERATION_WRITE, .flits = 1, .size = 1025 },
         "“bus” does not take: an access must have 1 to 1,024 bytes, not 1025");
  check (catalog, "manycore.memory", 0, whole, (Packet){ .operation = OPERATION_WRITE, .flits = 0, .size = 1 },
         "“net” does not take: a packet must have 1 to 63 flits, not 0");
  check (catalog, "manycore.memory", 0, whole | 2 << 8, (Packet){ .operation = OPERATION_WRITE, .flits = 1, .size = 1 },
         "“net” does not take: the virtual channel must be one that was announced, not 2");
  check (catalog, "manycore.vcore", 0, whole, (Packet){ .operation = OPERATION_READ, .flits = 1, .size = 1 },
         "“net” does not take: the operation must be 0 (data), not 1");
  check (catalog, "manycore.core", 0, 0, (Packet){ .operation = OPERATION_READ_REPLY, .flits = 1, .tag = 70, .size = 4 },
         "“cache” does not take: the tag must be that of a load or store that waits, not 70");
  check (catalog, "manycore.cache", 1, whole, (Packet){ .operation = OPERATION_READ_REPLY, .flits = 1, .address = 640, .tag = 70, .size = 64 },
         "“net” does not take: the address must be that of a line that it waits for, not 640");
  check (catalog, "manycore.mcu", 0, MESSAGE_CREDIT, (Packet){ .address = 1 },
         "“bus” does not take: credits must not be more than the flits that were sent, not 1");
  check (catalog, "manycore.router", 2, MESSAGE_CREDIT, (Packet){ .address = 1ull << 31 },
         "“right” does not take: credits must not be more than the flits that were sent, not 2147483648");
  check (catalog, "manycore.crossbar", 1 | 3 << 16, whole | 7 << 8, (Packet){ .operation = OPERATION_DATA, .flits = 1 },
         "“down[3]” does not take: the virtual channel must be one that was announced, not 7");
}

/* A packet without a way that waits behind another for room. */
static void
test_no_way (gconstpointer data)
{
  const guint whole = MESSAGE_HEAD | MESSAGE_TAIL;
  g_autoptr (GError) error = NULL;

  script = (Script){
    .messages = {
      make (whole, &(Packet){ .operation = OPERATION_DATA, .flits = 1, .destination = place_in_mesh (0, 0, 2) }),
      make (whole, &(Packet){ .operation = OPERATION_DATA, .flits = 1, .destination = place_in_mesh (0, 0, 127) }),
      { .kind = MESSAGE_CREDIT, .payload = { 8, 1 } },
    },
    .n = 3,
  };
  error = send_all ((HdCatalog *) data, "manycore.router", 2);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_cmpstr (error->message, ==, "“victim”: a packet wants to leave by a port that has no link");
}

/* ---- any messages ---------------------------------------------------------------------------------------------------- */

/* Fields are mostly in range, so that some messages come in and change what the next ones meet. */
static HdMessage
make_any (HdRandom *random)
{
  Packet packet = {
    .address = hd_random_next (random) >> hd_random_next (random) % 64,
    .source = hd_random_next (random) & 0xffffff,
    .destination = hd_random_next (random) & (hd_random_next (random) % 4 == 0 ? 0xffffff : 0x70000),
    .tag = hd_random_next (random) % (hd_random_next (random) % 4 == 0 ? 65536 : 4),
    .size = hd_random_next (random) % (hd_random_next (random) % 8 == 0 ? 16384 : 1025),
    .flits = hd_random_next (random) % (hd_random_next (random) % 8 == 0 ? 256 : 4),
    .operation = hd_random_next (random) % (hd_random_next (random) % 8 == 0 ? 16 : 3),
  };
  guint channel = hd_random_next (random) % (hd_random_next (random) % 8 == 0 ? 256 : 2);
  guint ends = (guint) (hd_random_next (random) % 8 == 0 ? hd_random_next (random) % 4 << 16 : MESSAGE_HEAD | MESSAGE_TAIL);

  if (hd_random_next (random) % 4 == 0)
    return (HdMessage){
      .kind = MESSAGE_CREDIT | channel << 8,
      .payload = { hd_random_next (random) >> hd_random_next (random) % 64, hd_random_next (random) % 10 },
    };
  if (hd_random_next (random) % 16 == 0)
    return (HdMessage){ .kind = (guint32) hd_random_next (random), .payload = { hd_random_next (random), hd_random_next (random) } };
  return make (ends | channel << 8, &packet);
}

static void
test_any (gconstpointer data)
{
  static const char *const types[] = { "vcore", "core", "cache", "mact", "router", "crossbar", "memory", "mcu" };
  HdCatalog *catalog = (HdCatalog *) data;
  HdRandom random;

  hd_random_init (&random, 1, "rogue", "messages");
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    {
      g_autofree char *name = g_strdup_printf ("manycore.%s", types[t]);
      const HdComponentType *type = hd_catalog_lookup (catalog, name);

      for (guint p = 0; type->ports[p].name != NULL; p++)
        for (guint round = 0; round < N_ROUNDS; round++)
          {
            g_autoptr (GError) error = NULL;

            for (script.n = 0; script.n < N_MESSAGES; script.n++)
              script.messages[script.n] = make_any (&random);
            error = send_all (catalog, name, p);
            g_assert_true (error == NULL || g_error_matches (error, HD_ERROR, HD_ERROR_INVARIANT));
            g_assert_true (error == NULL || strstr (error->message, "“victim”") != NULL);
          }
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (HdCatalog) catalog = NULL;
  g_auto (GStrv) warnings = NULL;

  g_test_init (&argc, &argv, NULL);
  catalog = hd_catalog_new ();
  warnings = hd_catalog_load_default (catalog);
  g_assert_cmpstr (warnings[0], ==, NULL);
  g_test_add_data_func ("/engine/libraries/doors/known", catalog, test_known);
  g_test_add_data_func ("/engine/libraries/doors/no-way", catalog, test_no_way);
  g_test_add_data_func ("/engine/libraries/doors/any", catalog, test_any);
  return g_test_run ();
}
