import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inOwnProcess } from './own-process.ts';

test('what a section in a process of its own throws is told with its stack', async () => {
  const section = inOwnProcess({ name: 'nowhere', about: '', run: () => Promise.reject(new Error('it ran in this process')) });
  const context = { root: '', filters: [], say: () => {}, fail: () => {}, run: <T>(work: () => Promise<T>) => work() };
  try {
    await section.run(context);
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /no section nowhere runs in a process of its own\n\s+at runSection/);
  }
});

test.run();
