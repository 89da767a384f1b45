/* The short form of `npm run measure -- openapi-call`. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measureOpenapiCall } from '../../../bench/openapi-call.ts';

test('[A14.cost] a call of an operation costs at most 1.5 times the CPU of a written tool that makes the same request', async () => {
  const { problems } = await measureOpenapiCall({ root: '', folder: '', words: [], flags: { quick: true } });
  assert.equal(problems, []);
});

test.run();
