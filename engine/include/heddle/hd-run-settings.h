/* hd-run-settings.h: what can be set about a run, and the one table that says so
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Files, the command line, the inspector, results and their schema have the settings that the table has, in its order.
 */
#pragma once

#include <heddle/hd-catalog.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

/**
 * HdFidelity:
 * @HD_FIDELITY_FLOW: transfers share links max-min fairly
 * @HD_FIDELITY_PACKET: they are cut into packets, which queue in switches
 * @HD_FIDELITY_FLIT: packets are cut into flits, which routers with virtual channels pass on cycle by cycle
 */
typedef enum { HD_FIDELITY_FLOW, HD_FIDELITY_PACKET, HD_FIDELITY_FLIT } HdFidelity;
/** HdArbitration: who wins among flits that ask for the same: the first behind the last winner, anyone, or the one whose packet is oldest */
typedef enum { HD_ARBITRATION_ROUND_ROBIN, HD_ARBITRATION_RANDOM, HD_ARBITRATION_AGE } HdArbitration;
/**
 * HdNoiseOrder:
 * @HD_NOISE_QUEUES: other traffic stands in one queue with the work
 * @HD_NOISE_TAKES_TURNS: it has a queue of its own, which takes turns with that of the work, packet by packet
 * @HD_NOISE_SHARES: it has a queue of its own that is never empty for long; the link divides its time so that it keeps its share
 * @HD_NOISE_FAIR: it has a queue of its own, and the link serves both by fair queueing, weighted with its share and the rest
 */
typedef enum { HD_NOISE_QUEUES, HD_NOISE_TAKES_TURNS, HD_NOISE_SHARES, HD_NOISE_FAIR } HdNoiseOrder;
/** HdSwitching: whether a packet is passed on when all of it has come, or its head */
typedef enum { HD_SWITCHING_STORE_AND_FORWARD, HD_SWITCHING_CUT_THROUGH } HdSwitching;
/**
 * HdService: which of the packets that wait for a link goes next
 * @HD_SERVICE_ARRIVAL: the one that came first
 * @HD_SERVICE_FAIR: each pair of sender and receiver gets the same of the link
 * @HD_SERVICE_FAIR_SENDERS: each sender does, whose packets stay in the order in which they came
 */
typedef enum { HD_SERVICE_ARRIVAL, HD_SERVICE_FAIR, HD_SERVICE_FAIR_SENDERS } HdService;
/** HdFairness: whether flows have equal shares of a link, or such as are inverse to their round-trip times */
typedef enum { HD_FAIRNESS_EQUAL, HD_FAIRNESS_RTT } HdFairness;
/**
 * HdSteps: when a member of a communication goes on to its next step, at flow fidelity
 * @HD_STEPS_NEIGHBOURS: when it has received what is for it, and what it sent has left
 * @HD_STEPS_BARRIER: when all members have ended the step
 */
typedef enum { HD_STEPS_NEIGHBOURS, HD_STEPS_BARRIER } HdSteps;
/** HdChannels: how messages pass from one partition to another */
typedef enum { HD_CHANNELS_LOCK_FREE, HD_CHANNELS_LOCKED } HdChannels;
/**
 * HdSync:
 * @HD_SYNC_SERIAL: one partition after another, event by event
 * @HD_SYNC_WINDOW: all partitions within a window as long as the least lookahead
 * @HD_SYNC_NULL_MESSAGE: each partition as far as its neighbours promise, without being asked
 * @HD_SYNC_REQUEST: likewise, but they promise when asked
 * @HD_SYNC_LOOSE: all partitions within a quantum, which may be longer than the lookahead: the only one that is not exact
 */
typedef enum { HD_SYNC_SERIAL, HD_SYNC_WINDOW, HD_SYNC_NULL_MESSAGE, HD_SYNC_REQUEST, HD_SYNC_LOOSE } HdSync;

#define HD_MAX_NOISE 0.99 /* queues grow without end towards 1 */

/** HdEnergy: what events of routers cost: a placeholder for interposers, Orion's 0.18 um, or that as popnet charges it */
typedef enum { HD_ENERGY_INTERPOSER, HD_ENERGY_ORION180, HD_ENERGY_POPNET } HdEnergy;

