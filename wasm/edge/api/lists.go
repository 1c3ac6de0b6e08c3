package api

import (
	"encoding/json"
	"net/http"

	"clocksweep/core/hardware"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

type object map[string]any

// list answers with what changes with the engine only.
func list(w http.ResponseWriter, r *http.Request, o object) {
	o["engine"] = server.Engine
	body, err := json.Marshal(o)
	if err != nil {
		panic("api: " + err.Error()) // texts, numbers, lists and objects
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	send(w, r, "application/json", append(body, '\n'))
}

// experiments is GET /api/experiments.
func experiments(w http.ResponseWriter, r *http.Request) {
	var all []object
	for _, e := range gallery() {
		var variants []object
		for _, v := range e.Variants {
			changes := object{}
			for _, c := range v.Changes {
				changes[c.Key()] = c.Value
			}
			variants = append(variants, object{"name": v.Name, "label": v.Label, "why": v.Why, "settings": changes})
		}
		all = append(all, object{
			"slug": e.Slug, "title": e.Title, "question": e.Question, "claim": e.Claim, "year": e.Year, "thread": e.Thread,
			"release": e.Release, "runs": e.Scenario.Names(), "published": len(e.Published),
			"variants": orEmpty(variants), "link": scenario.EncodeLink(e.Slug, nil),
		})
	}
	list(w, r, object{"experiments": all})
}

// orEmpty keeps JSON from saying null for a list.
func orEmpty(list []object) []object {
	if list == nil {
		return []object{}
	}
	return list
}

// machines is GET /api/machines.
func machines(w http.ResponseWriter, r *http.Request) {
	var all []object
	for _, m := range hardware.Machines() {
		var ranges []object
		for _, x := range m.Ranges {
			ranges = append(ranges, object{"setting": x.Setting, "values": x.Values, "why": x.Why})
		}
		all = append(all, object{
			"id": m.ID, "label": m.Label, "note": m.Note,
			"cores": m.CPU.Cores, "threads": m.CPU.HWThreads, "ram_kb": m.RAMkB, "kernel": m.Kernel, "filesystem": m.FileSystem,
			"scheduler": m.Scheduler, "disk": m.Disk, "disk_write_cache": m.WriteCache, "raid": string(m.RAID), "build": m.Build,
			"provenance": object{
				"cpu": m.CPU.How, "ram": m.RAMHow, "kernel": m.KernelHow, "filesystem": m.FileSystemHow, "scheduler": m.SchedulerHow,
				"disk": m.DiskHow, "disk_write_cache": m.WriteCacheHow, "raid": m.RAIDHow, "build": m.BuildHow,
			},
			"open": orEmpty(ranges),
		})
	}
	list(w, r, object{"machines": all})
}

// kinds are the names of settings' kinds.
var kinds = map[scenario.Kind]string{
	scenario.KindInt: "integer", scenario.KindReal: "real", scenario.KindBool: "bool", scenario.KindEnum: "enum", scenario.KindText: "text",
}

// settings is GET /api/settings, with defaults of a release and a machine.
func settings(w http.ResponseWriter, r *http.Request) {
	o, wrong := readQuery(r.URL.RawQuery)
	if wrong != nil {
		wrong.write(w)
		return
	}
	u, wrong := o.understand()
	if wrong != nil {
		wrong.write(w)
		return
	}
	sc := u.scenarios[0]
	var all []object
	for _, set := range scenario.Settings() {
		one := object{
			"name": set.Name, "kind": kinds[set.Kind], "unit": string(set.Unit), "group": set.Group, "help": set.Help,
			"exists": sc.Has(set.ID), "default": sc.Default(set.ID),
		}
		if set.Kind == scenario.KindInt || set.Kind == scenario.KindReal {
			one["min"], one["max"] = set.Min, set.Max
		}
		if set.Kind == scenario.KindEnum {
			var values []object
			for i, v := range set.Enum {
				value := object{"value": v}
				if i < len(set.Labels) {
					value["label"] = set.Labels[i]
				}
				values = append(values, value)
			}
			one["values"] = values
		}
		all = append(all, one)
	}
	list(w, r, object{"release": sc.Enum(scenario.Release), "hardware": sc.Enum(scenario.Hardware), "settings": all})
}
