import type { EntryModel, OwnerModel, ServerModel } from '@service/sdk/model';
import { isRecord, withoutUndefined } from '@service/sdk/internal';

/** A node of the graph. */
export interface GraphNode {
  readonly id: string;
  readonly type: 'server' | 'scope' | 'app' | 'plugin' | 'adapter' | EntryModel['kind'] | 'auth';
  readonly label: string;
  readonly data: object;
}

/** An edge between two nodes. */
export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: 'contains' | 'provides' | 'uses';
  readonly label?: string;
}

/** What `dashboard:graph` answers. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly metadata: {
    readonly serverName: string;
    readonly serverVersion: string;
    /** ISO 8601. */
    readonly generatedAt: string;
    readonly nodeCount: number;
    readonly edgeCount: number;
  };
}

interface GraphOptions {
  readonly hasSchemas: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The server, its endpoints, apps, plugins, adapters and entries as a graph. */
export function graphOf(model: ServerModel, { hasSchemas, now }: GraphOptions): Graph {
  const parts = [serverPart(model), ...appParts(model), ...pluginParts(model), ...entryParts(model, hasSchemas)];
  const nodes = parts.flatMap((part) => part.nodes);
  const edges = parts.flatMap((part) => part.edges).map((edge) => ({ id: `${edge.source} ${edge.type} ${edge.target}`, ...edge }));
  const { name, version } = model.info;
  return {
    nodes,
    edges,
    metadata: {
      serverName: name,
      serverVersion: version,
      generatedAt: new Date(now).toISOString(),
      nodeCount: nodes.length,
      edgeCount: edges.length,
    },
  };
}

interface Part {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly Omit<GraphEdge, 'id'>[];
}

const server = 'server';
const mainScope = 'scope:server';
const idOf = (owner: readonly OwnerModel[]): string =>
  owner.length <= 1
    ? mainScope
    : `owner:${owner
        .slice(1)
        .map(({ id, kind }) => `${kind}=${encodeURIComponent(id)}`)
        .join('/')}`;

/** How callers of a server or of an app sign in; undefined where nobody has to. */
export function signInOf(auth: unknown): string | undefined {
  const mode = isRecord(auth) ? auth['mode'] : undefined;
  return typeof mode === 'string' && mode !== 'public' ? mode : undefined;
}

/** Whether everybody may see what a server and its apps have. */
export const isOpenToAll = ({ options, scopes = [] }: Pick<ServerModel, 'options' | 'scopes'>): boolean =>
  [options.rest['auth'], ...scopes.map(({ auth }) => auth)].every((auth) => signInOf(auth) === undefined);

const authPart = (id: string, auth: unknown, source: string): Part => {
  const mode = signInOf(auth);
  if (mode === undefined) return { nodes: [], edges: [] };
  return { nodes: [{ id, type: 'auth', label: mode, data: { mode } }], edges: [{ source, target: id, type: 'uses' }] };
};

function serverPart({ info: { description, name, title, version }, options }: ServerModel): Part {
  const auth = authPart('auth:server', options.rest['auth'], mainScope);
  const entryPath = options.http.entryPath;
  return {
    nodes: [
      { id: server, type: 'server', label: title ?? name, data: withoutUndefined({ name, version, description }) },
      { id: mainScope, type: 'scope', label: entryPath ?? 'MCP endpoint', data: withoutUndefined({ entryPath }) },
      ...auth.nodes,
    ],
    edges: [{ source: server, target: mainScope, type: 'contains' }, ...auth.edges],
  };
}

const appParts = ({ apps, scopes = [] }: ServerModel): readonly Part[] =>
  apps.map(({ description, id, name }) => {
    const app = idOf([
      { kind: 'server', id: '' },
      { kind: 'app', id },
    ]);
    const node: GraphNode = { id: app, type: 'app', label: name, data: withoutUndefined({ name, description }) };
    const own = scopes.find((scope) => scope.app === id);
    if (own === undefined || own.standalone === false)
      return { nodes: [node], edges: [{ source: mainScope, target: app, type: 'contains' }] };
    const scope = `scope:${id}`;
    const auth = authPart(`auth:${id}`, own.auth, scope);
    const sources = own.standalone === true ? [scope] : [mainScope, scope];
    return {
      nodes: [{ id: scope, type: 'scope', label: id, data: { standalone: own.standalone } }, node, ...auth.nodes],
      edges: [
        { source: server, target: scope, type: 'contains' },
        ...sources.map((source) => ({ source, target: app, type: 'contains' }) as const),
        ...auth.edges,
      ],
    };
  });

const pluginParts = ({ adapters, plugins }: ServerModel): readonly Part[] => [
  ...plugins.map(({ endpoint, enforces, name, owner, scope }): Part => {
    const data = withoutUndefined({ name, scope, enforces, endpoint });
    return ownerPart(owner, { type: 'plugin', label: name, data });
  }),
  ...adapters.map(({ className, name, owner }): Part => ownerPart(owner, { type: 'adapter', label: name, data: { name, className } })),
];

const ownerPart = (owner: readonly OwnerModel[], node: Omit<GraphNode, 'id'>): Part => ({
  nodes: [{ id: idOf(owner), ...node }],
  edges: [{ source: idOf(owner.slice(0, -1)), target: idOf(owner), type: 'uses' }],
});

const entryParts = ({ prompts, resourceTemplates, resources, tools }: ServerModel, hasSchemas: boolean): readonly Part[] =>
  [...tools, ...resources, ...resourceTemplates, ...prompts].map((entry): Part => {
    const isMade = ['plugin', 'adapter'].includes(entry.owner.at(-1)?.kind ?? '');
    return {
      nodes: [{ id: entry.id, type: entry.kind, label: entry.listedName, data: dataOf(entry, hasSchemas) }],
      edges: [{ source: idOf(entry.owner), target: entry.id, type: isMade ? 'provides' : 'contains' }],
    };
  });

function dataOf(entry: EntryModel, hasSchemas: boolean): object {
  const { description, listedName: name, title } = entry;
  const common = { name, title, description };
  switch (entry.kind) {
    case 'tool': {
      const { inputSchema, outputSchema, tags, visibility } = entry;
      return withoutUndefined({ ...common, tags, visibility, ...(hasSchemas ? { inputSchema, outputSchema } : {}) });
    }
    case 'resource':
      return withoutUndefined({ ...common, uri: entry.uri, mimeType: entry.mimeType });
    case 'resource-template':
      return withoutUndefined({ ...common, uri: entry.uriTemplate, mimeType: entry.mimeType });
    case 'prompt':
      return withoutUndefined({ ...common, arguments: entry.arguments });
  }
}
