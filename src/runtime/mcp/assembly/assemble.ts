import { noProviders } from '../../container/index.ts';
import type { AnyClass } from '../../define/index.ts';
import { collectPlain, linkModel, settledModel } from '../../entries/index.ts';
import type { LoggingModel } from '../../model/server-model.ts';
import type { AssembledServer, AssemblyInput, AssemblySteps, RuntimeConstants } from './assembly.ts';

/**
 * Checks and builds everything before it resolves.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID and the provider codes; {UnenforcedMetadataError}
 */
export async function assemble(server: AnyClass, { constants, logger, services, steps }: AssemblyInput): Promise<AssembledServer> {
  const { options, owners } = steps;
  if (owners === undefined) {
    const { declared, entries } = collectPlain(server);
    return { ...linkModel({ entries }, constants, services), declared, container: noProviders };
  }
  const collected = await owners.collect(server);
  const modelled = options === undefined ? linkModel(collected, constants, services) : options.readModel(collected, constants);
  return owners.start(collected, modelled, logger);
}

/** Log settings, read before the assembly, because the log also reports a start that fails. */
export const loggingOf = (server: AnyClass, constants: RuntimeConstants, { options }: AssemblySteps): LoggingModel =>
  options?.logging(server) ?? settledModel(constants).options.logging;
