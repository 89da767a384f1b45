import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLogger } from '../../../std/index.ts';
import { createPages } from '../pages/create-pages.ts';
import { answerWithPage } from './error-response.ts';
import { SignInProblem } from './problems.ts';

const answerOf = (failure: unknown) => answerWithPage(silentLogger, createPages(), () => Promise.reject(failure));

test('[I15.totals.sign-ins] a page without room says when to come back, other problems do not', async () => {
  const full = await answerOf(new SignInProblem('full', 503));
  assert.equal([full.status, full.headers['retry-after']], [503, '30']);
  const wrong = await answerOf(new SignInProblem('wrong'));
  assert.equal([wrong.status, wrong.headers['retry-after']], [400, undefined]);
});

test('[R30.answers] an unknown failure is a page with an error id and no detail', async () => {
  const broken = await answerOf(new Error('the disk at 10.0.0.1 is full'));
  assert.is(broken.status, 500);
  assert.match(String(broken.body), /error id err_/);
  assert.not.match(String(broken.body), '10.0.0.1');
});

test.run();
