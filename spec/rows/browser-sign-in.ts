import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Sign-in pages in a real browser. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I6.browser.path':
    "A person's path in Chromium: a refused attempt keeps what was typed except passwords, the next one returns to the client with a code.",
  'I6.chaos':
    'kill -9 at random points of exchanges and refreshes on sqlite and redis: nothing is accepted twice, no acknowledged token is lost.',
  'I6.attacks': 'Every auth row of oauth.md 13 and its further tests, on built bundles, on all three stores: none succeeds.',
  'I6.composition.unplanned': 'A guard that the build could not see is not left out silently: the server does not start.',
  'I6.browser.keyboard': 'The pages work with a keyboard, without scripts, and say everything to a screen reader.',
  'I6.browser.tabs': 'One cookie value per pending sign-in: parallel tabs work, another browser cannot go on with a page it did not open.',
  'I6.browser.pictures': 'Pages are responsive, in light and dark, narrow and wide.',
});
