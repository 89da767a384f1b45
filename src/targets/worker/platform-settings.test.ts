import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { missingForEnvironment, readPlatformSettings, type PlatformSettings } from './platform-settings.ts';

function read(file: string, text: string): PlatformSettings {
  const settings = readPlatformSettings(file, text);
  if ('problem' in settings) throw new Error(`${settings.problem} at ${settings.start}`);
  return settings;
}

test('[environment.platform-file] date and flags are read from TOML and from JSON with comments', () => {
  for (const [file, text] of [
    [
      'wrangler.toml',
      "name = 'a' # compatibility_date = '2020-01-01'\ncompatibility_date = '2025-04-01'\ncompatibility_flags = [\n  'one', # 'two'\n  \"three\",\n]\n",
    ],
    ['wrangler.toml', "# compatibility_flags = ['g']\ncompatibility_date = 2025-04-01\n[env.one]\ncompatibility_flags = ['one', 'three']"],
    [
      'wrangler.jsonc',
      '{ "name": "a // b", /* "compatibility_flags": ["two"], */ "compatibility_date": "2025-04-01",\n// "x"\n"compatibility_flags": ["one", "three"], }',
    ],
    ['wrangler.json', '{ "env": { "one": { "compatibility_date": "2025-04-01", "compatibility_flags": ["one", "three"] } } }'],
  ] as const) {
    const { date, flags } = read(file, text);
    assert.equal([date, ...flags], ['2025-04-01', 'one', 'three'], text);
  }
  assert.is(read('wrangler.toml', '').date, '');
});

test('[environment.platform-file] a key is found where it is written', () => {
  for (const [file, text, at] of [
    ['wrangler.toml', "name = 'a'\n  compatibility_flags = []\n", 13],
    ['wrangler.toml', 'compatibility_flags_x = 1\n[compatibility_flags]\n', 27],
    ['wrangler.json', '{ "compatibility_flags": [] }', 3],
    ['wrangler.json', '{ "env": { "one": { "compatibility_flags": [] } } }', 21],
  ] as const) {
    const { offsetOf } = read(file, text);
    assert.equal([offsetOf('compatibility_flags'), offsetOf('compatibility_date')], [at, undefined], text);
  }
});

test('[environment.platform-file] a file that cannot be read is told with the place', () => {
  for (const [file, text, start] of [
    ['wrangler.toml', "name = 'a'\ncompatibility_flags = ['a'\n", undefined],
    ['wrangler.jsonc', '{ "a": 1 "b": 2 }', 9],
    ['wrangler.json', '[]', 0],
    ['wrangler.json', '', 0],
  ] as const) {
    const found = readPlatformSettings(file, text);
    assert.ok('problem' in found, text);
    assert.match(found.problem, /^Invalid (?:TOML|JSON)/);
    if (start !== undefined) assert.is(found.start, start, text);
    else assert.ok(found.start >= text.indexOf('[') && found.start <= text.length, String(found.start));
  }
});

test('[environment.platform-file] flags and dates decide together whether process.env is filled', () => {
  const populate = 'nodejs_compat_populate_process_env';
  for (const [date, flags, missing] of [
    ['2025-03-31', ['nodejs_compat'], [populate]],
    ['2025-04-01', ['nodejs_compat'], []],
    ['2025-04-01', [], ['nodejs_compat']],
    ['2024-11-11', ['nodejs_compat_v2', populate], []],
    ['2026-08-04', [], []],
    ['2026-08-04', ['no_nodejs_compat'], ['nodejs_compat']],
    ['2026-08-04', ['nodejs_compat_do_not_populate_process_env'], [populate]],
    ['', [], ['nodejs_compat', populate]],
  ] as const)
    assert.equal(missingForEnvironment({ date, flags: new Set<string>(flags) }), missing, `${date} ${flags.join(' ')}`);
});

test.run();
