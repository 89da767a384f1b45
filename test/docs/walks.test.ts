/* The walks in AGENTS.md: lists of files, each reached from the one that it is indented under. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureTable } from '@service/sdk/features/table';
import { allRevisions } from '@service/sdk/revisions/all';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readImports } from '../../scripts/borders/read-imports.ts';
import { sourceResolver } from '../../scripts/borders/source-files.ts';
import { limits, requestPath } from '../../scripts/measure/request-path/request-path.ts';

const root = join(import.meta.dirname, '../..');
const resolve = sourceResolver(root);

interface Step {
  readonly file: string;
  /** Undefined for the first of a walk. */
  readonly from: string | undefined;
}

/** Walks by their names. A file follows the nearest line above that is indented less. */
function readWalks(): ReadonlyMap<string, readonly Step[]> {
  const walks = new Map<string, readonly Step[]>();
  const [, ...parts] = readFileSync(join(root, 'AGENTS.md'), 'utf8').split('```walk ');
  for (const part of parts) {
    const [name = '', ...lines] = part.slice(0, part.indexOf('```')).trimEnd().split('\n');
    const open: { readonly file: string; readonly indent: number }[] = [];
    const steps = lines.map((line) => {
      const [file = ''] = line.trim().split(/\s+/);
      const indent = line.length - line.trimStart().length;
      while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
      const from = open.at(-1)?.file;
      open.push({ file, indent });
      return { file, from };
    });
    walks.set(name, steps);
  }
  return walks;
}

const walks = readWalks();

/** Modules that a plan chooses by a table: features and revisions. */
const chosen = new Set([
  ...featureTable.map(({ name }) => `src/runtime/features/${name}.ts`),
  ...allRevisions.map(({ version }) => `src/runtime/mcp/revisions/${version}.ts`),
]);

const importsOf = (file: string): readonly (string | undefined)[] =>
  readImports(file, readFileSync(join(root, file), 'utf8')).imports.map(({ specifier }) => resolve(file, specifier));

for (const [name, steps] of walks)
  test(`the walk "${name}": each file exists and is reached from the one before`, () => {
    const broken = steps.flatMap(({ file, from }) => {
      if (!existsSync(join(root, file))) return [`${file} does not exist`];
      if (from === undefined || chosen.has(file) || !existsSync(join(root, from)) || importsOf(from).includes(file)) return [];
      return [`${from} does not import ${file}`];
    });
    assert.equal(broken, []);
    assert.is(steps.filter(({ from }) => from === undefined).length, 1, 'a walk begins with one file');
  });

test('the three walks are there, and that of a call names every file that hands the request on', async () => {
  assert.equal([...walks.keys()], ['a class becomes a bundle', 'tools/call over HTTP', 'sign-in']);
  const called = new Set(walks.get('tools/call over HTTP')?.map(({ file }) => file));
  assert.ok(called.size <= limits.path, `${called.size} files`);
  const { path } = await requestPath(root);
  assert.equal(
    path.filter((file) => !called.has(file)),
    [],
  );
});

test.run();
