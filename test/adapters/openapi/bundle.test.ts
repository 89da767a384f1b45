/* Built servers: no parser and no description in the bundle, and the tools work on each runtime. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../../src/compiler/index.ts';
import { nodeTarget } from '../../../src/targets/node/target.ts';
import { workerTarget } from '../../../src/targets/worker/target.ts';
import { bootHttp } from '../../support/boot/node.ts';
import { bootWorker } from '../../support/boot/worker.ts';
import { bundleOf, requestOf } from '../../support/compile.ts';
import { answerTo, everyWay, type SmallProject, startProject, writeProject } from '../../support/ways-to-run.ts';
import { recordingApi } from './recording-api.ts';

const petstore = readFileSync(
  new URL('../../../tools/openapi/node_modules/@readme/oas-examples/2.0/yaml/petstore.yaml', import.meta.url),
  'utf8',
);

const env = { STORE_KEY: 'key-of-the-store', STORE_TOKEN: 'token-of-the-store' };

const project = (): ReturnType<typeof writeProject> =>
  writeProject({
    'api/petstore.yaml': petstore,
    'src/main.ts': `import { OpenapiAdapter } from '@service/adapters';
import { Service } from '@service/sdk';
const store = OpenapiAdapter.init({ name: 'petstore', spec: 'api/petstore.yaml', baseUrl: process.env['STORE_API'] ?? 'https://petstore.example/v2', staticAuth: { apiKey: process.env['STORE_KEY'], oauth2Token: process.env['STORE_TOKEN'] } });
@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [store] })
export class Server {}
`,
  });

for (const way of [...everyWay, 'serverless_a', 'serverless_b'] as const)
  test(`[A14.bundle] [A14.servers] tools of a description reach the API that a variable names: ${way}`, async () => {
    const api = await recordingApi();
    const small = project();
    try {
      const server = await startProject(small.root, way, { env: { ...env, STORE_API: `${api.url}/v2/` } });
      try {
        // A bundle needs no description beside it.
        if (way !== 'sources') rmSync(join(small.root, 'api'), { recursive: true });
        const { result } = JSON.parse(await answerTo(server.url, 'tools/list')) as { result: { tools: readonly { name: string }[] } };
        assert.is(result.tools.length, 20);
        assert.match(
          await answerTo(server.url, 'tools/call', { name: 'getPetById', arguments: { petId: 7 } }),
          /"status":200,"ok":true,"data":\{"method":"GET","target":"\/v2\/pet\/7"\}/,
        );
        assert.is(api.requests[0]?.headers['api_key'], 'key-of-the-store');
        assert.match(await answerTo(server.url, 'tools/call', { name: 'getPetById', arguments: { petId: 'x' } }), /Invalid tool input/);
        await answerTo(server.url, 'tools/call', {
          name: 'uploadFile',
          arguments: { petId: 7, file: { base64: 'aGVsbG8=', filename: 'a.txt' } },
        });
        assert.match(api.requests[1]?.body ?? '', /name="file"; filename="a\.txt"[\s\S]*hello/);
        await answerTo(server.url, 'tools/call', { name: 'deletePet', arguments: { petId: 8 } });
        assert.equal([api.requests[2]?.method, api.requests[2]?.target], ['DELETE', '/v2/pet/8']);
      } finally {
        await server.stop();
      }
    } finally {
      small.remove();
      await api.close();
    }
  });

test('[A14.bundle] neither the description nor what reads it is in a bundle', async () => {
  const small = project();
  try {
    const { code, report } = await bundleOf(requestOf(small.root, 'small'));
    assert.equal(
      report.bundled.filter((file) => /adapters\/src\/prepare|node_modules\/yaml|openapi-upgrader|petstore\.yaml/.test(file)),
      [],
    );
    assert.ok(report.bundled.some((file) => file.includes('adapters/src/run/')));
    assert.not.match(code, /externalDocs|Excessive alias|is no OpenAPI description/);
  } finally {
    small.remove();
  }
});

test('[A14.size] a bundle of many tools interprets their schemas, refuses what they refuse and is small', async () => {
  const api = await recordingApi();
  const small = writeProject({
    'many.json': readFileSync(
      new URL('../../../tools/openapi/node_modules/@readme/oas-examples/3.0/json/star-trek.json', import.meta.url),
      'utf8',
    ),
    'src/main.ts': `import { OpenapiAdapter } from '@service/adapters';
import { Service } from '@service/sdk';
@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [OpenapiAdapter.init({ name: 'many', spec: 'many.json', baseUrl: '${api.url}' })] })
export class Server {}
`,
  });
  try {
    const { code, report, result } = await bundleOf(requestOf(small.root, 'small'));
    assert.ok(report.bundled.some((file) => file.includes('many-raw-schemas')));
    assert.not.match(code, /findRepeatedItem|compiledValidator/);
    assert.ok(gzipSync(code).length < 82_000 + 120 * 256, `${gzipSync(code).length} bytes`);
    await writeOutput(requestOf(small.root, 'small'), result, join(small.root, 'dist'));
    const server = await bootHttp({ folder: join(small.root, 'dist'), name: 'small' });
    try {
      const name = 'get_animal_search';
      assert.match(await answerTo(server.url, 'tools/call', { name, arguments: { pageNumber: 'x' } }), /Invalid tool input.*pageNumber/);
      assert.match(await answerTo(server.url, 'tools/call', { name, arguments: { pageNumber: 2 } }), /animal\/search\?pageNumber=2/);
    } finally {
      await server.stop();
    }
  } finally {
    small.remove();
    await api.close();
  }
});

/** What adapters prepare of this is more than bundlers are given: names and texts that could end the data, or set a prototype, stand in it. */
const large = (url: string): SmallProject => {
  const text = `\u2028 */ </script> \`\${1} ${'words '.repeat(150)}`;
  const shared = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"own":{"type":"string"}}},"a-b":{"type":"integer"}}}',
  ) as object;
  const operation = (at: number): object => ({
    operationId: `find${at}`,
    summary: `${at} ${text}`,
    parameters: [{ name: 'q', in: 'query', schema: shared, style: 'deepObject' }],
  });
  const paths = Object.fromEntries(Array.from({ length: 300 }, (_item, at) => [`/p${at}`, { get: operation(at) }]));
  return writeProject({
    'large.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'large', version: '1' }, paths }),
    'src/main.ts': `import { OpenapiAdapter } from '@service/adapters';
import { Service } from '@service/sdk';
@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [OpenapiAdapter.init({ name: 'large', spec: 'large.json', baseUrl: '${url}' })] })
export class Server {}
`,
  });
};

