import CairnGeodesy
import CairnInflate
import TestSupport

extension Suite {
  /// Decompressing the places of the set as text; a call is a thousand bytes of output.
  static let inflate = Suite(name: "inflate", summary: "decompressing gzip") { bench in
    var text: [UInt8] = Array("name,latitude,longitude,country,kind,population\n".utf8)
    for (number, place) in bench.workload.places.enumerated() {
      let degrees = (place.latitude, place.longitude)
      text += "\"Place no. \(number)\",\(degrees.0),\(degrees.1),XX,city,\(number % 100_000)\n".utf8
    }
    let stream = DeflateWriter.compressed(text)
    bench.report.note("inflate, text", Double(text.count) / 1e6, unit: "MB")
    bench.report.note("inflate, stream", Double(stream.count) / 1e6, unit: "MB")
    if let folder = bench.options.answers {
      let file = folder + "/inflate.csv"
      if !Platform.write(text, toFile: file) { bench.report.warn("cannot write \(file)") }
    }
    bench.measure("inflate a thousand bytes", calls: text.count / 1_000) {
      var inflater = Inflater()
      inflater.append(stream)
      inflater.finish()
      var count = 0
      while let piece = try? inflater.next() { count += piece.count }
      return Tally(hits: count, sum: inflater.isAtEnd ? 0 : .nan)
    }
    // The same pieces as when a command reads a file.
    bench.measure("inflate a thousand bytes, pieces of 256 kB", calls: text.count / 1_000) {
      var inflater = Inflater()
      var count = 0
      for start in stride(from: 0, to: stream.count, by: 1 << 18) {
        inflater.append(Array(stream[start..<min(stream.count, start + 1 << 18)]))
        while let piece = try? inflater.next() { count += piece.count }
      }
      return Tally(hits: count, sum: inflater.isAtEnd ? 0 : .nan)
    }
  }
}
