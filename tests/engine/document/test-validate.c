/* test-validate.c: what is wrong with a project before it is elaborated
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: each fault gives exactly the problem of its code, at its line, naming its value; a sound project gives none. Left open: what
 * only elaboration can know (ranges of evaluated expressions, indices, routes).
 */
#include <string.h>

#include <heddle/hd-document.h>

/* The example of the plan of the house, with the module that it leaves out. */
static const char sound[] =
  "<heddle version='1' name='CXL cluster'>\n"
  "  <variables>\n"
  "    <variable name='xpus' value='64' type='integer' minimum='1' maximum='4096'/>\n"
  "    <variable name='second_type' type='enum' of='H100 A100 V100' value='H100'/>\n"
  "    <variable name='cxl_bandwidth' value='128 GB/s'/>\n"
  "  </variables>\n"
  "  <link-class id='CXL_link' bandwidth='$cxl_bandwidth' latency='200 ns' sharing='shared'/>\n"
  "  <link-class id='NIC_to_ToR' bandwidth='12.5 GB/s' latency='5 us' sharing='split'/>\n"
  "  <link-class id='ToR_to_L1' bandwidth='12.5 GB/s' latency='5 us' sharing='split'/>\n"
  "  <module id='server' title='Server'>\n"
  "    <port id='network' of='nic.eth' side='top'/>\n"
  "    <port id='cxl' of='xpu[i].cxl' count='8'/>\n"
  "    <component id='nic' type='fabric.nic'/>\n"
  "    <component id='xpu' type='fabric.xpu' count='8' model='if (rack % 2 == 0, H100, $second_type)' home='cxl_memory[server*8 + xpu]'/>\n"
  "    <component id='pcie' type='fabric.pcie-switch'/>\n"
  "    <link id='down' from='pcie.down[k]' to='xpu[k].pcie' for='k=0..7' where='k &lt; 8' bandwidth='128 GB/s' latency='250 ns'/>\n"
  "    <route from='xpu[k]' to='nic' via='down[k] down[0]' for='k=0..7' symmetric='true'/>\n"
  "    <note x='1' y='2'>what it is</note>"
  "<knob of='$xpus' from='1' to='4096' scale='logarithmic'/><knob of='$second_type'/><knob of='run:symmetry'/>"
  "<knob of='rack/server/down.bandwidth' from='64 GB/s' to='256 GB/s'/>\n"
  "  </module>\n"
  "  <module id='rack'>\n"
  "    <port id='uplink' of='tor.up'/>\n"
  "    <component id='tor' type='fabric.tor-switch' x='400' y='40'/>\n"
  "    <component id='cxl_switch' type='fabric.cxl-switch'/>\n"
  "    <component id='cxl_memory' type='fabric.memory' count='128' capacity='inf'/>\n"
  "    <instance id='server' of='server' count='16' x='400' y='200'/>\n"
  "    <link from='server[i].network' to='tor.down[i]' class='NIC_to_ToR'/>\n"
  "    <link from='server[i].cxl[j]' to='cxl_switch.down[i*8 + j]' class='CXL_link'/>\n"
  "  </module>\n"
  "  <top>\n"
  "    <instance id='rack' of='rack' count='4x8' index='rack column'/>\n"
  "    <component id='core' type='fabric.core-switch'/>\n"
  "    <link id='trunk' from='rack[i][j].uplink' to='core.down[i*8 + j]' class='ToR_to_L1'/>\n"
  "    <generate id='mesh' kind='mesh' columns='$xpus'/>\n"
  "  </top>\n"
  "  <communicators><communicator id='all' members='rack[*][0..7]/server[*]/xpu[*]' limit='$xpus'/></communicators>\n"
  "  <workload type='llama2-13b' on='all' ring='classic'>\n"
  "    <vertex id='a' kind='compute' work='195 GFLOP' place='rack[0][0]/server[0]/xpu[0]' start='true'/>\n"
  "    <vertex id='b' kind='comm' operation='all-reduce' bytes='4 GB' net='CXL_link ToR_to_L1'/>\n"
  "    <edge from='a' to='b'/><edge from='b' to='a' first='ignore'/>\n"
  "  </workload>\n"
  "  <probes><probe of='trunk[0].rate' title='Trunk'/><probe of='rack[0][0]/server[0]/xpu[0].busy'/></probes>\n"
  "  <run fidelity='flow' iterations='2' sync='loose:1 us' until='10 s' cross-traffic='0.05' symmetry='false'/>\n"
  "</heddle>\n";

