public import CairnGeodesy

/// The language and the units of directions in words.
///
/// ```swift
/// let words = RoadWords(locale: "en-GB")
/// for direction in route.directions(in: words ?? .english) { print(direction.text) }
/// ```
public struct RoadWords: Hashable, Sendable {
  /// A language in which directions are available.
  public enum Language: String, Hashable, Sendable, CaseIterable, Codable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
  }

  /// The language of the sentences.
  public var language: Language
  /// The format of the lengths, in which the decimal separator of the language replaces the point.
  public var lengths: DistanceFormat

  /// Creates the words of a language.
  ///
  /// - Parameters:
  ///   - language: the language of the sentences.
  ///   - lengths: the format of the lengths.
  public init(_ language: Language, lengths: DistanceFormat = .metric) {
    self.language = language
    self.lengths = lengths
  }

  /// English with meters and kilometers.
  public static let english = RoadWords(.english)

  /// The words of a locale such as `de`, `fr-CA` or `en_US.UTF-8`.
  ///
  /// Lengths are in miles and feet in the United States and its territories and Liberia, in miles
  /// and yards in the United Kingdom, and in kilometers and meters elsewhere or without a region.
  /// Source: CLDR, unit preferences of the usage "road".
  ///
  /// Nil if directions are not available in the language.
  ///
  /// - Parameter locale: a language and optionally a region, separated by `-` or `_`, in upper or
  ///   lower case; the rest is ignored.
  public init?(locale: String) {
    let parts = locale.prefix { $0 != "." && $0 != "@" }.lowercased()
      .split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let code = parts.first, let language = Language(rawValue: String(code)) else {
      return nil
    }
    let region = parts.dropFirst().first { $0.count == 2 } ?? ""
    let lengths: DistanceFormat =
      switch region {
      case "us", "pr", "gu", "as", "mp", "vi", "um", "lr": .imperial
      case "gb": .british
      default: .metric
      }
    self.init(language, lengths: lengths)
  }

  /// A length in meters, such as `1.2 km`, or `1,2 km` in languages with a decimal comma.
  public func length(_ meters: Double) -> String {
    let text = lengths.string(fromMeters: meters)
    guard language != .english else { return text }
    return String(text.map { $0 == "." ? "," : $0 })
  }
}

/// A step of a route in words.
public struct RoadDirection: Hashable, Sendable {
  /// The instruction, such as `Turn left onto Rua das Flores`; names are as in the extract.
  public var text: String
  /// The length of the step, such as `350 m`; empty for arrivals.
  public var length: String
  /// The offset of the step in ``RoadRoute/steps``.
  public var step: Int

  /// Creates a direction.
  ///
  /// - Parameters:
  ///   - text: the instruction.
  ///   - length: the length of the step, such as `350 m`.
  ///   - step: the offset of the step in ``RoadRoute/steps``.
  public init(text: String, length: String, step: Int) {
    self.text = text
    self.length = length
    self.step = step
  }
}

extension RoadRoute {
  /// The steps of the route in words, one direction per step.
  ///
  /// - Complexity: O(*n*) for *n* steps and the length of their names.
  public func directions(in words: RoadWords = .english) -> [RoadDirection] {
    let phrases = RoadPhrases.of(words.language)
    let stops = steps.indices.filter { steps[$0].kind == .arrive }
    var stop = 0
    return steps.indices.map { index in
      let step = steps[index]
      if step.kind == .arrive {
        stop += 1
        let text =
          stop == stops.count
          ? phrases.arrive
          : phrases.arriveAtStop.replacing("{stop}", with: String(stop))
        return RoadDirection(text: text, length: "", step: index)
      }
      let next = index + 1 < steps.count ? steps[index + 1] : nil
      return RoadDirection(
        text: phrases.text(step, next: next), length: words.length(step.distance), step: index)
    }
  }
}
