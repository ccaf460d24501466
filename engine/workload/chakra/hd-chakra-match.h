/* hd-chakra-match.h: which communications of Chakra traces belong together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-job.h"

G_BEGIN_DECLS

/** Each fills in what it finds, and the links of its communications. O(communications), times a logarithm. Errors: as hd_chakra_job_match () */
gboolean hd_chakra_match_messages (HdChakraJob *job,
                                   GError **error);
gboolean hd_chakra_match_collectives (HdChakraJob *job,
                                      GError **error);

G_END_DECLS
