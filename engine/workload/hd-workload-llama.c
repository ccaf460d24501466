/* hd-workload-llama.c: data-parallel training of LLaMA2-13B
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Source: HCSim, table 4 (work and memory traffic of the layers of one decoder). Each member of the communicator runs a forward chain, a backward
 * chain and a chain of updates; the gradients of each layer are averaged by one all-reduce among all members. The printed backward traffic has a
 * part that does not grow with the batch: 16 B a parameter, the optimizer's state. It can be touched only after the gradients are averaged, so it
 * is a vertex of its own, the update.
 */
#define G_LOG_DOMAIN "hd-workload-llama"

#include "hd-workload-private.h"

#include <math.h>

#include "hd-i18n.h"

#define TABLE_SEQUENCE 4096.0
#define TABLE_HIDDEN 5120.0
#define TABLE_HEADS 40.0
#define HEAD_WIDTH 128.0 /* of LLaMA2, whatever its size: 4096 / 32, 5120 / 40, 8192 / 64 */
#define STATE_PER_PARAMETER 16.0 /* B: weight, gradient, two moments in FP32 */
#define GRADIENT_PER_PARAMETER 4.0

/**
 * Layer:
 *
 * As printed: GFLOP, and GB that do (batch) and do not (fixed) grow with the batch. Parameters are squares * h^2 + vectors * h. The table's
 * backward entries of dropout, add and GeLU lack the factor b; they are activations, so they grow with the batch here.
 */
typedef struct
{
  const char *name;
  double forward_work, forward_fixed, forward_batch;
  double backward_work, backward_fixed, backward_batch;
  double squares, vectors;
} Layer;

/* Concat, the sixth row, does nothing that counts. */
static const Layer layers[] = {
  { "layer norm 1", 0, 0.00002, 0.039, 0, 0.00015, 0.156, 0, 2 },
  { "linear K", 195, 0.0488, 0.039, 390, 0.39, 0.156, 1, 0 },
  { "linear Q", 195, 0.0488, 0.039, 390, 0.39, 0.156, 1, 0 },
  { "linear V", 195, 0.0488, 0.039, 390, 0.39, 0.156, 1, 0 },
  { "self-attention", 312.5, 0, 3.242, 625, 0, 0.234, 0, 0 },
  { "linear O", 195, 0.0488, 0.039, 390, 0.39, 0.156, 1, 0 },
  { "dropout 1", 0, 0, 0.0195, 0, 0, 0.0195, 0, 0 },
  { "add 1", 0, 0, 0.078, 0, 0, 0.039, 0, 0 },
  { "layer norm 2", 0, 0.00002, 0.039, 0, 0.00015, 0.156, 0, 2 },
  { "linear up", 780, 0.195, 0.039, 1560, 1.562, 0.39, 4, 0 },
  { "GeLU", 0, 0, 0.156, 0, 0, 0.078, 0, 0 },
  { "linear down", 780, 0.195, 0.156, 1560, 1.562, 0.39, 4, 0 },
  { "dropout 2", 0, 0, 0.0195, 0, 0, 0.0195, 0, 0 },
  { "add 2", 0, 0, 0.078, 0, 0, 0.156, 0, 0 },
};
#define N_LAYERS G_N_ELEMENTS (layers)
#define ATTENTION 4

/** Size: what a layer of the chosen model does, in SI */
typedef struct
{
  double forward_work, forward_volume;
  double backward_work, backward_volume;
  double update_volume;
  double parameters;
  double resident;
} Size;

typedef struct
{
  HdWorkloadReader *reader;
  HdWorkloadGraph *graph;
  guint n_decoders;
  double batch, sequence, hidden, heads, flop_unit, byte_unit;
  gboolean by_decoder, update_split, overlap, first_fit, half_precision;
  HdAccess access;
  const HdCollective *algorithm;
  guint32 team, channel, net;
  Size sizes[N_LAYERS];
  guint32 *forward, *backward; /* vertices by decoder and layer */
  guint32 *sync;                        /* the vertex that averages the gradients of a decoder and layer, or HD_NO_ID */
} Builder;

/* The printed numbers are for sequence 4096 and hidden 5120; others scale as the terms that they were derived from: 2 s h^2 for a linear layer,
 * 4 s^2 h for attention, s h for activations, 5 a s^2 + 6 s h for the stored attention maps. */
