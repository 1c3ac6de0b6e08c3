// Package charts turns the results of runs into pictures: options for Apache
// ECharts, each with a title, a caption computed from the data and the table
// behind it.
//
// # Rules
//
// A picture is a function of results, published values and a [Theme]; it knows
// no document and no browser. The same options are drawn live on the page and,
// with the [Static] theme, once by the site generator.
//
// A color has one meaning in all pictures (see [Theme]), and never stands
// alone: lines are labeled at their ends, areas carry a pattern too. A run is a
// line, and a picture holds at most six runs. Throughput starts at zero, latency
// is logarithmic and says so, published values are dashed. Pictures over time
// share one axis, the seconds of the run, and the same margins, so that they
// line up under one another.
//
// A trace of a reader's own has pictures of its own ([Trace]): a line a policy over
// the size of the pool.
//
// A sweep ([Sweep]) is a line over the values of a setting with a band of confidence,
// or a heat map over two; its cells are shades of one color and carry their numbers.
//
// One moment of the runs has a table ([Moment]), and the pool at that moment a map
// ([PoolMaps]), which is no chart: paths of an SVG document, whose looks are the
// style sheet's. A list of experiments shows a small picture of each ([Card]).
//
// go-echarts builds the skeleton of an option. What it has no field for is
// added on the way to JSON in option.go, and only there. Options hold no
// functions, so a page needs nothing but JSON.parse and setOption. Its Render
// methods are never called: they would pull the template engine's reflection
// into the binary and make it five times as large.
//
// Package preview puts one of them into the picture that is shown of a page where only
// a link to it stands.
//
// The ECharts parts that the options use: line, bar and heat map charts; the grid,
// legend, tooltip, axisPointer, aria, markLine, markArea and continuous visualMap
// components.
package charts
