import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, section: string, rule: string): RequirementRow => ({ id, document: 'spec 4', section, rule });

/** Incremental authorization and public access: supplement N3, N7 and N8, rulings 23 and 26. */
export const rows: readonly RequirementRow[] = [
  row('N8.apps.screen', 'N8', 'No earlier grant known: the first full sign-in grants every app not skipped.'),
  row('N8.apps.parameter', 'N8', 'The apps parameter preselects.'),
  row('N8.apps.claim', 'N8', 'Claim authorized_apps: [ids].'),
  row('N3.apps.skip', 'N3', 'allowSkip: false grants every app.'),
  row('N3.apps.one-by-one', 'N3', 'showAllAppsAtOnce: false asks about one app after another.'),
  row('N8.apps.incremental', 'N8', 'mode=incremental: earlier apps plus the target; the redirect carries incremental=true and app_id.'),
  { id: 'R23.apps', document: 'spec 5', section: '23', rule: 'Earlier grants are looked up by (sub, client), never by a caller-named id.' },
  row('N8.apps.required', 'N8', 'A call into an app not granted: AUTHORIZATION_REQUIRED with its _meta.'),
  row('N8.apps.closed', 'N8', 'A token without authorized_apps is denied.'),
  row('N8.apps.anonymous', 'N8', 'The app allows anonymous and skippedAppBehavior is anonymous: the call runs as anonymous.'),
  {
    id: 'R40.apps.reads',
    document: 'spec 5',
    section: '40',
    rule: 'Resources, resource templates and prompts of an app that was not granted are listed and refused as calls are: AUTHORIZATION_REQUIRED (-32003) with auth_url in its data. Unlike a call they never go on anonymously. Apps that hold nothing else are offered at sign-in too.',
  },
  row('N7.hidden', 'N7', 'Entries that publicAccess does not list are hidden from anonymous callers; a call is denied with -32003.'),
  row('N7.signed-in', 'N7', 'publicAccess says nothing to who has signed in.'),
  row('N7.all', 'N7', 'tools and prompts are all by default.'),
  row('N7.rate', 'N7', 'rateLimit a minute and IP, 429 over it.'),
  row('N7.shared', 'N7', 'The rate is one over all instances where a store is configured.'),
];
