/// The machine and toolchain of a measurement, without which a figure is meaningless.
struct Machine {
  var processor = "unknown processor"
  var cores = 0
  var system = Platform.system
  var date = Platform.now

  /// The version of the compiler that built this program.
  var toolchain: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  /// The build configuration; figures of a debug build are meaningless.
  var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  init() {
    guard let text = Platform.contents(ofFile: "/proc/cpuinfo") else { return }
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      if parts[0].hasPrefix("model name") {
        processor = String(parts[1].drop { $0 == " " })
        cores += 1
      }
    }
  }
}
