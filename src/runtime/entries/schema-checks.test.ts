import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Service, tool, unknownEnvironment } from '../define/index.ts';
import { checkLibrarySchema, checkRaw, collect, compiledValidator, createRegistry, serverModelOf, type EntryServices } from './index.ts';

const text = {
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown) => (typeof value === 'string' ? { value } : { issues: [{ message: 'no text' }] }),
    jsonSchema: { input: () => ({ type: 'string' }), output: () => ({ type: 'string' }) },
  },
};

@Service({ info: { name: 's', version: '1' }, tools: [tool({ name: 'a', inputSchema: { city: text } })(() => 1)] })
class Server {}

const registryOf = async (services: EntryServices) => {
  const { entries } = serverModelOf(await collect(Server));
  return createRegistry({ entries, environment: unknownEnvironment, allowNonFinite: false, services });
};

test('a record of schemas is run by what the bundle brings for it', async () => {
  const registry = await registryOf({ checkLibrarySchema });
  assert.equal(await registry.findTool('a')?.checkInput({ city: 'Oslo' }), { value: { city: 'Oslo' } });
  assert.equal(await registry.findTool('a')?.checkInput({ city: 1 }), { issues: [{ message: 'no text', path: ['city'] }] });
});

test('a bundle without the validator refuses to start: unchecked input reaches no handler', async () => {
  const failure = await registryOf({}).then(() => 'started', String);
  assert.match(failure, 'without the feature "library-schemas"');
});

test('nor does one start that has JSON Schemas and nothing that checks by them', async () => {
  class Raw {}
  Service({ info: { name: 'r', version: '1' }, tools: [tool({ name: 'raw', rawInputSchema: { type: 'object' } })(() => 1)] })(Raw);
  const { entries } = serverModelOf(await collect(Raw));
  const start =
    (services: EntryServices, checks: object = {}) =>
    () =>
      createRegistry({ entries, environment: unknownEnvironment, allowNonFinite: false, services, ...checks });
  assert.throws(start({}), /without the feature "raw-schemas"/);
  assert.throws(start({ checkRaw }), /has a raw JSON Schema and no validator/);
  const registry = start({ checkRaw }, { validators: { [entries[0]?.model.id ?? '']: () => [{ message: 'no' }] } })();
  assert.equal(await registry.findTool('raw')?.checkInput({}), { issues: [{ message: 'no' }] });
});

test('a member that may not be there is named, whose path is that of its object', () => {
  const check = Object.assign(() => false, {
    errors: [
      { instancePath: '/pet', message: 'must NOT have additional properties', params: { additionalProperty: 'name' } },
      { instancePath: '', message: 'must NOT have unevaluated properties', params: { unevaluatedProperty: 'x'.repeat(200) } },
    ],
  });
  assert.equal(compiledValidator(check)({}), [
    { path: ['pet'], message: 'must NOT have additional properties: "name"' },
    { path: [], message: `must NOT have unevaluated properties: "${'x'.repeat(100)}"` },
  ]);
});

test.run();
