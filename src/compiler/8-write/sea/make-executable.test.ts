import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fakeExecutable } from '../../../../test/support/fake-executable.ts';
import { nodePlatforms } from '../../../std/node-platforms.ts';
import { checkMerged, executablePlatform } from './make-executable.ts';
import { ExecutableFailed } from '../failures.ts';

const own = `${process.platform}-${process.arch}`;

async function refusal(platform: string, contents: Uint8Array, version = '1.2.3'): Promise<string> {
  const error = await checkMerged({ name: 'x/server', platform, contents }, version).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return '';
  assert.instance(error, ExecutableFailed);
  return error instanceof ExecutableFailed ? error.message : '';
}

test('[sea.merge] the platform of a program is read from its header', () => {
  for (const platform of nodePlatforms) assert.is(executablePlatform(fakeExecutable(platform, '1.2.3')), platform);
  for (const bytes of [Buffer.from('#!/bin/sh\n'), Buffer.alloc(100), Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100, 255)])])
    assert.is(executablePlatform(bytes), undefined);
});

test('[sea.merge] another platform, a plain program and another version are refused', async () => {
  const foreign = own === 'linux-arm64' ? 'linux-x64' : 'linux-arm64';
  assert.is(await refusal(foreign, fakeExecutable(foreign, '1.2.3')), '');
  assert.match(await refusal(foreign, fakeExecutable('win32-x64', '1.2.3')), `is a program for win32-x64 and not for ${foreign}`);
  assert.match(await refusal(foreign, Buffer.from('#!/bin/sh\n')), `is no program for ${foreign}`);
  assert.match(await refusal('solaris-x64', Buffer.alloc(9)), "is for 'solaris-x64', which is no platform of executables");
  assert.match(await refusal(foreign, fakeExecutable(foreign, '1.2.3').subarray(0, 200)), 'holds no application');
  assert.match(await refusal(foreign, fakeExecutable(foreign, '1.2.2')), 'holds a server of another version than 1.2.3');
  // One for this platform is started: this one has a header and nothing that runs.
  if (nodePlatforms.some((platform) => platform === own))
    assert.match(await refusal(own, fakeExecutable(own, '1.2.3')), /did not answer --version|ENOEXEC|EACCES/);
});

test.run();
