// The functions of the C mathematics library that other modules need.

// The last bits of the results differ between C libraries, and callers allow for that.

/// The sine of an angle.
///
/// - Parameter angle: the angle in radians.
/// - Returns: a number from -1 to 1; NaN for an infinite angle and for NaN.
package func sine(_ angle: Double) -> Double {
  sin(angle)
}

/// The natural logarithm.
///
/// - Parameter value: a positive number.
/// - Returns: the logarithm; -infinity for 0, NaN for negative numbers and for NaN.
package func naturalLogarithm(_ value: Double) -> Double {
  log(value)
}

/// The exponential function.
///
/// - Parameter value: any number.
/// - Returns: a number of at least 0; infinity beyond 709.8, 0 below -745.2.
package func exponential(_ value: Double) -> Double {
  exp(value)
}

/// The hyperbolic sine and cosine.
///
/// - Parameter value: any number.
/// - Returns: both; infinite beyond 710.
package func hyperbolicSineAndCosine(_ value: Double) -> (sine: Double, cosine: Double) {
  (sinh(value), cosh(value))
}

/// The inverse of the hyperbolic sine.
///
/// - Parameter value: any number.
/// - Returns: the number whose hyperbolic sine it is.
package func inverseHyperbolicSine(_ value: Double) -> Double {
  asinh(value)
}
