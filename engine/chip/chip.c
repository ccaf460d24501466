/* chip.c: programs that are chiplets
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The other end of heddle-chip-protocol.h. The stage is used as a ring: what is asked for takes its place behind what was asked for before, and
 * Heddle says with each message up to where it has taken it.
 */
#include <heddle/heddle-chip.h>

#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <heddle/heddle-chip-protocol.h>

/* What was read posted, and is not here yet. */
typedef struct
{
  uint64_t place;
  void *data;
  uint32_t size;
} Pending;

struct chip
{
  int socket;
  unsigned char *stage;
  uint64_t stage_size;
  uint64_t staged; /* bytes ever, with gaps at the end of the ring */
  uint64_t taken;  /* of these */
  uint64_t told;   /* the last time that Heddle heard */
  uint64_t granted;
  uint32_t number, n_sent, n_heard;
  int error; /* all that follows has it too */
  ChipWelcome welcome;
  Pending *pending;
  size_t n_pending, n_places;
};

_Static_assert (sizeof (ChipMessage) == 64, "the layout of messages");

static void
convert (ChipMessage *message)
{
  message->magic = htole32 (message->magic);
  message->version = htole16 (message->version);
  message->type = htole16 (message->type);
  message->chiplet = htole32 (message->chiplet);
  message->seq = htole32 (message->seq);
  message->t = htole64 (message->t);
  message->addr = htole64 (message->addr);
  message->size = htole32 (message->size);
  message->flags = htole32 (message->flags);
  message->stage_off = htole64 (message->stage_off);
  message->promise = htole64 (message->promise);
  message->status = htole32 (message->status);
}

static int
fail (chip *self,
      int error)
{
  self->error = error;
  return error;
}

/* ---- messages ------------------------------------------------------------------------------------------------------ */

static int
say (chip *self,
     ChipMessage message)
{
  ssize_t n;

  message.magic = CHIP_MAGIC;
  message.version = CHIP_VERSION;
  message.chiplet = self->number;
  message.seq = self->n_sent++;
  self->told = message.t;
  convert (&message);
  do
    n = send (self->socket, &message, sizeof message, MSG_NOSIGNAL);
  while (n < 0 && errno == EINTR);
  return n == (ssize_t) sizeof message ? 0 : fail (self, -EPIPE);
}

static int
hear (chip *self,
      ChipMessage *out)
{
  ssize_t n;

  do
    n = recv (self->socket, out, sizeof *out, MSG_TRUNC);
  while (n < 0 && errno == EINTR);
  if (n <= 0)
    return fail (self, -EPIPE);
  if (n != (ssize_t) sizeof *out)
    return fail (self, -EPROTO);
  convert (out);
  if (out->magic != CHIP_MAGIC || out->version != CHIP_VERSION || out->seq != self->n_heard++)
    return fail (self, -EPROTO);
  return out->type == CHIP_FAIL ? fail (self, -ECANCELED) : 0;
}

/* Hears until there is a message of @type; grants may come at any time. */
static int
await (chip *self,
       uint16_t type,
       ChipMessage *out)
{
  for (;;)
    {
      int error = hear (self, out);

      if (error != 0)
        return error;
      if (out->type != CHIP_WELCOME && out->stage_off > self->staged)
        return fail (self, -EPROTO);
      if (out->type != CHIP_WELCOME && out->stage_off > self->taken)
        self->taken = out->stage_off;
      if (out->type == CHIP_GRANT && out->promise > self->granted)
        self->granted = out->promise;
      if (out->type == type)
        return 0;
      if (out->type != CHIP_GRANT)
        return fail (self, -EPROTO);
    }
}

/* Before something is said of @now: what was said before must be within the window, so that a program is at most one message ahead of it. */
static int
prepare (chip *self,
         uint64_t now)
{
  ChipMessage grant;

  if (self->error != 0)
    return self->error;
  if (now < self->told)
    return -EINVAL;
  while (self->told > self->granted)
    if (await (self, CHIP_GRANT, &grant) != 0)
      return self->error;
  return 0;
}

/* ---- the stage ----------------------------------------------------------------------------------------------------- */

static int
wait_for_pending (chip *self,
                  uint64_t *now)
{
  ChipMessage answer;

  if (say (self, (ChipMessage){ .type = CHIP_WAIT, .t = *now }) != 0 || await (self, CHIP_DONE, &answer) != 0)
    return self->error;
  for (size_t i = 0; i < self->n_pending; i++)
    memcpy (self->pending[i].data, self->stage + self->pending[i].place % self->stage_size, self->pending[i].size);
  self->n_pending = 0;
  *now = self->told = answer.t;
  return 0;
}

