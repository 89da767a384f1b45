import { createContainer } from '../../container/index.ts';
import { collect, type Collected, type ModelledServer } from '../../entries/index.ts';
import { registerFactoryProviders, startPlugins, takeAdapterNames } from '../../plugins/index.ts';
import type { Logger } from '../../std/index.ts';
import { admissionBy, filteredBy } from '../call/admission.ts';
import type { AssembledServer, OwnerSteps } from './assemble.ts';

/** Builds the providers and starts the plugins of a server whose model is there. */
async function start(collected: Collected, modelled: ModelledServer, logger: Logger): Promise<AssembledServer> {
  const releaseNames = takeAdapterNames(collected);
  try {
    const container = createContainer({ ...collected, logger });
    const options = await registerFactoryProviders(collected.plugins, container);
    await container.start();
    const plugins = await startPlugins({ plugins: collected.plugins, options, container, logger });
    const admission = admissionBy([filteredBy(plugins)]);
    return { ...modelled, declared: collected.server.options, container, plugins, admission, releaseNames };
  } catch (failure) {
    releaseNames();
    throw failure;
  }
}

/** Steps of servers that have providers, plugins, adapters or skills. */
export const ownerSteps: OwnerSteps = { collect, start };
