// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import Foundation
  import Testing

  @testable import HTTPServing

  @Suite struct HTTPDateTests {
    @Test("Times are those of the RFC and of Foundation, over leap years and centuries")
    func dates() {
      // RFC 9110, section 5.6.7.
      #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
      #expect(HTTPDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.timeZone = TimeZone(identifier: "GMT")
      format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
      // The days around the ends of February and of the year, to 2400.
      for year in stride(from: 1970, through: 2400, by: 1) {
        let march = Int(
          (ISO8601DateFormatter().date(from: "\(year)-03-01T00:00:00Z") ?? .distantPast)
            .timeIntervalSince1970)
        for second in [march - 86_400, march - 1, march, march + 306 * 86_400 - 1] {
          let text = format.string(from: Date(timeIntervalSince1970: Double(second)))
          #expect(HTTPDate.text(second) == text)
        }
      }
    }
  }
#endif
