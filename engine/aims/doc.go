// Package aims answers: What is the work for, and is it still?
//
// A [Service] keeps the goals of a store's namespaces. It gives each memory its purpose vector when it is stored ([Service.Align]). After goals have changed, it measures
// all memories of the namespace again, in the background, in a pass that continues after a restart. It checks single steps against a goal ([Service.CheckGoal]), measures
// how far memories have left one ([Service.Drift]), and corrects the weights of spaces and goals where that helps ([Service.CorrectDrift]). The arithmetic is in packages
// purpose, drift and goaldna, which read no store; this package reads and writes.
//
// One lock, mu, keeps memories and goals consistent. A call that stores memories holds it for reading from measuring them until search finds them. A change of goals holds
// it for writing. So every memory has a vector of the present goals, or is stored before the pass over all of them begins.
package aims
