import { join, resolve } from 'node:path';
import { median } from '../../scripts/measure/bars/interleave.ts';
import { buildProject } from '../../scripts/serving/build-project.ts';
import { newestNode } from '../../scripts/serving/judges.ts';
import type { LoadProcess } from '../load/load.ts';
import type { Metric } from '../report/metric.ts';
import { writeProject } from '../servers/prepare.ts';
import { runnerOf } from './runners.ts';
import type { RunSettings } from './settings.ts';
import { measureThroughput, type Runner } from './throughput.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');

/** A tool that takes about a millisecond of CPU, and one that takes none. */
const mainWith = (plugin: string): string => `
import { CachePlugin } from '@service/plugin-cache';
import { Service, tool } from '@service/sdk';
import { z } from 'zod';

const input = { a: z.number().describe('First number'), b: z.number().describe('Second number') };
const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: input, outputSchema: { sum: z.number() }, cache: true })(({ a, b }) => ({ sum: a + b }));
const work = tool({ name: 'work', description: 'Works for a millisecond', inputSchema: input, outputSchema: { sum: z.number() }, cache: true })(({ a, b }) => {
  let x = 1;
  for (let turn = 0; turn < 50_000; turn++) x = (x * 16_807) % 2_147_483_647;
  return { sum: x > 0 ? a + b : 0 };
});
@Service({ info: { name: 'cached', version: '1.0.0' }, tools: [add, work], http: { entryPath: '/mcp' }, plugins: [${plugin}] })
export class Cached {}
${plugin === '' ? 'export { CachePlugin };' : ''}
`;

async function bundleOf(folder: string, name: string, plugin: string): Promise<string> {
  const files = {
    'package.json': `${JSON.stringify({ name, version: '1.0.0', private: true, type: 'module' })}\n`,
    'service.config.ts': `export default { name: '${name}', entry: 'src/main.ts', deployments: [{ target: 'node' }] };\n`,
    'src/main.ts': mainWith(plugin),
  };
  const { bundle } = await buildProject(writeProject(join(folder, name), files, modules), undefined, ['--no-check']);
  return bundle;
}

/** What the cache plugin costs a call that it does not answer, and saves one that it answers. */
export async function measureCache(folder: string, load: LoadProcess, settings: RunSettings): Promise<Metric[]> {
  const [without, hits, misses] = await Promise.all([
    bundleOf(folder, 'without', ''),
    bundleOf(folder, 'hits', 'CachePlugin'),
    // Each result is too old for the next call.
    bundleOf(folder, 'misses', 'CachePlugin.init({ defaultTTL: 0.0001 })'),
  ]);
  const compare = async (name: string, tool: string, of: { readonly bundle: string; readonly limit: number }): Promise<Metric> => {
    const found = await measureThroughput({ ours: await callsOf(of.bundle, tool), bare: await callsOf(without, tool) }, load, settings);
    const { bare, ours } = found;
    if (bare === undefined || ours === undefined) throw new Error('one of the two servers was not measured');
    const ratio = median(ours.cpuOfRounds.map((cpu, round) => cpu / (bare.cpuOfRounds[round] ?? NaN)));
    return {
      name: `plugin-cache: ${name}, server CPU per request`,
      unit: 'µs',
      values: { ours: bare.cpuMicroseconds * ratio, bare: bare.cpuMicroseconds },
      bareIs: 'the same tool without the plugin',
      bars: [{ of: 'bare', limit: of.limit }],
    };
  };
  return [
    await compare('a miss of a tool of 1 ms', 'work', { bundle: misses, limit: 1.3 }),
    await compare('a hit of a tool of 1 ms', 'work', { bundle: hits, limit: 0.5 }),
    await compare('a hit of a tool that only adds', 'add', { bundle: hits, limit: 1.5 }),
  ];
}

/** Each connection with arguments of its own: equal calls at once are one. */
const callsOf = (bundle: string, name: string): Promise<Runner> =>
  runnerOf(
    { line: [newestNode(), bundle] },
    {
      style: 'modern',
      messageOf: (id) => ({ id, method: 'tools/call', params: { name, arguments: { a: id, b: 5 - id } } }),
      expects: '\\"sum\\":5',
    },
  );
