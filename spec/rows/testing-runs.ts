import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What `@service/testing` and `service test` do under suites that other people wrote. */
export const rows: readonly RequirementRow[] = rowsOf({
  'testing.fake-timers': 'Timers that a test fakes stop neither the servers nor the clients of the library, nor its mocks.',
  'testing.asymmetric':
    'Where a matcher or a mock compares a value, `expect.any`, `expect.stringMatching` and their kin may stand in its place.',
  'testing.fetch-likeness':
    'A mocked fetch is aborted by its signal, answers bytes and Response objects as they are, and passes a stream through unread.',
  'testing.late-handler': 'A handler of MockAPIServer that fails after it has answered is named on stderr and does not end the run.',
  'testing.use-options': 'test.use and TestServer.start refuse options that are not there, and values of another kind, by name.',
  'testing.declared': 'test.use and test.skip(condition) inside of a running test fail it, because they would have no effect.',
  'testing.as-sent': 'Responses are as the server sent them, their faults included; one with the id of another request is a failure.',
  'testing.cassette-names':
    'Names of credentials are known in every spelling (case, hyphens and underscores do not count), in singular and plural, with further words around them and as keys with a qualifier, in headers, addresses, JSON and JSON within texts, forms, multipart forms, events and pages; tokens also by their form.',
  'testing.cassette-syntax':
    'A cassette hides the value of a credential in whatever syntax name and value are written: settings, shells, YAML, XML, scripts, GraphQL, attributes, pairs in lists and objects, escaped and percent-encoded texts.',
  'testing.cassette-sent':
    'A value of at least eight characters that a request sends as a credential in a header, a cookie or a field is hidden wherever the request or an answer repeats it: plain, percent-encoded, escaped or in base64.',
  'testing.cassette-unchanged':
    'What holds no credential is recorded byte for byte, and beside a credential the rest of its document; a body is a form by its content type alone, if it has one.',
  'testing.cassette-long': 'The work of hiding credentials grows in proportion to the length of the text.',
  'testing.cassette-forms': 'A cassette holds no credentials of forms, queries, JSON or headers.',
  'testing.ended-server': 'A client that finds nobody at the port of a server that has ended says how its process ended.',
  'testing.run-ends': 'service test ends with its tests, also when a spec left a listener or a timer open; it says so.',
  'testing.own-globals':
    'Under jest with `injectGlobals: false` the library finds the functions of jest; under vitest without globals it says what to do.',
});
