import { answerJson } from '../web/json-answer.ts';
import { uncached } from './headers/security.ts';
import type { HostCapabilities } from './host-capabilities.ts';

/**
 * HTTP of a host that gets `Request` objects from its platform: health without checks, readiness only when a server has
 * something to be ready for, and a JSON answer that says where the endpoint is.
 */
export const fetchCapabilities: HostCapabilities = {
  health: ({ model: { info } }) => {
    const { name, version } = info;
    const answer = answerJson(200, { status: 'ok', server: { name, version }, transport: 'web-fetch' }, uncached);
    return () => answer;
  },
  answerUnknown: (entryPath) => {
    const answer = answerJson(404, { error: 'Not Found', entryPaths: [entryPath] });
    return () => answer;
  },
};
