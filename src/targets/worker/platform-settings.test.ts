import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { missingForEnvironment, readPlatformSettings } from './platform-settings.ts';

test('[environment.platform-file] date and flags are read from TOML and from JSON with comments', () => {
  for (const text of [
    "name = 'a' # compatibility_date = '2020-01-01'\ncompatibility_date = '2025-04-01'\ncompatibility_flags = [\n  'one', # 'two'\n  \"three\",\n]\n",
    '{ "name": "a // b", /* "compatibility_flags": ["two"], */ "compatibility_date": "2025-04-01",\n// "x"\n"compatibility_flags": ["one", "three"] }',
  ]) {
    const { date, flags } = readPlatformSettings(text);
    assert.equal([date, ...flags], ['2025-04-01', 'one', 'three'], text);
  }
  assert.equal(readPlatformSettings('').date, '');
  const { offsetOf } = readPlatformSettings("name = 'a'\ncompatibility_flags = []\n");
  assert.equal([offsetOf('compatibility_flags'), offsetOf('compatibility_date')], [11, undefined]);
});

test('[environment.platform-file] comments end where the language ends them, and quotes hide them', () => {
  for (const text of [
    'compatibility_flags = ["f"]\n# compatibility_flags = ["g"]',
    '/* a *//* b */ "compatibility_flags": ["f"]',
    'x = { n = "a\\" # b", compatibility_flags = ["f"] }',
    "n = 'a\\' # compatibility_flags = ['g']\ncompatibility_flags = ['f']",
  ])
    assert.equal([...readPlatformSettings(text).flags], ['f'], text);
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
