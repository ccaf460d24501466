/* fields.c: descriptors and packets of a card that runs collective operations, bit by bit
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "fields.h"

#define BOTH(symbol_, descriptor_, packet_, word_, shift_, bits_, help_) [FIELD_##symbol_] = { { descriptor_, packet_ }, word_, shift_, bits_ },
#define OWN(symbol_, descriptor_, word_, shift_, bits_, help_) [FIELD_##symbol_] = { { descriptor_, NULL }, word_, shift_, bits_ },

const FieldLayout fields_layout[FIELDS_N] = { FIELDS_TABLE (BOTH, OWN) };

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
