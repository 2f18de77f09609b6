/// Repeats a system call while it is interrupted by signals.
///
/// - Parameter call: returns a negative number and sets `errno` if it fails.
/// - Returns: the result of the last call.
@inline(__always)
internal func repeatingInterrupted(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
