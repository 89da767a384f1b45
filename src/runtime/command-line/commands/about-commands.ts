import { exitCodes, UsageFault } from '../failures.ts';
import type { CommandCall, OwnCommand } from './command.ts';
import { completionFunction, shells, type Shell } from '../../terminal/index.ts';

/** Commands about the program itself. */
export const aboutCommands: readonly OwnCommand[] = [
  {
    name: 'serve',
    summary: 'Serve MCP over HTTP, or to the program that started this one with --stdio',
    flags: [
      {
        name: 'port',
        short: 'p',
        property: 'port',
        kind: { kind: 'number', integer: true },
        summary: 'Port (default: PORT, else that of the build)',
      },
      { name: 'stdio', property: 'stdio', kind: { kind: 'boolean' }, summary: 'Speak MCP on standard input and output' },
    ],
    examples: ['serve -p 3000', 'serve --stdio'],
    run: serve,
  },
  { name: 'doctor', summary: 'Check that the program can run here', run: doctor },
  {
    name: 'completion',
    arguments: [{ name: shells.join('|'), required: true, choices: shells }],
    summary: 'Print a script that completes commands and flags',
    run: async ({ host, positionals, program }) => {
      host.terminal.data(printCompletion(positionals[0] ?? '', program.name));
      return exitCodes.ok;
    },
  },
  {
    name: 'version',
    summary: 'Print the version',
    run: async ({ print, program }) => {
      print({ name: program.name, version: program.version }, program.version);
      return exitCodes.ok;
    },
  },
];

async function serve({ globals, host, values }: CommandCall): Promise<number> {
  const { port, stdio } = values;
  await host.serve({ globals, stdio: stdio === true, port: typeof port === 'number' ? port : undefined });
  return exitCodes.ok;
}

async function doctor({ globals, host, print }: CommandCall): Promise<number> {
  const findings = await host.examine(globals);
  const lines = findings.map(
    ({ hint, ok, text }) => `${ok ? 'ok     ' : 'problem'}  ${text}${hint === undefined ? '' : `\n         ${hint}`}`,
  );
  print({ findings: findings.map((one) => ({ ...one, hint: one.hint ?? null })) }, lines.join('\n'));
  return findings.every(({ ok }) => ok) ? exitCodes.ok : exitCodes.failure;
}

/** What a name may be that stands in a script of a shell: nothing there has a meaning to one. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const installed: Readonly<
  Record<Shell, { readonly into: (name: string) => string; readonly register: (name: string, id: string) => string }>
> = {
  bash: { into: () => '>> ~/.bashrc', register: (name, id) => `complete -o default -F _${id}_complete ${name}` },
  zsh: { into: () => '>> ~/.zshrc', register: (name, id) => `compdef _${id}_complete ${name}` },
  fish: {
    into: (name) => `> ~/.config/fish/completions/${name}.fish`,
    register: (name, id) => `complete -c ${name} -f -a '(_${id}_complete)'`,
  },
};

/** @throws {UsageFault} for another shell, or a name that a shell would read as more than a name */
function printCompletion(typed: string, name: string): string {
  const shell = shells.find((one) => one === typed);
  if (shell === undefined) throw new UsageFault(`No completion for ${JSON.stringify(typed)}`, `Shells: ${shells.join(', ')}`);
  if (!plainName.test(name)) throw new UsageFault(`A shell cannot complete a program that is called ${JSON.stringify(name)}`);
  const id = name.replaceAll(/[^A-Za-z0-9]/g, '_');
  const { into, register } = installed[shell];
  return [
    ...(shell === 'zsh' ? [`#compdef ${name}`] : []),
    `# ${shell} completion for ${name}. Install it with:  ${name} completion ${shell} ${into(name)}`,
    completionFunction(shell, { id }),
    `${register(name, id)}\n`,
  ].join('\n');
}
