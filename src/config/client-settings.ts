import { object, text, textMap, texts, transportKind } from './rules.ts';
import type { Field } from './setting-row.ts';

/** `claude` is one of the two Claude clients, unless it has an entry of its own. */
export const clientNames = ['claude', 'claude-code', 'claude-desktop', 'cursor', 'windsurf', 'vscode'];

export const clients: Field = {
  summary: 'Entries of clients (eject-mcp-config).',
  rule: {
    kind: 'map',
    keys: clientNames,
    of: object({
      name: {
        rule: { kind: 'text', pattern: '.', patternSays: 'is not empty' },
        summary: 'Key of the entry.',
        standard: "the server's name",
      },
      transport: {
        rule: transportKind,
        summary: 'Transport. Without it: stdio for command or args, http for url, else transport.default.',
      },
      command: { rule: text, summary: 'Program.', standard: 'transport.stdio.command' },
      args: { rule: texts, summary: 'Arguments.', standard: 'transport.stdio.args' },
      env: { rule: textMap, summary: 'Variables, over env.ship and env.shared.' },
      url: { rule: text, summary: 'Address.', standard: 'http://<transport.http.host>:<port><path>' },
    }),
  },
};
