/* How declarations become a server's parts. What only some servers need for that is brought by features: see `AssemblySteps`. */
import type { Container } from '../../container/index.ts';
import type { AnyClass } from '../../define/index.ts';
import type { Collected, EntryServices, KnownAtBuild, ModelledServer, SettledModel, Validator } from '../../entries/index.ts';
import type { EntryId } from '../../model/index.ts';
import type { LoggingModel } from '../../model/server-model.ts';
import type { Plugins } from '../../plugins/index.ts';
import type { Logger } from '../../std/index.ts';
import type { Admission } from '../call/call-pipeline.ts';

/** Results of the build: with them a bundle converts no schema at start, or makes no model at all. */
export interface RuntimeConstants extends KnownAtBuild, SettledModel {
  readonly validators?: Readonly<Record<EntryId, Validator>>;
}

/**
 * What features bring to the assembly. Without them a server is entries alone, and its model is the one that the build made of the same
 * declarations.
 */
export interface AssemblySteps {
  /** Of the feature `providers-and-plugins`. */
  readonly owners?: OwnerSteps;
  /** Of the feature `unplanned-options`, which comes with the one above: a list that is decided at start may hold anything. */
  readonly options?: OptionSteps;
}

/** For servers with providers, plugins, adapters or skills. */
export interface OwnerSteps {
  readonly collect: (server: AnyClass) => Promise<Collected>;
  readonly start: (collected: Collected, modelled: ModelledServer, logger: Logger) => Promise<AssembledServer>;
}

/** For servers whose options are decided where they run: all are read and checked there. */
export interface OptionSteps {
  readonly readModel: (collected: Collected, constants: RuntimeConstants) => ModelledServer;
  /** Reads and checks the options alone. */
  readonly check: (server: AnyClass, constants: RuntimeConstants) => Promise<void>;
  readonly logging: (server: AnyClass) => LoggingModel;
}

export interface AssemblyInput {
  readonly constants: RuntimeConstants;
  readonly logger: Logger;
  readonly steps: AssemblySteps;
  readonly services: EntryServices;
}

export interface AssembledServer extends ModelledServer {
  /** The server decorator's argument as written. */
  readonly declared: Readonly<Record<string, unknown>>;
  readonly container: Container;
  /** Absent on servers without plugins. */
  readonly plugins?: Plugins | undefined;
  /** Entries that plugins hide from callers. */
  readonly admission?: Admission;
}