/** HdRunSettings: from <run>, overridden by run:NAME=VALUE */
typedef struct
{
  HdFidelity fidelity;
  HdSync sync;
  HdTime quantum;       /* of the loose synchronisation, at least 1 */
  guint partitions;
  guint threads;
  HdChannels channels;  /* between partitions */
  guint64 seed;
  guint iterations;     /* of a cyclic workload, at least 1 */
  HdTime until;         /* HD_TIME_MAX: until the work is done */
  HdTime wall_limit;    /* of wall time for elaborating, preparing and running together, HD_TIME_MAX for none */
  guint64 memory_limit; /* bytes, for the same; 0 for half of what is free when that begins */
  HdFairness fairness;
  double cross_traffic; /* share charged on the reverse route, 0 to 1 */
  HdSteps steps;
  double speed;         /* simulated seconds a wall second, 0 for as fast as possible */
  gboolean symmetry;    /* shortcuts: each can be turned off, none changes a result */
  gboolean fast_forward;
  gboolean incremental;
  gboolean static_check;
  double packet_bytes;  /* longer messages are cut */
  HdSwitching switching; /* this and the next are of packet fidelity */
  double buffer_bytes;  /* at each receiving end of a link, 0 for no end */
  HdService service;    /* of packets that wait for a link */
  double window_bytes;  /* that a sender may have on the way, 0 for no end */
  HdTime packet_time;   /* the least time for which a packet occupies a link */
  double noise;         /* share of each link's capacity that other traffic takes, from 0, below 1 */
  double noise_bytes;   /* size of its packets */
  HdNoiseOrder noise_order;
  double flit_bytes;    /* this and the next are of flit fidelity */
  double clock;         /* of routers, in Hz; 0: no link waits for it */
  guint virtual_channels;
  guint input_buffer;   /* flits that a virtual channel holds; 0: what keeps its link busy */
  guint output_buffer;  /* flits behind the switch; 0 for no end */
  guint header_flits;   /* of a packet, besides its data */
  HdArbitration arbitration;
  HdEnergy energy;
  double link_length;   /* in m, of each link, for its energy alone */
  guint equal_paths;    /* 0: the one shortest route; k: destination modulo k over equal paths */
  const guint32 *traced; /* (array length=n_traced): nodes of which is recorded in detail what they do, ascending; of the design */
  guint n_traced;
  HdTime trace_from;    /* of what is recorded in detail */
  HdTime trace_until;   /* likewise; HD_TIME_MAX: to the end */
} HdRunSettings;

/** hd_run_settings_get_defaults: (transfer none): what holds where a project says nothing */
const HdRunSettings *hd_run_settings_get_defaults (void);
/** hd_run_settings_trace_node: whether it is recorded in detail what @node does. O(log traced) */
gboolean hd_run_settings_trace_node (const HdRunSettings *self,
                                     guint32 node);

/* ---- the table ------------------------------------------------------------------------------------------------------- */

/** HdRunGroup: what settings are about; those of one group stand together in the table */
typedef enum
{
  HD_RUN_GROUP_USUAL,     /* what most runs state */
  HD_RUN_GROUP_SHARING,   /* of links */
  HD_RUN_GROUP_PACKETS,   /* the packet network */
  HD_RUN_GROUP_FLITS,     /* the flit network */
  HD_RUN_GROUP_ENGINE,    /* what changes no result, but for loose synchronisation; and limits */
  HD_RUN_GROUP_SHORTCUTS, /* what can be turned off, and changes no result either */
  HD_RUN_GROUP_TRACE,
  HD_N_RUN_GROUPS
} HdRunGroup;

/** hd_run_group_get_title: translated */
const char *hd_run_group_get_title (HdRunGroup group);

/** HdRunStorage: the type of a setting in HdRunSettings */
typedef enum
{
  HD_RUN_STORAGE_GUINT,   /* an enum or a gboolean too */
  HD_RUN_STORAGE_GUINT64,
  HD_RUN_STORAGE_DOUBLE,
  HD_RUN_STORAGE_TIME,
  HD_RUN_STORAGE_TRACED,  /* nodes: the design knows them */
} HdRunStorage;

/**
 * HdRunSetting:
 * @parameter: name in files and of the option, dimension, default ("" if it may be left out), range or choices, title and help
 * @fidelities: a bit (1 << HdFidelity) for each at which it has an effect
 * @member: (nullable): of a result's settings; ends with its unit; %NULL for what matters only to who looks at a run, which is no option of the
 *   command line either
 * @none: (translatable) (nullable): what holds where it is left out and has no default
 * @words: (translatable) (nullable): what people read for the choices; the choices themselves without
 * @storage, @offset: where it lives in HdRunSettings
 *
 * The titles of choices are in their order, which is that of their enum.
 */
typedef struct
{
  HdParameter parameter;
  HdRunGroup group;
  guint fidelities;
  const char *member;
  const char *none;
  const char *const *words;
  HdRunStorage storage;
  gsize offset;
} HdRunSetting;

/** hd_run_settings_get_table: (array zero-terminated by parameter.key) */
const HdRunSetting *hd_run_settings_get_table (void);
/** hd_run_settings_find: (nullable): by name */
const HdRunSetting *hd_run_settings_find (const char *name);
/** hd_run_settings_describe: plain text for a terminal: what the table says */
char *hd_run_settings_describe (void);

/** hd_run_setting_get: in SI; a choice is its index, a flag 0 or 1, a time that never comes infinity, what is traced the number of nodes */
double hd_run_setting_get (const HdRunSetting *self,
                           const HdRunSettings *settings);
/** hd_run_setting_set: @value: as hd_run_setting_get () gives it, and permitted; not of what is traced */
void hd_run_setting_set (const HdRunSetting *self,
                         HdRunSettings *settings,
                         double value);
/** hd_run_setting_is_none: it is left out and has no default */
gboolean hd_run_setting_is_none (const HdRunSetting *self,
                                 const HdRunSettings *settings);
/** hd_run_setting_has_effect: at this fidelity */
gboolean hd_run_setting_has_effect (const HdRunSetting *self,
                                    HdFidelity fidelity);
/** hd_run_setting_get_word: what people read for the choice that is made, translated */
const char *hd_run_setting_get_word (const HdRunSetting *self,
                                     const HdRunSettings *settings);
/** hd_run_setting_get_fidelity: (nullable): those at which it has an effect, as people read them, translated; %NULL for all */
const char *hd_run_setting_get_fidelity (const HdRunSetting *self);
/** hd_run_setting_dup_help: what it is for, and at which fidelity, translated */
char *hd_run_setting_dup_help (const HdRunSetting *self);

G_END_DECLS
