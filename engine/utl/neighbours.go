package utl

import "math"

// Neighbours are the similarities of a space's nearest stored memories, highest first.
type Neighbours []float64

// SurpriseNeighbours is the k of ΔS, LinkNeighbours the number of neighbours that ΔC uses (spec: 5 and 10).
const (
	SurpriseNeighbours = 5
	LinkNeighbours     = 10
)

// Distance returns how far a vector is from its nearest stored neighbours: the geometric mean of the nearest distance
// and the mean of the k nearest. The nearest alone shows a copy. The mean prevents one near neighbour
// from hiding that the others are far. NaN if there are none.
func (n Neighbours) Distance() float64 {
	k := min(len(n), SurpriseNeighbours)
	if k == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, s := range n[:k] {
		sum += distance(s)
	}
	return math.Sqrt(distance(n[0]) * sum / float64(k))
}

// read returns the neighbours of a text of which a model can read a share. The rest carries no similarity, so each similarity counts by that share.
func (n Neighbours) read(share float64) Neighbours {
	if share >= 1 {
		return n
	}
	out := make(Neighbours, len(n))
	for i, s := range n {
		out[i] = max(s, 0) * share
	}
	return out
}

// Coherence is ΔC of the spec: 0.4·connectivity + 0.4·cluster fit + 0.2·consistency, in [0,1]; link is the space's
// link threshold. An empty store gives 0.1.
//
// connectivity is the share of LinkNeighbours places filled by linked neighbours. Cluster fit is (s+1)/2 with the
// silhouette s = (b−a)/max(a,b). a is the mean distance to the linked neighbours (the memory's own cluster). b is the mean
// distance to the other neighbours and to one assumed unrelated memory at distance 1, which ten neighbours may not include. A memory
// without links is a cluster of one, whose silhouette is 0 by convention (Rousseeuw 1987). Consistency is 1 − spread of the linked neighbours'
// distances, as a share of the greatest standard deviation that distances below the link distance can have (half of it); 0 without
// links: ten unrelated memories at the same distance are no agreement.
func (n Neighbours) Coherence(link float64) float64 {
	n = n[:min(len(n), LinkNeighbours)]
	if len(n) == 0 {
		return 0.1
	}
	linked := 0
	for linked < len(n) && n[linked] >= link {
		linked++
	}
	connectivity := float64(linked) / LinkNeighbours
	fit := (n.silhouette(linked) + 1) / 2
	return 0.4*connectivity + 0.4*fit + 0.2*n[:linked].consistency(link)
}

func (n Neighbours) consistency(link float64) float64 {
	if len(n) == 0 {
		return 0
	}
	if distance(link) == 0 {
		return 1
	}
	return max(0, 1-2*deviation(n)/distance(link))
}

func (n Neighbours) silhouette(linked int) float64 {
	if linked == 0 {
		return 0
	}
	a, b := meanDistance(n[:linked]), 1.
	for _, s := range n[linked:] {
		b += distance(s)
	}
	b /= float64(len(n) - linked + 1)
	return (b - a) / max(a, b)
}

// distance maps a similarity to [0,1]: opposite vectors are no farther than unrelated ones.
func distance(s float64) float64 { return min(max(1-s, 0), 1) }

func meanDistance(n Neighbours) float64 {
	sum := 0.0
	for _, s := range n {
		sum += distance(s)
	}
	return sum / float64(len(n))
}

func deviation(n Neighbours) float64 {
	m, ss := meanDistance(n), 0.0
	for _, s := range n {
		ss += (distance(s) - m) * (distance(s) - m)
	}
	return math.Sqrt(ss / float64(len(n)))
}
