package check

import "slices"

// Checks are those of all kernels, in the order in which a model needs them.
func All() []Check {
	return slices.Concat(
		copyChecks(),
		layerNormChecks(),
		gemmChecks(),
		gemmWGMMAChecks(),
		activateChecks(),
		attentionChecks(),
		rotaryChecks(),
		poolChecks(),
		gatherChecks(),
		clearChecks(),
		narrowChecks(),
		patchesChecks(),
		unitChecks(),
		pickChecks(),
		packChecks(),
		quantiseChecks(),
		gemmInt8Checks(),
		gemmWGMMAInt8Checks(),
		hdcChecks(),
		temporalChecks(),
		scanChecks(),
		selectChecks(),
		compareChecks(),
		termsChecks(),
		maxSimChecks(),
	)
}
