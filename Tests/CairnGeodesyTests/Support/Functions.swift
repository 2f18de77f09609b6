import Foundation

// The functions of the C library under names that do not clash with those of the tests.
extension Double {
  static func sin(_ x: Double) -> Double { Foundation.sin(x) }
  static func cos(_ x: Double) -> Double { Foundation.cos(x) }
  static func log(_ x: Double) -> Double { Foundation.log(x) }
  static func tan(_ degrees: Double) -> Double { Foundation.tan(degrees * .pi / 180) }
  static func asin(_ x: Double) -> Double { Foundation.asin(x) }
  static func atan2(_ y: Double, _ x: Double) -> Double { Foundation.atan2(y, x) }
  static func exp(_ x: Double) -> Double { Foundation.exp(x) }
}
