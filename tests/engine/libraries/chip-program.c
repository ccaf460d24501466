/* chip-program.c: a chiplet's program that does one thing, often a wrong one
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first argument says what; see `acts`. Those that no library would let through speak to Heddle themselves.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <heddle/heddle-chip-protocol.h>
#include <heddle/heddle-chip.h>

#define SOCKET 3

static uint32_t own_number;

static void
say (ChipMessage message)
{
  message.magic = message.magic == 0 ? CHIP_MAGIC : message.magic;
  message.version = message.version == 0 ? CHIP_VERSION : message.version;
  message.chiplet = message.chiplet == 0 ? own_number : message.chiplet;
  if (send (SOCKET, &message, sizeof message, MSG_NOSIGNAL) != (ssize_t) sizeof message)
    exit (9);
}

/* Says HELLO and hears the answer. */
static void
greet (void)
{
  ChipMessage message;

  say ((ChipMessage){ .type = CHIP_HELLO });
  if (recv (SOCKET, &message, sizeof message, 0) != (ssize_t) sizeof message || message.type != CHIP_WELCOME)
    exit (8);
  own_number = message.chiplet;
}

/* Until Heddle ends it. */
static int
stay (void)
{
  while (pause () != 0)
    continue;
  return 0;
}

/* After this second message nothing more is said. */
static int
say_wrong (ChipMessage message)
{
  greet ();
  if (message.seq == 0)
    message.seq = 1;
  say (message);
  return stay ();
}

static int
say_two (ChipMessage first,
         ChipMessage second)
{
  greet ();
  first.seq = 1;
  second.seq = 2;
  say (first);
  say (second);
  return stay ();
}

static int
flood (void)
{
  greet ();
  for (uint32_t i = 1; i != 0; i++)
    say ((ChipMessage){ .type = CHIP_ADVANCE, .seq = i });
  return 0;
}

/* Asks for six lines in cycle 0, and in cycle 20, when none is answered, goes wrong, or says nothing more; "ahead" wants nothing for long. */
static int
leave_open (const char *how)
{
  static const uint64_t shared = UINT64_C (0x100000000);
  uint32_t seq = 1;

  greet ();
  say ((ChipMessage){ .type = CHIP_WRITE, .seq = seq++, .addr = shared, .size = 300, .flags = CHIP_POSTED });
  say ((ChipMessage){ .type = CHIP_READ, .seq = seq++, .addr = shared + 65536, .size = 300, .stage_off = 300, .flags = CHIP_POSTED });
  say ((ChipMessage){ .type = CHIP_ADVANCE, .seq = seq++, .t = 20 });
  if (strcmp (how, "die") == 0)
    kill (getpid (), SIGKILL);
  if (strcmp (how, "exit") == 0)
    return 3;
  if (strcmp (how, "lie") == 0)
    say ((ChipMessage){ .type = CHIP_ADVANCE, .seq = seq, .t = 19 });
  if (strcmp (how, "ahead") == 0)
    say ((ChipMessage){ .type = CHIP_ADVANCE, .seq = seq, .t = 1000000 });
  while (strcmp (how, "flood") == 0)
    say ((ChipMessage){ .type = CHIP_ADVANCE, .seq = seq++, .t = 20 });
  return stay ();
}

static int
send_short (void)
{
  greet ();
  send (SOCKET, "short", 5, 0);
  return stay ();
}

static int
die (int signal)
{
  greet ();
  kill (getpid (), signal);
  return stay ();
}

