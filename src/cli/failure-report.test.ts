import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hideSecrets, writeFailureReport } from './failure-report.ts';

test('hides values of variables that promise a secret, and passwords in URLs', () => {
  const env = { JWT_SECRET: 'hunter22', HOME: '/home/me', REDIS_URL: 'redis://u:pw@h' };
  assert.is(hideSecrets('hunter22 in /home/me, https://a:b@c/', env), '<JWT_SECRET> in /home/me, https://a:<hidden>@c/');
});

test('[F4.cli.report] the report of an unexpected failure is private and holds no secret', () => {
  const file = writeFailureReport({
    version: '1.0.0',
    command: 'build',
    error: new Error('token hunter22'),
    env: { API_TOKEN: 'hunter22' },
  });
  const text = readFileSync(file, 'utf8');
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.match(text, /"command": "build"/);
  assert.not.match(text, /hunter22/);
  rmSync(dirname(file), { recursive: true });
});

test.run();
