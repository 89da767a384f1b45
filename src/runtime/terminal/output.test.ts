import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failureText, printOutcome, TerminalOutput } from './output.ts';
import { confirm, isAttended, readScreen } from './screen.ts';
import { paintedText, terminalText } from './text.ts';

interface At {
  readonly isTTY?: boolean;
  readonly rawPipes?: true;
  readonly clean?: (text: string) => string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What two streams get, in order. */
function openOutput({ clean = terminalText, env = {}, isTTY = false, rawPipes }: At) {
  const written: string[] = [];
  const stream = (name: string) => ({ isTTY, columns: 12, write: (text: string) => written.push(`${name} ${text}`) });
  const output = new TerminalOutput({
    stdout: stream('out'),
    stderr: stream('err'),
    screenOf: (one) => readScreen(one, env),
    clean,
    rawPipes,
  });
  return { output, written };
}

const red = '\u001B[31mred\u001B[39m';

test('[X.generated.terminal] data is written as it is; what is said is cleaned, and results in words too unless a pipe takes bytes', () => {
  for (const isTTY of [true, false]) {
    const { output, written } = openOutput({ isTTY, clean: paintedText });
    output.data('\u001B[2J');
    output.page(`\u001B[2J${red}`);
    output.say(`\u001B[2J${red}\n`);
    assert.equal(written, ['out \u001B[2J\n', `out \\u{1b}[2J${red}\n`, `err \\u{1b}[2J${red}\n`]);
  }
  const [pipe, screen] = [openOutput({ rawPipes: true }), openOutput({ rawPipes: true, isTTY: true })];
  for (const { output } of [pipe, screen]) {
    output.page(red);
    output.say(red);
  }
  const shown = red.replaceAll('\u001B', '\\u{1b}');
  assert.equal(pipe.written, [`out ${red}\n`, `err ${shown}\n`]);
  assert.equal(screen.written, [`out ${shown}\n`, `err ${shown}\n`]);
});

test('[cli-program.progress] a status is one line that is rewritten and goes before anything else is written', () => {
  const { output, written } = openOutput({ isTTY: true });
  output.status('');
  output.status('one of many words');
  output.status('\u0007');
  output.data('data');
  output.status('two');
  output.say('said');
  output.status('');
  assert.equal(written, [
    'err \r\u001B[2Kone of many',
    'err \r\u001B[2K\\u{7}',
    'err \r\u001B[2K',
    'out data\n',
    'err \r\u001B[2Ktwo',
    'err \r\u001B[2K',
    'err said\n',
  ]);
  const cases: readonly At[] = [{}, { isTTY: true, env: { CI: 'true' } }, { isTTY: true, env: { TERM: 'dumb' } }];
  for (const at of cases) {
    const plain = openOutput(at);
    for (const text of ['one of many words', '', 'two']) plain.output.status(text);
    assert.equal(plain.written, ['err one of many words\n', 'err two\n'], JSON.stringify(at));
  }
});

test('[F4.cli.json] an outcome is one line of JSON or a text, once; advice is on stderr', () => {
  const outcome = { data: { sum: 2 }, text: '2', said: ['careful', 'really'] };
  const [json, text, nothing] = [openOutput({}), openOutput({}), openOutput({})];
  printOutcome(outcome, json.output, true);
  printOutcome(outcome, text.output, false);
  printOutcome({ data: {} }, nothing.output, false);
  assert.equal(json.written, ['err careful\n', 'err really\n', 'out {"sum":2}\n']);
  assert.equal(text.written, ['err careful\n', 'err really\n', 'out 2\n']);
  assert.equal(nothing.written, []);
  assert.equal([failureText('tool', 'No'), failureText('tool', 'No', 'Do it.')], ['tool: No', 'tool: No\n  Do it.']);
});

test('[cli-program.questions] a person is asked at terminals on both sides alone, never by a build server, and yes is the one consent', async () => {
  const [screen, pipe] = [{ isTTY: true }, {}];
  assert.ok(isAttended([screen, screen], {}));
  for (const streams of [
    [screen, pipe],
    [pipe, screen],
  ])
    assert.not.ok(isAttended(streams, {}));
  for (const [ci, expected] of Object.entries({ true: false, 1: false, '': true, 0: true, false: true }))
    assert.is(isAttended([screen, screen], { CI: ci }), expected, ci);
  const asked: string[] = [];
  const answering = (answer: string) => async (question: string) => {
    asked.push(question);
    return answer;
  };
  for (const [answer, expected] of Object.entries({ y: true, ' YES ': true, '': false, no: false, yesterday: false }))
    assert.is(await confirm('Go on?', answering(answer)), expected, answer);
  assert.is(asked[0], 'Go on? [y/N] ');
});

test.run();
