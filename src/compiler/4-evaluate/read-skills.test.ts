import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SkillModel, SkillSources } from '@service/sdk/model';
import { createDocumentSource } from './fetch-documents.ts';
import { readSkills } from './read-skills.ts';

const test = suite<{ root: string; outside: string }>('read skills');
test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'service-skills-'));
  context.outside = mkdtempSync(join(tmpdir(), 'service-outside-'));
});
test.after.each(({ outside, root }) => {
  rmSync(root, { recursive: true });
  rmSync(outside, { recursive: true });
});

const write = (root: string, path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const skillOf = (more: { readonly folder: string } | { readonly reads: SkillSources }): SkillModel => ({
  kind: 'skill',
  id: 'skill:tea',
  skillId: 'tea',
  name: 'tea',
  owner: [],
  path: 'tea',
  frontmatter: { name: 'tea', description: 'Makes tea.' },
  files: [],
  ...more,
});

type Location = Parameters<typeof readSkills>[1];
const read = async (root: string, reads: SkillSources, more: Partial<Location> = {}) => {
  const { diagnostics, inputs, skills } = await readSkills([skillOf({ reads })], { root, spans: {}, ...more });
  return { files: skills[0]?.files ?? [], inputs, problems: diagnostics.map(({ message }) => message).join('\n') };
};

test('[K2.sources] the text of a file, and files of folders, with all that decides them', async ({ root }) => {
  write(root, 'texts/tea.md', '# Tea\n');
  write(root, 'texts/scripts/deep/pour.sh', 'echo');
  write(root, 'texts/pictures/dot.png', Buffer.from([0x89, 0x50, 0xff]));
  const { files, inputs, problems } = await read(root, {
    instructions: { file: 'texts/tea.md' },
    resources: { scripts: 'texts/scripts', assets: 'texts/pictures' },
  });
  assert.is(problems, '');
  assert.equal(files, [
    { path: 'SKILL.md', mimeType: 'text/markdown', text: '---\nname: "tea"\ndescription: "Makes tea."\n---\n\n# Tea\n' },
    { path: 'scripts/deep/pour.sh', mimeType: 'application/x-sh', text: 'echo' },
    { path: 'assets/dot.png', mimeType: 'image/png', blob: 'iVD/' },
  ]);
  for (const path of ['texts/tea.md', 'texts/scripts/deep/pour.sh', 'texts/pictures']) assert.ok(inputs.includes(join(root, path)), path);
});

test('[K2.sources] what leads out of the project is refused by name', async ({ outside, root }) => {
  write(outside, 'secret.md', 'secret');
  write(outside, 'tea/SKILL.md', '---\nname: tea\ndescription: Makes tea.\n---\n\nsecret');
  symlinkSync(outside, join(root, 'away'));
  symlinkSync(join(outside, 'secret.md'), join(root, 'secret.md'));
  mkdirSync(join(root, 'inside'));
  symlinkSync(join(outside, 'secret.md'), join(root, 'inside', 'note.md'));
  for (const [reads, text] of [
    [{ instructions: { file: 'secret.md' } }, 'secret.md leads outside the project by a symbolic link'],
    [{ instructions: { file: 'away/secret.md' } }, 'away/secret.md leads outside the project by a symbolic link'],
    [{ instructions: { file: '../secret.md' } }, '../secret.md lies outside the project'],
    [{ resources: { scripts: 'away' } }, '"resources.scripts": folder "away": it leads outside the project by a symbolic link'],
    [{ resources: { scripts: 'inside' } }, '"note.md" is neither a file nor a folder; links are not followed'],
  ] as const) {
    const { files, problems } = await read(root, reads);
    assert.ok(problems.includes(text), problems);
    assert.not.match(JSON.stringify(files), 'secret');
  }
  const { diagnostics } = await readSkills([skillOf({ folder: 'away/tea' })], { root, spans: {} });
  assert.match(diagnostics[0]?.message ?? '', 'skill folder "away/tea": it leads outside the project by a symbolic link');
});

test('[K2.sources] a file of 50 MB is refused by name and not read', async ({ root }) => {
  write(root, 'files/small.txt', 'x');
  write(root, 'files/large.bin', '');
  truncateSync(join(root, 'files/large.bin'), 50 * 1024 * 1024);
  assert.match((await read(root, { resources: { assets: 'files' } })).problems, '"large.bin" has 52428800 of them');
  const asText = (await read(root, { instructions: { file: 'files/large.bin' } })).problems;
  assert.match(asText, 'files/large.bin has 52428800 bytes, 16777216 at most');
});

test('[K2.sources] what is no text, empty, gone, or a skill of its own is refused', async ({ root }) => {
  write(root, 'bytes.md', Buffer.from([0xff, 0xfe]));
  write(root, 'empty.md', ' \n');
  write(root, 'whole.md', '---\nname: other\n---\n');
  for (const [file, text] of [
    ['bytes.md', 'must hold text in UTF-8'],
    ['empty.md', 'must hold text in UTF-8'],
    ['whole.md', 'has front matter of its own: name its folder with "folder"'],
    ['gone.md', 'does not exist'],
  ] as const)
    assert.match((await read(root, { instructions: { file } })).problems, text);
  assert.match((await read(root, { resources: { scripts: 'gone' } })).problems, 'there is no such folder');
});

const page = 'https://example.com/tea.md';
const reads = { instructions: { url: page } };

test('[K2.sources] the text of a URL is what was pinned; a build does not ask the network', async ({ outside, root }) => {
  assert.match(
    (await read(root, reads)).problems,
    `${page} is not in service.lock.json, and only \`service build --refresh\` asks the network`,
  );
  const asked: string[] = [];
  const documents = createDocumentSource(outside, {
    fetch: async ({ url }) => {
      asked.push(url.href);
      return { status: 200, header: () => undefined, body: new TextEncoder().encode('# From afar') };
    },
  });
  const fetched = await read(root, reads, { documents });
  assert.equal([fetched.problems, asked], ['', [page]]);
  assert.match(fetched.files[0]?.text ?? '', '# From afar');
  for (const name of ['service.lock', 'service.lock.json']) cpSync(join(outside, name), join(root, name), { recursive: true });
  assert.equal((await read(root, reads)).files, fetched.files);
  const [row] = documents.documents();
  write(root, join('service.lock', row?.file ?? ''), '# Changed by hand');
  assert.match((await read(root, reads)).problems, 'service.lock.json says');
});

test('[K2.sources] an address that is refused says why', async ({ outside, root }) => {
  const documents = createDocumentSource(outside, {
    fetch: () => Promise.resolve({ status: 404, header: () => undefined, body: new Uint8Array() }),
  });
  assert.match((await read(root, reads, { documents })).problems, page);
});

test.run();
