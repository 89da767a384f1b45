import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  errorRows,
  internalCodes,
  InternalMcpError,
  isPublicError,
  listedError,
  McpError,
  PublicMcpError,
  ResourceNotFound,
  retold,
  rowOf,
  ServiceError,
} from './index.ts';

/** The table of codes, status by status. */
const table: readonly (readonly [status: number, exposed: boolean, codes: string])[] = [
  [400, true, 'PUBLIC_ERROR INVALID_INPUT INVALID_METHOD INVALID_RESOURCE_URI MISSING_PROMPT_ARGUMENT'],
  [400, true, 'UNSUPPORTED_CONTENT_TYPE UNSUPPORTED_CLIENT_VERSION ELICITATION_NOT_SUPPORTED ELICITATION_DISABLED'],
  [400, true, 'TASK_NOT_FOUND TASK_ALREADY_TERMINAL'],
  [500, false, 'INTERNAL_ERROR SERVER_ERROR INVALID_OUTPUT TOOL_EXECUTION_ERROR RESOURCE_READ_ERROR PROMPT_EXECUTION_FAILED'],
  [404, true, 'TOOL_NOT_FOUND RESOURCE_NOT_FOUND PROMPT_NOT_FOUND AGENT_NOT_FOUND'],
  [404, true, 'TASK_AUGMENTATION_NOT_SUPPORTED TASK_AUGMENTATION_REQUIRED'],
  [403, true, 'TOOL_NOT_CONSENTED ENTRY_UNAVAILABLE AUTHORITY_DENIED AUTHORIZATION_REQUIRED IP_BLOCKED IP_NOT_ALLOWED'],
  [401, true, 'UNAUTHORIZED SESSION_MISSING TOOL_CREDENTIALS_REQUIRED'],
  [413, true, 'PAYLOAD_TOO_LARGE'],
  [429, true, 'RATE_LIMIT_EXCEEDED QUOTA_EXCEEDED CONCURRENCY_LIMIT QUEUE_TIMEOUT'],
  [408, true, 'EXECUTION_TIMEOUT ELICITATION_TIMEOUT AGENT_TIMEOUT'],
  [500, true, 'AUTH_CONFIGURATION_ERROR GLOBAL_CONFIG_NOT_FOUND AGENT_CONFIGURATION_ERROR'],
  [500, false, 'MISSING_PROVIDE INVALID_USE_CLASS INVALID_USE_FACTORY INVALID_USE_VALUE INVALID_ENTITY PROVIDER_NOT_REGISTERED'],
  [500, false, 'PROVIDER_NOT_AVAILABLE PROVIDER_SCOPE_MISMATCH DEPENDENCY_CYCLE PROVIDER_CONSTRUCTION_FAILED INVALID_DEPENDENCY_SCOPE'],
  [500, false, 'CONFIG_NOT_FOUND CONTEXT_EXTENSION_NOT_AVAILABLE HA_CONFIGURATION_ERROR SESSION_CLAIM_CONFLICT'],
  [500, false, 'SCOPE_CONFIGURATION_ERROR INVALID_DECORATOR_METADATA SESSION_SECRET_REQUIRED NAME_DISAMBIGUATION_FAILED'],
];

test('[D4.errors.statuses] every code has its status, and only public ones show their text', () => {
  const known: ReadonlySet<string> = new Set([...Object.keys(errorRows), ...internalCodes]);
  for (const [status, exposed, codes] of table) {
    for (const code of codes.split(' ')) {
      assert.ok(known.has(code), code);
      assert.is(rowOf(code).status, status, code);
      assert.is(rowOf(code).expose, exposed, code);
    }
  }
});

test('[D4.errors.numbers] protocol numbers are outside the range that the specification reserves', () => {
  assert.is(rowOf('INVALID_METHOD').rpcCode, -32601);
  assert.is(rowOf('RESOURCE_NOT_FOUND').rpcCode, -32002);
  for (const code of ['TOOL_NOT_CONSENTED', 'ENTRY_UNAVAILABLE', 'AUTHORITY_DENIED']) assert.is(rowOf(code).rpcCode, -32003, code);
  for (const code of ['UNAUTHORIZED', 'SESSION_MISSING', 'TOOL_CREDENTIALS_REQUIRED']) assert.is(rowOf(code).rpcCode, -32001, code);
  for (const [code, { rpcCode }] of Object.entries(errorRows)) assert.not.ok(rpcCode <= -32020 && rpcCode >= -32099, code);
});

test('[D4.errors.bases] public errors are read by callers, internal ones by operators', () => {
  const open = new PublicMcpError('no such city');
  assert.equal([open.code, open.statusCode, open.getPublicMessage(), isPublicError(open)], ['PUBLIC_ERROR', 400, 'no such city', true]);
  const closed = new InternalMcpError('password of db is hunter2');
  assert.equal([closed.code, closed.statusCode, isPublicError(closed)], ['INTERNAL_ERROR', 500, false]);
  assert.match(closed.errorId, /^err_[0-9a-f]{16}$/);
  assert.is(closed.getPublicMessage(), `Internal error. Ask the operator about error id ${closed.errorId}.`);
  assert.is(closed.getInternalMessage(), 'password of db is hunter2');
  const sent = closed.toMcpError();
  assert.equal([sent.isError, sent._meta.code, 'stack' in sent._meta], [true, 'INTERNAL_ERROR', false]);
  assert.not.match(JSON.stringify(sent), 'hunter2');
  assert.ok('stack' in closed.toMcpError(true)._meta);
  assert.ok(open instanceof McpError && open instanceof ServiceError && open instanceof Error);
});

test('an internal error never takes the openness of a public code', () => {
  const error = new InternalMcpError('secret', 'TOOL_NOT_FOUND');
  assert.equal([error.expose, error.status], [false, 500]);
});

test('[D4.errors.unknown-code] an unknown code is internal', () => {
  const error = new McpError('TOOL_NOT_FUOND', 'secret');
  assert.equal([error.status, error.expose, rowOf('toString').expose], [500, false, false]);
});

test('[D4.errors.statuses] an error of any code has its row, whether or not every bundle holds it', () => {
  const rowOfError = ({ expose, rpcCode, status }: ServiceError) => [status, rpcCode, expose];
  assert.equal(rowOfError(new ServiceError('INVALID_INPUT', 'no number')), [400, -32602, true]);
  assert.equal(rowOfError(listedError('TOOL_NOT_CONSENTED', 'ask first')), [403, -32003, true]);
  assert.equal(rowOfError(listedError('STORE_FULL', 'full')), [503, -32603, false]);
  assert.equal(rowOfError(new McpError('UNAUTHORIZED', 'sign in')), [401, -32001, true]);
  assert.equal(rowOfError(new PublicMcpError('gone', 'TASK_AUGMENTATION_REQUIRED', 410)), [410, -32601, true]);
  assert.equal(rowOfError(retold(listedError('QUEUE_TIMEOUT', 'late'), 'later')), [429, -32000, true]);
});

test('[D4.errors.texts] the text of a missing resource', () =>
  assert.is(new ResourceNotFound('a://b').message, 'Resource not found: a://b'));

test.run();
