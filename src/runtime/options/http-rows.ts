import { defaults } from './defaults.ts';
import { rowsOf, type OptionRow } from './option-row.ts';

/** `@Service({ http })` (document 2, supplement section 1.3). */
export const httpRows: readonly OptionRow[] = rowsOf('service', [
  ['http.port', ['number'], 'Port to listen on.', { default: defaults.httpPort }],
  ['http.entryPath', ['string'], 'Path of the MCP endpoint.'],
  ['http.socketPath', ['string'], 'Unix socket to listen on.'],
  ['http.hostFactory', ['function', 'object'], 'Own HTTP host.'],
  ['http.bodyLimit', ['number', 'string'], 'Most bytes of a JSON body.', { default: defaults.bodyLimitBytes }],
  ['http.urlencodedLimit', ['number', 'string'], 'Most bytes of a form body; bodyLimit when absent.'],
  ['http.routes', ['array'], 'Own routes: { method, path, handler, auth? }.'],
  ['http.cors', [{ literals: [false] }, 'object'], 'Web pages that may call.'],
  ['http.cors.origin', ['boolean', 'string', 'strings', 'function'], 'Origins that may call.'],
  ['http.cors.credentials', ['boolean'], 'Let browsers send credentials.'],
  ['http.cors.maxAge', ['number'], 'Seconds that a preflight is kept.', { default: 300 }],
  ['http.security', ['object'], 'Binding and host checks.'],
  ['http.security.bindAddress', ['string'], 'loopback, all, or an address.'],
  ['http.security.strict', ['boolean'], 'Loopback binding and host checks.', { default: defaults.strict }],
  ['http.security.dnsRebindingProtection', ['object'], 'Checks of Host and Origin.'],
  ['http.security.dnsRebindingProtection.enabled', ['boolean'], 'False turns the checks off.'],
  ['http.security.dnsRebindingProtection.allowedHosts', ['strings'], 'Host values answered.'],
  ['http.security.dnsRebindingProtection.allowedOrigins', ['strings'], 'Origin values answered.'],
  ['http.securityHeaders', ['object'], 'Security headers.'],
  ['http.securityHeaders.hsts', ['string', { literals: [false] }], 'Strict-Transport-Security.'],
  ['http.securityHeaders.contentTypeOptions', ['string', { literals: [false] }], 'X-Content-Type-Options.', { default: 'nosniff' }],
  ['http.securityHeaders.frameOptions', ['string', { literals: [false] }], 'X-Frame-Options.', { default: 'DENY' }],
  ['http.securityHeaders.custom', ['object'], 'Further headers, sent as given.'],
  ['http.securityHeaders.csp', ['object'], 'Content-Security-Policy.'],
  ['http.securityHeaders.csp.enabled', ['boolean'], 'Send the policy.', { default: false }],
  ['http.securityHeaders.csp.directives', ['object'], 'Directive to value or values.'],
  ['http.securityHeaders.csp.reportUri', ['string'], 'Where violations are reported.'],
  ['http.securityHeaders.csp.reportOnly', ['boolean'], 'Report without enforcing.', { default: false }],
]);
