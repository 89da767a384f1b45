import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestOf } from '../../../test/support/compile.ts';
import { compiledModel, emptyServer } from '../../../test/support/empty-model.ts';
import { planSettings, printRegistryDocuments } from './index.ts';

const port = (variables: Readonly<Record<string, string>>, configHttpPort?: number): number =>
  planSettings(requestOf('/p', 'w', { variables, ...(configHttpPort === undefined ? {} : { configHttpPort }) }), compiledModel(), {
    name: 'node',
  }).port;

test("[node.default-port] the port of a start without PORT is the deployment's, then the config's, then 3000", () => {
  assert.equal([port({ PORT: '3999' }, 4123), port({}, 4123), port({})], [3999, 4123, 3000]);
});

test('[registry.bundles] what the sources decide is described by the build; otherwise every start describes it', () => {
  const { options } = emptyServer;
  const registry = { name: 'com.example/weather', description: 'Forecasts' };
  const server = { ...emptyServer, options: { ...options, rest: { registry } } };
  assert.match(printRegistryDocuments(server, undefined), /registryDocumentsOf\(\{[\s\S]*urn:air:example\.com:mcp:weather/);
  const open = printRegistryDocuments(server, 'PORT decides an option');
  assert.is(open, 'export { registryDocuments } from "@service/sdk/features/registry-documents";\n');
});

test.run();