static HdCatalog *catalog; /* loaded once for all cases */

static HdProblemList *
validate (const char *xml)
{
  HdProblemList *problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (xml, -1, "test.heddle", problems, &error);

  g_assert_no_error (error);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  hd_snapshot_validate (snapshot, catalog, problems);
  return problems;
}

static void
print_all (HdProblemList *problems)
{
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      g_autofree char *text = hd_problem_to_string (hd_problem_list_get (problems, i));
      g_test_message ("%s", text);
    }
}

static void
test_sound (void)
{
  g_autoptr (HdProblemList) problems = validate (sound);

  print_all (problems);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
}

/* Replaces one piece of the sound project. */
typedef struct
{
  const char *name;
  const char *old_text;
  const char *new_text;
  HdProblemCode code;
  HdSeverity severity;
  const char *object;
  const char *says; /* part of message or hint */
} Fault;

#define E HD_SEVERITY_ERROR
#define W HD_SEVERITY_WARNING

#define NOTE "<note x='1' y='2'>what it is</note>"

static const Fault faults[] = {
  { "unknown-link-attribute", "latency='250 ns'/>", "latency='250 ns' x='1'/>", HD_PROBLEM_UNKNOWN_ATTRIBUTE, W, "server/down", "“x”" },
  { "zero-bandwidth", "<link-class id='NIC_to_ToR' bandwidth='12.5 GB/s'", "<link-class id='NIC_to_ToR' bandwidth='0 GB/s'",
    HD_PROBLEM_VALUE, E, "class:NIC_to_ToR", "more than 0 B/s" },
  { "negative-bandwidth", "<link-class id='NIC_to_ToR' bandwidth='12.5 GB/s'", "<link-class id='NIC_to_ToR' bandwidth='-1 GB/s'",
    HD_PROBLEM_VALUE, E, "class:NIC_to_ToR", "-1 GB/s" },
  { "infinite-bandwidth", "<link-class id='NIC_to_ToR' bandwidth='12.5 GB/s'", "<link-class id='NIC_to_ToR' bandwidth='inf'",
    HD_PROBLEM_VALUE, E, "class:NIC_to_ToR", "infinite" },
  { "nan-bandwidth", "<link-class id='NIC_to_ToR' bandwidth='12.5 GB/s'", "<link-class id='NIC_to_ToR' bandwidth='nan'",
    HD_PROBLEM_UNKNOWN_NAME, E, "class:NIC_to_ToR", "nan" },
  { "negative-latency", "latency='250 ns'", "latency='-1 ns'", HD_PROBLEM_VALUE, E, "server/down", "-1 ns" },
  { "unknown-unit", "12.5 GB/s' latency='5 us' sharing='split'/>\n  <link-class id='T", "12.5 GX/s' latency='5 us' sharing='split'/>\n  <link-class id='T",
    HD_PROBLEM_UNIT, E, "class:NIC_to_ToR", "GX" },
  { "missing-dimension", "latency='250 ns'", "latency='250'", HD_PROBLEM_DIMENSION, E, "server/down", "without a unit" },
  { "wrong-dimension", "latency='250 ns'", "latency='250 GB'", HD_PROBLEM_DIMENSION, E, "server/down", "250 GB" },
  { "mixed-dimensions", "latency='250 ns'", "latency='1 s + 1 B'", HD_PROBLEM_DIMENSION, E, "server/down", "olumn " },
  { "syntax", "latency='250 ns'", "latency='250 ns + '", HD_PROBLEM_EXPRESSION, E, "server/down", "olumn " },
  { "overflow", "latency='250 ns'", "latency='1e300 s * 1e300'", HD_PROBLEM_EXPRESSION, E, "server/down", "olumn " },
  { "division", "latency='250 ns'", "latency='1 s / 0'", HD_PROBLEM_EXPRESSION, E, "server/down", "olumn " },
  { "missing-attribute", "<link-class id='NIC_to_ToR' bandwidth='12.5 GB/s' latency='5 us'", "<link-class id='NIC_to_ToR' bandwidth='12.5 GB/s'",
    HD_PROBLEM_MISSING_ATTRIBUTE, E, "class:NIC_to_ToR", "latency" },
  { "unknown-attribute", "side='top'", "sida='top'", HD_PROBLEM_UNKNOWN_ATTRIBUTE, W, "server/network", "Did you mean “side”?" },
  { "unknown-parameter", "capacity='inf'", "capacitty='inf'", HD_PROBLEM_UNKNOWN_ATTRIBUTE, W, "rack/cxl_memory", "Did you mean “capacity”?" },
  { "bad-parameter", "capacity='inf'", "capacity='12 s'", HD_PROBLEM_DIMENSION, E, "rack/cxl_memory", "12 s" },
  { "bad-model", "'if (rack % 2 == 0, H100, $second_type)'", "'H1000'", HD_PROBLEM_VALUE, E, "server/xpu", "Did you mean “H100”?" },
  { "unknown-element", "<note x='1' y='2'>what it is</note>", "<componant/>", HD_PROBLEM_UNKNOWN_ELEMENT, W, "server/componant",
    "Did you mean “component”?" },
  { "misplaced-element", "<note x='1' y='2'>what it is</note>", "<variables/>", HD_PROBLEM_KIND, E, "server/variables", "<variables> cannot stand in <module>" },
  { "knob-of-nothing", NOTE, "<knob of='$gone' from='1' to='2'/>", HD_PROBLEM_UNKNOWN_NAME, W, "server/knob:$gone", "$gone" },
  { "knob-of-no-parameter", NOTE, "<knob of='rack/server/xpu' from='1' to='2'/>", HD_PROBLEM_UNKNOWN_NAME, W, "server/knob:rack/server/xpu", "rack/server/xpu" },
  { "knob-of-a-member", NOTE, "<knob of='rack/server/xpu[3].fp32' from='1 FLOP/s' to='2 FLOP/s'/>", HD_PROBLEM_UNKNOWN_NAME, W, "server/knob:rack/server/xpu[3].fp32", "some members" },
  { "knob-without-ends", NOTE, "<knob of='$cxl_bandwidth' from='1 GB/s'/>", HD_PROBLEM_MISSING_ATTRIBUTE, W, "server/knob:$cxl_bandwidth", "“to”" },
  { "knob-of-another-dimension", NOTE, "<knob of='$cxl_bandwidth' from='1 ns' to='2 ns'/>", HD_PROBLEM_DIMENSION, W, "server/knob:$cxl_bandwidth", "B/s" },
  { "knob-of-two-dimensions", NOTE, "<knob of='$cxl_bandwidth' from='1 GB/s' to='2 ns'/>", HD_PROBLEM_DIMENSION, W, "server/knob:$cxl_bandwidth", "1 GB/s" },
  { "knob-of-no-length", NOTE, "<knob of='$cxl_bandwidth' from='128 GB/s' to='128 GB/s'/>", HD_PROBLEM_VALUE, W, "server/knob:$cxl_bandwidth", "Both ends" },
  { "knob-from-nothing", NOTE, "<knob of='$cxl_bandwidth' from='0 GB/s' to='256 GB/s' scale='logarithmic'/>", HD_PROBLEM_VALUE, W, "server/knob:$cxl_bandwidth", "above 0" },
  { "knob-beyond-bounds", NOTE, "<knob of='$xpus' from='1' to='8192'/>", HD_PROBLEM_VALUE, W, "server/knob:$xpus", "8192" },
  { "knob-beside-value", NOTE, "<knob of='$cxl_bandwidth' from='1 GB/s' to='64 GB/s'/>", HD_PROBLEM_VALUE, W, "server/knob:$cxl_bandwidth", "128 GB/s" },
  { "choice", "sharing='shared'", "sharing='shard'", HD_PROBLEM_VALUE, E, "class:CXL_link", "Did you mean “shared”?" },
  { "number", "x='400' y='40'", "x='wide' y='40'", HD_PROBLEM_VALUE, E, "rack/tor", "wide" },
  { "flag", "symmetric='true'", "symmetric='2'", HD_PROBLEM_VALUE, E, "server/xpu[k]--nic", "true or false" },
  { "bad-id", "<component id='pcie' type", "<component id='4nic' type='fabric.nic'/><component id='pcie' type", HD_PROBLEM_SYNTAX, E, "server/4nic", "4nic" },
  { "duplicate", "<component id='cxl_switch'", "<component id='tor' type='fabric.switch'/><component id='cxl_switch'", HD_PROBLEM_DUPLICATE, E, "rack/tor", "line 22" },
  { "duplicate-kinds", "<generate id='mesh'", "<generate id='core'", HD_PROBLEM_DUPLICATE, E, "core", "defined already" },
  { "duplicate-variable", "<variable name='cxl_bandwidth'", "<variable name='xpus' value='1'/><variable name='cxl_bandwidth'", HD_PROBLEM_DUPLICATE, E, "$xpus", "line 3" },
  { "second-top", "<probes>", "<top/><probes>", HD_PROBLEM_DUPLICATE, E, "top", "second" },
  { "unknown-module", "of='server'", "of='servr'", HD_PROBLEM_UNKNOWN_NAME, E, "rack/server", "Did you mean “server”?" },
  { "unknown-class", "class='ToR_to_L1'", "class='ToR_to_L2'", HD_PROBLEM_UNKNOWN_NAME, E, "trunk", "Did you mean “ToR_to_L1”?" },
  { "unknown-communicator", "on='all'", "on='al'", HD_PROBLEM_UNKNOWN_NAME, E, "workload", "Did you mean “all”?" },
  { "unknown-vertex", "<edge from='a' to='b'/>", "<edge from='a' to='c'/>", HD_PROBLEM_UNKNOWN_NAME, E, "workload/a--c", "“c”" },
  { "unknown-net", "net='CXL_link ToR_to_L1'", "net='CXL_link UPI'", HD_PROBLEM_UNKNOWN_NAME, E, "workload/b", "“UPI”" },
  { "unknown-variable", "limit='$xpus'", "limit='$xpu'", HD_PROBLEM_UNKNOWN_NAME, E, "communicator:all", "Did you mean “xpus”?" },
  { "bare-word", "limit='$xpus'", "limit='xpus'", HD_PROBLEM_UNKNOWN_NAME, E, "communicator:all", "$" },
  { "limit-zero", "limit='$xpus'", "limit='0'", HD_PROBLEM_VALUE, E, "communicator:all", "at least 1" },
  { "limit-fraction", "limit='$xpus'", "limit='1.5'", HD_PROBLEM_VALUE, E, "communicator:all", "whole" },
  { "iterations-zero", "iterations='2'", "iterations='0'", HD_PROBLEM_VALUE, E, "run", "0" },
  { "share", "cross-traffic='0.05'", "cross-traffic='1.05'", HD_PROBLEM_VALUE, E, "run", "1.05" },
  { "noise", "cross-traffic='0.05'", "noise='1'", HD_PROBLEM_VALUE, E, "run", "0.99" },
  { "noise-negative", "cross-traffic='0.05'", "noise='-0.1'", HD_PROBLEM_VALUE, E, "run", "-0.1" },
  { "noise-unit", "cross-traffic='0.05'", "noise='80 GB/s'", HD_PROBLEM_DIMENSION, E, "run", "80 GB/s" },
  { "noise-order", "cross-traffic='0.05'", "noise-order='first'", HD_PROBLEM_VALUE, E, "run", "first" },
  { "noise-packet", "cross-traffic='0.05'", "noise-packet='0 B'", HD_PROBLEM_VALUE, E, "run", "0 B" },
  { "packet-size", "cross-traffic='0.05'", "packet-size='0 B'", HD_PROBLEM_VALUE, E, "run", "0 B" },
  { "packet-time", "cross-traffic='0.05'", "packet-time='-1 ns'", HD_PROBLEM_VALUE, E, "run", "-1 ns" },
  { "buffer", "cross-traffic='0.05'", "buffer='-4 KiB'", HD_PROBLEM_VALUE, E, "run", "-4.096 kB" },
  { "switching", "cross-traffic='0.05'", "switching='wormhole'", HD_PROBLEM_VALUE, E, "run", "wormhole" },
  { "quantum", "loose:1 us", "loose:1 B", HD_PROBLEM_DIMENSION, E, "run", "1 B" },
  { "unknown-type", "fabric.core-switch", "fabric.core-swich", HD_PROBLEM_UNKNOWN_TYPE, E, "core", "Did you mean “core-switch”?" },
  { "unknown-library", "fabric.core-switch", "fabrik.core-switch", HD_PROBLEM_UNKNOWN_LIBRARY, E, "core", "fabrik" },
  { "unknown-end", "to='tor.down[i]'", "to='tro.down[i]'", HD_PROBLEM_UNKNOWN_NAME, E, "rack/server[i].network--tro.down[i]", "Did you mean “tor”?" },
  { "distant-port", "to='tor.down[i]'", "to='tor.middle[i]'", HD_PROBLEM_UNKNOWN_NAME, E, "rack/server[i].network--tor.middle[i]", "There is “down”, “up”." },
  { "unknown-port", "to='tor.down[i]'", "to='tor.donw[i]'", HD_PROBLEM_UNKNOWN_NAME, E, "rack/server[i].network--tor.donw[i]", "Did you mean “down”?" },
  { "unknown-module-port", "from='server[i].network'", "from='server[i].netwrk'", HD_PROBLEM_UNKNOWN_NAME, E, NULL, "Did you mean “network”?" },
  { "inside-component", "to='tor.down[i]'", "to='tor/chip.down[i]'", HD_PROBLEM_KIND, E, NULL, "nothing can stand inside" },
  { "bad-pattern", "to='tor.down[i]'", "to='tor.down[i'", HD_PROBLEM_SYNTAX, E, NULL, "column 11" },
  { "bad-index", "to='tor.down[i]'", "to='tor.down[i+]'", HD_PROBLEM_EXPRESSION, E, NULL, "olumn " },
  { "unknown-member", "members='rack[*][0..7]/server[*]/xpu[*]'", "members='rack[*][0..7]/server[*]/gpu[*]'", HD_PROBLEM_UNKNOWN_NAME, E,
    "communicator:all", "“gpu”" },
  { "empty-members", "members='rack[*][0..7]/server[*]/xpu[*]'", "members=' '", HD_PROBLEM_EMPTY_PATTERN, E, "communicator:all", "empty" },
  { "unknown-via", "via='down[k] down[0]'", "via='down[k] up[0]'", HD_PROBLEM_UNKNOWN_NAME, E, NULL, "“up”" },
  { "unknown-home", "home='cxl_memory[server*8 + xpu]'", "home='cxl_memoyr[server*8 + xpu]'", HD_PROBLEM_UNKNOWN_NAME, E, "server/xpu",
    "Did you mean “cxl_memory”?" },
  { "unnamed-link", "of='trunk[0].rate'", "of='rack[0][0]/server--tor.rate'", HD_PROBLEM_UNKNOWN_NAME, E, "probe:rack[0][0]/server--tor.rate",
    "Give the link between these two the id “server--tor”" },
  { "unknown-probe", "of='trunk[0].rate'", "of='trunc[0].rate'", HD_PROBLEM_UNKNOWN_NAME, E, "probe:trunc[0].rate", "Did you mean “trunk”?" },
  { "unknown-place", "place='rack[0][0]/server[0]/xpu[0]'", "place='rack[0][0]/server[0]/tpu[0]'", HD_PROBLEM_UNKNOWN_NAME, E, "workload/a", "tpu" },
  { "ranges", "for='k=0..7' where", "for='k=0-7' where", HD_PROBLEM_SYNTAX, E, "server/down", "k=0-7" },
  { "ranges-fraction", "for='k=0..7' where", "for='k=0..7.5' where", HD_PROBLEM_VALUE, E, "server/down", "whole" },
  { "count", "count='4x8'", "count='4x-8'", HD_PROBLEM_VALUE, E, "rack", "-8" },
  { "count-dimensions", "count='4x8'", "count='1x1x1x1x1x1x1x4x8'", HD_PROBLEM_LIMIT, E, "rack", "8 dimensions" },
  { "variable-range", "value='64' type='integer'", "value='8192' type='integer'", HD_PROBLEM_VALUE, E, "$xpus", "at most 4096" },
  { "variable-integer", "value='64' type='integer'", "value='64.5' type='integer'", HD_PROBLEM_VALUE, E, "$xpus", "whole" },
  { "variable-word", "value='H100'/>", "value='H200'/>", HD_PROBLEM_VALUE, E, "$second_type", "H100, A100, V100" },
  { "variable-no-words", " of='H100 A100 V100'", "", HD_PROBLEM_MISSING_ATTRIBUTE, E, "$second_type", "of" },
  { "variable-untyped-word", "value='128 GB/s'/>", "value='fast'/>", HD_PROBLEM_VALUE, E, "$cxl_bandwidth", "enumeration" },
  { "variable-cycle", "<variable name='cxl_bandwidth' value='128 GB/s'/>",
    "<variable name='cxl_bandwidth' value='$a'/><variable name='a' value='2 * $b'/><variable name='b' value='$a + 1 B/s'/>",
    HD_PROBLEM_EXPRESSION, E, NULL, " → $" },
  { "module-cycle", "<component id='nic' type='fabric.nic'/>", "<component id='nic' type='fabric.nic'/><instance id='again' of='rack'/>",
    HD_PROBLEM_MODULE_CYCLE, E, NULL, " → rack" },
  { "unused-variable", "name='cxl_bandwidth' value='128 GB/s'/>", "name='cxl_bandwidth' value='128 GB/s'/><variable name='spare' value='1'/>",
    HD_PROBLEM_UNUSED, W, "$spare", "never used" },
  { "unused-module", "<module id='rack'>", "<module id='spare'/><module id='rack'>", HD_PROBLEM_UNUSED, W, "spare", "never used" },
  { "view", "version='1'", "version='1' view='waves'", HD_PROBLEM_VALUE, E, NULL, "waveforms, timeline, links, partitions, trees" },
  { "view-expression", "version='1'", "version='1' view='if ($xpus > 1, links, trees)'", HD_PROBLEM_VALUE, E, NULL, "waveforms, timeline" },
  { "version", "version='1'", "version='one'", HD_PROBLEM_VALUE, E, NULL, "whole number" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  const char *at = strstr (sound, fault->old_text);
  g_assert_nonnull (at);
  g_autofree char *start = g_strndup (sound, at - sound);
  g_autofree char *xml = g_strconcat (start, fault->new_text, at + strlen (fault->old_text), NULL);
  int line = 1;
  guint n_same = 0;

  for (const char *p = sound; p < at; p++)
    line += *p == '\n';
  g_autoptr (HdProblemList) problems = validate (xml);
  print_all (problems);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);
      if (problem->code != fault->code || problem->severity != fault->severity)
        continue;
      if (strstr (problem->message, fault->says) == NULL && (problem->hint == NULL || strstr (problem->hint, fault->says) == NULL))
        continue;
      n_same++;
      if (fault->object != NULL)
        g_assert_cmpstr (problem->object, ==, fault->object);
      if (fault->code != HD_PROBLEM_MODULE_CYCLE) /* the object that is named first, of a cycle */
        g_assert_cmpint (ABS (problem->line - line), <=, 1);
      g_assert_cmpuint (problem->object_uid, !=, 0);
      g_assert_cmpstr (problem->file, ==, "test.heddle");
      g_assert_true (g_str_has_suffix (problem->message, ".") || g_str_has_suffix (problem->message, "?"));
    }
  g_assert_cmpuint (n_same, ==, 1);
  g_assert_cmpuint (hd_problem_list_count (problems, HD_SEVERITY_ERROR), ==, fault->severity == E ? 1 : 0);
}

