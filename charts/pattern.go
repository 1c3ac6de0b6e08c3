package charts

// The patterns that tell areas apart without their colors.
const (
	solid = iota
	hatched
	dots
	crossed
)

// pattern returns the decal of a pattern, nil for a solid area. Its color is
// that of the paper, so that the marks read as holes in any theme.
func (s *scene) pattern(p int) *decal {
	const diagonal = 0.7853981633974483 // π/4
	switch p {
	case hatched:
		return &decal{Symbol: "rect", DashX: []int{1, 0}, DashY: []int{1, 5}, Rotation: -diagonal, Color: s.theme.Paper}
	case dots:
		return &decal{Symbol: "circle", SymbolSize: 0.6, DashX: []int{3, 5}, DashY: []int{3, 5}, Color: s.theme.Paper}
	case crossed:
		return &decal{Symbol: "rect", DashX: []int{1, 0}, DashY: []int{1, 5}, Rotation: diagonal, Color: s.theme.Paper}
	}
	return nil
}
