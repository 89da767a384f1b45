import type { CallWatch } from '../../mcp/protocol.ts';
import type { Clock } from '../../std/index.ts';
import type { StoreWatch } from '../../storage/watched-store.ts';
import type { RequestWatch } from '../router.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

export interface Measuring {
  readonly registry: MetricsRegistry;
  readonly now: Clock;
  /** Whether a group is wanted. */
  readonly has: (group: string) => boolean;
  readonly entryPath: string;
}

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** HTTP requests, and the sessions that clients open and end. */
export function watchRequests({ entryPath, has, now, registry }: Measuring): RequestWatch {
  return (exchange, { kind }) => {
    const began = now();
    const { method, path } = exchange;
    return ({ headers, status }) => {
      if (has('sessions') && path === entryPath && status < 300) {
        if (method === 'DELETE') registry.count('service_sessions_ended_total', 'Sessions that clients ended.');
        // Only the answer that opens a session names one.
        if (method === 'POST' && 'mcp-session-id' in headers)
          registry.count('service_sessions_opened_total', 'Sessions that clients opened.');
      }
      if (!has('http')) return;
      const labels = { method: known.has(method) ? method : 'other', place: kind, status: String(status) };
      registry.count('service_http_requests_total', 'Requests by method, place and status.', labels);
      const measured = { labels: { place: kind }, seconds: (now() - began) / 1000 };
      registry.observe('service_http_request_duration_seconds', 'Seconds until the answer began.', measured);
    };
  };
}

/** JSON-RPC requests of tools, resources and skills. */
export function watchCalls({ has, now, registry }: Measuring): CallWatch {
  return (call, method) => {
    const began = now();
    const { name, uri } = call.params;
    const tool = method === 'tools/call' && typeof name === 'string' ? call.server.runtime.registry.findTool(name) : undefined;
    const group = groupOf(method, uri);
    if (group === undefined || !has(group)) return ignore;
    return ({ error, isError }) => {
      const outcome = error !== undefined ? 'error' : isError === true ? 'failed' : 'ok';
      const seconds = (now() - began) / 1000;
      if (group === 'tools') {
        // An unknown name was chosen by a stranger.
        const labels = { tool: tool?.model.listedName ?? 'unknown' };
        registry.count('service_tool_calls_total', 'Tool calls by tool and outcome.', { ...labels, outcome });
        registry.observe('service_tool_call_duration_seconds', 'Seconds that calls took.', { labels, seconds });
      } else if (group === 'resources') {
        registry.count('service_resource_reads_total', 'Resource reads by outcome.', { outcome });
        registry.observe('service_resource_read_duration_seconds', 'Seconds that reads took.', { labels: {}, seconds });
      } else registry.count('service_skills_requests_total', 'Requests for skills and their files.', { method, outcome });
    };
  };
}

const ignore = (): void => undefined;

/** One of few words, as methods are many and strangers may make up more. */
function groupOf(method: string, uri: unknown): 'tools' | 'resources' | 'skills' | undefined {
  if (method === 'tools/call') return 'tools';
  if (method === 'skills/list' || method === 'skills/get' || method === 'resources/directory/read') return 'skills';
  if (method !== 'resources/read') return undefined;
  return typeof uri === 'string' && uri.startsWith('skill://') ? 'skills' : 'resources';
}

/** Steps of stores. */
export function watchStores({ now, registry }: Measuring): StoreWatch {
  return (operation) => {
    const began = now();
    return (failed) => {
      const labels = { operation };
      registry.count('service_storage_operations_total', 'Steps of stores.', { ...labels, outcome: failed ? 'error' : 'ok' });
      const measured = { labels, seconds: (now() - began) / 1000 };
      registry.observe('service_storage_operation_duration_seconds', 'Seconds that steps of stores took.', measured);
    };
  };
}
