import { exitCodes } from '../failures.ts';
import type { CommandCall, OwnCommand } from './command.ts';
import { printCompletion } from '../completion/print-completion.ts';
import { shells } from '../../terminal/index.ts';

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
      host.terminal.out(printCompletion(positionals[0] ?? '', program.name));
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
  await host.serve({ globals, stdio: stdio === true, ...(typeof port === 'number' ? { port } : {}) });
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
