import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { bootWorker } from '../../test/support/boot/worker.ts';
import { listen } from '../../test/support/listen.ts';
import { codeBlocksOf, commandLinesOf, textOf } from '../../test/support/pages.ts';
import { modernRequest, send } from '../../test/support/wire-client.ts';
import { copyPackages, fileDependencies, npmVariables, scaffold, type Toolbox } from '../packing/scaffold.ts';
import { runProgram } from './run-program.ts';
import { addResults, verdict, type SectionContext, type SectionResult } from './section.ts';

const page = 'docs/guide/apis.md';
const written = 'https://books.example.com/v1';

/** The packed adapter in a scaffolded project: the commands of its page, then the same server on a worker. */
export async function checkAdapters(context: SectionContext, toolbox: Toolbox): Promise<SectionResult> {
  mkdirSync(join(toolbox.folder, 'apis'));
  const { folder } = await scaffold({ ...toolbox, folder: join(toolbox.folder, 'apis') }, 'calculator', {
    template: 'basic',
    installs: false,
  });
  await copyPackages(toolbox, folder);
  const asked: string[] = [];
  const api = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end('[{"title":"The Dispossessed"}]');
  });
  const address = `http://127.0.0.1:${await listen(api)}/v1`;
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    [`the commands of ${page} install, generate, build and call`, () => runPage(toolbox, { folder, address })],
    ['[A14.bundle] the bundle of an installed adapter holds no parser', () => holdsNoParser(folder)],
    ['[A14.bundle] the same tools answer on a worker', () => callWorker(toolbox, folder)],
  ];
  const results: SectionResult[] = [];
  for (const [title, work] of steps) {
    const problem = await work().then(
      () => (asked.at(-1) === '/v1/books?author=Ursula%20K.%20Le%20Guin' ? undefined : `the API was asked for ${asked.join(' ')}`),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    results.push(verdict(context, `adapters: ${title}`, problem));
    if (problem !== undefined) break; // what follows stands on it
  }
  api.close();
  return addResults(results);
}

/** As its reader does, with an API and a package that are on this machine. npm refuses what does not name this version of Node. */
async function runPage({ packages }: Toolbox, { address, folder }: { readonly folder: string; readonly address: string }): Promise<void> {
  const script = codeBlocksOf(page).find(({ language }) => language === 'js')?.text ?? '';
  for (const [path, text] of [
    ['api/books.yaml', textOf(page, 'yaml')],
    ['call.mjs', script],
  ] as const) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const typed = commandLinesOf(page).slice(0, 4).join('\n').replace(written, address);
  const commands = typed.replace(' @service/adapters', ` ${fileDependencies(packages)['@service/adapters'] ?? ''}`);
  const env = { ...npmVariables(), npm_config_engine_strict: 'true' };
  const run = await runProgram('sh', ['-exc', commands], { cwd: folder, env });
  const lines = textOf(page, 'text')
    .split('\n')
    .filter((line) => line.startsWith('node: books: '));
  const missing = lines.filter((line) => !run.stdout.includes(line));
  const isAnswered = run.stdout.endsWith('\n{"status":200,"ok":true,"data":[{"title":"The Dispossessed"}]}\n');
  if (run.code !== 0 || !isAnswered || lines.length !== 4 || missing.length > 0)
    throw new Error(`${run.stdout}${run.stderr}\nthe page has other lines: ${missing.join('\n')}`);
}

function holdsNoParser(folder: string): Promise<void> {
  const text = readFileSync(join(folder, 'dist/node/calculator.bundle.js'), 'utf8');
  const found = ['Excessive alias', 'no OpenAPI description', 'parseDocument'].filter((word) => text.includes(word));
  return found.length === 0 && text.includes('OPENAPI_ERROR')
    ? Promise.resolve()
    : Promise.reject(new Error(`it holds ${found.join(', ')}`));
}

async function callWorker({ service: [command, ...bin] }: Toolbox, folder: string): Promise<void> {
  const run = await runProgram(command, [...bin, 'build', '--target', 'worker'], { cwd: folder, env: npmVariables() });
  if (run.code !== 0) throw new Error(`${run.stdout}${run.stderr}`);
  const worker = await bootWorker({ bundle: join(folder, 'dist/worker/index.js'), vars: { SERVICE_LOG_LEVEL: 'off' } });
  try {
    const { host, port } = new URL(worker.origin);
    const { body, headers } = modernRequest('tools/call', { name: 'listBooks', arguments: { author: 'Ursula K. Le Guin' } });
    const { text } = await send({ port: Number(port), path: '/mcp', headers: { host, ...headers }, body });
    if (!text.includes('"data":[{"title":"The Dispossessed"}]')) throw new Error(text);
  } finally {
    await worker.stop();
  }
}
