package main

import (
	"fmt"
	"path/filepath"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
)

// bom writes the list of what is in a release, as CycloneDX 1.6 in JSON: the files that are ours with their sums, and every part of others.
func (r *Release) bom(t Target, tree []File) error {
	name := "asterism-" + r.Version + "-linux-" + t.Arch + ".cdx.json"
	parts, err := r.parts(t)
	if err != nil {
		return err
	}
	main := cyclonedx.Component{BOMRef: "asterism", Type: cyclonedx.ComponentTypeApplication, Name: "asterism", Version: r.Version,
		PackageURL: "pkg:generic/asterism@" + r.Version + "?arch=" + t.Arch,
		Licenses:   &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}},
		Properties: &[]cyclonedx.Property{{Name: "asterism:commit", Value: r.Commit}}}
	var components []cyclonedx.Component
	dependsOn := []string{}
	for _, p := range parts {
		c := cyclonedx.Component{BOMRef: p.PURL, Type: cyclonedx.ComponentTypeLibrary, Name: p.Name, Version: p.Version, PackageURL: p.PURL}
		if p.SHA256 != "" {
			c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: p.SHA256}}
		}
		components, dependsOn = append(components, c), append(dependsOn, p.PURL)
	}
	files, err := ourFiles(tree)
	if err != nil {
		return err
	}
	list := cyclonedx.NewBOM()
	// The same release has the same number, whoever makes it.
	list.SerialNumber = uuid.NewSHA1(uuid.NameSpaceURL, []byte("asterism "+r.Version+" "+r.Commit+" "+t.Arch)).URN()
	list.Metadata = &cyclonedx.Metadata{Timestamp: r.Date.Format("2006-01-02T15:04:05Z"), Component: &main}
	components = append(components, files...)
	list.Components = &components
	list.Dependencies = &[]cyclonedx.Dependency{{Ref: "asterism", Dependencies: &dependsOn}}
	out, err := r.create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	encoder := cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON)
	if err := encoder.SetPretty(true).EncodeVersion(list, cyclonedx.SpecVersion1_6); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return out.Close()
}

// ourFiles are the program and the models, by their sums. Models are what CycloneDX calls machine-learning models when they are graphs; the rest are files.
func ourFiles(tree []File) (out []cyclonedx.Component, err error) {
	for _, f := range tree {
		kind := cyclonedx.ComponentTypeFile
		switch {
		case filepath.Ext(f.To) == ".onnx":
			kind = cyclonedx.ComponentTypeMachineLearningModel
		case f.To != "asterism" && f.From == "" || len(f.To) > 6 && f.To[:6] == "share/":
			continue
		}
		sum, _, err := digest(f.From)
		if err != nil {
			return nil, fmt.Errorf("sum %s: %w", f.To, err)
		}
		out = append(out, cyclonedx.Component{BOMRef: "file:" + f.To, Type: kind, Name: f.To, Hashes: &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: sum}}})
	}
	return out, nil
}
