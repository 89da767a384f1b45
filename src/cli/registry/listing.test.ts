import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject, ServerInfo } from '@service/sdk/model';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyServer } from '../../../test/support/empty-model.ts';
import { loadProject } from '../../config/load-project.ts';
import { inspectListing } from '../inspect/inspection.ts';
import { CliError } from '../cli-error.ts';
import { checkListing } from './check-listing.ts';
import { buildListing } from './listing.ts';

const test = suite<{ root: string }>('listing');
test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'service-listing-'));
});
test.after.each(({ root }) => rmSync(root, { recursive: true }));

interface Given {
  readonly manifest?: object;
  readonly config?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly registry?: JsonObject;
  readonly info?: Partial<ServerInfo>;
  readonly url?: string;
}

const name = 'com.example/weather';

/** What a project and its server are listed as. */
async function parts(root: string, { config = {}, files = {}, info = {}, manifest = {}, registry }: Given) {
  const all = {
    ...files,
    'package.json': JSON.stringify({ name: '@acme/weather', version: '1.2.3', ...manifest }),
    'service.config.json': JSON.stringify({ name: 'weather', transport: { http: { path: '/mcp' } }, ...config }),
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const project = await loadProject({ cwd: root, env: {}, flags: {}, targets: [] });
  const { options } = emptyServer;
  const server = {
    ...emptyServer,
    info: { name: 'weather', version: '1.2.3', ...info },
    options: { ...options, rest: { ...options.rest, ...(registry === undefined ? {} : { registry }) } },
  };
  return { project, server };
}

const listingOf = async (root: string, given: Given) => buildListing({ ...(await parts(root, given)), url: given.url });
const failure = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.catch((thrown: unknown) => thrown);
  assert.instance(error, CliError);
  return error instanceof CliError ? error.diagnostics.map(({ hint, message }) => `${message}\n${hint ?? ''}`).join('\n') : '';
};

test('[registry.listing] the decorator decides; package.json fills in name, description and repository', async ({ root }) => {
  const repository = { url: 'https://github.com/acme/weather', source: 'github' };
  const decorated = await listingOf(root, {
    registry: { name, description: 'Forecasts', repository },
    manifest: { description: 'Other', repository: 'github:acme/other' },
    info: { title: 'Weather', websiteUrl: 'http://example.com', icons: [{ src: 'https://example.com/i.png', sizes: ['64x64'] }] },
  });
  assert.equal(decorated, {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title: 'Weather',
    description: 'Forecasts',
    version: '1.2.3',
    repository,
    icons: [{ src: 'https://example.com/i.png', sizes: ['64x64'] }],
  });
  const forms = [
    'github:acme/weather',
    'acme/weather',
    'git+https://github.com/acme/weather.git',
    { type: 'git', url: 'git+ssh://git@github.com/acme/weather.git' },
  ];
  for (const form of forms) {
    const listing = await listingOf(root, { manifest: { mcpName: name, description: 'Forecasts', repository: form } });
    assert.equal([listing['name'], listing['description'], listing['repository']], [name, 'Forecasts', repository], JSON.stringify(form));
    assert.equal(checkListing(listing), []);
  }
  const inFolder = await listingOf(root, {
    manifest: { mcpName: name, repository: { url: 'https://gitlab.com/acme/all/weather.git', directory: 'servers/weather/' } },
  });
  assert.equal(inFolder['repository'], { url: 'https://gitlab.com/acme/all/weather', source: 'gitlab', subfolder: 'servers/weather' });
  assert.match(await failure(listingOf(root, {})), /has no name in the registry[\s\S]*registry: \{ name: 'com\.example\/weather'/);
});

test('[registry.listing] a description of package.json that is too long is named, not cut', async ({ root }) => {
  const listing = await listingOf(root, { manifest: { mcpName: name, description: 'd'.repeat(120) } });
  assert.equal(
    checkListing(listing).map(({ path, problem }) => `${path} ${problem}`),
    ['description must have 1 to 100 characters, and has 120: set registry.description of @Service'],
  );
});

test('[registry.listing] an address without a path gets that of the endpoint; --url wins over the config', async ({ root }) => {
  const registry = { name, description: 'Forecasts' };
  const urlOf = async (given: Given): Promise<unknown> =>
    Reflect.get(Object(Reflect.get(Object((await listingOf(root, { registry, ...given }))['remotes']), '0')), 'url');
  const config = { registry: { url: 'https://mcp.example.com' } };
  assert.is(await urlOf({ config }), 'https://mcp.example.com/mcp');
  assert.is(await urlOf({ config: { registry: { url: 'https://mcp.example.com/a/b' } } }), 'https://mcp.example.com/a/b');
  assert.is(await urlOf({ config, url: 'https://other.example/' }), 'https://other.example/mcp');
});

test('[registry.packages] npm needs the mcpName of the server, a name, a version, and no private', async ({ root }) => {
  const config = { registry: { packages: ['npm'] } };
  const registry = { name, description: 'Forecasts' };
  const listing = await listingOf(root, { config, registry, manifest: { mcpName: name } });
  assert.equal(listing['packages'], [
    {
      registryType: 'npm',
      identifier: '@acme/weather',
      version: '1.2.3',
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'named', name: '--stdio' }],
    },
  ]);
  assert.equal(checkListing(listing), []);
  const bad: readonly (readonly [object, RegExp])[] = [
    [{}, /package\.json has no mcpName[\s\S]*"mcpName": "com\.example\/weather"/],
    [{ mcpName: 'com.example/other' }, /has the mcpName com\.example\/other, and the server is com\.example\/weather/],
    [{ mcpName: name, private: true }, /is private/],
    [{ mcpName: name, name: undefined }, /no name or no version/],
  ];
  for (const [manifest, message] of bad) assert.match(await failure(listingOf(root, { config, registry, manifest })), message);
});

