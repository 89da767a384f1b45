import { ts } from 'ts-morph';

/** What a name imported from the official SDK is for. */
export type SdkUse = 'server' | 'low-level-server' | 'transport' | 'resource-template' | 'completable' | 'request-schema' | 'other';

export interface SdkName {
  /** As exported. */
  readonly name: string;
  readonly use: SdkUse;
}

const officialPackage = /^@modelcontextprotocol\/(?:sdk|server|core|client|node|express|hono|fastify|server-legacy)(?:\/|$)/;
/** Packages that only serve HTTP: the host of a build takes their place. */
const httpPackage = /^(?:express|cors|hono|fastify|koa|body-parser|@hono\/.*|@fastify\/.*|express-rate-limit)(?:\/|$)/;

export const isOfficial = (specifier: string): boolean => officialPackage.test(specifier);

const uses: Readonly<Record<string, SdkUse>> = {
  McpServer: 'server',
  Server: 'low-level-server',
  ResourceTemplate: 'resource-template',
  completable: 'completable',
};

/** Local names of a module that stand for exports of the official SDK or of a package that serves HTTP. */
export function sdkNames(tree: ts.SourceFile): ReadonlyMap<string, SdkName> {
  const names = new Map<string, SdkName>();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const specifier = statement.moduleSpecifier.text;
    const clause = statement.importClause;
    if (clause === undefined || clause.isTypeOnly || !(isOfficial(specifier) || httpPackage.test(specifier))) continue;
    for (const [local, name] of importedNames(clause)) names.set(local, { name, use: useOf(specifier, name) });
  }
  return names;
}

function importedNames(clause: ts.ImportClause): readonly (readonly [local: string, name: string])[] {
  const named = clause.namedBindings;
  const own = clause.name === undefined ? [] : [[clause.name.text, 'default'] as const];
  if (named === undefined) return own;
  if (ts.isNamespaceImport(named)) return [...own, [named.name.text, '*']];
  const values = named.elements.filter(({ isTypeOnly }) => !isTypeOnly);
  return [...own, ...values.map(({ name, propertyName }) => [name.text, propertyName?.text ?? name.text] as const)];
}

function useOf(specifier: string, name: string): SdkUse {
  if (httpPackage.test(specifier)) return 'transport';
  const known = uses[name];
  if (known !== undefined) return known;
  if (/(?:Request|Notification)Schema$/.test(name)) return 'request-schema';
  return isTransportName(specifier, name) ? 'transport' : 'other';
}

const isTransportName = (specifier: string, name: string): boolean =>
  /Transport$|^createMcp\w*App$|^serve(?:Stdio|Http)$|EventStore$|^(?:mcpAuth|getOAuth|isInitializeRequest|requireBearerAuth)/.test(name) ||
  /\/server\/(?:stdio|sse|streamableHttp|express|auth|middleware|webStandardStreamableHttp)/.test(specifier) ||
  /^@modelcontextprotocol\/(?:node|express|hono|fastify)/.test(specifier) ||
  specifier.includes('/examples/');
