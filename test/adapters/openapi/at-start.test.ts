/* The adapter outside of a build: `create()` and `service dev` prepare at start, from the files and the lock. */
import { execa } from 'execa';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DevRun } from '../../support/cli/dev-run.ts';
import { editFile } from '../../support/cli/project-fixture.ts';
import { runCli } from '../../support/cli/run-cli.ts';
import { answerTo, type SmallProject, writeProject } from '../../support/ways-to-run.ts';
import { described } from './openapi-project.ts';
import { answerJson, recordingApi } from './recording-api.ts';

const test = suite('OpenapiAdapter at start');

const description = (...names: readonly string[]): string =>
  JSON.stringify(
    described(Object.fromEntries(names.map((name) => [`/${name}`, { get: { operationId: name, summary: `Gets ${name}.` } }]))),
    undefined,
    1,
  );

const main = (options: string): string => `import { OpenapiAdapter } from '@service/adapters';
import { Service } from '@service/sdk';

@Service({
  info: { name: 'small', version: '1.0.0' },
  adapters: [
    OpenapiAdapter.init(${options}),
  ],
})
export class Server {}
`;

const local = main("{ name: 'pets', spec: 'api/pets.json', baseUrl: 'https://pets.example.com' }");

/** A direct server of the folder: names of its tools, or why there are none. */
const listing = (options: string): string => `import { OpenapiAdapter } from '@service/adapters';
import { create } from '@service/sdk';
const server = await create({ info: { name: 'small', version: '1.0.0' }, adapters: [OpenapiAdapter.init(${options})] }).catch((failure) => {
  console.log(failure.message);
  process.exit(0);
});
console.log((await server.listTools()).tools.map(({ name }) => name).join(' '));
await server.dispose();
`;

async function created({ root }: SmallProject): Promise<string> {
  const { stderr, stdout } = await execa(process.execPath, ['--import', 'tsx', '--conditions=service-source', 'create.ts'], {
    cwd: root,
    reject: false,
  });
  return `${stdout}${stderr}`;
}

async function namesAt(url: string): Promise<string> {
  const { result } = JSON.parse(await answerTo(url, 'tools/list')) as { result: { tools: readonly { name: string }[] } };
  return result.tools.map(({ name }) => name).join(' ');
}

test('[A13.start] dev serves the description as it is saved; one that cannot be read is shown, and the next good one served', async () => {
  const project = writeProject({ 'src/main.ts': local, 'api/pets.json': description('cats') });
  const file = join(project.root, 'api/pets.json');
  const dev = new DevRun(['--port', 'auto', '--no-check'], { cwd: project.root });
  try {
    const [, url = ''] = await dev.says(/serving (\S+)/);
    assert.is(await namesAt(url), 'cats');
    editFile(file, () => description('cats', 'dogs'));
    await dev.says(/changed api\/pets\.json[^]*serving/);
    assert.is(await namesAt(url), 'cats dogs');
    editFile(file, () => '{ "openapi": ');
    await dev.says(/error prepare-failed: The adapter "pets" could not be prepared: prepare failed: api\/pets\.json:1:\d+: no JSON/);
    assert.is(await namesAt(url), 'cats dogs');
    editFile(file, () => description('birds'));
    await dev.says(/changed api\/pets\.json[^]*serving/);
    assert.is(await namesAt(url), 'birds');
  } finally {
    await dev.end('SIGINT');
    project.remove();
  }
});

test('[A13.start] [A13.lock] [A13.refresh] a description at an address: locked by a build, served by create() without network', async () => {
  let text = description('cats', 'dogs');
  const source = await recordingApi(({ target }, response) => {
    if (target === '/openapi.json') response.setHeader('content-type', 'application/json').end(text);
    else answerJson(response, { target });
  });
  const url = `${source.url}/openapi.json`;
  const options = `{ name: 'pets', url: '${url}', baseUrl: '${source.url}/v1', loadOptions: { refResolution: { allowInternalIPs: true } } }`;
  const project = writeProject({
    'src/main.ts': main(options),
    'create.ts': listing(options),
  });
  const run = (...args: readonly string[]) => runCli(args, { cwd: project.root });
  const fetched = (): number => source.requests.filter(({ target }) => target === '/openapi.json').length;
  try {
    assert.match(await created(project), `${url} is not in service.lock.json`);
    const early = await run('build', '--target', 'node', '--no-check', '--no-prove');
    assert.is(early.code, 1);
    assert.match(
      early.stderr,
      `src/main.ts:7:5 error document-not-locked: The adapter "pets" needs ${url}, which is not in service.lock.json`,
    );
    assert.is(fetched(), 0);

    const first = await run('build', '--refresh', '--target', 'node', '--no-check', '--no-prove');
    assert.is(first.code, 0, first.stderr);
    const asked = fetched();
    assert.is(await created(project), 'cats dogs');
    assert.is(fetched(), asked, 'a start asked the network for the description');

    text = description('cats', 'birds');
    const second = await run('build', '--refresh', '--target', 'node', '--no-check', '--no-prove');
    assert.match(second.stdout, new RegExp(`^changed +${url} \\(`));
    assert.match(second.stdout, /breaking +tool dogs/);
    assert.match(second.stdout, /1 breaking, 1 added, 0 compatible, 0 wording since the locked documents/);

    text = '<html>sign in</html>';
    const html = await run('build', '--refresh', '--target', 'node', '--no-check', '--no-prove');
    assert.is(html.code, 1);
    assert.match(
      html.stderr,
      `prepare-failed: The adapter "pets" could not be prepared: prepare failed: ${url}: the document is HTML or XML`,
    );
    assert.is(await created(project), 'cats birds');

    const [copy = ''] = readdirSync(join(project.root, 'service.lock'));
    writeFileSync(join(project.root, 'service.lock', copy), description('evil'));
    assert.match(await created(project), /service\.lock\/.*, the copy of .*, has the SHA-256 \w{64}, and service\.lock\.json says \w{64}/);
    rmSync(join(project.root, 'service.lock'), { recursive: true });
    assert.match(await created(project), /the copy of .* cannot be read/);
  } finally {
    project.remove();
    await source.close();
  }
});

test.run();
