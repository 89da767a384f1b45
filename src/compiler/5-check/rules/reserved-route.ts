import type { ServerOptionsModel } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { placeOf, type Rule } from '../rule.ts';

/** A custom route that shadows one of ours would take over sign-in or health (supplement section 1.3, ruling 31). */
export const checkReservedRoute: Rule = (model) => {
  const http = model.server.options?.http;
  return (http?.routes ?? []).flatMap(({ path }) => {
    const because = reasonOf(path, endpointOf(http));
    return because === undefined ? [] : [diagnose('reserved-route', { path, because }, placeOf(model, 'server'))];
  });
};

function reasonOf(path: string, endpoint: string): string | undefined {
  const of = (tail: string): string => (endpoint === '/' ? tail : `${endpoint}${tail}`);
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (plain === endpoint) return 'MCP clients call it';
  if (plain === of('/sse') || plain === of('/message')) return 'the older transport uses it';
  if (plain === of('/server-card')) return 'it is the server card';
  if (plain === '/healthz' || plain === '/health' || plain.startsWith('/health/') || plain === '/readyz') return 'it is a health check';
  if (plain === '/metrics') return 'it serves metrics';
  if (plain === '/oauth' || plain.startsWith('/oauth/')) return 'sign-in is there';
  return plain === '/.well-known' || plain.startsWith('/.well-known/') ? 'discovery documents are there' : undefined;
}

const endpointOf = (http: ServerOptionsModel['http'] | undefined): string => {
  const path = (http?.entryPath ?? '').replace(/^\/*/, '/').replace(/\/+$/, '');
  return path === '' ? '/' : path;
};
