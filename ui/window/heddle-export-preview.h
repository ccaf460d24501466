/* heddle-export-preview.h: what an export will look like
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-picture.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_EXPORT_PREVIEW (heddle_export_preview_get_type ())
G_DECLARE_FINAL_TYPE (HeddleExportPreview, heddle_export_preview, HEDDLE, EXPORT_PREVIEW, AdwBin)

/* Pictures are drawn by a worker, the newest next. Signal "busy-changed" tells when one begins or ends; sizes may just be given out then. */

/** heddle_export_preview_show_picture: @picture: (transfer full) */
void heddle_export_preview_show_picture (HeddleExportPreview *self,
                                         HeddlePicture *picture);
void heddle_export_preview_show_text (HeddleExportPreview *self,
                                      const char *text);
/** heddle_export_preview_show_message: instead of either */
void heddle_export_preview_show_message (HeddleExportPreview *self,
                                         const char *message);
gboolean heddle_export_preview_is_busy (HeddleExportPreview *self);

G_END_DECLS
