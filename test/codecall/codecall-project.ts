import type { BuiltProject } from '../support/built-servers.ts';
import { callTool, pluginProject } from '../plugins/plugin-project.ts';

export interface CodeCallServer {
  /** The argument of `CodeCallPlugin.init`, as it stands in the source. */
  readonly options?: string;
  /** Further options of `@Service`. */
  readonly service?: string;
  /** Further imports and entries. */
  readonly before?: string;
  /** Names of plugins of `before`. */
  readonly plugins?: string;
  /** Names of entries of `before` that are tools. */
  readonly tools?: string;
}

/** A server with tools that scripts call. */
function codecallSource({ before = '', options = '', plugins = '', service = '', tools = '' }: CodeCallServer = {}): string {
  return `import { App, Service, skill, tool } from '@service/sdk';
import { CodeCallPlugin } from '@service/plugin-codecall';
import { z } from 'zod';
${before}
const add = tool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: { a: z.number(), b: z.number() },
  outputSchema: z.object({ sum: z.number() }),
  examples: [{ description: 'Adds 1 and 2', input: { a: 1, b: 2 } }],
})(({ a, b }) => ({ sum: a + b }));
const list = tool({ name: 'orders.list', description: 'Lists the orders of a customer.', inputSchema: { customer: z.string().optional() } })(
  ({ customer = 'all' }) => ({ orders: [1, 2, 3].map((id) => ({ id, customer })) }),
);
const fail = tool({ name: 'fail', description: 'Fails always.' })(() => {
  throw new Error('a secret of the server');
});
const wait = tool({ name: 'wait', description: 'Never ends.' })((_input, ctx) => new Promise((_resolve, reject) => {
  ctx.signal.addEventListener('abort', () => { ended++; reject(new Error('ended')); });
}));
let ended = 0;
const ends = tool({ name: 'ends', description: 'Counts calls of wait that were ended.', codecall: { visibleInListTools: true } })(() => ({ ended }));
const big = tool({ name: 'big', description: 'Gives a long text.', inputSchema: { size: z.number() } })(({ size }) => ({ text: 'x'.repeat(size) }));
const inner = tool({ name: 'inner', description: 'For entries alone.', visibility: 'internal' })(() => ({ reached: true }));
const secret = tool({ name: '__secret', description: 'Has a name that scripts never reach.' })(() => ({ reached: true }));
const how = skill({ name: 'bill-customers', description: 'Sends bills to customers.', instructions: 'Call orders.list, then add.', allowedTools: ['orders.list', 'add'] });
const about = skill({ name: 'house-style', description: 'How letters are written here.', instructions: 'Be short.' });

@App({ name: 'shop', tools: [list] })
class Shop {}

@Service({
  info: { name: 'many', version: '1.0.0' },
  apps: [Shop],
  tools: [add, fail, wait, ends, big, inner, secret${tools === '' ? '' : `, ${tools}`}],
  skills: [how, about],
  plugins: [CodeCallPlugin${options === '' ? '' : `.init(${options})`}${plugins === '' ? '' : `, ${plugins}`}],
  ${service}
})
export class Server {}
`;
}

export const codecallProject = (server: CodeCallServer = {}): BuiltProject => pluginProject('many', codecallSource(server));

export interface Outcome {
  readonly status: string;
  readonly result?: unknown;
  readonly logs?: readonly string[];
  readonly error?: {
    readonly message: string;
    readonly line?: number;
    readonly column?: number;
    readonly toolName?: string;
    readonly code?: string;
  };
}

/** Runs a script. */
export async function run(server: { readonly port: number }, script: string, more: object = {}): Promise<Outcome> {
  const { isError, text, value } = await callTool(server, { name: 'codecall:execute', args: { script, ...more } });
  if (isError) throw new Error(text);
  return value as unknown as Outcome;
}
