/** Something a person has to know about the move, at the line of the source where it stands. */
export interface Finding {
  /** Relative to the source folder, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

/** A source that cannot be migrated at all: nothing is written. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';

  constructor(
    readonly code: MigrationErrorCode,
    readonly findings: readonly Finding[],
  ) {
    super(findings.map(printFinding).join('\n'));
  }
}

export type MigrationErrorCode =
  | 'migrate-no-server'
  | 'migrate-two-servers'
  | 'migrate-unreadable'
  | 'migrate-outside'
  | 'migrate-version'
  | 'migrate-class';

export const printFinding = ({ file, line, message, hint }: Finding): string => `${file}:${line}: ${message}. ${hint}`;
