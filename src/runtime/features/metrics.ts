import { ServiceError } from '../errors/index.ts';
import { answerJson } from '../web/json-answer.ts';
import { measureProcess, type MetricsSettings, type ProcessFacts, readMetricsSettings } from '../http/metrics/process-facts.ts';
import { MetricsRegistry } from '../http/metrics/metrics-registry.ts';
import { watched, type RequestWatch } from '../http/router.ts';
import { reservedBecause } from '../options/reserved-paths.ts';
import { secretsEqual, type Clock } from '../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';
import type { AroundIdentify, Feature } from './application/feature.ts';
import type { CallWatch } from '../mcp/protocol.ts';
import type { StoreWatch } from '../storage/watched-store.ts';

/** Numbers for a collector at `/metrics`. */
export const metrics = defineFeature('metrics', (parts) => createMetrics(parts));

/** @param process what the platform tells of the process that the server is */
export function createMetrics(application: MetricsInput, process?: ProcessFacts): Feature {
  const parts: MeasuredInput = { ...application, process };
  const options = readMetricsSettings(parts.runtime.declared.metrics, parts.environment);
  if (!options.enabled) return {};
  checkMetrics(options, parts);
  const registry = new MetricsRegistry();
  const has = (group: string): boolean => options.include === undefined || options.include.includes(group);
  const measuring = { registry, now: parts.runtime.now, has, entryPath: parts.http.entryPath };
  if (has('storage')) parts.stores?.watch(watchStores(measuring));
  return {
    routes: [{ method: 'GET', path: options.path, answer: (exchange) => answerMetrics(exchange, { parts, options, registry, has }) }],
    around: {
      request: has('http') || has('sessions') ? watched(watchRequests(measuring)) : undefined,
      identify: has('auth') ? countCallers(registry) : undefined,
    },
    watchCall: ['tools', 'resources', 'skills'].some(has) ? watchCalls(measuring) : undefined,
  };
}

type MetricsInput = FeatureInput<'metrics'>;
type MeasuredInput = MetricsInput & { readonly process: ProcessFacts | undefined };

/** Callers by what came of naming them. */
const countCallers =
  (registry: MetricsRegistry): AroundIdentify =>
  async (exchange, next) => {
    const verdict = await next(exchange);
    const outcome = 'answer' in verdict ? `refused_${verdict.answer.status}` : verdict.auth.isAnonymous ? 'anonymous' : 'signed_in';
    registry.count('service_auth_requests_total', 'Requests by what came of naming the caller.', { outcome });
    return verdict;
  };

/** @throws {ServiceError} METRICS_PATH_CONFLICT, METRICS_TOKEN_NOT_CONFIGURED */
function checkMetrics(options: MetricsSettings, { http }: ApplicationCore): void {
  const because = options.path.toLowerCase() === '/metrics' ? undefined : reservedBecause(options.path, http.entryPath);
  if (because !== undefined || options.path === http.entryPath) {
    const reason = because ?? 'MCP clients call it';
    throw metricsFault('METRICS_PATH_CONFLICT', `metrics.path "${options.path}" is taken: ${reason}. Choose another path.`);
  }
  if (options.needsToken && options.token === undefined) {
    throw metricsFault('METRICS_TOKEN_NOT_CONFIGURED', `metrics.auth asks for a token, but ${options.tokenEnv} is not set`);
  }
}

/** The code stands in the text: it is what is known of these faults, and a process that ends has nothing else to say it with. */
const metricsFault = (code: 'METRICS_PATH_CONFLICT' | 'METRICS_TOKEN_NOT_CONFIGURED', problem: string): ServiceError =>
  new ServiceError(code, `${code}: ${problem}`, { status: 500, expose: true });

interface Reading {
  readonly parts: MeasuredInput;
  readonly options: MetricsSettings;
  readonly registry: MetricsRegistry;
  readonly has: (group: string) => boolean;
}

async function answerMetrics(exchange: HttpExchange, { has, options, parts, registry }: Reading): Promise<HttpAnswer> {
  const refusal = await refuseReader(exchange, options);
  if (refusal !== undefined) return refusal;
  if (parts.process !== undefined && has('process')) await measureProcess(registry, parts.process, options.process);
  if (has('sessions')) parts.measureCluster?.(registry);
  const headers = { 'cache-control': 'no-store' };
  if (options.format === 'json') return answerJson(200, registry.toJson(), headers);
  return { status: 200, headers: { ...headers, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }, body: registry.toText() };
}

async function refuseReader(exchange: HttpExchange, { needsToken, token }: MetricsSettings): Promise<HttpAnswer | undefined> {
  if (!needsToken) return undefined;
  const given = /^Bearer ([\x21-\x7e]+)$/i.exec(exchange.header('authorization') ?? '')?.[1];
  if (given === undefined) {
    return answerJson(401, { error: 'Unauthorized', message: 'A token is required' }, { 'www-authenticate': 'Bearer realm="metrics"' });
  }
  if (token !== undefined && (await secretsEqual(given, token))) return undefined;
  return answerJson(403, { error: 'Forbidden', message: 'The token is not accepted' });
}

interface Measuring {
  readonly registry: MetricsRegistry;
  readonly now: Clock;
  /** Whether a group is wanted. */
  readonly has: (group: string) => boolean;
  readonly entryPath: string;
}

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** HTTP requests, and the sessions that clients open and end. */
function watchRequests({ entryPath, has, now, registry }: Measuring): RequestWatch {
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
function watchCalls({ has, now, registry }: Measuring): CallWatch {
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
  if (/^skills\/|^resources\/directory\//.test(method)) return 'skills';
  if (method !== 'resources/read') return undefined;
  return typeof uri === 'string' && uri.startsWith('skill://') ? 'skills' : 'resources';
}

/** Steps of stores. */
function watchStores({ now, registry }: Measuring): StoreWatch {
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
