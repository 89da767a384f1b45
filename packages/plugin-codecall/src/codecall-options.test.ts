/* Options and the field of tools; what they do is in test/codecall. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSandbox } from './sandbox/nowhere.ts';
import { checkCodeCallOptions, fieldProblem } from './check-options.ts';
import { type CodeCallOptions, limitsOf } from './codecall-options.ts';

const problemOf = (options: object): string => {
  try {
    checkCodeCallOptions(options);
    return '';
  } catch (failure) {
    return (failure as Error).message;
  }
};

test('[PX1.options] wrong options are refused with what they must be, and right ones are not', () => {
  for (const [options, told] of [
    [{ mode: 'all' }, '"mode": must be "codecall_only", "codecall_opt_in", "metadata_driven"'],
    [{ modes: 'all' }, '"modes": is no option; did you mean "mode"?'],
    [{ appIds: 'shop' }, '"appIds": must be a list of names'],
    [{ topK: 0 }, '"topK": must be a whole number from 1 to 100'],
    [{ maxDefinitions: 1.5 }, '"maxDefinitions": must be a whole number'],
    [{ includeTools: ['a'] }, '"includeTools": must be a function'],
    [{ directCalls: { enabled: 1 } }, '"directCalls": must be an object whose "enabled" is true or false'],
    [{ vm: { preset: 'open' } }, 'whose "preset" is "locked_down", "secure", "balanced", "experimental"'],
    [{ vm: { timeout: 1 } }, 'and "timeout" is not one of them'],
    [{ vm: { disabledBuiltins: ['a b'] } }, 'whose "disabledBuiltins" is a list of names of variables'],
    [{ vm: { toString: 1 } }, 'and "toString" is not one of them'],
    [{ sandbox: {} }, 'an object whose "provider" is "worker-loader"'],
    [{ sandbox: { provider: 'isolated-vm' } }, 'whose "provider" is "worker-loader"'],
    [{ sandbox: { provider: 'worker-loader', binding: 'A B' } }, 'whose "binding" is a name of a variable'],
    [{ embedding: { useHNSW: true } }, 'left out: every vector is compared'],
    [{ embedding: { synonymExpansion: { additionalSynonyms: ['a'] } } }, 'a list of lists of words'],
    [{ sidecar: { maxScriptLengthWhenDisabled: 200_000 } }, 'a whole number from 1 to 102400'],
  ] as const)
    assert.match(problemOf(options), told, JSON.stringify(options));
  assert.match(problemOf({ embedding: { strategy: 'ml' } }), 'no model is part of this package');
  const typed: CodeCallOptions = { embedding: { useHNSW: false } };
  for (const good of [
    {},
    typed,
    { vm: { preset: 'locked_down', maxSteps: 5 }, directCalls: { enabled: false }, embedding: { strategy: 'tfidf', useHNSW: false } },
    { sandbox: { provider: 'worker-loader', binding: 'LOADER' } },
    { embedding: { strategy: 'ml', embed: async () => [], modelName: 'm', cacheDir: 'c' } },
  ])
    assert.is(problemOf(good), '');
});

test('[PX1.unused] an option that does nothing beside the others is refused with the reason', () => {
  const embed = async () => [];
  for (const [options, told] of [
    [{ embedding: { modelName: 'm' } }, '"embedding.modelName": must be left out: only the strategy "ml" compares vectors'],
    [{ embedding: { strategy: 'tfidf', cacheDir: 'c', embed } }, /"embedding\.embed": must.*\n.*"embedding\.cacheDir": must be left out/],
    [{ embedding: { strategy: 'ml', embed, synonymExpansion: {} } }, '"embedding.synonymExpansion": must be left out'],
    [
      { embedding: { synonymExpansion: { enabled: false, replaceDefaults: true } } },
      '"embedding.synonymExpansion.replaceDefaults": must be left out: its "enabled" is false',
    ],
    [{ sidecar: { extractionThreshold: 5 } }, '"sidecar.extractionThreshold": must be left out: texts stay in the script'],
    [{ sidecar: { enabled: true, maxScriptLengthWhenDisabled: 5 } }, '"sidecar.maxScriptLengthWhenDisabled": must be left out'],
    [{ directCalls: { enabled: false, allowedTools: [] } }, '"directCalls.allowedTools": must be left out: its "enabled" is false'],
    [{ directCalls: { enabled: false, filter: () => true } }, '"directCalls.filter": must be left out'],
  ] as const)
    assert.match(problemOf(options), told, JSON.stringify(options));
  for (const good of [
    { embedding: { embed: undefined, synonymExpansion: { enabled: false } }, sidecar: { enabled: false, maxScriptLengthWhenDisabled: 5 } },
    { sidecar: { enabled: true, extractionThreshold: 5 }, directCalls: { allowedTools: ['a'] } },
  ])
    assert.is(problemOf(good), '');
});

test('[PX2.presets] presets decide what no other option says', () => {
  const of = (vm: CodeCallOptions['vm']): readonly unknown[] => {
    const { allowConsole, allowLoops, timeoutMs } = limitsOf(vm === undefined ? {} : { vm });
    return [timeoutMs, allowLoops, allowConsole];
  };
  assert.equal(of({ preset: 'locked_down' }), [2000, false, false]);
  assert.equal(of(undefined), [3500, false, true]);
  assert.equal(of({ preset: 'secure' }), [3500, false, true]);
  assert.equal(of({ preset: 'balanced' }), [5000, true, true]);
  assert.equal(of({ preset: 'experimental' }), [10_000, true, true]);
  assert.equal(of({ preset: 'experimental', timeoutMs: 7, allowLoops: false, allowConsole: false }), [7, false, false]);
});

test('[PX5.field] a wrong field of a tool is told', () => {
  for (const good of [true, false, {}, { visibleInListTools: true, enabledInCodeCall: false, appId: 'a', source: 'b', tags: ['c'] }])
    assert.is(fieldProblem(good), undefined);
  assert.match(fieldProblem({ visible: true }) ?? '', 'and "visible" is not one of them');
  assert.match(fieldProblem({ tags: 'a' }) ?? '', '"codecall" must be true, false or an object whose "tags" is a list of names');
  assert.match(fieldProblem('yes') ?? '', '"codecall" must be true, false or an object of');
});

test('[PX.pages] a page cannot run scripts, and its refusal names the plugin', () => {
  assert.throws(() => createSandbox(), /plugin "codecall": scripts do not run in pages/);
});

test.run();
