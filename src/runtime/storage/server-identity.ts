/** What a server is called in a store that other servers use too. */
export interface NamedServer {
  readonly http: { readonly publicUrl: string | undefined; readonly mount?: string };
  readonly runtime: {
    readonly declared: { readonly storeNamespace?: string | undefined };
    readonly model: { readonly info: { readonly name: string } };
  };
}

/** `storeNamespace` of the options, which was checked with the others. */
export const storeNamespaceOf = ({ runtime }: NamedServer): string | undefined => runtime.declared.storeNamespace;

/** Name and public address, for what servers of one namespace do not share either. */
export const ownIdentity = ({ http, runtime }: NamedServer): string => print([runtime.model.info.name, http.publicUrl ?? http.mount ?? '']);

const print = (parts: readonly string[]): string => parts.map(encodeURIComponent).join('@');

/**
 * One text for all instances of a server, and no other server's: its name and its public address, or its `storeNamespace`. No part can
 * hold the separators `@` and `:`, and a name is never empty, so that no namespace reads as a name.
 */
export function serverIdentity(server: NamedServer): string {
  const namespace = storeNamespaceOf(server);
  // Endpoints of one server stay apart.
  return namespace === undefined ? ownIdentity(server) : print(['', namespace, server.http.mount ?? '']);
}
