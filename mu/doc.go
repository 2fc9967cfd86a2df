// Package mu is Mu IR: the data model, its text form, types and checks.
package mu
