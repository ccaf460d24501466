/* hd-software-costs.h: what sending, receiving and collectives cost a process
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * LogGP (Alexandrov, Ionescu, Schauser and Scheiman, "LogGP: incorporating long messages into the LogP model", 1995): a message leaves after the
 * sender's overhead, and is there for its receiver when that has had its own. Messages from one process, and messages to one, follow each other no
 * faster than the gap or the overhead lets them, and no faster than they go onto the links, which is LogGP's G. Sending does not hinder
 * receiving, and neither takes the processor from computations.
 *
 * Only messages between processes cost this: what goes to and comes from memories does not.
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

/** HdSoftwareCosts: in picoseconds; all 0 of a component that says nothing */
typedef struct
{
  HdTime send;    /* before a message leaves */
  HdTime receive; /* before a message that is there has been received */
  HdTime gap;     /* at least, from one message to the next */
  HdTime start;   /* before the first step of a collective */
} HdSoftwareCosts;

/** hd_software_costs_get: of a node, from the parameters send-overhead, receive-overhead, message-gap and collective-start of its type */
void hd_software_costs_get (HdDesign *design,
                            guint32 node,
                            HdSoftwareCosts *out_costs);

/** hd_software_costs_get_pair: what each message from @from to @to takes longer, and from when to when one after the other leaves at least */
void hd_software_costs_get_pair (HdDesign *design,
                                 guint32 from,
                                 guint32 to,
                                 HdTime *out_overhead,
                                 HdTime *out_spacing);

/** hd_software_costs_pass: when software is through with a message that is there at @time, if it takes none before *@free, which is moved on */
static inline HdTime
hd_software_costs_pass (const HdSoftwareCosts *self,
                        HdTime overhead,
                        HdTime time,
                        HdTime *free)
{
  HdTime start;

  if (overhead == 0 && self->gap == 0)
    return time;
  start = MAX (time, *free);
  *free = hd_time_add (start, MAX (overhead, self->gap));
  return hd_time_add (start, overhead);
}

G_END_DECLS
