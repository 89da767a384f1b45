import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Construct } from './constructs/construct.ts';
import { packages } from './packages.ts';

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

export interface ConstructProject {
  readonly root: string;
  readonly remove: () => void;
}

/** One project of many constructs, each in a folder of its own; its server has a tool that answers with all results. */
export function writeProject(constructs: readonly Construct[], options: object): ConstructProject {
  const root = mkdtempSync(join(tmpdir(), 'service-constructs-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  constructs.forEach(({ files }, index) => {
    for (const [path, text] of Object.entries(files)) write(`src/c${index}/${path}`, text);
  });
  for (const [path, text] of Object.entries(packages)) write(`node_modules/${path}`, text);
  for (const name of ['@service', 'zod', '@types']) symlinkSync(join(modules, name), join(root, 'node_modules', name));
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    ...withLibrary(options),
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  const emit = { rootDir: 'src', outDir: 'emitted', noEmitOnError: true };
  write('tsconfig.emit.json', JSON.stringify({ extends: './tsconfig.json', compilerOptions: emit, exclude: ['src/main.ts'] }));
  write('package.json', JSON.stringify({ name: 'constructs', version: '1.0.0', type: 'module' }));
  write('src/all.ts', allResults(constructs));
  write('src/main.ts', server);
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

const withLibrary = (options: object): object => ({ lib: ['es2024', 'esnext.disposable', 'esnext.decorators'], ...options });

/** Runs each; what throws is a result, and what is not there at once is told apart. */
const allResults = (constructs: readonly Construct[]): string =>
  [
    ...constructs.map((_, index) => `import { run as run${index} } from "./c${index}/run.js";`),
    'const safely = (run: () => unknown): unknown => {',
    '  try { return run(); } catch (error) { return `threw ${error instanceof Error ? error.name : String(error)}`; }',
    '};',
    `const runs: readonly (() => unknown)[] = [${constructs.map((_, index) => `run${index}`).join(', ')}];`,
    'export const results = async (): Promise<unknown[]> => { const found: unknown[] = []; for (const run of runs) found.push(await safely(run)); return found; };',
  ].join('\n');

const server = `import { Service, Tool, ToolContext } from '@service/sdk';
import { results } from './all.js';

@Tool({ name: 'constructs', description: 'Answers what every construct is' })
class ConstructsTool extends ToolContext {
  async execute(): Promise<{ json: string }> {
    return { json: JSON.stringify(await results()) };
  }
}

@Service({ info: { name: 'constructs', version: '1.0.0' }, tools: [ConstructsTool] })
export default class Constructs {}
`;
