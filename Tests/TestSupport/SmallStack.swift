#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs a closure on a thread with a stack of 512 kB, the size of secondary threads on Apple's
/// systems, and waits for it.
package func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  precondition(unsafe pthread_attr_init(&attributes) == 0)
  precondition(unsafe pthread_attr_setstacksize(&attributes, 512 << 10) == 0)
  let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work)
    if code == 0, let thread = unsafe thread { unsafe pthread_join(thread, nil) }
  #else
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, work)
    if code == 0 { pthread_join(thread, nil) }
  #endif
  precondition(code == 0, "There is no thread.")
  unsafe pthread_attr_destroy(&attributes)
}
