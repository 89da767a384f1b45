import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentNames } from '../runtime/options/env.ts';
import { serverVariables } from './server-variables.ts';
import type { Fields } from './setting-row.ts';
import { settings } from './settings.ts';

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

test('[S4.config.no-dead-option] a server setting gives a warning exactly while the runtime does not read its variable', () => {
  const visit = (fields: Fields, later: boolean): readonly (readonly [variable: string, later: boolean])[] =>
    Object.values(fields).flatMap((field) => {
      const unused = later || field.later === true;
      if (field.rule.kind === 'object') return visit(field.rule.fields, unused);
      const variable = /\(((?:SERVICE_|PORT)\w*)\)/.exec(field.summary)?.[1];
      return variable === undefined ? [] : [[variable, unused] as const];
    });
  const deployments = settings['deployments']?.rule;
  const ofNode = deployments?.kind === 'list' && deployments.of.kind === 'variant' ? deployments.of.cases['node']?.['server'] : undefined;
  const found = visit(ofNode === undefined ? {} : { server: ofNode }, false);
  assert.ok(found.length > 12);
  for (const [variable, unused] of found) assert.is(unused, !environmentNames.includes(variable), variable);
});

test('what is not mentioned stays unset', () => {
  assert.equal(serverVariables(undefined), {});
  assert.equal(serverVariables({ http: {} }), {});
});

test.run();
