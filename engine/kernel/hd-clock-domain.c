/* hd-clock-domain.c: clocks with a rational period
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-clock-domain"

#include "hd-clock-domain.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MILLI 1000

gboolean
hd_clock_domain_init (HdClockDomain *self,
                      double frequency,
                      GError **error)
{
  gint64 a, b;

  if (!(frequency >= 1e-3 && frequency <= 1e12))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("A clock of %g Hz is not between 1 mHz and 1 THz"), frequency);
      return FALSE;
    }

  self->num = HD_TICKS_PER_SECOND * MILLI;
  self->den = (gint64) floor (frequency * MILLI + 0.5);
  for (a = self->num, b = self->den; b != 0;)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  self->num /= a;
  self->den /= a;
  return TRUE;
}

HdTime
hd_clock_domain_get_edge (const HdClockDomain *self,
                          gint64 cycle)
{
  __int128 edge;

  g_return_val_if_fail (cycle >= 0, 0);

  edge = ((__int128) cycle * self->num + self->den - 1) / self->den;
  return edge < HD_TIME_MAX ? (HdTime) edge : HD_TIME_MAX;
}

gint64
hd_clock_domain_find_cycle (const HdClockDomain *self,
                            HdTime time)
{
  __int128 cycle;

  g_return_val_if_fail (time >= 0, 0);

  if (time == 0)
    return 0;
  /* ceil (n num / den) >= time is n num / den > time - 1 */
  cycle = (__int128) (time - 1) * self->den / self->num + 1;
  return cycle < G_MAXINT64 ? (gint64) cycle : G_MAXINT64;
}
