/* lines.c: where in a source an instruction comes from
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * System V ABI, "Sections" and "Symbol Table"; lines are read by libdw of elfutils.
 */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

#ifdef HEDDLE_LIBDW
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdio.h>
#endif

#define HEADER_BYTES 52
#define SECTION_BYTES 40
#define SYMBOL_BYTES 16
#define SYMBOLS 2  /* kind of a section */
#define FUNCTION 2 /* kind of a symbol */

typedef struct
{
  const uint8_t *bytes;
  size_t size;
} Bytes;

static uint32_t
read_16 (const uint8_t *bytes)
{
  return bytes[0] | (uint32_t) bytes[1] << 8;
}

static uint32_t
read_32 (const uint8_t *bytes)
{
  return read_16 (bytes) | read_16 (bytes + 2) << 16;
}

/* ---- tables -------------------------------------------------------------------------------------------------------- */

static void
add (LinesTable *self,
     const LinesEntry *entry)
{
  if (self->n == self->n_places)
    {
      uint32_t n = self->n_places == 0 ? 64 : self->n_places * 2;
      LinesEntry *grown = realloc (self->all, n * sizeof *grown);

      if (grown == NULL)
        return;
      self->all = grown;
      self->n_places = n;
    }
  self->all[self->n++] = *entry;
}

/* Of one address what says most stands last. */
static int
compare (const void *a,
         const void *b)
{
  const LinesEntry *x = a, *y = b;

  return x->address != y->address ? (x->address < y->address ? -1 : 1) : (x->line > y->line) - (x->line < y->line);
}

static void
sort (LinesTable *self)
{
  if (self->n > 1)
    qsort (self->all, self->n, sizeof *self->all, compare);
}