test('[registry.packages] an mcpb package has the SHA-256 of its file and the address of its release', async ({ root }) => {
  const mcpb = 'https://github.com/acme/weather-mcp/releases/download/v1.2.3/weather.mcpb';
  const registry = { name, description: 'Forecasts' };
  const listing = await listingOf(root, {
    registry,
    config: { registry: { packages: [{ mcpb }] } },
    files: { 'dist/mcpb/weather-1.2.3.mcpb': 'archive' },
  });
  const fileSha256 = createHash('sha256').update('archive').digest('hex');
  assert.equal(listing['packages'], [
    { registryType: 'mcpb', identifier: mcpb, version: '1.2.3', fileSha256, transport: { type: 'stdio' } },
  ]);
  assert.equal(checkListing(listing), []);
  const missing = { registry, config: { registry: { packages: [{ mcpb, file: 'none.mcpb' }] } } };
  assert.match(await failure(listingOf(root, missing)), /none\.mcpb cannot be read[\s\S]*service build --target mcpb/);
  const elsewhere = { registry, config: { registry: { packages: [{ mcpb: 'https://example.com/weather-mcp.mcpb' }] } } };
  assert.match(await failure(listingOf(root, elsewhere)), /no release of GitHub or GitLab/);
});

test('[registry.inspect] inspect shows the listing with its faults; servers without a name have none', async ({ root }) => {
  const of = async (given: Given) => {
    const { project, server } = await parts(root, given);
    return inspectListing(server, project);
  };
  assert.is(await of({}), undefined);
  const registry = { name, description: 'Forecasts' };
  const good = await of({ registry });
  assert.equal([good?.listing?.['name'], good?.problems], [name, []]);
  const bad = await of({ registry, config: { registry: { url: 'http://mcp.example.com' } } });
  assert.match(bad?.problems[0] ?? '', /remotes\[0\]\.url must be an https address/);
  const unready = await of({ registry, config: { registry: { packages: ['npm'] } } });
  assert.equal(unready, { problems: ['package.json has no mcpName'] });
});

test.run();
