import type { Json, JsonObject } from '../../model/index.ts';
import { oneLine, type FlagRow } from '../../terminal/index.ts';
import { choicesOfKind, describeKind, type ValueKind } from './value-kind.ts';

/** One flag of a command. */
export interface Flag {
  /** Without its dashes. */
  readonly name: string;
  /** Other spellings. */
  readonly aliases?: readonly string[];
  /** A single letter. */
  readonly short?: string;
  /** Member of the result. */
  readonly property: string;
  readonly kind: ValueKind;
  readonly required?: boolean;
  /** A secret: only `-` is taken, because others can read command lines. */
  readonly secret?: true;
  readonly summary?: string;
  readonly standard?: Json;
}

/** What was typed. */
export interface Typed {
  /** By property. */
  readonly values: JsonObject;
  readonly positionals: readonly string[];
  readonly globals: Globals;
}

/** Flags of every command. */
export interface Globals {
  readonly output?: 'text' | 'json';
  readonly verbose?: boolean;
  readonly logDir?: string;
  readonly session?: string;
  readonly help?: boolean;
}

export const textKind: ValueKind = { kind: 'text' };
export const switchKind: ValueKind = { kind: 'boolean' };

/** A tool's own flag of the same name wins behind the command; before the command these stand alone. */
export const globalFlags: readonly Flag[] = [
  { name: 'output', property: 'output', kind: { kind: 'choice', values: ['text', 'json'] }, summary: 'How results are printed' },
  { name: 'verbose', property: 'verbose', kind: switchKind, summary: "Show the server's log on standard error" },
  { name: 'log-dir', property: 'logDir', kind: textKind, summary: 'Folder of the log files' },
  { name: 'session', property: 'session', kind: textKind, summary: 'Session to use this time; see sessions list' },
  { name: 'help', short: 'h', property: 'help', kind: switchKind, summary: 'Explain a command' },
];

/** A flag as help and completion show it. Names, choices and defaults may be those of a server elsewhere. */
export const flagRow = ({ aliases, kind, name, required, short, standard, summary = '' }: Flag): FlagRow => ({
  name,
  aliases,
  short,
  ...(kind.kind === 'boolean' ? {} : { value: describeKind(kind) }),
  choices: choicesOfKind(kind),
  summary: [oneLine(summary), required === true ? '(required)' : '', kind.kind === 'list' ? '(repeatable)' : '']
    .filter((part) => part !== '')
    .join(' '),
  standard: standard === undefined ? undefined : JSON.stringify(standard),
});
