import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Security headers. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.headers.defaults': 'Without options and variables X-Content-Type-Options: nosniff and X-Frame-Options: DENY alone are sent.',
  'D2.headers.hsts': 'hsts, SERVICE_HSTS, default not sent.',
  'D2.headers.content-type-options': 'contentTypeOptions, SERVICE_CONTENT_TYPE_OPTIONS, default nosniff.',
  'D2.headers.frame-options': 'frameOptions, SERVICE_FRAME_OPTIONS, default DENY.',
  'D2.headers.omitted': 'false in code, or off, false, none in a variable, omits hsts, contentTypeOptions or frameOptions.',
  'D2.headers.custom': 'custom, SERVICE_HEADERS_CUSTOM (JSON object): sent as given.',
  'D2.headers.custom-wins':
    "They win over the server's own value on every answer that keeps none, refusals of the host's own included; a Vary goes with Origin; what a route's author has written stays.",
  'D2.headers.custom-kept':
    'Their own values keep token and registration answers, sign-in pages and redirects, event streams, and discovery documents, server card and catalog (Cache-Control). The start names these headers and answers.',
  'D2.headers.custom-refused':
    'Refused at the start and by the build, by name: custom headers that frame a message, Access-Control-*, Set-Cookie, WWW-Authenticate, Mcp-Session-Id, Location and ETag.',
  'D2.headers.csp': 'csp.enabled, csp.directives and csp.reportUri with their variables; an empty string gives a valueless directive.',
  'D2.headers.csp-report-only': 'csp.reportOnly sends Content-Security-Policy-Report-Only.',
  'D2.headers.csp-empty': 'With csp.enabled true and no directives nothing is sent.',
});
