/* A built server whose API gets another description while clients call. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Connection } from '../../../bench/load/connection.ts';
import { modernBody, modernHeaders, printPost } from '../../../bench/load/requests.ts';
import { refreshDocuments, writeOutput } from '../../../src/compiler/index.ts';
import { nodeTarget } from '../../../src/targets/node/target.ts';
import { serverlessATarget } from '../../../src/targets/serverless_a.ts';
import { workerTarget } from '../../../src/targets/worker/target.ts';
import { bootHttp, type HttpBoot } from '../../support/boot/node.ts';
import { build, bundleOf, requestOf } from '../../support/compile.ts';
import { answerTo, type SmallProject, writeProject } from '../../support/ways-to-run.ts';
import { modernRequest, openStream } from '../../support/wire-client.ts';
import { described } from './openapi-project.ts';
import { answerJson, recordingApi, type RecordingApi } from './recording-api.ts';

/** An API with its description, of which each test makes another. */
interface Api extends RecordingApi {
  document: string;
  looks: number;
}

const withTools = (...names: readonly string[]): string =>
  JSON.stringify(described(Object.fromEntries(names.map((operationId) => [`/${operationId}`, { get: { operationId } }]))));

async function apiWith(document: string): Promise<Api> {
  const state = { document, looks: 0 };
  const api = await recordingApi(({ target }, response) => {
    if (target !== '/openapi.json') return answerJson(response, { target });
    state.looks += 1;
    response.setHeader('content-type', 'application/json').end(state.document);
  });
  return Object.assign(state, api);
}

const project = (url: string, polling: string): SmallProject =>
  writeProject({
    'src/main.ts': `import { OpenapiAdapter } from '@service/adapters';
import { Service } from '@service/sdk';
const shop = OpenapiAdapter.init({ name: 'shop', url: '${url}/openapi.json', baseUrl: '${url}', loadOptions: { refResolution: { allowInternalIPs: true } }${polling} });
@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [shop] })
export class Server {}
`,
  });

const polling = ', polling: { enabled: true, intervalMs: 50 }';

/** A module that reads descriptions. */
const isReader = (file: string): boolean => /adapters\/src\/prepare|adapters\/src\/polling|node_modules\/yaml\//.test(file);

async function boot({ root }: SmallProject): Promise<HttpBoot> {
  const request = requestOf(root, 'small');
  assert.equal((await refreshDocuments(request)).diagnostics, []);
  const { report, result } = await bundleOf(request, nodeTarget);
  assert.ok(report.bundled.some(isReader));
  await writeOutput(request, result, `${root}/dist/node`);
  return bootHttp({ folder: `${root}/dist/node`, name: 'small' });
}

async function namesOf(url: string): Promise<string> {
  const { result } = JSON.parse(await answerTo(url, 'tools/list')) as { result: { tools: readonly { name: string }[] } };
  return result.tools.map(({ name }) => name).join(' ');
}

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await what())) await new Promise((resolve) => setImmediate(resolve));
}

const callsPerSecond = 500;
const calls = 750;

/** Calls one tool at a steady rate. @returns calls without their answer */
async function load(port: number): Promise<number> {
  const message = { id: 1, method: 'tools/call', params: { name: 'kept', arguments: {} } };
  const request = printPost(port, modernHeaders(message), modernBody(message));
  const connections = await Promise.all(Array.from({ length: 8 }, () => Connection.open(port)));
  const began = performance.now();
  let sent = 0;
  let lost = 0;
  const run = async (connection: Connection): Promise<void> => {
    while (sent < calls) {
      const due = began + (sent++ * 1000) / callsPerSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const { body, status } = await connection.ask(request);
      if (status !== 200 || !body.includes('"target":"/kept"')) lost += 1;
    }
  };
  await Promise.all(connections.map(run));
  for (const connection of connections) connection.close();
  return lost;
}

test('[A9.swap] a description that changes under load loses no call, and clients are told once', async () => {
  const api = await apiWith(withTools('kept', 'old'));
  const small = project(api.url, polling);
  try {
    const server = await boot(small);
    const port = Number(new URL(server.url).port);
    const stream = await openStream({
      port,
      path: new URL(server.url).pathname,
      ...modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    });
    const told: string[] = [];
    const heard = (async () => {
      for (let message = await stream.next(); message !== undefined; message = await stream.next()) told.push(String(message['method']));
    })();
    try {
      await until(() => told.length > 0);
      const loading = load(port);
      await until(() => api.requests.length > calls / 4);
      api.document = withTools('kept', 'new', 'third');
      assert.is(await loading, 0);
      await until(async () => (await namesOf(server.url)) === 'kept new third');
      assert.match(await answerTo(server.url, 'tools/call', { name: 'new', arguments: {} }), /"target":"\/new"/);
      assert.match(await answerTo(server.url, 'tools/call', { name: 'old', arguments: {} }), /not found/);

      // What is no description leaves everything as it is, and is told once, however often it is seen.
      api.document = '<html>the API is being repaired</html>';
      const looks = api.looks;
      await until(() => api.looks > looks + 5);
      assert.is(await namesOf(server.url), 'kept new third');
      assert.is(server.output.stderr.split('the document is HTML or XML').length, 2, server.output.stderr);
      assert.equal(
        told.filter((method) => method === 'notifications/tools/list_changed'),
        ['notifications/tools/list_changed'],
      );
    } finally {
      stream.close();
      await heard;
      await server.stop();
    }
  } finally {
    small.remove();
    await api.close();
  }
});

test('[A9.bundle] what reads descriptions is in no bundle that does not poll, and polling is refused where nothing runs between requests', async () => {
  const api = await apiWith(withTools('kept'));
  const quiet = project(api.url, ', polling: { enabled: false }');
  const small = project(api.url, polling);
  try {
    await refreshDocuments(requestOf(quiet.root, 'small'));
    const { report } = await bundleOf(requestOf(quiet.root, 'small'), workerTarget);
    assert.not.ok(report.bundled.some(isReader));
    await refreshDocuments(requestOf(small.root, 'small'));
    for (const target of [workerTarget, serverlessATarget]) {
      const { diagnostics } = await build(requestOf(small.root, 'small'), target);
      assert.equal(
        diagnostics.filter(({ severity }) => severity === 'error').map(({ message, span }) => `${span?.file}:${span?.line} ${message}`),
        [`src/main.ts:4 [--target ${target.name}] config incompatible with polling of the adapter "shop"`],
      );
    }
  } finally {
    for (const one of [quiet, small]) one.remove();
    await api.close();
  }
});

test.run();
