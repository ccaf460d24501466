/* hd-gather.c: what the ranks of a run have to agree on, and what the first one gathers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-gather"

#include "hd-gather.h"

#include "hd-digest.h"
#include "hd-ranks-private.h"
#include "hd-record-parts.h"
#include "hd-spread.h"

/* ---- the same project ---------------------------------------------------------------------------------------------- */

static void
add_text (HdDigest *digest,
          const char *text)
{
  hd_digest_add_string (digest, text != NULL ? text : "");
}

static void
add_element (HdDigest *digest,
             const HdElement *element)
{
  add_text (digest, element->element);
  for (guint i = 0; i < element->n_attributes; i++)
    {
      add_text (digest, element->names[i]);
      add_text (digest, element->texts[i]);
    }
  hd_digest_add (digest, element->n_children);
  for (guint i = 0; i < element->n_children; i++)
    add_element (digest, element->children[i]);
}

static void
add_node (HdDigest *digest,
          HdDesign *design,
          guint32 node)
{
  const HdComponentType *type = hd_design_get_nodes (design)[node].type;
  const double *values = hd_design_get_parameters (design, node);

  add_text (digest, type->id);
  for (guint i = 0; i < hd_component_type_count_parameters (type); i++)
    if (type->parameters[i].kind == HD_PARAMETER_TEXT)
      add_text (digest, hd_design_get_text (design, node, i)); /* its value differs from process to process */
    else
      hd_digest_add_double (digest, values[i]);
}

guint64
hd_gather_make_fingerprint (HdDesign *design)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);
  const HdLink *links = hd_design_get_links (design);
  HdDigest digest = HD_DIGEST_INIT;

  hd_digest_add (&digest, (guint64) settings->quantum);
  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->group <= HD_RUN_GROUP_PACKETS; setting++)
    if (setting->member != NULL)
      hd_digest_add_double (&digest, hd_run_setting_get (setting, settings));
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    add_node (&digest, design, i);
  for (guint i = 0; i < hd_design_get_n_links (design); i++)
    {
      hd_digest_add (&digest, (guint64) links[i].from << 32 | links[i].to);
      hd_digest_add (&digest, (guint64) links[i].latency_ps);
      hd_digest_add (&digest, links[i].sharing);
      hd_digest_add_double (&digest, links[i].bandwidth);
      hd_digest_add_double (&digest, links[i].efficiency);
    }
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    add_element (&digest, hd_design_get_workload (design, i));
  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);

      add_text (&digest, probe->probe);
      hd_digest_add (&digest, (guint64) probe->kind << 32 | probe->target);
    }
  return hd_digest_mix (&digest);
}

/* ---- what the first one gathers ------------------------------------------------------------------------------------ */

/* Arrays of a record by number: the samples of each series, or the spans of each lane class. */
typedef struct
{
  HdChunkedArray *(*find) (HdRecord *record, guint number);
  gsize element_size;
} Arrays;

/* Before the elements of one of them. */
typedef struct
{
  guint64 number;
  guint64 n;
} Head;

static HdChunkedArray *
find_samples (HdRecord *record,
              guint series)
{
  return record->series[series].samples;
}

static HdChunkedArray *
find_spans (HdRecord *record,
            guint lane_class)
{
  return record->layout->spans[lane_class];
}

static const Arrays of_samples = { find_samples, sizeof (HdSample) };
static const Arrays of_spans = { find_spans, sizeof (HdSpan) };

static void
pack (HdRecord *record,
      const Arrays *arrays,
      guint number,
      GByteArray *out)
{
  HdChunkedArray *array = arrays->find (record, number);
  Head head = { number, hd_chunked_array_get_length (array) };

  g_byte_array_append (out, (const guint8 *) &head, sizeof head);
  for (guint64 first = 0, n; first < head.n; first += n)
    {
      const guint8 *elements = hd_chunked_array_peek (array, first, &n);

      g_byte_array_append (out, elements, (guint) (n * arrays->element_size));
    }
}

static void
unpack (HdRecord *record,
        const Arrays *arrays,
        const GByteArray *in)
{
  const guint8 *at = in->data, *end = in->data + in->len;

  while (at < end)
    {
      const Head *head = (const Head *) (const void *) at;
      HdChunkedArray *array = arrays->find (record, (guint) head->number);

      at = (const guint8 *) (head + 1);
      for (guint64 i = 0; i < head->n; i++, at += arrays->element_size)
        _hd_record_append (record, array, at, arrays->element_size);
    }
}

/* What each rank has packed goes into the record of the first. */
static void
send_to_first (HdRecord *record,
               const Arrays *arrays,
               GByteArray *packed)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  g_autoptr (GByteArray) in = g_byte_array_new ();

  g_ptr_array_add (out, g_byte_array_ref (packed));
  while (out->len < hd_ranks_get_n ())
    g_ptr_array_add (out, g_byte_array_new ());
  hd_ranks_exchange ((GByteArray **) out->pdata, in);
  unpack (record, arrays, in);
}

void
hd_gather_samples (HdRecord *record,
                   HdKernel *kernel,
                   const guint32 *partitions)
{
  HdDesign *design = hd_record_get_design (record);
  guint rank = hd_ranks_get_rank ();
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  if (hd_ranks_get_n () == 1)
    return;
  for (guint i = 0; rank > 0 && i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);

      if (probe->kind == HD_TARGET_NODE && hd_design_get_nodes (design)[probe->target].type->handlers != NULL &&
          hd_spread_get_rank_of (kernel, partitions[probe->target]) == rank)
        pack (record, &of_samples, i, packed);
    }
  send_to_first (record, &of_samples, packed);
}

void
hd_gather_spans (HdRecord *record,
                 guint first_class,
                 guint n)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  if (hd_ranks_get_n () == 1)
    return;
  for (guint i = first_class; hd_ranks_get_rank () > 0 && i < first_class + n; i++)
    if (_hd_record_get_n_spans (record, i) > 0)
      pack (record, &of_spans, i, packed);
  send_to_first (record, &of_spans, packed);
}
