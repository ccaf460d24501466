/* kernels.c: what a GPU chiplet computes, and how long that takes without the network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WARPS UINT64_C (1000000000)
#define MOST_INSTRUCTIONS UINT64_C (1000000000000)
#define MOST_LINES UINT64_C (1000000000000)
#define MOST_BARRIER UINT64_C (4294967295)

static int
take_barrier (Lines *lines,
              uint64_t *out_barrier)
{
  *out_barrier = KERNELS_NO_BARRIER;
  if (lines_has_field (lines) && *lines->at == '-')
    {
      const char *field;

      return lines_take (lines, &field) == 1 ? 1 : lines_fail (lines, "the barrier is a whole number, or - for none");
    }
  return lines_take_number (lines, "the barrier", 0, MOST_BARRIER, out_barrier);
}

static int
read_kernel (Lines *lines,
             Kernel *out)
{
  if (lines_count (lines) != 7)
    return lines_fail (lines, "%u fields, expected 7: warps, instructions of a warp, private lines read and written, shared lines read and written, barrier or -",
                       lines_count (lines));
  return lines_take_number (lines, "the number of warps", 0, MOST_WARPS, &out->warps)
         && lines_take_number (lines, "the number of instructions of a warp", 0, MOST_INSTRUCTIONS, &out->instructions)
         && lines_take_number (lines, "the number of private lines read", 0, MOST_LINES, &out->private_reads)
         && lines_take_number (lines, "the number of private lines written", 0, MOST_LINES, &out->private_writes)
         && lines_take_number (lines, "the number of shared lines read", 0, MOST_LINES, &out->shared_reads)
         && lines_take_number (lines, "the number of shared lines written", 0, MOST_LINES, &out->shared_writes) && take_barrier (lines, &out->barrier);
}

/* "@ A..B", "@ A", "@ *" */
static int
read_roles (Lines *lines,
            uint64_t role,
            int *out_is_mine)
{
  const char *field, *dots = NULL;
  size_t length, n_first;
  uint64_t first, last;

  lines_take (lines, &field);
  if (lines_count (lines) != 1)
    return lines_fail (lines, "behind @ stands one range of roles: A, A..B or *");
  lines_has_field (lines);
  length = lines_take (lines, &field);
  if (length == 1 && *field == '*')
    {
      *out_is_mine = 1;
      return 1;
    }
  for (size_t i = 0; dots == NULL && i + 1 < length; i++)
    if (field[i] == '.' && field[i + 1] == '.')
      dots = field + i;
  n_first = dots != NULL ? (size_t) (dots - field) : length;
  if (!lines_read_number (field, n_first, &first) || !lines_read_number (dots != NULL ? dots + 2 : field, dots != NULL ? length - n_first - 2 : length, &last)
      || first > last)
    return lines_fail (lines, "“%.*s” is no range of roles: A, A..B or *", (int) (length < 32 ? length : 32), field);
  *out_is_mine = role >= first && role <= last;
  return 1;
}

static int
add (Kernels *self,
     Lines *lines,
     const Kernel *kernel)
{
  Kernel *wider;

  if ((self->n & (self->n - 1)) == 0)
    {
      wider = realloc (self->all, (self->n == 0 ? 1 : 2 * self->n) * sizeof *wider);
      if (wider == NULL)
        return lines_fail (lines, "there is no memory for more kernels");
      self->all = wider;
    }
  self->all[self->n++] = *kernel;
  return 1;
}

int
kernels_read (Kernels *self,
              Lines *lines,
              uint64_t role)
{
  int is_mine = 1;

  while (lines_next (lines))
    {
      Kernel kernel;

      if (*lines->at == '@')
        {
          if (!read_roles (lines, role, &is_mine))
            return 0;
          continue;
        }
      if (!read_kernel (lines, &kernel) || (is_mine && !add (self, lines, &kernel)))
        return 0;
    }
  return 1;
}

void
kernels_share_all (Kernels *self)
{
  for (size_t i = 0; i < self->n; i++)
    {
      self->all[i].shared_reads += self->all[i].private_reads;
      self->all[i].shared_writes += self->all[i].private_writes;
      self->all[i].private_reads = self->all[i].private_writes = 0;
    }
}

void
kernels_clear (Kernels *self)
{
  free (self->all);
  *self = (Kernels){ 0 };
}

static unsigned __int128
divide_up (unsigned __int128 a,
           unsigned __int128 b)
{
  return a / b + (a % b != 0);
}

uint64_t
kernel_get_cycles (const Kernel *self,
                   const KernelsProfile *profile)
{
  unsigned __int128 lines = (unsigned __int128) self->private_reads + self->private_writes;
  unsigned __int128 issue = divide_up ((unsigned __int128) self->warps * self->instructions, (unsigned __int128) profile->cores * profile->issue);
  unsigned __int128 transfer = divide_up (lines * KERNELS_LINE * profile->hertz, profile->bytes_per_s);
  unsigned __int128 wait = divide_up (lines * profile->latency, (unsigned __int128) profile->cores * profile->outstanding);
  unsigned __int128 longest = issue > transfer ? issue : transfer;

  longest = longest > wait ? longest : wait;
  return longest <= KERNELS_MOST_CYCLES ? (uint64_t) longest : KERNELS_MOST_CYCLES + 1;
}
