import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyServer } from '../../../test/support/empty-model.ts';
import { printRegistryDocuments } from './print-registry-documents.ts';

test('[registry.bundles] what the sources decide is described by the build; otherwise every start describes it', () => {
  const { options } = emptyServer;
  const registry = { name: 'com.example/weather', description: 'Forecasts' };
  const server = { ...emptyServer, options: { ...options, rest: { registry } } };
  assert.match(printRegistryDocuments(server, undefined), /registryDocumentsOf\(\{[\s\S]*urn:air:example\.com:mcp:weather/);
  const open = printRegistryDocuments(server, 'PORT decides an option');
  assert.is(open, 'export { registryDocuments } from "@service/sdk/features/registry-documents";\n');
});

test.run();
