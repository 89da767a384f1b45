import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bootHttp } from '../support/boot/node.ts';
import { modernRequest, send } from '../support/wire-client.ts';
import { buildGuardBundles } from '../../bench/phases/guards.ts';

const test = suite<{ folder: string }>('the builds that guards are measured with');
test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-unguarded-'));
});
test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

test('[I4.guard-cost] the build without guards lets pass what the other refuses, and answers the same otherwise', async ({ folder }) => {
  const { guarded, unguarded } = await buildGuardBundles(folder);
  const { body, headers } = modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  const attacks: readonly Record<string, string>[] = [
    { host: 'evil.example' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'text/plain' },
  ];
  const answersOf = async (bundle: string): Promise<{ readonly plain: string; readonly attacked: readonly number[] }> => {
    const boot = await bootHttp({ folder: join(bundle, '..'), name: 'guarded' });
    const port = Number(new URL(boot.url).port);
    const ask = (more: Record<string, string>) => send({ port, path: '/mcp', headers: { ...headers, ...more }, body });
    const plain = await ask({});
    const attacked = await Promise.all(attacks.map(async (more) => (await ask(more)).status));
    await boot.stop();
    return { plain: plain.text, attacked };
  };
  const [held, open] = [await answersOf(guarded), await answersOf(unguarded)];
  assert.equal(held.attacked, [403, 403, 403, 415]);
  assert.equal(open.attacked, [200, 200, 200, 200]);
  assert.match(held.plain, '\\"sum\\":5');
  assert.is(open.plain, held.plain);
});

test.run();
