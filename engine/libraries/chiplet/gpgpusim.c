/* gpgpusim.c: a GPU as GPGPU-Sim's file describes it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "gpgpusim.h"

#include <inttypes.h>
#include <string.h>

#define MOST_CORES UINT64_C (1000000)

enum
{
  CLUSTERS,
  CORES,
  DOMAINS,
  PIPELINE,
  SCHEDULERS,
  CHANNELS,
  CHIPS,
  WIDTH,
  RATIO,
  L1,
  L2,
  L2_LATENCY,
  DRAM_LATENCY,
  N_KEYS,
};

/* @maximum: of those that are a whole number; 0 for others. @optional: what stands for those that are not there */
typedef struct
{
  const char *key;
  uint64_t maximum, optional;
} Key;

static const Key keys[N_KEYS] = {
  [CLUSTERS] = { "-gpgpu_n_clusters", MOST_CORES, 0 },
  [CORES] = { "-gpgpu_n_cores_per_cluster", MOST_CORES, 0 },
  [DOMAINS] = { "-gpgpu_clock_domains", 0, 0 },
  [PIPELINE] = { "-gpgpu_shader_core_pipeline", 0, 1 },
  [SCHEDULERS] = { "-gpgpu_num_sched_per_core", 64, 1 },
  [CHANNELS] = { "-gpgpu_n_mem", 4096, 0 },
  [CHIPS] = { "-gpgpu_n_mem_per_ctrlr", 4096, 1 },
  [WIDTH] = { "-gpgpu_dram_buswidth", 4096, 0 },
  [RATIO] = { "-dram_data_command_freq_ratio", 64, 2 },
  [L1] = { "-gpgpu_cache:dl1", 0, 1 },
  [L2] = { "-gpgpu_cache:dl2", 0, 1 },
  [L2_LATENCY] = { "-gpgpu_l2_rop_latency", 1000000, 0 },
  [DRAM_LATENCY] = { "-dram_latency", 1000000, 0 },
};

typedef struct
{
  Lines *lines;
  uint64_t values[N_KEYS];
  unsigned is_there[N_KEYS]; /* its line */
  uint64_t core_hertz, dram_hertz;
} Reader;

/* Megahertz with up to six digits behind the point, so that hertz are whole. */
static int
read_megahertz (const char *at,
                size_t length,
                uint64_t *out_hertz)
{
  const char *point = memchr (at, '.', length);
  size_t n_whole = point != NULL ? (size_t) (point - at) : length, n_parts = length - n_whole - (point != NULL);
  uint64_t whole, value;

  if (n_whole == 0 || n_whole > 7 || n_parts > 6 || !lines_read_number (at, n_whole, &whole) || (n_whole > 1 && (at[1] == 'x' || at[1] == 'X')))
    return 0;
  value = whole;
  for (size_t i = 0; i < 6; i++)
    {
      char digit = i < n_parts ? at[n_whole + 1 + i] : '0';

      if (digit < '0' || digit > '9')
        return 0;
      value = value * 10 + (uint64_t) (digit - '0');
    }
  *out_hertz = value;
  return value >= 1 && value <= UINT64_C (1000000000000);
}

/* The part of a field before the next @end, which is gone then. */
static size_t
cut (const char **at,
     size_t *length,
     char end,
     const char **out_part)
{
  const char *found = memchr (*at, end, *length);
  size_t n = found != NULL ? (size_t) (found - *at) : *length;

  *out_part = *at;
  *at += n + (found != NULL);
  *length -= n + (found != NULL);
  return n;
}

/* core:interconnect:L2:DRAM */
static int
read_domains (Reader *self,
              const char *field,
              size_t length)
{
  uint64_t clocks[4];
  const char *part, *at = field;
  size_t left = length, n;

  for (int i = 0; i < 4; i++)
    {
      n = cut (&at, &left, ':', &part);
      if (!read_megahertz (part, n, &clocks[i]))
        return lines_fail (self->lines, "clock domains are “%.*s”; they are four clocks in MHz, from 0.000001 to 1000000, with colons between", (int) (length < 64 ? length : 64), field);
    }
  if (left > 0)
    return lines_fail (self->lines, "clock domains are “%.*s”; they are four clocks", (int) (length < 64 ? length : 64), field);
  self->core_hertz = clocks[0];
  self->dram_hertz = clocks[3];
  return 1;
}

/* threads:warp */
static int
read_pipeline (Reader *self,
               const char *field,
               size_t length)
{
  const char *part, *at = field;
  size_t left = length, n = cut (&at, &left, ':', &part);
  uint64_t threads, warp;

  if (lines_read_number (part, n, &threads) && lines_read_number (at, left, &warp) && warp >= 1 && threads >= warp && threads <= MOST_CORES && threads % warp == 0)
    return 1;
  return lines_fail (self->lines, "the pipeline is “%.*s”; it is a number of threads, and how many are a warp, as 1536:32", (int) (length < 64 ? length : 64), field);
}

