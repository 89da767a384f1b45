import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { app, resource, skill, tool } from '@service/sdk';
import { asText, openEnvelopeClient, type EnvelopeClient } from '../../../../test/support/envelope-client.ts';
import { skills } from '../../features/skills.ts';
import type { JsonObject } from '../../model/index.ts';

const extension = 'io.modelcontextprotocol/skills';
const features = [skills];

const pdf = skill({
  name: 'pdf',
  description: 'Über "PDF": reads\u2028and fills.',
  license: 'MIT',
  allowedTools: ['read', 'write'],
  specMetadata: { author: 'test', 'key: with colon': '{ }' },
  instructions: '# PDF\n',
  files: { 'references/FORMS.md': '# Forms', 'references/deep/übung.txt': 'text', 'run.py': 'print(1)' },
});
const about = resource({ name: 'about', uri: 'test://about', description: 'About' })(() => 'about');
const quiet = skill({ name: 'quiet', description: 'Hidden', instructions: 'Hush', hideFromDiscovery: true });

const test = suite<{ client: EnvelopeClient }>('skills');
test.before(async (context) => {
  context.client = await openEnvelopeClient({ skills: [pdf, quiet], resources: [about] }, { features });
});
test.after((context) => context.client.application.close());

const list = (value: unknown): JsonObject[] => value as JsonObject[];
const entries = async (client: EnvelopeClient): Promise<JsonObject[]> => list((await client.ask('skills/list')).result['skills']);
const read = async (client: EnvelopeClient, uri: unknown): Promise<JsonObject> =>
  list((await client.ask('resources/read', { uri: asText(uri) })).result['contents'])[0] ?? {};

async function refused(options: Parameters<typeof openEnvelopeClient>[0], text: RegExp): Promise<void> {
  try {
    await openEnvelopeClient(options, { features });
  } catch (failure) {
    assert.match(String(failure), text);
    return;
  }
  assert.unreachable(`nothing was refused: ${String(text)}`);
}

test('[MCP26.skills.advertised] the settings stand inline, with resources beside them', async ({ client }) => {
  const { result } = await client.ask('server/discover');
  const capabilities = result['capabilities'] as JsonObject;
  assert.equal((capabilities['extensions'] as JsonObject)[extension], { directoryRead: true });
  const alone = await openEnvelopeClient({ skills: [quiet] }, { features });
  assert.ok('resources' in ((await alone.ask('server/discover')).result['capabilities'] as object));
  await alone.application.close();
});

test('[MCP26.skills.advertised] without skills there is no extension and no method', async () => {
  const client = await openEnvelopeClient({ tools: [tool({ name: 'a', description: 'A' })(() => 'a')] }, { features });
  const capabilities = (await client.ask('server/discover')).result['capabilities'] as JsonObject;
  assert.equal([capabilities['extensions'], capabilities['resources']], [undefined, undefined]);
  assert.is((await client.ask('skills/list')).error.code, -32601);
  await client.application.close();
});

test('[MCP26.skills.entry] every file is there once, with the digest and size of its bytes', async ({ client }) => {
  const [entry = {}] = await entries(client);
  assert.is(entry['uri'], 'skill://pdf/SKILL.md');
  const files = list(entry['resources']);
  const root = 'skill://pdf/';
  assert.equal(
    files.map((file) => file['uri']),
    [`${root}SKILL.md`, `${root}references/FORMS.md`, `${root}references/deep/%C3%BCbung.txt`, `${root}run.py`],
  );
  for (const { digest, size, uri } of files) {
    const bytes = Buffer.from(asText((await read(client, uri))['text']), 'utf8');
    assert.equal([size, digest], [bytes.length, `sha256:${createHash('sha256').update(bytes).digest('hex')}`]);
  }
});

test('[MCP26.skills.entry] [MCP26.skills.files] SKILL.md begins with the front matter of the entry', async ({ client }) => {
  const [entry = {}] = await entries(client);
  const manifest = await read(client, entry['uri']);
  assert.is(manifest['mimeType'], 'text/markdown');
  const text = asText(manifest['text']);
  assert.match(
    text,
    /^---\nname: "pdf"\ndescription: "Über \\"PDF\\": reads\\u2028and fills\."\nlicense: "MIT"\nallowed-tools: "read write"\nmetadata:\n {2}"author": "test"\n {2}"key: with colon": "\{ \}"\n---\n\n# PDF\n$/,
  );
  assert.equal(entry['frontmatter'], {
    name: 'pdf',
    description: 'Über "PDF": reads\u2028and fills.',
    license: 'MIT',
    'allowed-tools': 'read write',
    metadata: { author: 'test', 'key: with colon': '{ }' },
  });
  assert.is((await read(client, 'skill://pdf/run.py'))['mimeType'], 'text/x-python');
  assert.is((await read(client, 'test://about'))['text'], 'about');
  assert.is((await client.ask('resources/read', { uri: 'skill://pdf/nothing.md' })).error.code, -32602);
});

