import Dispatch
DispatchQueue.concurrentPerform(iterations: 8) { _ in
  for _ in 0..<10_000 {
    let empty = [Int](unsafeUninitializedCapacity: 0) { _, count in count = 0 }
    precondition(empty.isEmpty)
  }
}
