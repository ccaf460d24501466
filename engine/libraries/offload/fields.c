/* fields.c: descriptors and packets of a card that runs collective operations, bit by bit
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "fields.h"

#define BOTH(name_) { name_, name_ }
#define DESCRIPTOR_ONLY(name_) { name_, NULL }

const FieldLayout fields_layout[FIELDS_N] = {
  [FIELD_JOB] = { BOTH ("JobID"), 0, 0, 8 },
  [FIELD_SEQUENCE] = { BOTH ("SeqID"), 0, 8, 5 },
  [FIELD_SOURCE_PORT] = { BOTH ("SourceVP"), 0, 13, 11 },
  [FIELD_TARGET_PORT] = { BOTH ("DestVP"), 0, 24, 11 },
  [FIELD_NODE] = { { "DestID", "NodeID" }, 0, 35, 24 },
  [FIELD_OTHER] = { BOTH ("other"), 0, 59, 5 },
  [FIELD_COLLECTIVE] = { DESCRIPTOR_ONLY ("C"), 1, 0, 1 },
  [FIELD_HEAD] = { DESCRIPTOR_ONLY ("CH"), 1, 1, 1 },
  [FIELD_TAIL] = { DESCRIPTOR_ONLY ("CT"), 1, 2, 1 },
  [FIELD_TRIGGERS] = { BOTH ("CP"), 1, 3, 1 },
  [FIELD_COUNT] = { DESCRIPTOR_ONLY ("CPCount"), 1, 4, 6 },
  [FIELD_SWAP_LOCAL_DATA] = { BOTH ("SwapLocalData"), 1, 10, 1 },
  [FIELD_SWAP_LOCAL_PORT] = { BOTH ("SwapLocalVP"), 1, 11, 1 },
  [FIELD_SWAP_REMOTE_DATA] = { BOTH ("SwapRemoteData"), 1, 12, 1 },
  [FIELD_SWAP_REMOTE_ADDRESS] = { BOTH ("SwapRemoteAddr"), 1, 13, 1 },
  [FIELD_REDUCE] = { BOTH ("ReduceFlag"), 1, 14, 1 },
  [FIELD_END] = { BOTH ("CollEndFlag"), 1, 15, 1 },
  [FIELD_OPERATION] = { BOTH ("op"), 1, 16, 4 },
  [FIELD_TYPE] = { BOTH ("dtype"), 1, 20, 4 },
  [FIELD_PULSE] = { BOTH ("PulseID"), 1, 24, 8 },
  [FIELD_PACKET] = { BOTH ("PktIdx"), 1, 32, 16 },
  [FIELD_LENGTH] = { BOTH ("len"), 1, 48, 16 },
};

uint32_t
fields_maximum (Field field)
{
  return (UINT32_C (1) << fields_layout[field].bits) - 1;
}

int
fields_pack (const Fields *self,
             uint64_t out_words[FIELDS_WORDS],
             Field *out_field)
{
  out_words[0] = out_words[1] = 0;
  for (Field field = 0; field < FIELDS_N; field++)
    {
      if (self->at[field] > fields_maximum (field))
        {
          *out_field = field;
          return 0;
        }
      out_words[fields_layout[field].word] |= (uint64_t) self->at[field] << fields_layout[field].shift;
    }
  return 1;
}

void
fields_unpack (Fields *self,
               const uint64_t words[FIELDS_WORDS])
{
  for (Field field = 0; field < FIELDS_N; field++)
    self->at[field] = (uint32_t) (words[fields_layout[field].word] >> fields_layout[field].shift) & fields_maximum (field);
}

void
fields_make_packet (const Fields *descriptor,
                    uint32_t node,
                    Fields *out_packet)
{
  for (Field field = 0; field < FIELDS_N; field++)
    out_packet->at[field] = fields_layout[field].names[FIELDS_PACKET] != NULL ? descriptor->at[field] : 0;
  out_packet->at[FIELD_NODE] = node;
}

uint64_t
fields_make_key (uint32_t job,
                 uint32_t node,
                 uint32_t port,
                 uint32_t sequence)
{
  return (uint64_t) job << 40 | (uint64_t) node << 16 | (uint64_t) port << 5 | sequence;
}
