/*
 * Test support: builds of every example and every template, each project in a new folder. As a program: their digests, as JSON on stdout, so
 * that another Node in another environment can be compared.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { newRow } from '../../src/cli/scaffold/new-row.ts';
import { build, type BuildResult, type CompileRequest } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { cliTarget } from '../../src/targets/cli/target.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { copyProject, requestOf } from './compile.ts';

const root = join(import.meta.dirname, '../..');
const templates = newRow.options?.find(({ name }) => name === 'template')?.choices ?? [];

export const wholeProjects: readonly string[] = [
  ...readdirSync(join(root, 'examples')).map((name) => `examples/${name}`),
  ...templates.map((name) => `src/templates/${name}`),
  // A page is built by its own bundler.
].filter((project) => existsSync(join(root, project, 'service.config.ts')));

/** Every project is packed; this one can be built for every target. */
const portable = 'examples/weather';
const targetsOf = (project: string): readonly Target[] =>
  project === portable ? [mcpbTarget, nodeTarget, cliTarget, workerTarget] : [mcpbTarget];

/** Archives have no source maps; without one a bundle for Node is the server of an archive. */
function optionsOf(target: Target): Partial<CompileRequest> {
  if (target === nodeTarget) return { build: { sourcemap: 'none' } };
  return target === cliTarget ? { commandLine: {} } : {};
}

export interface WholeBuild {
  readonly project: string;
  readonly target: Target;
  readonly request: CompileRequest;
  readonly output: NonNullable<BuildResult['output']>;
  readonly result: BuildResult;
}

/** The folder of a build is removed when the next one is asked for. */
export async function* wholeBuilds(): AsyncGenerator<WholeBuild> {
  for (const project of wholeProjects) {
    const copy = copyProject(join(root, project));
    try {
      for (const target of targetsOf(project)) {
        const request = requestOf(copy.root, basename(project), optionsOf(target));
        const result = await build(request, target);
        if (result.output === undefined) throw new Error(`${project}: ${result.diagnostics.map(({ message }) => message).join(', ')}`);
        yield { project, target, request, output: result.output, result };
      }
    } finally {
      copy.remove();
    }
  }
}

/** SHA-256 of each file, by project, target, path and mode. */
export const digestsOf = ({ output, project, target }: WholeBuild): readonly (readonly [file: string, sha256: string])[] =>
  output.files.map(({ contents, mode = 0o644, path }) => [
    `${project} ${target.name} ${path} ${mode.toString(8)}`,
    createHash('sha256').update(contents).digest('hex'),
  ]);

async function main(): Promise<void> {
  const digests: (readonly [string, string])[] = [];
  for await (const one of wholeBuilds()) digests.push(...digestsOf(one));
  process.stdout.write(JSON.stringify(digests));
}

if (process.argv[1] === import.meta.filename) await main();
