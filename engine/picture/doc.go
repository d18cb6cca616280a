// Package picture answers: what does a model see of an image? It reads PNG, JPEG and WebP and converts them to the numbers that CLIP's
// image tower takes, exactly as its reference preprocessing does: shorter side to Size by bicubic resampling over 8-bit pixels, the middle
// square, (x/255 − mean)/deviation per channel.
package picture
