// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import Glibc

  /// Times as they stand in header fields: `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// Source: RFC 9110, section 5.6.7.
  package enum HTTPDate {
    /// The present time.
    package static var now: String { text(Int(time(nil))) }

    /// A time in seconds of Unix time, from 0.
    static func text(_ seconds: Int) -> String {
      let (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
      let (year, month, date) = civil(day)
      // The first day of Unix time, 1 January 1970, was a Thursday.
      let names = (weekdays[(day + 4) % 7], months[month - 1])
      let parts = [second / 3600, second / 60 % 60, second % 60].map(twoDigits)
      return "\(names.0), \(twoDigits(date)) \(names.1) \(year) \(parts.joined(separator: ":")) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func twoDigits(_ number: Int) -> String {
      number < 10 ? "0\(number)" : "\(number)"
    }

    /// The date of a day that is counted from 1 January 1970. Years begin in March here, so that
    /// the leap day is the last day of its year.
    private static func civil(_ day: Int) -> (year: Int, month: Int, date: Int) {
      // 1 March of the year 0 lies 719,468 days before 1970; 400 years have 146,097 days.
      let (era, rest) = (day + 719_468).quotientAndRemainder(dividingBy: 146_097)
      let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
      let yearDay = rest - (365 * year + year / 4 - year / 100)
      // From March on, each five months have 153 days.
      let month = (5 * yearDay + 2) / 153
      let date = yearDay - (153 * month + 2) / 5 + 1
      return (era * 400 + year + (month > 9 ? 1 : 0), month > 9 ? month - 9 : month + 3, date)
    }
  }
#endif
