@main
struct CairnBench {
  static func main() {}
}
