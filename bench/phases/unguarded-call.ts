import { join, resolve } from 'node:path';
import { buildProject } from '../../scripts/serving/build-project.ts';
import type { LoadProcess } from '../load/load.ts';
import type { Metric } from '../report/metric.ts';
import { writeProject } from '../servers/prepare.ts';
import type { ProjectFiles } from '../servers/projects.ts';
import { measureBeside } from './beside.ts';
import type { RunSettings } from './settings.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');

/** CPU of a call beside tools that others approve and switch off, of that of the same call without them: what two equal servers differ by. */
export const maxRatio = 1.05;

/** The tool `add`, with or without guarded tools beside it. */
const project = (isGuarded: boolean): ProjectFiles => ({
  'package.json': `${JSON.stringify({ name: 'beside', version: '1.0.0', private: true, type: 'module' })}\n`,
  'service.config.ts': `export default { name: 'beside', entry: 'src/main.ts', transport: { http: { path: '/mcp' } }, deployments: [{ target: 'node' }] };\n`,
  'src/main.ts': `import { Service, tool } from '@service/sdk';
import { z } from 'zod';
${isGuarded ? "import { ApprovalPlugin } from '@service/plugin-approval';\nimport { FeatureFlagPlugin } from '@service/plugin-feature-flags';" : ''}
const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number().describe('First number'), b: z.number().describe('Second number') }, outputSchema: { sum: z.number() } })(({ a, b }) => ({ sum: a + b }));
const pay = tool({ name: 'pay', description: 'Pays'${isGuarded ? ", approval: true, featureFlag: 'payments'" : ''} })(() => 'paid');
@Service({ info: { name: 'beside', version: '1.0.0' }, tools: [add, pay]${
    isGuarded ? ", plugins: [ApprovalPlugin, FeatureFlagPlugin.init({ adapter: 'static', flags: { payments: true } })]" : ''
  } })
export class Server {}
`,
});

export interface BesideBundles {
  readonly beside: string;
  readonly alone: string;
}

/** @param folder an absolute folder for both */
export async function buildBesideBundles(folder: string): Promise<BesideBundles> {
  const bundleOf = async (name: string, isGuarded: boolean): Promise<string> =>
    (await buildProject(writeProject(join(folder, name), project(isGuarded), modules), undefined, ['--no-check'])).bundle;
  return { beside: await bundleOf('beside', true), alone: await bundleOf('alone', false) };
}

/** Server CPU of a call of an unguarded tool, with guarded ones beside it and without; both servers are loaded by turns. */
export async function measureUnguardedCall({ alone, beside }: BesideBundles, load: LoadProcess, settings: RunSettings): Promise<Metric> {
  return {
    name: 'unguarded tool beside guarded ones: server CPU per request',
    unit: 'µs',
    values: await measureBeside({ ours: beside, bare: alone }, load, settings),
    bareIs: 'a server without approvals and flags',
    bars: [{ of: 'bare', limit: maxRatio }],
  };
}
