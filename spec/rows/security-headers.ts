import type { RequirementRow } from '../requirement-row.ts';

/** Security headers: document 2. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.headers.defaults',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'Without options and variables X-Content-Type-Options: nosniff and X-Frame-Options: DENY alone are sent.',
  },
  { id: 'D2.headers.hsts', document: 'spec 2', section: 'http.securityHeaders', rule: 'hsts, SERVICE_HSTS, default not sent.' },
  {
    id: 'D2.headers.content-type-options',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'contentTypeOptions, SERVICE_CONTENT_TYPE_OPTIONS, default nosniff.',
  },
  {
    id: 'D2.headers.frame-options',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'frameOptions, SERVICE_FRAME_OPTIONS, default DENY.',
  },
  {
    id: 'D2.headers.omitted',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'false in code, or off, false, none in a variable, omits hsts, contentTypeOptions or frameOptions.',
  },
  {
    id: 'D2.headers.custom',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'custom, SERVICE_HEADERS_CUSTOM (JSON object): sent as given.',
  },
  {
    id: 'D2.headers.csp',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'csp.enabled, csp.directives and csp.reportUri with their variables; an empty string gives a valueless directive.',
  },
  {
    id: 'D2.headers.csp-report-only',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'csp.reportOnly sends Content-Security-Policy-Report-Only.',
  },
  {
    id: 'D2.headers.csp-empty',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'With csp.enabled true and no directives nothing is sent.',
  },
];
