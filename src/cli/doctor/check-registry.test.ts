import { createServer } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledModel, emptyServer } from '../../../test/support/empty-model.ts';
import { listen } from '../../../test/support/listen.ts';
import { publicKey, PublisherFolder } from '../../../test/support/registry/publisher.ts';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { Service } from '../../runtime/define/index.ts';
import { loadProject } from '../../config/load-project.ts';
import { checkRegistry } from './check-registry.ts';

const registry = { name: 'com.example/weather', description: 'Weather forecasts' };
const info = { name: 'weather', version: '1.2.3' };

@Service({ info, registry, serve: false })
class Weather {}

const test = suite<{ folder: PublisherFolder; served: Served }>('doctor: registry');
test.before(async (context) => {
  const served = await serveSmall({ MCP_REGISTRY_PUBLIC_KEY: publicKey, SERVICE_HTTP_ENTRY_PATH: '/mcp' }, { server: Weather });
  Object.assign(context, { folder: new PublisherFolder(), served });
});
test.after(async ({ folder, served }) => {
  await served.run.stop(0);
  folder.remove();
});

/** What is found of the server at an address, which the sources describe so. */
async function findings(
  folder: PublisherFolder,
  url: string,
  given: { readonly version?: string; readonly registry?: object; readonly key?: string } = {},
) {
  folder.write('service.config.json', JSON.stringify({ name: 'weather', transport: { http: { path: '/mcp' } }, registry: { url } }));
  const project = await loadProject({ cwd: folder.root, env: {}, flags: {}, targets: [] });
  const { options } = emptyServer;
  const model = compiledModel({
    info: { ...info, version: given.version ?? info.version },
    options: { ...options, rest: given.registry === undefined ? { registry } : {} },
  });
  const call = folder.call({ 'key-file': given.key ?? 'key' });
  const analysis = async () => ({ model, diagnostics: [], sources: new Map<string, string>() });
  return (await checkRegistry({ call, root: folder.root, project, analysis })).map(
    ({ name, says, status }) => `${status} ${name}: ${says}`,
  );
}

test('[registry.doctor] a server that answers as the sources say passes; a server without registry is not asked', async ({
  folder,
  served,
}) => {
  const url = `http://127.0.0.1:${served.port}`;
  assert.equal(await findings(folder, url), [
    `pass registry-proof: ${url}/.well-known/mcp-registry-auth publishes your key`,
    `pass server-card: ${url}/mcp/server-card is that of com.example/weather 1.2.3`,
    `pass ai-catalog: ${url}/.well-known/ai-catalog.json links the server card`,
  ]);
  assert.equal(await findings(folder, url, { registry: {} }), []);
});

test('[registry.doctor] another key, another version, a redirect, a wrong answer and silence are named', async ({ folder, served }) => {
  const url = `http://127.0.0.1:${served.port}`;
  folder.write('other', '711433effec85569f230e04efb896b689fbcdca5ac692bd9a37855b5238eddd6');
  const outdated = await findings(folder, url, { version: '2.0.0', key: 'other' });
  assert.match(outdated[0] ?? '', /^fail registry-proof: .* publishes 11qYAYKx.*, and the key of .*other has the public key \/HdLK/);
  assert.match(outdated[1] ?? '', /^fail server-card: .* names the version 1\.2\.3 instead of 2\.0\.0/);
  assert.match((await findings(folder, url, { key: 'missing' }))[0] ?? '', /^pass .* there is no private key here to compare it with/);

  const proxy = createServer((request, response) => {
    if (request.url?.endsWith('mcp-registry-auth') === true) response.writeHead(301, { location: 'https://www.example.com/' }).end();
    else if (request.url?.endsWith('server-card') === true) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    else response.writeHead(404).end();
  });
  const behind = `http://127.0.0.1:${await listen(proxy)}`;
  const found = await findings(folder, behind);
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  assert.match(found[0] ?? '', /^fail registry-proof: .* redirects to https:\/\/www\.example\.com\/; registries follow no redirect/);
  assert.match(found[1] ?? '', /^fail server-card: .* is of the type text\/html instead of application\/mcp-server-card\+json/);
  assert.match(found[2] ?? '', /^fail ai-catalog: .* answers 404/);
  for (const line of await findings(folder, behind)) assert.match(line, /^warn .* does not answer from this machine/);
});

test.run();
