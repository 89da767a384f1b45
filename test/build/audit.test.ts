import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { catalog } from '../../src/compiler/diagnostics/index.ts';
import { analyse, requestOf } from '../support/compile.ts';

/** Twins of `fixtures/errors/<code>`: as close to the unsafe form as safe code comes. */
const root = fileURLToPath(new URL('../../fixtures/audit', import.meta.url));
const folders = readdirSync(root).sort();
const test = suite('audit');

for (const code of folders) {
  test(`[I7.audit.rules] the safe twin of ${code} has no finding`, async () => {
    const result = await analyse(
      requestOf(path.join(root, code), code, { typeCheck: true, audit: code === 'unbounded-input' || code === 'unapproved-write' }),
    );
    assert.ok(result.model, JSON.stringify(result.diagnostics));
    assert.equal(
      result.diagnostics.map((finding) => `${finding.code} ${finding.span?.line}`),
      [],
    );
    assert.ok(code in catalog);
  });
}

const templates = fileURLToPath(new URL('../../src/templates', import.meta.url));
for (const template of ['basic', 'full'])
  test(`[I7.audit.rules] a fresh project of the template ${template} passes its own audit`, async () => {
    const result = await analyse(requestOf(path.join(templates, template), template, { audit: true }));
    assert.equal(
      result.diagnostics.map((finding) => `${finding.code} ${finding.span?.file}:${finding.span?.line}`),
      [],
    );
  });

test('[I7.audit.rules] every rule of the audit has a fixture that triggers it and one that does not', () => {
  // Asked of the platform's own file, which `test/worker/worker-platform-file.test.ts` writes in both ways.
  const elsewhere = ['platform-flag-missing'];
  const rules = Object.entries(catalog).flatMap(([code, row]) => ('security' in row && row.security === true ? [code] : []));
  const triggering = readdirSync(fileURLToPath(new URL('../../fixtures/errors', import.meta.url)));
  assert.equal(rules.filter((code) => !elsewhere.includes(code)).sort(), folders);
  assert.equal(
    rules.filter((code) => !triggering.includes(code)),
    [],
  );
});

test.run();
