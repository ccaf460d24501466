/* talk.c: what a chiplet's program says, looked at before anybody acts on it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "talk.h"

#include <endian.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
  message->zero = htole32 (message->zero);
}

__attribute__ ((format (printf, 2, 3)))
static int
refuse (char *out_why,
        const char *format,
        ...)
{
  va_list arguments;

  va_start (arguments, format);
  vsnprintf (out_why, TALK_WHY_BYTES, format, arguments);
  va_end (arguments);
  return 0;
}

/* Fields that a type does not name are zero. */
typedef struct
{
  const char *name;
  int has_address, has_data, has_promise;
  uint32_t flags;
} Form;

static const Form *
find_form (uint16_t type)
{
  static const Form forms[] = {
    [CHIP_HELLO] = { "HELLO", .has_address = 1 },
    [CHIP_WRITE] = { "WRITE", .has_address = 1, .has_data = 1, .has_promise = 1, .flags = CHIP_POSTED },
    [CHIP_READ] = { "READ", .has_address = 1, .has_data = 1, .has_promise = 1, .flags = CHIP_POSTED },
    [CHIP_ADVANCE] = { "ADVANCE", .has_promise = 1, .flags = CHIP_ASK | CHIP_BEGIN },
    [CHIP_BARRIER] = { "BARRIER", .has_address = 1 },
    [CHIP_BYE] = { "BYE", 0 },
    [CHIP_WAIT] = { "WAIT", 0 },
  };

  return type < sizeof forms / sizeof *forms && forms[type].name != NULL ? &forms[type] : NULL;
}

static int
check_head (const Talk *self,
            const ChipMessage *message,
            char *out_why)
{
  const Form *form = find_form (message->type);

  if (message->magic != CHIP_MAGIC)
    return refuse (out_why, "protocol error: a message begins with 0x%08" PRIx32 ", not with 0x%08" PRIx32, message->magic, CHIP_MAGIC);
  if (message->version != CHIP_VERSION)
    return refuse (out_why, "protocol error: it speaks version %u, and this is version %d", message->version, CHIP_VERSION);
  if (form == NULL)
    return refuse (out_why, "protocol error: a message of type %u, which no program sends", message->type);
  if ((message->type == CHIP_HELLO) != (self->n_heard == 0))
    return refuse (out_why, "protocol error: %s as message %" PRIu32 "; the first is HELLO, and no other is", form->name, self->n_heard);
  if (message->chiplet != (self->n_heard == 0 ? 0 : self->number))
    return refuse (out_why, "protocol error: it says that it is chiplet %" PRIu32 ", and is %" PRIu32, message->chiplet, self->number);
  if (message->seq != self->n_heard)
    return refuse (out_why, "protocol error: message %" PRIu32 " says that it is number %" PRIu32, self->n_heard, message->seq);
  if (self->is_over)
    return refuse (out_why, "protocol error: %s after BYE", form->name);
  return 1;
}

static int
check_rest (const ChipMessage *message,
            char *out_why)
{
  const Form *form = find_form (message->type);

  if ((message->flags & ~form->flags) != 0)
    return refuse (out_why, "protocol error: %s with flags 0x%" PRIx32 "; at most 0x%" PRIx32 " are known", form->name, message->flags, form->flags);
  if (message->zero != 0 || message->status != 0 || (!form->has_address && message->addr != 0) || (!form->has_promise && message->promise != 0) ||
      (!form->has_data && (message->stage_off != 0 || (message->size != 0 && message->type != CHIP_HELLO))))
    return refuse (out_why, "protocol error: %s has a field that must be zero and is not", form->name);
  return 1;
}

static int
check_time (const Talk *self,
            const ChipMessage *message,
            char *out_why)
{
  if (message->t < self->told)
    return refuse (out_why, "time %" PRIu64 " after %" PRIu64, message->t, self->told);
  if (message->t < self->low)
    return refuse (out_why, "time %" PRIu64 " after the promise of %" PRIu64, message->t, self->low);
  if (message->promise != 0 && message->promise < message->t)
    return refuse (out_why, "a promise of %" PRIu64 " at time %" PRIu64, message->promise, message->t);
  return 1;
}

static int
check_stage (const Talk *self,
             const ChipMessage *message,
             char *out_why)
{
  uint64_t place = message->stage_off % self->stage_bytes;

  if (message->size == 0 || message->size > CHIP_MAXIMUM_REQUEST)
    return refuse (out_why, "bad size: %" PRIu32 " bytes; 1 to %d", message->size, CHIP_MAXIMUM_REQUEST);
  if (message->stage_off < self->staged || message->stage_off - self->taken > self->stage_bytes || place + message->size > self->stage_bytes)
    return refuse (out_why, "bad staging offset: %" PRIu32 " bytes at %" PRIu64 "; the stage has %" PRIu64 " bytes, and up to %" PRIu64 " is named already",
                   message->size, message->stage_off, self->stage_bytes, self->staged);
  return 1;
}

int
talk_hear (Talk *self,
           const void *datagram,
           size_t size,
           ChipMessage *out,
           char out_why[TALK_WHY_BYTES])
{
  if (size != sizeof *out)
    return refuse (out_why, "protocol error: a message of %zu bytes; it has %zu", size, sizeof *out);
  memcpy (out, datagram, sizeof *out);
  convert (out);
  if (!check_head (self, out, out_why) || !check_rest (out, out_why) || !check_time (self, out, out_why))
    return 0;
  if (find_form (out->type)->has_data && !check_stage (self, out, out_why))
    return 0;
  self->n_heard++;
  self->worked += out->t - self->told;
  self->told = out->t;
  self->low = out->promise > out->t ? out->promise : out->t;
  if (find_form (out->type)->has_data)
    self->staged = out->stage_off + out->size;
  self->is_over = out->type == CHIP_BYE;
  return 1;
}

void
talk_take (Talk *self,
           const ChipMessage *message)
{
  if (!self->is_pinned)
    self->taken = message->stage_off + message->size;
}

void
talk_pin (Talk *self)
{
  self->is_pinned = 1;
}

void
talk_take_all (Talk *self)
{
  self->is_pinned = 0;
  self->taken = self->staged;
}

void
talk_say (Talk *self,
          ChipMessage message,
          unsigned char out_datagram[sizeof (ChipMessage)])
{
  message.magic = CHIP_MAGIC;
  message.version = CHIP_VERSION;
  message.chiplet = self->number;
  message.seq = self->n_said++;
  convert (&message);
  memcpy (out_datagram, &message, sizeof message);
}
