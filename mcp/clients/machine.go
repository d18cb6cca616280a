package clients

import "path/filepath"

// Machine is what decides where a user's files lie.
type Machine struct {
	OS     string // as Go names it
	Home   string
	Getenv func(string) string
}

// support is the folder where desktop programs keep what belongs to a user.
func (m Machine) support() string {
	switch m.OS {
	case "darwin":
		return filepath.Join(m.Home, "Library", "Application Support")
	case "windows":
		if v := m.Getenv("APPDATA"); v != "" {
			return v
		}
		return filepath.Join(m.Home, "AppData", "Roaming")
	}
	if v := m.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(v) {
		return v
	}
	return filepath.Join(m.Home, ".config")
}

// claude is the folder that Claude Code is told to keep its files in, or else the usual one.
func (m Machine) claude(usual string) string {
	if v := m.Getenv("CLAUDE_CONFIG_DIR"); v != "" {
		return v
	}
	return usual
}

// codex is the folder that Codex keeps its files in.
func (m Machine) codex() string {
	if v := m.Getenv("CODEX_HOME"); v != "" {
		return v
	}
	return filepath.Join(m.Home, ".codex")
}

// config is the folder of settings of programs that keep to XDG on every system.
func (m Machine) config() string {
	if v := m.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(v) {
		return v
	}
	return filepath.Join(m.Home, ".config")
}
