import type { RequirementRow } from '../requirement-row.ts';

/** Sign-in pages in a real browser (issue 6 item 4). */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I6.browser.path',
    document: 'issue 6',
    section: 'Bars',
    rule: "A person's path in Chromium: a refused attempt keeps what was typed except passwords, the next one returns to the client with a code.",
  },
  {
    id: 'I6.chaos',
    document: 'issue 6',
    section: 'Bars',
    rule: 'kill -9 at random points of exchanges and refreshes on sqlite and redis: nothing is accepted twice, no acknowledged token is lost.',
  },
  {
    id: 'I6.attacks',
    document: 'issue 6',
    section: 'Bars',
    rule: 'Every auth row of oauth.md 13 and its further tests, on built bundles, on all three stores: none succeeds.',
  },
  {
    id: 'I6.composition.unplanned',
    document: 'issue 6',
    section: 'Deliver 5',
    rule: 'A guard that the build could not see is not left out silently: the server does not start.',
  },
  {
    id: 'I6.browser.keyboard',
    document: 'issue 6',
    section: 'Deliver 4',
    rule: 'The pages work with a keyboard, without scripts, and say everything to a screen reader.',
  },
  {
    id: 'I6.browser.tabs',
    document: 'rulings',
    section: '18',
    rule: 'One cookie value per pending sign-in: parallel tabs work, another browser cannot go on with a page it did not open.',
  },
  {
    id: 'I6.browser.pictures',
    document: 'issue 6',
    section: 'Deliver 4',
    rule: 'Pages are responsive, in light and dark, narrow and wide.',
  },
];
