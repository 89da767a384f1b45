import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSkillFolder } from './read-skill-folder.ts';

const test = suite<{ root: string }>('skill folder');
const manifest = '---\nname: pdf\ndescription: Reads PDFs\n---\n\n# PDF\r\n';

test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'service-skill-'));
});
test.after.each(({ root }) => rmSync(root, { recursive: true }));

function write(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

test('[S1.11.skill.folder] SKILL.md first, then the files in one order, bytes as they are', ({ root }) => {
  const dot = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
  write(root, {
    'skills/pdf/SKILL.md': manifest,
    'skills/pdf/B.txt': '\ufeffb',
    'skills/pdf/references/a.md': 'a',
    'skills/pdf/dot.png': dot,
    'skills/pdf/.DS_Store': 'x',
  });
  const { content, inputs, problems } = readSkillFolder(root, 'skills/pdf');
  assert.equal(problems, []);
  assert.equal(content, {
    frontmatter: { name: 'pdf', description: 'Reads PDFs' },
    files: [
      { path: 'SKILL.md', mimeType: 'text/markdown', text: manifest },
      { path: 'B.txt', mimeType: 'text/plain', text: '\ufeffb' },
      { path: 'dot.png', mimeType: 'image/png', blob: 'iVBORw==' },
      { path: 'references/a.md', mimeType: 'text/markdown', text: 'a' },
    ],
  });
  for (const path of ['', '/references', '/references/a.md', '/SKILL.md'])
    assert.ok(inputs.includes(join(root, `skills/pdf${path}`)), path);
});

test('[S1.11.skill.folder] [MCP26.skills.name] what cannot be served is named', ({ root }) => {
  const problemsOf = (files: Record<string, string>): string => {
    rmSync(join(root, 'pdf'), { recursive: true, force: true });
    write(root, files);
    const { content, problems } = readSkillFolder(root, 'pdf');
    assert.is(content, undefined);
    return problems.join('\n');
  };
  assert.match(problemsOf({ other: '' }), 'there is no such folder');
  assert.match(problemsOf({ 'pdf/skill.md': manifest }), 'it has no SKILL.md');
  assert.match(problemsOf({ 'pdf/SKILL.md': '# PDF' }), 'must begin with a line "---"');
  assert.match(problemsOf({ 'pdf/SKILL.md': manifest.replace('name: pdf', 'name: other') }), '"name" must be "pdf"');
  assert.match(problemsOf({ 'pdf/SKILL.md': manifest.replace(/description.*\n/, '') }), '"description" must be a text');
  assert.match(
    problemsOf({ 'pdf/SKILL.md': manifest.replace('---\n\n', 'metadata:\n  "io.modelcontextprotocol/x": "y"\n---\n\n') }),
    'reserved',
  );
});

test('[MCP26.skills.paths] a link brings no file of the build machine into the bundle', ({ root }) => {
  write(root, { 'pdf/SKILL.md': manifest, 'secret.txt': 'secret', 'secrets/key.txt': 'secret' });
  symlinkSync(join(root, 'secret.txt'), join(root, 'pdf/note.txt'));
  symlinkSync(join(root, 'secrets'), join(root, 'pdf/notes'));
  const { content, problems } = readSkillFolder(root, 'pdf');
  assert.is(content, undefined);
  assert.is(problems.length, 2);
  assert.match(problems.join('\n'), /"note\.txt" is neither a file nor a folder[\s\S]*"notes" is neither/);
});

test('[MCP26.skills.limits] limits are checked before the files are read', ({ root }) => {
  write(root, { 'pdf/SKILL.md': manifest, ...Object.fromEntries(Array.from({ length: 512 }, (_item, index) => [`pdf/f${index}`, ''])) });
  assert.match(readSkillFolder(root, 'pdf').problems.join(), '513 files, 512 at most');
  write(root, { 'big/SKILL.md': manifest, 'big/file': Buffer.alloc(16 * 1024 * 1024) });
  assert.match(readSkillFolder(root, 'big').problems.join(), 'bytes, 16777216 at most');
});

test.run();
