// The two series of the haversine, for vectors of any width. Every lane takes the same
// operations in the same order, so a distance has the same bits whether it is computed alone or
// in a batch, and on every platform. Both are evaluated by Estrin's scheme: on plain x86-64 it is
// a third faster than Horner's, since the short scheduler of the floating-point units finds work.
//
// They are generic over the width and inlined where that is known. That works for arithmetic
// alone: a comparison of lanes in a generic function compiles to a loop.

/// The sine of an angle in radians of at most a quarter turn either way, and a hair.
///
/// Right to 1.5 units in the last place: minimax in the relative error, below 2⁻⁶¹.
@inline(__always)
internal func quarterTurnSine<V: SIMD>(_ angle: V) -> V where V.Scalar == Double {
  let x: V = angle * angle
  let x2: V = x * x
  let a: V = V(repeating: -0x1.5555555555555p-3) + x * V(repeating: 0x1.11111111110c8p-7)
  let b: V = V(repeating: -0x1.a01a01a014d6ep-13) + x * V(repeating: 0x1.71de3a52a0a15p-19)
  let c: V = V(repeating: -0x1.ae6454d468327p-26) + x * V(repeating: 0x1.6123cd02c98cap-33)
  let d: V = V(repeating: -0x1.ae4382da9e708p-41) + x * V(repeating: 0x1.8832704978ee1p-49)
  let low: V = a + x2 * b
  let high: V = c + x2 * d
  let x4: V = x2 * x2
  let sum: V = low + x4 * high
  return angle + angle * x * sum
}

/// The arc sine of a root in radians, from the root and its square of at most 1/2 and a hair.
///
/// Right to 1 unit in the last place for an exact root: minimax in the relative error, below
/// 2⁻⁵⁸.
@inline(__always)
internal func arcSine<V: SIMD>(root: V, square x: V) -> V where V.Scalar == Double {
  let x2: V = x * x
  let x4: V = x2 * x2
  let a: V = V(repeating: 0x1.5555555555545p-3) + x * V(repeating: 0x1.3333333335fa8p-4)
  let b: V = V(repeating: 0x1.6db6db6b0ca22p-5) + x * V(repeating: 0x1.f1c71dbff66dep-6)
  let c: V = V(repeating: 0x1.6e8b71a17707dp-6) + x * V(repeating: 0x1.1c539270aa6a1p-6)
  let d: V = V(repeating: 0x1.c8f1846190041p-7) + x * V(repeating: 0x1.82ea6bb3252d1p-7)
  let e: V = V(repeating: 0x1.def826531b761p-8) + x * V(repeating: 0x1.b022e056a9070p-6)
  let f: V = V(repeating: -0x1.845c012027f9bp-4) + x * V(repeating: 0x1.d5c3462b45d83p-2)
  let g: V = V(repeating: -0x1.8f3f840284a4cp+0) + x * V(repeating: 0x1.0e49164222ba0p+2)
  let h: V = V(repeating: -0x1.184836700b0fcp+3) + x * V(repeating: 0x1.b919cf01ac625p+3)
  let i: V = V(repeating: -0x1.fc45d3bc4df12p+3) + x * V(repeating: 0x1.96ab0b0ea2c8dp+3)
  let j: V = V(repeating: -0x1.94c06af108d53p+2) + x * V(repeating: 0x1.7f3a41583b46bp+0)
  let ab: V = a + x2 * b
  let cd: V = c + x2 * d
  let ef: V = e + x2 * f
  let gh: V = g + x2 * h
  let ij: V = i + x2 * j
  let x8: V = x4 * x4
  let abcd: V = ab + x4 * cd
  let efgh: V = ef + x4 * gh
  let x16: V = x8 * x8
  let sum: V = (abcd + x8 * efgh) + x16 * ij
  return root + root * (x * sum)
}
