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

#define HD_COMPONENT_ABI 3 /* HdLibrary.abi of libraries that this header is for */

/* Marks a string for translation; it is translated, with the library's domain, when shown. */
#ifndef N_
#define N_(String) (String)
#endif

/* What a library shows outside. */
#if defined(__GNUC__)
#define HD_EXPORT __attribute__ ((visibility ("default")))
#else
#define HD_EXPORT
#endif

/** HdRole: what a component is to a network. The network of the chosen fidelity owns switches and links. */
typedef enum
{
  HD_ROLE_ENDPOINT, /* runs work: compute capacity, sends and receives */
  HD_ROLE_MEMORY,   /* holds data, answers transfers */
  HD_ROLE_SWITCH,   /* forwards only */
} HdRole;

/** HdTrait: what else Heddle should know of a component; bits */
typedef enum
{
  HD_TRAIT_NIC = 1 << 0, /* a switch between a server and its network: processes send through it, trees of collectives begin at it */
  HD_TRAIT_COLLECTIVES = 1 << 1, /* carries out collective workloads by itself; see HdOrder */
} HdTrait;

/**
 * HdProperty: what a parameter is to Heddle, whatever its key
 *
 * A type has each at most once. The parameter has the unit that is named here.
 */
typedef enum
{
  HD_PROPERTY_NONE,
  HD_PROPERTY_FP32_RATE,        /* FLOP/s: of a processor at single precision: work with computations needs it */
  HD_PROPERTY_FP16_RATE,        /* FLOP/s: at half precision; as the former without it */
  HD_PROPERTY_LOCAL_CAPACITY,   /* B: of its local memory; endless without it */
  HD_PROPERTY_LOCAL_BANDWIDTH,  /* B/s: likewise */
  HD_PROPERTY_CAPACITY,         /* B: of a memory; endless without it */
  HD_PROPERTY_BANDWIDTH,        /* B/s: of a memory, or of what passes through a switch; endless without it */
  HD_PROPERTY_LATENCY,          /* s: that a switch adds to routes through it; 0 without it */
  HD_PROPERTY_SHARING,          /* a choice of "shared" and "each": whether all that passes through a switch has its bandwidth together */
  HD_PROPERTY_SLOTS,            /* number: processes of one aggregation tree that a NIC serves; endless without it */
  HD_PROPERTY_TREE_ENTRIES,     /* number: trees at once in a switch */
  HD_PROPERTY_TREE_DEGREE,      /* number: children in one tree */
  HD_PROPERTY_MATCH_TIME,       /* s: to find the tree of a packet */
  HD_PROPERTY_STORE_TIME,       /* s/B: to store and forward */
  HD_PROPERTY_REDUCE_TIME,      /* s/B: to reduce */
  HD_PROPERTY_SEND_OVERHEAD,    /* s: of software before a message leaves; 0 without it, as the next */
  HD_PROPERTY_RECEIVE_OVERHEAD, /* s */
  HD_PROPERTY_MESSAGE_GAP,      /* s: between messages at least */
  HD_PROPERTY_COLLECTIVE_START, /* s: before the first step */
  HD_PROPERTY_VIRTUAL_CHANNELS, /* number, of a switch at flit fidelity, as the next: of each port; 0: as the run settings say, for all of these */
  HD_PROPERTY_INPUT_BUFFER,     /* number: flits of each of them */
  HD_PROPERTY_OUTPUT_BUFFER,    /* number: flits behind the switch */
  HD_PROPERTY_STAGES,           /* number: cycles besides those of the pipeline that all have; up to 1000 */
  HD_PROPERTY_CLOCK,            /* Hz */
  HD_PROPERTY_ARBITRATION,      /* a choice: first that of the run settings, then theirs in their order */
  HD_PROPERTY_PROGRAM,          /* a text: the file of a program that the component starts; see HdProgram. Nothing is started where it is "" */
  HD_PROPERTY_ARGUMENTS,        /* a text: its arguments, split into words as a shell splits them; no shell ever runs */
  HD_PROPERTY_LOG,              /* a flag: whether the component writes its file of kind %HD_OUTPUT_TRANSFERS, which else is not there */
  HD_PROPERTY_LINES,            /* a text of lines, with line ends or ";" between them, each of which is of one of the type's forms; see HdForm */
  HD_PROPERTY_CAPTURE,          /* a text: the file of a capture, pcap or pcapng, whose packets the component offers; "" for none */
  HD_PROPERTY_PARALLEL,         /* number: of what works, or has room, side by side, as threads and queues; several may have it. Why tries more of each */
  HD_N_PROPERTIES,
} HdProperty;

