/* The function bundle under the real runtime client of its service; gateways and the service around it are ours. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serverlessBTarget } from '../../src/targets/serverless_b.ts';
import { bootFunction, type FunctionBoot, type FunctionBootOptions } from '../support/boot/function.ts';
import { gateways } from '../support/functions/events.ts';
import { answersEverything, buildFunction, signInto, type FunctionProject } from '../support/functions/project.ts';
import { testSecret } from '../support/sign-in-project.ts';
import { initializeBody, legacyHeaders, send } from '../support/wire-client.ts';

interface Context {
  readonly project: FunctionProject;
  readonly folder: string;
}
const test = suite<Context>('serverless_b');

const running: FunctionBoot[] = [];
async function boot(folder: string, more: Partial<FunctionBootOptions> = {}): Promise<FunctionBoot> {
  const variables = { JWT_SECRET: testSecret, MCP_SESSION_SECRET: testSecret, SERVICE_LOG_LEVEL: 'warn' };
  const booted = await bootFunction({ bundle: join(folder, 'handler.cjs'), gateway: 'function-url', variables, ...more });
  running.push(booted);
  return booted;
}

test.before(async (context) => {
  const project = await buildFunction(serverlessBTarget, 'dist/serverless_b');
  Object.assign(context, { project, folder: join(project.root, 'dist/serverless_b') });
});
test.after.each(async () => {
  for (const booted of running.splice(0)) await booted.stop();
});
test.after(({ project }) => project.remove());

test('[S4.3.serverless-b] a build is handler.cjs, which exports handler, its source map, the contract and what it is made of', ({
  folder,
  project,
}) => {
  assert.equal(readdirSync(folder).sort(), [
    'contract.json',
    'handler.cjs',
    'handler.cjs.map',
    'licenses.txt',
    'package.json',
    'sbom.cdx.json',
  ]);
  const exported = createRequire(import.meta.url)(join(folder, 'handler.cjs')) as object;
  assert.equal(Object.keys(exported).sort(), ['handler', 'stream']);
  assert.ok(project.warnings.includes('sign-in-in-memory'), project.warnings.join());
});

for (const gateway of gateways)
  test(`[serverless.gateways] behind ${gateway}: sign-in, bytes, cookies, queries and streams`, async ({ folder }) => {
    const { port } = await boot(folder, { gateway });
    await answersEverything(await signInto(port), { cookies: gateway === 'balancer' ? 1 : 2 });
  });

test('[serverless.stream] the export stream sends an answer while it is made, bodies of bytes and cookies too', async ({ folder }) => {
  const booted = await boot(folder, { exported: 'stream' });
  const client = await signInto(booted.port);
  await answersEverything(client, { cookies: 2 });
  // This call would never answer: its first message arrives before its end.
  const stream = await client.open('wait');
  assert.match(JSON.stringify(await stream.next()), '"progress":1');
  stream.close();
});

test('[serverless.deadline] an answer ends before the service ends the invocation: 504, or what a stream had by then', async ({
  folder,
}) => {
  const { limit, output, port } = await boot(folder);
  const client = await signInto(port);
  // Over when it begins, however fast this machine is: the service keeps half a second back.
  limit.ms = 500;
  assert.is((await client.send({ method: 'GET', path: '/hang' })).status, 504);
  // Until then the call has to begin.
  limit.ms = 5000;
  const late = await client.call('wait');
  assert.is(late.status, 200);
  assert.match(late.text, '"progress":1');
  // The call heard of it, and the instance takes the next event.
  assert.match(output.text, 'CALL ENDED');
  limit.ms = 30_000;
  assert.match((await client.call('count')).text, 'counted');
});

test('[serverless.malformed] a malformed event is 400 and starts nothing; one of another service fails with what the function answers', async ({
  folder,
}) => {
  const { handler } = createRequire(import.meta.url)(join(folder, 'handler.cjs')) as { handler: (event: unknown) => Promise<object> };
  const http = { method: 'GET', path: '/healthz', sourceIp: '203.0.113.5' };
  const second = { version: '2.0', rawPath: '/healthz', headers: {}, requestContext: { http, domainName: 'example.com' } };
  const first = { httpMethod: 'GET', path: '/healthz', headers: { Host: 'example.com' }, requestContext: { stage: 'prod' } };
  const balancer = { ...first, requestContext: { elb: { targetGroupArn: 'arn' } } };
  for (const event of [
    { ...second, headers: { 'a b': 'c' } },
    { ...second, headers: { host: 'user@evil.example' } },
    { ...second, requestContext: { http, domainName: 'evil.example/x' } },
    { ...second, rawPath: '.evil.example/healthz' },
    { ...second, body: '{}', isBase64Encoded: true },
    { ...first, path: '/a/../healthz' },
    { ...first, multiValueHeaders: { Host: ['example.com', 'evil.example'] } },
    { ...first, headers: null },
    { ...balancer, headers: { host: 'evil.example\\@example.com' } },
    { ...balancer, path: '/healthz\n' },
  ])
    assert.equal(await handler(event), {
      statusCode: 400,
      ...('multiValueHeaders' in event ? { multiValueHeaders: listed(refusal) } : { headers: refusal }),
      body: '{"error":"Bad Request","message":"Malformed request"}',
      isBase64Encoded: false,
    });
  for (const event of [{ Records: [{ eventSource: 'aws:sqs' }] }, { ...second, routeArn: 'arn' }])
    await handler(event).then(
      () => assert.unreachable(),
      ({ message }: Error) => assert.match(message, 'This function answers HTTP events of API gateways, function URLs and load balancers'),
    );
});

/** Headers of the answer to a malformed event. */
const refusal = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const listed = (headers: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));

test('[serverless.session-secret] in production, clients that open with initialize need MCP_SESSION_SECRET', async ({ folder }) => {
  const { port } = await boot(folder, { variables: { JWT_SECRET: testSecret, SERVICE_LOG_LEVEL: 'off' } });
  const { token } = await signInto(port);
  const headers = { ...legacyHeaders, host: `localhost:${port}`, authorization: `Bearer ${token}` };
  const refused = await send({ port, path: '/mcp', headers, body: initializeBody() });
  assert.is(refused.status, 500);
  assert.match(refused.text, 'SESSION_SECRET_REQUIRED');
});

test('[D2.worker.misconfigured] a function without the secret of its sign-in answers with the code of the fault', async ({ folder }) => {
  const { port } = await boot(folder, { variables: { SERVICE_LOG_LEVEL: 'off' } });
  const refused = await send({ port, path: '/mcp', headers: { host: `localhost:${port}` }, body: '{}' });
  assert.is(refused.status, 500);
  assert.match(refused.text, 'JWT_SECRET_REQUIRED');
});

test.run();
