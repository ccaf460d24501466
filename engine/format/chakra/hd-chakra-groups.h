/* hd-chakra-groups.h: process groups of a Chakra trace
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdChakraGroup: ranks in its order, and their places in the order of ranks */
typedef struct
{
  char *name;
  guint32 *ranks;
  guint32 *places;
  guint n_ranks;
} HdChakraGroup;

typedef struct _HdChakraGroups HdChakraGroups;

/** hd_chakra_groups_new: there is always the group "" of all ranks */
HdChakraGroups *hd_chakra_groups_new (guint n_ranks);
void hd_chakra_groups_free (HdChakraGroups *self);

/**
 * hd_chakra_groups_load:
 * @path: a JSON file {"NAME": [RANK, …], …}
 *
 * Errors: %HD_ERROR_IO; %HD_ERROR_SYNTAX, %HD_ERROR_RANGE, %HD_ERROR_NAME with file, group and rank.
 */
gboolean hd_chakra_groups_load (HdChakraGroups *self,
                                const char *path,
                                GError **error);
/**
 * hd_chakra_groups_add_note:
 * @text: in which an array of {"pg_name": NAME, "ranks": [RANK, …]} stands, as PyTorch's note of process groups has it; a group without ranks
 *   has them all, and one that is known already must be the same
 *
 * Errors: as for hd_chakra_groups_load (), without a file.
 */
gboolean hd_chakra_groups_add_note (HdChakraGroups *self,
                                    const char *text,
                                    GError **error);

guint hd_chakra_groups_get_length (const HdChakraGroups *self);
const HdChakraGroup *hd_chakra_groups_get (const HdChakraGroups *self,
                                           guint n);
/** hd_chakra_groups_find: its number, or %G_MAXUINT */
guint hd_chakra_groups_find (const HdChakraGroups *self,
                             const char *name);
/** hd_chakra_groups_dup_names: for messages */
char *hd_chakra_groups_dup_names (const HdChakraGroups *self);

/** hd_chakra_group_has: whether it has @rank, and where; O(log n) */
gboolean hd_chakra_group_has (const HdChakraGroup *self,
                              guint32 rank,
                              guint *out_place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraGroups, hd_chakra_groups_free)

G_END_DECLS