/* Heddle is asked to take what is staged. */
static int
ask_for_room (chip *self,
              uint64_t place,
              uint64_t now)
{
  ChipMessage grant;

  if (say (self, (ChipMessage){ .type = CHIP_ADVANCE, .t = now, .flags = CHIP_ASK }) != 0)
    return self->error;
  while (place - self->taken > self->stage_size)
    if (await (self, CHIP_GRANT, &grant) != 0)
      return self->error;
  return 0;
}

/* A place for @size bytes, contiguous. If the ring is full, what was read posted is waited for first: its places are free with the answer alone. */
static int
reserve (chip *self,
         uint32_t size,
         uint64_t *now,
         uint64_t *out_place)
{
  uint64_t place = self->staged, at = place % self->stage_size;
  int error = 0;

  if (at + size > self->stage_size)
    place += self->stage_size - at;
  if (place + size - self->taken > self->stage_size && self->n_pending > 0)
    error = wait_for_pending (self, now);
  if (error == 0 && place + size - self->taken > self->stage_size)
    error = ask_for_room (self, place + size, *now);
  if (error != 0)
    return error;
  self->staged = place + size;
  *out_place = place;
  return 0;
}

static int
map_stage (chip *self,
           int descriptor)
{
  struct stat status;
  void *stage;

  if (fstat (descriptor, &status) != 0 || status.st_size < CHIP_MINIMUM_STAGE)
    return -ENOTCONN;
  stage = mmap (NULL, (size_t) status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (stage == MAP_FAILED)
    return -errno;
  self->stage = stage;
  self->stage_size = (uint64_t) status.st_size;
  return 0;
}

/* ---- what programs call ---------------------------------------------------------------------------------------- */

static int
read_descriptor (const char *variable)
{
  const char *text = getenv (variable);
  char *end;
  long number;

  if (text == NULL || *text == '\0')
    return -1;
  number = strtol (text, &end, 10);
  return *end == '\0' && number >= 0 && number < 65536 ? (int) number : -1;
}

static void
release (chip *self)
{
  if (self->stage != NULL)
    munmap (self->stage, (size_t) self->stage_size);
  free (self->pending);
  close (self->socket);
  free (self);
}

static int
greet (chip *self)
{
  ChipMessage answer;
  ChipWelcome welcome;
  int error = say (self, (ChipMessage){ .type = CHIP_HELLO, .addr = (uint64_t) getpid () });

  if (error == 0)
    error = await (self, CHIP_WELCOME, &answer);
  if (error != 0)
    return error;
  if (answer.stage_off + sizeof welcome > self->stage_size)
    return -EPROTO;
  memcpy (&welcome, self->stage + answer.stage_off, sizeof welcome);
  self->welcome = (ChipWelcome){ le64toh (welcome.private_size), le64toh (welcome.shared_base), le64toh (welcome.shared_size), le64toh (welcome.clock),
                                 le64toh (welcome.window) };
  self->number = answer.chiplet;
  self->granted = answer.promise;
  return 0;
}

int
chip_open (chip **out_chip)
{
  int socket = read_descriptor ("CHIP_FD"), stage = read_descriptor ("CHIP_STAGE"), error;
  chip *self;

  if (socket < 0 || stage < 0)
    return -ENOTCONN;
  self = calloc (1, sizeof *self);
  if (self == NULL)
    return -ENOMEM;
  setvbuf (stdout, NULL, _IOLBF, 0); /* who watches the run sees it line by line */
  self->socket = socket;
  error = map_stage (self, stage);
  if (error == 0)
    error = greet (self);
  if (error == 0)
    *out_chip = self;
  else
    release (self);
  return error;
}

/* One request of at most CHIP_MAXIMUM_REQUEST bytes. */
static int
write_piece (chip *self,
             uint64_t address,
             const void *data,
             uint32_t size,
             unsigned flags,
             uint64_t *now)
{
  ChipMessage message = { .type = CHIP_WRITE, .addr = address, .size = size, .flags = flags & CHIP_WRITE_POSTED ? CHIP_POSTED : 0 }, answer;
  int error = prepare (self, *now);

  if (error == 0)
    error = reserve (self, size, now, &message.stage_off);
  if (error != 0)
    return error;
  message.t = *now;
  memcpy (self->stage + message.stage_off % self->stage_size, data, size);
  if (say (self, message) != 0)
    return self->error;
  if (flags & CHIP_WRITE_POSTED)
    return 0;
  if (await (self, CHIP_DONE, &answer) != 0)
    return self->error;
  *now = self->told = answer.t;
  return 0;
}

static int
read_piece (chip *self,
            uint64_t address,
            void *data,
            uint32_t size,
            uint64_t *now)
{
  ChipMessage message = { .type = CHIP_READ, .addr = address, .size = size }, answer;
  int error = prepare (self, *now);

  if (error == 0)
    error = reserve (self, size, now, &message.stage_off);
  if (error != 0)
    return error;
  message.t = *now;
  if (say (self, message) != 0 || await (self, CHIP_DONE, &answer) != 0)
    return self->error;
  memcpy (data, self->stage + message.stage_off % self->stage_size, size);
  *now = self->told = answer.t;
  return 0;
}

static int
add_pending (chip *self,
             const Pending *pending)
{
  size_t n = self->n_places == 0 ? 64 : 2 * self->n_places;
  Pending *wider;

  if (self->n_pending == self->n_places)
    {
      wider = realloc (self->pending, n * sizeof *wider);
      if (wider == NULL)
        return fail (self, -ENOMEM);
      self->pending = wider;
      self->n_places = n;
    }
  self->pending[self->n_pending++] = *pending;
  return 0;
}

static int
read_piece_posted (chip *self,
                   uint64_t address,
                   void *data,
                   uint32_t size,
                   uint64_t *now)
{
  ChipMessage message = { .type = CHIP_READ, .addr = address, .size = size, .flags = CHIP_POSTED };
  int error = prepare (self, *now);

  if (error == 0)
    error = reserve (self, size, now, &message.stage_off);
  if (error == 0)
    error = add_pending (self, &(Pending){ message.stage_off, data, size });
  if (error != 0)
    return error;
  message.t = *now;
  return say (self, message);
}

static uint32_t
get_piece (size_t size)
{
  return size < CHIP_MAXIMUM_REQUEST ? (uint32_t) size : CHIP_MAXIMUM_REQUEST;
}

int
chip_write (chip *self,
            uint64_t address,
            const void *data,
            size_t size,
            unsigned flags,
            uint64_t *now)
{
  const unsigned char *from = data;

  if (size == 0)
    return -EINVAL;
  while (size > 0)
    {
      uint32_t piece = get_piece (size);
      int error = write_piece (self, address, from, piece, flags, now);

      if (error != 0)
        return error;
      address += piece;
      from += piece;
      size -= piece;
    }
  return 0;
}

int
chip_read (chip *self,
           uint64_t address,
           void *data,
           size_t size,
           uint64_t *now)
{
  unsigned char *to = data;

  if (size == 0)
    return -EINVAL;
  while (size > 0)
    {
      uint32_t piece = get_piece (size);
      int error = read_piece (self, address, to, piece, now);

      if (error != 0)
        return error;
      address += piece;
      to += piece;
      size -= piece;
    }
  return 0;
}

int
chip_read_posted (chip *self,
                  uint64_t address,
                  void *data,
                  size_t size,
                  uint64_t *now)
{
  unsigned char *to = data;

  if (size == 0)
    return -EINVAL;
  while (size > 0)
    {
      uint32_t piece = get_piece (size);
      int error = read_piece_posted (self, address, to, piece, now);

      if (error != 0)
        return error;
      address += piece;
      to += piece;
      size -= piece;
    }
  return 0;
}

int
chip_wait (chip *self,
           uint64_t *now)
{
  int error = prepare (self, *now);

  return error != 0 || self->n_pending == 0 ? error : wait_for_pending (self, now);
}

int
chip_advance (chip *self,
              uint64_t now)
{
  int error = prepare (self, now);

  return error != 0 ? error : say (self, (ChipMessage){ .type = CHIP_ADVANCE, .t = now });
}

int
chip_begin (chip *self,
            uint64_t now)
{
  int error = prepare (self, now);

  return error != 0 ? error : say (self, (ChipMessage){ .type = CHIP_ADVANCE, .t = now, .flags = CHIP_BEGIN });
}

int
chip_barrier (chip *self,
              uint32_t id,
              uint64_t *now)
{
  ChipMessage answer;
  int error = chip_wait (self, now);

  if (error == 0)
    error = say (self, (ChipMessage){ .type = CHIP_BARRIER, .t = *now, .addr = id });
  if (error == 0)
    error = await (self, CHIP_RELEASE, &answer);
  if (error == 0)
    *now = self->told = answer.t;
  return error;
}

int
chip_close (chip *self,
            uint64_t now)
{
  int error = prepare (self, now);

  if (error == 0)
    error = say (self, (ChipMessage){ .type = CHIP_BYE, .t = now });
  release (self);
  return error;
}

uint32_t
chip_number (const chip *self)
{
  return self->number;
}

uint64_t
chip_shared (const chip *self,
             uint64_t *out_size)
{
  if (out_size != NULL)
    *out_size = self->welcome.shared_size;
  return self->welcome.shared_base;
}

uint64_t
chip_clock (const chip *self)
{
  return self->welcome.clock;
}
