import { authRows } from './auth-rows.ts';
import { defaults, taskDefaults } from './defaults.ts';
import { availability, entryRows } from './entry-rows.ts';
import { operationsRows } from './operations-rows.ts';
import { rowsOf, type OptionOwner, type OptionRow } from './option-row.ts';
import { serverRows } from './server-rows.ts';

/** `@Service({ http })`. */
const httpRows: readonly OptionRow[] = rowsOf('service', [
  ['http.port', ['number'], { default: defaults.httpPort }],
  ['http.entryPath', ['string']],
  ['http.socketPath', ['string']],
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

/** Server option `authorities`. */
const authoritiesRows: readonly OptionRow[] = rowsOf('service', [
  ['authorities', ['object']],
  ['authorities.claimsMapping', ['object']],
  ['authorities.claimsResolver', ['function']],
  ['authorities.profiles', ['object']],
  ['authorities.relationshipResolver', ['object']],
  ['authorities.evaluators', ['object']],
  ['authorities.scopeMapping', ['object']],
  ['authorities.scopeMapping.roles', ['object']],
  ['authorities.scopeMapping.permissions', ['object']],
  ['authorities.scopeMapping.profiles', ['object']],
  ['authorities.pipes', ['array']],
]);

/** `@Skill` and `skill()`, and the server option `skillsConfig`. */
const skillRows: readonly OptionRow[] = [
  ...rowsOf('skill', [
    ['name', ['string']],
    ['description', ['string']],
    ['instructions', ['string']],
    ['files', ['object']],
    ['folder', ['string']],
    ['license', ['string']],
    ['compatibility', ['string']],
    ['allowedTools', ['strings']],
    ['specMetadata', ['object']],
    ...availability,
    ['hideFromDiscovery', ['boolean'], { default: false }],
  ]),
  ...rowsOf('service', [['skillsConfig.enabled', ['boolean'], { default: true }]]),
];

const taskRows: readonly OptionRow[] = rowsOf('service', [
  ['tasks.enabled', ['boolean'], { default: true }],
  ['tasks.defaultTtlMs', ['number'], { default: taskDefaults.ttlMs }],
  ['tasks.maxTtlMs', ['number'], { default: taskDefaults.maxTtlMs }],
  ['tasks.defaultPollIntervalMs', ['number'], { default: taskDefaults.pollIntervalMs }],
  ['tasks.maxConcurrentPerSession', ['number'], { default: taskDefaults.maxRunning }],
  ['tasks.runner', [{ literals: ['in-process', 'cli'] }], { default: 'in-process' }],
  ['tasks.redis', ['object']],
  ['tasks.sqlite', ['object']],
  ['tasks.keyPrefix', ['string']],
  ['tasks.strict', ['boolean']],
  ['tasks.cliRunnerCommand', ['object']],
]);

/** Every option of every decorator. The members of an app's `auth` are those of the server's, which `optionRowsOf` adds. */
export const optionRows: readonly OptionRow[] = [
  ...serverRows,
  ...authRows,
  ...httpRows,
  ...operationsRows,
  ...taskRows,
  ...authoritiesRows,
  ...entryRows,
  ...skillRows,
];

/** What one decorator takes. */
export const optionRowsOf = (owner: OptionOwner): readonly OptionRow[] => [
  ...optionRows.filter((row) => row.owner === owner),
  ...(owner === 'app' ? authRows.filter(({ path }) => path !== 'auth').map((row) => ({ ...row, owner })) : []),
];
