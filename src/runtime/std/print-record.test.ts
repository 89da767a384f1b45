import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogger, type Logger } from './logger.ts';
import { cleanRecord, printJsonRecord } from './print-record.ts';
import type { Redaction } from './redact.ts';

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