/* [N|S:]sets:line:ways,...,A:entries:merge,... ; @out_entries: misses that it has under way */
static int
read_cache (Reader *self,
            const char *field,
            size_t length,
            uint64_t *out_entries)
{
  const char *groups[4], *part, *at = field;
  size_t left = length, lengths[4], n;
  uint64_t sets, line, ways;
  int n_groups = 0;

  while (left > 0 && n_groups < 4)
    {
      lengths[n_groups] = cut (&at, &left, ',', &groups[n_groups]);
      n_groups++;
    }
  if (n_groups < 3)
    return lines_fail (self->lines, "the cache is “%.*s”; it has a shape, rules and misses, with commas between", (int) (length < 64 ? length : 64), field);
  at = groups[0];
  left = lengths[0];
  n = cut (&at, &left, ':', &part);
  if (n == 1 && (*part == 'N' || *part == 'S'))
    n = cut (&at, &left, ':', &part);
  if (!lines_read_number (part, n, &sets) || (n = cut (&at, &left, ':', &part), !lines_read_number (part, n, &line)) || !lines_read_number (at, left, &ways)
      || sets < 1 || ways < 1 || sets > MOST_CORES || ways > MOST_CORES)
    return lines_fail (self->lines, "the cache's shape is “%.*s”; it is sets, bytes of a line and ways, as N:32:128:4", (int) (lengths[0] < 64 ? lengths[0] : 64), groups[0]);
  if (line != KERNELS_LINE)
    return lines_fail (self->lines, "lines of the cache have %" PRIu64 " bytes; here they have %d", line, KERNELS_LINE);
  at = groups[2];
  left = lengths[2];
  cut (&at, &left, ':', &part);
  n = cut (&at, &left, ':', &part);
  if (lines_read_number (part, n, out_entries) && *out_entries >= 1 && *out_entries <= MOST_CORES)
    return 1;
  return lines_fail (self->lines, "the cache's misses are “%.*s”; they are a kind and a number of entries, as S:64:8", (int) (lengths[2] < 64 ? lengths[2] : 64), groups[2]);
}

static int
read_value (Reader *self,
            unsigned number,
            const char *field,
            size_t length)
{
  const Key *key = &keys[number];

  if (self->is_there[number] > 0)
    return lines_fail (self->lines, "%s is in line %u already", key->key, self->is_there[number]);
  self->is_there[number] = self->lines->line;
  if (key->maximum > 0 && lines_read_number (field, length, &self->values[number]) && self->values[number] >= 1 && self->values[number] <= key->maximum)
    return 1;
  if (key->maximum > 0)
    return lines_fail (self->lines, "%s is “%.*s”; it is a whole number from 1 to %" PRIu64, key->key, (int) (length < 64 ? length : 64), field, key->maximum);
  if (number == DOMAINS)
    return read_domains (self, field, length);
  if (number == PIPELINE)
    return read_pipeline (self, field, length);
  return read_cache (self, field, length, &self->values[number]);
}

static unsigned
find_key (const char *field,
          size_t length)
{
  unsigned i = 0;

  while (i < N_KEYS && (strlen (keys[i].key) != length || memcmp (keys[i].key, field, length) != 0))
    i++;
  return i;
}

/* A value in quotes may go over several lines. */
static int
skip_value (Reader *self)
{
  Lines *lines = self->lines;
  const char *field, *end;

  if (!lines_has_field (lines) || *lines->at != '"')
    {
      while (lines_has_field (lines))
        lines_take (lines, &field);
      return 1;
    }
  end = memchr (lines->at + 1, '"', (size_t) (lines->end - lines->at - 1));
  if (end == NULL)
    return lines_fail (lines, "a quote begins and does not end");
  for (; lines->at <= end; lines->at++)
    lines->line += *lines->at == '\n';
  return 1;
}

static int
read_line (Reader *self,
           GpgpusimIgnored ignored,
           void *data)
{
  Lines *lines = self->lines;
  const char *field;
  unsigned key, line = lines->line;
  size_t length;

  if (*lines->at != '-')
    return lines_fail (lines, "a line begins with - and a key");
  length = lines_take (lines, &field);
  key = find_key (field, length);
  if (key == N_KEYS)
    {
      ignored (data, field, length, line);
      return skip_value (self);
    }
  if (lines_count (lines) != 1)
    return lines_fail (lines, "%s has %u values; it has one", keys[key].key, lines_count (lines));
  lines_has_field (lines);
  length = lines_take (lines, &field);
  return read_value (self, key, field, length);
}

int
gpgpusim_read (Lines *lines,
               KernelsProfile *out_profile,
               GpgpusimIgnored ignored,
               void *data)
{
  Reader self = { .lines = lines };
  const uint64_t *values = self.values;

  while (lines_next (lines))
    if (!read_line (&self, ignored, data))
      return 0;
  for (unsigned i = 0; i < N_KEYS; i++)
    if (self.is_there[i] == 0 && keys[i].optional == 0)
      return lines_fail (lines, "%s is nowhere", keys[i].key);
    else if (self.is_there[i] == 0)
      self.values[i] = keys[i].optional;
  *out_profile = (KernelsProfile){
    .hertz = self.core_hertz,
    .cores = values[CLUSTERS] * values[CORES],
    .issue = values[SCHEDULERS],
    .bytes_per_s = values[CHANNELS] * values[CHIPS] * values[WIDTH] * values[RATIO], /* a cycle */
    .latency = values[L2_LATENCY] + values[DRAM_LATENCY],
    .outstanding = self.is_there[L1] > 0 ? values[L1] : 64,
  };
  if (out_profile->cores > MOST_CORES)
    return lines_fail (lines, "%" PRIu64 " cores; there are at most %" PRIu64, out_profile->cores, MOST_CORES);
  if ((unsigned __int128) out_profile->bytes_per_s * self.dram_hertz > UINT64_C (1000000000000000000))
    return lines_fail (lines, "memory passes more than 10^18 bytes a second");
  out_profile->bytes_per_s *= self.dram_hertz;
  return 1;
}
