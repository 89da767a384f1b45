/** What a server is called in a store that other servers use too. */
export interface NamedServer {
  readonly http: { readonly publicUrl: string | undefined; readonly mount?: string };
  readonly runtime: {
    readonly declared: Readonly<Record<string, unknown>>;
    readonly model: { readonly info: { readonly name: string } };
  };
}

/** `storeNamespace` of the options, which was checked with the others. */
export function storeNamespaceOf({ runtime }: NamedServer): string | undefined {
  const namespace = runtime.declared['storeNamespace'];
  return typeof namespace === 'string' ? namespace : undefined;
}

/**
 * One text for all instances of a server, and no other server's: its name and its public address, or its `storeNamespace`. No part can
 * hold the separators `@` and `:`, and a name is never empty, so that no namespace reads as a name.
 */
export function serverIdentity(server: NamedServer): string {
  const { http, runtime } = server;
  const namespace = storeNamespaceOf(server);
  const parts =
    namespace === undefined
      ? [runtime.model.info.name, http.publicUrl ?? http.mount ?? '']
      : // Endpoints of one server stay apart.
        ['', namespace, http.mount ?? ''];
  return parts.map(encodeURIComponent).join('@');
}
