// A release run asks for more than 100,000 answers of each class of points; a debug run, in
// which brute force is a hundred times slower, samples the same sequence from its start.
#if DEBUG
  let queriesPerClass = 60
#else
  let queriesPerClass = 100_000
#endif