/* Writes words and reads them back, in every way; sleeps for a while now and then, so that real time differs from run to run. */
static int
work (const char *seed)
{
  uint64_t now = 0, shared, state = strtoull (seed, NULL, 10) * 2654435761u + 1;
  uint32_t words[4096], got[4096] = { 0 };
  int is_slow = getenv ("LANG") != NULL && seed[strlen (seed) - 1] == 's', error = 0;
  chip *self;

  if (chip_open (&self) != 0)
    return 7;
  shared = chip_shared (self, NULL) + (uint64_t) chip_number (self) * sizeof words;
  for (uint32_t i = 0; i < 4096; i++)
    words[i] = i * 77 + chip_number (self);
  for (uint32_t at = 0; at < 4096 && error == 0;)
    {
      uint32_t n, kind;

      state = state * 6364136223846793005u + 1442695040888963407u;
      n = (uint32_t) (state >> 40) % 300 + 1;
      n = n < 4096 - at ? n : 4096 - at;
      kind = (uint32_t) (state >> 33) % 4;
      now += (state >> 50) % 500;
      if (is_slow && kind == 1)
        usleep ((useconds_t) (state >> 54));
      error = chip_write (self, shared + at * 4, words + at, n * 4, kind > 0 ? CHIP_WRITE_POSTED : 0, &now);
      if (error == 0)
        error = kind == 2 ? chip_read_posted (self, shared + at * 4, got + at, n * 4, &now) : kind == 3 ? chip_advance (self, now += 100)
                : chip_read (self, shared + at * 4, got + at, n * 4, &now);
      if (error == 0 && kind == 3)
        error = chip_read (self, shared + at * 4, got + at, n * 4, &now);
      at += n;
    }
  if (error == 0)
    error = chip_wait (self, &now);
  if (error == 0 && memcmp (words, got, sizeof words) == 0)
    error = chip_barrier (self, 0, &now);
  printf ("%s at %" PRIu64 "\n", error == 0 ? "well" : strerror (-error), now);
  return chip_close (self, now) == 0 && error == 0 ? 0 : 6;
}

/* Its own memory is not seen by others; it keeps what was written to it. */
static int
work_privately (void)
{
  uint64_t now = 0;
  uint32_t word = 12345, got = 0;
  chip *self;

  if (chip_open (&self) != 0 || chip_write (self, 4094, &word, sizeof word, 0, &now) != 0 || chip_read (self, 4094, &got, sizeof got, &now) != 0)
    return 5;
  printf ("%u at %" PRIu64 "\n", got, now);
  return chip_close (self, now);
}

static int
end_early (const char *code)
{
  greet ();
  return atoi (code);
}

static int
end_badly (void)
{
  uint64_t now = 0;
  chip *self;

  return chip_open (&self) == 0 && chip_close (self, now) == 0 ? 3 : 4;
}

/* Computes for @cycles, reads a line and waits at a barrier. */
static int
meet (const char *cycles)
{
  uint64_t now = strtoull (cycles, NULL, 10);
  uint32_t word;
  chip *self;

  if (chip_open (&self) != 0 || chip_advance (self, now) != 0 || chip_barrier (self, 0, &now) != 0)
    return 5;
  printf ("released at %" PRIu64 "\n", now);
  if (chip_read (self, chip_shared (self, NULL), &word, sizeof word, &now) != 0)
    return 5;
  printf ("read at %" PRIu64 "\n", now);
  return chip_close (self, now);
}

/* Computes for 100 cycles, by which it has prepared itself; then writes and computes for 50. */
static int
prepare_itself (void)
{
  uint64_t now = 100;
  uint32_t word = 1;
  chip *self;

  if (chip_open (&self) != 0 || chip_begin (self, now) != 0 || chip_write (self, chip_shared (self, NULL), &word, sizeof word, 0, &now) != 0)
    return 5;
  printf ("written at %" PRIu64 "\n", now);
  return chip_close (self, now + 50);
}

/* @n requests one after the other, of four bytes each: writes that are posted, or reads. */
static int
storm (const char *n,
       int is_write,
       int is_private)
{
  uint64_t now = 0, base, left = strtoull (n, NULL, 10);
  uint32_t word = 0;
  int error = 0;
  chip *self;

  if (chip_open (&self) != 0)
    return 5;
  base = is_private ? 0 : chip_shared (self, NULL) + 65536 * (uint64_t) chip_number (self);
  for (; left > 0 && error == 0; left--)
    {
      error = is_write ? chip_write (self, base + left % 512 * 128, &word, sizeof word, CHIP_WRITE_POSTED, &now) : chip_read (self, base + left % 512 * 128, &word, sizeof word, &now);
      now += 10;
    }
  return error != 0 || chip_close (self, now) != 0 ? 5 : 0;
}

