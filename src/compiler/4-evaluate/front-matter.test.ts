import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFrontMatter } from './front-matter.ts';

const test = suite('front matter');

const read = (...lines: string[]) => readFrontMatter(['---', ...lines, '---', '', '# Body'].join('\n'));
const problemOf = (...lines: string[]): string => {
  const answer = read(...lines);
  assert.ok('problem' in answer, `read ${lines.join('|')}`);
  return 'problem' in answer ? answer.problem : '';
};

test('[S1.11.skill.front-matter] texts, numbers, switches, nested keys, lists and blocks', () => {
  assert.equal(
    read('# a comment', 'name: pdf', '', 'list:', '- read', '- "write: it"', 'metadata:', '  author: someone', '  deep: { a: [1, x] }'),
    { value: { name: 'pdf', list: ['read', 'write: it'], metadata: { author: 'someone', deep: { a: [1, 'x'] } } } },
  );
  assert.equal(
    read('a: Über — x', 'b: "a: b # c \\u00e9\\n"', "c: 'it''s'", 'd: -3', 'e: 1.5', 'f: true', 'g: https://a.test/x#y', 'h: b # c'),
    {
      value: { a: 'Über — x', b: 'a: b # c é\n', c: "it's", d: -3, e: 1.5, f: true, g: 'https://a.test/x#y', h: 'b' },
    },
  );
  assert.equal(read('a: |', '  one', '  two', 'b: >-', '  one', '  two', 'c: one', '  two'), {
    value: { a: 'one\ntwo\n', b: 'one two', c: 'one two' },
  });
});

test('[S1.11.skill.front-matter] words are what YAML 1.2 says, not what YAML 1.1 said', () => {
  assert.equal(read('a: yes', 'b: No', 'c: 2020-01-01', 'd: 12:30', 'e: 1_000', 'f: ~', 'g: 0x1f', 'h: !!str 7', 'null: x'), {
    value: { a: 'yes', b: 'No', c: '2020-01-01', d: '12:30', e: '1_000', f: null, g: 31, h: '7', null: 'x' },
  });
  assert.equal(read('<<: { a: 1 }'), { value: { '<<': { a: 1 } } });
});

test('[S1.11.skill.front-matter] what JSON cannot say is refused', () => {
  for (const line of [
    'a: .inf',
    'a: .nan',
    'a: 123456789012345678',
    'a: !!binary aGk=',
    'a: !!set { a }',
    'a: !own x',
    'a: ! x',
    '? [a]',
  ]) {
    assert.ok(problemOf('name: x', line).length > 0, line);
  }
  assert.match(problemOf('a: { b: [.inf] }'), '"b": JSON cannot hold Infinity');
  assert.match(problemOf('"__proto__": x'), '__proto__');
  assert.match(problemOf('a: { __proto__: x }'), '__proto__');
});

test('[S1.11.skill.front-matter] nothing stands for something else, and there is one document', () => {
  assert.match(problemOf('name: x', 'a: &x [1]', 'b: *x'), 'line 3: take out "&x"');
  assert.match(problemOf('a: &x y'), '&x');
  for (const lines of [['a: x', '...', 'b: y'], ['%YAML 1.1', '--- ', 'a: yes'], ['- a'], ['text'], ['# nothing']]) problemOf(...lines);
});

test('[S1.11.skill.front-matter] a fault names its line in the file', () => {
  assert.match(problemOf('name: x', 'name: y'), /^line 3: .*unique/);
  assert.is(problemOf('name: x', 'description: Reads: PDFs'), 'line 3: a text that holds ": " must be in quotes');
  for (const line of ['a: b: c', 'a: "open', 'a: [1', 'a: @x', '\ta: b', 'a'])
    assert.match(problemOf('name: x', line), /^line \d+: /, line);
});

test('[S1.11.skill.front-matter] size and depth are bounded', () => {
  assert.match(problemOf(`a: ${'x'.repeat(16_384)}`), '16384 at most');
  for (const deep of [
    `a: ${'['.repeat(257)}`,
    `a: ${'{a: '.repeat(257)}`,
    `${'- '.repeat(129)}a`,
    `${'? '.repeat(129)}a`,
    `${' '.repeat(257)}a: b`,
  ]) {
    assert.match(problemOf(deep), 'more than 256 brackets or levels');
  }
  assert.ok('value' in read(`a: ${'['.repeat(256)}${']'.repeat(256)}`), 'as deep as allowed is read');
  assert.ok('value' in read('a:', `  ${'- '.repeat(127)}b`));
});

test('[S1.11.skill.front-matter] the block begins the file and has an end; line ends of either kind', () => {
  for (const text of ['', 'name: x', '\n---\nname: x\n---\n', '---\nname: x\n', '--- \nname: x\n---\n', '---\nname: x\n----\n']) {
    assert.ok('problem' in readFrontMatter(text), JSON.stringify(text));
  }
  assert.equal(readFrontMatter('\ufeff---\r\nname: x\r\nmetadata:\r\n  a: b\r\n---\r\nBody\r\n---\r\n'), {
    value: { name: 'x', metadata: { a: 'b' } },
  });
});

test.run();
