import { noProviders } from '../../container/index.ts';
import { collectPlain, linkModel, settledModel } from '../../entries/index.ts';
import { noPlugins } from '../../plugins/index.ts';
import type { Assembly } from './assembly.ts';

/** As `settled`, for servers whose lists hold entries alone: no providers, plugins, adapters and skills. */
export const assembly: Assembly = {
  async assemble(server, { constants }) {
    const { declared, entries } = collectPlain(server);
    return { ...linkModel({ entries }, constants), declared, container: noProviders, plugins: noPlugins };
  },
  logging: (_server, constants) => settledModel(constants).options.logging,
};
