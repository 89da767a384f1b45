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
    [
      'wrangler.jsonc',
      '{ "name": "a // b", /* "compatibility_flags": ["two"], */ "compatibility_date": "2025-04-01",\n// "x"\n"compatibility_flags": ["one", "three"], }',
    ],
  ] as const) {
    const { date, flags } = read(file, text).top;
    assert.equal([date, ...flags], ['2025-04-01', 'one', 'three'], text);
  }
  assert.is(read('wrangler.toml', '').top.date, '');
});

test('[environment.platform-file.named] an environment inherits date and flags unless it has its own, and neither variables nor bindings', () => {
  for (const [file, text] of [
    [
      'wrangler.toml',
      "compatibility_date = 2025-04-01\ncompatibility_flags = ['one']\nvars = { A = 'a' }\n[env.same]\n[env.own]\ncompatibility_flags = ['two']\nvars = { B = 'b' }\n",
    ],
    [
      'wrangler.json',
      '{ "compatibility_date": "2025-04-01", "compatibility_flags": ["one"], "vars": { "A": "a" }, "env": { "same": {}, "own": { "compatibility_flags": ["two"], "vars": { "B": "b" } }, "odd": 1 } }',
    ],
  ] as const) {
    const { environments } = read(file, text);
    assert.equal(
      environments.map(({ date, flags, name, value }) => [name, date, [...flags], Object.keys(value['vars'] ?? {})]),
      [
        ['same', '2025-04-01', ['one'], []],
        ['own', '2025-04-01', ['two'], ['B']],
      ],
    );
  }
});

test('[environment.platform-file] a key is found where it is written, and what an environment lacks at its head', () => {
  for (const [file, text, key, at] of [
    ['wrangler.toml', "name = 'a'\n  compatibility_flags = []\n", 'compatibility_flags', 'compatibility_flags = []\n'],
    ['wrangler.toml', 'compatibility_flags_x = 1\n[compatibility_flags]\n', 'compatibility_flags', 'compatibility_flags]\n'],
    ['wrangler.json', '{ "compatibility_flags": [] }', 'compatibility_flags', 'compatibility_flags": [] }'],
    ['wrangler.json', '{ "name": "x" }', 'compatibility_flags', undefined],
  ] as const)
    assert.is(read(file, text).top.offsetOf(key), at === undefined ? undefined : text.indexOf(at), text);
  for (const [file, text, key, at] of [
    ['wrangler.json', '{ "env": { "one": { "compatibility_flags": [] } } }', 'compatibility_flags', 'compatibility_flags": []'],
    ['wrangler.json', '{ "compatibility_flags": [], "env": { "one": {} } }', 'compatibility_flags', 'compatibility_flags": []'],
    ['wrangler.json', '{ "vars": {}, "env": { "one": {} } }', 'vars', 'one": {}'],
    ['wrangler.toml', 'vars = {}\n[env.one]\nname = "x"\n[env.one.vars]\nA = "vars"\n', 'vars', 'vars]\n'],
    ['wrangler.toml', 'vars = {}\n[env."one"]\nvars.A = "a"\n', 'vars', 'vars.A'],
    ['wrangler.toml', '# two\n[env.one]\nname = "x"\n[env.two.vars]\nA = "a"\n', 'vars', 'env.one]'],
    ['wrangler.toml', 'vars = {}\n[[env.one.kv_namespaces]]\nbinding = "B"\n', 'vars', 'env.one.kv_namespaces'],
  ] as const)
    assert.is(read(file, text).environments[0]?.offsetOf(key), text.indexOf(at), text);
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
