import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { cliBinary, runCli } from '../support/cli/run-cli.ts';
import type { AttackOutcome } from './attack.ts';

/** A file from a stranger that the command line reads: the attacker wants code to run, or a person to see what is not there. */
interface ForeignFileAttack {
  readonly name: string;
  /** Text for every place of a contract.json that its author chooses. */
  readonly text: string;
  /** True: the attacker got what they came for. */
  readonly succeeds: (folder: string) => Promise<boolean>;
}

/** Code that leaves a mark in the folder where it runs. */
const marking = "await import('node:fs').then((fs) => fs.writeFileSync('owned', ''));";
const isOwned = (folder: string): boolean => existsSync(join(folder, 'owned'));

const contractWith = (text: string): object => ({
  contractVersion: 1,
  hash: text,
  server: { name: text, version: text, description: text },
  tools: [
    {
      name: text,
      description: text,
      inputSchema: { type: 'object', properties: { [text]: { const: text, description: text } }, required: [text] },
      outputSchema: { $ref: `#/$defs/${text}` },
      visibility: 'public',
      hash: text,
    },
  ],
  resources: [{ name: text, uri: text, description: text, hash: text }],
  resourceTemplates: [{ name: text, uriTemplate: `${text.replaceAll(/[{}]/g, '')}{id}`, description: text, hash: text }],
  prompts: [{ name: text, description: text, arguments: [{ name: text, description: text }], hash: text }],
  skills: [],
});

/** A client generated from the contract, loaded as its user loads it. */
async function generatedClientRuns(folder: string): Promise<boolean> {
  await runCli(['generate', 'client', '--from', 'contract.json', '--out', 'client'], { cwd: folder });
  for (const file of ['contract.mjs', 'client.mjs']) {
    const path = join(folder, 'client', file);
    if (existsSync(path)) await execa(process.execPath, [path], { cwd: folder, reject: false });
  }
  // Declarations are also read by programs: what stands in them outside comments and literals must be declarations.
  const types = join(folder, 'client/contract.d.mts');
  if (!existsSync(types)) return isOwned(folder);
  writeFileSync(join(folder, 'types.mts'), readFileSync(types, 'utf8'));
  await execa(process.execPath, ['--import', import.meta.resolve('tsx'), join(folder, 'types.mts')], { cwd: folder, reject: false });
  return isOwned(folder);
}

/** A person presses Tab until a word stands there, and Enter. */
async function completedWordRuns(folder: string): Promise<boolean> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin/service'), `#!/bin/sh\nexec "${process.execPath}" "${cliBinary}" "$@"\n`, { mode: 0o755 });
  const script = [
    'source <(service completion bash)',
    "COMP_WORDS=(service inspect '') COMP_CWORD=2",
    '_service_complete',
    'for word in "${COMPREPLY[@]}"; do eval ": $word"; done',
  ];
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
  await execa('bash', ['-c', script.join('\n')], { cwd: folder, env, reject: false });
  return isOwned(folder);
}

/** What a terminal does with bytes is the attack; the command line prints texts of the contract in its findings and pages. */
async function terminalIsSteered(folder: string): Promise<boolean> {
  writeFileSync(join(folder, 'service.config.json'), readFileSync(join(folder, 'contract.json')));
  const words = [['generate', 'client', '--from', 'contract.json', '--dry-run'], ['check'], ['config', 'print']];
  const printed = await Promise.all(words.map((args) => runCli(args, { cwd: folder })));
  // oxlint-disable-next-line no-control-regex
  return printed.some(({ stderr, stdout }) => /\u001B[\][](?!\d+m)|\u0007|\u009B|\u202E/.test(stdout + stderr));
}

