import { cpSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { median } from '../../scripts/measure/bars/interleave.ts';
import { buildProject } from '../../scripts/serving/build-project.ts';
import { freePort } from '../../scripts/serving/free-port.ts';
import { newestNode } from '../../scripts/serving/judges.ts';
import type { LoadProcess } from '../load/load.ts';
import { modernBody, modernHeaders, printPost } from '../load/requests.ts';
import { writeProject } from '../servers/prepare.ts';
import type { ProjectFiles } from '../servers/projects.ts';
import type { RunSettings } from './settings.ts';
import { measureThroughput, type Runner } from './throughput.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');

/** A tool that throws a few calls deep, so that its stack has frames of the project and of the SDK. */
const throwingProject: ProjectFiles = {
  'package.json': `${JSON.stringify({ name: 'throwing', version: '1.0.0', private: true, type: 'module' })}\n`,
  'service.config.ts': `export default { name: 'throwing', entry: 'src/main.ts', deployments: [{ target: 'node' }] };\n`,
  'src/main.ts': [
    "import { Service, tool } from '@service/sdk';",
    "import { outer } from './deep.ts';",
    "const fail = tool({ name: 'fail', description: 'Throws.' })(() => outer(3));",
    "@Service({ info: { name: 'throwing', version: '1.0.0' }, tools: [fail], http: { entryPath: '/mcp' } })",
    'export class Throwing {}',
    '',
  ].join('\n'),
  'src/deep.ts':
    "export function outer(levels: number): string {\n  if (levels === 0) throw new Error('the shelf is empty');\n  return outer(levels - 1) + '.';\n}\n",
};

/** The same bundle in two folders, with its map beside it and without. */
export interface StackBundles {
  readonly mapped: string;
  readonly unmapped: string;
}

export async function buildStackBundles(folder: string): Promise<StackBundles> {
  const { bundle: mapped } = await buildProject(writeProject(join(folder, 'throwing'), throwingProject, modules), undefined, [
    '--no-check',
  ]);
  const other = join(folder, 'unmapped');
  cpSync(dirname(mapped), other, { recursive: true });
  const unmapped = join(other, basename(mapped));
  rmSync(`${unmapped}.map`);
  return { mapped, unmapped };
}

export interface StackCost {
  readonly mappedMicroseconds: number;
  readonly unmappedMicroseconds: number;
  /** Middle of the rounds, each of which loads both servers. */
  readonly ratio: number;
}

/** Server CPU of a call that throws and is logged; both servers are loaded by turns, long after the map was read. */
export async function measureStacks({ mapped, unmapped }: StackBundles, load: LoadProcess, settings: RunSettings): Promise<StackCost> {
  const { bare: without, ours: withMap } = await measureThroughput(
    { ours: await runnerOf(mapped), bare: await runnerOf(unmapped) },
    load,
    settings,
  );
  if (without === undefined || withMap === undefined) throw new Error('one of the two servers was not measured');
  const ratio = median(withMap.cpuOfRounds.map((cpu, round) => cpu / (without.cpuOfRounds[round] ?? NaN)));
  return { mappedMicroseconds: withMap.cpuMicroseconds, unmappedMicroseconds: without.cpuMicroseconds, ratio };
}

async function runnerOf(bundle: string): Promise<Runner> {
  const port = await freePort();
  return {
    command: { line: [newestNode(), bundle] },
    port,
    expects: '"isError":true',
    prepare: (_connection, connections) => {
      const print = (id: number): string => {
        const message = { id, method: 'tools/call', params: { name: 'fail', arguments: {} } };
        return printPost(port, modernHeaders(message), modernBody(message));
      };
      return Promise.resolve(Array.from({ length: connections }, (_, index) => print(index + 1)));
    },
  };
}