typedef enum
{
  HD_PARAMETER_QUANTITY, /* number with the dimension named by @unit ("" for a plain number) */
  HD_PARAMETER_INTEGER,
  HD_PARAMETER_CHOICE,   /* one of @choices */
  HD_PARAMETER_TEXT,     /* as written, but {2 * i} is the value of an expression, and {{ a brace */
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
 * @property: what it is to Heddle; by default its library alone knows
 * @group: (translatable): what it and its neighbours are about, if that is not their type as a whole
 * @check: whether a text may be its value; if not, returns 0 with what it must be, in words, in @why, of @room bytes: "line 3: ..." of a text of lines
 * @form: of a text that names a file: the name of the type's form of which its lines are, so that the file is edited as a table of them; @check is then of what stands in it
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
  HdProperty property;
  const char *group;
  int (*check) (const char *text, char *why, size_t room);
  const char *form;
} HdParameter;

/**
 * HdFormField: a field of a line of text, and the bits that it stands for
 * @name: as it stands in the line: "JobID=7"; a field of one bit may stand alone
 * @title: (translatable) (nullable): at the head of its column; else its name
 * @word, @shift, @bits: @bits bits from bit @shift on, the lowest of which is 0, of word @word, of 64 bits each; with @bits 0 it is in no word
 */
typedef struct
{
  size_t size;
  const char *name;
  const char *help; /* (translatable) one sentence */
  uint32_t word;
  uint32_t shift;
  uint32_t bits;
  const char *title;
} HdFormField;

/**
 * HdForm: a kind of line of a text that a component reads or writes: @name, then fields in any order; what is not there is 0. "#" begins a remark
 * @between: (nullable): fields stand in their order, without names and without @name, with this between them: " " is any number of blanks, "=" may have some around it
 */
typedef struct
{
  size_t size;
  const char *name;
  const char *title; /* (translatable) */
  const char *help;  /* (translatable) one sentence */
  const HdFormField *fields;
  const char *between;
} HdForm;

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
 * @count: how many elements an indexed port has, given the values of the type's parameters (as HdHost's `parameter`): a link to another index is
 *   refused. NULL for any number; components that simulate themselves have 65,536 at most
 * @numbered: of a port that is not indexed and takes several links: it tells them apart. They are numbered from 0, in the order in which the project has
 *   them, and their number stands where that of an indexed port's element would: in HdMessage.port, and in what `send` and `link` are given
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
  uint32_t (*count) (const double *parameters);
  int numbered;
} HdPort;

/** HdSummary: what becomes of a probe's values of all components of a type at the end of a run: a metric; if they handle events and are few, each has its own too */
typedef enum
{
  HD_SUMMARY_NONE,
  HD_SUMMARY_SUM,
  HD_SUMMARY_MEAN,    /* sum of values by sum of weights */
  HD_SUMMARY_MAXIMUM,
} HdSummary;

/**
 * HdFigure: what a probe's last value is to Heddle, which makes figures of a run of it: of all components, whatever their type
 * @HD_FIGURE_TIME: cycles of its own clock that a chiplet took: their sum and their maximum are t1_sum and t1_max
 * @HD_FIGURE_WORK: of these, its own work, without what it waited for: their maximum and the mean delay of a packet in cycles of the routers are legacy_total, by
 *   which chiplets that were simulated each for itself were put together
 * @HD_FIGURE_ACTIVITY: how long parts of the component were at something, in any unit of time, with a sum for all of a type. There is one for each thing that they may
 *   be at, idling among them, so that the shares of their sum say where the time of all such parts went
 * @HD_FIGURE_ANSWER: what people ask for first of a run with such components: with a sum, a mean or a maximum for all of a type
 */
typedef enum
{
  HD_FIGURE_NONE,
  HD_FIGURE_TIME,
  HD_FIGURE_WORK,
  HD_FIGURE_ACTIVITY,
  HD_FIGURE_ANSWER,
} HdFigure;

/** HdProbe: something that can be watched; @unit "" for a plain number, "%" for a share; @summary: of what `read` of a block says at last, or of the last samples;
 * @level, @level_title: a value that means something, in @unit, drawn as a line of its own; no line if @level_title is NULL (translatable) */
typedef struct
{
  size_t size;
  const char *name;
  const char *title;
  const char *unit;
  const char *help;
  HdSummary summary;
  double level;
  const char *level_title;
  HdFigure figure;
} HdProbe;

/* ---- lanes: what a component does, on the timeline --------------------------------------------------------------- */

/** HdActivityKind: what an activity is to whoever looks at it: its colour, and its kind in files */
typedef enum
{
  HD_ACTIVITY_COMPUTE,
  HD_ACTIVITY_MEMORY,
  HD_ACTIVITY_TRANSFER,
  HD_ACTIVITY_WAIT,
} HdActivityKind;

/** HdActivity: what a component may be at; @name stands in files, @title in the window */
typedef struct
{
  size_t size;
  const char *name;
  const char *title; /* (translatable) */
  HdActivityKind kind;
} HdActivity;

