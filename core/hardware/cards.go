package hardware

// Card is a memory card: one command at a time, slow at random writes.
type Card struct {
	ID         string
	Label      string
	CapacityGB float64
	Read4kUs   float64 // random read of 4 kB
	Read8kUs   float64 // of 8 kB
	Write4kUs  float64 // random write of 4 kB
	Write8kUs  float64 // of 8 kB
	ReadMBs    float64 // sequential, 1e6 bytes a second
	WriteMBs   float64
	FlushUs    float64 // a flush after a write
	PauseMs    float64 // of garbage collection
	PauseMB    float64 // written between two of them
	How        How
	Note       string
}

// Cards returns the memory cards of the lab.
//
// Pauses and flushes are typical of the class: pauses of a quarter to half a
// second for each 16 to 64 MB written, flushes of 3 to 20 ms.
func Cards() []Card {
	return []Card{
		{
			ID: "sd-a1", Label: "microSD card, class A1, 32 GB",
			CapacityGB: 32, Read4kUs: 400, Read8kUs: 526, Write4kUs: 850, Write8kUs: 1667,
			ReadMBs: 43.9, WriteMBs: 38.8, FlushUs: 3000, PauseMs: 250, PauseMB: 64,
			How:  Thread,
			Note: "SanDisk Extreme Pro A1 in a Raspberry Pi 4: 4 kB at random 9.82 MB/s read and 4.70 MB/s written, in sequence 43.9 and 38.8 MB/s.",
		},
		{
			ID: "sd-cheap", Label: "microSD card, cheap, 16 GB",
			CapacityGB: 16, Read4kUs: 600, Read8kUs: 833, Write4kUs: 18000, Write8kUs: 25000,
			ReadMBs: 41.6, WriteMBs: 12, FlushUs: 20000, PauseMs: 500, PauseMB: 16,
			How:  Thread,
			Note: "Toshiba 16 GB in a Raspberry Pi 4: 4 kB at random 0.22 MB/s written, in sequence 41.6 MB/s read and 12 MB/s written.",
		},
	}
}
