import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { allRevisions } from '../mcp/revisions/all.ts';
import { methodProblems, protocolWords } from '../options/plugin-methods.ts';

test('[plugins.methods] no plugin can have the first word of a method of the protocol', () => {
  const words = new Set(allRevisions.flatMap(({ methods }) => [...methods.keys()].map((method) => method.split('/')[0] ?? '')));
  assert.ok(words.size > 5);
  for (const word of words) {
    assert.ok(protocolWords.includes(word), word);
    assert.is(methodProblems(word, [`${word}/own`]).length, 1, word);
  }
});

test('[plugins.methods] names begin with the id of the plugin, each once', () => {
  assert.equal(methodProblems('feed', ['feed/refresh', 'feed/state/now']), []);
  assert.equal(methodProblems('tools', undefined), []);
  for (const name of ['refresh', 'other/refresh', 'feed', 'feed/', 'feed//x', 'feed/a b', 7])
    assert.match(methodProblems('feed', [name])[0] ?? '', 'must be "feed/" and a name', String(name));
  assert.equal(methodProblems('feed', ['feed/a', 'feed/a']), ['"feed/a" is there twice']);
});

test.run();
