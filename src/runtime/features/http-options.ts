import { isRecord } from '../std/index.ts';
import { createHealthRoutes, liveRoutes, showsDetails, type HealthSources } from '../http/health.ts';
import type { HttpOptions } from '../define/http-options.ts';
import { hostPolicy, loopbackHosts, isRefusedOrigin } from '../http/guards/foreign-pages.ts';
import { corsByVariables, listedCors, type CorsPolicy } from '../http/headers/cors.ts';
import { resolveSecurityHeaders, type FixedHeaders } from '../http/headers/security.ts';
import type { HostCapabilities, HttpSettings } from '../http/http-settings.ts';
import type { Route } from '../http/router.ts';
import type { HttpOptionsModel, Json, JsonObject } from '../model/index.ts';
import type { Environment } from '../options/env.ts';
import { healthDefaults, healthReadyzDefaults } from '../options/generated.ts';
import { withDefaults } from '../options/with-defaults.ts';
import { defineFeature } from './application/define-feature.ts';
import type { SettleHttp } from './application/feature.ts';

const settleHttp: SettleHttp = (settings, { declared, model }, environment) => {
  const { security, securityHeaders } = model.options.http;
  const cors = declared.http?.cors;
  const { allowedOrigins, enabled } = security.dnsRebindingProtection;
  return {
    ...settings,
    hosts: asksForHosts(security, settings) ? hostPolicy(knownHosts(settings)) : settings.hosts,
    ...(allowedOrigins === undefined || enabled === false
      ? {}
      : { refusesOrigin: (exchange) => isRefusedOrigin(allowedOrigins, exchange) }),
    securityHeaders: headersBy(securityHeaders, environment),
    cors: cors === undefined ? corsByVariables(environment) : corsBy(cors),
  };
};

const everyInterface = new Set(['all', '0.0.0.0', '::', '[::]']);

/** `strict` checks hosts even without a list of them; `bindAddress: all` wins over it, and a Unix socket has no host names. */
const asksForHosts = ({ bindAddress = '', strict }: HttpOptionsModel['security'], { hosts, listening }: HttpSettings): boolean =>
  strict && hosts.hosts === undefined && listening?.socketPath === undefined && !everyInterface.has(bindAddress);

const knownHosts = ({ publicUrl }: HttpSettings): readonly string[] =>
  publicUrl === undefined ? loopbackHosts : [...loopbackHosts, new URL(publicUrl).host];

/** What only the code can say of HTTP (origins that are refused, strict host checks, health), and where it wins over variables (CORS, headers of all answers). */
export const httpOptions = defineFeature('http-options', () => ({ healthRoutes }), { settleHttp });

/** For each option: code, then variable, then default. */
function headersBy(options: JsonObject = {}, environment: Environment): FixedHeaders {
  const csp = recordOf(options['csp']);
  return resolveSecurityHeaders({
    SERVICE_CONTENT_TYPE_OPTIONS: options['contentTypeOptions'] ?? environment.SERVICE_CONTENT_TYPE_OPTIONS,
    SERVICE_FRAME_OPTIONS: options['frameOptions'] ?? environment.SERVICE_FRAME_OPTIONS,
    SERVICE_HSTS: options['hsts'] ?? environment.SERVICE_HSTS,
    SERVICE_HEADERS_CUSTOM: options['custom'] === undefined ? environment.SERVICE_HEADERS_CUSTOM : recordOf(options['custom']),
    SERVICE_CSP_DIRECTIVES: csp['directives'] === undefined ? environment.SERVICE_CSP_DIRECTIVES : recordOf(csp['directives']),
    SERVICE_CSP_ENABLED: csp['enabled'] ?? environment.SERVICE_CSP_ENABLED,
    SERVICE_CSP_REPORT_ONLY: csp['reportOnly'] ?? environment.SERVICE_CSP_REPORT_ONLY,
    SERVICE_CSP_REPORT_URI: csp['reportUri'] ?? environment.SERVICE_CSP_REPORT_URI,
  });
}

const recordOf = (value: Json | undefined): JsonObject => (isRecord(value) ? value : {});

/** `http.cors: false` is a decision of the code: no variable changes it. */
function corsBy(cors: Exclude<HttpOptions['cors'], undefined>): CorsPolicy | undefined {
  if (cors === false) return undefined;
  const { credentials = false, maxAge, origin } = cors;
  if (typeof origin === 'function') return { ...listedCors([], { credentials, maxAge }), allows: origin };
  const origins = origin === true ? ['*'] : typeof origin === 'string' ? [origin] : origin || [];
  return origins.length === 0 ? undefined : listedCors(origins, { credentials, maxAge });
}

/** As the option `health` wants them. */
function healthRoutes(parts: HealthSources, capabilities: HostCapabilities): readonly Route[] {
  const { readyRoute, runtime } = parts;
  const { health } = runtime.declared;
  if (health === undefined)
    return createHealthRoutes(capabilities.listen === undefined ? { ...parts, readyRoute: undefined } : parts, capabilities);
  const { enabled, healthzPath } = withDefaults(health, healthDefaults);
  if (!enabled) return [];
  const answer = capabilities.health(runtime, health.includeDetails ?? showsDetails(runtime));
  const live = liveRoutes([...new Set([healthzPath, '/health'])], answer);
  const { enabled: readiness } = withDefaults(health.readyz, healthReadyzDefaults);
  const ready = readiness === 'auto' ? capabilities.listen !== undefined : readiness;
  return ready && readyRoute !== undefined ? [...live, readyRoute(parts, health)] : live;
}
