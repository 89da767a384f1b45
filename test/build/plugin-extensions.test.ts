/* Members that plugins add to `this`, on one built bundle: where a plugin does not reach, the member says so. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, type HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { modernRequest, parseWire, send } from '../support/wire-client.ts';

const main = `import { app, Plugin, Provider, Service, tool, ToolContext, Tool } from '@service/sdk';

declare module '@service/sdk' {
  interface ExecutionContextBase {
    readonly ledger: Ledger;
    readonly stock: Ledger;
    readonly own: string;
  }
}

@Provider({ name: 'ledger' })
class Ledger {
  readonly title = 'the ledger';
}

const extensions = [
  { property: 'ledger', token: Ledger, errorMessage: 'LedgerPlugin is not installed' },
  { property: 'stock', token: Ledger },
  { property: 'own', token: Ledger, errorMessage: 'not this one' },
];

@Plugin({ name: 'books', providers: [Ledger], contextExtensions: extensions })
class Books {}

const told = (read: () => unknown): string => {
  try {
    return String(read());
  } catch (error) {
    return error instanceof Error && 'code' in error ? \`\${String(error.code)}: \${error.message}\` : 'a plain error';
  }
};
const inside = tool({ name: 'inside', description: 'Reads.' })((_input, ctx) => told(() => ctx.ledger.title));
const outside = tool({ name: 'outside', description: 'Reads.' })((_input, ctx) => told(() => ctx.ledger.title));
const unnamed = tool({ name: 'unnamed', description: 'Reads.' })((_input, ctx) => told(() => ctx.stock.title));

@Tool({ name: 'kept', description: 'Reads a member of its own.' })
class Kept extends ToolContext {
  override readonly own = 'my own';
  execute(): string {
    return this.own;
  }
}

@Service({
  info: { name: 'logging', version: '1.0.0' },
  apps: [app({ name: 'Accounts', plugins: [Books], tools: [inside] }), app({ name: 'Shop', tools: [outside, unnamed, Kept] })],
})
export default class Server {}
`;

interface Context {
  readonly project: ReturnType<typeof copyFixture>;
  readonly boot: HttpBoot;
}
const test = suite<Context>('members of plugins');

test.before(async (context) => {
  const project = copyFixture('logging', { 'src/main.ts': main });
  Object.assign(context, { project });
  const request = requestOf(project.root, 'logging');
  const { result } = await bundleOf(request);
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(request, result, folder);
  Object.assign(context, { boot: await bootHttp({ folder, name: 'logging', env: {} }) });
});
test.after(async ({ boot, project }) => {
  await boot.stop();
  project.remove();
});

test('[D2.plugins.extension-elsewhere] a tool of another app reads why a member of a plugin is not there, in its own words', async ({
  boot,
}) => {
  const port = Number(new URL(boot.url).port);
  const textOf = async (name: string): Promise<string> => {
    const { result } = parseWire((await send({ port, path: '/mcp', ...modernRequest('tools/call', { name, arguments: {} }) })).text);
    return JSON.stringify(result['content']);
  };
  assert.match(await textOf('inside'), 'the ledger');
  const refused = 'CONTEXT_EXTENSION_NOT_AVAILABLE: this.';
  assert.match(await textOf('outside'), `${refused}ledger is not available: LedgerPlugin is not installed`);
  assert.match(await textOf('unnamed'), /this\.stock is not available: plugin .+books.+ is not installed in this app/);
  assert.match(await textOf('kept'), 'my own');
});

test.run();
