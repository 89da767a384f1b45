import type { AnyClass } from '../define/index.ts';
import { allFeatures } from '../features/all.ts';
import { allRevisions } from '../mcp/revisions/all.ts';
import { startNode } from './node.ts';

/** Port of a server that names none (supplement section 1.3). */
const defaultPort = 3000;

/** Starts a decorated class that was not compiled, with every feature and revision. Same host, same behaviour as a bundle. */
export function startUncompiled(server: AnyClass, info: { readonly name: string; readonly version: string }): Promise<void> {
  return startNode({
    server,
    constants: {},
    features: allFeatures,
    revisions: allRevisions,
    settings: { name: info.name, version: info.version, entryPath: '/', port: defaultPort, variables: {} },
  });
}
