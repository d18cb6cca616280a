// Package metautl answers: how well do we predict?
//
// Before something is measured, it is predicted; what came out is recorded beside it. The error moves the weights λ of the learning score, the
// accuracy is watched a space and a domain, and when it stays low a Bayesian optimisation over the recorded outcomes chooses λ anew. What
// happened is kept as events. [Service] is shared by all callers; its state lies on [store.ShelfState] under a prefix of its own and is written
// in one batch with the events that go with it.
//
// A memory is one cycle: its spaces' predictions are recorded together, and their mean signed error corrects λ, once. A cycle of a single
// prediction is the rule of the specification for one space.
//
// What is said of the hits of answers also teaches the weights of search: every so many outcomes (LearnEvery of [Settings]), factors on auto's weights are fitted
// to the order in which the hits of an answer should have come, a domain, and adopted if they foretell held-back answers better. Weights in proportion to
// the accuracy of each space, which was the first idea, hardly tell spaces apart: ranks of ten hits against worths of 0 and 1 give
// all of them accuracies of about a half, so that what auto knows is levelled out.
//
// Which λ_s explains outcomes best is asked of [utl.Learned], in which λ are weights. The published score ([utl.LearningScore]) depends on λ_s·λ_c alone, so λ_s and 1 − λ_s explain
// them equally well there.
//
// What a memory was worth to a search says nothing about how well surprise is foreseen: ranks of ten hits are no probabilities of use. Such outcomes teach the weights of search alone;
// while they moved λ as well, forty good searches drove λ_s to its border within eight and called for a person before the thirty-second.
package metautl
