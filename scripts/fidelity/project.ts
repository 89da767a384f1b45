import type { HeaderFields } from './calls/wire.ts';

/** The ways in which one project is run. `uncompiled` is what the others are compared with. */
export const buildNames = ['node-esbuild', 'node-rollup', 'worker'] as const;
export type BuildName = (typeof buildNames)[number];
export type RunnerName = 'uncompiled' | BuildName;

/** Who sends the calls: to which endpoint, and with which credential. */
export interface Client {
  /** For reports; empty where there is one client. */
  readonly name: string;
  /** Path of the endpoint; the server's own when absent. */
  readonly path?: string;
  /** Headers of every request, for the address of the endpoint: an access token names it. */
  readonly credential?: (endpoint: string) => HeaderFields | Promise<HeaderFields>;
}

/** One environment in which the project runs. The build never sees it: what it decides is decided at start. */
export interface Scenario {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Paths beside the endpoint that are asked for with GET; none when absent. */
  readonly pages?: readonly string[];
  /** One after the other; one without a credential when absent. */
  readonly clients?: readonly Client[];
}

export interface FidelityProject {
  readonly name: string;
  readonly kind: 'fixture' | 'example' | 'template' | 'generated';
  /** Absolute folder; a copy outside the repository. */
  readonly root: string;
  /** Path of the entry module; `src/main.ts` when absent. */
  readonly entry?: string;
  /** Folder in which processes run, in `root`; `root` itself when absent. */
  readonly workingFolder?: string;
  readonly scenarios: readonly Scenario[];
  /** What the others are compared with; another than `uncompiled` where only a build can read the project. */
  readonly baseline?: RunnerName;
  /** A project that says the same in other words: it is run uncompiled in the place of this one. */
  readonly restatedAt?: string;
  /** Builds that are run; all when absent. A program that uses what only Node has is not run as a worker. */
  readonly builds?: readonly BuildName[];
  /** Builds that may be refused: diagnostic codes by build. Any other refusal is a failure. */
  readonly refusals?: Partial<Readonly<Record<BuildName, readonly string[]>>>;
  /** Members of answers that a build does not have: by build and path, each with its reason. */
  readonly absent?: Partial<Readonly<Record<BuildName, Readonly<Record<string, string>>>>>;
  /** Tools that are not called, each with its reason: answers that depend on the machine, calls that never end. */
  readonly uncalled?: Readonly<Record<string, string>>;
  /** Calls of one kind for every entry; the default is {@link defaultCallsPerTool}. */
  readonly callsPerTool?: number;
  /** Removes the copy. */
  readonly remove: () => void;
}

export const defaultCallsPerTool = 10;
