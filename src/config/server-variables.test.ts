import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { haVariableNames } from '../runtime/features/nodes/ha-settings.ts';
import { environmentNames } from '../runtime/options/env.ts';
import { distributedVariableTexts } from '../runtime/options/variable-texts.ts';
import { settings } from './generated.ts';
import { serverVariables } from './load-project.ts';
import type { Fields } from './setting-row.ts';

test('[D2.config.server-csp] csp and headers become variables', () => {
  const variables = serverVariables({
    csp: {
      enabled: true,
      directives: { 'default-src': "'self'", 'img-src': ['a', 'b'], 'upgrade-insecure-requests': '' },
      reportUri: '/r',
      reportOnly: false,
    },
    headers: { hsts: 'max-age=1', contentTypeOptions: false, frameOptions: 'SAMEORIGIN', custom: { 'X-A': 'b' } },
  });
  assert.equal(variables, {
    SERVICE_CSP_ENABLED: '1',
    SERVICE_CSP_DIRECTIVES: "default-src 'self'; img-src a b; upgrade-insecure-requests",
    SERVICE_CSP_REPORT_URI: '/r',
    SERVICE_CSP_REPORT_ONLY: '0',
    SERVICE_HSTS: 'max-age=1',
    SERVICE_CONTENT_TYPE_OPTIONS: 'off',
    SERVICE_FRAME_OPTIONS: 'SAMEORIGIN',
    SERVICE_HEADERS_CUSTOM: '{"X-A":"b"}',
  });
});

test('[D2.config.server-cors] http.cors becomes SERVICE_CORS_*', () => {
  assert.equal(serverVariables({ http: { port: 0, cors: { origins: ['https://a', 'https://b'], credentials: true, maxAge: 0 } } }), {
    PORT: '0',
    SERVICE_CORS_ORIGINS: 'https://a,https://b',
    SERVICE_CORS_CREDENTIALS: '1',
    SERVICE_CORS_MAX_AGE: '0',
  });
});

test('[S4.config.no-dead-option] the runtime reads the variable of every server setting', () => {
  const visit = (fields: Fields): readonly string[] =>
    Object.values(fields).flatMap((field) => {
      if (field.rule.kind === 'object') return visit(field.rule.fields);
      return /\(((?:SERVICE_|PORT)\w*)\)/.exec(field.summary)?.[1] ?? [];
    });
  const deployments = settings['deployments']?.rule;
  const ofDistributed = deployments?.kind === 'list' && deployments.of.kind === 'variant' ? deployments.of.cases['distributed'] : undefined;
  const { ha, server } = ofDistributed ?? {};
  const found = visit(ha === undefined || server === undefined ? {} : { ha, server });
  assert.ok(found.length > 19);
  // Nodes that serve together read some of their own.
  const read = new Set([...environmentNames, ...haVariableNames]);
  for (const variable of found) assert.ok(read.has(variable), variable);
});

test('every variable of distributed servers is documented', () => {
  assert.equal(Object.keys(distributedVariableTexts).toSorted(), haVariableNames.toSorted());
});

test('[S5.7.variables] ha and cookies become variables', () => {
  const ha = { heartbeatIntervalMs: 1, heartbeatTtlMs: 2, takeoverGracePeriodMs: 3, redisKeyPrefix: 'own:' };
  assert.equal(serverVariables({ cookies: { affinity: 'stick', domain: 'example.com', sameSite: 'None' } }, ha), {
    SERVICE_AFFINITY_COOKIE: 'stick',
    SERVICE_AFFINITY_COOKIE_DOMAIN: 'example.com',
    SERVICE_AFFINITY_COOKIE_SAME_SITE: 'None',
    SERVICE_HA_HEARTBEAT_INTERVAL_MS: '1',
    SERVICE_HA_HEARTBEAT_TTL_MS: '2',
    SERVICE_HA_TAKEOVER_GRACE_MS: '3',
    SERVICE_HA_KEY_PREFIX: 'own:',
  });
});

test('variables that are not mentioned stay unset', () => {
  assert.equal(serverVariables(undefined), {});
  assert.equal(serverVariables({ http: {} }), {});
});

test.run();
