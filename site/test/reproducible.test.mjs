// The wasm programs, and what the edge's platform is given, depend on the sources
// alone: built in another folder, with nothing compiled before, they have the same bytes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const elsewhere = mkdtempSync(join(tmpdir(), 'clocksweep-elsewhere-'));
after(() => rmSync(elsewhere, { recursive: true, force: true }));

const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('two clean builds in different folders give identical programs', () => {
  const sources = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.go', 'go.*', 'Makefile', 'core/**', 'wasm/**'],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 24 }).split('\0').filter(Boolean);
  for (const file of sources) cpSync(join(root, file), join(elsewhere, 'tree', file), { force: true });
  execFileSync('make', ['wasm', 'edge-program'], {
    cwd: join(elsewhere, 'tree'), stdio: 'pipe',
    env: { ...process.env, GOCACHE: join(elsewhere, 'cache'), GOFLAGS: '-modcacherw' },
  });
  const bundle = readdirSync(join(root, 'site/build/edge'));
  assert.ok(bundle.includes('edge.wasm') && bundle.includes('worker.mjs'), `the bundle of the edge has ${bundle}`);
  for (const program of ['sim.wasm', 'page.wasm', 'yours.wasm', ...bundle.map((name) => `edge/${name}`)]) {
    assert.equal(hash(join(elsewhere, 'tree/site/build', program)), hash(join(root, 'site/build', program)), program);
  }
});