static void
measure_layer (const Builder *self,
               guint n,
               Size *out_size)
{
  const Layer *layer = &layers[n];
  double s = self->sequence, h = self->hidden, a = self->heads, b = self->batch;
  double by_activation = s * h / (TABLE_SEQUENCE * TABLE_HIDDEN);
  double by_maps = (5 * a * s * s + 6 * s * h) / (5 * TABLE_HEADS * TABLE_SEQUENCE * TABLE_SEQUENCE + 6 * TABLE_SEQUENCE * TABLE_HIDDEN);
  double by_work = by_activation * (n == ATTENTION ? s / TABLE_SEQUENCE : h / TABLE_HIDDEN);
  double parameters = layer->squares * h * h + layer->vectors * h;
  double of_table = layer->squares * TABLE_HIDDEN * TABLE_HIDDEN + layer->vectors * TABLE_HIDDEN;
  double by_parameters = of_table > 0 ? parameters / of_table : 0;
  double activations = layer->forward_batch * (n == ATTENTION ? by_maps : by_activation) * b;
  double state = layer->backward_fixed * by_parameters;
  gboolean has_update = self->update_split && parameters > 0;

  out_size->forward_work = layer->forward_work * by_work * b * self->flop_unit;
  out_size->forward_volume = (layer->forward_fixed * by_parameters + activations) * self->byte_unit;
  out_size->backward_work = layer->backward_work * by_work * b * self->flop_unit;
  out_size->backward_volume = (layer->backward_batch * by_activation * b + (has_update ? 0 : state)) * self->byte_unit;
  out_size->update_volume = has_update ? state * self->byte_unit : 0;
  out_size->parameters = parameters;
  out_size->resident = STATE_PER_PARAMETER * parameters + activations * self->byte_unit;
}

static double
measure_decoder (const Builder *self)
{
  double resident = 0;

  for (guint l = 0; l < N_LAYERS; l++)
    resident += self->sizes[l].resident;
  return resident;
}

static guint32
add_computation (Builder *self,
                 const char *phase,
                 guint decoder,
                 guint layer,
                 double work,
                 double volume)
{
  g_autofree char *name = g_strdup_printf ("%s %u %s", phase, decoder + 1, layers[layer].name);
  guint32 number;
  HdWorkVertex *vertex = hd_workload_graph_add_vertex (self->graph, HD_VERTEX_COMPUTE, name, &number);

  vertex->origin_uid = self->reader->element->origin_uid;
  vertex->line = self->reader->element->line;
  vertex->group = self->team;
  vertex->access = self->access;
  vertex->half_precision = self->half_precision;
  vertex->work = work;
  vertex->volume = volume;
  if (self->first_fit)
    vertex->local_from = measure_decoder (self) * (decoder + 1);
  return number;
}

static guint32
add_sync (Builder *self,
          const char *name,
          double parameters)
{
  guint32 number;
  HdWorkVertex *vertex = hd_workload_graph_add_vertex (self->graph, HD_VERTEX_COMM, name, &number);

  vertex->origin_uid = self->reader->element->origin_uid;
  vertex->line = self->reader->element->line;
  vertex->algorithm = self->algorithm;
  vertex->bytes = GRADIENT_PER_PARAMETER * parameters;
  vertex->team = self->team;
  vertex->channel = self->channel;
  vertex->net = self->net;
  return number;
}

static void
link_after (Builder *self,
            guint32 *last,
            guint32 vertex)
{
  if (*last != HD_NO_ID)
    hd_workload_graph_add_edge (self->graph, *last, vertex, FALSE);
  *last = vertex;
}

static void
build_forward (Builder *self,
               guint32 *last)
{
  for (guint d = 0; d < self->n_decoders; d++)
    for (guint l = 0; l < N_LAYERS; l++)
      {
        const Size *size = &self->sizes[l];
        guint32 vertex = add_computation (self, "FP", d, l, size->forward_work, size->forward_volume);

        hd_workload_graph_get_vertex (self->graph, vertex)->resident = size->resident;
        hd_workload_graph_get_vertex (self->graph, vertex)->start = d == 0 && l == 0;
        self->forward[d * N_LAYERS + l] = vertex;
        link_after (self, last, vertex);
      }
}

static void
build_backward (Builder *self,
                guint32 *last)
{
  for (guint d = self->n_decoders; d-- > 0;)
    for (guint l = N_LAYERS; l-- > 0;)
      {
        guint32 vertex = add_computation (self, "BP", d, l, self->sizes[l].backward_work, self->sizes[l].backward_volume);

        self->backward[d * N_LAYERS + l] = vertex;
        link_after (self, last, vertex);
      }
}

