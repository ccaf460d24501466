/* hd-flit-energy.c: what the events of routers cost
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The elements of the first two presets are those of the Orion library of 2003 (0.18 um, 1.8 V): 67.55 pJ to read a row of 128 bits, 1.452 pJ and
 * 0.6009 pJ for each toggled bit to write one, 0.5244 and 0.6287 pJ for each toggled bit into and out of the crossbar, 0.0207 pJ and 1.8343 pJ/mm on a
 * link, 0.354 pJ and 0.228 pJ for each channel to grant one. popnet charges a row for each word of 64 bits and more toggles than there are when it
 * writes: 233.6 pJ a word was measured. The third preset has no source: it stands for a current process of interposers until there is one.
 */
#define G_LOG_DOMAIN "hd-flit-energy"

#include "hd-flit-energy.h"

#include <string.h>

#define PICOJOULE 1e-12

static const HdFlitEnergyPreset presets[] = {
  { .id = "popnet", .toggles_per_bit = 0.412, .row_bits = 64, .write_row = 233.6, .read_row = 67.55, .crossbar_toggle = 1.1531, .link_toggle = 0.0207,
    .link_toggle_per_mm = 1.8343, .channel_grant = 0.354, .channel_grant_per_channel = 0.228 },
  { .id = "orion180", .toggles_per_bit = 0.5, .row_bits = 128, .write_row = 1.452, .write_toggle = 0.6009, .read_row = 67.55, .crossbar_toggle = 1.1531,
    .link_toggle = 0.0207, .link_toggle_per_mm = 1.8343, .channel_grant = 0.354, .channel_grant_per_channel = 0.228 },
  { .id = "interposer", .toggles_per_bit = 1, .row_bits = 128, .write_toggle = 0.030, .read_toggle = 0.025, .crossbar_toggle = 0.045, .link_toggle = 0.40,
    .link_toggle_per_mm = 0.10, .channel_grant = 0.10, .switch_grant = 0.10, .static_w = 5e-3 },
};

const HdFlitEnergyPreset *
hd_flit_energy_preset_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (strcmp (presets[i].id, id) == 0)
      return &presets[i];
  return NULL;
}

void
hd_flit_energy_add (HdFlitEnergy *self,
                    const HdFlitEnergyModel *model,
                    const HdFlitCounts *counts,
                    guint n_channels,
                    double seconds)
{
  const HdFlitEnergyPreset *preset = &model->preset;
  double rows = model->flit_bits / preset->row_bits, toggles = model->flit_bits * preset->toggles_per_bit;

  self->write += PICOJOULE * (double) counts->writes * (preset->write_row * rows + preset->write_toggle * toggles);
  self->read += PICOJOULE * (double) counts->reads * (preset->read_row * rows + preset->read_toggle * toggles);
  self->crossbar += PICOJOULE * (double) counts->reads * preset->crossbar_toggle * toggles;
  self->arbiter += PICOJOULE * (double) counts->channel_grants * (preset->channel_grant + preset->channel_grant_per_channel * n_channels);
  self->arbiter += PICOJOULE * (double) counts->switch_grants * preset->switch_grant;
  self->link += PICOJOULE * (double) counts->link_flits * (preset->link_toggle + preset->link_toggle_per_mm * model->link_mm) * toggles;
  self->idle += preset->static_w * seconds;
}

HdFlitEnergy
hd_flit_energy_get_power (const HdFlitEnergy *self,
                          double seconds)
{
  g_return_val_if_fail (seconds > 0, *self);

  return (HdFlitEnergy){ self->write / seconds, self->read / seconds, self->crossbar / seconds, self->arbiter / seconds, self->link / seconds,
                         self->idle / seconds };
}

double
hd_flit_energy_get_memory (const HdFlitEnergy *self)
{
  return self->write + self->read;
}

double
hd_flit_energy_get_total (const HdFlitEnergy *self)
{
  return self->write + self->read + self->crossbar + self->arbiter + self->link + self->idle;
}