test('[MCP26.skills.list] pages end, hold every skill once and may not be reused', async () => {
  const many = Array.from({ length: 45 }, (_item, index) => skill({ name: `s-${index}`, description: 'One', instructions: 'Do' }));
  const client = await openEnvelopeClient({ skills: many }, { features });
  const seen: unknown[] = [];
  let cursor: unknown;
  do {
    const { result } = await client.ask('skills/list', cursor === undefined ? {} : { cursor: asText(cursor) });
    assert.equal([result['ttlMs'], result['cacheScope']], [0, 'private']);
    seen.push(...list(result['skills']).map((entry) => entry['uri']));
    cursor = result['nextCursor'];
  } while (cursor !== undefined);
  assert.equal(
    seen,
    many.map((_entry, index) => `skill://s-${index}/SKILL.md`),
  );
  assert.is((await client.ask('skills/list', { cursor: 'made up' })).error.code, -32602);
  await client.application.close();
});

test('[MCP26.skills.get] a skill by its URI', async ({ client }) => {
  const [entry = {}] = await entries(client);
  const { result } = await client.ask('skills/get', { uri: asText(entry['uri']) });
  assert.equal(result['skill'], entry);
  assert.equal([result['ttlMs'], result['cacheScope'], result['nextCursor']], [0, 'private', undefined]);
  for (const params of [{ uri: 'skill://none/SKILL.md' }, { uri: 'skill://pdf' }, { uri: 5 }, {}]) {
    assert.is((await client.ask('skills/get', params)).error.code, -32602);
  }
});

test('[MCP26.skills.listed] [S1.11.skill.hidden] manifests are listed after the resources, hidden skills only read', async ({ client }) => {
  const { result } = await client.ask('resources/list');
  const [, manifest = {}, ...others] = list(result['resources']);
  assert.equal(
    others.map(({ uri }) => uri),
    ['skill://index.json'],
  );
  const { size, ...named } = manifest;
  assert.equal(named, {
    uri: 'skill://pdf/SKILL.md',
    name: 'pdf',
    description: 'Über "PDF": reads\u2028and fills.',
    mimeType: 'text/markdown',
  });
  assert.type(size, 'number');
  assert.equal((await entries(client)).length, 1);
  assert.match(asText((await read(client, 'skill://quiet/SKILL.md'))['text']), 'Hush');
  assert.ok((await client.ask('skills/get', { uri: 'skill://quiet/SKILL.md' })).result['skill']);
});

test('[MCP26.skills.directory] a directory gives its direct children', async ({ client }) => {
  const children = async (uri: string) =>
    list((await client.ask('resources/directory/read', { uri })).result['resources']).map(({ name, mimeType }) => [name, mimeType]);
  const top = [
    ['SKILL.md', 'text/markdown'],
    ['references', 'inode/directory'],
    ['run.py', 'text/x-python'],
  ];
  assert.equal(await children('skill://pdf'), top);
  assert.equal(await children('skill://pdf/'), top);
  assert.equal(await children('skill://pdf/references'), [
    ['FORMS.md', 'text/markdown'],
    ['deep', 'inode/directory'],
  ]);
  for (const uri of ['skill://pdf/SKILL.md', 'skill://', 'skill://none', 'test://about', 'skill://pdf/../quiet']) {
    assert.is((await client.ask('resources/directory/read', { uri })).error.code, -32602, uri);
  }
});

test('[MCP26.skills.name] names that the specification refuses stop the start', async () => {
  for (const name of ['', 'Upper', '-lead', 'trail-', 'two--hyphens', 'under_score', 'a'.repeat(65), 'a/b', 'a\n']) {
    await refused({ skills: [skill({ name, description: 'x', instructions: 'x' })] }, /must be 1 to 64 characters of a-z, 0-9/);
  }
  await refused(
    {
      skills: [
        skill({ name: 'twice', description: 'x', instructions: 'x' }),
        skill({ name: 'twice', description: 'x', instructions: 'x' }),
      ],
    },
    /2 skills named "twice"/,
  );
});

test('[MCP26.skills.name] skills of two owners keep their name as the last part of the path', async () => {
  const one = skill({ name: 'same', description: 'x', instructions: 'one' });
  const two = skill({ name: 'same', description: 'x', instructions: 'two' });
  const client = await openEnvelopeClient({ skills: [one], apps: [app({ name: 'Other App', skills: [two] })] }, { features });
  assert.equal(
    (await entries(client)).map((entry) => entry['uri']),
    ['skill://same/SKILL.md', 'skill://other-app/same/SKILL.md'],
  );
  assert.match(asText((await read(client, 'skill://other-app/same/SKILL.md'))['text']), 'two');
  await client.application.close();
});