for (const [way, bundler] of [
  ['node', 'esbuild'],
  ['node', 'rollup'],
  ['worker', 'esbuild'],
] as const)
  test(`[A14.size] large data stands behind the bundle, where no bundler reads it: ${way}, ${bundler}`, async () => {
    const api = await recordingApi();
    const project = large(api.url);
    const { root } = project;
    try {
      const given = requestOf(root, 'small');
      const request = { ...given, build: { ...given.build, bundler } };
      const { code, report, result } = await bundleOf(request, way === 'node' ? nodeTarget : workerTarget);
      assert.match(code, /\nfunction service\$data\(\)\{.*\}\s*(\/\/# sourceMappingURL=\S+\s*)?$/s);
      assert.is(code.slice(code.indexOf('\nfunction service$data')).split('"__proto__"').length, 2, 'equal schemas stand once');
      assert.ok(report.bytes > 262_144, String(report.bytes));
      await writeOutput(request, result, join(root, 'dist'));
      const flags = ['nodejs_compat', 'nodejs_compat_populate_process_env'];
      const worker = way === 'worker' ? await bootWorker({ bundle: join(root, 'dist/index.js'), vars: {}, flags }) : undefined;
      const server =
        worker === undefined
          ? await bootHttp({ folder: join(root, 'dist'), name: 'small' })
          : { url: `${worker.origin}/mcp`, stop: () => worker.stop() };
      try {
        const { result: listed } = JSON.parse(await answerTo(server.url, 'tools/list')) as { result: { tools: readonly object[] } };
        assert.ok(JSON.stringify(listed.tools[0]).includes('"__proto__":{"type":"object"'), JSON.stringify(listed.tools[0]));
        assert.match(await answerTo(server.url, 'tools/call', { name: 'find299', arguments: { q: { 'a-b': 2 } } }), /\/p299\?q%5Ba-b%5D=2/);
        assert.match(await answerTo(server.url, 'tools/call', { name: 'find1', arguments: { q: { 'a-b': 'x' } } }), /Invalid tool input/);
      } finally {
        await server.stop();
      }
    } finally {
      project.remove();
      await api.close();
    }
  });

test.run();
