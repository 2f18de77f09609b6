#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs a closure on a thread with a stack of 512 kB, which is what secondary threads have on Apple's
/// systems, and waits for it.
package func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  precondition(pthread_attr_init(&attributes) == 0)
  precondition(pthread_attr_setstacksize(&attributes, 512 << 10) == 0)
  let work = Unmanaged.passRetained(Work(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work)
    if code == 0, let thread { pthread_join(thread, nil) }
  #else
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work)
    if code == 0 { pthread_join(thread, nil) }
  #endif
  precondition(code == 0, "There is no thread.")
  pthread_attr_destroy(&attributes)
}