/**
 * HdLane: a row of the timeline for each component of the type
 * @is_detailed: there only for components that run:trace names, and only with what is between trace-from and trace-until: for what is too much
 *   to be kept of all of them
 * @count: how many of it there are, numbered one after the other, from 0 on in its title; 0: one, which has no number
 * @is_later: what it is at is told later: its spans may lie in the past, in the order of their ends
 *
 * A component says what it is at by `state` or `span`. Neither is in the digest.
 */
typedef struct
{
  size_t size;
  const char *name;
  const char *title; /* (translatable) "memory accesses" */
  const char *help;  /* (translatable) one sentence */
  int is_detailed;
  int is_later;
  uint32_t count;
} HdLane;

#define HD_IDLE UINT32_MAX /* no activity */

/* ---- outputs: files that components write ------------------------------------------------------------------------- */

#define HD_OUTPUT_MAXIMUM_BYTES (UINT64_C (1) << 30) /* of the file of one component */

/**
 * HdOutputKind: what Heddle knows of a file
 * @HD_OUTPUT_ACCESSES: who was at which addresses: "address,bytes,component,read_bytes,written_bytes", and a row for each block and each component: where the
 *   block begins (0x and hexadecimal), its bytes, the component's path, and how many bytes it read and wrote there; blocks do not overlap
 * @HD_OUTPUT_TRANSFERS: what became of each transfer from and to memory that the component asked for: "transfer,kind,address,bytes,component,writer,write,asked_s,taken_s,sent_s,
 *   entered_s,arrived_s,served_s,reply_entered_s,answered_s,stored_s" in one line, and a row for each: its number, "read" or "write", where it begins (0x and hexadecimal), its bytes, the
 *   path of the memory; of a read whose data are known to be from a write, the path and the number of that one, else nothing; and nine moments in seconds with twelve decimals, none before the one to its left: when it was asked
 *   for, was read from private memory, had a place in the queue, went into the network, was at the memory, was done there, when its answer went into the network, was there, and was in private memory
 * @HD_OUTPUT_PROFILE: where a program that the component executed spent its time: "program,address,instructions,issue_cycles,waited_cycles,function,file,
 *   line,calls" in one line, and a row for each instruction: of which file it is, where (0x and hexadecimal), how often it was executed, cycles that this took, and that
 *   were waited for it, of which function it is, the file and line of the source, "" and 0 where that is not known, and the lines of calls that it was inlined by.
 *   Texts with commas or quotation marks stand in quotation marks (RFC 4180)
 */
typedef enum
{
  HD_OUTPUT_FILE,
  HD_OUTPUT_ACCESSES,
  HD_OUTPUT_TRANSFERS,
  HD_OUTPUT_PROFILE,
  HD_N_OUTPUT_KINDS,
} HdOutputKind;

/**
 * HdOutput: a file that each component of the type may write
 * @name: with its extension: lower case letters, digits, dashes and dots, a letter first
 * @maximum_bytes: of the file of one component: more ends the run; at least 1, at most %HD_OUTPUT_MAXIMUM_BYTES
 *
 * Files belong to the record of the run: nothing is written to a disk before somebody asks for it, as `heddle run --files FOLDER`, and nothing outside
 * the folder that is named then. They are named by path and name, so that no two are the same: rack[0]/nic[1].events.csv. What was not written to is
 * not there.
 */
typedef struct
{
  size_t size;
  const char *name;
  const char *title; /* (translatable) */
  const char *help;  /* (translatable) one sentence */
  uint64_t maximum_bytes;
  HdOutputKind kind;
} HdOutput;

/* ---- programs: processes of the operating system that components start -------------------------------------------- */

#define HD_DATAGRAM_MAXIMUM_BYTES 4096u                  /* of one datagram; at least 1 */
#define HD_STAGE_MAXIMUM_BYTES (UINT64_C (1) << 30)      /* of the memory that a component and its program share */

/**
 * HdProgram: a program that a component starts
 * @program: place of the text parameter with %HD_PROPERTY_PROGRAM: its file. A name with a slash is one from the project's folder, or absolute; any other
 *   is looked for in the project's folder, in the folders of HEDDLE_PROGRAM_PATH, and among the programs that come with Heddle; never in PATH
 * @arguments: place of the text parameter with %HD_PROPERTY_ARGUMENTS
 * @stage_bytes: of memory that both see, zeroed; at most %HD_STAGE_MAXIMUM_BYTES, 0 for none
 * @memory_bytes: of address space that it may have, the stage and its own code included; 0 for no limit
 * @processor_seconds: that it may compute; 0 for no limit
 * @output, @errors: places of the HdOutputs that get what it prints, and what it prints as errors; may be one; %HD_NO_OUTPUT for nowhere
 *
 * It finds a socket as its descriptor 3, which keeps datagrams apart (SOCK_SEQPACKET), the stage as descriptor 4 (a file to be mapped), and no other
 * but the standard ones, the first of which is empty. It works in an empty folder that is gone after the run. Of its environment it has PATH, LANG,
 * and CHIP_FD=3 and CHIP_STAGE=4, which say the same; without a stage no CHIP_STAGE.
 *
 * Programs act in real time, and a run is the same every time only if the component makes it so: what it does may depend on what it hears,
 * and in which order over one socket, never on when.
 */
