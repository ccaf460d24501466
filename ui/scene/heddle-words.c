/* heddle-words.c: words of the file format as people read them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-words"

#include "heddle-words.h"

#include <string.h>

#include <glib/gi18n.h>

const char *
heddle_get_word (const char *word)
{
  /* What the file format calls its choices. */
  static const char *const words[] = {
    N_("shared"), N_("split"), N_("left"), N_("right"), N_("top"), N_("bottom"), N_("straight"), N_("orthogonal"), N_("curved"),
    N_("compute"), N_("comm"), N_("coherent"), N_("move"), N_("local"), N_("quantity"), N_("integer"), N_("enum"), N_("ignore"),
    N_("flow"), N_("packet"), N_("flit"), N_("serial"), N_("window"), N_("null-message"), N_("request"), N_("loose"), N_("equal"), N_("rtt"), N_("neighbours"),
    N_("store-and-forward"), N_("cut-through"), N_("arrival"), N_("fair"), N_("fair-senders"),
    N_("round-robin"), N_("random"), N_("age"), N_("as-run"), N_("interposer"), N_("orion180"),
    N_("queue"), N_("turns"), N_("shares"), N_("lock-free"), N_("locked"),
    N_("shortest"), N_("destination-modulo"), N_("dimension-order"), N_("first-dimension"), N_("star"), N_("chain"), N_("both"), N_("each"),
    N_("listed"), N_("shuffled"), N_("multicast"), N_("reverse-tree"), N_("iterations"), N_("drain"), N_("count"),
    N_("trace"), N_("roofline"), N_("all"), N_("one-each"), N_("ring"), N_("recursive-doubling"), N_("rabenseifner"),
    N_("bit-complement"), N_("tornado"), N_("hot-spot"), N_("nearest-neighbour"), N_("bernoulli"), N_("bursty"), N_("go-on"), N_("stop"),
    N_("by-member"), N_("one-stream"), N_("ideal"), N_("noi"), N_("drop"),
    N_("none"), N_("popnet"), N_("idle"), N_("uniform"), N_("transpose"), N_("search"), N_("word-count"), N_("tera-sort"), N_("corners"), N_("numbered"),
    N_("all-reduce"), N_("all-gather"), N_("reduce-scatter"), N_("broadcast"), N_("reduce"), N_("barrier"), N_("all-to-all"), N_("point-to-point"),
    N_("as-published"), N_("binomial"), N_("double-tree"), N_("dissemination"), N_("halving"), N_("sum"), N_("minimum"), N_("maximum"),
    N_("whole"), N_("cancelling"), N_("fixed"), N_("mixed"), N_("unmixed"), N_("program"), N_("in-order"), N_("on-request"), N_("announced"), N_("memory"), N_("direct"), N_("queued"), N_("pulse"), N_("room"),
    N_("classic"), N_("layer"), N_("decoder"), N_("all_remote"), N_("first_fit"), N_("custom"),
    N_("waveforms"), N_("timeline"), N_("links"), N_("partitions"), N_("trees"), N_("latency"), N_("sweep"), N_("study"), N_("result"), N_("steps"),
    N_("full"), N_("paired"), N_("latin-hypercube"), N_("sobol"), N_("saltelli"), N_("linear"), N_("logarithmic"), N_("watch"), N_("maximise"), N_("minimise"),
    N_("first"), N_("least"), N_("thread"), N_("engine"), N_("ahead"), N_("cycles"), N_("own"), N_("dispatcher"), N_("stall"), N_("port"), N_("engines"), N_("pipeline"), N_("two"),
    N_("four"), N_("tunnel-4o4"), N_("tunnel-4o4-miss"), N_("tunnel-4o6"), N_("tunnel-6o4"), N_("tunnel-6o6"),
    N_("tcp"), N_("tcp-pass"), N_("meter-drop"), N_("meter-pass"), N_("arp"), N_("icmp"), N_("passthrough"), N_("mix"),
    N_("blue"), N_("orange"), N_("teal"), N_("purple"), N_("yellow"), N_("pink"), N_("green"), N_("grey"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i], word) == 0)
      return _(words[i]);
  return word;
}
