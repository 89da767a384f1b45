import type { Command } from './command.ts';

/** Where completion finds values that no row lists. */
export type ValueSource = 'targets' | 'tools' | 'codes' | 'topics';

/** One flag, as data: help, completion and parsing are computed from it. */
export interface OptionRow {
  /** Long name with its dashes left out, in kebab case; `no-` in front makes it a switch that turns something off. */
  readonly name: string;
  readonly short?: string;
  /** Shown as `<value>`; absent for a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly completes?: ValueSource;
  /** May be given several times or as a comma-separated list. */
  readonly list?: true;
  readonly summary: string;
  /** Value when the flag is absent, for help only. */
  readonly standard?: string;
}

export interface ArgumentRow {
  readonly name: string;
  readonly required?: true;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly completes?: ValueSource;
  /** Takes all remaining words; the last argument only. */
  readonly variadic?: true;
}

/** Groups of the help page, in the order of work. */
export const commandGroups = ['Start', 'Develop', 'Check', 'Build', 'Ship', 'Project', 'Help'] as const;

export interface CommandRow {
  /** Words as typed: `build`, `registry keygen`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: (typeof commandGroups)[number];
  readonly summary: string;
  readonly details?: string;
  /** Left out of the overview. */
  readonly hidden?: true;
  readonly arguments: readonly ArgumentRow[];
  readonly options: readonly OptionRow[];
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  readonly seeAlso: readonly string[];
  /** Loads the command's code; nothing of it is needed to print help. */
  readonly load: () => Promise<Command>;
}