typedef struct
{
  size_t size;
  uint32_t program;
  uint32_t arguments;
  uint64_t stage_bytes;
  uint64_t memory_bytes;
  uint32_t processor_seconds;
  uint32_t output;
  uint32_t errors;
} HdProgram;

#define HD_NO_OUTPUT UINT32_MAX /* what a program prints is read, and kept nowhere */

/** HdHeard: what `listen` comes back with */
typedef enum
{
  HD_HEARD_DATAGRAM,
  HD_HEARD_NOTHING, /* for as long as was asked */
  HD_HEARD_END,     /* the program has ended, and all that it said before was heard; or none was started */
  HD_HEARD_STOP,    /* the run is being stopped: the handler returns at once */
} HdHeard;

/** HdProgramEnd: how a program has ended: @exit_code if it exited, else @signal, which is 0 then */
typedef struct
{
  size_t size;
  int exit_code;
  int signal;
} HdProgramEnd;

/* ---- event handlers: components that simulate themselves -------------------------------------------------------- */

/** HdComponentContext: a component to its HdHost */
typedef struct _HdComponentContext HdComponentContext;

#define HD_NO_PORT UINT32_MAX /* HdMessage.port of a wake-up */
#define HD_MAXIMUM_LINKS 65536 /* of a numbered port */

/**
 * HdMessage: what travels between ports of event-driven components; 16 bytes of payload by value
 * @kind: the library's own
 * @port: of the receiver: its place in the type's table of ports, for an indexed port plus the index << 16, for a numbered one plus the link's number
 *   << 16; HD_NO_PORT in a wake-up; set by Heddle
 */
typedef struct
{
  uint32_t kind;
  uint32_t port;
  uint64_t payload[2];
} HdMessage;

/**
 * HdWait: work of a component that is not done
 * @port: at which it waits (numbered as in HdMessage)
 * @n: how many
 * @what: (translatable) of what: "answers to loads and stores", "room for flits"
 */
typedef struct
{
  size_t size;
  uint32_t port;
  uint64_t n;
  const char *what;
} HdWait;

#define HD_NO_NODE UINT32_MAX /* a component that is not there */

#define HD_ERRAND_TEXT_BYTES 256 /* of a text, with the zero behind it */

/**
 * HdErrand: one of the things that a component is about, as it stands between two events
 * @number: which: a job, a thread; no two of a component are the same
 * @line, @n_lines: where it is in what it goes through, from 0, which is @n_lines behind the last; @n_lines is 0 if it goes through nothing
 * @peer: number of the component that it waits for, this one perhaps; %HD_NO_NODE if it waits for none
 * @peer_number: and for which of what that one is about
 * @text: what it is about in words, without the name of its component
 */
typedef struct
{
  size_t size;
  uint64_t number;
  uint32_t line;
  uint32_t n_lines;
  uint32_t peer;
  uint64_t peer_number;
  char text[HD_ERRAND_TEXT_BYTES];
} HdErrand;
#define HD_DISPATCH_MAXIMUM_BYTES (UINT64_C (1) << 40)   /* on the wire, exclusive */
#define HD_DISPATCH_MAXIMUM_PAYLOAD (UINT64_C (1) << 24) /* bytes that go along, 16 MiB */

/**
 * HdBuffer: bytes that never change, shared by who holds them
 *
 * However many components a buffer goes to, by dispatches or over links, in one process its bytes are there once; to another they are copied.
 */
typedef struct _HdBuffer HdBuffer;

/**
 * HdDispatch: what components send each other over the drawn network, whatever lies between them
 * @peer: number of the component that it is for; when it is delivered, of the one that sent it
 * @kind: the libraries' own
 * @bytes: on the wire, below %HD_DISPATCH_MAXIMUM_BYTES
 * @payload: (array length=payload_bytes) (nullable): goes along, whatever @bytes says; copied when it is sent; in `deliver` it is aligned for
 *   any type, and valid until that returns
 * @payload_bytes: at most %HD_DISPATCH_MAXIMUM_PAYLOAD
 * @buffer: (nullable): goes along instead of a payload, without being copied; the sender holds it. In `deliver` @payload are its bytes, and who wants
 *   them for longer holds it
 * @entered: in `deliver`: when the first of it went from its sender into the network: the first flit, the first packet, or the flow; of what goes to its sender
 *   itself, when it is delivered
 */
