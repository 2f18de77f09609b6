// The C mathematics library, without Foundation. On Linux only an import of the platform's
// overlay links libm, which even `Double.rounded()` needs.
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

/// The sine of an angle in radians; any library's will do, what depends on it allows for more.
func sine(_ angle: Double) -> Double {
  sin(angle)
}

/// The natural logarithm of a positive number.
func naturalLogarithm(_ value: Double) -> Double {
  log(value)
}

/// The exponential function.
func exponential(_ value: Double) -> Double {
  exp(value)
}
