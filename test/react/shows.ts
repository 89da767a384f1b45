import * as assert from 'uvu/assert';
import type { BrowserPage } from '../support/browser.ts';
import { textOf } from './support.ts';

/** Waits until the text of an element is what it should be, and says what it is when it never is. */
export async function shows(page: BrowserPage, selector: string, expected: string | RegExp): Promise<void> {
  let text: string | null = null;
  for (let tries = 0; tries < 300; tries++) {
    text = await textOf(page, selector);
    if (text !== null && (typeof expected === 'string' ? text === expected : expected.test(text))) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.is(text, expected);
}
