import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { errorRows, internalCodes } from '@service/sdk/errors';

const page = readFileSync(resolve(import.meta.dirname, '../docs/guide/errors.md'), 'utf8');

test('the page of errors lists every code with its status, its number and whether its text is sent', () => {
  const rows = Object.entries(errorRows).map(
    ([code, { status, rpcCode, expose }]) => `| \`${code}\` | ${status} | ${rpcCode} | ${expose ? 'yes' : 'no'} |`,
  );
  const inner = internalCodes.map((code) => `| \`${code}\` | 500 | -32603 | no |`);
  const table = ['| code | HTTP | JSON-RPC | text is sent |', '| --- | --- | --- | --- |', ...[...rows, ...inner].sort()].join('\n');
  assert.ok(page.includes(table), `docs/guide/errors.md must hold:\n${table}`);
});

test.run();