typedef struct
{
  size_t size;
  uint32_t peer;
  uint32_t kind;
  uint64_t bytes;
  const void *payload;
  uint64_t payload_bytes;
  HdBuffer *buffer;
  int64_t entered;
} HdDispatch;

/**
 * HdOrder: what a collective workload of the project asks of the members of a communicator, of which the component is one
 * @name: of the workload
 * @group: the communicator
 * @operation: "all-reduce"
 * @place: what its algorithm begins with: "offload" or "host"; @algorithm: what comes behind the dash, "" for nothing
 * @bytes: of each member's vector
 * @root: a rank
 * @repeat: times that it is done, one after the other; @tasks: at once, each with values of its own
 * @number, @n: which it is of all such orders of the project, whoever is to carry them out, and how many these are
 */
typedef struct
{
  size_t size;
  const char *name;
  const char *group;
  const char *operation;
  const char *place;
  const char *algorithm;
  double bytes;
  uint32_t root;
  uint32_t repeat;
  uint32_t tasks;
  uint32_t number;
  uint32_t n;
} HdOrder;

/**
 * HdExchangeKind: what a member of a collective, which it carries out by itself, has done with its vector
 * @HD_EXCHANGE_BEGIN: it begins, with its own values from @low to @high, or without any
 * @HD_EXCHANGE_SEND: what stands from @low to @high sets out to @peer
 * @HD_EXCHANGE_ADD, @HD_EXCHANGE_REPLACE: what @peer has sent is added there, or takes the place of what was; of one member what is as long comes in the order of sending
 */
typedef enum { HD_EXCHANGE_BEGIN, HD_EXCHANGE_SEND, HD_EXCHANGE_ADD, HD_EXCHANGE_REPLACE } HdExchangeKind;

/**
 * HdExchange: one step of a member of a collective, for those who look at its vector and ask for whom it waited
 * @group: the communicator
 * @peer: number of a component
 * @low, @high: elements, from @low to @high - 1; @all: of the whole vector
 * @title: N_("All-reduce, in network cards"); @whole: how many members' values come together in an element of the result; @n: messages that the member takes in; @n_pieces: equal ones
 *   into which its plan cuts the vector: all of these when it begins
 */
typedef struct
{
  size_t size;
  HdExchangeKind kind;
  const char *group;
  uint32_t peer;
  uint64_t low, high, all;
  const char *title;
  uint32_t whole, n, n_pieces;
} HdExchange;

/**
 * HdHost:
 *
 * Functions of Heddle that a handler may call. Times are picoseconds. All are valid only inside a handler.
 */
