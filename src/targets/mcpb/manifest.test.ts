import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '@service/sdk/model';
import { compiledModel } from '../../../test/support/empty-model.ts';
import type { Packaging } from '../../compiler/model/packaging.ts';
import { checkManifest } from './check-manifest.ts';
import { archiveName } from './target.ts';
import { manifestOf } from './manifest.ts';
import { readPackageFacts } from './package-facts.ts';

const bundle = { fileName: 'index.js', code: '', bytes: 1, gzipBytes: 1, sha256: '' };
const input = {
  entryPath: '/',
  nativeAddons: [],
  format: 'cjs' as const,
  defaultPort: 3000,
  nodeVersion: '>=20.19.0',
  bundle,
  furtherBundles: {},
  mergedExecutables: [],
} as const;

function manifest(packaging: Packaging = {}, name = 'weather'): JsonObject {
  const made = manifestOf({ ...input, model: compiledModel(), name, version: '1.2.3', packaging });
  assert.equal(checkManifest(made), []);
  return made;
}

test('[mcpb.manifest] author and description are never absent', () => {
  const { author, compatibility, description, server } = manifest();
  assert.equal([author, description], [{ name: 'weather' }, 'weather MCP server']);
  assert.equal(server, {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: { command: 'node', args: ['${__dirname}/server/index.js'], env: { SERVICE_STDIO: '1' } },
  });
  assert.equal(compatibility, { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.19.0' } });
  assert.is(manifest({ packageJson: { description: 'Forecasts' } })['description'], 'Forecasts');
  assert.is(manifest({ deployment: { longDescription: 'First.\nSecond.' }, packageJson: { description: 'x' } })['description'], 'First.');
});

test('[sea.archive] a system with an executable starts it; where all have one, no Node is asked for', () => {
  const executable = { path: 'bin/linux-x64/server', system: 'linux' };
  const made = (deployment: JsonObject): JsonObject =>
    manifestOf({ ...input, model: compiledModel(), name: 'weather', version: '1.2.3', packaging: { deployment }, executable });
  const all = made({});
  assert.equal(checkManifest(all), []);
  assert.equal(all['server'], {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.js'],
      env: { SERVICE_STDIO: '1' },
      platform_overrides: { linux: { command: '${__dirname}/bin/linux-x64/server', args: [] } },
    },
  });
  assert.equal(all['compatibility'], { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.19.0' } });
  assert.equal(made({ compatibility: { platforms: ['linux'] } })['compatibility'], { platforms: ['linux'] });
  assert.equal(made({ compatibility: { platforms: ['darwin'] } })['compatibility'], {
    platforms: ['darwin'],
    runtimes: { node: '>=20.19.0' },
  });
});

test('[mcpb.manifest] package.json in each form of npm; malformed members are left out', () => {
  assert.equal(
    readPackageFacts({
      author: 'Ada <ada@example.com> (https://ada.example)',
      bugs: 'https://x.example/bugs',
      repository: 'ada/weather',
      keywords: ['a', 1],
    }),
    {
      author: { name: 'Ada', email: 'ada@example.com', url: 'https://ada.example' },
      repository: 'https://github.com/ada/weather',
      support: 'https://x.example/bugs',
      keywords: ['a'],
    },
  );
  const repositories = [
    ['git+https://example.com/a/b.git', 'https://example.com/a/b'],
    ['git@example.com:a/b.git', 'https://example.com/a/b'],
    ['git://example.com/a/b', 'https://example.com/a/b'],
    ['gitlab:a/b', 'https://gitlab.com/a/b'],
    ['file:///etc', undefined],
    ['javascript:alert(1)', undefined],
  ] as const;
  for (const [url, expected] of repositories) assert.is(readPackageFacts({ repository: { type: 'git', url } }).repository, expected, url);
  const wrong = { author: '<x@y.z>', homepage: 'nowhere', license: 3, repository: {}, bugs: { url: 'mailto:a@b.c' }, description: ' ' };
  assert.equal(readPackageFacts(wrong), {});
  assert.equal(readPackageFacts({ author: { name: 'A', email: 'no mail', url: 'no page' } }), { author: { name: 'A' } });
});

test('[mcpb.manifest] hostile names stay texts, and the file name is one', () => {
  const name = '../a"b\n$(id)';
  assert.is(manifest({}, name)['name'], name);
  assert.is(archiveName({ name, version: '1.0.0+b/../c' }), '..-a-b-id--1.0.0+b-..-c.mcpb');
});

test('[mcpb.user-config] questions become user_config and variables, and no secret is packed', () => {
  const made = manifest({
    variables: { LEVEL: 'info', API_KEY: 'sk-1234', DB_PASSWORD: 'hunter2', MONKEY: 'plain' },
    questions: [
      { id: 'folder', prompt: 'Which folder?', env: 'WEATHER_FOLDER' },
      { id: 'Max days', prompt: 'How many?', jsonSchema: { type: 'integer', minimum: 1, maximum: 9, default: 3 } },
      { id: 'api_key', prompt: 'Key', sensitive: true },
    ],
    deployment: { userConfig: { city: { type: 'string', title: 'City', description: 'Where', default: 'Rome' } } },
  });
  assert.equal(made['user_config'], {
    city: { type: 'string', title: 'City', description: 'Where', default: 'Rome' },
    folder: { type: 'string', title: 'Which folder?', description: 'Which folder?', required: true },
    max_days: { type: 'number', title: 'How many?', description: 'How many?', default: 3, min: 1, max: 9 },
    api_key: { type: 'string', title: 'Key', description: 'Key', required: true, sensitive: true },
    db_password: { type: 'string', title: 'DB_PASSWORD', description: 'Value of DB_PASSWORD', required: true, sensitive: true },
  });
  assert.equal(made['server'], {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.js'],
      env: {
        SERVICE_STDIO: '1',
        LEVEL: 'info',
        MONKEY: 'plain',
        CITY: '${user_config.city}',
        WEATHER_FOLDER: '${user_config.folder}',
        MAX_DAYS: '${user_config.max_days}',
        API_KEY: '${user_config.api_key}',
        DB_PASSWORD: '${user_config.db_password}',
      },
    },
  });
  assert.not.match(JSON.stringify(made), /sk-1234|hunter2/);
});

test('[mcpb.validate-archive] a manifest in the wrong form: each fault with its path', () => {
  const faults = (change: JsonObject): readonly string[] =>
    checkManifest({ ...manifest(), ...change }).map(({ message, path }) => `${path} ${message}`);
  assert.equal(faults({}), []);
  const cases: readonly (readonly [JsonObject, string])[] = [
    [{ author: { email: 'x' } }, 'author.name is missing'],
    [{ manifest_version: '0.5' }, 'manifest_version must be one of 0.3'],
    [{ tools: [{ name: 'a', inputSchema: {} }] }, 'tools.0.inputSchema is no key of this form'],
    [{ prompts: [{ name: 'a' }] }, 'prompts.0.text is missing'],
    [{ extra: 1 }, 'extra is no key of this form'],
    [{ _meta: { a: 'b' } }, '_meta.a must be an object'],
    [{ repository: 'a/b' }, 'repository must be an object'],
    [{ homepage: 'x' }, 'homepage must be the address of a page'],
    [{ compatibility: { cursor: '1' } }, 'compatibility.cursor is no key of this form'],
    [{ server: { type: 'node', entry_point: 'x', mcp_config: { command: 'x', env: { A: 1 } } } }, 'server.mcp_config.env.A must be text'],
    [{ icons: [{ src: 'a', size: 'big' }] }, 'icons.0.size must be a size such as 128x128'],
    [
      { user_config: { a: { type: 'text', title: 'a', description: 'b' } } },
      'user_config.a.type must be one of string, number, boolean, directory, file',
    ],
  ];
  for (const [change, expected] of cases) assert.ok(faults(change).includes(expected), `${expected}: ${faults(change).join('; ')}`);
  assert.equal(checkManifest([]), [{ path: '', message: 'must be an object' }]);
});

test.run();
