import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isKept, runObjectSessions } from './object-sessions.ts';

test('[E2.size] objects that are ended under load, and a runtime that is started again, lose no session and cross none', async () => {
  const report = await runObjectSessions({ sessions: 200, streams: 30 });
  assert.ok(isKept(report), JSON.stringify(report));
  assert.equal([report.evictions, report.restarts, report.resumed], [20, 1, 33]);
});

test('[E2.size] a run that lost or crossed one, or ended no object, shows nothing', () => {
  const well = { sessions: 2, streams: 1, users: 2, requests: 9, evictions: 1, restarts: 1, resumed: 1, lost: 0, crossed: 0, examples: [] };
  assert.ok(isKept(well));
  for (const bad of [{ lost: 1 }, { crossed: 1 }, { evictions: 0 }, { restarts: 0 }]) assert.not.ok(isKept({ ...well, ...bad }));
});

test.run();
