package suite

import (
	"context"
	"testing"

	"asterism/engine/store"
)

// Open creates an empty store; the suite closes it.
type Open func(t testing.TB) store.Store

// Run runs all tests of the contract.
func Run(t *testing.T, open Open) {
	for name, test := range map[string]func(*testing.T, store.Store){
		"whole memory comes back":      comesBack,
		"parts":                        parts,
		"versions":                     versions,
		"same command twice":           twice,
		"replacing leaves no remains":  replaces,
		"forget and restore":           forgets,
		"purge":                        purges,
		"purge by version":             purgesByVersion,
		"any order, any repetition":    anyOrder,
		"links":                        links,
		"links to the purged":          linksToPurged,
		"edges are set":                edgesAreSet,
		"edges need both ends":         edgesNeedBothEnds,
		"edges outlive versions":       edgesOutliveVersions,
		"superseding":                  supersedes,
		"repeats":                      repeats,
		"edges stop":                   edgesStop,
		"edges of neighbours":          edgesOfNeighbours,
		"align":                        aligns,
		"shelves keep":                 shelvesKeep,
		"shelves refuse":               shelvesRefuse,
		"shelves walk":                 shelvesWalk,
		"shelves stop":                 shelvesStop,
		"shelves see one state":        shelvesOneState,
		"shelves, many writers":        shelvesManyWriters,
		"renewal":                      renews,
		"renewal abandoned":            abandons,
		"renewal refuses":              renewalRefuses,
		"renewal of no space":          renewsNothing,
		"renewal, random commands":     renewsAtRandom,
		"renewal, many writers":        renewsBesideWriters,
		"renewal stops":                renewalStops,
		"unknown ids":                  unknown,
		"identity":                     isItself,
		"counts":                       counts,
		"forgotten in order":           forgottenInOrder,
		"purged":                       reportsPurged,
		"values":                       readsValues,
		"load":                         loads,
		"nothing to do without":        wholeWithout,
		"models":                       binds,
		"all commands or none":         allOrNone,
		"refused memories":             refuses,
		"find":                         finds,
		"scan order and bounds":        scans,
		"scan pages":                   pages,
		"scan sees one state":          consistent,
		"scan stops":                   stops,
		"random commands":              random,
		"many writers":                 manyWriters,
		"one id, many writers":         oneID,
		"cancelled":                    cancelled,
		"closed":                       closed,
		"caller may change its memory": copies,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			t.Cleanup(func() { _ = s.Close() }) // the test may have closed it
			test(t, s)
		})
	}
}

func apply(t testing.TB, s store.Store, cmds ...store.Command) {
	t.Helper()
	if err := s.Apply(context.Background(), cmds...); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, s store.Store, id store.ID) *store.Memory {
	t.Helper()
	got, err := store.One(context.Background(), s, Everything, id)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func scan(t testing.TB, s store.Store, r store.Range) (out []*store.Memory) {
	t.Helper()
	err := s.Scan(context.Background(), r, store.Parts{}, func(m *store.Memory) (bool, error) {
		out = append(out, m)
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func ids(memories []*store.Memory) (out []store.ID) {
	for _, m := range memories {
		out = append(out, m.ID)
	}
	return out
}
