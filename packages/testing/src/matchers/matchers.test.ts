import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AsymmetricMatcher } from '../asymmetric.ts';
import { PromptResultWrapper, ResourceContentWrapper, ToolResultWrapper } from '../client/results.ts';
import type { JsonRpcResponse } from '../client/messages.ts';
import { findExpect } from './expect.ts';
import { assertions, matchers } from './index.ts';
import { uiMatchers } from './ui-matchers.ts';

const response = (result: JsonRpcResponse['result']): JsonRpcResponse => ({ jsonrpc: '2.0', id: 1, ...(result ? { result } : {}) });
const refused: JsonRpcResponse = { jsonrpc: '2.0', id: 1, error: { code: -32_602, message: 'Unknown tool' } };
const tool = (result: JsonRpcResponse['result']): ToolResultWrapper => new ToolResultWrapper(response(result), 1);

const good = tool({ content: [{ type: 'text', text: 'sunny day' }] });
const failed = tool({ content: [{ type: 'text', text: 'no' }], isError: true, _meta: { code: 'PUBLIC_ERROR' } });
const rejected = new ToolResultWrapper(refused, 1);
const picture = tool({ content: [{ type: 'image' }, { type: 'resource_link' }] });
const resource = new ResourceContentWrapper(response({ contents: [{ uri: 'note://1', mimeType: 'text/plain', text: '1' }] }), 1);
const prompt = new PromptResultWrapper(response({ messages: [{ role: 'user', content: { type: 'text' } }] }), 1);

const promised = {
  contractVersion: 1,
  hash: '',
  server: { name: 'shop', version: '1.0.0' },
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [{ name: 'greet', hash: '', arguments: [] }],
  skills: [],
};
const folder = mkdtempSync(join(tmpdir(), 'service-matchers-'));
const contractFile = join(folder, 'contract.json');
writeFileSync(contractFile, JSON.stringify(promised));
test.after(() => rmSync(folder, { recursive: true }));

interface Case {
  readonly name: keyof typeof matchers;
  readonly expected: readonly unknown[];
  readonly holds: unknown;
  readonly fails: unknown;
  /** Of the failure, and of `.not` where it holds. */
  readonly messages: readonly [string, string];
}

const cases: readonly Case[] = [
  {
    name: 'toContainTool',
    expected: ['add'],
    holds: [{ name: 'add' }],
    fails: [{ name: 'sub' }, { name: 'mul' }],
    messages: ['Expected the tools to contain add\nReceived: sub, mul', 'Expected the tools not to contain add\nReceived: add'],
  },
  {
    name: 'toContainPrompt',
    expected: ['greet'],
    holds: [{ name: 'greet' }],
    fails: [],
    messages: [
      'Expected the prompts to contain greet\nReceived: an empty list',
      'Expected the prompts not to contain greet\nReceived: greet',
    ],
  },
  {
    name: 'toContainResource',
    expected: ['a://1'],
    holds: [{ uri: 'a://1' }],
    fails: [{ uri: 'a://2' }],
    messages: ['Expected the resources to contain a://1\nReceived: a://2', 'Expected the resources not to contain a://1\nReceived: a://1'],
  },
  {
    name: 'toContainResourceTemplate',
    expected: ['a://{id}'],
    holds: [{ uriTemplate: 'a://{id}' }],
    fails: [{ uriTemplate: 'b://{id}' }],
    messages: [
      'Expected the resource templates to contain a://{id}\nReceived: b://{id}',
      'Expected the resource templates not to contain a://{id}\nReceived: a://{id}',
    ],
  },
  {
    name: 'toBeSuccessful',
    expected: [],
    holds: good,
    fails: rejected,
    messages: [
      "Expected the result to be successful\nReceived: { error: { code: -32602, message: 'Unknown tool' } }",
      "Expected the result not to be successful\nReceived: { content: [ { type: 'text', text: 'sunny day' } ] }",
    ],
  },
  {
    name: 'toBeError',
    expected: [-32_602],
    holds: rejected,
    fails: good,
    messages: [
      "Expected the result to be an error with code -32602\nReceived: { content: [ { type: 'text', text: 'sunny day' } ] }",
      "Expected the result not to be an error with code -32602\nReceived: { error: { code: -32602, message: 'Unknown tool' } }",
    ],
  },
  {
    name: 'toHaveTextContent',
    expected: ['sunny'],
    holds: good,
    fails: failed,
    messages: [
      "Expected the text content to contain 'sunny'\nReceived: [ 'no' ]",
      "Expected the text content not to contain 'sunny'\nReceived: [ 'sunny day' ]",
    ],
  },
  {
    name: 'toHaveImageContent',
    expected: [],
    holds: picture,
    fails: good,
    messages: [
      'Expected the result to have image content\nReceived: text',
      'Expected the result to have no image content\nReceived: image, resource_link',
    ],
  },
  {
    name: 'toHaveResourceContent',
    expected: [],
    holds: picture,
    fails: good,
    messages: [
      'Expected the result to have resource content\nReceived: text',
      'Expected the result to have no resource content\nReceived: image, resource_link',
    ],
  },
  {
    name: 'toHaveMimeType',
    expected: ['text/plain'],
    holds: resource,
    fails: new ResourceContentWrapper(refused, 1),
    messages: [
      'Expected the resource to have the MIME type text/plain\nReceived: no MIME type',
      'Expected the resource not to have the MIME type text/plain\nReceived: text/plain',
    ],
  },
  {
    name: 'toHaveMessages',
    expected: [1],
    holds: prompt,
    fails: new PromptResultWrapper(refused, 1),
    messages: [
      'Expected the prompt to have 1 messages\nReceived: 0 messages',
      'Expected the prompt not to have 1 messages\nReceived: 1 messages',
    ],
  },
  {
    name: 'toBeValidJsonRpc',
    expected: [],
    holds: refused,
    fails: { id: 1 },
    messages: [
      'Expected a JSON-RPC 2.0 response: jsonrpc is not "2.0"\nReceived: { id: 1 }',
      "Expected something other than a JSON-RPC 2.0 response\nReceived: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Unknown tool' } }",
    ],
  },
  {
    name: 'toHaveResult',
    expected: [],
    holds: { result: {} },
    fails: { error: 1 },
    messages: [
      'Expected the response to have a result\nReceived: { error: 1 }',
      'Expected the response to have no result\nReceived: { result: {} }',
    ],
  },
  {
    name: 'toHaveError',
    expected: [],
    holds: rejected,
    fails: { result: {} },
    messages: ['Expected the response to have an error\nReceived: { result: {} }', 'Expected the response to have no error\nReceived: '],
  },
  {
    name: 'toHaveErrorCode',
    expected: [-32_602],
    holds: refused,
    fails: { result: {} },
    messages: [
      'Expected the response to have the error code -32602\nReceived: no error',
      "Expected the response not to have the error code -32602\nReceived: { code: -32602, message: 'Unknown tool' }",
    ],
  },
  {
    name: 'toMatchContract',
    expected: [contractFile],
    holds: promised,
    fails: { ...promised, prompts: [] },
    messages: [
      `Expected the contract to keep what ${contractFile} promises. Accept the changes with SERVICE_UPDATE_CONTRACT=1\nReceived: breaking: prompt greet: was removed`,
      `Expected the contract to break what ${contractFile} promises\nReceived: no change`,
    ],
  },
];