/* One all-reduce a layer or a decoder; they are numbered in the order in which the backward chain releases them. */
static void
build_syncs (Builder *self,
             guint32 last_backward)
{
  for (guint d = self->n_decoders; d-- > 0;)
    {
      guint32 of_decoder = HD_NO_ID;
      double parameters = 0;

      for (guint l = 0; l < N_LAYERS; l++)
        parameters += self->sizes[l].parameters;
      if (self->by_decoder)
        {
          g_autofree char *name = g_strdup_printf ("SYNC %u", d + 1);

          of_decoder = add_sync (self, name, parameters);
          hd_workload_graph_add_edge (self->graph, self->overlap ? self->backward[d * N_LAYERS] : last_backward, of_decoder, FALSE);
        }
      for (guint l = N_LAYERS; l-- > 0;)
        {
          g_autofree char *name = g_strdup_printf ("SYNC %u %s", d + 1, layers[l].name);
          guint n = d * N_LAYERS + l;

          self->sync[n] = HD_NO_ID;
          if (self->sizes[l].parameters == 0)
            continue;
          self->sync[n] = self->by_decoder ? of_decoder : add_sync (self, name, self->sizes[l].parameters);
          if (!self->by_decoder)
            hd_workload_graph_add_edge (self->graph, self->overlap ? self->backward[n] : last_backward, self->sync[n], FALSE);
        }
    }
}

/* The next iteration waits for the last update; without updates, each forward layer for its own gradients. */
static void
build_updates (Builder *self,
               guint32 *last)
{
  for (guint d = self->n_decoders; d-- > 0;)
    for (guint l = N_LAYERS; l-- > 0;)
      {
        guint n = d * N_LAYERS + l;
        guint32 vertex;

        if (self->sync[n] == HD_NO_ID)
          continue;
        if (!self->update_split)
          {
            hd_workload_graph_add_edge (self->graph, self->sync[n], self->forward[n], TRUE);
            continue;
          }
        vertex = add_computation (self, "UPD", d, l, 0, self->sizes[l].update_volume);
        hd_workload_graph_add_edge (self->graph, self->sync[n], vertex, FALSE);
        link_after (self, last, vertex);
      }
  hd_workload_graph_add_edge (self->graph, *last, self->forward[0], TRUE);
}

static double
read_heads (HdWorkloadReader *reader)
{
  double heads = hd_workload_reader_get_number (reader, "heads");

  return heads > 0 ? heads : fmax (round (hd_workload_reader_get_number (reader, "hidden") / HEAD_WIDTH), 1);
}

static void
build (HdWorkloadReader *reader,
       HdWorkloadGraph *graph)
{
  guint n_decoders = (guint) hd_workload_reader_get_number (reader, "decoders");
  gsize n = (gsize) n_decoders * N_LAYERS;
  g_autofree guint32 *forward = g_new (guint32, n);
  g_autofree guint32 *backward = g_new (guint32, n);
  g_autofree guint32 *sync = g_new (guint32, n);
  Builder self = {
    .reader = reader,
    .graph = graph,
    .n_decoders = n_decoders,
    .batch = hd_workload_reader_get_number (reader, "batch"),
    .sequence = hd_workload_reader_get_number (reader, "sequence"),
    .hidden = hd_workload_reader_get_number (reader, "hidden"),
    .heads = read_heads (reader),
    .flop_unit = hd_workload_reader_get_number (reader, "flop-unit"),
    .byte_unit = hd_workload_reader_get_number (reader, "byte-unit"),
    .by_decoder = hd_workload_reader_get_choice (reader, "sync") == 1,
    .update_split = hd_workload_reader_get_flag (reader, "update-split"),
    .overlap = hd_workload_reader_get_flag (reader, "overlap"),
    .first_fit = hd_workload_reader_get_choice (reader, "placement") == 1,
    .half_precision = hd_workload_reader_get_choice (reader, "precision") == 1,
    .access = hd_workload_reader_get_choice (reader, "access"),
    .algorithm = hd_collective_find ("all-reduce", hd_workload_reader_get_choice (reader, "ring") == 1 ? "ring-coherent" : "ring"),
    .team = hd_workload_reader_get_team (reader, graph, "on"),
    .net = hd_workload_reader_get_net (reader, graph, "net"),
    .forward = forward,
    .backward = backward,
    .sync = sync,
  };
  guint32 last = HD_NO_ID;

  if (self.team == HD_NO_ID || n_decoders == 0)
    return;
  graph->samples += self.batch * hd_workload_graph_get_team (graph, self.team)->n_nodes;
  self.channel = hd_workload_graph_add_channel (graph, "sync");
  for (guint l = 0; l < N_LAYERS; l++)
    measure_layer (&self, l, &self.sizes[l]);
  build_forward (&self, &last);
  build_backward (&self, &last);
  build_syncs (&self, last);
  build_updates (&self, &last);
}

