import type { ServerModel } from '@service/sdk/model';
import type { BranchItem } from '../model/branches.ts';
import type { AdapterLine, UnpreparedAdapter, WantedDocument } from '../model/documents.ts';
import type { EvaluatedSite } from '../model/schemas.ts';

export type RefusedAct = 'listen' | 'connect' | 'spawn' | 'exit';

/** What a restricted process cannot load. */
export type UnrestrictedNeed = 'a native add-on' | 'a worker thread';

export interface ThrownError {
  readonly name: string;
  readonly message: string;
  /** Positions in the evaluation bundle; mapped to sources by the compiler. */
  readonly stack: string;
  /** Of the run time's own errors: the message holds one fault a line. */
  readonly code?: string;
}

/** Something that modules do to the process that loads them. */
export interface LoadEffect {
  readonly kind: 'timer' | 'listener' | 'folder' | 'variable';
  /** `setInterval()` */
  readonly what: string;
  readonly stack: string;
}

/** What the static `prepare` of the adapters made. */
export interface PreparedAdapters {
  /** JSON by the key of the adapter. */
  readonly data: readonly (readonly [key: string, prepared: unknown])[];
  readonly lines: readonly AdapterLine[];
  /** Names of adapters that prepare something else in another branch. */
  readonly varying: readonly string[];
}

export interface EvaluatedModel {
  readonly kind: 'model';
  readonly server: ServerModel;
  /** The definitions asked in which folder they run. */
  readonly readsFolder: boolean;
  /** The definitions asked for the time, for chance or for the machine. */
  readonly readsMachine: boolean;
  readonly warnings: readonly string[];
  /** The server with what other branches of its lists bring, none where every start takes the same. */
  readonly branches: readonly { readonly server: ServerModel; readonly first: BranchItem }[];
  readonly prepared: PreparedAdapters;
  readonly sites: readonly EvaluatedSite[];
  /** Absolute paths of the modules that were loaded from beside the bundle. */
  readonly loaded: readonly string[];
  /** Variables that were read until then. */
  readonly environment: readonly ReadVariable[];
  readonly effects: readonly LoadEffect[];
}

export interface ReadVariable {
  readonly name: string;
  readonly isSet: boolean;
}

/** What the evaluating process tells the compiler, once. */
export type ChildReport =
  | EvaluatedModel
  | { readonly kind: 'refused'; readonly act: RefusedAct; readonly what: string; readonly stack: string }
  | { readonly kind: 'needs'; readonly need: UnrestrictedNeed; readonly stack: string }
  | UnpreparedAdapter
  | { readonly kind: 'wanted'; readonly documents: readonly WantedDocument[] }
  | {
      readonly kind: 'threw';
      readonly during: 'load' | 'model';
      readonly error: ThrownError;
      readonly environment: readonly ReadVariable[];
    };
