import { declaredAs } from '../../define/index.ts';
import { collect, loggingOptions, serverModelOf } from '../../entries/index.ts';
import type { OptionSteps } from './assemble.ts';

/** Reads and checks every option: uncompiled use, and servers with options that are decided where they run. */
export const optionSteps: OptionSteps = {
  readModel: (collected, constants) => serverModelOf(collected, constants),
  check: async (server, constants) => void serverModelOf(await collect(server), constants),
  logging: (server) => loggingOptions(declaredAs('server', server)?.options),
};
