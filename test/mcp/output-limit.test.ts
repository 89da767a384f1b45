/* How large an answer may be, on built bundles over stdio and HTTP. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, bootStdio, type HttpBoot, type StdioBoot } from '../support/boot/node.ts';
import { bundleOf, requestOf } from '../support/compile.ts';
import { writeProject } from '../support/ways-to-run.ts';
import { modernRequest, send, type WireAnswer } from '../support/wire-client.ts';

const megabyte = 1024 * 1024;

/** Entries of each kind whose answers are as long as their caller wants. */
const main = (options: string): string => `import { prompt, resourceTemplate, Service, tool } from '@service/sdk';
import { z } from 'zod';
const inputSchema = { units: z.number(), unit: z.string() };
const long = tool({ name: 'long', description: 'Answers at length.', inputSchema })((input) => ({ content: [{ type: 'text', text: input.unit.repeat(input.units) }] }));
const text = resourceTemplate({ name: 'text', uriTemplate: 'test://text/{units}', description: 'A text.' })((_uri, { units }) => 'x'.repeat(Number(units)));
const talk = prompt({ name: 'talk', description: 'Talks.', arguments: [{ name: 'units', description: 'How much', required: true }] })(({ units }) => 'x'.repeat(Number(units)));
@Service({ info: { name: 'small', version: '1.0.0' }, tools: [long], resourceTemplates: [text], prompts: [talk]${options} })
export class Server {}
`;

interface Built {
  readonly folder: string;
  readonly name: string;
  readonly remove: () => void;
}

async function built(options = ''): Promise<Built> {
  const project = writeProject({ 'src/main.ts': main(options) });
  const request = requestOf(project.root, 'small');
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(request, (await bundleOf(request)).result, folder);
  return { folder, name: 'small', remove: () => project.remove() };
}

const test = suite<{ standard: Built; limited: Built }>('output limit');

test.before(async (context) => {
  context.standard = await built();
  context.limited = await built(', output: { maxBytes: 100_000 }');
});
test.after(({ limited, standard }) => {
  limited.remove();
  standard.remove();
});

const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/** Ends with the client gone, so that a failed assertion does not leave a server. */
async function overStdio(boot: Built, run: (server: StdioBoot) => Promise<void>): Promise<StdioBoot> {
  const server = bootStdio(boot);
  try {
    await server.request('initialize', initialize);
    await run(server);
  } finally {
    await server.close();
  }
  return server;
}

const callOf = (units: number, unit = 'x'): Record<string, unknown> => ({ name: 'long', arguments: { units, unit } });

test('[D4.results.max-bytes] over stdio a tool with more than 8 MiB is a result that names size and limit, and the session goes on', async ({
  standard,
}) => {
  const { output } = await overStdio(standard, async (server) => {
    const refused = JSON.stringify(await server.request('tools/call', callOf(8 * megabyte))).slice(0, 1000);
    assert.match(refused, /"The answer has 8\d{6} bytes, more than the limit of 8388608: ask for less"/);
    assert.match(refused, '"isError":true');
    assert.match(refused, '"code":"INVALID_OUTPUT"');
    // Three bytes a character: what counts are bytes.
    const wide = JSON.stringify(await server.request('tools/call', callOf(3 * megabyte, '€')));
    assert.match(wide.slice(0, 1000), 'more than the limit of 8388608');
    assert.ok(JSON.stringify(await server.request('tools/call', callOf(4 * megabyte))).length > 4 * megabyte);
  });
  assert.match(output.stderr, /answer over output\.maxBytes.*long/);
});

test('[D4.results.max-bytes] output.maxBytes counts for tools, resources and prompts, to the byte', async ({ limited }) => {
  await overStdio(limited, async (server) => {
    for (const [method, params] of [
      ['resources/read', { uri: 'test://text/100000' }],
      ['prompts/get', { name: 'talk', arguments: { units: '100000' } }],
    ] as const) {
      const error = JSON.stringify((await server.request(method, params))['error']);
      assert.match(error, /The answer has 100\d{3} bytes, more than the limit of 100000: ask for less/, method);
      assert.match(error, '"code":"INVALID_OUTPUT"');
    }
    // One character more in the result is one byte more in the line.
    await server.request('tools/call', callOf(10_000));
    const around = (server.lines.at(-1) ?? '').length - 10_000;
    await server.request('tools/call', callOf(100_000 - around));
    assert.is(server.lines.at(-1)?.length, 100_000);
    assert.match(
      JSON.stringify(await server.request('tools/call', callOf(100_001 - around))),
      'has 100001 bytes, more than the limit of 100000',
    );
  });
});

const callOver = ({ url }: HttpBoot, units: number): Promise<WireAnswer> => {
  const { pathname: path, port } = new URL(url);
  return send({ port: Number(port), path, ...modernRequest('tools/call', callOf(units)) });
};

test('[D4.results.large-logged] over HTTP an answer of any size is sent, and logged above 8 MiB', async ({ standard }) => {
  const server = await bootHttp(standard);
  try {
    const small = await callOver(server, 4 * megabyte);
    assert.is(/"(x+)"/.exec(small.text)?.[1]?.length, 4 * megabyte);
    assert.not.match(server.output.stderr, 'large answer');
    const large = await callOver(server, 9 * megabyte);
    assert.is(/"(x+)"/.exec(large.text)?.[1]?.length, 9 * megabyte);
    const line = await server.until(() => /.*large answer.*/.exec(server.output.stderr)?.[0]);
    assert.match(line, 'long');
    assert.match(line, /bytes\D+94\d{5}/);
  } finally {
    await server.stop();
  }
});

test('[D4.results.max-bytes] a limit over HTTP refuses there too', async ({ limited }) => {
  const server = await bootHttp(limited);
  try {
    const answer = await callOver(server, 100_000);
    assert.match(answer.text.slice(0, 1000), /The answer has 100\d{3} bytes, more than the limit of 100000/);
  } finally {
    await server.stop();
  }
});

test.run();
