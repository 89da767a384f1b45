import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ServerModel } from '@service/sdk/model';
import { emptyServer } from '../../../test/support/empty-model.ts';
import { Board } from './board.ts';

test('[D2.dashboard.tools] a graph is kept for five seconds, unless a fresh one is asked for, with and without schemas apart', () => {
  let now = 1000;
  let model: ServerModel = emptyServer;
  const board = new Board();
  board.attach({
    get model() {
      return model;
    },
    now: () => now,
  });
  const countOf = (isFresh: boolean, hasSchemas = false): number => board.graph(hasSchemas, isFresh).metadata.nodeCount;
  const before = countOf(false);
  model = { ...model, apps: [{ id: 'one', name: 'one' }] };
  now += 4999;
  assert.is(countOf(false), before);
  assert.is(countOf(false, true), before + 1);
  now += 1;
  assert.is(countOf(false), before + 1);
  model = { ...model, apps: [] };
  assert.equal([countOf(false), countOf(true), countOf(false)], [before + 1, before, before]);
});

test('[D2.dashboard.tools] a dashboard that has not started says so', () => {
  assert.throws(() => new Board().graph(false, false), 'has not started');
});

test.run();
