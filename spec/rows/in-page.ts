import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Servers in pages: `@service/sdk/in-page`, and the targets `browser` and `sdk`. */
export const rows: readonly RequirementRow[] = rowsOf({
  'R.host':
    'A server runs in the page that calls it, of options or of a decorated class: clients of both eras connect through `channel()` and `transport()`, and every check holds as over a transport',
  'R.host.policy':
    'The bundle of a page with a server holds no module of Node, no `process` and no `eval`; it runs under a policy without `unsafe-eval`',
  'R.host.size':
    'The core of a server in a page has at most 37,800 bytes after gzip without zod, and features that a page does not import are not in it',
  'R.host.changes':
    '`register` adds entries and clients hear of it; `replace` and `remove` change them; what is wrong with them is thrown and changes nothing; a call that runs keeps the entries that it began with',
  'R.host.rounds': 'A tool asks the client of the page for a form or a sample, in both eras',
  'R.host.calls': 'Progress reaches the caller before the answer, and a cancelled call ends in its handler',
  'R.host.apart': 'Two pages, of one origin or of two, have servers of their own: nothing of one is in the other',
  'R.host.end':
    'After `dispose` clients are closed and every further call, connection and registration is refused with a text that says so',
  'R.host.hostile': 'Hostile texts in names are refused by name, in arguments and results they are data: nothing of them runs in the page',
  'R.host.features': 'An entry that needs a feature which the page has not imported stops the start, with the name to import',
  'R.host.options':
    'Options that would protect or keep something and cannot in a page (`redis`, `sqlite`, `sessions`, `throttle`, `splitByApp`, `auth` with tokens) are refused by name; those of a network (`http`, `transport`, `metrics`, `health`, `registry`) are told to have no effect',
  'S4.3.browser':
    'The target `browser` writes one ES module `<name>.browser.mjs` and its source map: its default export is the server; it holds no listener and no module of Node, and answers as the other targets do',
  'S4.3.browser.refused':
    'Options that cannot be in a page stop its build at their place in the sources, with what to do instead; those of a network, and addresses of plugins, are told to have no effect; a module of Node is named',
  'S4.3.sdk':
    'The target `sdk` writes `<name>.cjs.js` and `<name>.esm.mjs` with source maps, declarations and a package.json: programs of CommonJS, of ES modules and of TypeScript import `createDirect` and `connect`; nothing starts, listens or ends the process by itself, and it answers as the other targets do',
  'S4.3.sdk.findings':
    'Addresses of plugins and `http.port` are told to have no effect in the target `sdk`; top-level await stops its build at its place, because one of its bundles is CommonJS',
  'D2.documents.browser': 'A server in a page reads no environment variable: keys and other variables are given to it, or it does without',
  'S5.3.drivers.page':
    '`indexedDbStore` and `localStorageStore` hold what every store holds, atomically over all tabs of an origin; other origins have nothing of it, and a browser without them is told by name',
  'R.host.callers': 'The page names who calls, by connection; access rules and handlers see that person, and nobody where none is named',
});
