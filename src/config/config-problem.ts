import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { Diagnostic, Explanation } from '../compiler/diagnostics/index.ts';

/** The first place at which a text is not JSON; undefined for JSON. */
export function jsonFault(file: string, text: string): { readonly span: Diagnostic['span']; readonly what: string } | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return undefined;
  const { error, length, offset } = first;
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const span = { file, start: offset, end: offset + length, line, column: offset - before.lastIndexOf('\n') };
  return { span, what: wordsOf(printParseErrorCode(error)) };
}

/** `PropertyNameExpected` → `property name expected`. */
const wordsOf = (code: string): string => code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** Every finding about a project's configuration, explained; `service explain <code>` prints these rows. */
export const configCodes = {
  'not-a-project': {
    cause: 'A project is a folder with service.config.* or package.json; neither is in the folder or in the ten above it.',
    example: 'cd /tmp && service build',
    fix: 'Change into the project, name it with --cwd, or make one with `service new`.',
  },
  'package-json-invalid': {
    cause: 'package.json does not parse, so name and version of the project cannot be read.',
    example: '{ "name": "weather", }   // JSON has no trailing commas',
    fix: 'Correct the JSON at the place that the message names.',
  },
  'config-not-found': {
    cause: 'A config file was named by --config or SERVICE_CONFIG, and it is not there. A named file is never replaced by a found one.',
    example: 'service build --config prod.config.ts',
    fix: 'Correct the path; it is relative to the folder you work in.',
  },
  'config-unused-file': {
    cause: 'A folder holds several config files. One is used, in the order ts, js, json, mjs, cjs; the others have no effect.',
    example: 'service.config.ts and service.config.json in one folder',
    fix: 'Keep one file, or name the one that counts with --config.',
  },
  'special-file': {
    cause: 'A pipe, a device such as /dev/zero, or a link to one stands where a file of the project would be read, which would never end.',
    example: 'package.json -> /dev/zero',
    fix: 'Remove it. In a project that you did not write, ask why it is there.',
  },
  'config-unreadable': {
    cause: 'The config file exists and cannot be read.',
    example: 'chmod 000 service.config.ts',
    fix: 'Give yourself the right to read it.',
  },
  'config-syntax': {
    cause: 'The config file does not parse, or one of its imports cannot be found.',
    example: "export default defineConfig({ name: 'weather'",
    fix: 'Correct the syntax at the place shown.',
  },
  'config-threw': {
    cause: 'The config file is a program, and it failed while it was loaded.',
    example: 'const port = readFileSync("port.txt")   // not there',
    fix: 'Let the config describe the project and do nothing else.',
  },
  'config-timeout': {
    cause: 'The config file waits for something and never finishes loading, so every command would hang.',
    example: 'await fetch("http://localhost:9999")',
    fix: 'Remove the wait; put values that are known only later into variables.',
  },
  'config-no-default': {
    cause: 'The config file has no default export, so there is nothing to read.',
    example: "export const config = { name: 'weather' };",
    fix: "export default defineConfig({ name: 'weather' });",
  },
  'config-unknown-key': {
    cause: 'A key is not a setting. Unknown keys are refused, because a misspelt one would silently do nothing.',
    example: "defineConfig({ nmae: 'weather' })",
    fix: 'Correct the name, or remove the key; `service help config` lists every setting.',
  },
  'config-missing-key': {
    cause: 'A setting that has no default is not there.',
    example: "defineConfig({ entry: 'src/main.ts' })   // no name",
    fix: 'Add the named setting.',
  },
  'config-wrong-value': {
    cause: 'The value of a setting, of its flag or of its variable is not of the kind that the setting takes.',
    example: "transport: { http: { port: '3000' } }   // a number belongs there",
    fix: 'Give a value of the kind that the message names.',
  },
  'config-unused-key': {
    cause: 'The setting is part of the format and has no effect in this version; it is named so that you do not rely on it.',
    example: "deployments: [{ target: 'node', env: { A: '1' } }]",
    fix: 'Remove it, or keep it for a later version.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export type ConfigCode = keyof typeof configCodes;

/** A finding about the configuration: its code has a row in `configCodes`. */
export interface ConfigDiagnostic extends Diagnostic {
  readonly code: ConfigCode;
}

/** The configuration cannot be used; holds every fault that was found, with the sources for their frames. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  readonly diagnostics: readonly ConfigDiagnostic[];
  readonly sources: ReadonlyMap<string, string>;
  /** Absolute folder that the files of the findings are relative to; undefined where no file was read. */
  readonly root: string | undefined;

  constructor(diagnostics: readonly ConfigDiagnostic[], sources: ReadonlyMap<string, string> = new Map(), root?: string) {
    super(diagnostics.map((diagnostic) => diagnostic.message).join('; '));
    this.diagnostics = diagnostics;
    this.sources = sources;
    this.root = root;
  }
}
