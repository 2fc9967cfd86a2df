// Package gen makes programs from choices.
package gen