const oldServer = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'a', version: String(Date.now()) });
server.registerTool('add', { description: 'Adds.' }, async () => ({ content: [] }));
`;

/** A server that is moved: the name of its file and its version stand in the project that is written, whose config runs with the next command. */
async function movedProjectRuns(folder: string): Promise<boolean> {
  const contract: unknown = JSON.parse(readFileSync(join(folder, 'contract.json'), 'utf8'));
  const version = textAt(contract, 'server', 'version');
  const main = `server${version}.js`;
  writeFileSync(join(folder, main), oldServer);
  const manifest = { name: 'foreign', version, type: 'module', main, dependencies: { '@modelcontextprotocol/sdk': '^1.20.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await runCli(['migrate', '.', '--out', 'moved'], { cwd: folder, env: { SERVICE_SDK_SPEC: '0.0.0', SERVICE_CLI_SPEC: '0.0.0' } });
  await runCli(['config', 'print', '--config', 'moved/service.config.ts'], { cwd: folder });
  const module = readdirSync(join(folder, 'moved/src')).find((name) => name.startsWith('server'));
  // A quote without a backslash ended the literal.
  return isOwned(folder) || /(?<!\\)', z: await/.test(readFileSync(join(folder, 'moved/src', module ?? ''), 'utf8'));
}

function textAt(value: unknown, ...keys: readonly string[]): string {
  let inner = value;
  for (const key of keys) inner = typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined;
  return String(inner);
}

const foreignFileAttacks: readonly ForeignFileAttack[] = [
  ...[
    ['a comment ended by **//', `**// ${marking} /*`],
    ['a comment ended by */', `*/ ${marking} /*`],
    ['a comment ended on its second line', `a\n**//\n${marking}\n/*`],
    ['a string literal ended', `'; ${marking} '`],
    ['a string literal ended behind a backslash', `\\'; ${marking} //`],
    ['a double-quoted literal ended', `"}; ${marking} ({"a":"`],
    ['a template literal ended', `\`; ${marking} \``],
    ['a line ended by a line separator', `x\u2028${marking}\u2029`],
    ['a line ended by a carriage return', `x\r${marking}\r`],
    ['a hole in a template literal', `\${(${marking.slice('await '.length, -1)})}`],
    ['a type reference that ends its declaration', `x = 1; ${marking} //`],
  ].map(([name = '', text = '']): ForeignFileAttack => ({ name: `generated client: ${name}`, text, succeeds: generatedClientRuns })),
  ...[
    ['a command substitution', '$(touch owned)'],
    ['a command in backticks', '`touch owned`'],
    ['a second command', 'x;touch owned'],
    ['a second line', 'x\n$(touch owned)'],
  ].map(([name = '', text = '']): ForeignFileAttack => ({ name: `completion: ${name}`, text, succeeds: completedWordRuns })),
  ...[
    ['the clipboard is filled', 'x\u001B]52;c;ZWNobyBoaQ==\u0007'],
    ['the screen is cleared', 'x\u001B[2J\u001B[H'],
    ['an 8-bit control sequence', 'x\u009B2J'],
    ['a line turned around', 'x\u202Eexe.txt'],
  ].map(([name = '', text = '']): ForeignFileAttack => ({ name: `terminal: ${name}`, text, succeeds: terminalIsSteered })),
  { name: 'moved server: a literal ended', text: `', z: ${marking.slice(0, -1)}, y: '`, succeeds: movedProjectRuns },
];

/** Each in a folder of its own, where a stranger's contract.json lies. */
export async function runForeignFileAttacks(): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const attack of foreignFileAttacks) {
    const { name, text } = attack;
    const folder = mkdtempSync(join(tmpdir(), 'foreign-file-'));
    try {
      for (const path of ['.', 'dist/node']) {
        mkdirSync(join(folder, path), { recursive: true });
        writeFileSync(join(folder, path, 'contract.json'), JSON.stringify(contractWith(text)));
      }
      writeFileSync(join(folder, 'package.json'), '{ "name": "foreign", "type": "module" }');
      const outcome = (await attack.succeeds(folder)) ? 'succeeded' : 'refused';
      outcomes.push({ name, advisory: 'CWE-94, CWE-150', target: 'command line', outcome });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return outcomes;
}
