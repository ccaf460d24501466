/* test-chip.c: the library of chiplets' programs, against the other end of its protocol
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what is written is what lies at its address, in pieces and round the end of the stage; posted writes do not wait; a program is at most one
 * message ahead of its window; time does not go back; whatever is wrong at the other end is an error number, and stays one.
 */
#define _GNU_SOURCE /* memfd_create () */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <glib.h>

#include <heddle/heddle-chip-protocol.h>
#include <heddle/heddle-chip.h>

#define SHARED UINT64_C (0x100000000)
#define IMAGE (1 << 20)
#define DELAY 40 /* cycles of an answer */

/* Heddle's end, in a thread: answers what it hears. */
typedef struct
{
  int socket;
  int descriptors[2]; /* of the program: its socket and its stage */
  guint8 *stage;
  guint8 *image;
  guint64 window; /* it grants so many cycles from what it heard */
  guint lie;      /* at this message it sends something else; 0: never */
  guint16 lie_type;
  guint32 n_sent, n_heard, n_posted, n_asked;
  guint64 most_ahead; /* of what was granted, when something was heard */
  guint64 granted, taken, end;
  GThread *thread;
} Peer;

static void
answer (Peer *self,
        ChipMessage message)
{
  message.magic = CHIP_MAGIC;
  message.version = CHIP_VERSION;
  message.chiplet = 3;
  message.seq = self->n_sent++;
  if (self->lie != 0 && self->n_sent == self->lie)
    {
      message.type = self->lie_type;
      message.seq += self->lie_type == CHIP_DONE ? 1 : 0;
    }
  g_assert_cmpint (send (self->socket, &message, sizeof message, MSG_NOSIGNAL), ==, sizeof message);
}

static void
welcome (Peer *self)
{
  ChipWelcome words = { 1 << 30, SHARED, IMAGE, 700000000, self->window };

  memcpy (self->stage, &words, sizeof words);
  answer (self, (ChipMessage){ .type = CHIP_WELCOME, .promise = self->granted = self->window, .size = CHIP_MINIMUM_STAGE });
}

/* A program may be one message ahead of its window, and waits for the window to move. */
static void
grant (Peer *self,
       const ChipMessage *heard)
{
  if (heard->t <= self->granted)
    return;
  self->most_ahead = MAX (self->most_ahead, heard->t - self->granted);
  self->granted = heard->t + self->window;
  answer (self, (ChipMessage){ .type = CHIP_GRANT, .promise = self->granted });
}

static gboolean
serve (Peer *self,
       const ChipMessage *heard)
{
  guint8 *place = self->stage + heard->stage_off % CHIP_MINIMUM_STAGE;

  g_assert_cmpuint (heard->seq, ==, self->n_heard++);
  grant (self, heard);
  if (heard->type == CHIP_WRITE || heard->type == CHIP_READ)
    {
      g_assert_cmpuint (heard->stage_off % CHIP_MINIMUM_STAGE + heard->size, <=, CHIP_MINIMUM_STAGE);
      g_assert_cmpuint (heard->addr - SHARED + heard->size, <=, IMAGE);
      self->taken = heard->stage_off + heard->size;
    }
  if (heard->type == CHIP_HELLO)
    welcome (self);
  else if (heard->type == CHIP_WRITE)
    memcpy (self->image + (heard->addr - SHARED), place, heard->size);
  else if (heard->type == CHIP_READ)
    memcpy (place, self->image + (heard->addr - SHARED), heard->size);

  if (heard->flags & CHIP_POSTED)
    self->n_posted++;
  else if (heard->type == CHIP_WRITE || heard->type == CHIP_READ)
    answer (self, (ChipMessage){ .type = CHIP_DONE, .t = heard->t + DELAY, .stage_off = self->taken });
  else if (heard->type == CHIP_BARRIER)
    answer (self, (ChipMessage){ .type = CHIP_RELEASE, .t = heard->t + 2 * DELAY });
  if (heard->flags & CHIP_ASK)
    {
      self->n_asked++;
      answer (self, (ChipMessage){ .type = CHIP_GRANT, .promise = self->granted, .stage_off = self->taken });
    }
  self->end = heard->t;
  return heard->type != CHIP_BYE;
}

static gpointer
run_peer (gpointer data)
{
  Peer *self = data;
  ChipMessage heard;

  while (recv (self->socket, &heard, sizeof heard, 0) == sizeof heard && serve (self, &heard))
    if (self->lie != 0 && self->n_sent >= self->lie)
      break;
  close (self->socket);
  return NULL;
}

