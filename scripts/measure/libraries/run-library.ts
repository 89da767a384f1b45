import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootStdio } from '../../../test/support/boot/node.ts';
import { build, createCompileCache, writeScratch, type CompileRequest } from '../../../src/compiler/index.ts';
import { nodeTarget } from '../../../src/targets/node/target.ts';
import type { Library } from './libraries.ts';

export interface LibraryResult {
  readonly name: string;
  readonly outcome: 'works' | 'refused' | 'fails';
  /** What the tool answered, the finding, or what went wrong. */
  readonly text: string;
  readonly gzipBytes?: number;
  /** Bytes of the files beside the bundle. */
  readonly besideBytes?: number;
  /** Packages copied beside the bundle. */
  readonly copied?: readonly string[];
}

const cache = createCompileCache();

/** Builds a server whose one tool uses the library, moves it to an empty folder and calls the tool. */
export async function runLibrary(root: string, { name }: Library, bundler: 'esbuild' | 'rollup'): Promise<LibraryResult> {
  const folder = join(root, '.service', 'probes', name);
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, 'main.ts');
  writeFileSync(entry, serverOf(name));
  const request: CompileRequest = {
    root,
    entry,
    name: 'probe',
    version: '1.0.0',
    variables: {},
    build: { bundler },
    typeCheck: false,
    evaluationTimeoutMs: 60_000,
    cache,
  };
  const result = await build(request, nodeTarget);
  if (result.output === undefined) {
    const [first] = result.diagnostics.filter(({ severity }) => severity === 'error');
    return { name, outcome: 'refused', text: `${first?.code}: ${first?.message}. ${first?.hint ?? ''}` };
  }
  const { assets, copied, gzipBytes } = result.output.report;
  const beside = [...assets, ...copied].reduce((sum, { bytes }) => sum + bytes, 0);
  const facts = { gzipBytes, besideBytes: beside, copied: copied.map((one) => `${one.name}@${one.version}`) };
  const built = join(folder, 'out');
  await writeScratch(request, result, built);
  const moved = mkdtempSync(join(tmpdir(), 'service-library-'));
  try {
    cpSync(built, moved, { recursive: true });
    rmSync(built, { recursive: true });
    return { name, ...(await answerOf(moved)), ...facts };
  } catch (error) {
    return { name, outcome: 'fails', text: error instanceof Error ? error.message : String(error), ...facts };
  } finally {
    rmSync(moved, { recursive: true, force: true });
  }
}

const serverOf = (name: string): string => `import { Service, tool } from '@service/sdk';
import { probe as use } from '../../../probes/${name}.ts';

const probe = tool({ name: 'probe', description: 'Uses the library.' })(async () => String(await use()));

@Service({ info: { name: 'probe', version: '1.0.0' }, tools: [probe] })
export default class Server {}
`;

async function answerOf(folder: string): Promise<Pick<LibraryResult, 'outcome' | 'text'>> {
  const server = bootStdio({ folder, name: 'probe', cwd: folder });
  await server.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'libraries', version: '1' } });
  server.notify('notifications/initialized');
  const { result } = await server.request('tools/call', { name: 'probe', arguments: {} });
  await server.close();
  const { content, isError, structuredContent } = result as Answer;
  if (isError === true) return { outcome: 'fails', text: content[0]?.text ?? '' };
  return { outcome: 'works', text: structuredContent?.value ?? '' };
}

interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: { readonly value: string };
}
