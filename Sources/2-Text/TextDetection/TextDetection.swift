// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The name that `DataDetection` had up to version 0.2; it goes with the next version.
@_exported public import DataDetection
