import type { JsonSchema, ServerModel, ToolModel } from '@service/sdk/model';
import type { Validator } from '@service/sdk/entries';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyServer } from '../../../fixtures/support/empty-model.ts';
import { findSdkCopy } from '../bundling/index.ts';
import { planValidators } from './validators.ts';

function serverOf(schemas: Readonly<Record<string, JsonSchema>>, inputKind: ToolModel['inputKind'] = 'raw'): ServerModel {
  const tools = Object.entries(schemas).map(([name, inputSchema]): ToolModel => ({
    kind: 'tool',
    id: `tool:${name}`,
    name,
    listedName: name,
    owner: [],
    inputSchema,
    inputKind,
    output: { kind: 'any' },
    visibility: 'public',
  }));
  return { ...emptyServer, tools };
}

/** The generated module, loaded as it would be in a bundle. */
async function load(module: string): Promise<Record<string, Validator>> {
  const result = await build({
    stdin: { contents: module, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: [...findSdkCopy().conditions],
  });
  const text = result.outputFiles[0]?.text ?? '';
  assert.not.ok(text.includes('new Function'), 'nothing is compiled at run time');
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  return ((await import(url)) as { validators: Record<string, Validator> }).validators;
}

test('[I2.raw-schema] raw JSON Schemas are checked by functions written at build', async () => {
  const person: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string', minLength: 2 }, mail: { type: 'string', format: 'email' } },
    required: ['name'],
    additionalProperties: false,
  };
  const tree: JsonSchema = { $id: 'tool:0', type: 'object', properties: { child: { $ref: '#' } }, unevaluatedProperties: false };
  const { module, diagnostics } = await planValidators(serverOf({ person, tree }), {});
  assert.equal(diagnostics, []);
  const { 'tool:person': checkPerson, 'tool:tree': checkTree } = await load(module ?? '');
  assert.is(checkPerson?.({ name: 'Ada', mail: 'ada@example.com' }), undefined);
  assert.equal(
    checkPerson?.({ name: 'A', mail: 'no' })?.map(({ path }) => path),
    [['name'], ['mail']],
  );
  assert.is(checkPerson?.({ name: 'Ada', 'a/b': 1 })?.length, 1);
  assert.is(checkTree?.({ child: { child: {} } }), undefined);
  assert.ok(checkTree?.({ child: { other: 1 } }) !== undefined);
});

test('a raw schema that is none is a finding at its tool', async () => {
  const { module, diagnostics } = await planValidators(
    serverOf({ broken: { type: 'object', properties: { a: { type: 'nonsense' } } } }),
    {},
  );
  assert.is(module, undefined);
  assert.is(diagnostics[0]?.code, 'schema-not-json');
  assert.match(diagnostics[0]?.message ?? '', 'the tool "broken"');
});

test('tools with other schemas need no validator', async () => {
  assert.equal(await planValidators(serverOf({ a: { type: 'object' } }, 'shape'), {}), { diagnostics: [] });
});

test.run();
