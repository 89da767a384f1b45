/* Decorators of both kinds mean the same while definitions are evaluated and in the bundle; metadata is shown on libraries that live on it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootStdio } from '../support/boot/node.ts';
import { analyse, bundleOf, copyFixture, requestOf } from '../support/compile.ts';

type Bundler = 'esbuild' | 'rollup';
const bundlers: readonly Bundler[] = ['esbuild', 'rollup'];

interface Told {
  readonly description: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Builds a project for an empty folder, starts it there, and gives its first tool's description and answer. */
async function toldBy(
  root: string,
  given: { readonly bundler: Bundler; readonly input?: object; readonly typeCheck?: boolean },
): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'service-decorators-'));
  const request = requestOf(root, 'decorators', { build: { bundler: given.bundler }, typeCheck: given.typeCheck ?? false });
  const { result } = await bundleOf(request);
  await writeOutput(request, result, folder);
  const server = bootStdio({ folder, name: 'decorators', cwd: folder });
  try {
    const clientInfo = { name: 'test', version: '1.0.0' };
    await server.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    server.notify('notifications/initialized');
    const { tools } = (await server.request('tools/list'))['result'] as { tools: readonly { name: string; description: string }[] };
    const [tool] = tools;
    assert.ok(tool !== undefined);
    const { result: called } = await server.request('tools/call', { name: tool.name, arguments: given.input ?? {} });
    return { description: tool.description, answer: (called as { structuredContent: Told['answer'] }).structuredContent };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

/** What a program can see of how its classes were compiled. */
const observing = `
import { App, Service, Tool, ToolContext } from '@service/sdk';
import { z } from 'zod';
import { otherName } from './other.ts';

const calls: string[] = [];
const note = (target: object, context?: object): void => void calls.push(\`\${Reflect.get(target, 'name')} \${typeof context}\`);
@note
class Thing {
  static made = 1;
  static again = () => Thing.made;
}
class Base {
  constructor() {
    this.prepare();
  }
  prepare(): void {}
}
class Sub extends Base {
  value: number | undefined;
  override prepare(): void {
    this.value = 5;
  }
}
const observed = (): string => JSON.stringify([calls, Thing.name, Thing.again(), otherName, new Sub().value ?? 'reset', Object.keys(new Sub())]);
const atLoad = observed();

@Tool({ name: 'observe', description: atLoad, inputSchema: {}, outputSchema: { observed: z.string() } })
class ObserveTool extends ToolContext {
  execute(_input: object): { observed: string } {
    return { observed: observed() };
  }
}
@App({ name: 'Observer', tools: [ObserveTool] })
class Observer {}
@Service({ info: { name: 'observer', version: '1.0.0' }, apps: [Observer] })
export class Server {}
`;

const settings: readonly (readonly [name: string, options: object, expected: string])[] = [
  ['experimentalDecorators', { experimentalDecorators: true }, 'Thing undefined","reset"'],
  ['standard decorators', {}, 'Thing object","reset"'],
  ['fields that are assigned', { experimentalDecorators: true, useDefineForClassFields: false }, 'Thing undefined","5"'],
  ['an old target', { target: 'es2017' }, 'Thing object","5"'],
  ['metadata', { experimentalDecorators: true, emitDecoratorMetadata: true }, 'Thing undefined","reset"'],
  ['metadata of an old target', { experimentalDecorators: true, emitDecoratorMetadata: true, target: 'es2017' }, 'Thing undefined","5"'],
];
for (const [name, options, expected] of settings)
  test(`[I14.decorators.same] ${name}: evaluation sees what the bundle is`, async () => {
    const base = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true, strict: true };
    const project = copyFixture('legacy-decorators', {
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...base, ...options } }),
      'src/main.ts': observing,
      // Another class of the same name: a bundler has to rename one of them.
      'src/other.ts': 'class Thing {}\nexport const otherName = Thing.name;',
    });
    for (const bundler of bundlers) {
      const { answer, description } = await toldBy(project.root, { bundler });
      assert.is(answer['observed'], description, bundler);
      const [calls, thing, , other, value] = JSON.parse(description) as readonly [readonly string[], string, number, string, unknown];
      assert.is(`${calls.join()}","${String(value)}"`, expected);
      assert.equal([thing, other], ['Thing', 'Thing']);
    }
    project.remove();
  });

const decorated = (name: string): string => fileURLToPath(new URL(`../../tools/authors/${name}`, import.meta.url));

test('[I14.decorators.metadata] TypeORM learns column types from the types of the program and keeps rows in a database', async () => {
  const input = { author: 'Ada', title: 'Compare', urgent: true };
  const { answer, description } = await toldBy(decorated('orm'), { bundler: 'esbuild', input, typeCheck: true });
  const columns =
    'Author.id: Number, Author.name: String, Note.done: Boolean, Note.due: Date, Note.id: Number, Note.priority: Number, Note.title: String';
  assert.equal(answer, { notes: ['Ada: Compare (2, 2026, false)'], columns });
  assert.is(description, `Keeps a note. ${columns}`);
});

test('[I14.decorators.metadata] class-validator and class-transformer convert by types; parameter decorators read them', async () => {
  const order = { customer: 'ada', discount: '200', placed: '2026-01-02', lines: [{ amount: 0 }] };
  const { answer, description } = await toldBy(decorated('validation'), { bundler: 'esbuild', input: { order }, typeCheck: true });
  assert.equal(answer, { problems: ['customer: isEmail', 'discount: max', 'lines: '], types: ['number', 'Date'] });
  assert.is(description, 'Places an order (Line, Number).');
});

test('[I14.decorators.error] an error of a definition has text, file and line', async () => {
  for (const options of [{}, { experimentalDecorators: true }, { experimentalDecorators: true, emitDecoratorMetadata: true }]) {
    const failing = `import type { Missing } from './types.ts';\n\nfunction Broken(): PropertyDecorator {\n  return () => {\n    throw new RangeError('no such column');\n  };\n}\nexport class Entity {\n  @Broken() name: Missing;\n}\n`;
    const standard = failing.replace('PropertyDecorator', '(value: undefined, context: object) => void');
    const project = copyFixture('legacy-decorators', {
      'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'esnext', moduleResolution: 'bundler', ...options } }),
      'src/types.ts': '/* nothing but types */\nexport interface Missing {}\n',
      'src/entity.ts': '\n'.repeat(20) + ('experimentalDecorators' in options ? failing : standard),
      'src/main.ts':
        "import { Service } from '@service/sdk';\nimport { Entity } from './entity.ts';\nvoid Entity;\n@Service({ info: { name: 'x', version: '1.0.0' } })\nexport class Server {}\n",
    });
    const { diagnostics } = await analyse(requestOf(project.root, 'broken'));
    const [found] = diagnostics;
    assert.is(found?.code, 'evaluation-threw');
    assert.match(found?.message ?? '', 'RangeError: no such column');
    assert.is(`${found?.span?.file}:${found?.span?.line}:${found?.span?.column}`, 'src/entity.ts:25:11', JSON.stringify(options));
    project.remove();
  }
});

test.run();
