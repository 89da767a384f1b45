import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSourceCache, loadProject } from '../../src/compiler/1-load/index.ts';
import { readDeclarations } from '../../src/compiler/2-read/index.ts';
import { type AstView, resolveModel } from '../../src/compiler/3-resolve/index.ts';
import { hasErrors, printPretty } from '../../src/compiler/diagnostics/index.ts';
import type { AnalysisResult } from '../../src/compiler/index.ts';
import { compareViews } from '../support/compare-views.ts';
import { analyse, fixtureRoot, requestOf } from '../support/compile.ts';

const test = suite('views');
const projects = readdirSync(fixtureRoot('.'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(path.join(fixtureRoot(entry.name), 'src/main.ts')))
  .map(({ name }) => name);

function viewOf(root: string, project: string): AstView {
  const request = requestOf(root, project);
  const { loaded } = loadProject(request, createSourceCache(request.cache));
  assert.ok(loaded !== undefined);
  const { view } = resolveModel(readDeclarations(loaded).declarations);
  assert.ok(view !== undefined);
  return view;
}

/** The suite that judges it decides what is in it, so its model is no one's expectation. */
const changing = new Set(['conformance']);

// UPDATE_EXPECTED=1 writes expected/model.json anew; read the difference before committing it.
function matchSnapshot(root: string, model: NonNullable<AnalysisResult['model']>): void {
  const text = `${JSON.stringify(model, (_, value: unknown) => (typeof value === 'string' ? value.replace(`${root}/`, '') : value), 2)}\n`;
  const file = path.join(root, 'expected', 'model.json');
  if (process.env['UPDATE_EXPECTED'] === '1') {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  assert.ok(existsSync(file), `${file} is missing; run with UPDATE_EXPECTED=1 and read it`);
  assert.fixture(text, readFileSync(file, 'utf8'));
}

for (const project of projects) {
  test(`[A3a.3.equal-views] ${project}: what the sources show is what evaluation finds`, async () => {
    const root = fixtureRoot(project);
    const { model, diagnostics, sources } = await analyse(requestOf(root, project, { typeCheck: true }));
    assert.not.ok(hasErrors(diagnostics), printPretty(diagnostics, { sources }));
    assert.ok(model !== undefined);
    assert.equal(compareViews(viewOf(root, project), model.server), []);
    for (const id of Object.keys(model.facts)) assert.ok(model.spans[id] !== undefined, `${id} has no span`);
    if (!changing.has(project)) matchSnapshot(root, model);
  });
}

test('a difference is found', async () => {
  const root = fixtureRoot('storefront');
  const { model } = await analyse(requestOf(root, 'storefront'));
  const view = viewOf(root, 'storefront');
  assert.ok(model !== undefined);
  assert.equal(compareViews(view, { ...model.server, instructions: 'other' }).length, 1);
  assert.equal(compareViews(view, { ...model.server, tools: [...model.server.tools].reverse() }).length > 0, true);
  assert.equal(model.facts['tool:storefront/search'], { streams: true, asks: false });
  assert.equal(model.facts['tool:storefront/product-catalog/count'], { streams: false, asks: false });
});

test.run();
