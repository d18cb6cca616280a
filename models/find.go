package models

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// DirVariable is the environment variable that names the folder of models.
const DirVariable = "ASTERISM_MODELS"

// FindDir returns the folder with the manifest of a profile. explicit, when not empty, and then $ASTERISM_MODELS must
// contain it, themselves or in a sub-folder named for the profile. Else the first of these is used: models/PROFILE
// next to the program's folder and in it, models/PROFILE in the working directory and every folder above it (so that
// tests find it), ~/.asterism/models/PROFILE.
func FindDir(profile, explicit string) (string, error) {
	if err := checkProfile(profile); err != nil {
		return "", fmt.Errorf("find models: %w", err)
	}
	if explicit != "" {
		return findNamed(profile, explicit, "the models folder given")
	}
	if v := os.Getenv(DirVariable); v != "" {
		return findNamed(profile, v, "$"+DirVariable)
	}
	places := candidates(profile)
	for _, dir := range places {
		if hasManifest(dir) {
			return dir, nil
		}
	}
	return "", fmt.Errorf("find models of profile %s: no %s in any of %s; name the folder with --models or $%s",
		profile, ManifestName, strings.Join(places, ", "), DirVariable)
}

func findNamed(profile, dir, what string) (string, error) {
	// The sub-folder first: a folder of several profiles must not hand out the wrong one.
	for _, d := range []string{filepath.Join(dir, profile), dir} {
		if hasManifest(d) {
			return d, nil
		}
	}
	return "", fmt.Errorf("find models of profile %s: %s is %s, but neither it nor its sub-folder %s holds a %s",
		profile, what, dir, profile, ManifestName)
}

func candidates(profile string) []string {
	var out []string
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		dir := filepath.Dir(exe)
		out = append(out, filepath.Join(dir, "..", "models", profile), filepath.Join(dir, "models", profile))
	}
	if wd, err := os.Getwd(); err == nil {
		for dir := wd; ; dir = filepath.Dir(dir) {
			out = append(out, filepath.Join(dir, "models", profile))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		out = append(out, filepath.Join(home, ".asterism", "models", profile))
	}
	return out
}

func hasManifest(dir string) bool {
	st, err := os.Stat(filepath.Join(dir, ManifestName))
	return err == nil && st.Mode().IsRegular()
}
