package clients

import "path/filepath"

// Machine is what determines where a user's files are.
type Machine struct {
	OS     string // Go's name for it
	Home   string
	Getenv func(string) string
}

// support returns the folder for user data of desktop programs.
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

// claude returns the folder that Claude Code is configured to use, else the usual one.
func (m Machine) claude(usual string) string {
	if v := m.Getenv("CLAUDE_CONFIG_DIR"); v != "" {
		return v
	}
	return usual
}

// codex returns the folder of Codex's files.
func (m Machine) codex() string {
	if v := m.Getenv("CODEX_HOME"); v != "" {
		return v
	}
	return filepath.Join(m.Home, ".codex")
}

// config returns the settings folder of programs that follow XDG on every system.
func (m Machine) config() string {
	if v := m.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(v) {
		return v
	}
	return filepath.Join(m.Home, ".config")
}
