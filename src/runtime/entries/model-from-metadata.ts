import type { AnyClass } from '../define/index.ts';
import type { ServerModel } from '../model/index.ts';
import { collect } from './collect.ts';
import { serverModelOf } from './server-model-of.ts';

/**
 * The model of a decorated server class. Adapters make their entries on the way.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID, INVALID_RESOURCE_URI; {UnenforcedMetadataError}
 */
export async function modelFromMetadata(serverClass: AnyClass): Promise<ServerModel> {
  return serverModelOf(await collect(serverClass)).model;
}
