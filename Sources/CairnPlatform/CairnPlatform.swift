// The C library under one name, without Foundation. Only `CairnMemory` imports this module, and no
// other module imports a platform. On Linux only an import of the platform's overlay links libm,
// which even `Double.rounded()` needs; every module stands on this one and is linked with it.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#elseif canImport(WASILibc)
  @_exported public import WASILibc
#elseif canImport(ucrt)
  @_exported public import WinSDK
  @_exported public import ucrt
#endif
