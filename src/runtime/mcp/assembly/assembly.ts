/*
 * How declarations become a server's parts. There are three ways, each bringing no more code than it needs; the plan imports the one that the
 * model asks for: `open` reads and checks every option at start, `settled` takes the model of the build, `plain` does so for servers
 * without providers, plugins and adapters.
 */
import type { Container } from '../../container/index.ts';
import type { AnyClass } from '../../define/index.ts';
import type { KnownParts, ModelledServer, SettledModel, Validator } from '../../entries/index.ts';
import type { EntryId } from '../../model/index.ts';
import type { LoggingModel } from '../../model/server-model.ts';
import type { Plugins } from '../../plugins/index.ts';
import type { Logger } from '../../std/index.ts';
import type { CallParts } from '../call/server-runtime.ts';
import type { Admission } from '../call/surroundings.ts';

/** What the build knows already: with it a bundle converts no schema at start, or makes no model at all. */
export interface RuntimeConstants extends KnownParts, SettledModel, CallParts {
  readonly validators?: Readonly<Record<EntryId, Validator>>;
}

export interface Assembly {
  /**
   * Checks and builds everything before it resolves.
   * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID and the provider codes; {UnenforcedMetadataError}
   */
  assemble(server: AnyClass, given: AssemblyInput): Promise<AssembledServer>;
  /** What its log is like: asked before anything is assembled, because the log is told of a start that fails. */
  logging(server: AnyClass, constants: RuntimeConstants): LoggingModel;
  /** Reads and checks the options alone. Absent where the build has done so for every start. */
  checkOptions?(server: AnyClass, constants: RuntimeConstants): Promise<unknown>;
}

export interface AssemblyInput {
  readonly constants: RuntimeConstants;
  readonly logger: Logger;
}

export interface AssembledServer extends ModelledServer {
  /** The server decorator's argument as written. */
  readonly declared: Readonly<Record<string, unknown>>;
  readonly container: Container;
  readonly plugins: Plugins;
  /** What plugins let callers see. */
  readonly admission?: Admission;
  /** Every part, where entries may come that the build does not know; else those of the constants. */
  readonly parts?: CallParts;
}
