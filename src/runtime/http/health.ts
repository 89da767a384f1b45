import type { ServerInfo } from '../model/index.ts';
import { answerJsonText } from './answers.ts';
import type { Route } from './router.ts';

/** Public health checks. */
export function createHealthRoutes(info: ServerInfo): readonly Route[] {
  const answer = answerJsonText(200, JSON.stringify({ status: 'ok', server: { name: info.name, version: info.version } }), {
    'cache-control': 'no-store',
  });
  return ['/healthz', '/health', '/readyz'].map((path) => ({ method: 'GET', path, answer: () => answer }));
}
