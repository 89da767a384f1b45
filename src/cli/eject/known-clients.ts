/** A file in which an MCP client keeps its servers. */
export interface ClientFile {
  /** Below the person's folder (`~`) or the project's (`.`). */
  readonly path: string;
  /** The system that has it there; absent: all. */
  readonly on?: 'linux' | 'darwin' | 'win32';
}

export interface KnownClient {
  readonly name: string;
  /** Reads JSON with comments and trailing commas. */
  readonly readsComments: boolean;
  readonly files: readonly ClientFile[];
}

/** The clients that a config can have entries for, with the files that `service doctor` looks at and `--list` names. */
export const knownClients: readonly KnownClient[] = [
  { name: 'claude-code', readsComments: false, files: [{ path: './.mcp.json' }, { path: '~/.claude.json' }] },
  {
    name: 'claude-desktop',
    readsComments: false,
    files: [
      { path: '~/.config/Claude/claude_desktop_config.json', on: 'linux' },
      { path: '~/Library/Application Support/Claude/claude_desktop_config.json', on: 'darwin' },
      { path: '~/AppData/Roaming/Claude/claude_desktop_config.json', on: 'win32' },
    ],
  },
  { name: 'cursor', readsComments: true, files: [{ path: './.cursor/mcp.json' }, { path: '~/.cursor/mcp.json' }] },
  { name: 'windsurf', readsComments: false, files: [{ path: '~/.codeium/windsurf/mcp_config.json' }] },
  { name: 'vscode', readsComments: true, files: [{ path: './.vscode/mcp.json' }] },
];

/** Where a client keeps its servers on one system; `claude` may be either of two. */
export const filesOn = (client: string, platform: string): readonly string[] =>
  knownClients
    .filter(({ name }) => name === client || (client === 'claude' && name.startsWith('claude-')))
    .flatMap(({ files }) => files.flatMap(({ on, path }) => (on === undefined || on === platform ? [path] : [])));
