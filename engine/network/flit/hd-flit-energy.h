/* hd-flit-energy.h: what the events of routers cost
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each event has a part for each bit that toggles, and one for what is charged at once: a row of a buffer, a grant.
 */
#pragma once

#include <glib.h>

#include "hd-flit-tile.h"

G_BEGIN_DECLS

/** HdFlitEnergyPreset: pJ, unless the name says otherwise */
typedef struct
{
  const char *id;
  double toggles_per_bit;   /* of a flit's bits, those that change on a wire */
  double row_bits;          /* of a flit for which one row of a buffer is charged */
  double write_row, write_toggle;
  double read_row, read_toggle;
  double crossbar_toggle;
  double link_toggle, link_toggle_per_mm;
  double channel_grant, channel_grant_per_channel;
  double switch_grant;
  double static_w;          /* of a router */
} HdFlitEnergyPreset;

/** hd_flit_energy_preset_find: popnet, orion180 or interposer; %NULL if there is none of that name */
const HdFlitEnergyPreset *hd_flit_energy_preset_find (const char *id);

/** HdFlitEnergy: J of a number of events; or, by hd_flit_energy_get_power (), W */
typedef struct
{
  double write, read;
  double crossbar;
  double arbiter;
  double link;
  double idle; /* what routers take whatever they do */
} HdFlitEnergy;

/** HdFlitEnergyModel: a preset at given sizes */
typedef struct
{
  HdFlitEnergyPreset preset;
  double flit_bits;
  double link_mm;
} HdFlitEnergyModel;

/** hd_flit_energy_add: what a router with ports of @n_channels did in @seconds; every read goes through the crossbar */
void hd_flit_energy_add (HdFlitEnergy *self,
                         const HdFlitEnergyModel *model,
                         const HdFlitCounts *counts,
                         guint n_channels,
                         double seconds);
/** hd_flit_energy_get_power: over @seconds, more than 0 */
HdFlitEnergy hd_flit_energy_get_power (const HdFlitEnergy *self,
                                       double seconds);
/** hd_flit_energy_get_memory, _get_total: buffers; everything */
double hd_flit_energy_get_memory (const HdFlitEnergy *self);
double hd_flit_energy_get_total (const HdFlitEnergy *self);

G_END_DECLS