typedef struct
{
  size_t size;
  int64_t (*now) (HdComponentContext *context);
  /* Sends to whatever is linked to @port (as in HdMessage); arrives after the link's latency plus @delay >= 0. */
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
  /* What stands in a text parameter; "" if nothing does. Valid during the run. */
  const char *(*text) (HdComponentContext *context, uint32_t index);
  /* The number of this component, and of that which a path in the project names; HD_NO_NODE if none or several are. */
  uint32_t (*self) (HdComponentContext *context);
  uint32_t (*find) (HdComponentContext *context, const char *path);
  /* Sends over the drawn network, as packets or as a flow, along the route that all traffic takes; sets out after @delay >= 0, and after what the type's
   * parameters say that software takes. What goes to itself takes no time. Both types have `deliver`. Dispatches of one component to another arrive in
   * the order of sending. */
  void (*dispatch) (HdComponentContext *context, int64_t delay, const HdDispatch *dispatch);
  /* The file that a text parameter names, from the project's folder: @out_data stays valid during the run and has a zero behind its end. Returns 0
   * and ends the run if it cannot be read. */
  int (*load) (HdComponentContext *context, uint32_t index, const char **out_data, size_t *out_size);
  /* Whether what is said of lane number @lane is kept: if not, there is no need to say it. Does not change during the run. */
  int (*shows) (HdComponentContext *context, uint32_t lane);
  /* From @start on, which is now or later, lane number @lane is at activity number @activity, or HD_IDLE, until the next state begins. What was said
   * of @start and later is taken back. As the next, not in `finish`, where the time is the strategy's business: what is said there is lost. */
  void (*state) (HdComponentContext *context, uint32_t lane, uint32_t activity, int64_t start);
  /* Lane number @lane is at the activity from @start to @end, which is not before @start, nor before now, unless the lane is told later; spans of one lane may overlap. */
  void (*span) (HdComponentContext *context, uint32_t lane, uint32_t activity, int64_t start, int64_t end);
  /* Adds @data, of @size bytes, which is copied, to the end of this component's file number @output; in `finish` too. */
  void (*write) (HdComponentContext *context, uint32_t output, const void *data, size_t size);
  /* How many links the numbered port at place @port of the type's table has; 1 or 0 of an element of any other that takes one. */
  uint32_t (*links) (HdComponentContext *context, uint32_t port);
  /* A buffer of @size bytes, at most HD_DISPATCH_MAXIMUM_PAYLOAD, which this component holds: a copy of @data. Returns NULL and ends the run if it is
   * larger, or more than the run's memory has room for. */
  HdBuffer *(*share) (HdComponentContext *context, const void *data, size_t size);
  /* Holds a buffer once more, such as one that was delivered; and lets go of it once. What nobody holds is gone; the end of the run lets go of all.
   * Nothing happens if it is NULL. */
  void (*hold) (HdComponentContext *context, HdBuffer *buffer);
  void (*drop) (HdComponentContext *context, HdBuffer *buffer);
  /* The bytes of a buffer that the component holds, aligned for any type. */
  const void *(*peek) (HdComponentContext *context, HdBuffer *buffer, size_t *out_size);
  /* As `send`, with a buffer that this component holds instead of payload[1], to whoever is linked; an element of a block takes none, which ends the run. */
  void (*send_shared) (HdComponentContext *context, uint32_t port, int64_t delay, const HdMessage *message, HdBuffer *buffer);
  /* Inside `receive`: the buffer that the message came with, or NULL; who wants it for longer holds it. */
  HdBuffer *(*carried) (HdComponentContext *context);
  /* Starts a program, in `start` or later, once for each component; @out_stage is the memory that both see, valid during the run. Returns 0 and ends the
   * run if that cannot be. What it prints goes to files of the component, as by `write`. It needs %HD_CAPABILITY_PROGRAMS, and somebody outside of the
   * project who allows the program: before that nothing runs. At the run's end whatever still runs is ended, as by `dismiss`. */
  int (*launch) (HdComponentContext *context, const HdProgram *program, void **out_stage);
  /* Waits, in real time, for the program's next datagram: at most @patience_ms, not at all if 0, for ever if below. @size is the room at @datagram, and
   * becomes how many bytes came; what is longer than the room is cut off, and @size then tells its whole length. */
  HdHeard (*listen) (HdComponentContext *context, int64_t patience_ms, void *datagram, size_t *size);
  /* Sends the program a datagram of at most HD_DATAGRAM_MAXIMUM_BYTES, without waiting. Returns 0 if it does not hear any more: it has ended, or has not
   * read for so long that the socket is full. */
  int (*tell) (HdComponentContext *context, const void *datagram, size_t size);
  /* Ends the program and what it has started: SIGTERM, and SIGKILL 2 s later; not waited for. What it has said before can still be heard. */
  void (*dismiss) (HdComponentContext *context);
  /* Whether the program has ended, and how. What it has said may not be heard yet. */
  int (*ended) (HdComponentContext *context, HdProgramEnd *out_end);
  /* The path of component number @number, cut off to @room bytes with a zero behind it, which must be at least 1; "" if it is not there. */
  void (*path) (HdComponentContext *context, uint32_t number, char *out_path, size_t room);
  /* The number of the component that is number @rank, from 0, of the communicator @name of the project; HD_NO_NODE if there is none. */
  uint32_t (*member) (HdComponentContext *context, const char *name, uint32_t rank);
  /* Something has happened to which a user steps: an instruction was done, a descriptor has fired. It is in no result. */
  void (*mark) (HdComponentContext *context);
  /* Number @index, from 0 on, of what workloads ask of this component; returns 0 if there are no more. A type takes orders if it has HD_TRAIT_COLLECTIVES. */
  int (*order) (HdComponentContext *context, uint32_t index, HdOrder *out_order);
  /* This component has done its part of order number @index once more. */
  void (*done) (HdComponentContext *context, uint32_t index);
  /* In the user's language what is marked with N_(), for texts that no result has; any thread. */
  const char *(*translate) (const char *text);
  /* What this component has done now as a member of a collective. It is in no result. */
  void (*exchange) (HdComponentContext *context, const HdExchange *exchange);
  /* Wakes this component itself at @time, which is now or later; takes the place of the alarm that is pending. */
  void (*alarm) (HdComponentContext *context, int64_t time, const HdMessage *message);
} HdHost;

