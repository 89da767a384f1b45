import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inspectProcess, unreadVariables } from '../options/env.ts';
import { openHostLog } from './host-log.ts';
import { hostUncompiled } from './uncompiled.ts';

const linesOf = (source: Readonly<Record<string, string>>): string => {
  const lines: string[] = [];
  openHostLog(hostUncompiled({ info: { name: 's', version: '1.0.0' } }), inspectProcess(source).environment, (line) => lines.push(line));
  return lines.join('');
};

test('[S5.11.unread] a documented variable that nothing reads is a warning of the start, with what to set instead', () => {
  for (const [name, instead] of Object.entries(unreadVariables))
    assert.match(linesOf({ [name]: 'x' }), `${name} has no effect: ${instead}`);
  assert.is(linesOf({ SERVICE_SQLITE_PATH: '', SERVICE_HOME: '/tmp/home', MCP_SESSION_SECRET: 'x'.repeat(40) }), '');
});

test.run();
