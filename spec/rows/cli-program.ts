import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The target cli: the command line that is generated from a server. */
export const rows: readonly RequirementRow[] = rowsOf({
  'cli-program.files':
    'build --target cli writes dist/cli/<name>, a single executable; with --js, js: true or sea.enabled: false a script for Node. Beside it lie the bundle, its manifest (with the member cli) and a CommonJS package.json. --js without the target, or with --sea, is refused.',
  'cli-program.tools':
    'Every listed tool is a sub-command whose flags come from its schema; a call gives the content, structured content and error flag that an MCP client gets.',
  'cli-program.names':
    'A sub-command is the kebab-case name of its tool. A tool whose name is the command keeps it; others that would share one, with each other or with an own command, get -tool, then -tool-2 and so on. The name of a tool as it is works too.',
  'cli-program.flags':
    'Flags are the kebab-case names of arguments, or the names as they are: text, numbers, true and false (--x, --no-x), enums, lists that repeat their flag, JSON for objects and mixed types, - for standard input. --arguments takes all as one JSON object; flags win over its members.',
  'cli-program.usage':
    'A missing, unknown, doubled or badly typed flag, a bad choice, bad JSON and an unknown command are named before anything is started, with what was probably meant, and exit with 2.',
  'cli-program.exit-codes':
    'Exit code 0 for success, 1 for a failure, 2 for invalid input, whether the program or the server finds it, and 130 where Ctrl-C ends a call, which the server is told; 143 for SIGTERM, 129 for SIGHUP. A second signal ends the program at once.',
  'cli-program.output':
    'Standard output carries the result alone: text, or with --output json (default: outputDefault) one JSON value, also for failures. What code of the server prints goes to standard error. Control characters reach no screen.',
  'cli-program.progress':
    'What a tool reports of its progress is shown on standard error: on a screen one line that is rewritten and goes with the result, elsewhere one line each; with --output json nothing, with --verbose the notifications themselves.',
  'cli-program.help-examples':
    'Help of a tool without examples shows a call that its schema takes: required members of objects, bounds, formats and lengths are kept, patterns are not.',
  'cli-program.help':
    'Help of the program, of a tool (types, required flags, defaults, an example) and of an own command starts no server that the build decided.',
  'cli-program.help-levels':
    'Every level has help: --help before or behind the words of a command, a group, a tool, a template or a prompt, and help <words>, print the same page and exit with 0. Half a command prints the page of its group on standard error, an unknown half is named with the one that was probably meant, and both exit with 2. A screen has its texts wrapped, a pipe has not.',
  'cli-program.entries':
    'resource list and read, template list and <name>, prompt list, get and <name>, subscribe resource and notification do what the protocol does; variables of templates and arguments of prompts are flags.',
  'cli-program.skills':
    'skills list, search <query> with --limit and --tag, load <id> and read <name> [file] print what the protocol gives; what a skill misses is said on standard error, and an unknown skill or file is named with what there is.',
  'cli-program.tasks':
    'A call that becomes a task is followed to its end: its result, its tool error or its failure is that of the call, and its questions are put to the person at the terminal.',
  'cli-program.subscribe':
    'subscribe resource and subscribe notification print a line for each change as it happens, of what was asked for alone, and end with 0 at Ctrl-C.',
  'cli-program.headers':
    'Calls of a server elsewhere repeat arguments marked x-mcp-header in headers, encoded where a header cannot carry them, also where only the server knows its tools.',
  'cli-program.questions':
    'A tool that asks its client puts its form to the person at the terminal; without a terminal, and under CI, nobody is asked and the call fails. The question names the server that asks, and can be declined at a required field too.',
  'cli-program.terminal':
    'What others write is cleaned by the stream that it goes to: standard error always, standard output where it is a terminal; a notification is one line.',
  'cli-program.serve':
    'serve listens as the bundle for Node does, with -p before PORT; serve --stdio, --stdio alone and SERVICE_STDIO=1 without arguments serve one client over stdin and stdout.',
  'cli-program.sessions':
    'connect reaches a running server and makes it the current session, or changes nothing; sessions list, switch and delete; --session names another for one command; local runs calls in the program.',
  'cli-program.login':
    'login signs in with authorization code and PKCE on a loopback port (--no-browser prints the address), or takes a token from standard input alone; expired tokens are renewed once for all processes, and a sign-in that has ended is said. logout revokes and forgets.',
  'cli-program.login.hostile':
    'What a server says of its sign-in is believed as far as RFC 9728 section 3.3, RFC 8414 section 3.3 and RFC 9207 section 2.4 go: metadata of the same origin, a resource that covers the endpoint, metadata of the same issuer, a redirect that names no other issuer. A server elsewhere names no address of this machine, in whatever spelling. One that does not say that it supports PKCE with S256 is refused, unless the build names it as issuer. Answers, events and lists without an end, and requests of other pages to the loopback port, are refused.',
  'cli-program.credentials':
    'Credentials lie encrypted in a file of mode 0600 with its key in another. A file that others may read, a symlink and a damaged file are refused by name, and nothing is half-written. No secret is in arguments, messages or logs.',
  'cli-program.settings':
    'excludeTools takes tools away (a name that no tool has fails the build), outputDefault sets the output, description stands in help, and authRequired refuses calls outside a session that is signed in.',
  'cli-program.doctor':
    'doctor checks the variables, the start of the server, the file of sessions and the server of the session, and exits with 1 when one is wrong.',
  'cli-program.completion':
    'completion prints a script for bash, zsh and fish that asks the program, which starts no server for it; a program whose name a shell would read as more than a name is refused.',
});
