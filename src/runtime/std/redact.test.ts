import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactText, cleanRecord, printJsonRecord, type Redaction } from './redact.ts';
import { createLogger, type Logger } from './logger.ts';

test('[S5.10.log.redaction] passwords of addresses and bearer tokens are taken out of texts', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['at redis://user:pass@host:6379/0', 'at redis://user:[redacted]@host:6379/0'],
    ['REDISS://:pass@host', 'REDISS://:[redacted]@host'],
    ['a://b:c@d e+f.g-h://i:j:k@l', 'a://b:[redacted]@d e+f.g-h://i:[redacted]@l'],
    ['a://x:a://y:z@b', 'a://x:a://y:[redacted]@b'],
    ['https://host:8080/path@2', 'https://host:8080/path@2'],
    ['mail ada@example.org: hello', 'mail ada@example.org: hello'],
    ['Authorization: Bearer abc.def-_~+/=', 'Authorization: Bearer [redacted]'],
    ['basic dXNlcjpwYXNz', 'basic [redacted]'],
  ];
  for (const [text, expected] of cases) assert.is(redactText(text), expected);
});

test('[S5.10.log.redaction.long] a long text of any kind is looked through once', () => {
  // Each of them took more than a quarter of an hour when the search began anew at every letter.
  const length = 1_000_000;
  for (const unit of ['a', ':', '/', '@', ' ', 'a:', 'a://', 'a://b:', '://:', 'Bearer ', 'Bearer\t']) {
    for (const start of ['', 'a://', 'a://b:', 'Bearer']) {
      // Not compared as texts: a failure would print a million letters.
      assert.ok(redactText(start + unit.repeat(length / unit.length)).length > length / 2, start + unit);
    }
  }
});

function logged(say: (logger: Logger) => void, rule: Redaction = {}): Record<string, unknown>[] {
  const lines: string[] = [];
  say(createLogger((record) => lines.push(printJsonRecord(cleanRecord(record, rule))), 'info', { now: () => new Date(0) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('[S5.10.log.json] a record is one line of JSON with time, level, logger, message and fields', () => {
  const lines = logged((logger) => {
    logger.child('http', { requestId: 'r1' }).warn('two\nlines', { level: 'forged', count: 1n });
    logger.debug('unheard');
  });
  assert.equal(lines, [
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      logger: 'http',
      message: 'two\nlines',
      fields: { requestId: 'r1', level: 'forged', count: '1' },
    },
  ]);
});

test('[S5.10.log.redaction] members named like secrets, bearer tokens and passwords of URLs do not reach the log', () => {
  const failure = new Error('GET redis://user:hunter2@host failed with Authorization: Bearer abc.def', {
    cause: { client_secret: 'hunter2' },
  });
  const [line] = logged((logger) =>
    logger.error('failed', {
      failure,
      headers: { Authorization: 'x', cookie: 'y', 'x-api-key': 'z' },
      accessToken: 't',
      nested: [{ password: 'p' }],
      user: 'ada',
    }),
  );
  const text = JSON.stringify(line);
  for (const secret of ['hunter2', 'abc.def', '"x"', '"y"', '"z"', '"t"', '"p"']) assert.not.match(text, secret);
  assert.match(text, 'ada');
});

test('a record that goes round in a circle is cut', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  assert.is(logged((logger) => logger.info('round', { circle })).length, 1);
});

test.run();
