/* xpu.c: any accelerator
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Computes at a roofline: a task takes the longer of its operations at the rate of its precision and its memory traffic at the bandwidth of
 * the memory that holds its data. Values of the models are the vendors' for dense operands.
 */
#include "fabric.h"

static const char *const models[] = { "H100", "A100", "V100", "custom", NULL };

static const HdParameter parameters[] = {
  {
    .size = sizeof (HdParameter),
    .key = "model",
    .title = N_("Model"),
    .kind = HD_PARAMETER_CHOICE,
    .default_text = "H100",
    .choices = models,
    .help = N_("Sets rates and local memory at once; a value written beside it wins."),
  },
  {
    .size = sizeof (HdParameter),
    .key = "fp32",
    .property = HD_PROPERTY_FP32_RATE,
    .title = N_("FP32 rate"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "FLOP/s",
    .default_text = "67 TFLOP/s",
    .exclusive_minimum = 1,
    .pleasant_minimum = 1e12,
    .pleasant_maximum = 1e15,
    .help = N_("Operations a second at single precision."),
    .source = N_("NVIDIA H100 SXM data sheet"),
  },
  {
    .size = sizeof (HdParameter),
    .key = "fp16",
    .property = HD_PROPERTY_FP16_RATE,
    .title = N_("FP16 rate"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "FLOP/s",
    .default_text = "989.4 TFLOP/s",
    .exclusive_minimum = 1,
    .pleasant_minimum = 1e12,
    .pleasant_maximum = 5e15,
    .help = N_("Operations a second at half precision on dense tensors."),
    .source = N_("NVIDIA H100 SXM data sheet"),
  },
  {
    .size = sizeof (HdParameter),
    .key = "memory-capacity",
    .property = HD_PROPERTY_LOCAL_CAPACITY,
    .title = N_("Local memory"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "B",
    .default_text = "80 GB",
    .pleasant_minimum = 1e9,
    .pleasant_maximum = 512e9,
    .exclusive_minimum = 1,
    .allow_infinity = 1,
    .help = N_("Bytes that the local memory holds."),
    .source = N_("NVIDIA H100 SXM data sheet"),
  },
  {
    .size = sizeof (HdParameter),
    .key = "memory-bandwidth",
    .property = HD_PROPERTY_LOCAL_BANDWIDTH,
    .title = N_("Local bandwidth"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "B/s",
    .default_text = "3350 GB/s",
    .exclusive_minimum = 1,
    .pleasant_minimum = 100e9,
    .pleasant_maximum = 20e12,
    .allow_infinity = 1,
    .help = N_("Bytes a second between the accelerator and its local memory."),
    .source = N_("NVIDIA H100 SXM data sheet"),
  },
  FABRIC_SOFTWARE_PARAMETERS,
  FABRIC_AGGREGATION_PARAMETERS, /* of its own network interface, where no NIC is drawn */
  { 0 },
};

static const char *const h100[] = {
  "fp32", "67 TFLOP/s", "fp16", "989.4 TFLOP/s", "memory-capacity", "80 GB", "memory-bandwidth", "3350 GB/s", NULL,
};
static const char *const a100[] = {
  "fp32", "19.5 TFLOP/s", "fp16", "312 TFLOP/s", "memory-capacity", "80 GB", "memory-bandwidth", "2039 GB/s", NULL,
};
static const char *const v100[] = {
  "fp32", "15.7 TFLOP/s", "fp16", "125 TFLOP/s", "memory-capacity", "32 GB", "memory-bandwidth", "900 GB/s", NULL,
};

static const HdPreset presets[] = {
  { sizeof (HdPreset), "H100", N_("NVIDIA H100 SXM, 80 GB"), h100, N_("NVIDIA H100 SXM data sheet") },
  { sizeof (HdPreset), "A100", N_("NVIDIA A100 SXM, 80 GB"), a100, N_("NVIDIA A100 SXM data sheet") },
  { sizeof (HdPreset), "V100", N_("NVIDIA V100 SXM2, 32 GB"), v100, N_("NVIDIA V100 SXM2 data sheet") },
  { 0 },
};

static const HdPort ports[] = {
  {
    .size = sizeof (HdPort),
    .name = "pcie",
    .title = N_("PCIe"),
    .protocol = "pcie",
    .maximum_links = 1,
    .help = N_("To a PCIe switch or a CPU."),
  },
  {
    .size = sizeof (HdPort),
    .name = "xpu",
    .title = N_("XPU link"),
    .protocol = "xpu",
    .help = N_("To XPU switches or other accelerators."),
  },
  {
    .size = sizeof (HdPort),
    .name = "cxl",
    .title = N_("CXL"),
    .protocol = "cxl",
    .maximum_links = 1,
    .help = N_("To a CXL switch: coherent access to memory beyond it."),
  },
  {
    .size = sizeof (HdPort),
    .name = "eth",
    .title = N_("Ethernet"),
    .protocol = "ethernet",
    .maximum_links = 1,
    .help = N_("To a network of its own, without a CPU between."),
  },
  { 0 },
};

static const HdProbe probes[] = {
  { sizeof (HdProbe), "busy", N_("Busy"), "%", N_("share of time that it computes") },
  { sizeof (HdProbe), "vertex", N_("Vertex"), "", N_("the task that runs") },
  { 0 },
};

const HdComponentType fabric_xpu = {
  .size = sizeof (HdComponentType),
  .id = "xpu",
  .title = N_("XPU"),
  .category = FABRIC_COMPUTE,
  .symbol = "xpu",
  .help = N_("Any accelerator: computes at a roofline, sends and receives."),
  .role = HD_ROLE_ENDPOINT,
  .parameters = parameters,
  .presets = presets,
  .ports = ports,
  .probes = probes,
};
