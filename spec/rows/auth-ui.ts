import type { RequirementRow } from '../requirement-row.ts';

const rowsOf =
  (document: string) =>
  (id: string, section: string, rule: string): RequirementRow => ({ id, document, section, rule });
const row = rowsOf('spec 4');
const documentRow = rowsOf('document 1');
const ruling = rowsOf('rulings');

/** Pages of the author's own for signing in: document 1 (`ui`, `extras`, `GET /oauth/callback`), supplement N10, ruling 10. */
export const rows: readonly RequirementRow[] = [
  row('ui.slots', 'N10', 'Slots login, consent, incremental, federated, error; printed by the server, taken over in the browser.'),
  row('ui.state', 'N10', 'window.__SERVICE_AUTH__ and the mount id service-auth-root; nothing in the state ends its script.'),
  ruling('ui.csp', 'Ruling 30', 'Custom pages carry their own CSP with a nonce for their scripts, and no-store and framing headers.'),
  row('ui.state.prop', 'N10', 'A page gets its fields one by one, and all of them as `state`, on the server and in the browser.'),
  row('ui.files', 'N10', 'Each slot is a component file, relative to the file that declares it; a missing one is a diagnostic.'),
  row('ui.server-code', 'N10', 'A page that imports the file of the server is a diagnostic: its code would be sent to browsers.'),
  row('ui.helpers', 'N10', 'Plain helpers: getAuthFlow, tryGetAuthFlow, submitExtra, submitFinish, getAddedItems, setAuthNavigator.'),
  row('ui.react', 'N10', 'A page written as .tsx is a component of the React that the project has.'),
  row('ui.react.hooks', 'N10', '@service/ui/auth: useAuthFlow, useExtraField and useAddedItems, printed by the server and taken over.'),
  row(
    'ui.react.form',
    'N10',
    'A form of a page sends its hidden fields, and the button that was pressed; not what a component puts in their place.',
  ),
  row('ui.react.provider', 'N10', 'AuthFlowProvider and AuthPageWrapper; a hook outside a page says what to do.'),
  row('ui.react.mount', 'N10', 'mountAuthPage(component, { mountId }): elsewhere, once, and nothing on the server.'),
  row('ui.react.18', 'N10', 'React 18 and 19.'),
  row(
    'ui.fields',
    'N10',
    'Wire fields pending_auth_id, csrf, consent_submitted, tools, federated, providers, incremental, app_id, action.',
  ),
  row('ui.rollup', 'N10', 'The other bundler makes the same pages.'),
  row('ui.split', 'N10', 'An app with an endpoint of its own has its own pages, or those of the server.'),
  documentRow('ui.node-only', 'Options', 'Custom UI components are Node only: other targets refuse them.'),
  documentRow('ui.absent', 'Options', 'A server without ui and extras holds none of it.'),
  row('ui.uncompiled', 'N10', 'Without a build there are no pages: the server does not start.'),
  row('ui.options', 'N10', 'Unknown slots, values that are no component files and extras that are no functions are refused.'),
  ruling(
    'ui.get',
    'Ruling 10',
    'GET /oauth/callback only with a custom UI, cookie and CSRF value; password fields are refused; HEAD never acts.',
  ),
  documentRow('ui.post', 'Endpoints', 'POST /oauth/callback needs the cookie; a CSRF value that is sent must be the one of the page.'),
  row(
    'ui.extra',
    'N10',
    'POST /oauth/ui/extra: { action, pending_auth_id, csrf, … } as JSON or form → { ok, error?, addedItems?, sideEffects? }.',
  ),
  row('ui.extra.refused', 'N10', '404 without extras; 400 for an unknown action, pending sign-in or CSRF value, and without the cookie.'),
  row('ui.extra.kept', 'N10', 'What extras add is kept with the sign-in and is in the state of the page.'),
  ruling('ui.extra.limits', 'Ruling 13', 'Side requests are counted and bounded; refused ones make the next answer later.'),
  row(
    'ui.attacks',
    'N10',
    'Pages of one’s own and their side requests under attack, on the built bundle: no code is issued and nothing runs.',
  ),
  row('ui.browser', 'N10', 'In Chromium: the page works with and without scripts, submitExtra and submitFinish do what they say.'),
  row('ui.identity', 'N10', 'Hidden identity fields are not settable by the component.'),
];
