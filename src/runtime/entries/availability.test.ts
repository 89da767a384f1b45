import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { joinAvailability, missingAxes, readAvailableWhen } from './availability.ts';

const here = { os: 'linux', runtime: 'node', deployment: 'standalone', surface: 'mcp', env: 'production' };

test('[D4.entries.availability] axes are joined with AND, values with OR', () => {
  assert.equal(missingAxes(undefined, here), []);
  assert.equal(missingAxes({ os: ['darwin', 'linux'], runtime: ['node'] }, here), []);
  assert.equal(missingAxes({ os: ['darwin'], runtime: ['node', 'bun'], env: ['test'] }, here), ['os', 'env']);
  assert.equal(missingAxes({ provider: ['x'] }, here), ['provider'], 'what is not known here does not match');
  assert.equal(missingAxes({ os: [] }, here), ['os'], 'an empty list matches nothing');
});

test('[D4.entries.availability] an entry is only where its app is', () => {
  assert.equal(joinAvailability({ os: ['linux', 'darwin'] }, { os: ['darwin', 'win32'], env: ['test'] }), {
    os: ['darwin'],
    env: ['test'],
  });
  assert.equal(joinAvailability({ os: ['linux'] }, { os: ['win32'] }), { os: [] });
  assert.equal(joinAvailability(undefined, { os: ['linux'] }), { os: ['linux'] });
});

test('[D4.entries.availability] platform is the old name of os', () => {
  assert.equal(readAvailableWhen({ platform: ['linux'] }), { os: ['linux'] });
  assert.is(readAvailableWhen('linux'), undefined);
});

test.run();
