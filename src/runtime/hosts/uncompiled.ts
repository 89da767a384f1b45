import type { AnyClass, ServerMetadata } from '../define/index.ts';
import { allFeatures } from '../features/all.ts';
import { checkServices, featureTable } from '../features/table.ts';
import { cimd } from '../features/cimd.ts';
import type { FeatureFactory } from '../features/application/feature.ts';
import { highAvailability } from '../features/high-availability.ts';
import { interpretedSchemas } from '../features/interpreted-schemas.ts';
import { jwks } from '../features/jwks.ts';
import { metrics } from '../features/metrics.ts';
import { adapters } from '../features/adapters.ts';
import { rawSchemas } from '../features/raw-schemas.ts';
import { sessionless } from '../features/sessionless.ts';
import { allRevisions } from '../mcp/revisions/all.ts';
import { httpDefaults } from '../options/generated.ts';
import { declareServer, readInfo, type UncompiledInfo } from './declare-server.ts';
import type { HostedServer } from './host.ts';
import { cimd as nodeCimd } from './node-cimd.ts';
import { highAvailability as nodeHighAvailability } from './node-high-availability.ts';
import { jwks as nodeJwks } from './node-jwks.ts';
import { metrics as nodeMetrics } from './node-metrics.ts';
import { adapters as nodeAdapters } from './node-adapters.ts';
import { sessionless as nodeSessionless } from './node-sessionless.ts';
import { startNode } from './node.ts';

/** A package as the project finds it, whose folder is where it was started. */
async function importModule(name: string): Promise<unknown> {
  const { createRequire } = process.getBuiltinModule('node:module');
  const { pathToFileURL } = process.getBuiltinModule('node:url');
  return import(pathToFileURL(createRequire(`${process.cwd()}/package.json`).resolve(name)).href);
}

/** A decorated class, or what its decorator would take. */
export type ServerGiven = AnyClass | ServerMetadata;

/** Node's variants of platform-free features, as the plan of a bundle for Node chooses them, and what does without the work of a build. */
const variants = new Map<FeatureFactory, FeatureFactory>([
  [cimd, nodeCimd],
  [metrics, nodeMetrics],
  [jwks, nodeJwks],
  [highAvailability, nodeHighAvailability],
  [sessionless, nodeSessionless],
  [adapters, nodeAdapters],
  [rawSchemas, interpretedSchemas],
]);

/**
 * A server that was not compiled, with every feature and revision.
 * @param info for log lines and `--version`; what the decorator says when not given
 */
export function hostUncompiled(given: ServerGiven, info?: UncompiledInfo): HostedServer {
  checkServices(featureTable);
  const server = typeof given === 'function' ? given : declareServer(given);
  const { name, version } = info ?? readInfo(server);
  return {
    server,
    constants: { importModule },
    features: allFeatures.map((feature) => variants.get(feature) ?? feature),
    revisions: allRevisions,
    settings: { name, version, entryPath: '/', port: httpDefaults.port, variables: {} },
  };
}

/** Starts a decorated class that was not compiled. Same host, same behaviour as a bundle. */
export const startUncompiled = (server: AnyClass, info?: UncompiledInfo): Promise<void> => startNode(hostUncompiled(server, info));
