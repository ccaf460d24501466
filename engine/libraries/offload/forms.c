/* forms.c: what lines of descriptors and packets have, for who describes and edits them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "forms.h"

#include "fields.h"

#define DESCRIPTOR(symbol_, descriptor_, packet_, word_, shift_, bits_, help_) { sizeof (HdFormField), descriptor_, help_, word_, shift_, bits_ },
#define DESCRIPTOR_ALONE(symbol_, descriptor_, word_, shift_, bits_, help_) { sizeof (HdFormField), descriptor_, help_, word_, shift_, bits_ },
#define PACKET(symbol_, descriptor_, packet_, word_, shift_, bits_, help_) { sizeof (HdFormField), packet_, help_, word_, shift_, bits_ },
#define NOTHING(...)
#define OUTSIDE(name_, help_) { sizeof (HdFormField), name_, help_, 0, 0, 0 }

static const HdFormField card_fields[] = { OUTSIDE ("rank", N_("The rank of the card in its communicator.")), { 0 } };
static const HdFormField source_fields[] = {
  { sizeof (HdFormField), "SeqID", N_("Place of the packet in what the sequence takes in, from 0 on, one after the other."), 0, 0, 5 },
  { sizeof (HdFormField), "NodeID", N_("The rank that it comes from."), 0, 8, 24 },
  { sizeof (HdFormField), "ReduceFlag", N_("It is reduced with the values that run; else it takes their place."), 0, 32, 1 },
  OUTSIDE ("from", N_("The first element that it is about.")),
  OUTSIDE ("to", N_("The element behind the last.")),
  { 0 },
};
static const HdFormField descriptor_fields[] = {
  FIELDS_TABLE (DESCRIPTOR, DESCRIPTOR_ALONE)
  OUTSIDE ("from", N_("The first element that it sends.")),
  OUTSIDE ("to", N_("The element behind the last.")),
  { 0 },
};
static const HdFormField packet_fields[] = { FIELDS_TABLE (PACKET, NOTHING) { 0 } };

const HdForm forms_all[] = {
  { sizeof (HdForm), "card", N_("Card"), N_("What follows is of this card."), card_fields },
  { sizeof (HdForm), "source", N_("Source"), N_("A packet that the next sequence takes in: 5 bytes before its first descriptor."), source_fields },
  { sizeof (HdForm), "descriptor", N_("Descriptor"), N_("What a process writes to its card: two words."), descriptor_fields },
  { sizeof (HdForm), "packet", N_("Packet"), N_("The header of what a card sends: two words."), packet_fields },
  { 0 },
};
