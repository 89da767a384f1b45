import { isJsonObject, jsonObjectMember, type Json, type JsonObject } from '@service/sdk/model';
import type { OpenapiOptions } from '../openapi-options.ts';
import { BrokenReference, type Documents } from './documents.ts';
import { DocumentFault } from './read-document.ts';
import type { SourceOperation } from './operations.ts';

type ServerOptions = Pick<OpenapiOptions, 'baseUrl' | 'serverVariables' | 'url'>;

/**
 * The address that requests go to. It is decided here and never by an argument, so that no call can go elsewhere.
 * @throws {DocumentFault} where neither the options nor the description say it
 */
export function baseUrlOf(documents: Documents, options: ServerOptions): string {
  if (options.baseUrl !== undefined) return withoutSlash(options.baseUrl);
  const address = serverAddress(documents.main.root['servers'], documents, options);
  if (address !== undefined) return address;
  throw new DocumentFault(`${documents.place(['servers'])}: the description names no server with a whole address: set baseUrl`);
}

/** Of an operation that has a server of its own; `baseUrl` of the options stands for all of them. @throws {BrokenReference} for one that is refused */
export function ownServerOf({ node, pathItem }: SourceOperation, documents: Documents, options: ServerOptions): string | undefined {
  if (options.baseUrl !== undefined) return undefined;
  try {
    return serverAddress(node['servers'] ?? pathItem['servers'], documents, options);
  } catch (failure) {
    throw failure instanceof DocumentFault ? new BrokenReference(failure.message) : failure;
  }
}

function serverAddress(servers: Json | undefined, documents: Documents, options: ServerOptions): string | undefined {
  const [server] = Array.isArray(servers) ? servers.filter(isJsonObject) : [];
  const template = server?.['url'];
  if (server === undefined || typeof template !== 'string') return undefined;
  const text = template.replaceAll(/\{([^{}]+)\}/g, (_part, name: string) => variableOf(server, name, { documents, options }));
  const base = options.url !== undefined && URL.canParse(options.url) ? options.url : undefined;
  if (!URL.canParse(text, base)) return undefined;
  const { hash, host, hostname, href, password, protocol, search, username } = new URL(text, base);
  const refuse = (why: string): DocumentFault =>
    new DocumentFault(`${documents.place(['servers'])}: the server ${text} is refused: ${why}; set baseUrl`);
  if (protocol !== 'https:' && protocol !== 'http:') throw refuse('it is neither http nor https');
  if (username !== '' || password !== '' || hash !== '' || search !== '') throw refuse('it has a password, a query or a fragment');
  // A description that came from the network chooses no host: neither an inner one, nor one whose name leads inside later.
  if (options.url !== undefined && new URL(options.url).host !== host) throw refuse(`${hostname} is another host than that of "url"`);
  return withoutSlash(href);
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

interface Sources {
  readonly documents: Documents;
  readonly options: ServerOptions;
}

/** A variable of a server's address. @throws {DocumentFault} for a value that is not in its list */
function variableOf(server: JsonObject, name: string, { documents, options }: Sources): string {
  const { default: preset, enum: values } = jsonObjectMember(jsonObjectMember(server, 'variables'), name);
  const value = options.serverVariables?.[name] ?? preset;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new DocumentFault(
      `${documents.place(['servers'])}: the variable "${name}" of the server has no default: set serverVariables.${name}`,
    );
  if (Array.isArray(values) && values.length > 0 && !values.includes(value))
    throw new DocumentFault(`serverVariables.${name} must be one of ${values.map((one) => JSON.stringify(one)).join(', ')}`);
  return String(value);
}
