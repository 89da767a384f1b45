import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { catalog, type Diagnostic, hasErrors, printPretty } from '../../src/compiler/diagnostics/index.ts';
import type { BuildResult, CompileRequest } from '../../src/compiler/index.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { build, copyProject, requestOf } from '../support/compile.ts';
import { inEnoughTime } from '../support/enough-time.ts';

// UPDATE_EXPECTED=1 writes expected.txt anew; read the difference before committing it.
const root = fileURLToPath(new URL('../../fixtures/errors', import.meta.url));
const codes = Object.keys(catalog).sort();
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Codes that only a platform without a process of its own can have. */
const forWorkers = new Set([
  'asset-without-files',
  'assets-without-effect',
  'format-without-effect',
  'sourcemap-without-effect',
  'builtin-module',
  'builtin-module-called',
  'native-addon',
  'target-unsupported',
  'sign-in-in-memory',
  'task-store-missing',
  'platform-file-invalid',
  'platform-flag-missing',
  'platform-node-missing',
  'platform-date-old',
  'platform-environment-empty',
  'platform-setting-wrong',
]);

/** Findings that say TypeScript's own errors, in our words or in its: without type checking there is nothing to say. */
const ofTypeScript = new Set(['type-error', 'input-type-mismatch', 'output-type-mismatch', 'result-not-json']);

/** Fixtures in which TypeScript finds errors as well: their text is that of both together. All others are built without type checking. */
const withTypeErrors: readonly string[] = [
  ...ofTypeScript,
  'invalid-option',
  'missing-context-class',
  'missing-execute',
  'missing-option',
  'name-unavailable',
  'not-supported',
  'unknown-option',
  'unresolved-reference',
  'wrong-option-type',
];

/** What a deployment sets, for codes that are about that. */
const deployed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'affinity-without-instances': { SERVICE_AFFINITY_COOKIE: 'stick' },
};

/** What the config says of the build, for codes that are about that. */
const configured: Readonly<Record<string, CompileRequest['build']>> = {
  'asset-unmatched': { assets: ['prompts/*.md'] },
  'assets-without-effect': { assets: ['src/*.txt'] },
  'format-without-effect': { format: 'cjs' },
  'sourcemap-without-effect': { sourcemap: 'external' },
  'variant-refused': { variants: { AUTH_MODE: ['public', 'statc'] } },
  'variant-unread': { variants: { SHOP: ['one', 'two'] } },
  'package-file-outside': { nativeAddons: ['carries-a-link'] },
  'package-name-unsafe': { nativeAddons: ['names-a-path'] },
  'package-not-installed': { nativeAddons: ['better-sqlit3'] },
};

/** Files that are too large for the repository, by their paths. */
const generated: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'large-import': { 'src/cities.json': JSON.stringify(Array.from({ length: 100_000 }, (_, at) => `Village ${at}`)) },
};

const test = suite('errors');

test('every code of the catalogue has a fixture, and every fixture a code', () => {
  assert.equal(folders.sort(), codes);
});

for (const code of folders) {
  test(code, async () => {
    const output = await outputOf(code);
    const file = path.join(root, code, 'expected.txt');
    if (process.env['UPDATE_EXPECTED'] === '1') writeFileSync(file, output);
    assert.ok(existsSync(file), `${file} is missing; run with UPDATE_EXPECTED=1 and read it`);
    assert.fixture(output, readFileSync(file, 'utf8'));
    assert.match(output, ` ${code}: `);
  });
}

async function outputOf(code: string): Promise<string> {
  if (code !== 'evaluation-timeout') return printed(await resultOf(code, withTypeErrors.includes(code)));
  const late = async (evaluationTimeoutMs: number) => printed(await resultOf(code, false, { evaluationTimeoutMs }));
  return (await inEnoughTime(late, (text) => text.includes('this line was running'))).replace(/within \d+ ms/, 'within 1000 ms');
}

const printed = ({ diagnostics, sources }: BuildResult): string => printPretty(diagnostics, { sources });

/** A copy whose settings are those of the fixture, which name others by relative paths. */
const copyWith = (fixture: string, files: Readonly<Record<string, string>>): ReturnType<typeof copyProject> =>
  copyProject(fixture, { 'tsconfig.json': JSON.stringify({ extends: path.join(fixture, 'tsconfig.json'), include: ['src'] }), ...files });

async function resultOf(
  code: string,
  typeCheck: boolean,
  settings: Pick<Partial<CompileRequest>, 'evaluationTimeoutMs'> = {},
): Promise<BuildResult> {
  // Not into the fixture: another run in this checkout may be building it.
  const copy = generated[code] === undefined ? undefined : copyWith(path.join(root, code), generated[code]);
  const folder = copy?.root ?? path.join(root, code);
  const target = forWorkers.has(code) ? workerTarget : nodeTarget;
  const more = {
    typeCheck,
    audit: code === 'unbounded-input' || code === 'unapproved-write',
    evaluationTimeoutMs: 30_000,
    variables: deployed[code] ?? {},
    build: configured[code] ?? {},
    ...settings,
  };
  const result = await build(requestOf(folder, code, more), target).finally(() => copy?.remove());
  assert.is(result.output === undefined, hasErrors(result.diagnostics), 'there is output exactly when there is no error');
  return result;
}

test('[I16.no-check.own-findings] leaving type checking out leaves out what TypeScript says, and no finding of our own', async () => {
  const place = ({ code, span }: Diagnostic): string => `${code} ${span?.file}:${span?.line}:${span?.column}`;
  for (const code of withTypeErrors) {
    const [checked, unchecked] = [await resultOf(code, true), await resultOf(code, false)];
    const own = checked.diagnostics.filter((one) => !ofTypeScript.has(one.code)).map(place);
    const found = unchecked.diagnostics.map(place);
    assert.equal(
      [...own].filter((one) => !found.includes(one)),
      [],
      code,
    );
    assert.equal(
      found.filter((one) => ofTypeScript.has(one.split(' ', 1)[0] ?? '')),
      [],
      code,
    );
  }
});

test('[mcpb.refuses] a native add-on is refused in an archive too, with the imports that reach it', async () => {
  const { diagnostics, output } = await build(requestOf(path.join(root, 'native-addon'), 'native', { typeCheck: false }), mcpbTarget);
  assert.is(output, undefined);
  assert.match(
    printPretty(diagnostics, { sources: new Map() }),
    /target mcpb cannot[^]*Imported by: src\/main\.ts → node_modules\/adds-natively\/index\.js/,
  );
});

test.run();
