module clocksweep

go 1.26

require (
	github.com/CycloneDX/cyclonedx-go v0.9.2
	github.com/andybalholm/brotli v1.2.1
	github.com/cockroachdb/datadriven v1.0.2
	github.com/go-echarts/go-echarts/v2 v2.6.7
	github.com/google/licensecheck v0.3.1
	github.com/jackc/pgx/v5 v5.13.0
	github.com/klauspost/compress v1.20.4
	github.com/syumai/workers v0.33.0
	github.com/yuin/goldmark v1.8.6
	golang.org/x/image v0.30.0
	honnef.co/go/js/dom/v2 v2.0.0-20250304181735-b5e52f05e89d
)

require (
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	golang.org/x/text v0.41.0 // indirect
)
