// Declarations of the mathematical functions of the C library, for compiling only.
@_extern(c) public func sin(_ x: Double) -> Double
@_extern(c) public func cos(_ x: Double) -> Double
@_extern(c) public func tan(_ x: Double) -> Double
@_extern(c) public func asin(_ x: Double) -> Double
@_extern(c) public func acos(_ x: Double) -> Double
@_extern(c) public func atan(_ x: Double) -> Double
@_extern(c) public func sinh(_ x: Double) -> Double
@_extern(c) public func cosh(_ x: Double) -> Double
@_extern(c) public func tanh(_ x: Double) -> Double
@_extern(c) public func asinh(_ x: Double) -> Double
@_extern(c) public func acosh(_ x: Double) -> Double
@_extern(c) public func atanh(_ x: Double) -> Double
@_extern(c) public func exp(_ x: Double) -> Double
@_extern(c) public func log(_ x: Double) -> Double
@_extern(c) public func cbrt(_ x: Double) -> Double
@_extern(c) public func atan2(_ y: Double, _ x: Double) -> Double
@_extern(c) public func hypot(_ x: Double, _ y: Double) -> Double
@_extern(c) public func pow(_ x: Double, _ y: Double) -> Double
@_extern(c) public func fmod(_ x: Double, _ y: Double) -> Double
