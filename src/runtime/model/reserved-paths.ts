/**
 * Why a path cannot be a custom route: it would take over sign-in, health or the protocol (supplement section 1.3, ruling 31).
 * @param endpoint path of the MCP endpoint, `/` or without a trailing slash
 * @param further paths that the server's options name, with what is there
 */
export function reservedBecause(path: string, endpoint: string, further: Readonly<Record<string, string>> = {}): string | undefined {
  const of = (tail: string): string => (endpoint === '/' ? tail : `${endpoint}${tail}`);
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (plain === endpoint) return 'MCP clients call it';
  if (plain === of('/sse') || plain === of('/message')) return 'the older transport uses it';
  if (plain === of('/server-card')) return 'it is the server card';
  if (plain === '/healthz' || plain === '/health' || plain.startsWith('/health/') || plain === '/readyz') return 'it is a health check';
  if (plain === '/metrics') return 'it serves metrics';
  if (plain === '/oauth' || plain.startsWith('/oauth/')) return 'sign-in is there';
  if (plain === '/.well-known' || plain.startsWith('/.well-known/')) return 'discovery documents are there';
  return further[plain];
}
