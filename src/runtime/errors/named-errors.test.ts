import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatMcpErrorResponse, listedError, McpError, rowOf, ServiceError, toMcpError } from './index.ts';
import * as named from './named-errors.ts';

const classes = Object.entries(named);

test('[I16.names.errors] a class per error: its code, status and name, recognised by instanceof across realms', () => {
  assert.ok(classes.length >= 29);
  for (const [name, Named] of classes) {
    const code = Named.readCode();
    const made = new Named('x');
    assert.equal([made.name, made.code, made.status], [name, code, rowOf(code).status]);
    assert.ok(made instanceof McpError);
    assert.ok(listedError(code, 'thrown by the runtime') instanceof Named, name);
    assert.not.ok(new ServiceError('CONFIG_INVALID', 'x') instanceof Named, name);
    assert.not.ok(new Error('x') instanceof Named, name);
  }
  assert.is(new Set(classes.map(([, Named]) => Named.readCode())).size, classes.length);
});

test('[I16.names.errors] every thrown value becomes an McpError, and a tool result without internal text', () => {
  const known = toMcpError(listedError('RATE_LIMIT_EXCEEDED', 'Too many'));
  assert.equal([known.code, known.status, known.getPublicMessage()], ['RATE_LIMIT_EXCEEDED', 429, 'Too many']);
  assert.is(toMcpError(known), known);
  const hidden = JSON.stringify(formatMcpErrorResponse(new Error('the password is x')));
  assert.not.match(hidden, 'password');
  assert.match(JSON.stringify(formatMcpErrorResponse('the password is x', true)), 'password');
});

test.run();
