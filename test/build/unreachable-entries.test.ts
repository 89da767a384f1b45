import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { readArchive } from '../../src/cli/mcpb/read-archive.ts';
import { bootProgram } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';

/** What a started bundle lists, over stdio. */
async function listedBy(folder: string): Promise<string> {
  const server = bootProgram({
    command: process.execPath,
    args: [join(folder, 'demo.bundle.js'), '--stdio'],
    cwd: folder,
    env: { KEYS: '{}' },
  });
  const clientInfo = { name: 'host', version: '1' };
  await server.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const listed = JSON.stringify(await server.request('tools/list', {}));
  await server.close();
  return listed;
}

const policies: Readonly<Record<string, string>> = {
  role: `{ roles: { any: ['admin'] } }`,
  permission: `{ allOf: [{ permissions: { all: ['write'] } }] }`,
  claim: `{ attributes: { match: { 'claims.team': 'core' } } }`,
  profile: `'admins'`,
  either: `{ anyOf: [{ roles: { any: ['admin'] } }, { roles: { any: ['owner'] } }] }`,
  other: `{ not: { roles: { any: ['banned'] } } }`,
  // What follows may let an anonymous caller pass.
  input: `{ attributes: { match: { 'input.mode': 'read' } } }`,
  code: `{ operator: 'OR', roles: { any: ['admin'] }, guards: [() => true] }`,
};

const main = (options: string): string => `
  import { Service, tool } from '@service/sdk';
  ${Object.entries(policies)
    .map(([name, policy]) => `const ${name} = tool({ name: '${name}', description: 'd', authorities: ${policy} })(() => 'done');`)
    .join('\n')}
  const free = tool({ name: 'free', description: 'd' })(() => 'done');
  @Service({
    info: { name: 'demo', version: '1.0.0' },
    tools: [free, ${Object.keys(policies).join(', ')}],
    ${options}
  })
  export class Server {}
`;

async function built(options: string, target: Target) {
  const copy = copyFixture('calculator', { 'src/main.ts': main(options) });
  try {
    return (await bundleOf(requestOf(copy.root, 'demo'), target)).result;
  } finally {
    copy.remove();
  }
}

const authorities = `authorities: { profiles: { admins: { roles: { any: ['admin'] } } } },`;
const auth = `auth: { mode: 'static', tokensEnv: 'KEYS' },`;
const refused = ['role', 'permission', 'claim', 'profile', 'either', 'other'];

const warnings = ({ diagnostics }: Awaited<ReturnType<typeof built>>): readonly string[] =>
  diagnostics.filter(({ code }) => code === 'unreachable-entry').map(({ message }) => message);
const message = (name: string, because: string): string =>
  `No caller of this build can use the tool "${name}": its \`authorities\` need an identity, and ${because}`;

test('[authorities.unreachable] without auth, what needs an identity is a warning; what code or the call decides is none', async () => {
  assert.equal(
    warnings(await built(authorities, nodeTarget)),
    refused.map((name) => message(name, 'callers of a server without `auth` are anonymous')),
  );
});

test('[authorities.unreachable] a server that signs callers in warns for archives alone, whose manifest leaves such tools out', async () => {
  assert.equal(warnings(await built(`${authorities} ${auth}`, nodeTarget)), []);
  const archive = await built(`${authorities} ${auth}`, mcpbTarget);
  assert.equal(
    warnings(archive),
    refused.map((name) => message(name, 'callers of an archive are anonymous')),
  );
  const [manifest] = await readArchive(Buffer.from(archive.output?.files[0]?.contents ?? ''));
  const { tools } = JSON.parse(Buffer.from(manifest?.read() ?? []).toString()) as { readonly tools: readonly { readonly name: string }[] };
  assert.equal(
    tools.map(({ name }) => name),
    ['code', 'free', 'input'],
  );
});

test('[availability.target] an entry for another runtime, target or provider is a warning, and in no manifest', async () => {
  const only = { runtime: "['edge']", target: "['worker']", provider: "['any']", here: "['mcpb']" };
  const source = main(`${authorities} ${auth}`)
    .replace('tools: [free,', `tools: [${Object.keys(only).join(', ')}, free,`)
    .replace(
      'const free',
      `${Object.entries(only)
        .map(([name, values]) => {
          const axis = name === 'here' ? 'target' : name;
          return `const ${name} = tool({ name: '${name}', description: 'd', availableWhen: { ${axis}: ${values} } })(() => 'done');`;
        })
        .join('\n')}\nconst free`,
    );
  const copy = copyFixture('calculator', { 'src/main.ts': source });
  try {
    const { result } = await bundleOf(requestOf(copy.root, 'demo'), mcpbTarget);
    const found = warnings(result).filter((text) => text.includes('availableWhen'));
    assert.equal(found, [
      'No caller of this build can use the tool "runtime": its `availableWhen` does not name the runtime "node"',
      'No caller of this build can use the tool "target": its `availableWhen` does not name the target "mcpb"',
      'No caller of this build can use the tool "provider": its `availableWhen` names a provider, which nothing tells a server',
    ]);
    const archive = result.output?.files.find(({ path }) => path.endsWith('.mcpb'));
    const manifest = (await readArchive(Buffer.from(archive?.contents ?? ''))).find(({ path }) => path === 'manifest.json');
    const { tools } = JSON.parse(Buffer.from(manifest?.read() ?? []).toString()) as {
      readonly tools: readonly { readonly name: string }[];
    };
    assert.equal(
      tools.map(({ name }) => name).filter((name) => name in only),
      ['here'],
    );
  } finally {
    copy.remove();
  }
});

test('[availability.target] a bundle knows the target that it was built for', async () => {
  const source = main('')
    .replace(/tools: \[[^\]]*\]/, 'tools: [free, here, there]')
    .replace(
      'const free',
      `const here = tool({ name: 'here', description: 'd', availableWhen: { target: ['node'] } })(() => 1);
     const there = tool({ name: 'there', description: 'd', availableWhen: { target: ['worker'] } })(() => 1);
     const free`,
    );
  const copy = copyFixture('calculator', { 'src/main.ts': source });
  try {
    const request = requestOf(copy.root, 'demo');
    const folder = join(copy.root, 'dist/node');
    await writeOutput(request, (await bundleOf(request, nodeTarget)).result, folder);
    const listed = await listedBy(folder);
    assert.match(listed, '"name":"here"');
    assert.not.match(listed, '"name":"there"');
  } finally {
    copy.remove();
  }
});

test.run();
