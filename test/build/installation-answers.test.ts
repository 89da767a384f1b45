/* What a person answers at the installation of an archive, through the official package's own reading of the manifest, up to the server's code. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '@service/sdk/model';
import { writeScratch, build } from '../../src/compiler/index.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { bootProgram, type Program } from '../support/boot/node.ts';
import { copyProject, requestOf } from '../support/compile.ts';
import { type InstalledArchive, programOfHost } from '../support/mcpb-host.ts';

const types = ['string', 'number', 'boolean', 'directory', 'file'] as const;
const lists = ['string', 'directory', 'file'] as const;
const question = (type: string, more: JsonObject = {}): JsonObject => ({ type, title: type, description: type, ...more });

/** Every type: optional, with a default, and as a list. */
const userConfig: JsonObject = {
  ...Object.fromEntries(types.map((type) => [`own_${type}`, question(type)])),
  ...Object.fromEntries(lists.map((type) => [`many_${type}`, question(type, { multiple: true })])),
  lasting: question('number', { default: 3 }),
  standing: question('directory', { multiple: true, default: ['/notes'] }),
};

/** What the module sees while it loads, as modules that read variables once do. */
const tool = `import { Tool, ToolContext } from '@service/sdk';
const seen = { variables: Object.entries(process.env).filter(([name]) => /^(?:OWN|MANY|LASTING|STANDING|KEY)/.test(name)), args: process.argv.slice(2) };
@Tool({ name: 'add', description: 'Shows what was answered.', inputSchema: {} })
export class AddTool extends ToolContext {
  execute() {
    return seen;
  }
}
`;

const test = suite<{ home: string; folder: string; remove: () => void }>('answers of an installation');
test.before(async (context) => {
  const project = copyProject(join(import.meta.dirname, '../../src/templates/basic'), { 'src/tools/add.tool.ts': tool });
  context.home = mkdtempSync(join(tmpdir(), 'service-answers-'));
  context.folder = join(context.home, 'installed');
  context.remove = () => {
    project.remove();
    rmSync(context.home, { recursive: true });
  };
  const request = requestOf(project.root, 'asks', {
    packaging: { stageOnly: true, deployment: { userConfig }, questions: [{ id: 'key', prompt: 'Key', sensitive: true }] },
  });
  const result = await build(request, mcpbTarget);
  assert.equal(
    result.diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  await writeScratch(request, result, context.folder);
});
test.after(({ remove }) => remove());

interface Seen {
  readonly variables: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

async function seenBy(program: Program | undefined): Promise<Seen> {
  assert.ok(program);
  const server = bootProgram(program);
  await server.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'host', version: '1' },
  });
  server.notify('notifications/initialized');
  const answer = JSON.stringify(await server.request('tools/call', { name: 'add', arguments: {} }));
  assert.is(await server.close(), 0, server.output.stderr);
  const [, text = ''] = /"text":"((?:[^"\\]|\\.)*)"/.exec(answer) ?? [];
  const { args, variables } = JSON.parse(JSON.parse(`"${text}"`) as string) as { variables: [string, string][]; args: string[] };
  return { variables: Object.fromEntries(variables), args };
}

test('[mcpb.blank-answers] what a person left blank is unset, and defaults arrive', async ({ folder, home }) => {
  const installed: InstalledArchive = { folder, home, answers: { key: 'k' } };
  const expected: Seen = { variables: { KEY: 'k', LASTING: '3', STANDING: '["/notes"]' }, args: ['--', '/notes'] };
  const program = await programOfHost(installed);
  // Without the server's own start each of them would arrive as its placeholder.
  assert.is(program?.env['OWN_STRING'], '${user_config.own_string}');
  assert.ok(program?.args.includes('${user_config.many_file}'));
  assert.equal(await seenBy(program), expected);
  const empty = Object.fromEntries(lists.map((type) => [`many_${type}`, []]));
  assert.equal(await seenBy(await programOfHost({ ...installed, answers: { key: 'k', ...empty, standing: [] } })), {
    variables: { KEY: 'k', LASTING: '3' },
    args: [],
  });
  assert.is(await programOfHost({ folder, home }), undefined, 'a required answer is missing');
});

test('[mcpb.list-answers] every type of answer arrives, those of lists as JSON and as arguments', async ({ folder, home }) => {
  const answers = {
    key: 'k',
    own_string: 'a "b" ü',
    own_number: 1.5,
    own_boolean: false,
    own_directory: '/d',
    own_file: '/f',
    many_string: ['one, two', '--three'],
    many_directory: ['/a b', '/c'],
    many_file: ['/e'],
    lasting: 0,
    standing: ['/own'],
  };
  assert.equal(await seenBy(await programOfHost({ folder, home, answers })), {
    variables: {
      KEY: 'k',
      OWN_STRING: 'a "b" ü',
      OWN_NUMBER: '1.5',
      OWN_BOOLEAN: 'false',
      OWN_DIRECTORY: '/d',
      OWN_FILE: '/f',
      MANY_STRING: '["one, two","--three"]',
      MANY_DIRECTORY: '["/a b","/c"]',
      MANY_FILE: '["/e"]',
      LASTING: '0',
      STANDING: '["/own"]',
    },
    args: ['--', 'one, two', '--three', '/a b', '/c', '/e', '/own'],
  });
});

test('[mcpb.list-answers] started by somebody else, it keeps its arguments and variables', async ({ folder, home }) => {
  const program = {
    command: process.execPath,
    args: [join(folder, 'server/index.js'), '--', '/x'],
    env: { SERVICE_STDIO: '1', MANY_FILE: '["/y"]', HOME: home },
    cwd: home,
  };
  assert.equal(await seenBy(program), { variables: { MANY_FILE: '["/y"]' }, args: ['--', '/x'] });
});

test.run();