static void
peer_start (Peer *self,
            guint64 window)
{
  int ends[2];
  char number[16];

  self->window = window;
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), ==, 0);
  self->socket = ends[0];
  self->descriptors[0] = ends[1];
  self->descriptors[1] = memfd_create ("stage", MFD_CLOEXEC);
  g_assert_cmpint (ftruncate (self->descriptors[1], CHIP_MINIMUM_STAGE), ==, 0);
  self->stage = mmap (NULL, CHIP_MINIMUM_STAGE, PROT_READ | PROT_WRITE, MAP_SHARED, self->descriptors[1], 0);
  self->image = g_malloc0 (IMAGE);
  g_snprintf (number, sizeof number, "%d", self->descriptors[0]);
  g_setenv ("CHIP_FD", number, TRUE);
  g_snprintf (number, sizeof number, "%d", self->descriptors[1]);
  g_setenv ("CHIP_STAGE", number, TRUE);
  self->thread = g_thread_new ("peer", run_peer, self);
}

static void
peer_end (Peer *self)
{
  g_thread_join (self->thread);
  munmap (self->stage, CHIP_MINIMUM_STAGE);
  close (self->descriptors[1]);
  g_free (self->image);
}

static void
fill (guint8 *bytes,
      gsize n)
{
  for (gsize i = 0; i < n; i++)
    bytes[i] = (guint8) (i * 31 + i / 251);
}

/* Reads and writes of up to five stages, each in pieces of 64 KiB, which wait once each. */
static void
test_data (void)
{
  gsize size = 5 * CHIP_MINIMUM_STAGE - 77;
  g_autofree guint8 *sent = g_malloc (size), *got = g_malloc0 (size);
  Peer peer = { 0 };
  guint64 now = 5, n_shared, n_pieces = (size + CHIP_MAXIMUM_REQUEST - 1) / CHIP_MAXIMUM_REQUEST;
  chip *self;

  fill (sent, size);
  peer_start (&peer, G_MAXUINT32);
  g_assert_cmpint (chip_open (&self), ==, 0);
  g_assert_cmpuint (chip_number (self), ==, 3);
  g_assert_cmpuint (chip_clock (self), ==, 700000000);
  g_assert_cmphex (chip_shared (self, &n_shared), ==, SHARED);
  g_assert_cmpuint (n_shared, ==, IMAGE);

  g_assert_cmpint (chip_write (self, SHARED + 9, sent, size, 0, &now), ==, 0);
  g_assert_cmpuint (now, ==, 5 + n_pieces * DELAY);
  g_assert_cmpint (chip_read (self, SHARED + 9, got, size, &now), ==, 0);
  g_assert_cmpuint (now, ==, 5 + 2 * n_pieces * DELAY);
  g_assert_cmpmem (got, size, sent, size);
  g_assert_cmpint (chip_barrier (self, 1, &now), ==, 0);
  g_assert_cmpuint (now, ==, 5 + (2 * n_pieces + 2) * DELAY);
  g_assert_cmpint (chip_close (self, now), ==, 0);
  peer_end (&peer);
  g_assert_cmpuint (peer.end, ==, now);
}

/* They take no time, and wait for nothing but room in the stage. */
static void
test_posted (void)
{
  guint8 line[128], *image;
  Peer peer = { 0 };
  guint64 now = 0;
  guint n = 4 * CHIP_MINIMUM_STAGE / sizeof line;
  chip *self;

  peer_start (&peer, G_MAXUINT32);
  image = peer.image;
  g_assert_cmpint (chip_open (&self), ==, 0);
  for (guint i = 0; i < n; i++)
    {
      memset (line, (int) i, sizeof line);
      g_assert_cmpint (chip_write (self, SHARED + i * sizeof line, line, sizeof line, CHIP_WRITE_POSTED, &now), ==, 0);
    }
  g_assert_cmpuint (now, ==, 0);
  g_assert_cmpint (chip_barrier (self, 0, &now), ==, 0);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (image[i * sizeof line + 127], ==, i % 256);
  g_assert_cmpint (chip_close (self, now), ==, 0);
  peer_end (&peer);
  g_assert_cmpuint (peer.n_posted, ==, n);
  g_assert_cmpuint (peer.n_asked, ==, 3);
}

