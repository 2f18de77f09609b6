import TestSupport
import Testing

@testable import CairnGeodesy

/// Compares the elementary functions with values computed with 120 digits at the exact arguments.
struct MathTests {
  /// The error of a value in units in the last place of the exact result, which is `high + rest`.
  private func error(_ value: Double, _ high: Double, _ rest: Double) -> Double {
    ((value - high) - rest).magnitude / high.ulp
  }

  @Test func sineAndCosineOfDegrees() throws {
    var worst = 0.0
    for row in try VectorFile("math_degrees.csv").numbers {
      let (sine, cosine) = sineAndCosine(degrees: row[0])
      worst = max(worst, error(sine, row[1], row[2]), error(cosine, row[3], row[4]))
    }
    #expect(worst < 0.8, "\(worst) ulp")
  }

  @Test func sineAndCosineOfRadians() throws {
    var worst = 0.0
    for row in try VectorFile("math_radians.csv").numbers {
      let (sine, cosine) = sineAndCosine(radians: row[0])
      worst = max(worst, error(sine, row[1], row[2]), error(cosine, row[3], row[4]))
    }
    #expect(worst < 0.8, "\(worst) ulp")
  }

  @Test func roundAngles() {
    for turn in [-720.0, -360, 0, 360, 1080, 360e6, 360e12] {
      let exact: [(Double, Double, Double)] = [
        (0, 0, 1), (90, 1, 0), (180, 0, -1), (270, -1, 0), (-90, -1, 0),
      ]
      for (degrees, sine, cosine) in exact {
        let result = sineAndCosine(degrees: turn + degrees)
        #expect(result.sine == sine && result.cosine == cosine, "\(turn + degrees)")
        #expect(result.sine.sign == (sine < 0 ? .minus : .plus))
        #expect(result.cosine.sign == (cosine < 0 ? .minus : .plus))
      }
      #expect(sineAndCosine(degrees: turn + 30).sine == 0.5)
      #expect(sineAndCosine(degrees: turn + 150).sine == 0.5)
      #expect(sineAndCosine(degrees: turn + 60).cosine == 0.5)
      #expect(sineAndCosine(degrees: turn + 210).sine == -0.5)
      let diagonal = sineAndCosine(degrees: turn + 45)
      #expect(diagonal.sine == diagonal.cosine && diagonal.sine == 0.5.squareRoot())
    }
  }

  @Test func lostPartOfAnAngleCounts() {
    let whole = sineAndCosine(degrees: 180 - 1e-20, lost: -1e-20)
    #expect((whole.sine - 1e-20 * .pi / 180).magnitude < 1e-36)
    let near = sineAndCosine(degrees: 90, lost: 3e-17)
    #expect((near.cosine + 3e-17 * .pi / 180).magnitude < 1e-33)
  }

  @Test func anglesOfVectors() throws {
    var worst = 0.0
    for row in try VectorFile("math_polar_angle.csv").numbers {
      let degrees = polarAngle(degreesOfX: row[0], y: row[1])
      let radians = polarAngle(radiansOfX: row[0], y: row[1])
      worst = max(worst, error(degrees, row[2], row[3]), error(radians, row[4], row[5]))
    }
    #expect(worst < 1.75, "\(worst) ulp")
  }

  @Test func anglesOfVectorsOnTheAxes() {
    let exact: [(Double, Double, Double)] = [
      (0, 0, 0), (-0.0, 0, 0), (-0.0, -0.0, 0), (0, -0.0, 0), (1, 0, 0), (1, 1, 45), (0, 1, 90),
      (-1, 1, 135), (-1, 0, 180), (-1, -0.0, 180), (-1, -1, -135), (0, -1, -90), (1, -1, -45),
    ]
    for (x, y, degrees) in exact {
      #expect(polarAngle(degreesOfX: x, y: y) == degrees, "\(x), \(y)")
      #expect(polarAngle(radiansOfX: x, y: y) == degrees * .pi / 180, "\(x), \(y)")
    }
  }

  @Test func differencesOfAngles() throws {
    for row in try VectorFile("math_angle_difference.csv").numbers {
      let (difference, lost) = angleDifference(from: row[0], to: row[1])
      if row[2].magnitude == 180 {
        #expect(difference.magnitude == 180)
      } else {
        #expect(difference == row[2], "\(row)")
        #expect((lost - row[3]).magnitude <= row[3].ulp, "\(row)")
      }
    }
  }

