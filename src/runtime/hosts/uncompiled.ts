import { declaredAs } from '../define/index.ts';
import type { AnyClass } from '../define/index.ts';
import { allFeatures } from '../features/all.ts';
import { isJsonObject } from '../mcp/json-rpc.ts';
import { allRevisions } from '../mcp/revisions/all.ts';
import { startNode } from './node.ts';

/** Port of a server that names none (supplement section 1.3). */
const defaultPort = 3000;

export interface UncompiledInfo {
  readonly name: string;
  readonly version: string;
}

/**
 * Starts a decorated class that was not compiled, with every feature and revision. Same host, same behaviour as a bundle.
 * @param info for log lines and `--version`; what the decorator says when not given
 */
export function startUncompiled(server: AnyClass, info: UncompiledInfo = readInfo(server)): Promise<void> {
  return startNode({
    server,
    constants: {},
    features: allFeatures,
    revisions: allRevisions,
    settings: { name: info.name, version: info.version, entryPath: '/', port: defaultPort, variables: {} },
  });
}

/** Unchecked at this point: a decorator that says nothing useful is refused when its model is made. */
function readInfo(server: AnyClass): UncompiledInfo {
  const info = declaredAs('server', server)?.options.info;
  const text = (key: string, otherwise: string): string => {
    const value = isJsonObject(info) ? info[key] : undefined;
    return typeof value === 'string' ? value : otherwise;
  };
  return { name: text('name', 'server'), version: text('version', '0.0.0') };
}
