/** A mistake of a project, and what the packed command line answers. */
export interface Fault {
  readonly name: string;
  /** Folder of `fixtures/errors` that makes it; else `files`. */
  readonly fixture?: string;
  /** Texts by path from the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Words after `service`. */
  readonly command: readonly string[];
  readonly code: number;
  /** What the answer must hold. */
  readonly says: RegExp;
}

/** A finding of `service check`, at its line. */
const found = (name: string, fixture: string, code: 0 | 1): Fault => ({
  name,
  fixture,
  command: ['check'],
  code,
  says: new RegExp(String.raw`\w+\.ts:\d+:\d+ (?:error|warning) ${fixture}: .+`),
});

const forWorker = ['build', '--target', 'worker'];
const forNode = ['build', '--target', 'node'];

const server = (imports: string, tool: string): string => `import { Service, tool } from '@service/sdk';
${imports}
const told = tool(${tool});
@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [told] })
export class Server {}
`;

/** What the model of a server says of a value that TypeScript works out over files. */
const worked = (name: string, files: Readonly<Record<string, string>>, description: string): Fault => ({
  name,
  files,
  command: ['inspect'],
  code: 0,
  says: new RegExp(description),
});

export const faults: readonly Fault[] = [
  worked(
    'an enum that counts on from a member of another file',
    {
      'src/unit.ts': 'export enum Unit { Base = 4, Step = 3 }\n',
      'src/main.ts': server(
        "import { Unit } from './unit';\nenum Code { One = Unit.Base + Unit.Step, Two, Three }",
        "{ name: 'told', description: `Three is ${Code.Three}.` })(() => Code.Two",
      ),
    },
    String.raw`Three is 9\.`,
  ),
  worked(
    'a const enum of a declaration file',
    {
      'src/level.d.ts': 'declare const enum Level { Low = 1, High = 8 }\n',
      'src/main.ts': server('', "{ name: 'told', description: `High is ${Level.High}.` })(() => Level.Low"),
    },
    String.raw`High is 8\.`,
  ),
  worked(
    'an interface among re-exported names',
    {
      'src/types.ts': "export interface Row { id: number }\nexport const one = 'one row';\n",
      'src/rows.ts': "export { Row, one } from './types';\n",
      'src/main.ts': server(
        "import { one, type Row } from './rows';",
        "{ name: 'told', description: `Reads ${one}.` })((): Row => ({ id: 1 })",
      ),
    },
    'Reads one row',
  ),
  worked(
    'an execute that asks for less than its schema gives',
    {
      'src/main.ts': `import { Service, Tool, ToolContext } from '@service/sdk';
import { z } from 'zod';
@Tool({ name: 'less', description: 'Takes less.', inputSchema: { n: z.number().describe('First'), b: z.boolean().describe('Second') } })
class Less extends ToolContext {
  execute(input: { n: number }) {
    return input.n;
  }
}
@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [Less] })
export class Server {}
`,
    },
    'Takes less',
  ),
  found('an import that "sideEffects" would drop', 'import-dropped', 1),
  found('a result that JSON loses', 'result-not-json', 1),
  found('a provider that no list names', 'provider-missing', 1),
  found('an entry that nothing lists', 'not-listed', 0),
  found('a dot in the name of a tool', 'dotted-name', 0),
  found('a pattern of exponential time', 'exponential-pattern', 0),
  found('a pattern whose time nobody can tell', 'undecided-pattern', 0),
  found('a JSON Schema in inputSchema', 'not-a-schema', 1),
  found('a schema without a form in JSON Schema', 'schema-not-json', 1),
  { ...found('an entry that no caller can reach', 'unreachable-entry', 0), command: forNode },
  { ...found('a module of Node on a worker', 'builtin-module', 1), command: [...forWorker, '--no-check'] },
  { ...found('a native add-on on a worker', 'native-addon', 1), command: forWorker },
  { ...found('a native add-on that is not installed', 'native-addon-missing', 1), command: forNode },
  { ...found('top-level await in a bundle that is no ES module', 'top-level-await', 1), command: forNode },
  {
    name: 'a redirect scheme that browsers open',
    files: {
      'src/main.ts': server('', "{ name: 'told', description: 'Tells.' })(() => 'x'").replace(
        'tools: [told]',
        "tools: [told], auth: { mode: 'local', dcr: { privateUseSchemes: ['javascript'] } }",
      ),
    },
    command: ['check', '--no-types'],
    code: 1,
    says: /privateUseSchemes.+browsers open this scheme themselves.+/,
  },
  {
    name: 'inputs without a limit',
    files: {
      'src/main.ts': `import { Service, tool } from '@service/sdk';
import { z } from 'zod';
const keep = tool({
  name: 'keep',
  description: 'Keeps what it is given.',
  inputSchema: {
    link: z.url().describe('Link'),
    bytes: z.base64().describe('Bytes'),
    notes: z.record(z.string().max(9), z.number()).describe('Notes'),
  },
})(() => 'kept');
@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [keep] })
export class Server {}
`,
    },
    command: ['audit'],
    code: 5,
    says: /unbounded-input[^]*link[^]*bytes[^]*notes/,
  },
  {
    name: 'a package whose "main" leads out of its folder',
    files: {
      'package.json': '{ "name": "evil", "version": "1.0.0", "type": "module", "main": "../outside.js" }',
      '../outside.js':
        "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nexport const server = new McpServer({ name: 'x', version: '1.0.0' });\n",
    },
    command: ['migrate', '.', '--out', 'made'],
    code: 1,
    says: /migrate-outside: .+/,
  },
  {
    name: 'a file that is no archive',
    files: { 'broken.mcpb': 'PK\u0003\u0004 is how an archive begins' },
    command: ['mcpb', 'validate', 'broken.mcpb'],
    code: 1,
    says: /is no ZIP archive.+/,
  },
  {
    name: 'a documented option that this version does not have',
    files: {
      'src/main.ts': server('', "{ name: 'told', description: 'Tells.' })(() => 'x'").replace('tools: [told]', 'tools: [told], loader: {}'),
    },
    command: ['check', '--no-types'],
    code: 1,
    says: /`loader` of @Service cannot be compiled by this version[^]*Instead: .+/,
  },
  {
    name: 'a flag that this version does not have',
    files: {},
    command: ['dev', '--serve'],
    code: 2,
    says: /--serve.+/,
  },
];
