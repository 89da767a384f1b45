import { ServiceError } from '../../errors/index.ts';
import type { HttpSettings } from '../../http/http-settings.ts';
import type { CallPipeline } from '../../mcp/call/call-pipeline.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';
import { createMcpServer } from '../../mcp/mcp-server.ts';
import type { Around, Extensions, McpServer, Revision } from '../../mcp/protocol.ts';
import type { Environment } from '../../options/env.ts';
import { Announcement, takeAll, type Logger, type LogSink } from '../../std/index.ts';
import type { ApplicationCore } from './application-core.ts';
import type { ServedCore } from './application.ts';
import type { Connections, Feature, FeatureFactory, NamedFeature, Surroundings } from './feature.ts';

export interface CoreOptions {
  readonly runtime: ServerRuntime;
  readonly revisions: readonly Revision[];
  readonly features: readonly FeatureFactory[];
  readonly environment: Environment;
  readonly logger: Logger;
  readonly addSink?: ((sink: LogSink) => void) | undefined;
  readonly http: HttpSettings;
  /** Bytes of an answer where the server sets no limit. */
  readonly standardMaxBytes?: number | undefined;
}

/** A server without HTTP, and the parts that HTTP is put around. */
export interface ComposedCore extends ServedCore {
  readonly features: readonly NamedFeature[];
  readonly connections: readonly Connections[];
}

/** Puts together what every server has, whatever leads to it. */
export function composeCore(options: CoreOptions): ComposedCore {
  const { environment, http, logger, revisions, runtime, standardMaxBytes } = options;
  const draining = new Announcement();
  const extensions: Extensions = { methods: {}, settings: {}, around: new Map(), watches: [] };
  const mcp: McpServer = createMcpServer({ runtime, revisions, extensions, draining, standardMaxBytes });
  const parts: ApplicationCore = { runtime, mcp, http, environment, logger, addSink: options.addSink };
  const features = createFeatures(options.features, parts);
  extendCore(features, extensions, runtime.pipeline);
  for (const { checkFeatures } of features) checkFeatures?.(features);
  const connections = features.flatMap((feature) => feature.connections ?? []);
  return {
    runtime,
    mcp,
    logger,
    features,
    connections,
    handshakeProtocol: onlyOne(features, 'handshakeProtocol'),
    drain: () => draining.make(),
    ...createLifecycle({ features, connections, runtime }),
  };
}

const broughtByOne = ['completeCaller', 'listenTopic', 'rounds', 'sessionTasks'] as const satisfies readonly (keyof Extensions &
  keyof Feature)[];

/**
 * What features add to the protocol and to calls, before the first request. No two have a method of one name: the model refuses such plugins,
 * and a test compares ours.
 */
function extendCore(features: readonly NamedFeature[], extensions: Extensions, pipeline: CallPipeline): void {
  for (const { around = {}, context, extensions: settings, methods, watchCall } of features) {
    Object.assign(extensions.methods, methods);
    Object.assign(extensions.settings, settings);
    for (const [method, inner] of Object.entries(around.methods ?? {}))
      extensions.around.set(method, nested(extensions.around.get(method), inner));
    if (around.method !== undefined) extensions.aroundCall = nested(extensions.aroundCall, around.method);
    Object.assign(pipeline.services, context);
    around.use?.(pipeline);
    if (around.tool !== undefined) pipeline.toolGuards.push(around.tool);
    pipeline.observeStage ??= around.stage;
    if (watchCall !== undefined) extensions.watches.push(watchCall);
  }
  for (const member of broughtByOne) Object.assign(extensions, { [member]: onlyOne(features, member) });
}

const nested = (outer: Around | undefined, inner: Around): Around =>
  outer === undefined ? inner : (call, next, method) => outer(call, (within) => inner(within, next, method), method);

/** What at most one feature brings. */
export const onlyOne = <Member extends keyof Feature>(features: readonly Feature[], member: Member): Feature[Member] =>
  features.find((feature) => feature[member] !== undefined)?.[member];

/** A handler within what features put around it, the first feature outermost. */
export const within = <Handler>(
  features: readonly Feature[],
  handler: Handler,
  put: (around: Surroundings, inner: Handler) => Handler | undefined,
): Handler => features.reduceRight((inner, { around = {} }) => put(around, inner) ?? inner, handler);

interface Running {
  readonly features: readonly Feature[];
  readonly connections: readonly Connections[];
  readonly runtime: ServerRuntime;
}

function createLifecycle({ connections, features, runtime }: Running): Pick<ServedCore, 'start' | 'close'> {
  const stops: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  // What cannot be ended must not keep the rest from its end.
  const disconnect = connections.map((connection) => () => connection.close());
  const closeAll = (): Promise<void> => takeAll([...stops.reverse(), () => runtime.close(), ...disconnect]);
  return {
    start: async () => {
      try {
        for (const connection of connections) await connection.open();
        for (const feature of features) {
          const stop = await feature.start?.();
          if (stop !== undefined) stops.push(stop);
        }
      } catch (failure) {
        // The host retries with a new application: connections, names and what runs must not stay.
        await (closing ??= closeAll());
        throw failure;
      }
    },
    close: () => (closing ??= closeAll()),
  };
}

/**
 * Makes every feature. What is configured badly for one is told together with what is for the others: an operator mends all of it at once.
 * @throws {ServiceError} the failure of one; CONFIG_INVALID with one fault a line of several
 */
export function createFeatures(factories: readonly FeatureFactory[], parts: ApplicationCore): readonly NamedFeature[] {
  const failures: ServiceError[] = [];
  const features: NamedFeature[] = [];
  const services: Record<string, unknown> = {};
  const lists: Record<string, unknown[]> = {};
  for (const factory of factories) {
    try {
      const feature = factory.create({ ...parts, ...services, ...lists });
      Object.assign(services, feature.provides);
      for (const [list, item] of Object.entries(feature.contributes ?? {})) (lists[list] ??= []).push(item);
      features.push({ ...feature, name: factory.name });
    } catch (failure) {
      if (failure instanceof ServiceError) failures.push(failure);
      // After a refusal it may be the lack of that feature which fails here.
      else if (failures.length === 0) throw failure;
    }
  }
  const [first, ...others] = failures;
  if (first === undefined) return features;
  const faults = [...new Set(failures.map(({ message }) => message))];
  if (others.length === 0 || faults.length === 1) throw first;
  throw new ServiceError('CONFIG_INVALID', faults.join('\n'), { status: 500, expose: failures.every(({ expose }) => expose) });
}
