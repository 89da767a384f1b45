import type { CommandCall } from '../command.ts';
import type { AnalysisResult } from '../../compiler/index.ts';
import type { Project } from '../../config/load-project.ts';

/** What one look at the machine or the project found. */
export interface Finding {
  /** Kebab-case; scripts ask for it. */
  readonly name: string;
  readonly status: 'pass' | 'warn' | 'fail';
  readonly says: string;
  /** What to do; on warn and fail. */
  readonly fix?: string;
  /** For `--fix`: carries out `fix` where that is safe. @returns the changes it made */
  readonly repair?: () => Promise<readonly string[]>;
}

/** What every check is given. */
export interface Examined {
  readonly call: CommandCall;
  /** Folder of the config or package.json; the folder worked in when there is neither. */
  readonly root: string;
  /** Absent when the configuration cannot be read, which is a finding of its own. */
  readonly project?: Project;
  /** The sources, read once for all checks; undefined without a project. */
  readonly analysis: () => Promise<AnalysisResult | undefined>;
}

export type DoctorCheck = (examined: Examined) => Promise<readonly Finding[]>;

/** A finding that `--fix` repairs. */
export const repairable = (finding: Finding, repair: () => Promise<readonly string[]>): Finding => ({ ...finding, repair });

export const pass = (name: string, says: string): Finding => ({ name, status: 'pass', says });
export const warn = (name: string, says: string, fix: string): Finding => ({ name, status: 'warn', says, fix });
export const fail = (name: string, says: string, fix: string): Finding => ({ name, status: 'fail', says, fix });
