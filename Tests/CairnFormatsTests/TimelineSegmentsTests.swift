import CairnGeodesy
import TestSupport
import Testing

@testable import CairnFormats

/// Activities, visits and recorded points of Google Timeline that overlap in time.
@Suite struct TimelineSegmentsTests {
  /// A day of segments that follow each other, and a path of points over all of it.
  private struct Day {
    var segments: [(start: Int, end: Int, isVisit: Bool)] = []
    var points: [Int] = []

    init(_ random: inout SeededGenerator) {
      var minute = Int(random.next() % 30)
      while minute < 1400 {
        let end = minute + 1 + Int(random.next() % 200)
        segments.append((minute, end, random.next() % 2 == 0))
        minute = end + (random.next() % 3 == 0 ? Int(random.next() % 90) : 0)
      }
      points = Set((0..<60).map { _ in Int(random.next() % 1500) }).sorted()
    }

    /// A time in one of two zones, so that texts are not compared.
    private static func time(_ minute: Int, _ isLocal: Bool) -> String {
      let minute = isLocal ? minute + 120 : minute
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "2026-05-0\(1 + minute / 1440)T\(two(minute / 60 % 24)):\(two(minute % 60)):00"
        + (isLocal ? "+02:00" : "Z")
    }

    static func place(_ minute: Int) -> String { "geo:48.0,\(10 + minute).5" }

    func objects(isLocal: Bool, hasOffsets: Bool) -> [String] {
      var objects = segments.map { start, end, isVisit in
        let times =
          #""startTime":"\#(Self.time(start, isLocal))","endTime":"\#(Self.time(end, isLocal))""#
        return isVisit
          ? #"{\#(times),"visit":{"topCandidate":{"placeLocation":"geo:1,2"}}}"#
          : #"{\#(times),"activity":{"start":"geo:48,1","end":"geo:48,2","x":1}}"#
      }
      for first in stride(from: 0, to: points.count, by: 7) {
        let window = points[first..<min(first + 7, points.count)]
        let start = (window.first ?? 0) - 3
        let values = window.map {
          hasOffsets
            ? #"{"point":"geo:48,\#(Double($0) / 100)","#
              + #""durationMinutesOffsetFromStartTime":"\#($0 - start)"}"#
            : #"{"point":"geo:48,\#(Double($0) / 100)","time":"\#(Self.time($0, !isLocal))"}"#
        }
        objects.append(
          #"{"startTime":"\#(Self.time(max(start, 0), isLocal))","#
            + #""timelinePath":[\#(values.joined(separator: ","))]}"#)
      }
      return objects
    }
  }

  /// Each point is a vertex of the activity during which it was recorded, a point of a path that
  /// remains, or counted as left out.
  @Test func eachPointIsUsedOnce() {
    var random = SeededGenerator(seed: 371)
    for round in 0..<rounds(200, inDebug: 30) {
      let day = Day(&random)
      let objects = day.objects(isLocal: round % 2 == 0, hasOffsets: false)
      let list = objects.joined(separator: ",")
      let phone = Reading(JSONObjectsReader(), #"{"semanticSegments":[\#(list)]}"#)
      let array = Reading(JSONObjectsReader(), "[\(list)]", pieces: 100)
      #expect(phone.features == array.features)
      var expected: [Int: [Double]] = [:]
      var rest: [Double] = []
      var leftOut = 0
      for point in day.points {
        let degrees = Double(point) / 100
        let activity = day.segments.lastIndex {
          !$0.isVisit && $0.start <= point && point <= $0.end
        }
        if let activity {
          let span = day.segments[activity]
          if span.start < point, point < span.end {
            expected[activity, default: []].append(degrees)
          }
        } else if day.segments.contains(where: {
          $0.isVisit && $0.start <= point && point <= $0.end
        }) {
          leftOut += 1
        } else {
          rest.append(degrees)
        }
      }
      var found: [Double] = []
      for feature in phone.features.dropFirst(day.segments.count) {
        feature.geometry?.forEachPosition { found.append($0.coordinate.longitude) }
      }
      // A single point in addition to the lines of a path is left out as well.
      #expect(Set(found).isSubset(of: rest) && Set(found).count == found.count)
      #expect(phone.leftOut[.timelinePosition] == leftOut + rest.count - found.count)
      for (index, segment) in day.segments.enumerated() where !segment.isVisit {
        var line: [Double] = []
        phone.features[index].geometry?.forEachPosition { line.append($0.coordinate.longitude) }
        #expect(line == [1] + (expected[index] ?? []) + [2], "\(round)")
        guard case .array(let times)? = phone.features[index].properties["coordTimes"] else {
          Issue.record("no times")
          continue
        }
        let seconds = times.compactMap { TimeReading.seconds($0) }
        #expect(seconds.count == line.count && seconds == seconds.sorted())
      }
    }
  }

  /// Paths without times, without activities, and with a segment that has no place.
  @Test func otherPathsStayAsTheyAre() {
    let activity =
      #"{"startTime":"2026-05-01T08:00:00Z","endTime":"2026-05-01T09:00:00Z","activity":"#
    let whole = #"{"start":"geo:1,2","end":"geo:3,4"}}"#
    let path = #"{"startTime":"2026-05-01T08:00:00Z","timelinePath":"#
    let untimed = #"[{"point":"geo:1,2"},{"point":"geo:5,6"}]}"#
    let timed =
      #"[{"point":"geo:1,2","time":"2026-05-01T08:10:00Z"},"#
      + #"{"point":"geo:5,6","time":"2026-05-01T08:20:00Z"}]}"#
    for (text, count) in [
      (activity + whole + "," + path + untimed, 2), (path + timed, 1),
      (activity + whole + "," + path + timed, 1), (activity + "{}}," + path + timed, 1),
      (path + timed + "," + path + timed, 2),
    ] {
      let read = Reading(JSONObjectsReader(), #"{"semanticSegments":[\#(text)]}"#)
      #expect(read.features.count { $0.geometry != nil } == count, "\(text)")
      #expect(read.leftOut[.timelinePosition] == 0)
    }
  }

  /// A response that is cut anywhere has all places that are complete.
  @Test func aCutResponseKeepsItsCompletePlaces() throws {
    let place = #"{"name":"a]}\"[","lat":1.5,"lng":2.5,"tags":[{"k":["v"]}]}"#
    for (start, end) in [
      (#"{"ok":{"a":[]},"results":["#, #"],"next":"x"}"#),
      (#"{"hits":{"total":{"n":1},"hits":["#, "]}}"),
      ("{\n\"locations\": [\n", "\n]\n}"), (#"{"data":["#, #"],"meta":{"count":3}}"#),
    ] {
      let whole = start + [place, place, place].joined(separator: ",\n ") + end
      let line = whole.replacing("\n", with: " ")
      for text in [whole, line] {
        for cut in start.utf8.count..<text.utf8.count {
          let complete = Array(text.utf8.prefix(cut))
          let bodies = String(decoding: complete, as: UTF8.self)
          var source = FeatureSource(JSONObjectsReader())
          source.append(complete)
          source.finish()
          var features: [GeoFeature] = []
          var error: FormatError?
          do {
            while let feature = try source.next() { features.append(feature) }
          } catch let problem {
            error = problem
          }
          #expect(error != nil || source.cutError != nil || cut == text.utf8.count)
          while let feature = source.salvage() { features.append(feature) }
          let expected = bodies.components(of: place)
          #expect(features.count { $0.geometry != nil } == expected, "\(cut) of \(text)")
        }
      }
    }
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