/**
 * HdHandlers:
 *
 * @state_size bytes, zeroed, belong to each component. `start` runs at time 0, `receive` for every message and wake-up,
 * `finish` when the run ends, by a fault too, if all have started; each may be NULL. Handlers of one component never run at the same time.
 *
 * @accept: the door: any library may be at the other end of a link, so what comes is looked at before `receive` sees it, wake-ups
 *   excepted. Returns NULL, or what the message must be ("the operation must be 1 (read) or 2 (write)", translatable), with the value that
 *   it has instead: the run then ends with an error that names sender, receiver, port and value
 * @waits: asked when nothing is left to happen: whether the component has work that is not done, which makes the end of the run a deadlock
 * @deliver: a dispatch is there as a whole. A type that has it takes part in the drawn network, which needs %HD_CAPABILITY_NETWORK
 * @clear: frees what the state owns, once, however the run has ended
 * @errand: asked between events, for who steps through a run, and when it ends as a deadlock: number @index, from 0 on, of what the component is about; returns 0
 *   if there are no more. Whoever waits for each other in a circle is told by these. It changes nothing, and calls no function of @host but those that tell
 * @errand_line: line @line of what errand @number goes through, of @room bytes with the zero behind it
 * @show: asked between events, for who looks at a run that goes on: writes what its files of kind %HD_OUTPUT_ACCESSES would have if the run ended now, which is for
 *   them alone. It changes nothing, and calls no function of @host but `path` and `write`
 * @foresee: a message that @accept lets in is under way, and will arrive at @time: called some time before, once, in no certain order of those that have not arrived. Returns
 *   whether the component has taken it, which `receive` then never sees. It sends and tells nothing, and calls no functions of @host that depend on the time, but `alarm`. For
 *   components that act at moments of their own upon all that has come till then, in an order of their own: what is taken so costs much less, and is no event
 * @reaction: given the values of its parameters, the least delay, in ps, with which the component ever sends over a link after `start`; sending sooner ends the run. The longer
 *   it is, the further partitions can get without hearing of each other. NULL: none
 * @activity: likewise, how much there is to be computed for the component, beside others, one with so many links being 1 and as many: for dividing a drawing among threads. NULL: that
 */
typedef struct
{
  size_t size;
  size_t state_size;
  void (*start) (const HdHost *host, HdComponentContext *context, void *state);
  void (*receive) (const HdHost *host, HdComponentContext *context, void *state, const HdMessage *message);
  void (*finish) (const HdHost *host, HdComponentContext *context, void *state);
  const char *(*accept) (const void *state, const HdMessage *message, uint64_t *out_value);
  int (*waits) (const void *state, HdWait *out_wait);
  void (*deliver) (const HdHost *host, HdComponentContext *context, void *state, const HdDispatch *dispatch);
  void (*clear) (void *state);
  int (*errand) (const HdHost *host, HdComponentContext *context, const void *state, uint32_t index, HdErrand *out_errand);
  void (*errand_line) (const HdHost *host, HdComponentContext *context, const void *state, uint64_t number, uint32_t line, char *out_text, size_t room);
  void (*show) (const HdHost *host, HdComponentContext *context, const void *state);
  int (*foresee) (const HdHost *host, HdComponentContext *context, void *state, const HdMessage *message, int64_t time);
  int64_t (*reaction) (const double *parameters);
  double (*activity) (const double *parameters);
} HdHandlers;

/* ---- blocks: elements that act on every cycle ------------------------------------------------------------------- */

/** HdBlockContext: a block to its HdBlockHost */
typedef struct _HdBlockContext HdBlockContext;

#define HD_NEVER INT64_MAX    /* a cycle that does not come */
#define HD_NO_LINK UINT32_MAX /* of a port without a link */
#define HD_BLOCK_MAXIMUM_DELAY 1000 /* cycles, on top of a link's */

/**
 * HdBlockHost:
 *
 * Functions of Heddle that a block may call, for one of its elements. Times are cycles of the block's clock.
 */
typedef struct
{
  size_t size;
  /* A value of parameter number @index of the type, resolved to SI; a choice is its place, a flag 0 or 1. */
  double (*parameter) (HdBlockContext *context, uint32_t element, uint32_t index);
  /* What stands in a text parameter; "" if nothing does. Valid during the run. */
  const char *(*text) (HdBlockContext *context, uint32_t element, uint32_t index);
  /* The file that a text parameter names, from the project's folder: @out_data stays valid during the run and has a zero behind its end. Returns 0
   * and ends the run if it cannot be read. */
  int (*load) (HdBlockContext *context, uint32_t element, uint32_t index, const char **out_data, size_t *out_size);
  /* The link at @port (as in HdMessage), or HD_NO_LINK; ask once, in `create`; of a numbered port until there is none. */
  uint32_t (*link) (HdBlockContext *context, uint32_t element, uint32_t port);
  /* Sends over @link: arrives after its latency in cycles, at least 1, plus @delay, at most HD_BLOCK_MAXIMUM_DELAY; @bytes count as the link's load. */
  void (*send) (HdBlockContext *context, uint32_t link, uint32_t delay, uint32_t bytes, const HdMessage *message);
  /* Uniform 64-bit number from the element's own stream; adding elements changes no other's. */
  uint64_t (*random) (HdBlockContext *context, uint32_t element);
  /* A model-level record: enters the digest. */
  void (*record) (HdBlockContext *context, uint32_t element, uint32_t kind, uint64_t value);
  /* Ends the run with an error that names the element; the text is copied. */
  void (*fail) (HdBlockContext *context, uint32_t element, const char *message);
  /* Inside `receive`: ends the run with an error that names sender, receiver, port and value: @rule, as HdHandlers' `accept` returns it, is what the
   * message must be, @value what it has instead. */
  void (*refuse) (HdBlockContext *context, uint32_t element, const HdMessage *message, const char *rule, uint64_t value);
  /* As in HdHost; @start and @end are cycles, which begin at their edges. */
  int (*shows) (HdBlockContext *context, uint32_t element, uint32_t lane);
  void (*state) (HdBlockContext *context, uint32_t element, uint32_t lane, uint32_t activity, int64_t start);
  void (*span) (HdBlockContext *context, uint32_t element, uint32_t lane, uint32_t activity, int64_t start, int64_t end);
  void (*write) (HdBlockContext *context, uint32_t element, uint32_t output, const void *data, size_t size);
} HdBlockHost;

