import { answerJson, answerJsonText } from './answers.ts';
import type { HttpPresence } from './presence.ts';

/**
 * HTTP of a host that gets `Request` objects from its platform (document 2): health without checks, readiness only when a server has
 * something to be ready for, and a JSON answer that says where the endpoint is.
 */
export const fetchPresence: HttpPresence = {
  listens: false,
  healthRoutes: ({ name, version }) => {
    const text = JSON.stringify({ status: 'ok', server: { name, version }, transport: 'web-fetch' });
    const answer = answerJsonText(200, text, { 'cache-control': 'no-store' });
    return ['/healthz', '/health'].map((path) => ({ method: 'GET', path, answer: () => answer }));
  },
  answerUnknown: (entryPath) => {
    const answer = answerJson(404, { error: 'Not Found', entryPaths: [entryPath] });
    return () => answer;
  },
};
