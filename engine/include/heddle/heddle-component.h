/* heddle-component.h: what a component library sees of Heddle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A library exports one function, heddle_library (), that returns a const HdLibrary. It is queried, its ABI is checked, then its
 * component types are registered; libraries that come with Heddle pass through the same door. Structs start with their size, so that a
 * newer Heddle reads older libraries: fields are only ever appended, and a missing one counts as zero.
 */
#pragma once

#include <stdint.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HD_COMPONENT_ABI 1

/* Marks a string for translation; it is translated, with the library's domain, when shown. */
#ifndef N_
#define N_(String) (String)
#endif

#if defined(__GNUC__)
#define HD_EXPORT __attribute__ ((visibility ("default")))
#else
#define HD_EXPORT
#endif

/** What a component is to a network; see HdRole. The network of the chosen fidelity owns switches and links. */
typedef enum
{
  HD_ROLE_ENDPOINT, /* runs work: compute capacity, sends and receives */
  HD_ROLE_MEMORY,   /* holds data, answers transfers */
  HD_ROLE_SWITCH,   /* forwards only */
} HdRole;

typedef enum
{
  HD_PARAMETER_QUANTITY, /* number with the dimension named by @unit ("" for a plain number) */
  HD_PARAMETER_INTEGER,
  HD_PARAMETER_CHOICE,   /* one of @choices */
  HD_PARAMETER_TEXT,
  HD_PARAMETER_FLAG,     /* true or false */
} HdParameterKind;

/**
 * HdParameter:
 * @key: name in files, lower case with dashes
 * @title: (translatable) short label
 * @unit: unit whose dimension the value must have ("B/s"); "" for a plain number
 * @default_text: as written in a file ("67 TFLOP/s"); %NULL if the value is mandatory
 * @minimum, @maximum: hard range in SI; with @exclusive_minimum the minimum itself is refused; @maximum 0 above a @minimum of 0 or more: no
 *   upper end; all three 0: no range
 * @pleasant_minimum, @pleasant_maximum: the usual range, for sliders and hints
 * @choices: NULL-terminated, for %HD_PARAMETER_CHOICE
 * @allow_infinity: "inf" is a permitted value
 */
typedef struct
{
  size_t size;
  const char *key;
  const char *title;
  HdParameterKind kind;
  const char *unit;
  const char *default_text;
  double minimum;
  double maximum;
  int exclusive_minimum;
  double pleasant_minimum;
  double pleasant_maximum;
  const char *const *choices;
  int allow_infinity;
  const char *help;   /* (translatable) one sentence */
  const char *source; /* where the default comes from, or NULL */
} HdParameter;

/**
 * HdPreset:
 *
 * Named values for several parameters at once ("H100"). A component type with presets has a CHOICE parameter named `model`
 * whose value selects one; parameters written in the document win over the preset.
 */
typedef struct
{
  size_t size;
  const char *name;
  const char *title;
  const char *const *values; /* key, text, key, text, NULL */
  const char *source;
} HdPreset;

/**
 * HdPort:
 * @maximum_links: how many links one port (one element of an indexed port) takes, 0 for any number
 * @indexed: written with an index: down[3]
 * @protocol: ports link only to ports of the same protocol, "*" to any
 * @mandatory: a component without a link here is a problem
 */
typedef struct
{
  size_t size;
  const char *name;
  const char *title;
  const char *protocol;
  int maximum_links;
  int indexed;
  int mandatory;
  const char *help;
} HdPort;

/** HdProbe: something that can be watched; @unit "" for a plain number, "%" for a share */
typedef struct
{
  size_t size;
  const char *name;
  const char *title;
  const char *unit;
  const char *help;
} HdProbe;

/* ---- event handlers: components that simulate themselves -------------------------------------------------------- */

typedef struct _HdComponentContext HdComponentContext;

/**
 * HdMessage: what travels between ports of event-driven components; 16 bytes of payload by value
 * @kind: the library's own
 * @port: of the receiver: its place in the type's table of ports, for an indexed port plus the index << 16; set by Heddle
 */
typedef struct
{
  uint32_t kind;
  uint32_t port;
  uint64_t payload[2];
} HdMessage;

/**
 * HdHost:
 *
 * Functions of Heddle that a handler may call. Times are picoseconds. All are valid only inside a handler.
 */
typedef struct
{
  size_t size;
  int64_t (*now) (HdComponentContext *context);
  /* Sends to whatever is linked to @port (numbered as in HdMessage); arrives after the link's latency plus @delay >= 0. */
  void (*send) (HdComponentContext *context, uint32_t port, int64_t delay, const HdMessage *message);
  /* Wakes this component itself after @delay >= 0. */
  void (*wake) (HdComponentContext *context, int64_t delay, const HdMessage *message);
  /* Uniform 64-bit number from the stream @stream (below 4,096) of this component; adding a component changes no other's streams. */
  uint64_t (*random) (HdComponentContext *context, uint32_t stream);
  /* A value of parameter number @index of the type, resolved to SI. */
  double (*parameter) (HdComponentContext *context, uint32_t index);
  /* Adds a sample to probe number @probe. */
  void (*sample) (HdComponentContext *context, uint32_t probe, double value);
  /* A model-level record: enters the digest. */
  void (*record) (HdComponentContext *context, uint32_t kind, uint64_t value);
  /* Ends the run with an error; the text is copied. */
  void (*fail) (HdComponentContext *context, const char *message);
} HdHost;

/**
 * HdHandlers:
 *
 * @state_size bytes, zeroed, belong to each component. `start` runs at time 0, `receive` for every message and wake-up,
 * `finish` when the run ends; each may be NULL. Handlers of one component never run at the same time.
 */
typedef struct
{
  size_t size;
  size_t state_size;
  void (*start) (const HdHost *host, HdComponentContext *context, void *state);
  void (*receive) (const HdHost *host, HdComponentContext *context, void *state, const HdMessage *message);
  void (*finish) (const HdHost *host, HdComponentContext *context, void *state);
} HdHandlers;

/* ---- descriptors ------------------------------------------------------------------------------------------------ */

/** HdComponentType: static const data; arrays end with an element whose key or name is NULL */
typedef struct
{
  size_t size;
  const char *id;       /* "xpu"; the full name is "fabric.xpu" */
  const char *title;    /* (translatable) */
  const char *category; /* (translatable) group in the palette */
  const char *symbol;   /* symbol name, "xpu" */
  const char *help;     /* (translatable) one sentence */
  const char *source;
  HdRole role;
  const HdParameter *parameters;
  const HdPreset *presets;
  const HdPort *ports;
  const HdProbe *probes;
  const HdHandlers *handlers; /* NULL if the network of each fidelity does all */
} HdComponentType;

/** HdLibrary: @capabilities are HdCapability bits that the library needs; unknown bits refuse it */
typedef enum
{
  HD_CAPABILITY_EVENTS = 1 << 0,
} HdCapability;

typedef struct
{
  size_t size;
  uint32_t abi; /* HD_COMPONENT_ABI */
  const char *name;
  const char *title; /* (translatable) */
  const char *version;
  const char *gettext_domain; /* or NULL */
  uint64_t capabilities;
  const HdComponentType *const *types; /* NULL-terminated */
} HdLibrary;

typedef const HdLibrary *(*HdLibraryEntry) (void);
#define HD_LIBRARY_ENTRY "heddle_library"
HD_EXPORT const HdLibrary *heddle_library (void);

#ifdef __cplusplus
}
#endif
