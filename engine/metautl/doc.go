// Package metautl answers: how well do we predict?
//
// Each measurement is predicted first, and the result is recorded with the prediction. The error moves the weights λ of the learning score. The
// accuracy is tracked per space and domain; if it stays low, a Bayesian optimisation over the recorded outcomes chooses λ again. Changes are
// stored as events. [Service] is shared by all callers; its state is on [store.ShelfState] under a separate prefix and is written in one batch
// with the events that belong to it.
//
// A memory is one cycle: the predictions of its spaces are recorded together, and their mean signed error corrects λ once. With a single
// prediction in the cycle this is the specification's rule for one space.
//
// Judgements of the hits of answers also train the weights of search. After a number of outcomes (LearnEvery of [Settings]), factors on auto's weights are
// fitted, per domain, to the ideal order of the hits of an answer. They are adopted if they predict held-back answers better. The first idea was weights in
// proportion to the accuracy of each space. It hardly distinguishes spaces: ranks of ten hits compared with usefulness of 0 and 1 give all of them accuracies of
// about a half, which levels out what auto knows.
//
// λ_s is fitted with [utl.Learned], in which λ are weights. The published score ([utl.LearningScore]) depends only on λ_s·λ_c, so λ_s and 1 − λ_s explain the outcomes equally well
// there.
//
// The usefulness of a memory to a search is no evidence of how well surprise is predicted: ranks of ten hits are not probabilities of use. Such outcomes train only the weights of
// search. When they moved λ too, forty good searches drove λ_s to its bound within eight and requested a person before the thirty-second.
package metautl