/* It may be one message ahead, and says nothing more before it was granted. */
static void
test_window (void)
{
  Peer peer = { 0 };
  guint64 now = 0;
  chip *self;

  peer_start (&peer, 1000);
  g_assert_cmpint (chip_open (&self), ==, 0);
  for (guint i = 0; i < 50; i++)
    g_assert_cmpint (chip_advance (self, now += 2600), ==, 0);
  g_assert_cmpint (chip_close (self, now), ==, 0);
  peer_end (&peer);
  g_assert_cmpuint (peer.most_ahead, ==, 1600);
  g_assert_cmpuint (peer.end, ==, 50 * 2600);
}

static void
test_time_goes_on (void)
{
  Peer peer = { 0 };
  guint64 now = 99;
  guint32 word = 7;
  chip *self;

  peer_start (&peer, G_MAXUINT32);
  g_assert_cmpint (chip_open (&self), ==, 0);
  g_assert_cmpint (chip_advance (self, 100), ==, 0);
  g_assert_cmpint (chip_write (self, SHARED, &word, sizeof word, 0, &now), ==, -EINVAL);
  g_assert_cmpint (chip_barrier (self, 0, &now), ==, -EINVAL);
  g_assert_cmpint (chip_read (self, SHARED, &word, 0, &now), ==, -EINVAL);
  g_assert_cmpuint (now, ==, 99);
  now = 100;
  g_assert_cmpint (chip_write (self, SHARED, &word, sizeof word, 0, &now), ==, 0);
  g_assert_cmpint (chip_close (self, now), ==, 0);
  peer_end (&peer);
}

typedef struct
{
  guint lie;
  guint16 type;
  int error;
} Fault;

/* The second thing that Heddle says is wrong, or the end. */
static void
test_faults (gconstpointer data)
{
  const Fault *fault = data;
  Peer peer = { .lie = fault->lie, .lie_type = fault->type };
  guint64 now = 0;
  guint32 word = 0;
  chip *self;

  peer_start (&peer, G_MAXUINT32);
  g_assert_cmpint (chip_open (&self), ==, 0);
  g_assert_cmpint (chip_read (self, SHARED, &word, sizeof word, &now), ==, fault->error);
  g_assert_cmpint (chip_read (self, SHARED, &word, sizeof word, &now), ==, fault->error);
  g_assert_cmpint (chip_advance (self, 5), ==, fault->error);
  g_assert_cmpint (chip_close (self, now), ==, fault->error);
  peer_end (&peer);
}

static void
test_gone (void)
{
  Peer peer = { .lie = 1, .lie_type = CHIP_WELCOME };
  guint64 now = 0;
  guint32 word = 0;
  chip *self;

  peer_start (&peer, G_MAXUINT32);
  g_assert_cmpint (chip_open (&self), ==, 0);
  g_thread_join (peer.thread);
  g_assert_cmpint (chip_read (self, SHARED, &word, sizeof word, &now), ==, -EPIPE);
  g_assert_cmpint (chip_close (self, now), ==, -EPIPE);
  peer.thread = g_thread_new ("nobody", run_peer, &(Peer){ .socket = -1 });
  peer_end (&peer);
}

static void
test_not_started (void)
{
  chip *self;

  g_unsetenv ("CHIP_FD");
  g_assert_cmpint (chip_open (&self), ==, -ENOTCONN);
  g_setenv ("CHIP_FD", "no number", TRUE);
  g_assert_cmpint (chip_open (&self), ==, -ENOTCONN);
}

int
main (int argc,
      char **argv)
{
  static const Fault faults[] = {
    { 2, CHIP_FAIL, -ECANCELED },
    { 2, CHIP_RELEASE, -EPROTO },
    { 2, CHIP_DONE, -EPROTO }, /* a message is missing */
    { 2, 999, -EPROTO },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chip/data", test_data);
  g_test_add_func ("/chip/posted", test_posted);
  g_test_add_func ("/chip/window", test_window);
  g_test_add_func ("/chip/time-goes-on", test_time_goes_on);
  g_test_add_data_func ("/chip/faults/failed", &faults[0], test_faults);
  g_test_add_data_func ("/chip/faults/wrong-answer", &faults[1], test_faults);
  g_test_add_data_func ("/chip/faults/missing", &faults[2], test_faults);
  g_test_add_data_func ("/chip/faults/unknown", &faults[3], test_faults);
  g_test_add_func ("/chip/gone", test_gone);
  g_test_add_func ("/chip/not-started", test_not_started);
  return g_test_run ();
}
