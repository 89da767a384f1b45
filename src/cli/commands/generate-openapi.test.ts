import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('generate openapi');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

test('[A13.generate] a file of the project becomes an app with the adapter, listed by the server, with its dependency', async ({
  project,
}) => {
  const read = (file: string): string => readFileSync(join(project, file), 'utf8');
  mkdirSync(join(project, 'specs'));
  writeFileSync(join(project, 'specs/pet-store.yaml'), 'openapi: 3.1.0');
  const { code, stderr, stdout } = await runCli(['generate', 'openapi', 'specs/pet-store.yaml'], { cwd: project });
  assert.is(code, 0, stderr);
  assert.match(stdout, /^create  src\/.*pet-store\.app\.ts\nupdate  src\/main\.ts\nupdate  package\.json\n\n {2}npm install$/);
  assert.match(
    read('src/pet-store.app.ts'),
    `import { OpenapiAdapter } from '@service/adapters';

@App({
  id: 'pet-store',
  name: 'Pet store',
  adapters: [OpenapiAdapter.init({ name: 'pet-store', spec: 'specs/pet-store.yaml' })],
})
export class PetStoreApp {}
`,
  );
  assert.match(read('src/main.ts'), 'apps: [CalcApp, PetStoreApp]');
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  assert.match(dependencies['@service/adapters'] ?? '', /^\d+\.\d+\.\d+$/);
  const again = await runCli(['generate', 'openapi', 'specs/pet-store.yaml'], { cwd: project });
  assert.equal([again.code, /^Nothing to do: \w+ lists PetStoreApp\.$/.test(again.stdout)], [0, true], again.stdout);
});

test('[A13.generate] an address is named after its host, and is fetched by the next step; --dry-run writes nothing', async ({
  project,
}) => {
  const typed = [
    'generate',
    'openapi',
    "https://api.petstore.example.com/it's.json",
    '--base-url',
    'https://petstore.example.com/v1',
    '--dry-run',
  ];
  const { code, stdout } = await runCli(typed, { cwd: project });
  assert.is(code, 0);
  assert.ok(
    stdout.includes(
      "OpenapiAdapter.init({ name: 'petstore', url: 'https://api.petstore.example.com/it\\'s.json', baseUrl: 'https://petstore.example.com/v1' })",
    ),
    stdout,
  );
  assert.ok(stdout.endsWith('  npm install && service build --refresh'), stdout);
  assert.not.match(readFileSync(join(project, 'package.json'), 'utf8'), /adapters/);
});

test('[A13.generate] what a build would not read is refused', async ({ project, root }) => {
  writeFileSync(join(root, 'outside.json'), '{}');
  for (const [typed, expected] of [
    ['none.json', /There is no file none\.json/],
    ['src', /There is no file src/],
    ['../outside.json', /outside\.json lies outside the project/],
    ['https://me:word@example.com/x.json', /without name and password/],
    ['https://', /is none that can be written/],
  ] as const) {
    const { code, stderr } = await runCli(['generate', 'openapi', typed], { cwd: project });
    assert.is(code, 2, stderr);
    assert.match(stderr, expected);
    assert.not.match(stderr, /me:word/);
  }
  const base = await runCli(['generate', 'openapi', 'https://example.com/x.json', '--base-url', 'example.com'], { cwd: project });
  assert.match(base.stderr, /--base-url is no address of http or https: example\.com/);
});

test('[A13.generate] a file that describes no API is refused with its line, and nothing is written', async ({ project }) => {
  const read = (): string => ['package.json', 'src/main.ts'].map((file) => readFileSync(join(project, file), 'utf8')).join('');
  const before = read();
  for (const [text, expected] of [
    ['{ "name": "x" }', 'api.txt is no OpenAPI description: it has neither "openapi" nor "swagger"'],
    ['[]', 'it has neither "openapi" nor "swagger"'],
    ['# Notes\n\nAbout openapi: all of it.\n', 'it has neither "openapi" nor "swagger"'],
    ['{\n "openapi": "3.1.0",\n "paths": {,}\n}', 'api.txt:3 is no OpenAPI description: it is no JSON'],
    ['<!doctype html>', 'it is HTML or XML'],
    ['', 'it is empty'],
    ['swagger: "1.2"', '"swagger" is "1.2"'],
    ['{"openapi":"4.0.0"}', '"openapi" is "4.0.0"'],
  ] as const) {
    writeFileSync(join(project, 'api.txt'), text);
    const { code, stderr } = await runCli(['generate', 'openapi', 'api.txt'], { cwd: project });
    assert.is(code, 1, `${text}\n${stderr}`);
    assert.ok(stderr.includes(expected), `${text}\n${stderr}`);
    assert.ok(stderr.includes('Name a document with "openapi" 3.0'), stderr);
  }
  assert.is(read(), before);
  assert.not.ok(existsSync(join(project, 'src/api.app.ts')));
  for (const text of ['# ours\n"openapi": 3.1.0', "swagger: '2.0' # old", '\uFEFF{"swagger": 2.0}', 'info: {}\nopenapi: 3.0.3\n']) {
    writeFileSync(join(project, 'api.txt'), text);
    const { code, stderr } = await runCli(['generate', 'openapi', 'api.txt', '--name', 'shop', '--dry-run'], { cwd: project });
    assert.is(code, 0, `${text}\n${stderr}`);
  }
});

test('[A13.generate] the adapter comes from where the SDK of the project comes from', async ({ project, root }) => {
  const file = join(project, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
  manifest.dependencies['@service/sdk'] = `file:${root}/service-sdk-0.1.0.tgz`;
  writeFileSync(file, JSON.stringify(manifest));
  writeFileSync(join(project, 'api.yaml'), 'openapi: 3.1.0');
  const version = async (): Promise<string | undefined> => {
    const { code, stderr } = await runCli(['generate', 'openapi', 'api.yaml', '--name', 'shop'], { cwd: project });
    assert.is(code, 0, stderr);
    const written = readFileSync(file, 'utf8');
    writeFileSync(file, JSON.stringify(manifest));
    return (JSON.parse(written) as typeof manifest).dependencies['@service/adapters'];
  };
  const released = await version();
  assert.match(released ?? '', /^\d+\.\d+\.\d+$/);
  writeFileSync(join(root, `service-adapters-${released}.tgz`), '');
  assert.is(await version(), `file:${root}/service-adapters-${released}.tgz`);
});

test.run();