/* Prints @n lines, and is not done. */
static int
chatter (const char *n)
{
  chip *self;

  if (chip_open (&self) != 0)
    return 5;
  for (unsigned long i = 1; i <= strtoul (n, NULL, 10); i++)
    printf ("line %lu\n", i);
  return stay ();
}

int
main (int argc,
      char **argv)
{
  static const uint64_t shared = UINT64_C (0x100000000);
  const char *what = argc > 1 ? argv[1] : "", *value = argc > 2 ? argv[2] : "0";

#define ACT(name_, act_) \
  if (strcmp (what, name_) == 0) \
    return act_;
  ACT ("work", work (value))
  ACT ("private", work_privately ())
  ACT ("meet", meet (value))
  ACT ("prepare", prepare_itself ())
  ACT ("writes", storm (value, 1, 0))
  ACT ("reads", storm (value, 0, 0))
  ACT ("private-reads", storm (value, 0, 1))
  ACT ("chatter", chatter (value))
  ACT ("mute", stay ())
  ACT ("silent", (greet (), stay ()))
  ACT ("exit", end_early (value))
  ACT ("bad-end", end_badly ())
  ACT ("die", die (atoi (value)))
  ACT ("flood", flood ())
  ACT ("leave-open", leave_open (value))
  ACT ("short", send_short ())
  ACT ("no-hello", (say ((ChipMessage){ .type = CHIP_ADVANCE }), stay ()))
  ACT ("magic", say_wrong ((ChipMessage){ .magic = 1, .type = CHIP_ADVANCE }))
  ACT ("version", say_wrong ((ChipMessage){ .version = 2, .type = CHIP_ADVANCE }))
  ACT ("type", say_wrong ((ChipMessage){ .type = 99 }))
  ACT ("hello", say_wrong ((ChipMessage){ .type = CHIP_HELLO }))
  ACT ("chiplet", say_wrong ((ChipMessage){ .type = CHIP_ADVANCE, .chiplet = 5 }))
  ACT ("seq", say_wrong ((ChipMessage){ .type = CHIP_ADVANCE, .seq = 7 }))
  ACT ("flags", say_wrong ((ChipMessage){ .type = CHIP_ADVANCE, .flags = 64 }))
  ACT ("zero", say_wrong ((ChipMessage){ .type = CHIP_ADVANCE, .zero = 1 }))
  ACT ("promise", say_wrong ((ChipMessage){ .type = CHIP_ADVANCE, .t = 9, .promise = 8 }))
  ACT ("back", say_two ((ChipMessage){ .type = CHIP_ADVANCE, .t = 10 }, (ChipMessage){ .type = CHIP_ADVANCE, .t = 9 }))
  ACT ("broken", say_two ((ChipMessage){ .type = CHIP_ADVANCE, .t = 1, .promise = 100 }, (ChipMessage){ .type = CHIP_ADVANCE, .t = 9 }))
  ACT ("late", say_two ((ChipMessage){ .type = CHIP_BYE }, (ChipMessage){ .type = CHIP_ADVANCE }))
  ACT ("empty", say_wrong ((ChipMessage){ .type = CHIP_READ, .addr = shared }))
  ACT ("large", say_wrong ((ChipMessage){ .type = CHIP_READ, .addr = shared, .size = CHIP_MAXIMUM_REQUEST + 1 }))
  ACT ("stage", say_wrong ((ChipMessage){ .type = CHIP_READ, .addr = shared, .size = 4, .stage_off = (1 << 20) - 2 }))
  ACT ("nowhere", say_wrong ((ChipMessage){ .type = CHIP_READ, .addr = UINT64_C (0x80000000), .size = 4, .t = 77 }))
  ACT ("across", say_wrong ((ChipMessage){ .type = CHIP_READ, .addr = shared + (64 << 20) - 2, .size = 4, .t = 5 }))
  ACT ("no-barrier", say_wrong ((ChipMessage){ .type = CHIP_BARRIER, .addr = 9 }))
#undef ACT
  return 2;
}
