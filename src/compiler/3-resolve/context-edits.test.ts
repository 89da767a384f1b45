import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Project, SyntaxKind } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyEditsTo, findSdkCopy } from '../bundler-plugin/index.ts';
import { planContextEdits, readByContexts } from './context-edits.ts';

const sdk = findSdkCopy();
const files = ['execution', 'asking', 'tool', 'resource', 'prompt']
  .map((kind) => `define/${kind}-context.ts`)
  .concat('mcp/call/running-call.ts', 'mcp/call-channel.ts')
  .map((path) => join(sdk.runtime.folder, path));

async function trimmed(used: readonly string[], detached: readonly string[] = []): Promise<string> {
  const edits = planContextEdits(sdk, { used, detached: new Set(detached) });
  return files
    .map((file) =>
      applyEditsTo(
        readFileSync(file, 'utf8'),
        edits.filter((edit) => edit.file === file),
      ),
    )
    .join('\n');
}

test('[P5.bundle.context] members that nobody takes are gone, with what only they read of the call', async () => {
  const none = await trimmed([]);
  for (const gone of ['elicit<', 'callTool(', 'get telemetry', 'closeStream(', 'Object.defineProperty', 'get inputHistory', 'async fetch('])
    assert.not.match(none, gone);
  assert.match(none, 'abstract execute');
});

test('[P5.bundle.context] the way to the client goes with the members of the call that use it', async () => {
  const none = await trimmed([]);
  for (const gone of ['notify(', '#rises(', 'closeStream(']) assert.not.match(none, gone);
  for (const kept of ['get signal', 'close()']) assert.match(none, kept);
  const told = await trimmed(['progress']);
  assert.is(told.split('notify(method: string, params: JsonObject): boolean {').length, 3);
  assert.match(told, '#rises(');
  assert.not.match(told, 'closeStream(');
});

test('[P5.bundle.context] a member brings what it uses of its own object and of the call', async () => {
  const updated = await trimmed(['notifyUpdated']);
  for (const kept of ['notifyUpdated()', 'notifyResourceUpdated(', 'get uri', 'publish(']) assert.match(updated, kept);
  assert.not.match(updated, 'callTool(');
  assert.match(await trimmed(['fetch']), 'get authProviders');
  assert.match(await trimmed(['remember']), 'Object.defineProperty');
});

test('[P5.bundle.context] [context.detached] methods keep their object only where an entry takes one away', async () => {
  const binding = 'makeDetachable(this.prototype)';
  assert.not.match(await trimmed(['progress']), binding);
  assert.match(await trimmed(['progress'], ['progress']), binding);
  // A getter is read at once.
  assert.not.match(await trimmed(['signal'], ['signal']), binding);
});

test('[P5.bundle.context] who hands the whole call on keeps the whole call', async () => {
  for (const member of ['elicit', 'credentials', 'fetch']) {
    const edits = planContextEdits(sdk, { used: [member], detached: new Set() });
    assert.ok(edits.length > 0);
    assert.not.ok(
      edits.some(({ file }) => file.includes('running-call')),
      member,
    );
  }
});

test('[P5.bundle.context] the run time itself reads nothing that a call may lose', () => {
  const { folder } = sdk.runtime;
  const project = new Project({ tsConfigFilePath: join(folder, '../../tsconfig.json'), skipAddingFilesFromTsConfig: true });
  project.addSourceFilesAtPaths([`${folder}/**/*.ts`, `!${folder}/**/*.test.ts`]);
  const readers: string[] = [];
  const ofChannel = new Set<string>();
  for (const file of project.getSourceFiles())
    for (const access of file.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)) {
      if (!readByContexts.has(access.getName())) continue;
      const owners =
        access
          .getNameNode()
          .getSymbol()
          ?.getDeclarations()
          .map((one) => one.getParentOrThrow().getSymbol()?.getName()) ?? [];
      if (owners.includes('CallFrame') || owners.includes('RunningCall'))
        readers.push(relative(folder, file.getFilePath()).replaceAll(sep, '/'));
      if (
        owners.some((owner) => owner === 'CallChannel' || owner === 'OutletChannel') &&
        ['notify', 'closeStream'].includes(access.getName())
      )
        ofChannel.add(relative(folder, file.getFilePath()).replaceAll(sep, '/'));
    }
  // The call itself, and channels around a channel, which hand on what a call asks of them.
  assert.equal([...ofChannel].filter((reader) => !reader.endsWith('.test.ts')).sort(), [
    'mcp/call/call-inner.ts',
    'mcp/call/running-call.ts',
    'mcp/fallback/fallback-call.ts',
    'mcp/tasks/handover-channel.ts',
    'telemetry/asking-channel.ts',
  ]);
  assert.ok(readers.length > readByContexts.size);
  // Those are contexts, or are handed the whole call by a context: then nothing of it is lost, as where there are plugins. Of its own members
  // the call keeps what it uses.
  assert.equal(
    readers.filter((reader) => !/^(?:define|auth|features|plugins)\/|^mcp\/call\/running-call\.ts/.test(reader)),
    [],
  );
});

test.run();
