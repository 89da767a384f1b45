/* Files that a person names are not read without a bound: a sparse file of many gigabytes would end the process. */
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProject } from '../../test/support/cli/project-fixture.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('named files');
test.before((context) => void Object.assign(context, makeProject()));
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

/** Bytes: what cannot be read into one text either, and takes no room on the disk. */
const bytes = 900_000_000;

const listing = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'com.example/calc',
  description: 'Adds',
  version: '1.0.0',
  remotes: [{ type: 'streamable-http', url: 'https://example.com/mcp' }],
};

for (const words of [
  ['audit', '--baseline', 'huge'],
  ['contract', 'diff', '--against', 'huge'],
  ['generate', 'client', '--from', 'huge'],
  ['registry', 'publish', '--file', 'huge'],
  ['registry', 'publish', '--file', 'server.json', '--auth', 'dns', '--key-file', 'huge'],
])
  test(`[cli.read-limit] ${words.slice(0, 3).join(' ')}: a huge file is named with its size and not read`, async ({ project }) => {
    const huge = join(project, 'huge');
    writeFileSync(huge, '', { mode: 0o600 });
    truncateSync(huge, bytes);
    writeFileSync(join(project, 'server.json'), JSON.stringify(listing));
    const { code, stderr } = await runCli(words, { cwd: project });
    assert.is(code, 2, stderr);
    assert.match(stderr, /huge\b.*has 900000000 bytes; one of more than 16 MiB is not read/);
  });

test.run();
