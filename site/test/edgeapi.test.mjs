// The description of the edge worker's API, tested against its answers: each is of
// the kind, the form and the status that the description tells of its operation.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { edge, lines } from "./edge.mjs";

const worker = await edge({ limits: { virtual_seconds: 100, runs: 20 } });
after(worker.stop);

const description = await (await fetch(`${worker.address}api/openapi.json`)).json();
// Schemas refer to one another by names of their own here: the document around them is
// no schema. Formats are for readers.
const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, validateFormats: false });
const named = (schema) => JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "api:"));
for (const [name, schema] of Object.entries(description.components.schemas)) ajv.addSchema(named(schema), `api:${name}`);
const validator = (name) => ajv.getSchema(`api:${name}`);

function valid(schema, value, what) {
  const check = ajv.compile(named(schema));
  assert.ok(check(value), `${what}: ${ajv.errorsText(check.errors)}\n${JSON.stringify(value).slice(0, 500)}`);
}

const json = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
const small = { release: 16, scale: 1, duration: "2s" };

// operation, path, request, status, and schema of the body if JSON goes there.
const asked = [
  ["getRun", "api/run?scale=1&duration=2s", {}, 200],
  ["getRun", "api/run?experiment=shared-buffers-challenge&duration=1s", {}, 200],
  ["getRun", "api/run?nonsense=1", {}, 400],
  ["getRun", "api/run?experiment=shared-buffers-challenge&duration=1s", { headers: { Accept: "application/octet-stream" } }, 406],
  ["postRun", "api/run", json({ settings: small }), 200],
  ["postRun", "api/run", json({ settings: { ...small, workload: "dbt-2", scale: 2 } }), 200],
  ["postRun", "api/run", { method: "POST", headers: { "Content-Type": "text/plain" }, body: "scale = 1\nduration = 1s\n" }, 200],
  ["postRun", "api/run", json({ settings: { duration: "2min" } }), 422],
  ["postRun", "api/run", json({ text: "scale = x\nclients = 0\n" }), 400],
  ["postRun", "api/run", json({ text: "x".repeat(70000) }), 413],
  ["postRun", "api/run", { method: "POST", headers: { "Content-Type": "image/png" }, body: "x" }, 415],
  ["sweep", "api/sweep", json({ settings: small, axes: ["clients=1,2", "shared_buffers=1MB,2MB"], seeds: 2 }), 200],
  ["sweep", "api/sweep", json({ settings: small, axes: ["duration=1s,200s"] }), 200],
  ["sweep", "api/sweep", json({ axes: ["clients=1..9 +1"], seeds: 30 }), 422],
  ["sweep", "api/sweep", json({ axes: [] }), 400],
  ["experiments", "api/experiments", {}, 200],
  ["experiments", "api/experiments", { method: "DELETE" }, 405],
  ["machines", "api/machines", {}, 200],
  ["settings", "api/settings", {}, 200],
  ["settings", "api/settings?release=8.2&hardware=laptop-nvme", {}, 200],
  ["settings", "api/settings?release=1.0", {}, 400],
  ["description", "api/openapi.json", {}, 200],
  ["oembed", `oembed?url=${encodeURIComponent("https://lab.example/x/shared-buffers-challenge/#v=1&duration=2s")}`, {}, 200],
  ["oembed", "oembed?url=https%3A%2F%2Flab.example%2Flab%2F", {}, 200],
  ["oembed", "oembed?url=https%3A%2F%2Fother.example", {}, 404],
  ["oembed", "oembed?url=https%3A%2F%2Flab.example%2Flab%2F&format=xml", {}, 501],
  ["preview", "og/lab.png?release=16&scale=1&duration=3s", {}, 200],
  ["preview", "og/lab.svg?release=16&scale=1&duration=3s", {}, 200],
  ["preview", "og/none.svg", {}, 404],
  ["status", "api/status", {}, 200],
];

const operations = new Map();
for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, operation] of Object.entries(methods)) operations.set(operation.operationId, { path, method, ...operation });
}

for (const [name, path, init, status] of asked) {
  test(`${name}: ${init.method ?? "GET"} ${path} is answered with ${status} as described`, async () => {
    const { responses } = operations.get(name);
    const response = await fetch(worker.address + path, init);
    const type = response.headers.get("Content-Type").split(";")[0];
    assert.equal(response.status, status, await response.clone().text());
    assert.ok(responses[status], `the description has no ${status}`);
    const described = responses[status].content[type];
    assert.ok(described, `the description has no ${type} for ${status}`);
    if (type === "application/x-ndjson") {
      for await (const piece of lines(response)) for (const line of piece) valid(described.schema, line, path);
    } else {
      valid(described.schema, /json$/.test(type) ? await response.json() : await response.text(), path);
    }
  });
}

test("what is sent above is what the description takes, and what is refused it does not", () => {
  for (const [name, , init, status] of asked) {
    if (init.headers?.["Content-Type"] !== "application/json") continue;
    const schema = operations.get(name).requestBody.content["application/json"].schema.$ref.split("/").at(-1);
    const taken = validator(schema)(JSON.parse(init.body));
    if (status === 200) assert.ok(taken, `${init.body}: ${ajv.errorsText(validator(schema).errors)}`);
  }
  for (const [schema, value] of [["Order", { setings: {} }], ["Order", { settings: { a: [] } }], ["SweepOrder", { axes: [] }], ["SweepOrder", {}], ["Run", {}], ["Problem", { status: 200 }]]) {
    assert.ok(!validator(schema)(value), `${schema} takes ${JSON.stringify(value)}`);
  }
});

test("every path that the description has is served, and says so itself when it is not", async () => {
  for (const { path, method } of operations.values()) {
    const response = await fetch(worker.address + path.slice(1).replace("{page}", "lab").replace("{form}", "png"), { method });
    const nothing = /there is nothing at/.test(await response.clone().text());
    assert.ok(!nothing, `${method} ${path}`);
    await response.arrayBuffer();
  }
  const problem = await (await fetch(`${worker.address}api/nothing`)).json();
  valid({ $ref: "#/components/schemas/Problem" }, problem, "api/nothing");
  assert.equal(problem.status, 404);
});
