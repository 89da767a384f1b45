/* A built server of skills, started where its folders are not. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findUnchanged, writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { modernRequest, send } from '../support/wire-client.ts';

/** The members of the answers that are looked at. */
interface Shown {
  readonly skills: readonly { readonly uri: string; readonly frontmatter: object; readonly resources: readonly object[] }[];
  readonly contents: readonly { readonly text: string }[];
  readonly capabilities: { readonly extensions: object };
}

const project = copyFixture('skills');
const request = requestOf(project.root, 'skills');
const folder = join(project.root, 'dist', 'node');
const source = join(project.root, 'skills', 'brewing');

test.before(async () => {
  const { result } = await bundleOf(request);
  await writeOutput(request, result, folder);
});
test.after(project.remove);

test('[S1.11.skill.bundled] a file that changes, comes or goes in a skill folder makes the next build a new one', async () => {
  const unchanged = async (): Promise<boolean> => (await findUnchanged(request, nodeTarget, folder)) !== undefined;
  assert.ok(await unchanged());
  writeFileSync(join(source, 'references', 'new.md'), 'new');
  assert.not(await unchanged());
  rmSync(join(source, 'references', 'new.md'));
  assert.ok(await unchanged());
  const manifest = readFileSync(join(source, 'SKILL.md'), 'utf8');
  writeFileSync(join(source, 'SKILL.md'), manifest.replace('Brews tea', 'Makes tea'));
  assert.not(await unchanged());
  writeFileSync(join(source, 'SKILL.md'), manifest);
});

test('[S1.11.skill.bundled] the bundle lists and serves the files of a folder that is gone', async () => {
  const manifest = readFileSync(join(source, 'SKILL.md'));
  rmSync(join(project.root, 'skills'), { recursive: true });
  const server = await bootHttp({ folder, name: 'skills' });
  try {
    const { pathname, port } = new URL(server.url);
    const ask = async (method: string, params: Record<string, string> = {}) =>
      (JSON.parse((await send({ port: Number(port), ...modernRequest(method, params), path: pathname })).text) as { result: Shown }).result;
    const { skills } = await ask('skills/list');
    assert.equal(
      skills.map((skill) => skill.uri),
      ['skill://brewing/SKILL.md', 'skill://tasting/SKILL.md'],
    );
    assert.equal(skills[0]?.frontmatter, {
      name: 'brewing',
      description: 'Brews tea. Use when a tea is to be made.',
      metadata: { author: 'fixture' },
    });
    assert.equal(skills[0]?.resources[0], {
      uri: 'skill://brewing/SKILL.md',
      digest: `sha256:${createHash('sha256').update(manifest).digest('hex')}`,
      size: manifest.length,
    });
    const { contents } = await ask('resources/read', { uri: 'skill://brewing/references/times.md' });
    assert.match(contents[0]?.text ?? '', 'Green: two minutes');
    const discovered = await ask('server/discover');
    assert.equal(discovered.capabilities.extensions, { 'io.modelcontextprotocol/skills': { directoryRead: true } });
  } finally {
    await server.stop();
  }
});

test.run();
