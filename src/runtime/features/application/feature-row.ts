import type { EntryId, ServerModel } from '../../model/index.ts';
import type { ContributionName, ServiceName } from './services.ts';

/** A server as a build knows it. */
export interface PlannedServer {
  readonly server: ServerModel;
  /** Of entries: whether the code may ask the client something, and whether its own limits are a `rateLimit` alone. */
  readonly facts: Readonly<Record<EntryId, { readonly asks: boolean; readonly ratedOnly?: true }>>;
  /** Code injects what no provider stands behind: the request or its logger. */
  readonly injectsBuiltIns?: true;
}

/** Facts of a build, beside the model, that decide features. */
export interface BuildFacts {
  readonly platform: 'node' | 'neutral';
  /** Its clients are in the same page: nothing comes over HTTP. */
  readonly inPage?: boolean;
  /** Instances come and go with requests, whatever they run on. Default: as on a platform that is not Node. */
  readonly isTransient?: boolean;
  /** Why options are decided there; undefined when the sources decide them. */
  readonly dynamicOptions?: string | undefined;
  /** Options with lists that are decided at start (`tools`, `plugins`), so the build may not know all their items. */
  readonly openLists?: readonly string[] | undefined;
  /** The deployment is one of several instances behind one address, whatever the options say. */
  readonly distributed?: boolean | undefined;
  /** Variables whose texts the config lists. */
  readonly variants?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Names that entries take from their context objects; undefined when it could be any. */
  readonly contextMembers?: readonly string[] | undefined;
  /** Schemas that are tables of the build: `input tool "add"`. None when absent. */
  readonly tables?: ReadonlySet<string> | undefined;
  /** The sources do not decide every schema: some are converted at start. */
  readonly opensSchemas?: boolean | undefined;
  /** There are too many raw JSON Schemas for a function each. */
  readonly interpretsRaw?: boolean | undefined;
}

/** Why the server needs a feature; undefined when it does not. */
export type When = (model: PlannedServer, facts: BuildFacts) => string | undefined;

/** What a feature is called, when a build plans it, what it gives to other features and what it takes from those before it. */
export interface FeatureRow {
  readonly name: string;
  /** Asked by a build: why it is planned. A start without a build has every feature. */
  readonly when: When;
  /** Module for Node, which knows more of its platform; it has the same export. */
  readonly onNode?: string;
  /** Module for servers that interpret raw JSON Schemas; it has the same export. */
  readonly interpreting?: string;
  /** Module for pages, which serve no HTTP; it has the same export. */
  readonly inPage?: string;
  /** Nothing without HTTP: never planned in a page. */
  readonly onlyHttp?: true;
  /** Module that the plan prints or that a package of the user's brings; it has the same export. */
  readonly printed?: string;
  /** Services that it cannot do without. */
  readonly needs?: readonly ServiceName[];
  /** Services that it takes where they are there. */
  readonly uses?: readonly ServiceName[];
  /** Services that no other feature provides. */
  readonly provides?: readonly ServiceName[];
  /** Lists that it adds an item to. */
  readonly contributes?: readonly ContributionName[];
  /** Lists that it takes with the items of all features before it. */
  readonly collects?: readonly ContributionName[];
}

/** Lists whose items bring lists of their own. */
const owners = ['apps', 'plugins', 'adapters'];

/**
 * Why a feature of entries is planned although no entry of the build needs it: an entry in a computed list may need it.
 * @param lists lists that may hold such an entry
 */
export function fromOpenList({ openLists = [] }: BuildFacts, ...lists: readonly string[]): string | undefined {
  const open = openLists.find((list) => lists.includes(list) || owners.includes(list));
  return open === undefined ? undefined : `the list "${open}" is decided where the server runs`;
}

/** Whether it is a process that waits for requests. */
export const staysRunning = ({ isTransient, platform }: BuildFacts): boolean => platform === 'node' && isTransient !== true;
