import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `DashboardPlugin`: what a server is made of, as a page and as an MCP endpoint. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.dashboard.enabled':
    '`enabled` is true unless `NODE_ENV` is `production`; a worker without `NODE_ENV` counts as production. Off: page and endpoint answer 404, the endpoint with the text `The Service dashboard is disabled.`',
  'D2.dashboard.path': '`basePath` (`/dashboard`) moves the page alone; the MCP endpoint stays at `/dashboard`.',
  'D2.dashboard.token':
    '`auth.enabled` with `auth.token` asks for the token. `auth.enabled` without a token makes `init` throw `dashboard auth.enabled requires auth.token to be set`. `auth.tokenEnv` names a variable that holds the token where the server runs: a start without it names it.',
  'D2.dashboard.cdn':
    '`cdn` says where the page gets its libraries: `entrypoint`, `react`, `reactDom`, `reactDomClient`, `reactJsxRuntime`, `reactRouter`, `xyflow`, `dagre`, `xyflowCss`. What is left out is loaded from the hosted address of the tested version; a policy allows these hosts alone.',
  'D2.dashboard.process':
    'Options hold for the whole process: a second `init` with another `auth` throws, other differences are told in the log and the later one wins. `resetDashboardOptions()` forgets them.',
  'D2.dashboard.page':
    'The page takes the token as `Authorization: Bearer` or as `?token=`, which leaves the address by a redirect, then the cookie `service_dashboard` (HttpOnly, SameSite=Strict, Secure over https, also where a proxy says so) of this page and of the endpoint. On a port that addresses name, its name ends with it: `service_dashboard_3000`.',
  'D2.dashboard.endpoint':
    'The endpoint takes the token as `Authorization: Bearer`, as `x-service-dashboard-token` or by the cookie, never as `?token=`. The sign-in of the server comes first. A refusal is 401 with `WWW-Authenticate: Bearer realm="service-dashboard"`.',
  'D2.dashboard.tools':
    'The endpoint has the tools `dashboard:graph` (`includeSchemas`, `refresh`; kept for 5 seconds), `dashboard:list-tools` (`filter` of at most 100 characters, `includePlugins`, `includeSchemas`) and `dashboard:list-resources` (`filter`, `includeTemplates`), which the main endpoint does not list.',
  'dashboard.attacks':
    'Attacks on the page, on its cookies and on the endpoint are refused by a built bundle, and get through when the guard of each is taken out.',
  'dashboard.filter':
    'A filter takes time in proportion to the text, whatever it is: back references, look-around and named groups are refused.',
  'dashboard.foreign':
    'A request that a page of another origin sends with the cookie counts as one without it, also where that page is on another port of this host.',
  'dashboard.hostile':
    'What strangers may name is text on the page: markup does nothing, letters that turn or hide text are written out, and long texts are cut.',
  'dashboard.self':
    "`cdn: 'self'` serves the page with all that it needs, under a policy without another host; a bundle has these scripts with this option alone.",
  'dashboard.same-page':
    "The page has the lists of `service dev`, with every entry of the server. With `cdn: 'self'` it is the same page: entries are tried at the MCP endpoint of the server. Scripts of other hosts may not ask the server, so that page shows alone.",
  'dashboard.secret': 'The token is in no log line and in no answer; its cookies hold no token, and end after 12 hours or with it.',
  'dashboard.signed-in':
    'Where the server or an app has a sign-in and the dashboard no token of its own, the page shows nothing of the server. Where only an app has one, the endpoint answers 401 as well.',
  'dashboard.app': '`DashboardApp` is the dashboard as an app, with the options that `DashboardPlugin.init` gets anywhere in the process.',
  'dashboard.reachable': 'A start tells of a dashboard that others than programs of this computer reach and that asks for no token.',
  'dashboard.size':
    'Its code takes at most 22,500 bytes of gzip in a bundle beside an endpoint and a page that do nothing, its own libraries and the forms at most 185,000 more; without the plugin a bundle has none of it.',
  'dashboard.targets': 'Where nothing listens a build names page and endpoint of the dashboard as without effect.',
  'D2.plugins.umbrella': '`@service/plugins` re-exports its plugins, the dashboard among them; importing one adds no byte of the others.',
  'dashboard.packed': 'The packed package, also by way of the umbrella, has the scripts of its page, and a bundle of it shows the server.',
  'dashboard.link':
    'A link of another site leads to the page, also at the path of the endpoint; requests of that site to the endpoint are refused.',
  'dashboard.factory':
    'Options that a factory makes at the start (`init({ inject, useFactory })`) decide `enabled` and `auth`. A factory that decides `basePath` or `cdn`, which a build has to know, ends the start with the reason.',
  'dashboard.short': 'A start tells of a token of fewer than 16 characters.',
});
