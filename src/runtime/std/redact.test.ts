import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactText } from './redact.ts';

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

test.run();
