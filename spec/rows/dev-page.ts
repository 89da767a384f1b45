import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The page of `service dev`, which `service inspect --page` opens for any server. */
export const rows: readonly RequirementRow[] = rowsOf({
  'dev-page.address':
    'service dev serves a page on loopback, on a port of its own, and prints its address; a build that goes on is no fault; --no-page and --stdio serve none.',
  'dev-page.entries':
    'The page lists tools, resources, templates and prompts, searches them, and calls, reads or gets each by a form of its schema, which shows defaults. In one column the list has no scrollbar of its own, and a chosen entry comes into sight.',
  'dev-page.costs': 'Beside each tool the page shows the tokens that it costs a model, as service inspect counts them.',
  'dev-page.widget':
    'A result is shown in its widget by a strict host of another origin, with switches for host, theme, width and display mode; tools called by the widget are called.',
  'dev-page.violations':
    'What the policy of the host blocks is a finding with its line of the sources, or of the document where nothing is known of these, and the option that would allow it. Each line is asked for once, several at a time.',
  'dev-page.positions':
    'A position that a widget tells is looked up in constant time. One that is no safe integer or that the document does not have has no line of the sources.',
  'dev-page.messages':
    'A message of a widget is taken as JSON of at most 100 levels, 100,000 values and 8,000,000 characters, with a method and an id of at most 200 characters; another one is refused with the reason, in its answer and in the log.',
  'dev-page.limits':
    'Lists of what strangers send have a length: 500 entries of a kind, 100 violations, and then their number, the last 1,000 messages and log entries within 20,000,000 characters, lines of 10,000 characters, 50 requests of a widget at a time, and 64 MB of events that a page has not read. The log is drawn five times a second at most.',
  'dev-page.reload':
    'After a save the page shows the changed widget with the last input and result, says that it begins again, without a call and without losing what was written. It does not wait for the server; a widget that does not build is a finding with its place.',
  'dev-page.log':
    'The page shows requests with their answers and times, notifications, messages of widgets and the output of the server, live.',
  'dev-page.sign-in':
    'A person signs in at the server of the page by its usual sign-in; requests carry the token, the log never shows it, and the view and the chosen entry are as before.',
  'dev-page.questions': 'A question of the server is a form; its answer, or that there is none, goes back.',
  'dev-page.inspect': 'service inspect --page <url> opens the same page for a server at any address.',
  'dev-page.policy': 'The page runs its own script under a policy without other hosts, inline code by hash alone, and no eval.',
  'dev-page.token':
    'Everything but the empty document needs a token of 32 random bytes, compared in constant time, which the page takes out of its address at once. A fragment of another shape is no token, and one in a link never replaces a token that works.',
  'dev-page.host': 'Requests by another name than that of the page or of the sandbox are refused (DNS rebinding).',
  'dev-page.localhost':
    'The page has the address 127.0.0.1. The sandbox, whose name is localhost, has its port on both loopback addresses, so that no other program can answer for it.',
  'dev-page.requests':
    'A list of tools has up to 10,000 objects and 16 MB, a list of positions up to 100 and 64 KB; any other body is 400 or 413 with the reason. Other requests are answered while tools are counted.',
  'dev-page.origin': 'Requests from pages of other origins are refused, with the token too.',
  'dev-page.named-server':
    'The page reaches the server that it shows and no other, redirects included; cookies of neither side pass, and no answer is a document of the page’s origin.',
  'dev-page.broken-answers':
    'An answer of the server that is no HTTP, or has a status outside of 200 to 599, is a 502 of the page with the reason; the program goes on.',
  'dev-page.faults': 'A view that cannot be drawn says why and offers a reload of the page; the other views stay as they are.',
  'dev-page.hostile': 'Whatever a server says in names, descriptions, schemas and results is text.',
  'dev-page.framed': 'No other page can frame the page or its sandbox.',
});
