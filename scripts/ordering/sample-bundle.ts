import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { bundleOf, copyProject, requestOf } from '../../fixtures/support/compile.ts';
import type { Target } from '../../src/compiler/target.ts';
import { type RuntimeGraph, moduleOfFile } from './runtime-graph.ts';

export interface Sample {
  readonly folder: string;
  readonly target: Target;
  /** Project-relative paths and their new texts. */
  readonly change?: Readonly<Record<string, string>>;
  /** How much its bytes count. */
  readonly weight: number;
}

/** A bundle in pieces that can be put together in another order. */
export interface SampleBundle {
  readonly name: string;
  readonly weight: number;
  /** Bytes after gzip with these modules first, as far as their imports allow. */
  readonly bytesWith: (order: readonly string[]) => Promise<number>;
  readonly modules: readonly string[];
}

interface Piece {
  readonly module: string;
  readonly text: string;
}

/** Each order is minified for itself: short names depend on it, and a list found for the names of another order fits only those. */
export async function takeApart(sample: Sample, repository: string, graph: RuntimeGraph): Promise<SampleBundle> {
  const { format } = sample.target.bundle;
  const [head, ...pieces] = await unminified(sample, repository);
  const known = new Map<string, number>();
  return {
    name: `${sample.folder} for ${sample.target.name}`,
    weight: sample.weight,
    modules: pieces.map(({ module }) => module),
    async bytesWith(order) {
      const placed = inOrder(pieces, order, graph);
      const key = placed.map(({ module }) => module).join();
      const bytes = known.get(key) ?? (await minifiedBytes([head, ...placed], format));
      known.set(key, bytes);
      return bytes;
    },
  };
}

async function minifiedBytes(pieces: readonly (Piece | undefined)[], format: 'cjs' | 'esm'): Promise<number> {
  const text = pieces.map((piece) => piece?.text ?? '').join('');
  const { code } = await transform(text, { minify: true, format, charset: 'utf8', legalComments: 'none' });
  return gzipSync(code, { level: 9 }).byteLength;
}

/** What reports a failed start stays first. Modules that no listed one imports keep the order among each other that they had. */
function inOrder(pieces: readonly Piece[], order: readonly string[], graph: RuntimeGraph): Piece[] {
  const byName = new Map(pieces.map((piece) => [piece.module, piece]));
  const placed = new Set<string>();
  const visit = (module: string): void => {
    if (placed.has(module)) return;
    placed.add(module);
    graph.importsOf(module).forEach(visit);
    placed.delete(module);
    placed.add(module);
  };
  const reporter = pieces.findIndex(({ module }) => module === startReport);
  for (const { module } of pieces.slice(0, reporter + 1)) placed.add(module);
  for (const module of order) if (byName.has(module)) visit(module);
  for (const { module } of pieces) placed.add(module);
  return [...placed].flatMap((module) => byName.get(module) ?? []);
}

const startReport = 'service-generated:start-report';

async function unminified({ folder, target, change }: Sample, repository: string): Promise<Piece[]> {
  const project = copyProject(resolve(repository, folder), change);
  try {
    const { code, report } = await bundleOf(requestOf(project.root, 'sample', { build: { minify: false } }), target);
    const inputs = new Set(report.inputs);
    const pieces: { module: string; text: string }[] = [{ module: '', text: '' }];
    for (const line of code.split('\n')) {
      // The bundler writes a module's path above it.
      const path = line.startsWith('// ') ? line.slice('// '.length) : '';
      const generated = path.startsWith('service-generated:');
      if (generated || inputs.has(resolve(project.root, path)))
        pieces.push({ module: generated ? path : moduleOfFile(repository, resolve(project.root, path)), text: '' });
      else pieces.push({ module: pieces.at(-1)?.module ?? '', text: `${pieces.pop()?.text ?? ''}${line}\n` });
    }
    return pieces;
  } finally {
    project.remove();
  }
}
