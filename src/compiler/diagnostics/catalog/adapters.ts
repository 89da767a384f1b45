import { wordsOnce } from '../../../std/texts.ts';
import { row } from '../diagnostic.ts';

const refresh = 'Run `service build --refresh`, look at what it changes, and commit service.lock.json with the folder service.lock';

/** Findings about what adapters prepare at build. */
export const adapterRows = {
  'document-not-locked': row<{ adapter: string; address: string }>({
    severity: 'error',
    message: ({ adapter, address }) => `The adapter "${adapter}" needs ${address}, which is not in service.lock.json`,
    hint: () => refresh,
    explain: {
      cause:
        'A build does not ask the network, so that it gives the same everywhere. Documents that adapters need are fetched once, kept in the project, and pinned by their hash.',
      example: "ApiAdapter.init({ name: 'orders', url: 'https://api.example.com/openapi.json' })   // and no service.lock.json",
      fix: 'service build --refresh && git add service.lock.json service.lock',
    },
  }),
  'document-not-as-locked': row<{ adapter: string; detail: string }>({
    severity: 'error',
    message: ({ adapter, detail }) => `The adapter "${adapter}" got another document than the locked one: ${detail}`,
    hint: () =>
      `Restore both from version control. To take what the network has now: ${refresh.charAt(0).toLowerCase()}${refresh.slice(1)}`,
    explain: {
      cause:
        'service.lock.json pins the documents of adapters by their SHA-256. The copy in the folder service.lock is missing or has another one: it was edited, or only one of the two was committed.',
      example: '// service.lock/api.example.com-openapi-0f3a….json was edited by hand',
      fix: 'git checkout service.lock service.lock.json   // or: service build --refresh',
    },
  }),
  'document-refused': row<{ adapter: string; detail: string }>({
    severity: 'error',
    message: ({ adapter, detail }) => `The adapter "${adapter}" was given no document: ${detail}`,
    hint: () => 'Name a file inside the project, or a public http or https address that answers with the document',
    explain: {
      cause:
        'An adapter reads files of the project alone, and from the network what lies at a public address, within a limit of time and size. A document that leads elsewhere could read secrets of the machine that builds.',
      example: "ApiAdapter.init({ name: 'orders', url: '../../secrets.json' })",
      fix: "ApiAdapter.init({ name: 'orders', url: 'specs/orders.json' })",
    },
  }),
  'prepare-failed': row<{ adapter: string; detail: string }>({
    severity: 'error',
    message: ({ adapter, detail }) => `The adapter "${adapter}" could not be prepared: ${detail}`,
    hint: () => 'Correct its options or its document; static prepare returns JSON alone, and ends',
    explain: {
      cause:
        'The static prepare of an adapter runs at build, and what it returns becomes a constant of the bundle. It threw, did not end, or returned something that JSON cannot hold.',
      example: 'static prepare() { return { made: new Date() }; }',
      fix: 'static prepare() { return { made: new Date().toISOString() }; }',
    },
  }),
  'prepare-varies': row<{ adapter: string; when: string }>({
    severity: 'error',
    message: ({ adapter, when }) => `The adapter "${adapter}" prepares something else ${when}`,
    hint: () =>
      'A bundle has one result of prepare: take the variable out of what it reads, list an adapter for each value, or build once for each',
    explain: {
      cause:
        'What static prepare returns is made once, with the variables of the build. An option that a variable decides would be of no effect where the bundle runs.',
      example: "ApiAdapter.init({ name: 'orders', spec: process.env.REGION === 'eu' ? 'eu.json' : 'us.json' })",
      fix: "adapters: [ApiAdapter.init({ name: 'orders-eu', spec: 'eu.json' }), ApiAdapter.init({ name: 'orders-us', spec: 'us.json' })]",
    },
  }),
  'prepare-warning': row<{ adapter: string; about: string; text: string }>({
    severity: 'warning',
    message: ({ about, adapter, text }) => wordsOnce(adapter, about, text),
    explain: {
      cause: 'An adapter reports what of its document it could not take over as it is.',
      example: '// orders: GET /report: left out, because its answer has no schema',
      fix: 'Change the document, or the options of the adapter so that they leave this out.',
    },
  }),
};
