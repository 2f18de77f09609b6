// Appended to Package.swift: reduces the package to some targets and their dependencies. The names
// of the targets replace the word in brackets.
let wanted: Set<String> = [WANTED]
var needed = wanted
var count = 0
while needed.count != count {
  count = needed.count
  for target in package.targets where needed.contains(target.name) {
    for dependency in target.dependencies {
      if case .byNameItem(let name, _) = dependency { needed.insert(name) }
    }
  }
}
package.products = []
package.targets.removeAll { !needed.contains($0.name) }