/**
 * HdBlock:
 * @state_size: bytes, zeroed, for each block
 * @clock: place of the parameter that holds the frequency of the clock (unit Hz)
 * @create: makes @n elements, which are all visited in cycle 0; returns 0 after `fail`
 * @receive: a message has arrived; returns the cycle at which the element wants to be visited for it (@cycle itself, a later one, HD_NEVER)
 * @tick: visits the @n_active elements in @active, in ascending order; @next[i], HD_NEVER at first, becomes the cycle, later than @cycle, at which active[i]
 *   wants its next visit if no message comes before
 * @finish: the run ends; records that are made here have no time
 * @read: value and weight of a probe so far; may be called whenever no other function of the block runs
 * @clear: frees what the state owns
 * @accept, @waits: of one element; see HdHandlers. A block through which very many messages pass may look at them in `receive` instead, and `refuse`
 * @measure: bytes that `create` will allocate for @n elements, or a few more: they are counted before that; only parameters may be asked for;
 *   NULL for nothing worth counting
 *
 * The second form of component: elements of one type with one clock live together in arrays. Only those that a message or their own wish makes
 * active are visited, and between activity time jumps. How elements are spread over blocks (one for each partition and frequency) must not show in
 * what they do: an element uses its own state and messages alone, each port takes one link or is numbered, and what arrives over different links in one
 * cycle arrives in no certain order (over one link: in the order of sending). All of a cycle's messages arrive before its visits.
 * `create` and `tick` must be there.
 */
typedef struct
{
  size_t size;
  size_t state_size;
  uint32_t clock;
  int (*create) (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n);
  int64_t (*receive) (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message);
  void (*tick) (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next);
  void (*finish) (const HdBlockHost *host, HdBlockContext *context, void *state);
  void (*read) (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight);
  void (*clear) (void *state);
  const char *(*accept) (const void *state, uint32_t element, const HdMessage *message, uint64_t *out_value);
  int (*waits) (const void *state, uint32_t element, HdWait *out_wait);
  uint64_t (*measure) (const HdBlockHost *host, HdBlockContext *context, uint32_t n);
} HdBlock;

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
  const HdBlock *block;       /* instead of handlers */
  uint64_t traits;            /* HdTrait bits; unknown bits refuse the library */
  const HdLane *lanes;        /* of what acts itself */
  const HdActivity *activities; /* on any of its lanes */
  const HdOutput *outputs;    /* of what acts itself */
  const HdForm *forms;        /* of texts that it reads or writes */
  uint32_t (*n_lanes) (const double *parameters); /* how many of its lanes there are, from the first on, given the values of its parameters; NULL: all */
} HdComponentType;

/** HdCapability: what a library may need of Heddle */
typedef enum
{
  HD_CAPABILITY_EVENTS = 1 << 0, /* HdHandlers */
  HD_CAPABILITY_BLOCKS = 1 << 1, /* HdBlock */
  HD_CAPABILITY_NETWORK = 1 << 2, /* HdDispatch */
  HD_CAPABILITY_PROGRAMS = 1 << 3, /* HdProgram; with HD_CAPABILITY_EVENTS */
} HdCapability;

/** HdLibrary: @capabilities are HdCapability bits that the library needs; unknown bits refuse it */
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

/* What a library exports, as a pointer to a function, by its name and as a declaration. */
typedef const HdLibrary *(*HdLibraryEntry) (void);
#define HD_LIBRARY_ENTRY "heddle_library"
HD_EXPORT const HdLibrary *heddle_library (void);

#ifdef __cplusplus
}
#endif
