import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runTerminalAttacks } from './terminal-attacks.ts';

test('[cli-program.terminal] no text of a server elsewhere steers the terminal, wherever standard output goes', async () => {
  const outcomes = await runTerminalAttacks();
  assert.equal(
    outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name),
    [],
  );
  assert.is(new Set(outcomes.map(({ name }) => name)).size, 36);
});

test.run();
