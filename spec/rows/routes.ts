import type { RequirementRow } from '../requirement-row.ts';

/** Custom routes and entry path: documents 2 and 4, ruling 31. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.routes.standard',
    document: 'spec 2',
    section: 'Other http options',
    rule: 'Handlers of http.routes get Request and return Response.',
  },
  { id: 'D2.routes.auth', document: 'spec 2', section: 'Other http options', rule: 'auth: true runs the check of the MCP endpoint.' },
  {
    id: 'S1.3.routes.reserved',
    document: 'spec 4',
    section: '1.3',
    rule: 'A route on a path of the server is a ReservedRouteCollisionError at start.',
  },
  { id: 'R31.server-card', document: 'spec 5', section: '31', rule: '<entryPath>/server-card is reserved.' },
  {
    id: 'D2.entry-path.rules',
    document: 'spec 2',
    section: 'Where the MCP endpoint is',
    rule: 'http.entryPath wins; a leading slash is added, trailing ones are dropped.',
  },
  {
    id: 'slash.dropped',
    document: 'spec 5',
    section: 'Trailing slash',
    rule: 'One slash at the end of a path of the server itself is dropped, once, before every guard and the router; addresses that the server names have none.',
  },
  {
    id: 'slash.untouched',
    document: 'spec 5',
    section: 'Trailing slash',
    rule: 'Two slashes, %2F, unknown paths and paths of http.routes are matched as received.',
  },
  {
    id: 'I4.paths.endpoint',
    document: 'issue 4',
    section: 'Bad input',
    rule: "An endpoint at a path of the server's own would take it over in silence: refused by compiler, config and start.",
  },
  {
    id: 'I4.paths.mounted',
    document: 'issue 4',
    section: 'Bad input',
    rule: 'A route, health check or metrics that an app with an endpoint of its own would cover, and an app at a reserved path, are refused.',
  },
];
