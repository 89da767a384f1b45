import { ServiceError } from '../errors/index.ts';
import { answerJson } from '../web/json-answer.ts';
import { measureProcess } from '../http/metrics/process-facts.ts';
import { MetricsRegistry } from '../http/metrics/registry.ts';
import { readMetricsOptions } from '../http/metrics/metrics-options.ts';
import type { MetricsOptions } from '../http/metrics/metrics-options.ts';
import { reservedBecause } from '../model/index.ts';
import { secretsEqual } from '../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';
import type { ApplicationParts } from './application-parts.ts';
import type { Feature, FeatureFactory } from './feature.ts';

/** Numbers for a collector at `/metrics` (supplement section 5.9). */
export const metrics: FeatureFactory = (parts): Feature => {
  const options = readMetricsOptions(parts.runtime.declared['metrics'], parts.environment);
  if (!options.enabled) return { name: 'metrics' };
  checkMetrics(options, parts);
  const registry = new MetricsRegistry();
  const { now } = parts.runtime;
  const has = (group: string): boolean => options.include === undefined || options.include.includes(group);
  return {
    name: 'metrics',
    routes: [{ method: 'GET', path: options.path, answer: (exchange) => answerMetrics(exchange, { parts, options, registry, has }) }],
    ...(has('http') ? { watchRequest: watchRequests(registry, now) } : {}),
    ...(has('tools') || has('resources') ? { watchCall: watchCalls(registry, now, has) } : {}),
  };
};

/** @throws {ServiceError} METRICS_PATH_CONFLICT, METRICS_TOKEN_NOT_CONFIGURED */
function checkMetrics(options: MetricsOptions, { http }: ApplicationParts): void {
  const because = options.path === '/metrics' ? undefined : reservedBecause(options.path, http.entryPath);
  if (because !== undefined || options.path === http.entryPath) {
    const reason = because ?? 'MCP clients call it';
    throw new ServiceError('METRICS_PATH_CONFLICT', `metrics.path "${options.path}" is taken: ${reason}. Choose another path.`, {
      status: 500,
      expose: true,
    });
  }
  if (options.needsToken && options.token === undefined) {
    const problem = `metrics.auth asks for a token, but ${options.tokenEnv} is not set`;
    throw new ServiceError('METRICS_TOKEN_NOT_CONFIGURED', problem, { status: 500, expose: true });
  }
}

interface Reading {
  readonly parts: ApplicationParts;
  readonly options: MetricsOptions;
  readonly registry: MetricsRegistry;
  readonly has: (group: string) => boolean;
}

async function answerMetrics(exchange: HttpExchange, { has, options, parts, registry }: Reading): Promise<HttpAnswer> {
  const refusal = await refuseReader(exchange, options);
  if (refusal !== undefined) return refusal;
  if (parts.process !== undefined && has('process')) await measureProcess(registry, parts.process, options.process);
  const headers = { 'cache-control': 'no-store' };
  if (options.format === 'json') return answerJson(200, registry.toJson(), headers);
  return { status: 200, headers: { ...headers, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }, body: registry.toText() };
}

async function refuseReader(exchange: HttpExchange, { needsToken, token }: MetricsOptions): Promise<HttpAnswer | undefined> {
  if (!needsToken) return undefined;
  const given = /^Bearer ([\x21-\x7e]+)$/i.exec(exchange.header('authorization') ?? '')?.[1];
  if (given === undefined) {
    return answerJson(401, { error: 'Unauthorized', message: 'A token is required' }, { 'www-authenticate': 'Bearer realm="metrics"' });
  }
  if (token !== undefined && (await secretsEqual(given, token))) return undefined;
  return answerJson(403, { error: 'Forbidden', message: 'The token is not accepted' });
}

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function watchRequests(registry: MetricsRegistry, now: () => number): NonNullable<Feature['watchRequest']> {
  return (exchange, { kind }) => {
    const began = now();
    return ({ status }) => {
      const labels = { method: known.has(exchange.method) ? exchange.method : 'other', place: kind, status: String(status) };
      registry.count('service_http_requests_total', 'Requests by method, place and status.', labels);
      const measured = { labels: { place: kind }, seconds: (now() - began) / 1000 };
      registry.observe('service_http_request_duration_seconds', 'Seconds until the answer began.', measured);
    };
  };
}

function watchCalls(registry: MetricsRegistry, now: () => number, has: (group: string) => boolean): NonNullable<Feature['watchCall']> {
  return (call, method) => {
    const began = now();
    const { name } = call.params;
    const tool = method === 'tools/call' && typeof name === 'string' ? call.server.runtime.registry.findTool(name) : undefined;
    return ({ error, isError }) => {
      const outcome = error !== undefined ? 'error' : isError === true ? 'failed' : 'ok';
      if (method === 'tools/call' && has('tools')) {
        // An unknown name was chosen by a stranger.
        const labels = { tool: tool?.model.listedName ?? 'unknown' };
        registry.count('service_tool_calls_total', 'Tool calls by tool and outcome.', { ...labels, outcome });
        registry.observe('service_tool_call_duration_seconds', 'Seconds that calls took.', { labels, seconds: (now() - began) / 1000 });
      }
      if (method === 'resources/read' && has('resources')) {
        registry.count('service_resource_reads_total', 'Resource reads by outcome.', { outcome });
      }
    };
  };
}
