// A libFuzzer target for opening hours; `Tests/Fuzz/run` builds and starts it.
//
// For all inputs there is no trap, an error gives a position in the text, the states, changes and
// intervals of the hours agree, and their written form has the same meaning.

import CairnGeodesy
import CairnHours

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHours(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.popLast() else { return 0 }
  let text = String(decoding: input, as: UTF8.self)
  let hours: OpeningHours
  do throws(OpeningHoursError) {
    hours = try OpeningHours(text)
  } catch {
    precondition(error.offset <= text.count && !error.description.isEmpty)
    return 0
  }
  precondition((try? OpeningHours(hours.description)) == hours)
  let context = HoursContext(
    holidays: HolidayCalendar { $0.dayNumber % 11 == 0 },
    place: choice & 1 == 0 ? nil : Coordinate(latitude: Double(choice) - 128, longitude: 170),
    utcOffset: { _ in 43_200 }, nights: choice & 2 == 0 ? .belongToTheirDay : .endAtMidnight)
  let from = CivilTime(CivilDate(dayNumber: 20_000 + Int(choice) * 7), ClockTime(11, 17))
  let to = from.adding(seconds: 5 * 86_400)
  let intervals = hours.intervals(from: from, to: to, in: context)
  precondition(intervals.first?.from == from && intervals.last?.to == to)
  for (interval, next) in zip(intervals, intervals.dropFirst()) {
    precondition(interval.to == next.from && interval.from < interval.to)
  }
  // A query costs as much as a day; thousands of them would take all the time of the fuzzer.
  for (interval, next) in zip(intervals, intervals.dropFirst()).prefix(20) {
    precondition(hours.state(at: interval.from, in: context) == interval.state)
    if interval.state != next.state {
      precondition(
        hours.nextChange(after: interval.from, in: context).map { $0 <= next.from } ?? false)
    }
  }
  // Up to 30 years ahead, within the time limit of `run`.
  if let last = hours.nextChange(after: to, in: context) { precondition(last > to) }
  return 0
}
