#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// The sine of an angle in degrees.
internal func sine(degrees: Double) -> Double { sin(degrees * (.pi / 180)) }

/// The cosine of an angle in degrees.
internal func cosine(degrees: Double) -> Double {
  abs(degrees) == 90 ? 0 : cos(degrees * (.pi / 180))
}

/// The angle of (x, y) in degrees.
internal func arcTangent(degreesOf y: Double, _ x: Double) -> Double {
  atan2(y, x) * (180 / .pi)
}

/// The angle of (x, y) in radians.
internal func arcTangent(radiansOf y: Double, _ x: Double) -> Double { atan2(y, x) }
