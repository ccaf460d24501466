/* catalog-fixture.h: the component types that come with Heddle
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-catalog.h>

/** catalog_fixture_new: all of them, the tutorial's too */
HdCatalog *catalog_fixture_new (void);