/* The last that is not behind @address; or NULL. */
static const LinesEntry *
find (const LinesTable *self,
      uint32_t address)
{
  uint32_t low = 0, high = self->n;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;

      if (self->all[middle].address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? &self->all[low - 1] : NULL;
}

/* ---- functions ----------------------------------------------------------------------------------------------------- */

/* What lies at @at; sets @out to nothing if that is not within the file. */
static int
get_part (const Bytes *file,
          size_t at,
          size_t n,
          Bytes *out)
{
  if (at > file->size || n > file->size - at)
    return 0;
  *out = (Bytes){ file->bytes + at, n };
  return 1;
}

static int
get_section (const Bytes *file,
             uint32_t number,
             Bytes *out_header,
             Bytes *out_part)
{
  size_t first = read_32 (file->bytes + 32), n = read_16 (file->bytes + 48);

  return number < n && read_16 (file->bytes + 46) == SECTION_BYTES && get_part (file, first + (size_t) number * SECTION_BYTES, SECTION_BYTES, out_header)
         && get_part (file, read_32 (out_header->bytes + 16), read_32 (out_header->bytes + 20), out_part);
}

/* With names that end within theirs. */
static void
add_functions (LinesTable *self,
               const Bytes *symbols,
               const Bytes *names)
{
  if (names->size == 0 || names->bytes[names->size - 1] != 0)
    return;
  for (size_t at = 0; at + SYMBOL_BYTES <= symbols->size; at += SYMBOL_BYTES)
    {
      const uint8_t *symbol = symbols->bytes + at;

      if ((symbol[12] & 15) == FUNCTION && read_32 (symbol) < names->size)
        add (self, &(LinesEntry){ read_32 (symbol + 4), 1, (const char *) names->bytes + read_32 (symbol) });
    }
}

static void
read_functions (LinesTable *self,
                const Bytes *file)
{
  Bytes header, part, names_header, names;

  for (uint32_t i = 0; i < read_16 (file->bytes + 48); i++)
    if (get_section (file, i, &header, &part) && read_32 (header.bytes + 4) == SYMBOLS && get_section (file, read_32 (header.bytes + 24), &names_header, &names))
      add_functions (self, &part, &names);
  sort (self);
}

/* ---- lines --------------------------------------------------------------------------------------------------------- */

#ifdef HEDDLE_LIBDW
static const char *
get_base (const char *path)
{
  const char *slash = path != NULL ? strrchr (path, '/') : NULL;

  return path == NULL ? "" : slash != NULL ? slash + 1 : path;
}

static void
add_unit (LinesTable *self,
          Dwarf_Die *unit)
{
  Dwarf_Lines *lines;
  size_t n;

  if (dwarf_getsrclines (unit, &lines, &n) != 0)
    return;
  for (size_t i = 0; i < n; i++)
    {
      Dwarf_Line *line = dwarf_onesrcline (lines, i);
      bool is_end = false;
      Dwarf_Addr address;
      int number;

      if (line == NULL || dwarf_lineaddr (line, &address) != 0 || dwarf_lineno (line, &number) != 0)
        continue;
      dwarf_lineendsequence (line, &is_end);
      add (self, &(LinesEntry){ (uint32_t) address, is_end || number < 0 ? 0 : (uint32_t) number, get_base (dwarf_linesrc (line, NULL, NULL)) });
    }
}

typedef struct
{
  Elf *elf;
  Dwarf *dwarf;
} Session;

/* libelf reads a copy, as it may write to what it is given. */
static void
read_lines (Lines *self,
            const Bytes *file)
{
  Session *session = calloc (1, sizeof *session + file->size);
  Dwarf_Off at = 0, next;
  size_t header;

  self->session = session;
  if (session == NULL)
    return;
  memcpy (session + 1, file->bytes, file->size);
  elf_version (EV_CURRENT);
  session->elf = elf_memory ((char *) (session + 1), file->size);
  session->dwarf = session->elf != NULL ? dwarf_begin_elf (session->elf, DWARF_C_READ, NULL) : NULL;
  for (; session->dwarf != NULL && dwarf_nextcu (session->dwarf, at, &next, &header, NULL, NULL, NULL) == 0; at = next)
    {
      Dwarf_Die unit;

      if (dwarf_offdie (session->dwarf, at + header, &unit) != NULL)
        add_unit (&self->lines, &unit);
    }
  sort (&self->lines);
}

/* To what was inlined at @address: where from, and, as it knows better than symbols do, its name. */
static void
find_calls (const Lines *self,
            uint32_t address,
            LinesPlace *place)
{
  const Session *session = self->session;
  Dwarf_Die unit, *innermost = NULL, *scopes = NULL;
  Dwarf_Files *files = NULL;
  int has_name = 0, n;
  size_t used = 0;

  if (session == NULL || session->dwarf == NULL || dwarf_addrdie (session->dwarf, address, &unit) == NULL || dwarf_getsrcfiles (&unit, &files, NULL) != 0)
    return;
  n = dwarf_getscopes (&unit, address, &innermost);
  n = n > 0 ? dwarf_getscopes_die (&innermost[0], &scopes) : 0; /* as they lie in each other, not as they were written */
  for (int i = 0; i < n; i++)
    {
      int is_inlined = dwarf_tag (&scopes[i]) == DW_TAG_inlined_subroutine;
      const char *name = is_inlined || dwarf_tag (&scopes[i]) == DW_TAG_subprogram ? dwarf_diename (&scopes[i]) : NULL;
      Dwarf_Attribute attribute;
      Dwarf_Word file, line;

      if (name != NULL && !has_name)
        place->function = name;
      has_name = has_name || name != NULL;
      if (!is_inlined || dwarf_formudata (dwarf_attr (&scopes[i], DW_AT_call_file, &attribute), &file) != 0
          || dwarf_formudata (dwarf_attr (&scopes[i], DW_AT_call_line, &attribute), &line) != 0 || used >= sizeof place->calls)
        continue;
      used += (size_t) snprintf (place->calls + used, sizeof place->calls - used, "%s%s:%u", used > 0 ? " " : "", get_base (dwarf_filesrc (files, file, NULL, NULL)), (unsigned) line);
    }
  free (innermost);
  free (scopes);
}

static void
end_session (Lines *self)
{
  Session *session = self->session;

  if (session == NULL)
    return;
  dwarf_end (session->dwarf);
  elf_end (session->elf);
  free (session);
}
#else
static void
read_lines (Lines *self,
            const Bytes *file)
{
  (void) self;
  (void) file;
}

static void
find_calls (const Lines *self,
            uint32_t address,
            LinesPlace *place)
{
  (void) self;
  (void) address;
  (void) place;
}

static void
end_session (Lines *self)
{
  (void) self;
}
#endif

/* ---- all of it ----------------------------------------------------------------------------------------------------- */

void
lines_open (Lines *self,
            const uint8_t *bytes,
            size_t size)
{
  const Bytes file = { bytes, size };

  *self = (Lines){ .session = NULL };
  if (size < HEADER_BYTES)
    return;
  read_functions (&self->functions, &file);
  read_lines (self, &file);
}

void
lines_clear (Lines *self)
{
  end_session (self);
  free (self->functions.all);
  free (self->lines.all);
  *self = (Lines){ .session = NULL };
}

void
lines_find (const Lines *self,
            uint32_t address,
            LinesPlace *out_place)
{
  const LinesEntry *function = find (&self->functions, address), *line = find (&self->lines, address);

  *out_place = (LinesPlace){ function != NULL ? function->name : "", line != NULL && line->line > 0 ? line->name : "", line != NULL ? line->line : 0, "" };
  find_calls (self, address, out_place);
}
