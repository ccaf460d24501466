/* hd-gather.c: what the ranks of a run have to agree on, and what the first one gathers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-gather"

#include "hd-gather.h"

#include "hd-digest.h"
#include "hd-ranks-private.h"
#include "hd-record-private.h"
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

/* ---- samples ------------------------------------------------------------------------------------------------------- */

/* Before the samples of one series, or the spans of one lane class. */
typedef struct
{
  guint64 number;
  guint64 n;
} Head;

/* What goes to each rank. */
static GPtrArray *
make_trays (void)
{
  GPtrArray *trays = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);

  for (guint i = 0; i < hd_ranks_get_n (); i++)
    g_ptr_array_add (trays, g_byte_array_new ());
  return trays;
}

static void
pack_series (HdRecord *record,
             guint series,
             GByteArray *out)
{
  Head head = { series, hd_record_get_n_samples (record, series) };

  g_byte_array_append (out, (const guint8 *) &head, sizeof head);
  for (guint64 first = 0, n; first < head.n; first += n)
    {
      const HdSample *samples = hd_record_peek_samples (record, series, first, &n);

      g_byte_array_append (out, (const guint8 *) samples, (guint) (n * sizeof (HdSample)));
    }
}

static void
unpack_series (HdRecord *record,
               const GByteArray *in)
{
  const guint8 *at = in->data, *end = in->data + in->len;

  while (at < end)
    {
      const Head *head = (const Head *) (const void *) at;
      const HdSample *samples = (const HdSample *) (const void *) (head + 1);

      for (guint64 i = 0; i < head->n; i++)
        _hd_record_append_sample (record, (guint) head->number, samples[i].time, samples[i].value);
      at = (const guint8 *) (samples + head->n);
    }
}

void
hd_gather_samples (HdRecord *record,
                   HdKernel *kernel,
                   const guint32 *partitions)
{
  HdDesign *design = hd_record_get_design (record);
  guint rank = hd_ranks_get_rank ();
  g_autoptr (GPtrArray) out = NULL;
  g_autoptr (GByteArray) in = NULL;

  if (hd_ranks_get_n () == 1)
    return;
  out = make_trays ();
  in = g_byte_array_new ();
  for (guint i = 0; rank > 0 && i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);

      if (probe->kind == HD_TARGET_NODE && hd_design_get_nodes (design)[probe->target].type->handlers != NULL &&
          hd_spread_get_rank_of (kernel, partitions[probe->target]) == rank)
        pack_series (record, i, g_ptr_array_index (out, 0));
    }
  hd_ranks_exchange ((GByteArray **) out->pdata, in);
  unpack_series (record, in);
}

/* ---- spans --------------------------------------------------------------------------------------------------------- */

static void
pack_spans (HdRecord *record,
            guint lane_class,
            GByteArray *out)
{
  Head head = { lane_class, _hd_record_get_n_spans (record, lane_class) };

  g_byte_array_append (out, (const guint8 *) &head, sizeof head);
  for (guint64 first = 0, n; first < head.n; first += n)
    {
      const HdSpan *spans = _hd_record_peek_spans (record, lane_class, first, &n);

      g_byte_array_append (out, (const guint8 *) spans, (guint) (n * sizeof (HdSpan)));
    }
}

static void
unpack_spans (HdRecord *record,
              const GByteArray *in)
{
  const guint8 *at = in->data, *end = in->data + in->len;

  while (at < end)
    {
      const Head *head = (const Head *) (const void *) at;
      const HdSpan *spans = (const HdSpan *) (const void *) (head + 1);

      for (guint64 i = 0; i < head->n; i++)
        _hd_record_append_span (record, (guint) head->number, &spans[i]);
      at = (const guint8 *) (spans + head->n);
    }
}

void
hd_gather_spans (HdRecord *record,
                 guint first_class,
                 guint n)
{
  g_autoptr (GPtrArray) out = NULL;
  g_autoptr (GByteArray) in = NULL;

  if (hd_ranks_get_n () == 1)
    return;
  out = make_trays ();
  in = g_byte_array_new ();
  for (guint i = first_class; hd_ranks_get_rank () > 0 && i < first_class + n; i++)
    if (_hd_record_get_n_spans (record, i) > 0)
      pack_spans (record, i, g_ptr_array_index (out, 0));
  hd_ranks_exchange ((GByteArray **) out->pdata, in);
  unpack_spans (record, in);
}
