package batch

// OfImages collects images, for a model that embeds images: each float32 [3, Size, Size] in the order channel, line, column. A
// batch of images has no ids. It keeps the slices.
func OfImages(role Role, images [][]float32) *Batch { return &Batch{Role: role, Images: images} }
