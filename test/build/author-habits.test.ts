/* Small habits of authors, on one built bundle: metadata declared for all modules, and results that are not finite. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { modernRequest, parseWire, send } from '../support/wire-client.ts';

const main = `import { Plugin, Service, tool } from '@service/sdk';
import { z } from 'zod';

declare global {
  interface ExtendServiceToolMetadata {
    readonly audit?: boolean;
  }
}

@Plugin({ name: 'audit' })
class Audit {}

const outputSchema = { rate: z.number().min(0), list: z.array(z.number().int()) };
const odd = () => ({ rate: Number.NaN, list: [1, Number.POSITIVE_INFINITY], secret: 'dropped' });
const measure = tool({ name: 'measure', description: 'Measures.', outputSchema, output: { allowNonFinite: true }, audit: true })(odd);
const strict = tool({ name: 'strict', description: 'Measures.', outputSchema })(odd);

@Service({ info: { name: 'logging', version: '1.0.0' }, tools: [measure, strict], plugins: [Audit] })
export default class Server {}
`;

interface Context {
  readonly project: ReturnType<typeof copyFixture>;
  readonly code: string;
  readonly boot: HttpBoot;
}
const test = suite<Context>('habits of authors');
const typed = { typeCheck: true } as const;

test.before(async (context) => {
  const project = copyFixture('logging', { 'src/main.ts': main });
  Object.assign(context, { project });
  const request = requestOf(project.root, 'logging', typed);
  const { code, result } = await bundleOf(request);
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(request, result, folder);
  Object.assign(context, { code, boot: await bootHttp({ folder, name: 'logging', env: {} }) });
});
test.after(async ({ boot, project }) => {
  await boot.stop();
  project.remove();
});

test('[D4.results.non-finite-schema] a bundle sends null for NaN and Infinity where it is allowed, and refuses them where it is not', async ({
  boot,
}) => {
  const port = Number(new URL(boot.url).port);
  const call = async (name: string): Promise<Record<string, unknown>> =>
    parseWire((await send({ port, path: '/mcp', ...modernRequest('tools/call', { name, arguments: {} }) })).text).result;
  assert.equal((await call('measure'))['structuredContent'], { rate: null, list: [1, null] });
  const refused = await call('strict');
  assert.is(refused['isError'], true);
  assert.match(JSON.stringify(refused['_meta']), 'INVALID_OUTPUT');
});

test('[S6.1.global-metadata] a field declared for all modules is metadata of the kind that it was declared with', async () => {
  const findings = async (text: string): Promise<string> => {
    const project = copyFixture('logging', { 'src/main.ts': text });
    const told = await bundleOf(requestOf(project.root, 'logging', typed)).then(
      () => '',
      (error: unknown) => String(error),
    );
    project.remove();
    return told;
  };
  assert.match(await findings(main.replace('audit: true', "audit: 'no'")), /main\.ts:15 .*boolean/);
  assert.match(await findings(main.replace(/declare global \{[^]*?\n\}\n/, '')), 'audit');
});

test('only bundles whose tools allow non-finite numbers hold the code for them', async ({ code }) => {
  const project = copyFixture('logging', { 'src/main.ts': main.replace('output: { allowNonFinite: true }, ', '') });
  const without = await bundleOf(requestOf(project.root, 'logging'));
  project.remove();
  assert.ok(without.code.length < code.length - 500, `${without.code.length} and ${code.length} characters`);
});

test.run();
