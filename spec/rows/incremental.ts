import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Incremental authorization and public access. */
export const rows: readonly RequirementRow[] = rowsOf({
  'N8.apps.screen': 'No earlier grant known: the first full sign-in grants every app not skipped.',
  'N8.apps.parameter': 'The apps parameter preselects.',
  'N8.apps.claim': 'Claim authorized_apps: [ids].',
  'N3.apps.skip': 'allowSkip: false grants every app.',
  'N3.apps.one-by-one': 'showAllAppsAtOnce: false asks about one app after another.',
  'N8.apps.incremental': 'mode=incremental: earlier apps plus the target; the redirect carries incremental=true and app_id.',
  'R23.apps': 'Earlier grants are looked up by (sub, client), never by a caller-named id.',
  'N8.apps.required': 'A call into an app not granted: AUTHORIZATION_REQUIRED with its _meta.',
  'N8.apps.closed': 'A token without authorized_apps is denied.',
  'N8.apps.anonymous': 'The app allows anonymous and skippedAppBehavior is anonymous: the call runs as anonymous.',
  'R40.apps.reads':
    'Resources, resource templates and prompts of an app that was not granted are listed and refused as calls are: AUTHORIZATION_REQUIRED (-32003) with auth_url in its data. Unlike a call they never go on anonymously. Apps that hold nothing else are offered at sign-in too.',
  'N7.hidden': 'Entries that publicAccess does not list are hidden from anonymous callers; a call is denied with -32003.',
  'N7.signed-in': 'publicAccess says nothing to who has signed in.',
  'N7.all': 'tools and prompts are all by default.',
  'N7.rate': 'rateLimit a minute and IP, 429 over it.',
  'N7.shared': 'The rate is one over all instances where a store is configured.',
});
