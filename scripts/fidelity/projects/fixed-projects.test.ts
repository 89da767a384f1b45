import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { normaliseAnswer, normaliseLogLine } from '../calls/normalise.ts';
import { compareExchanges } from '../compare.ts';
import { changesOf, fixedProjects, leftOut, projectFolders } from './fixed-projects.ts';

test('every project of the repository is run or left out with a reason, and no list names one that is gone', () => {
  const folders = projectFolders();
  for (const named of [...Object.keys(changesOf), ...Object.keys(leftOut)]) assert.ok(folders.includes(named), named);
  const names = fixedProjects.map(({ name }) => name);
  assert.is(new Set(names).size, names.length);
  for (const folder of folders.filter((one) => leftOut[one] === undefined)) {
    const [base = ''] = folder.split('/').slice(-1);
    assert.ok(
      names.some((name) => name.endsWith(`-${base}`) || name.includes(`-${base}-`)),
      folder,
    );
  }
});

const answer = (result: object) => normaliseAnswer({ status: 200, headers: {}, messages: [JSON.parse(JSON.stringify(result))] });

test('a duration is fresh in a line of a log, and compared in an answer', () => {
  assert.is(normaliseLogLine('{"milliseconds":17}'), normaliseLogLine('{"milliseconds":3}'));
  const [found] = compareExchanges(
    [{ call: 'x', answer: answer({ milliseconds: 17 }) }],
    [{ call: 'x', answer: answer({ milliseconds: 3 }) }],
  );
  assert.is(found?.at, '/messages/0/milliseconds');
});

test('an internal text that one run tells and the other withholds is a difference', () => {
  const withheld = 'Internal error. Ask the operator about error id err_0123456789abcdef.';
  const texts = ['the ledger is gone', withheld].map((text) => [{ call: 'x', answer: answer({ text }) }]);
  assert.is(compareExchanges(texts[0] ?? [], texts[1] ?? []).length, 1);
});

test.run();
