import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listedModules } from '../src/compiler/7-bundle/listed-modules.ts';
import { nodeTarget } from '../src/targets/node/target.ts';
import { workerTarget } from '../src/targets/worker/target.ts';
import { anneal, seeded } from './ordering/anneal.ts';
import { readRuntimeGraph, type RuntimeGraph } from './ordering/runtime-graph.ts';
import { takeApart, type Sample } from './ordering/sample-bundle.ts';
import { readFlags, wholeNumber } from './read-flags.ts';

/*
 * `npm run order`: goes on from the last order of modules to one in which sample bundles are smaller after gzip, and writes it for phase 7. Run it
 * after larger changes of src/runtime; it takes some minutes, because each round minifies and compresses whole bundles.
 */
const repository = resolve(import.meta.dirname, '..');
const list = join(repository, 'src/compiler/7-bundle/listed-modules.ts');

const signIn = `
import { Service, tool } from '@service/sdk';
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
@Service({ info: { name: 'edge', version: '1.0.0' }, tools: [whoami], transport: { protocol: 'stateless-api' }, auth: { mode: 'local', dcr: { enabled: true } } })
export default class Server {}
`;
const samples: readonly Sample[] = [
  { folder: 'src/templates/basic', target: nodeTarget, weight: 1 },
  { folder: 'src/templates/basic', target: workerTarget, weight: 1 },
  { folder: 'fixtures/local-auth', change: { 'src/main.ts': signIn, 'src/options.ts': 'export {};\n' }, target: workerTarget, weight: 0.4 },
];

const { values } = readFlags('order', {
  options: { rounds: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
});
const rounds = wholeNumber(values.rounds, { command: 'order', flag: 'rounds' });
const seed = wholeNumber(values.seed, { command: 'order', flag: 'seed' });
const graph = await readRuntimeGraph(repository);
const bundles = await Promise.all(samples.map((sample) => takeApart(sample, repository, graph)));
const candidates = [...new Set(bundles.flatMap(({ modules }) => modules))].filter((module) => rootsOf(module, graph) !== undefined);
const known = listedModules.map(([module]) => module).filter((module) => candidates.includes(module));
const score = async (order: readonly string[]): Promise<number> => {
  const bytes = await Promise.all(bundles.map(async ({ bytesWith, weight }) => weight * (await bytesWith(order))));
  return bytes.reduce((sum, one) => sum + one, 0);
};
const found = await anneal(known, score, { candidates, rounds, warmth: 2, random: seeded(seed) });
for (const { name, bytesWith } of bundles) {
  const [unordered, before, now] = await Promise.all([[], known, found].map(bytesWith));
  console.log(`${name.padEnd(34)} ${unordered} bytes after gzip in no order, ${before} before, ${now} now`);
}
writeFileSync(list, textOf(found, graph));

/** The plan's modules of which each brings a module; none when every bundle has it, undefined when no plan tells. */
function rootsOf(module: string, { always, broughtBy, roots }: RuntimeGraph): readonly string[] | undefined {
  if (always.has(module)) return [];
  const bringing = roots.filter((root) => broughtBy(root).has(module));
  return bringing.length === 0 ? undefined : bringing;
}

function textOf(order: readonly string[], from: RuntimeGraph): string {
  const rows = order.map((module) => `  [${[module, ...(rootsOf(module, from) ?? [])].map((name) => `'${name}'`).join(', ')}],`);
  return [
    '/* Written by `npm run order`: modules of the run time, and those of a plan of which each brings them; every bundle has them where none is named. */',
    '// prettier-ignore',
    'export const listedModules: readonly (readonly [module: string, ...broughtBy: string[]])[] = [',
    ...rows,
    '];',
    '',
  ].join('\n');
}
