import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `service eject-mcp-config`: entries of MCP clients, and the files that they are merged into. */
export const rows: readonly RequirementRow[] = rowsOf({
  'eject.http':
    'An HTTP entry is { url, transport: http }; the url defaults to http://<transport.http.host or 127.0.0.1>:<port><transport.http.path or /mcp>.',
  'eject.address': 'A default url that is not where the options of the server put its endpoint is printed with a warning that names both.',
  'eject.stdio':
    'A stdio entry is { command, args, env }; without command and args it is npx -y <name>; env is env.shared, then env.ship, then the client’s own, which wins.',
  'eject.key': 'The output is { mcpServers: { <key>: entry } }; the key is clients.<client>.name, else the name of the config.',
  'eject.missing': 'A client that the config has no entry for is refused with "service.config has no clients.<client> entry".',
  'eject.claude': 'claude takes its own entry, else that of claude-desktop, else that of claude-code, else it is missing.',
  'eject.merge':
    '-o creates missing folders and merges into a valid JSON file; everything outside the entry stays byte for byte: comments, line ends, byte order mark, indentation.',
  'eject.refuses':
    '-o refuses invalid JSON, a file without an object, a name that stands twice, a read-only file, what is no file, and more than 16 MiB; the file stays as it is.',
  'eject.atomic':
    '-o replaces the file in one step, through a symlink too and with its mode; on a full disk nothing is left behind; a backup is made only with --backup and never overwrites an earlier one.',
  'eject.dry-run':
    '--dry-run shows the difference and writes nothing; --list shows the clients of the config and where each keeps its own file.',
});
