public import CairnMemory

/// The 32 characters of a geohash: digits and lowercase letters except a, i, l and o, in byte
/// order.
@usableFromInline
internal enum GeohashLetters {
  /// Writes the 12 characters of 60 bits, aligned to the top of 64.
  ///
  /// Looks up two characters at a time, which measured faster than one at a time and than
  /// arithmetic on all bytes of a register.
  ///
  /// - Parameters:
  ///   - bits: five bits per character, the first character at the top.
  ///   - target: a buffer of at least 12 bytes.
  @inlinable
  @inline(__always)
  static func write(_ bits: UInt64, to target: UnsafeBuffer<UInt8>) {
    // Of constant lengths, so that one check each suffices.
    let table = ConstantText(pairs).span.prefix(2048)
    let target = target[0..<12]
    for number in 0..<6 {
      let index = Int(truncatingIfNeeded: bits &>> UInt64(54 &- 10 &* number)) & 1023
      target.store(table.pair(at: 2 &* index), at: 2 &* number)
    }
  }

  /// All pairs of characters in order, 2 bytes each.
  @inlinable
  static var pairs: StaticString {
    """
    000102030405060708090b0c0d0e0f0g0h0j0k0m0n0p0q0r0s0t0u0v0w0x0y0z\
    101112131415161718191b1c1d1e1f1g1h1j1k1m1n1p1q1r1s1t1u1v1w1x1y1z\
    202122232425262728292b2c2d2e2f2g2h2j2k2m2n2p2q2r2s2t2u2v2w2x2y2z\
    303132333435363738393b3c3d3e3f3g3h3j3k3m3n3p3q3r3s3t3u3v3w3x3y3z\
    404142434445464748494b4c4d4e4f4g4h4j4k4m4n4p4q4r4s4t4u4v4w4x4y4z\
    505152535455565758595b5c5d5e5f5g5h5j5k5m5n5p5q5r5s5t5u5v5w5x5y5z\
    606162636465666768696b6c6d6e6f6g6h6j6k6m6n6p6q6r6s6t6u6v6w6x6y6z\
    707172737475767778797b7c7d7e7f7g7h7j7k7m7n7p7q7r7s7t7u7v7w7x7y7z\
    808182838485868788898b8c8d8e8f8g8h8j8k8m8n8p8q8r8s8t8u8v8w8x8y8z\
    909192939495969798999b9c9d9e9f9g9h9j9k9m9n9p9q9r9s9t9u9v9w9x9y9z\
    b0b1b2b3b4b5b6b7b8b9bbbcbdbebfbgbhbjbkbmbnbpbqbrbsbtbubvbwbxbybz\
    c0c1c2c3c4c5c6c7c8c9cbcccdcecfcgchcjckcmcncpcqcrcsctcucvcwcxcycz\
    d0d1d2d3d4d5d6d7d8d9dbdcdddedfdgdhdjdkdmdndpdqdrdsdtdudvdwdxdydz\
    e0e1e2e3e4e5e6e7e8e9ebecedeeefegehejekemenepeqereseteuevewexeyez\
    f0f1f2f3f4f5f6f7f8f9fbfcfdfefffgfhfjfkfmfnfpfqfrfsftfufvfwfxfyfz\
    g0g1g2g3g4g5g6g7g8g9gbgcgdgegfggghgjgkgmgngpgqgrgsgtgugvgwgxgygz\
    h0h1h2h3h4h5h6h7h8h9hbhchdhehfhghhhjhkhmhnhphqhrhshthuhvhwhxhyhz\
    j0j1j2j3j4j5j6j7j8j9jbjcjdjejfjgjhjjjkjmjnjpjqjrjsjtjujvjwjxjyjz\
    k0k1k2k3k4k5k6k7k8k9kbkckdkekfkgkhkjkkkmknkpkqkrksktkukvkwkxkykz\
    m0m1m2m3m4m5m6m7m8m9mbmcmdmemfmgmhmjmkmmmnmpmqmrmsmtmumvmwmxmymz\
    n0n1n2n3n4n5n6n7n8n9nbncndnenfngnhnjnknmnnnpnqnrnsntnunvnwnxnynz\
    p0p1p2p3p4p5p6p7p8p9pbpcpdpepfpgphpjpkpmpnpppqprpsptpupvpwpxpypz\
    q0q1q2q3q4q5q6q7q8q9qbqcqdqeqfqgqhqjqkqmqnqpqqqrqsqtquqvqwqxqyqz\
    r0r1r2r3r4r5r6r7r8r9rbrcrdrerfrgrhrjrkrmrnrprqrrrsrtrurvrwrxryrz\
    s0s1s2s3s4s5s6s7s8s9sbscsdsesfsgshsjsksmsnspsqsrssstsusvswsxsysz\
    t0t1t2t3t4t5t6t7t8t9tbtctdtetftgthtjtktmtntptqtrtstttutvtwtxtytz\
    u0u1u2u3u4u5u6u7u8u9ubucudueufuguhujukumunupuqurusutuuuvuwuxuyuz\
    v0v1v2v3v4v5v6v7v8v9vbvcvdvevfvgvhvjvkvmvnvpvqvrvsvtvuvvvwvxvyvz\
    w0w1w2w3w4w5w6w7w8w9wbwcwdwewfwgwhwjwkwmwnwpwqwrwswtwuwvwwwxwywz\
    x0x1x2x3x4x5x6x7x8x9xbxcxdxexfxgxhxjxkxmxnxpxqxrxsxtxuxvxwxxxyxz\
    y0y1y2y3y4y5y6y7y8y9ybycydyeyfygyhyjykymynypyqyrysytyuyvywyxyyyz\
    z0z1z2z3z4z5z6z7z8z9zbzczdzezfzgzhzjzkzmznzpzqzrzsztzuzvzwzxzyzz
    """
  }

  /// The value of each byte as a geohash character in either case; 255 if it is not one.
  static let values: [UInt8] = [
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 255, 255, 255, 255, 255,
    255, 255, 10, 11, 12, 13, 14, 15, 16, 255, 17, 18, 255, 19, 20, 255,
    21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 255, 255, 255, 255, 255,
    255, 255, 10, 11, 12, 13, 14, 15, 16, 255, 17, 18, 255, 19, 20, 255,
    21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  ]
}
