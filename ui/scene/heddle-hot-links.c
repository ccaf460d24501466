/* heddle-hot-links.c: the hottest links of a run, in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-hot-links"

#include "heddle-hot-links.h"

#include <glib/gi18n.h>

#include "heddle-figures.h"

static int
compare_hot (const HeddleHotLink *x,
             const HeddleHotLink *y)
{
  if (x->share != y->share)
    return x->share < y->share ? 1 : -1;
  if (x->bytes != y->bytes)
    return x->bytes < y->bytes ? 1 : -1;
  return x->link < y->link ? -1 : 1;
}

/* Without sorting the rest. */
guint
heddle_hot_links_find (HdDesign *design,
                       const HeddleLoads *loads,
                       guint most,
                       HeddleHotLink *out)
{
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    {
      HeddleHotLink hot = { i, loads->peak ? loads->links[i].peak : loads->links[i].mean, loads->totals[i].amount };
      guint at = n;

      if (hot.bytes <= 0 || (n == most && compare_hot (&hot, &out[n - 1]) > 0))
        continue;
      for (; at > 0 && compare_hot (&hot, &out[at - 1]) < 0; at--)
        out[at] = out[at - 1];
      out[at] = hot;
      n = MIN (n + 1, most);
    }
  return n;
}

void
heddle_hot_link_describe (HdDesign *design,
                          const HeddleLoads *loads,
                          const HeddleHotLink *hot,
                          HeddleLinkRow *out_row)
{
  const HdLink *link = &hd_design_get_links (design)[hot->link];
  g_autofree char *bandwidth = hd_quantity_format ((HdQuantity){ link->bandwidth, HD_DIMENSION_BYTE_RATE }, 3);
  char **words = out_row->words;

  out_row->share = hot->share;
  words[HEDDLE_LINK_NAME] = hd_design_dup_link_path (design, hot->link);
  words[HEDDLE_LINK_CLASS] = link->link_class != HD_NO_ID ? g_strdup (hd_design_get_link_class (design, link->link_class)->id) : NULL;
  words[HEDDLE_LINK_USE] = heddle_dup_percent (hot->share);
  words[HEDDLE_LINK_RATE] = hd_quantity_format ((HdQuantity){ loads->links[hot->link].rate, HD_DIMENSION_BYTE_RATE }, 3);
  /* The rate is that of both directions. */
  words[HEDDLE_LINK_BANDWIDTH] = g_strdup_printf (link->sharing == HD_SHARING_SPLIT ? "2 × %s" : "%s", bandwidth);
  words[HEDDLE_LINK_CARRIED] = hd_quantity_format ((HdQuantity){ hot->bytes, HD_DIMENSION_BYTES }, 3);
}

void
heddle_link_row_clear (HeddleLinkRow *row)
{
  for (guint c = 0; c < HEDDLE_LINK_N_COLUMNS; c++)
    g_clear_pointer (&row->words[c], g_free);
}

const char *
heddle_hot_links_get_head (HeddleLinkColumn column)
{
  static const char *const heads[HEDDLE_LINK_N_COLUMNS] = {
    [HEDDLE_LINK_CLASS] = N_("Class"),         [HEDDLE_LINK_USE] = N_("Use"),         [HEDDLE_LINK_RATE] = N_("Rate"),
    [HEDDLE_LINK_BANDWIDTH] = N_("Bandwidth"), [HEDDLE_LINK_CARRIED] = N_("Carried"),
  };

  return _(heads[column]);
}