static const char *const rings[] = { "classic", "coherent", NULL };
static const char *const syncs[] = { "layer", "decoder", NULL };
static const char *const placements[] = { "all_remote", "first_fit", NULL };
static const char *const accesses[] = { "coherent", "move", "local", NULL };
static const char *const precisions[] = { "fp32", "fp16", NULL };

#define NUMBER(name, label, kind_, initial, low, high, usual_low, usual_high, text, from) \
  { HD_WORK_PARAMETER (name, label, kind_), .unit = "", .default_text = initial, .minimum = low, .maximum = high, .pleasant_minimum = usual_low, \
    .pleasant_maximum = usual_high, .help = text, .source = from }

static const HdParameter parameters[] = {
  HD_WORK_TEXT ("on", N_("Communicator"), NULL, N_("Communicator or address of the accelerators that train, in ring order.")),
  HD_WORK_CHOICE ("ring", N_("Ring"), "classic", rings, N_("All-reduce in both halves, or the reduce-scatter half alone on coherent memory.")),
  HD_WORK_CHOICE ("access", N_("Access"), "coherent", accesses,
                  N_("Data is loaded from its home while computing, moved to local memory first, or always local.")),
  HD_WORK_TEXT ("net", N_("Link classes"), "", N_("Link classes that gradients may use, separated by spaces; all if empty.")),
  NUMBER ("decoders", N_("Decoders"), INTEGER, "40", 1, 10000, 1, 80, N_("Decoder blocks of the model."), "HCSim, table 5"),
  NUMBER ("batch", N_("Batch"), INTEGER, "1", 1, 1e6, 1, 64, N_("Samples that each accelerator takes in one iteration."),
          "HCSim, table 5"),
  NUMBER ("sequence", N_("Sequence length"), INTEGER, "4096", 1, 1e7, 512, 32768, N_("Tokens of one sample."), "HCSim, table 5"),
  NUMBER ("hidden", N_("Hidden size"), INTEGER, "5120", 1, 1e6, 1024, 16384, N_("Width of the model."), "HCSim, table 5"),
  NUMBER ("heads", N_("Attention heads"), INTEGER, "0", 0, 1e5, 8, 128,
          N_("Each stores a map of sequence by sequence; 0 for one for every 128 of the hidden size."), "LLaMA2, model card"),
  HD_WORK_CHOICE ("sync", N_("Averaging"), "layer", syncs, N_("One all-reduce for each layer with parameters, or for each decoder.")),
  HD_WORK_FLAG ("update-split", N_("Separate updates"), "true",
                N_("The optimizer's state is touched after the gradients were averaged; if not, the backward pass carries its traffic.")),
  HD_WORK_FLAG ("overlap", N_("Overlap"), "true", N_("Gradients are averaged while the backward pass goes on; if not, after it.")),
  HD_WORK_CHOICE ("placement", N_("Placement"), "all_remote", placements,
                  N_("All data at its home, or as many decoders as fit in local memory there.")),
  HD_WORK_CHOICE ("precision", N_("Precision"), "fp32", precisions, N_("Which rate of the accelerators counts.")),
  NUMBER ("flop-unit", N_("GFLOP of the table"), QUANTITY, "1073741824", 1, 1e12, 1e9, 1073741824,
          N_("Operations that one GFLOP of the layer table stands for."), "own fit of HCSim, table 6"),
  NUMBER ("byte-unit", N_("GB of the table"), QUANTITY, "1000000000", 1, 1e12, 1e9, 1073741824,
          N_("Bytes that one GB of the layer table stands for."), "own fit of HCSim, table 6"),
  { .key = NULL },
};

const HdWorkloadBuilder _hd_workload_llama = {
  .type = {
    .id = "llama2-13b",
    .title = N_("LLaMA2-13B training"),
    .help = N_("Data-parallel training: each accelerator trains on its own batch, gradients are averaged by ring all-reduce."),
    .source = "HCSim, table 4",
    .parameters = parameters,
  },
  .build = build,
};
