/* Archives of whole servers, judged by the tool that hosts take them from; and what all artifacts of a project have in common. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newestNode } from '../../scripts/serving/judges.ts';
import { readArchive } from '../../src/cli/mcpb/read-archive.ts';
import { checkArchive } from '../../src/cli/mcpb/check-archive.ts';
import { writeOutput, writeScratch } from '../../src/compiler/index.ts';
import { faultsOfBill } from '../support/check-sbom.ts';
import { digestsOf, wholeBuilds, wholeProjects, type WholeBuild } from '../support/whole-builds.ts';

const root = join(import.meta.dirname, '../..');
const tool = join(root, 'tools/judges/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

const test = suite<{ folder: string }>('whole builds');
test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-archives-'));
});
test.after(({ folder }) => rmSync(folder, { recursive: true }));

test('[mcpb.official-tool] [mcpb.behaviour] [build.equal] [build.sbom] [I2.build.disk-full] six examples and four templates: archives, equal artifacts, bills of materials, a full disk', async ({
  folder,
}) => {
  assert.is(wholeProjects.length, 10);
  // Another version of Node, another folder, another time zone and another language.
  const elsewhere = mkdtempSync(join(folder, 'a longer name '));
  const other = execa(newestNode(), ['--import', 'tsx', '--conditions=service-source', join(root, 'test/support/whole-builds.ts')], {
    cwd: root,
    env: { TMPDIR: elsewhere, TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' },
  });
  // What the other process says is judged at the end; until then a fault here is the one that is told.
  other.catch(() => undefined);
  const digests: (readonly [string, string])[] = [];
  let server: Buffer | undefined;
  for await (const one of wholeBuilds()) {
    digests.push(...digestsOf(one));
    const bill = one.output.files.find(({ path }) => path === 'sbom.cdx.json');
    assert.is(await faultsOfBill(String(bill?.contents)), null, `${one.project} ${one.target.name}`);
    if (one.target.name === 'mcpb') server = await isAccepted(one, join(folder, one.project));
    // What tests show of bundles for Node they show of archives too: the name of the target is all that differs.
    if (one.target.name === 'node')
      assert.ok(
        withoutShortNames(String(server).replace('target:"mcpb"', 'target:"node"')) ===
          withoutShortNames(String(one.output.files[0]?.contents)),
      );
    if (one.project === 'examples/weather') await outlivesFullDisk(one, folder);
  }
  assert.equal(new Set(digests.map(([file]) => file.split(' ')[1])), new Set(['mcpb', 'node', 'cli', 'worker']));
  assert.equal(JSON.parse((await other).stdout), digests);
});

/** Which letters are the shortest names of a minified bundle depends on how often each letter stands in it: those of `mcpb` count too. */
const withoutShortNames = (code: string): string => code.replaceAll(/(?<![\w$])[\w$]{1,3}(?![\w$])/g, '_');

/** @returns the server of the archive, unpacked by the official tool */
async function isAccepted({ output, project, request, result }: WholeBuild, folder: string): Promise<Buffer> {
  const [archive] = output.files;
  assert.ok(archive !== undefined);
  const bytes = Buffer.from(archive.contents);
  await writeScratch(request, result, folder);
  assert.equal(await checkArchive(bytes), [], project);
  assert.is((await readArchive(bytes))[0]?.path, 'manifest.json');
  assert.not.ok(bytes.includes(request.root), 'no path of the machine');
  const unpacked = `${folder}-unpacked`;
  await execa(process.execPath, [tool, 'unpack', join(folder, archive.path), unpacked]);
  const judged = await execa(process.execPath, [tool, 'validate', join(unpacked, 'manifest.json')]);
  assert.match(judged.stdout, /Manifest schema validation passes!/);
  return readFileSync(join(unpacked, 'server/index.js'));
}

/** The earlier artifact stays whole, beside nothing half-written. */
async function outlivesFullDisk({ output, request, result, target }: WholeBuild, parent: string): Promise<void> {
  // Mounting a small disk needs root.
  if (process.getuid?.() !== 0) return;
  const disk = join(parent, `disk-${target.name}`);
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'tmpfs', disk]);
  try {
    const folder = join(disk, target.name);
    const old = join(folder, output.files[0]?.path ?? '');
    mkdirSync(dirname(old), { recursive: true });
    writeFileSync(old, 'the earlier build');
    const failure = await writeOutput(request, result, folder).then(
      () => 'written',
      (error: unknown) => String(error),
    );
    assert.is(failure, `WriteFailed: No space left while writing ${folder}. The folder is as it was before.`);
    assert.equal([readdirSync(disk), readFileSync(old, 'utf8')], [[target.name], 'the earlier build']);
  } finally {
    execFileSync('umount', [disk]);
  }
}

test.run();
