import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Contract, ContractTool } from '../../compiler/contract/index.ts';
import { clientFiles, clientProgram, usableTools } from './client-files.ts';

const toolWith = (name: string, header: string): ContractTool => ({
  name,
  hash: 'h',
  visibility: 'public',
  inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': header } } },
});

const contract: Contract = {
  contractVersion: 1,
  hash: 'h',
  server: { name: 'a', version: '1.0.0' },
  tools: [toolWith('good', 'Region'), toolWith('bad', 'no header')],
  resources: [],
  resourceTemplates: [{ name: 't', hash: 'h', uriTemplate: 'docs://`{id}/x' }],
  prompts: [],
  skills: [],
};

test('templates are types with a hole for each variable', () => {
  const types = clientFiles(contract).find(({ name }) => name === 'contract.d.mts')?.text ?? '';
  assert.match(types, 'export type ResourceUri = `docs://\\`${string}/x`;');
});

test('[I7.client] the program imports nothing but its contract, and names no place of this machine', async () => {
  const { text } = await clientProgram();
  const imported = text.split('\n').filter((line) => line.startsWith('import '));
  assert.equal(imported, ['import { contract } from "./contract.mjs";']);
  assert.ok(!text.includes(process.cwd()) && !text.includes('node_modules') && !text.includes('../'));
});

test('a tool whose argument is marked wrongly is left out, with the reason', () => {
  const { contract: usable, unusable } = usableTools(contract);
  assert.equal(
    usable.tools.map(({ name }) => name),
    ['good'],
  );
  assert.equal(
    unusable.map(({ name }) => name),
    ['bad'],
  );
  assert.match(unusable[0]?.reason ?? '', 'x-mcp-header of `region`: ');
});

test.run();
