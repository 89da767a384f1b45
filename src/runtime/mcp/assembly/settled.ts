import { collect, linkModel, settledModel } from '../../entries/index.ts';
import type { Assembly } from './assembly.ts';
import { startParts } from './start-parts.ts';

/** Takes the model that the build made: the sources alone decide every option. */
export const assembly: Assembly = {
  async assemble(server, { constants, logger }) {
    const collected = await collect(server);
    return startParts(collected, linkModel(collected, constants), logger);
  },
  logging: (_server, constants) => settledModel(constants).options.logging,
};
