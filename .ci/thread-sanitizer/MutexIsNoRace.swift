import Dispatch
import Synchronization
let counter = Mutex(0)
DispatchQueue.concurrentPerform(iterations: 8) { _ in
  for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
}
