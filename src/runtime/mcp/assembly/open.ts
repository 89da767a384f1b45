import { declaredAs } from '../../define/index.ts';
import { collect, loggingOptions, serverModelOf } from '../../entries/index.ts';
import type { CallParts } from '../call/server-runtime.ts';
import type { Assembly } from './assembly.ts';
import * as parts from './parts.ts';
import { startParts } from './start-parts.ts';

/** For entries that no build has seen. */
const everyPart: Required<CallParts> = parts;

/** Reads and checks every option: uncompiled use, and servers with options that are decided where they run. */
export const assembly: Assembly = {
  async assemble(server, { constants, logger }) {
    const collected = await collect(server);
    const started = await startParts(collected, serverModelOf(collected, constants), logger);
    return { ...started, parts: everyPart };
  },
  logging: (server) => loggingOptions(declaredAs('server', server)?.options),
  checkOptions: async (server, constants) => serverModelOf(await collect(server), constants),
};
