import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test.run();
