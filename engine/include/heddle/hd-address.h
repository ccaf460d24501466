/* hd-address.h: the one address grammar of --set, probes, communicators, studies
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  HD_ADDRESS_OBJECT,   /* rack[*]/server[0..7]/xpu[3].fp32 (parameter may be missing) */
  HD_ADDRESS_VARIABLE, /* $xpus */
  HD_ADDRESS_CLASS,    /* class:CXL_link.bandwidth */
  HD_ADDRESS_RUN,      /* run:fidelity */
} HdAddressKind;

/** HdIndexRange: one bracket, both ends included; [*] is 0..HD_INDEX_ALL */
#define HD_INDEX_ALL G_MAXINT64 /* the last index of whatever is indexed */
typedef struct
{
  gint64 first;
  gint64 last;
} HdIndexRange;

/** HdAddressStep: one path step "server[0..7][*]" */
typedef struct
{
  char *name;
  HdIndexRange *indices; /* (array length=n_indices) */
  guint n_indices;
} HdAddressStep;

/** HdAddress: @name of a variable, class or run setting; @steps of an object path; @parameter after the dot, or %NULL */
typedef struct
{
  HdAddressKind kind;
  char *name;
  HdAddressStep *steps;
  guint n_steps;
  char *parameter;
} HdAddress;

/** hd_address_parse: Errors: %HD_ERROR_SYNTAX; the message says where it stops being an address. */
HdAddress *hd_address_parse (const char *text,
                             GError **error);
void hd_address_free (HdAddress *self);
char *hd_address_to_string (const HdAddress *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdAddress, hd_address_free)

G_END_DECLS
