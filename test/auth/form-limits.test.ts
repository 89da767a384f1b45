/* `http.bodyLimit` and `http.urlencodedLimit` on the paths of sign-in, which read with limits of their own beneath them. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { testSecret } from '../support/sign-in-project.ts';
import { send } from '../support/wire-client.ts';

const mainWith = (auth: string): string => `
import { Service, tool } from '@service/sdk';
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
@Service({
  info: { name: 'limits', version: '1.0.0' },
  tools: [whoami],
  http: { bodyLimit: '2kb', urlencodedLimit: '1kb' },
  auth: { ${auth} },
})
export default class Server {}
`;

const local = "mode: 'local', dcr: { enabled: true }";
const open = "mode: 'public'";

async function withServer(target: Target, auth: string, use: (port: number) => Promise<void>): Promise<void> {
  const project = copyFixture('local-auth', { 'src/main.ts': mainWith(auth), 'src/options.ts': 'export {};\n' });
  const request = requestOf(project.root, 'limits');
  const folder = join(project.root, 'dist');
  await writeOutput(request, (await bundleOf(request, target)).result, folder);
  const server = await (target === nodeTarget ? onNode(folder) : onWorker(folder));
  try {
    await use(Number(new URL(server.url).port));
  } finally {
    await server.stop();
    project.remove();
  }
}

const variables = { JWT_SECRET: testSecret };
const onNode = (folder: string) => bootHttp({ folder, name: 'limits', env: variables });
const onWorker = async (folder: string) => {
  const worker = await bootWorker({ bundle: join(folder, 'index.js'), vars: variables });
  return { url: worker.origin, stop: () => worker.stop() };
};

const form = 'application/x-www-form-urlencoded';

/** A body of some bytes, with its length before it or in chunks; the status, and the body where it is a fixed one. */
async function refusal(port: number, path: string, sent: { type: string; bytes: number; chunked: boolean }) {
  const framing: Record<string, string> = sent.chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(sent.bytes) };
  const answer = await send({ port, path, headers: { 'content-type': sent.type, ...framing }, body: 'a'.repeat(sent.bytes) });
  const body = JSON.parse(answer.text.startsWith('{') ? answer.text : '{}') as Record<string, unknown>;
  return [answer.status, 'jsonrpc' in body ? body : undefined];
}

const tooLarge = (limit: number, length: number) => [
  413,
  { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Payload Too Large', data: { limit, length } } },
];

const rows = [
  [local, '/oauth/token', form, 1024],
  [local, '/oauth/callback', form, 1024],
  [local, '/oauth/register', 'application/json', 2048],
  [open, '/oauth/token', form, 1024],
] as const;

for (const target of [nodeTarget, workerTarget])
  for (const auth of [local, open])
    test(`[D2.body-limit.sign-in] a ${target.name} build with { ${auth} } holds forms to urlencodedLimit and other bodies to bodyLimit`, () =>
      withServer(target, auth, async (port) => {
        for (const [, path, type, limit] of rows.filter(([mode]) => mode === auth))
          for (const chunked of [false, true]) {
            assert.equal(await refusal(port, path, { type, bytes: limit + 1, chunked }), tooLarge(limit, limit + 1), path);
            assert.equal(await refusal(port, path, { type, bytes: limit, chunked }), [400, undefined], path);
          }
      }));

test.run();
