//go:build js && wasm

package main

import "clocksweep/wasm/browser"

// What this program uses of package browser everywhere.
var (
	document     = browser.Document
	say          = browser.Say
	complain     = browser.Complain
	on           = browser.On
	onClick      = browser.OnClick
	callback     = browser.Callback
	later        = browser.Later
	inTurn       = browser.InTurn
	then         = browser.Then
	setHidden    = browser.SetHidden
	setDisabled  = browser.SetDisabled
	setProperty  = browser.SetProperty
	setTextOf    = browser.SetTextOf
	fill         = browser.Fill
	showControls = browser.ShowControls
)

type (
	cell  = browser.Cell
	saved = browser.Saved
)
