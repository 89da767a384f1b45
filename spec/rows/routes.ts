import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Custom routes and entry path. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.routes.standard': 'Handlers of http.routes get Request and return Response.',
  'D2.routes.auth': 'auth: true runs the check of the MCP endpoint.',
  'S1.3.routes.reserved': 'A route on a path of the server is a ReservedRouteCollisionError at start.',
  'R31.server-card': '<entryPath>/server-card is reserved.',
  'D2.entry-path.rules': 'http.entryPath wins; a leading slash is added, trailing ones are dropped.',
  'slash.dropped':
    'One slash at the end of a path of the server itself is dropped, once, before every guard and the router; addresses that the server names have none.',
  'slash.untouched': 'Two slashes, %2F, unknown paths and paths of http.routes are matched as received.',
  'I4.paths.endpoint': "An endpoint at a path of the server's own would take it over in silence: refused by compiler, config and start.",
  'I4.paths.mounted':
    'A route, health check or metrics that an app with an endpoint of its own would cover, and an app at a reserved path, are refused.',
});