  @Test func differencesAtTheSeam() {
    #expect(angleDifference(from: 180, to: -180).difference == 0)
    #expect(angleDifference(from: -180, to: 180).difference == 0)
    #expect(angleDifference(from: 540, to: -180).difference == 0)
    #expect(angleDifference(from: 0, to: 180).difference.magnitude == 180)
    #expect(angleDifference(from: -0.0, to: 0).difference == 0)
    let across = angleDifference(from: 179.99999999999997, to: -180)
    #expect(across.difference == 180 - 179.99999999999997 && across.lost == 0)
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(angleDifference(from: bad, to: 1).difference.isNaN)
      #expect(angleDifference(from: 1, to: bad).difference.isNaN)
    }
  }

  @Test func ranges() {
    let longitudes: [(Double, Double)] = [
      (180, -180), (-180, -180), (540, -180), (-540, -180), (190, -170), (-190, 170),
      // The quotient of this by 360 is rounded to the half above it.
      (1979.9999999999998, 179.99999999999977), (-1979.9999999999998, -179.99999999999977),
      (1e6, -80), (360, 0), (-360, 0), (179.99999999999997, 179.99999999999997),
    ]
    for (degrees, longitude) in longitudes {
      #expect(longitudeRange(degrees) == longitude, "\(degrees)")
    }
    let bearings: [(Double, Double)] = [
      (0, 0), (-0.0, 0), (360, 0), (-360, 0), (720, 0), (-1e-20, 0), (-90, 270), (180, 180),
      (-180, 180), (359.99999999999994, 359.99999999999994), (-1, 359), (450, 90),
    ]
    for (degrees, bearing) in bearings {
      #expect(bearingRange(degrees) == bearing, "\(degrees)")
      #expect(bearingRange(degrees).sign == .plus, "\(degrees)")
    }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let degrees = random.double(in: -1...1) * .exp(random.double(in: -50...60))
      #expect((0..<360).contains(bearingRange(degrees)), "\(degrees)")
      #expect((-180..<180).contains(longitudeRange(degrees)), "\(degrees)")
    }
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(bearingRange(bad).isNaN && longitudeRange(bad).isNaN)
      #expect(sineAndCosine(degrees: bad).sine.isNaN)
      #expect(sineAndCosine(radians: bad).cosine.isNaN)
      #expect(polarAngle(degreesOfX: .nan, y: bad).isNaN)
      #expect(polarAngle(degreesOfX: bad, y: .nan).isNaN)
    }
  }

  @Test func areaSines() {
    // The inverse hyperbolic sine to 32 digits, in two parts.
    let rows: [(Double, Double, Double)] = [
      (1e-300, 1e-300, 0.0),
      (1e-09, 1e-09, -1.6666666666666669e-28),
      (0.125, 0.12467674692144275, -2.5816828948936006e-18),
      (0.25, 0.24746646154726346, -2.5112656044688895e-18),
      (0.35, 0.34322155508594393, 1.1028722278663587e-17),
      (0.36, 0.3526453302526999, 5.37019913609178e-18),
      (0.5, 0.48121182505960347, -2.3257817013462736e-17),
      (0.75, 0.6931471805599453, 2.3190468138462996e-17),
      (1.0, 0.881373587019543, -2.250545892825866e-17),
      (1.5, 1.1947632172871092, 9.03407850959114e-17),
      (3.625, 1.999505381544459, -3.3239524002102416e-17),
      (1000.0, 7.600902709541988, 2.89095193204113e-16),
      (1e+16, 37.534508668464674, 1.7680287264650996e-15),
      (1e+100, 230.95165647996453, -1.2897706980035535e-14),
    ]
    for (x, high, rest) in rows {
      for sign in [1.0, -1] {
        let value = areaSine(DoubleDouble(sign * x))
        let gap = (value.high - sign * high) + (value.low - sign * rest)
        #expect(gap.magnitude <= 0.1 * high.ulp, "\(x)")
      }
    }
    #expect(areaSine(DoubleDouble(0)).high == 0)
    #expect(areaSine(DoubleDouble(.nan)).high.isNaN)
    for tangent in [-0.999, -0.3, 1e-9, 0.0818, 0.7] {
      let sine = tangent / ((1 - tangent) * (1 + tangent)).squareRoot()
      let expected = areaSine(DoubleDouble(sine)).high
      #expect((areaTangent(tangent) - expected).magnitude <= 2 * expected.ulp)
    }
    #expect(areaTangent(1) == .infinity && areaTangent(-1) == -.infinity)
    #expect(areaTangent(1.5).isNaN && areaTangent(.nan).isNaN)
  }

  @Test func cubeRoots() {
    var random = SeededGenerator(seed: 53)
    for _ in 0..<2000 {
      let root = 128 * (1 + random.unit())
      let cube = DoubleDouble(root) * DoubleDouble(root) * DoubleDouble(root)
      for scale in [1.0, 0x1p-300, 0x1p300] {
        let value = cubeRoot(cube.high * scale * scale * scale)
        #expect((value - root * scale).magnitude <= 2 * (root * scale).ulp)
        #expect(cubeRoot(-cube.high * scale * scale * scale) == -value)
      }
    }
    #expect(cubeRoot(27) == 3 && cubeRoot(1) == 1 && cubeRoot(0) == 0)
    #expect(cubeRoot(.infinity) == .infinity && cubeRoot(.nan).isNaN)
  }
}
