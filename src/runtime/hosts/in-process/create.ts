import { app, type ServerMetadata } from '../../define/index.ts';
import { configInvalid, ServiceError } from '../../errors/index.ts';
import { hostUncompiled, type ServerGiven } from '../uncompiled.ts';
import type { InProcessClient, ConnectOptions } from './client.ts';
import { insteadOf } from './not-served.ts';
import { sessionOptions } from './session-options.ts';
import type { DirectServer } from './direct-server.ts';
import { type DirectOptions, openDirect } from './open-direct.ts';
import { connectAlone } from './own-server.ts';

/** Argument of `create`: the server's options and its entries at top level; no app is needed. */
export interface CreateConfig extends ServerMetadata {
  /** Puts the entries into an app of this name. */
  readonly appName?: string;
  /** Refused: a server in process is one instance. */
  readonly machineId?: string;
  /** The same key gives the same server. */
  readonly cacheKey?: string;
  /** Refused: this version has no jobs. */
  readonly jobDefinitions?: readonly unknown[];
  /** Refused: this version has no workflows. */
  readonly workflowDefinitions?: readonly unknown[];
}

/** Servers by `cacheKey`, as documented: callers with one key share a server across the whole process until `clearCreateCache`. */
const created = new Map<string, Promise<DirectServer>>();

/** Builds a server to be called as an object. @throws {ServiceError} what is wrong with the config */
export function create(config: CreateConfig): Promise<DirectServer> {
  const { cacheKey } = config;
  if (cacheKey === undefined) return createDirect(metadataOf(config));
  const known = created.get(cacheKey);
  if (known !== undefined) return known;
  const forget = (): void => {
    if (created.get(cacheKey) === making) created.delete(cacheKey);
  };
  const making: Promise<DirectServer> = createDirect(metadataOf(config), { onDispose: forget });
  created.set(cacheKey, making);
  making.catch(forget);
  return making;
}

/** Forgets what `cacheKey`s stand for; servers in use go on. */
export function clearCreateCache(): void {
  created.clear();
}

/** Builds a decorated class, or options, as a direct server: no listener. */
export const createDirect = async (given: ServerGiven, options: DirectOptions = {}): Promise<DirectServer> =>
  openDirect(hostUncompiled(given), options);

/** A client of a server of its own, which ends with it. @param given a session id, or options */
export async function connect(config: ServerGiven | CreateConfig, given: string | ConnectOptions = {}): Promise<InProcessClient> {
  const options = sessionOptions(given);
  const served = typeof config === 'function' ? config : metadataOf(config);
  return connectAlone(await createDirect(served, { surface: options.mode === 'cli' ? 'cli' : 'mcp' }), options);
}

const entryLists = ['tools', 'resources', 'resourceTemplates', 'prompts', 'skills', 'providers', 'plugins', 'adapters'] as const;

function metadataOf(config: CreateConfig): ServerMetadata {
  const { appName, machineId, cacheKey: _key, jobDefinitions = [], workflowDefinitions = [], ...metadata } = config;
  if (machineId !== undefined)
    throw notHere('machineId', 'a server in process is one instance; set MACHINE_ID where instances share sessions');
  if (jobDefinitions.length > 0) throw notHere('jobDefinitions', insteadOf.jobs);
  if (workflowDefinitions.length > 0) throw notHere('workflowDefinitions', insteadOf.workflows);
  if (appName === undefined) return metadata;
  const lists = Object.fromEntries(entryLists.map((list) => [list, metadata[list]] as const).filter(([, items]) => items !== undefined));
  const outside = Object.fromEntries(Object.entries(metadata).filter(([key]) => !Object.hasOwn(lists, key)));
  return { ...outside, info: metadata.info, apps: [...(metadata.apps ?? []), app({ name: appName, ...lists })] };
}

const notHere = (option: string, instead: string): ServiceError => configInvalid(`"${option}" is not part of this version: ${instead}`);
