package main

import (
	"debug/elf"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// floor is the oldest C library that a released program runs with: glibc 2.34, of August 2021.
const floor = 34

// mayNeed are the shared libraries that every glibc system has. libgcc_s is there because ONNX Runtime, which is loaded, wants it as well.
var mayNeed = []string{"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libresolv.so.2", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}

// machines are the processors as ELF files name them.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// CheckProgram refuses a program that is for another processor, or asks a machine for more than the C library of glibc 2.34.
func CheckProgram(file, arch string) error {
	f, err := elf.Open(file)
	if err != nil {
		return fmt.Errorf("read the program %s: %w", file, err)
	}
	defer f.Close()
	if f.Machine != machines[arch] {
		return fmt.Errorf("%s is a program for %s, not for %s", file, f.Machine, arch)
	}
	libraries, err := f.ImportedLibraries()
	if err != nil {
		return fmt.Errorf("read the libraries of %s: %w", file, err)
	}
	for _, name := range libraries {
		if !slices.Contains(mayNeed, name) {
			return fmt.Errorf("%s needs %s, which not every machine has: link it statically (third_party/link-static.sh --need-all)", file, name)
		}
	}
	symbols, err := f.ImportedSymbols()
	if err != nil {
		return fmt.Errorf("read the symbols of %s: %w", file, err)
	}
	var newer []string
	for _, s := range symbols {
		if glibcMinor(s.Version) > floor {
			newer = append(newer, s.Name+" ("+s.Version+")")
		}
	}
	if len(newer) > 0 {
		slices.Sort(newer)
		return fmt.Errorf("%s needs a newer C library than glibc 2.%d: %s; build on Debian 12, or give third_party/compat what is missing", file, floor, strings.Join(newer, ", "))
	}
	return nil
}

// glibcMinor is 34 of GLIBC_2.34 and of GLIBC_2.34.1, and 0 of what is no version of the C library.
func glibcMinor(version string) int {
	rest, ok := strings.CutPrefix(version, "GLIBC_2.")
	if !ok {
		return 0
	}
	minor, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(minor)
	if err != nil {
		return 0
	}
	return n
}
