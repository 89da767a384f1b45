import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Service, tool } from '../define/index.ts';
import { collect, convertSchemas, linkModel, serverModelOf } from './index.ts';

function serverOf(...names: readonly string[]) {
  @Service({ info: { name: 's', version: '1' }, tools: names.map((name) => tool({ name })(() => name)) })
  class Server {}
  return Server;
}

test('a model of the same declarations is linked to them, in the order of registration', async () => {
  const collected = await collect(serverOf('b', 'a'));
  const made = serverModelOf(collected);
  const { entries, model, warnings } = linkModel(collected, { model: made.model }, { convertSchemas });
  assert.equal(model, made.model);
  assert.equal(entries, made.entries);
  assert.equal(warnings, []);
});

test('[P5.start.settled] a model of other declarations does not start: no entry runs under another one’s rules', async () => {
  const { model } = serverModelOf(await collect(serverOf('a', 'b')));
  for (const names of [['b', 'a'], ['a', 'b', 'c'], ['a', 'x'], ['a']]) {
    const collected = await collect(serverOf(...names));
    assert.throws(() => linkModel(collected, { model }, { convertSchemas }), /model/, names.join());
  }
});

test.run();
