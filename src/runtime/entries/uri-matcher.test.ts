import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createUriMatcher } from './uri-matcher.ts';

const runs = { numRuns: 500, seed: 20260728 };

/** Pieces of which a caller would build a URI that a careless matcher takes long for, or reads wrongly. */
const hostile = fc
  .array(fc.constantFrom('a', '-', '.md', '/', '%', '%2F', '%zz', '%C3%A4', 'x://', '?', '#', '..', '{', 'ä', '\uD800', '__proto__'), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));

test('[I3.fuzz.uris] any URI up to 10 kB fits a template or does not, and what fits is put together again from its values', () => {
  const matchers = [
    createUriMatcher('x://{a}').match,
    createUriMatcher('x://{a}-{+b}.md').match,
    createUriMatcher('{+a}/{b}').match,
    createUriMatcher('x://a').match,
  ];
  const long = fc.tuple(hostile, fc.integer({ min: 1, max: 500 })).map(([text, times]) => text.repeat(times).slice(0, 10_240));
  fc.assert(
    fc.property(fc.oneof(hostile, long, fc.string({ unit: 'binary', maxLength: 200 })), fc.constantFrom('', 'x://'), (tail, head) => {
      const uri = head + tail;
      const [one, two, three, fixed] = matchers.map((match) => match(uri));
      assert.is(fixed !== undefined, uri === 'x://a');
      // A decoded value cannot be compared with what was written.
      if (uri.includes('%')) return;
      if (one !== undefined) assert.is(`x://${one['a']?.replaceAll(/[/?#]/g, '')}`, uri);
      if (two !== undefined) assert.is(`x://${two['a']}-${two['b']}.md`, uri);
      if (three !== undefined) assert.is(`${three['a']}/${three['b']}`, uri);
    }),
    runs,
  );
});

test('[I3.fuzz.uris] every value is read back from its encoded form', () => {
  const match = createUriMatcher('x://{a}/{+b}.md').match;
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      // A path separator is refused, however it is written, and a segment that leads out of a folder.
      const isRefused =
        /[/\\]/.test(a) || [a, b].some((value) => value.split(/[/\\]/).some((part) => part === '.' || part === '..')) || /^[/\\]/.test(b);
      const expected = isRefused ? undefined : { a, b };
      assert.equal(match(`x://${encodeURIComponent(a)}/${encodeURIComponent(b)}.md`), expected);
    }),
    runs,
  );
});

test('[I3.fuzz.uris] a matcher names the variables of its template; text without a template matches nothing', () => {
  assert.equal(createUriMatcher('x://{a}/{+b}.md').variables, ['a', 'b']);
  const broken = createUriMatcher('x://{a');
  assert.equal(broken.variables, []);
  for (const uri of ['x://{a', 'x://b', 'x://']) assert.is(broken.match(uri), undefined, uri);
});

test('[guard.template.decoded] a variable holds no separator, however it is written', () => {
  const one = createUriMatcher('docs://{id}/text').match;
  for (const id of ['a/b', '..%2F..', '..%2f', 'a%5Cb', 'a\\b', 'a?b', 'a#b', '%252F%2F'])
    assert.is(one(`docs://${id}/text`), undefined, id);
  for (const [id, value] of [
    ['a%20b', 'a b'],
    ['...', '...'],
    ['.a', '.a'],
    ['a..', 'a..'],
    ['%252F', '%2F'],
    ['a%3Fb%23', 'a?b#'],
  ] as const)
    assert.equal({ ...one(`docs://${id}/text`) }, { id: value });
  assert.equal({ ...createUriMatcher('docs://{+path}').match('docs://a%2Fb/c') }, { path: 'a/b/c' });
});

test('[guard.template.absolute] no value after a slash begins with one, however it is written', () => {
  for (const template of ['docs://{+path}', 'docs://a/{+path}', 'file:///{+path}']) {
    const { match } = createUriMatcher(template);
    const head = template.replace('{+path}', '');
    for (const text of ['/etc/hosts', '%2Fetc/hosts', '%2fetc', '%5Cetc', '\\etc', '//host/share'])
      assert.is(match(head + text), undefined, head + text);
    assert.equal({ ...match(`${head}etc/hosts`) }, { path: 'etc/hosts' });
  }
  assert.equal({ ...createUriMatcher('file://{+path}').match('file:///etc/hosts') }, { path: '/etc/hosts' });
  assert.equal({ ...createUriMatcher('docs://host{+path}').match('docs://host/a') }, { path: '/a' });
});

test('[guard.template.controls] no value holds a control character, however it is written', () => {
  for (const template of ['docs://{id}/text', 'docs://{+id}/text']) {
    const { match } = createUriMatcher(template);
    for (const text of ['a%00', 'a%0d%0aSet-Cookie: b', 'a%0A', 'a\u0000b', 'a%09b', 'a%7F', 'a%C2%85b'])
      assert.is(match(`docs://${text}/text`), undefined, text);
    assert.equal({ ...match('docs://a%20b%C3%A9/text') }, { id: 'a bé' });
  }
});

test('[guard.template.dots] no value is or holds a segment that leads out of a folder, however it is written', () => {
  const one = createUriMatcher('docs://{id}/text').match;
  for (const id of ['.', '..', '%2e', '%2E%2e', '.%2e']) assert.is(one(`docs://${id}/text`), undefined, id);
  const path = createUriMatcher('file:///{+path}').match;
  for (const text of ['..', '.', '../b', 'a/..', 'a/../b', 'a/./b', 'a%2F..%2Fb', '%2e%2e/b', 'a%5C..%5Cb', 'a\\..', '/../b'])
    assert.is(path(`file:///${text}`), undefined, text);
  for (const text of ['a/b', 'a/.b', 'a/..b/c', 'a/b../c', '...', 'a/.../b', '.well-known/x', 'a.b'])
    assert.equal({ ...path(`file:///${text}`) }, { path: text });
});

test.run();