type Check = (received: unknown, ...expected: readonly unknown[]) => void;
const checkOf = (set: object, name: string): Check => Reflect.get(set, name) as Check;

test('[T.65] every matcher is there, and no other', () => {
  // Those of widgets have a page of their own.
  const names = [...cases.map(({ name }) => name as string), ...Object.keys(uiMatchers)];
  assert.equal(names.toSorted(), Object.keys(matchers).toSorted());
});

for (const { expected, fails, holds, messages, name } of cases) {
  test(`[T.67] ${name} holds, fails, and says why both ways`, () => {
    checkOf(assertions, name)(holds, ...expected);
    checkOf(assertions.not, name)(fails, ...expected);
    assert.throws(
      () => checkOf(assertions, name)(fails, ...expected),
      (error: Error) => error.message === messages[0],
    );
    assert.throws(
      () => checkOf(assertions.not, name)(holds, ...expected),
      (error: Error) => error.message.startsWith(messages[1]),
    );
  });
}

test('[T.65] toBeError compares numbers with the code of the protocol, texts with the code of the service', () => {
  assertions.toBeError(failed);
  assertions.toBeError(failed, 'PUBLIC_ERROR');
  assertions.not.toBeError(failed, -32_602);
  assertions.not.toBeError(rejected, 'PUBLIC_ERROR');
});

test('[testing.asymmetric] matchers take expectations in the place of values', () => {
  const like = (sample: RegExp): AsymmetricMatcher => ({ asymmetricMatch: (found) => sample.test(String(found)), ...named(sample) });
  assertions.toContainTool([{ name: 'add' }], like(/^a/));
  assertions.not.toContainTool([{ name: 'add' }], like(/^b/));
  assertions.toBeError(failed, like(/^PUBLIC_/));
  assertions.toBeError(rejected, like(/^-32602$/));
  assertions.not.toBeError(good, like(/./));
  assertions.toHaveTextContent(good, like(/day$/));
  assertions.toHaveMimeType(resource, like(/^text/));
  assertions.toHaveErrorCode(refused, like(/^-32/));
  assertions.not.toHaveErrorCode(response({}), like(/./));
  assert.throws(() => assertions.toContainTool([{ name: 'add' }], like(/^b/)), /to contain StringMatching \/\^b\/\nReceived: add/);
});

const named = (sample: RegExp): object => ({ sample, toString: () => 'StringMatching' });

test('a matcher for results refuses other values', () => {
  assert.throws(() => assertions.toBeSuccessful([]), /Expected the result of tools.call/);
  assert.throws(() => assertions.toContainTool(good, 'add'), /Expected the result of mcp.tools.list\(\)/);
});

test('responses are judged member by member', () => {
  const bad = [
    [],
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: 1, result: {}, error: {} },
    { jsonrpc: '2.0', id: {}, result: {} },
    { jsonrpc: '2.0', result: {} },
    { jsonrpc: '2.0', error: { code: 1.5, message: '' } },
  ];
  for (const value of bad) assertions.not.toBeValidJsonRpc(value);
  assertions.toBeValidJsonRpc({ jsonrpc: '2.0', error: { code: -32_700, message: 'Parse error' } });
});

test('without a runner that has expect, ours knows the matchers and names what it lacks', () => {
  const expect = findExpect();
  expect([{ name: 'add' }]).toContainTool('add');
  expect(good).not.toBeError();
  assert.throws(() => expect(1).toBe(1), /comes with jest or vitest/);
});

test.run();
