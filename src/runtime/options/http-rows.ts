import { defaults } from './defaults.ts';
import { rowsOf, type OptionRow } from './option-row.ts';

/** `@Service({ http })`. */
export const httpRows: readonly OptionRow[] = rowsOf('service', [
  ['http.port', ['number'], { default: defaults.httpPort }],
  ['http.entryPath', ['string']],
  ['http.socketPath', ['string']],
  ['http.hostFactory', ['function', 'object']],
  ['http.bodyLimit', ['number', 'string'], { default: defaults.bodyLimitBytes }],
  ['http.urlencodedLimit', ['number', 'string']],
  ['http.routes', ['array']],
  ['http.cors', [{ literals: [false] }, 'object']],
  ['http.cors.origin', ['boolean', 'string', 'strings', 'function']],
  ['http.cors.credentials', ['boolean']],
  ['http.cors.maxAge', ['number'], { default: 300 }],
  ['http.security', ['object']],
  ['http.security.bindAddress', ['string']],
  ['http.security.strict', ['boolean'], { default: defaults.strict }],
  ['http.security.dnsRebindingProtection', ['object']],
  ['http.security.dnsRebindingProtection.enabled', ['boolean']],
  ['http.security.dnsRebindingProtection.allowedHosts', ['strings']],
  ['http.security.dnsRebindingProtection.allowedOrigins', ['strings']],
  ['http.securityHeaders', ['object']],
  ['http.securityHeaders.hsts', ['string', { literals: [false] }]],
  ['http.securityHeaders.contentTypeOptions', ['string', { literals: [false] }], { default: 'nosniff' }],
  ['http.securityHeaders.frameOptions', ['string', { literals: [false] }], { default: 'DENY' }],
  ['http.securityHeaders.custom', ['object']],
  ['http.securityHeaders.csp', ['object']],
  ['http.securityHeaders.csp.enabled', ['boolean'], { default: false }],
  ['http.securityHeaders.csp.directives', ['object']],
  ['http.securityHeaders.csp.reportUri', ['string']],
  ['http.securityHeaders.csp.reportOnly', ['boolean'], { default: false }],
]);
