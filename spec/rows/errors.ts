import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Codes, statuses and texts of failures, and what hostile code of authors may not do. */
export const rows: readonly RequirementRow[] = [
  ...rowsOf({
    'D4.errors.statuses': 'Every code has the HTTP status of the table, and only public kinds show their text.',
    'D4.errors.numbers': 'JSON-RPC numbers: -32601 method, -32001 unauthorised, -32002 resource not found, -32003 forbidden.',
    'D4.errors.bases':
      'McpError has errorId, code, statusCode, getPublicMessage, getInternalMessage, toMcpError; the public base is 400, the internal 500.',
    'D4.errors.unknown-code': 'An unknown code is treated as internal: nothing leaks by a typing mistake.',
    'D4.errors.texts': 'Tool "<n>" not found; Resource not found: <uri>; Prompt not found: <n>; Missing required argument: <a>.',
    'D4.errors.timeout': 'Execution of "<n>" timed out after <ms>ms.',
    'I2.bad.thrown': 'A throwing tool, whatever it throws, answers with an error id and harms nobody else.',
    'I2.bad.returned': 'Values that are not JSON are refused or made JSON before an answer is begun.',
    'I2.bad.fatal':
      'An error that is thrown outside of any call while the server runs (in a timer, by an event) ends the process with 1; the log has its message with an error id, and its stack at every log level.',
    'I2.bad.rejects-later': 'A promise that fails later and that nobody awaits does not end the server; it is logged with an error id.',
    'D4.context.call-tool': 'callTool of every kind of entry runs another tool through the whole call, internal ones included.',
    'D4.context.call-tool-token':
      'The progress of a tool called by callTool has the token that the client sent with the call; a progressToken option with another is an error that says so.',
    'D4.entries.names': 'Equal names of different owners are listed as <owner>:<name>; lookups treat - and _ as the same.',
    'D4.entries.availability':
      'Axes are joined with AND, values with OR; an entry is only where its app is; platform is the old name of os.',
    'D4.entries.pages': 'auto pages only above the threshold; a cursor that the list did not give is invalid params.',
  }),
  ...rowsOf(
    {
      'D4.entries.printable-names':
        'The names of tools are 1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-". Those of resources, templates and prompts are any printable text without ":", control, bidirectional and zero-width characters, at build and at start; Mcp-Name carries them as base64 of UTF-8 where a header cannot hold them, and inspect lists the names that some clients show badly.',
    },
    'SEP-2243',
  ),
];
