/* fixture-short-structs.c: a library built when the structs were shorter, and one table of them longer
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <heddle/heddle-component.h>

/* No field behind `mandatory`. */
typedef struct
{
  size_t size;
  const char *name;
  const char *title;
  const char *protocol;
  int maximum_links;
  int indexed;
} ShortPort;

/* A field that this Heddle does not know. */
typedef struct
{
  HdProbe known;
  double future[3];
} LongProbe;

static const ShortPort ports[] = {
  { sizeof (ShortPort), "in", "In", "a", 1, 0 },
  { sizeof (ShortPort), "out", "Out", "b", 2, 1 },
  { 0 },
};

static const LongProbe probes[] = {
  { { sizeof (LongProbe), "first", "First", "", "one" }, { 1, 2, 3 } },
  { { sizeof (LongProbe), "second", "Second", "B/s", "two" }, { 1, 2, 3 } },
  { { 0 }, { 0 } },
};

/* Ends with `probes`: handlers are missing, and what lies behind must not be read. */
static const HdComponentType old = {
  .size = offsetof (HdComponentType, handlers),
  .id = "old",
  .title = "Old",
  .category = "Test",
  .symbol = "switch",
  .help = "Made for an earlier Heddle.",
  .role = HD_ROLE_SWITCH,
  .ports = (const HdPort *) ports,
  .probes = (const HdProbe *) probes,
  .handlers = (const HdHandlers *) 1,
};

static const HdComponentType *const types[] = { &old, NULL };

static const HdLibrary library = {
  .size = sizeof (HdLibrary),
  .abi = HD_COMPONENT_ABI,
  .name = "short",
  .title = "Short structs",
  .version = "0.9",
  .types = types,
};

const HdLibrary *
heddle_library (void)
{
  return &library;
}
