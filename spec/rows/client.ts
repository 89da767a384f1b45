import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `@service/sdk/client`: the client of MCP servers that scripts, tests and pages use. */
export const rows: readonly RequirementRow[] = rowsOf({
  'client.eras':
    'connect() asks server/discover of 2026-07-28, and opens a session where the server knows no such request; era names one of both, and a server without it is refused with RevisionRefused.',
  'client.transports':
    'A client reaches servers over Streamable HTTP, the pair of 2024-11-05, standard input and output of a process, and a Unix socket.',
  'client.questions':
    'onElicit, onSample and onRoots answer what a server asks, in both eras; only kinds with a handler are declared as capabilities.',
  'client.notifications':
    'Notifications of a call reach onNotification; listen hears changes from its acknowledgement until its signal is aborted.',
  'client.bad-input':
    'Each way to fail has a class of error and a text that says what to do: an address that is none, nothing that listens, an answer that is no MCP message, a server that ends, an era that it does not speak, a time limit, a missing or a useless token. An aborted request rejects with the reason of its signal.',
  'client.sign-in':
    'signIn() signs a person in with their browser and a loopback port; its token is an option of connect(), renews itself once for calls at the same time, is undefined when the sign-in has ended, and can be continued from kept credentials. signOut() names the newest token, one that is under way included.',
  'client.page-sign-in':
    'openPageSession() signs a person in from a page by a redirect with PKCE: the code leaves the address and the history before it is used, tokens are in memory unless the page asks for the tab, and the person is where they were. Its token is an option of connect(); signOut() forgets and revokes it.',
  'client.page-sign-in.hostile':
    'A redirect without the state of this tab changes nothing and stays in the address; one of another issuer, or with an error, is the error of the session and brings no token; nothing of a redirect chooses where the page goes; an authorization page that is no https address is never opened; a way back to another origin is refused.',
  'client.secrets': 'No error of a client holds a token, the value of a header, a password or the query of an address.',
  'client.envelope': 'What a request says in _meta, such as its progressToken, is sent beside the envelope of 2026-07-28.',
  'client.pages': 'Answers are read also where streams cannot be iterated, as in some browsers; a stream that is left early is cancelled.',
  'client.browser': '@service/sdk/client names no module of Node, and no bundle of a server holds any of it.',
});
