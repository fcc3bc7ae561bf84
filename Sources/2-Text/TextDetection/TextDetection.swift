// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The name that `DataDetection` had up to version 0.2. Deprecated: it is kept for one version
/// after 0.2, then removed.
@_exported public import DataDetection