/* Faults by the million end soon: the list is bounded, and looking for near names stops. */
static void
test_many (void)
{
  g_autoptr (GString) xml = g_string_new ("<heddle version='1'><top>");

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (xml, "<component id='twice' type='no.such' x='%u y' count='$missing%u'/>", i, i);
  g_string_append (xml, "</top></heddle>");
  g_autoptr (HdProblemList) problems = validate (xml->str);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1000);
  g_assert_cmpuint (hd_problem_list_count (problems, HD_SEVERITY_ERROR), ==, 4 * 2000 - 1);
}

/* A chain of references as long as the file is no recursion. */
static void
test_long_chain (void)
{
  g_autoptr (GString) xml = g_string_new ("<heddle version='1'><variables>");

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (xml, "<variable name='v%u' value='$v%u'/>", i, (i + 1) % 20000);
  g_string_append (xml, "</variables><top/></heddle>");
  g_autoptr (HdProblemList) problems = validate (xml->str);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_EXPRESSION);
  g_assert_cmpuint (strlen (hd_problem_list_get (problems, 0)->message), <, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_assert_cmpuint (g_strv_length (warnings), ==, 0);
  g_test_add_func ("/engine/document/validate/sound", test_sound);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/document/validate/", faults[i].name, NULL);
      g_test_add_data_func (path, &faults[i], test_fault);
    }
  g_test_add_func ("/engine/document/validate/many", test_many);
  g_test_add_func ("/engine/document/validate/long-chain", test_long_chain);
  int status = g_test_run ();
  g_object_unref (catalog);
  return status;
}
