/* What an API, its description or a caller may do to a server that stands before the API: none of it succeeds. */
import { existsSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openapiAttacks } from './openapi-attacks.ts';

for (const { guard, name, succeeds } of openapiAttacks)
  test(`[A14.attacks] ${name}`, async () => {
    assert.ok(existsSync(guard), guard);
    assert.is(await succeeds(), false);
  });

test.run();
