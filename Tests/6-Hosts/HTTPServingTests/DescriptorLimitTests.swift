// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServing

@Suite struct DescriptorLimitTests {
  @Test("Connections are as many as descriptors allow")
  func numbers() {
    for (connections, soft, hard, raised, allowed) in [
      (1024, 1024, 4096, 1152, 1024), (1024, 1024, 1024, 1024, 896),
      (1024, 65_536, 65_536, 65_536, 1024), (1024, 256, 512, 512, 384), (1024, 64, 64, 64, 1),
      (.max, 1024, .max, .max, .max - 128), (-5, 1024, 4096, 1024, 1), (10, 128, 128, 128, 1),
    ] {
      let soft = DescriptorLimit.softLimit(for: connections, soft: soft, hard: hard)
      #expect(soft == raised)
      #expect(DescriptorLimit.connections(connections, soft: soft) == allowed)
    }
  }
}
