import type { ArgumentRow as ArgumentShape, FlagRow, NamedRow } from '@service/sdk/terminal';
import type { Command } from './command.ts';

/** Where completion finds values that no row lists. */
export type ValueSource = 'targets' | 'tools' | 'codes' | 'topics';

/**
 * One flag, which parsing is computed from too: `no-` in front of its name makes it a switch that turns something off, and a list may also
 * be given flag by flag.
 */
export interface OptionRow extends FlagRow {
  readonly completes?: ValueSource;
}

export interface ArgumentRow extends ArgumentShape {
  readonly summary: string;
  readonly completes?: ValueSource;
}

/** Groups of the help page, in the order of work. */
export const commandGroups = ['Start', 'Develop', 'Check', 'Build', 'Ship', 'Project', 'Help'] as const;

export interface CommandRow extends NamedRow {
  readonly group: (typeof commandGroups)[number];
  readonly details?: string;
  readonly arguments: readonly ArgumentRow[];
  readonly options: readonly OptionRow[];
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  readonly seeAlso: readonly string[];
  /** Loads the command's code; nothing of it is needed to print help. */
  readonly load: () => Promise<Command>;
}
