package intent

import (
	"math"
	"testing"

	"asterism/models"
)

func TestUnreadSpacesLoseWeight(t *testing.T) {
	w := AutoMeaning()
	if out, gain := ForUnread(w, [models.Count]float64{}); gain != 1 || math.Abs(out[models.Splade]-w[models.Splade]) > 1e-12 {
		t.Errorf("all is read, and E13 weighs %v of %v, words %v", out[models.Splade], w[models.Splade], gain)
	}
	last := 1.0
	for _, share := range []float64{.25, .5, 1} {
		var unread [models.Count]float64
		for _, v := range models.OfOrigin(models.FromModel).Spaces() {
			unread[v] = share
		}
		out, gain := ForUnread(w, unread)
		sum := 0.0
		for _, x := range out {
			sum += x
		}
		if math.Abs(sum-1) > 1e-12 || gain <= last || out[models.HDC] <= w[models.HDC] || out[models.Splade] <= 0 {
			t.Errorf("%v unread: sum %v, words %v, E9 %v of %v", share, sum, gain, out[models.HDC], w[models.HDC])
		}
		last = gain
	}
}
