/// The entry of the tool: real streams in, an exit code out.
@main
struct CairnCommand {
  static func main() {
    var console = Console.process()
    let code = Tool.run(arguments: FileName.arguments(), console: &console)
    System.exit(code.rawValue)
  }
}
