@main
struct CairnCommand {
  static func main() {}
}
