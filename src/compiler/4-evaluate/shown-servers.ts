import { serverOptions } from '@service/sdk/entries';
import { ServiceError } from '@service/sdk/errors';
import type { ServerModel, ServerOptionsModel } from '@service/sdk/model';
import type { ShownOptions } from '../model/shown-options.ts';
import type { OtherServer } from './listed-variants.ts';

/** The server with each of the options that its sources show beside those of the build. */
export function shownServers(server: ServerModel, shown: readonly ShownOptions[]): readonly OtherServer[] {
  const found = new Map<string, OtherServer | undefined>([[JSON.stringify(server.options), undefined]]);
  for (const { options: given, when } of shown) {
    const options = modelled(given);
    const text = JSON.stringify(options);
    if (options !== undefined && !found.has(text)) found.set(text, { server: { ...server, options }, when });
  }
  return [...found.values()].flatMap((other) => other ?? []);
}

/** Undefined for options that no start accepts. */
function modelled(options: ShownOptions['options']): ServerOptionsModel | undefined {
  try {
    return serverOptions(options);
  } catch (failure) {
    if (failure instanceof ServiceError) return undefined;
    throw failure;
  }
}
