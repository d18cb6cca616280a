package compare

import (
	"reflect"
	"sync"
	"testing"
)

// TestAReaderComparesAsOneByOne checks that texts that were read for one comparison give the same results in the next, in any order.
func TestAReaderComparesAsOneByOne(t *testing.T) {
	texts := []string{
		"The API rate limit is 50/min.", "The API rate limit is 100/min.", "API rate limit raised to 300/min.", "Alice reviewed Bob.", "Bob reviewed Alice.", "Bob was reviewed by Alice.",
		"db-01 is down", "db-02 is down", "The flag is enabled.", "The flag is not enabled.", "Builds run on Jenkins, and Jenkins is slow.", "Builds do not run on Jenkins.", "Order lunch", "", "서울은 오늘 비가 옵니다",
	}
	var r Reader
	for range 2 {
		for _, modality := range []string{"text", "code"} {
			for _, old := range texts {
				for _, text := range texts {
					if got, want := r.In(modality, old, text), In(modality, old, text); !reflect.DeepEqual(got, want) {
						t.Errorf("%s: %q → %q: %+v, one by one %+v", modality, old, text, got, want)
					}
				}
			}
		}
	}
}

// TestANewTextIsComparedBySeveralAtOnce checks that concurrent comparisons give the same results as separate ones, also for texts without a counting word.
func TestANewTextIsComparedBySeveralAtOnce(t *testing.T) {
	older := []string{"The API rate limit is 50/min.", "The flag is not enabled.", "Order lunch", "…", "", "Alice reviewed Bob.", "The API rate limit is 50/min."}
	for _, modality := range []string{"text", "code"} {
		for _, text := range append(older, "The API rate limit is 100/min.") {
			n := To(modality, text)
			var all sync.WaitGroup
			for _, old := range older {
				all.Go(func() {
					if got, want := n.From(old), In(modality, old, text); !reflect.DeepEqual(got, want) {
						t.Errorf("%s: %q → %q: %+v, alone %+v", modality, old, text, got, want)
					}
				})
			}
			all.Wait()
		}
	}
}
