import type { CommandRow } from '../command-row.ts';

/** `service new`. */
export const newRow: CommandRow = {
  name: 'new',
  aliases: ['create'],
  group: 'Start',
  summary: 'Create a project that runs, tests and builds',
  details: 'Asks for what no flag answers, unless --yes is given, any other flag is given, or there is no terminal to ask at (CI).',
  arguments: [{ name: 'path', summary: 'Folder to make; its last part names the package and the bundle' }],
  options: [
    { name: 'template', value: 'name', choices: ['basic', 'full', 'local', 'page'], summary: 'Template to start from', standard: 'basic' },
    { name: 'pm', value: 'name', choices: ['npm', 'yarn', 'pnpm'], summary: 'Package manager', standard: 'npm' },
    {
      name: 'target',
      short: 't',
      value: 'target',
      list: true,
      completes: 'targets',
      summary: 'Targets of its build',
      standard: 'node; node and mcpb for the template local; none for page',
    },
    { name: 'redis', summary: 'Keep sessions in Redis, for several instances' },
    { name: 'docker', summary: 'Add a Dockerfile and a compose file' },
    { name: 'cicd', value: 'name', choices: ['github', 'gitlab'], summary: 'Add a pipeline that checks, tests and builds' },
    { name: 'no-install', summary: 'Do not install the dependencies' },
    { name: 'no-git', summary: 'Do not start a git repository' },
    { name: 'yes', short: 'y', summary: 'Take every default and ask nothing' },
    {
      name: 'sdk',
      value: 'spec',
      summary: 'Version or file: tarball of @service/sdk (SERVICE_SDK_SPEC)',
      standard: "this tool's version",
    },
    { name: 'cli', value: 'spec', summary: 'As --sdk, of @service/cli (SERVICE_CLI_SPEC)' },
    { name: 'testing', value: 'spec', summary: 'As --sdk, of @service/testing (SERVICE_TESTING_SPEC)' },
    { name: 'react', value: 'spec', summary: 'As --sdk, of @service/react (SERVICE_REACT_SPEC)' },
  ],
  examples: [
    { line: 'service new calculator', does: 'ask for the rest' },
    { line: 'service new calculator --template full --pm pnpm', does: 'ask nothing' },
    { line: 'service new notes --template local', does: 'for desktop clients' },
    { line: 'service new shop --template page', does: 'a page that a model drives' },
    { line: 'service new calculator --docker --redis --cicd github', does: 'for containers' },
  ],
  seeAlso: ['dev', 'build'],
  load: async () => (await import('../commands/new.ts')).runNew,
};
