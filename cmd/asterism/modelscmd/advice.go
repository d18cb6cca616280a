package modelscmd

import (
	"context"
	"fmt"

	"asterism/engine/backend/onnx"
	"asterism/engine/backend/onnx/products"
	"asterism/models"
	"asterism/models/hub"
)

// clearly is the least ratio of speeds for advice: below it, other load on the machine decides.
const clearly = 1.15

// advise measures which precision is faster on this machine, and says what to request if the plan has the slower one. Without the runtime's library it says why nothing was
// measured.
func advise(ctx context.Context, plan *hub.Plan) string {
	ratio, err := onnx.Int8Speed(ctx)
	if err != nil {
		return fmt.Sprintf("which of int8 and f32 is faster here was not measured: %v", err)
	}
	return adviceWords(ratio, countInt8(plan), len(plan.Items))
}

func countInt8(plan *hub.Plan) (n int) {
	for i := range plan.Items {
		if plan.Items[i].Precision == models.PrecisionInt8 {
			n++
		}
	}
	return n
}

// adviceWords returns the advice for a machine on which int8 products are ratio times as fast as f32 ones, and a plan in which int8 of all models have int8.
func adviceWords(ratio float64, int8, all int) string {
	switch said := fmt.Sprintf("measured here, on one core: int8 products take %.2f of the time of f32 ones (%s)", 1/ratio, products.Words()); {
	case ratio >= clearly && int8 < all:
		return said + "; --precision int8 would be faster on the processor, and a little less exact"
	case ratio <= 1/clearly && int8 > 0:
		return said + "; --precision f32 would be faster on the processor, and exact"
	default:
		return said
	}
}
