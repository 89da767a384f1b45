import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProjectDeployment } from '../../config/load-project.ts';
import { Flags } from '../command.ts';
import { wantsExecutable } from './executable-flag.ts';

const deployment = { target: 'mcpb', folder: '/p/dist/mcpb', variables: {} };
const wants = (row: ProjectDeployment['row'], given = {}): boolean =>
  wantsExecutable(row === undefined ? deployment : { ...deployment, row }, { flags: new Flags(given) });

test('[sea.archive] --sea and sea.enabled of a deployment ask for an executable', () => {
  assert.ok(wants({ target: 'mcpb', sea: { enabled: true } }));
  assert.ok(wants(undefined, { sea: true }));
  assert.not.ok(wants({ target: 'mcpb', sea: { enabled: false } }));
  assert.not.ok(wants({ target: 'mcpb', sea: {} }));
  assert.not.ok(wants({ target: 'node' }));
  assert.not.ok(wants(undefined));
});

test('[cli-program.files] a command line is an executable unless a script is asked for', () => {
  const cli = (row: object = {}, given = {}): boolean =>
    wantsExecutable({ target: 'cli', row: { target: 'cli', ...row } }, { flags: new Flags(given) });
  assert.ok(cli());
  assert.ok(wantsExecutable({ target: 'cli' }, { flags: new Flags({}) }));
  assert.not.ok(cli({ js: true }));
  assert.not.ok(cli({ sea: { enabled: false } }));
  assert.not.ok(cli({}, { js: true }));
  assert.ok(cli({ js: true }, { sea: true }));
});

test.run();
