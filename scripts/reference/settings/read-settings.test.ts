import { Project } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { declarationsOf } from '../options/read-shape.ts';
import { printSettings } from './print-settings.ts';
import { SettingReader } from './read-settings.ts';

/** What is read of the interface `Config`. */
function read(text: string) {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const reader = new SettingReader(declarationsOf([project.createSourceFile('/config.ts', text)]));
  return { fields: reader.fieldsNamed('Config'), faults: reader.faults.map((fault) => fault.replace(/^[./]*config\.ts/, 'config.ts')) };
}

/** The only fault of a member with these tags. */
function faultOf(tags: string, member = 'readonly port?: number'): string {
  const { faults } = read(`export interface Config {\n  /**\n   * Port.${tags === '' ? '' : `\n   * ${tags}`}\n   */\n  ${member};\n}\n`);
  assert.ok(faults.length <= 1, faults.join('\n'));
  return faults[0] ?? '';
}

test('[options.comments] a setting is its member: rule, sentence, default, limits, variable and flag', () => {
  const { faults, fields } = read(`
    interface Base {
      /** Which. @flag --kind */
      readonly kind: string;
    }
    interface One extends Base {
      /** Which. */
      readonly kind: 'one';
      /** Old. */
      readonly old?: unknown;
    }
    /** Another. @unnamed */
    interface Two extends Base {
      /** Which. */
      readonly kind: 'two';
    }
    type Either = One | Two;
    export interface Config {
      /**
       * Port,
       * over two lines.
       *
       * A second paragraph is for editors.
       * @default 3_000
       * @minimum 0
       * @maximum 65535
       * @variable PORT
       */
      readonly port: number;
      /** Paths. @default those of the project @words @rule endpointPath @minItems 1 */
      readonly paths?: readonly ('all' | 'none' | string | false)[];
      /** Not built. @refused Remove it */
      readonly names?: Readonly<Partial<Record<'a' | 'b', boolean>>>;
      /** Parts. */
      readonly parts?: readonly Either[];
    }`);
  assert.equal(faults, []);
  const kind = { rule: { kind: 'text' }, summary: 'Which.', required: true, flag: '--kind' };
  const plain: unknown = JSON.parse(JSON.stringify(fields));
  assert.equal(plain, {
    port: {
      rule: { kind: 'integer', min: 0, max: 65535 },
      summary: 'Port, over two lines.',
      required: true,
      standard: 3000,
      variable: 'PORT',
    },
    paths: {
      rule: {
        kind: 'list',
        of: { kind: 'either', of: [{ kind: 'text', choices: ['all', 'none'] }, { kind: 'text', rule: 'endpointPath' }, { kind: 'off' }] },
        atLeast: 1,
      },
      summary: 'Paths.',
      standard: 'those of the project',
    },
    names: { rule: { kind: 'map', of: { kind: 'switch' }, keys: ['a', 'b'] }, summary: 'Not built.', refusedBecause: 'Remove it' },
    parts: {
      rule: {
        kind: 'list',
        of: {
          kind: 'variant',
          by: 'kind',
          cases: { one: { kind, old: { rule: { kind: 'json' }, summary: 'Old.' } }, two: { kind } },
          unnamed: ['two'],
        },
      },
      summary: 'Parts.',
    },
  });
  assert.match(printSettings({ settings: fields }), /port: \{\n {4}rule: \{ kind: 'integer', min: 0, max: 65535 \},\n/);
});

test('[options.comments] a setting with a misspelt tag, or without a sentence, is named with its place', () => {
  assert.is(faultOf('@defualt 1'), 'config.ts:4:6: unknown tag @defualt; did you mean @default?');
  assert.match(faultOf('@secret'), /4:6: unknown tag @secret; known are default, /);
  const { faults } = read('export interface Config {\n  readonly a?: {\n    readonly b?: number;\n  };\n}');
  assert.equal(faults, [
    'config.ts:2:3: "a" has no sentence; write a comment before it that says what it is for',
    'config.ts:3:5: "b" has no sentence; write a comment before it that says what it is for',
  ]);
});

test('[options.comments] the default of a setting that does not fit its type, limits or rule is named with its place', () => {
  assert.is(
    faultOf('@default soon'),
    'config.ts:6:3: @default soon does not fit the type number or its tags; add @words where it says in words what is taken',
  );
  assert.match(faultOf('@default 0\n   * @minimum 1'), /@default 0 does not fit/);
  assert.match(faultOf('@default 2\n   * @maximum 1'), /@default 2 does not fit/);
  assert.match(faultOf('@default yes', 'readonly on?: boolean'), /@default yes does not fit the type boolean/);
  assert.match(faultOf('@default c', "readonly one?: 'a' | 'b'"), /@default c does not fit the type 'a' \| 'b'/);
  assert.match(faultOf('@default a b\n   * @rule fileName', 'readonly name?: string'), /@default a b does not fit the type string/);
  assert.match(faultOf('@default no page\n   * @rule webPage', 'readonly page?: string'), /@default no page does not fit/);
  assert.is(faultOf('@default as many\n   * @words'), '');
  assert.match(faultOf('@words'), /6:3: @default says no value/);
  assert.match(faultOf('@default'), /6:3: @default says no value/);
});

test('[options.comments] tags, types and interfaces of settings that cannot be read are named', () => {
  assert.match(faultOf('@rule webPag', 'readonly page?: string'), /6:3: no rule "webPag"; did you mean "webPage"\?/);
  assert.match(faultOf('@rule colour', 'readonly page?: string'), /no rule "colour"; add it to src\/config\/setting-row\.ts/);
  assert.match(faultOf('@rule webPage'), /6:3: @rule says nothing of the type number/);
  assert.match(faultOf('@minItems 1'), /@minItems says nothing of the type number/);
  assert.match(faultOf('@minimum few'), /@minimum few: expected a whole number/);
  assert.match(faultOf('@variable port'), /@variable port: expected a name in capitals/);
  assert.match(faultOf('@flag port'), /@flag port: expected a flag such as --entry/);
  assert.match(faultOf('@refused'), /@refused: expected what to do instead/);
  assert.match(faultOf('', 'readonly at?: Date'), /5:17: the type Date is no kind of setting; expected string, /);
  assert.match(read('interface Config {\n/** A. */\nreadonly a?: Config }').faults.join(), /1:1: Config is within itself/);
  assert.match(
    read(
      "interface A {\n/** K. */\nreadonly k: 'a' } interface B {} interface Config {\n/** One. */\nreadonly one?: A | B }",
    ).faults.join(),
    /B has no member with a text for a type that tells it from the others/,
  );
  assert.match(faultOf('', 'readonly at?'), /5:3: "at" has no type/);
  assert.match(read('/** A. @unamed */ interface Config {}').faults.join(), /1:8: unknown tag @unamed; did you mean @unnamed\?/);
  assert.match(read('interface Config extends Config {}').faults.join(), /1:1: Config is within itself/);
  assert.match(read('').faults.join(), /^Config: no such interface/);
});

test.run();