test('[MCP26.skills.limits] too many files and too many bytes are refused', async () => {
  const files = Object.fromEntries(Array.from({ length: 512 }, (_item, index) => [`f${index}.txt`, 'x']));
  await refused({ skills: [skill({ name: 'many', description: 'x', instructions: 'x', files })] }, /513 files, 512 at most/);
  const big = { 'big.txt': 'ä'.repeat(8 * 1024 * 1024) };
  await refused({ skills: [skill({ name: 'big', description: 'x', instructions: 'x', files: big })] }, /bytes, 16777216 at most/);
});

test('[MCP26.skills.metadata] reserved metadata keys are refused', () =>
  refused(
    { skills: [skill({ name: 'a', description: 'x', instructions: 'x', specMetadata: { 'io.modelcontextprotocol/x': 'y' } })] },
    /is reserved/,
  ));

test('[MCP26.skills.paths] a path that leaves the skill, or names its SKILL.md, is refused', async () => {
  for (const path of ['../x.md', 'a/../../x', '/etc/passwd', 'a//b', 'a/./b', 'a\\b', 'a\nb', '', 'a/']) {
    await refused(
      { skills: [skill({ name: 'a', description: 'x', instructions: 'x', files: { [path]: 'x' } })] },
      /must be a path inside the skill/,
    );
  }
  await refused(
    { skills: [skill({ name: 'a', description: 'x', instructions: 'x', files: { 'SKILL.md': 'x' } })] },
    /made of the other fields/,
  );
  await refused(
    { skills: [skill({ name: 'a', description: 'x', instructions: 'x', files: { b: 'x', 'b/c': 'x' } })] },
    /a file and a directory/,
  );
});

test('[S1.11.skill.fields] fields are checked and unknown ones named', async () => {
  await refused({ skills: [skill({ name: 'a', description: ' ', instructions: 'x' })] }, /"description" must be a text of 1 to 1024/);
  await refused({ skills: [skill({ name: 'a', description: 'x'.repeat(1025), instructions: 'x' })] }, /"description"/);
  await refused({ skills: [skill({ name: 'a', description: 'x', instructions: '' })] }, /"instructions" must be a text/);
  await refused({ skills: [skill({ name: 'a', description: 'x', instructions: 'x', compatibility: 'x'.repeat(501) })] }, /"compatibility"/);
  const unknown = { name: 'a', description: 'x', instructions: 'x', colour: 5 };
  await refused({ skills: [skill(unknown)] }, /unknown option "colour"/);
  const untyped: object = { skills: [about] };
  await refused(untyped, /@Skill\(\)/);
  await refused(
    { skills: [pdf], resources: [resource({ name: 'clash', uri: 'skill://pdf/run.py' })(() => 'x')] },
    /has the URI "skill:\/\/pdf\/run\.py"/,
  );
});

test('[S1.11.skill.folder] what the build read is served, and a server without it does not start', async () => {
  const folder = 'skills/from-folder';
  await refused({ skills: [skill({ folder })] }, /"skills\/from-folder" is read by the build/);
  await refused({ skills: [skill({ folder: '../outside' })] }, /inside/);
  await refused({ skills: [skill({ folder: 'skills/Bad_Name' })] }, /must be 1 to 64/);
  const mixed = { folder, name: 'other', description: 'x' };
  await refused({ skills: [skill(mixed)] }, /"name" comes from its SKILL.md/);
  const frontmatter = { name: 'from-folder', description: 'Built' };
  const files = [
    { path: 'SKILL.md', mimeType: 'text/markdown', text: '---\nname: from-folder\ndescription: Built\n---\nDo' },
    { path: 'assets/dot.png', mimeType: 'image/png', blob: 'iVBORw==' },
  ];
  const client = await openEnvelopeClient(
    { skills: [skill({ folder })] },
    { features, constants: { skillFolders: { [folder]: { frontmatter, files } } } },
  );
  const [entry = {}] = await entries(client);
  assert.equal(entry['frontmatter'], frontmatter);
  assert.is(list(entry['resources'])[1]?.['size'], 4);
  assert.is((await read(client, 'skill://from-folder/assets/dot.png'))['blob'], 'iVBORw==');
  await client.application.close();
});

test('[S1.11.skill.available] a skill of another place does not exist here', async () => {
  const elsewhere = { name: 'elsewhere', description: 'x', instructions: 'x', availableWhen: { runtime: ['browser'] } };
  const client = await openEnvelopeClient(
    { skills: [pdf, skill(elsewhere)], apps: [app({ name: 'far', availableWhen: { runtime: ['edge'] }, skills: [quiet] })] },
    { features },
  );
  assert.equal((await entries(client)).length, 1);
  for (const name of ['elsewhere', 'quiet'])
    assert.is((await client.ask('resources/read', { uri: `skill://${name}/SKILL.md` })).error.code, -32602);
  await client.application.close();
});

test('[S1.11.skill.enabled] skills can be switched off', async () => {
  const client = await openEnvelopeClient({ skills: [pdf], skillsConfig: { enabled: false } }, { features });
  assert.is((await client.ask('skills/list')).error.code, -32601);
  await client.application.close();
});

test.run();
