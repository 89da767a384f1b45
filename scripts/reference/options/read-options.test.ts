import { Project } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readOptions } from './read-options.ts';
import { declarationsOf } from './read-shape.ts';

/** What is read of `@Provider`, whose options are the members of `Options`. */
function read(text: string) {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return readOptions({ provider: [['Options']] }, declarationsOf([project.createSourceFile('/options.ts', text)]));
}

/** The only fault, without the folder of its file. */
function faultOf(members: string): string {
  const { faults } = read(`export interface Options {\n${members}\n}\n`);
  assert.ok(faults.length <= 1, faults.join('\n'));
  return (faults[0] ?? '').replace(/^[./]*options\.ts/, 'options.ts');
}

test('[options.comments] an option is its member: type, sentence, default, limits and conditions', () => {
  const { faults, options } = read(`
    interface Base {
      /** Milliseconds. */
      readonly waitMs?: number;
    }
    export interface Options extends Base {
      /**
       * Kind of the store.
       *
       * A second paragraph is for editors.
       * @default 'memory'
       * @noEffect unless 'memory' when tls is absent or false and a.b is given: nothing is kept
       */
      readonly kind?: 'memory' | 'file' | readonly string[];
      /** Encrypted, over
       * two lines.
       * @secret */
      readonly tls: boolean | {
        /** Port. @default 1 */
        readonly port?: number;
      };
    }`);
  assert.equal(faults, []);
  const plain = options.map(({ members: _members, ...option }) => JSON.parse(JSON.stringify(option)) as unknown);
  const owner = 'provider';
  assert.equal(plain, [
    {
      owner,
      path: 'kind',
      type: [{ literals: ['memory', 'file'] }, 'strings'],
      unserved: [
        {
          instead: 'nothing is kept',
          neutral: ['memory'],
          conditions: [
            ['tls', 'is', [null, false]],
            ['a.b', 'is given'],
          ],
        },
      ],
      default: 'memory',
      sentence: 'Kind of the store.',
    },
    {
      owner,
      path: 'tls',
      type: ['boolean', 'object'],
      required: true,
      unserved: [],
      secret: true,
      sentence: 'Encrypted, over two lines.',
    },
    { owner, path: 'tls.port', type: ['number'], unserved: [], default: 1, sentence: 'Port.' },
    { owner, path: 'waitMs', type: ['number'], unserved: [], sentence: 'Milliseconds.' },
  ]);
});

test('[options.comments] a misspelt tag is named with its place and the nearest one', () => {
  assert.is(
    faultOf('  /**\n   * Port.\n   * @defualt 1\n   */\n  readonly port?: number;'),
    'options.ts:4:6: unknown tag @defualt; did you mean @default?',
  );
  assert.match(
    faultOf('  /**\n   * Port.\n   * @colour 1\n   */\n  readonly port?: number;'),
    /4:6: unknown tag @colour; known are default, /,
  );
});

test('[options.comments] a default that does not fit its type or its limits is named with its place', () => {
  assert.is(
    faultOf("  /**\n   * Port.\n   * @default 'x'\n   */\n  readonly port?: number;"),
    'options.ts:6:3: @default "x" does not fit the type number',
  );
  assert.match(
    faultOf('  /**\n   * Port.\n   * @default 0\n   * @minimum 1\n   */\n  readonly port?: number;'),
    /@default 0 is beyond @minimum/,
  );
  assert.match(
    faultOf('  /**\n   * Port.\n   * @default 2\n   * @maximum 1\n   */\n  readonly port?: number;'),
    /@default 2 is beyond @minimum/,
  );
  assert.match(
    faultOf('  /**\n   * Port.\n   * @default soon\n   */\n  readonly port?: number;'),
    /6:3: @default soon: expected a number, true/,
  );
  assert.match(faultOf("  /**\n   * Port.\n   * @minimum 'x'\n   */\n  readonly port?: number;"), /6:3: @minimum x: expected a number/);
});

test('[options.comments] a member without a sentence is named with its place, and so is what is below it', () => {
  assert.is(
    faultOf('  readonly port?: number;'),
    'options.ts:2:3: "port" has no sentence; write a comment before it that says what it is for',
  );
  const { faults } = read('export interface Options { readonly a?: {\n/** @default 1 */\nreadonly b?: number; readonly c?: number } }');
  assert.is(faults.length, 3);
});

test('[options.comments] rules, conditions, types and sentences that cannot be read are named', () => {
  const tagged = (tag: string): string => faultOf(`  /**\n   * Port.\n   * ${tag}\n   */\n  readonly port?: number;`);
  assert.match(tagged('@rule entryPaht'), /6:3: no rule "entryPaht"; did you mean "entryPath"\?/);
  assert.match(tagged('@rule colour'), /no rule "colour"; add it to src\/runtime\/options\/named-rules\.ts/);
  assert.match(tagged('@noEffect'), /says no reason: expected \[unless/);
  assert.match(tagged('@noEffect when a is absent'), /"when a is absent": expected \[unless/);
  assert.match(tagged('@noEffect when a: why'), /"a" is no condition: expected/);
  assert.match(tagged('@noEffect when a is soon: why'), /soon is no value: write a number/);
  assert.match(tagged('@accepts text'), /@accepts text: expected string, number/);
  assert.match(faultOf('  /** Port. */\n  readonly port?: Socket;'), /3:19: the type Socket says no kind of value; add @accepts/);
  assert.match(
    read('/** A. */ export interface Options {\n/** Again. */\nreadonly again?: Options }').faults.join(),
    /"again.again" is within itself; add @unlisted/,
  );
  assert.match(
    read(
      'interface A {\n/** One. */\nreadonly x?: number } interface B {\n/** Two. */\nreadonly x?: number } export type Options = A | B;',
    ).faults.join(),
    /"x" has two sentences; say the same at each of its members/,
  );
  assert.match(readOptions({ provider: [['Nothing']] }, new Map()).faults.join(), /^Nothing: no such interface/);
});

test.run();
