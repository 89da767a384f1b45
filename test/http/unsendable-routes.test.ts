/* What handlers of `http.routes` return and no host can send, on built bundles. */
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
import { send } from '../support/wire-client.ts';

const main = `
import { Service, tool } from '@service/sdk';
const ping = tool({ name: 'ping', description: 'Answers.' })(() => 'pong');
const route = (path: string, handler: any) => ({ method: 'GET', path, handler });
const read = async (): Promise<Response> => {
  const response = new Response('read');
  await response.text();
  return response;
};
const locked = (): Response => {
  const response = new Response('locked');
  response.body?.getReader();
  return response;
};
@Service({
  info: { name: 'odd', version: '1.0.0' },
  tools: [ping],
  http: {
    routes: [
      route('/network-error', () => Response.error()),
      route('/read', read),
      route('/locked', locked),
      route('/nothing', () => undefined),
      route('/null', () => null),
      route('/text', () => 'text'),
      route('/reflected', (request: Request) => new Response('fine', { headers: { 'x-asked': new URL(request.url).searchParams.get('q') ?? '' } })),
    ],
  },
})
export default class Server {}
`;

async function boot(target: Target) {
  const project = copyFixture('guarded', { 'src/main.ts': main });
  const request = requestOf(project.root, 'odd');
  const folder = join(project.root, 'dist');
  await writeOutput(request, (await bundleOf(request, target)).result, folder);
  if (target === nodeTarget) {
    const node = await bootHttp({ folder, name: 'odd' });
    return { project, url: node.url, log: () => node.output.stderr, stop: async () => void (await node.stop()) };
  }
  const worker = await bootWorker({ bundle: join(folder, 'index.js') });
  return { project, url: worker.origin, log: () => worker.output.text, stop: () => worker.stop() };
}

for (const target of [nodeTarget, workerTarget])
  test(`[I4.routes.unsendable] a ${target.name} build answers 500 for what cannot be sent, and goes on`, async () => {
    const server = await boot(target);
    try {
      const get = (path: string) => send({ port: Number(new URL(server.url).port), method: 'GET', path });
      for (const path of ['/network-error', '/read', '/locked', '/nothing', '/null', '/text', '/reflected?q=%01', '/reflected?q=%7f']) {
        const { headers, status, text } = await get(path);
        assert.is(status, 500, path);
        assert.match(text, /^\{"error":"Internal Server Error","errorId":"err_[0-9a-f]{16}"\}$/, path);
        assert.is(headers['x-content-type-options'], 'nosniff');
      }
      const fine = await get('/reflected?q=caf%C3%A9');
      assert.equal([fine.status, fine.text], [200, 'fine']);
    } finally {
      await server.stop();
      server.project.remove();
    }
    assert.match(server.log(), 'http.routes: GET /read must return a Response of status 200 to 599 whose body has not been read');
    assert.match(server.log(), 'http.routes: the header x-asked holds characters that no header may hold');
  });

test.run();
