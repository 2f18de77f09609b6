extension RoutePlanner {
  internal func constructed(_ problem: PlanProblem) -> Route {
    problem.route(Array(0..<problem.count), ending: .constructed)
  }
}
