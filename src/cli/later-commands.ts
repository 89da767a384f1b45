/** Commands and flags of this family of tools that this version does not have: what it does not do, and what does it instead. */
const later: Readonly<Record<string, readonly [missing: string, instead: string]>> = {
  ...named(
    ['start', 'stop', 'restart', 'status', 'list', 'logs', 'service', 'socket'],
    'it manages no processes',
    'Start dist/node/<name> with the process manager of the system or in a container; http.socketPath serves a Unix socket',
  ),
  ...named(
    ['install', 'uninstall', 'configure'],
    'it installs no servers',
    'Run install-<name>.sh of a build, or give clients the entry that `service eject-mcp-config <client>` prints',
  ),
  'esm-update': ['it loads no apps of other packages at run time', 'Add the package to dependencies and list its app in @Service'],
  skills: ['it has no catalogue of skills', 'Declare skills of the server with @Skill; `service inspect` lists them'],
  plugin: ['it installs no plugins of assistants', '`service eject-mcp-config <client>` prints the entry of a client'],
  inspector: ['it opens no browser', '`service inspect` shows what clients see; `service dev` serves any client'],
  '--skills': ['it installs no skills for assistants', 'Leave it out; declare skills of the server with @Skill'],
  '--show-conflict': ['a port that is taken is always reported with its owner', 'Leave it out'],
  '--serve': ['`service dev` always serves', 'Leave it out; `--stdio` serves one client, and HTTP is the rest'],
  '--log-file': ['it writes no log file of its own', 'Redirect its output: service dev 2> dev.log'],
  '--buffer-size': ['the requests that wait for a restart have a fixed limit', 'Leave it out'],
  '--reload-deadline-ms': ['a request waits 30 seconds for a restart', 'Leave it out'],
  '--nx': ['it makes no workspaces of several projects', 'Create the project in a folder of the workspace'],
};

function named(words: readonly string[], missing: string, instead: string): Record<string, readonly [string, string]> {
  return Object.fromEntries(words.map((word) => [word, [missing, instead] as const]));
}

/** Undefined for a word that is in no version. */
export function describeLater(word: string): { readonly message: string; readonly hint: string } | undefined {
  const row = Object.hasOwn(later, word) ? later[word] : undefined;
  if (row === undefined) return undefined;
  const [missing, hint] = row;
  return { message: `${word.startsWith('-') ? word : `service ${word}`} is not in this version: ${missing}`, hint };
}
