module clocksweep

go 1.26

require (
	github.com/andybalholm/brotli v1.2.1
	github.com/cockroachdb/datadriven v1.0.2
	github.com/go-echarts/go-echarts/v2 v2.6.7
	github.com/klauspost/compress v1.20.4
	github.com/yuin/goldmark v1.8.6
	honnef.co/go/js/dom/v2 v2.0.0-20250304181735-b5e52f05e89d
)

require github.com/pmezard/go-difflib v1.0.0 // indirect
