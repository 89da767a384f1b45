import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The two serverless targets. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S4.3.serverless-a':
    'serverless_a: `.vercel/output/config.json` (version 3) sends every path to `functions/index.func`, which holds the bundle `index.js`, exporting `fetch`, and `.vc-config.json`; `vercel.json` is written into the project when there is none, and never again.',
  'S4.3.serverless-a.routes': 'The routes of config.json are valid for the package with which the platform reads them.',
  'S4.3.serverless-a.folder':
    'The output of serverless_a is `.vercel/output` of the project, or `<dir>/serverless_a/.vercel/output` with --out-dir; what the command of the platform left there is replaced, files of the user stop the build.',
  'S4.3.serverless-b':
    'serverless_b: `handler.cjs`, which exports `handler`, and `stream` for runtimes that stream answers; a package.json beside it says that scripts are CommonJS, so that threads start below a project of modules.',
  'serverless.events':
    'A function makes the same request of payload formats 2.0 and 1.0, function URLs and load balancers: method, address without the name of a stage, repeated and encoded values of the query, repeated headers, cookies, bytes, and the address of the client that no client can set. An event of another service fails with a sentence that says which events are answered.',
  'serverless.malformed':
    'A request of a function whose host, path, query, header, cookie, method or body no client can send is answered 400 before anything is started, and never becomes a request to another host or path: hosts with user names, paths, several values or another spelling, paths without a slash, with control characters or dot segments, bodies that are not the base64 that they claim to be, members of the wrong type. On serverless_a the host of the URL must be the one that the client named.',
  'serverless.gateways':
    'Behind an HTTP API, a REST API, a function URL, a load balancer with and without lists of headers, and on serverless_a: people sign in at the public address, and bodies of bytes, several cookies, repeated values of the query and event streams arrive whole.',
  'serverless.behaviour':
    'The projects of fixtures/ answer as functions what they answer as the bundle of Node: discovery, every list, every tool, resource and prompt with and without arguments, unknown methods, a session of 2025-11-25 from its begin to its end, health and unknown paths.',
  'serverless.stream': 'Where the platform streams, messages of a call arrive while it runs; a client that leaves ends its call.',
  'serverless.deadline':
    'A function answers before its service ends the invocation: a call that is still running ends, and its client gets 504, or what a stream had until then.',
  'serverless.body-limits':
    'The limit of the server for bodies holds on functions too. A limit above that of the platform is a warning at build.',
  'serverless.answer-limit': 'An answer that is larger than a function service takes is 500 with both sizes, in the answer and in the log.',
  'serverless.store-variables':
    'A function reads REDIS_URL, REDIS_HOST and REDIS_PORT as the bundle of Node does: instances share sessions in a store that variables alone name, and without them a server whose options ask for a store does not start.',
  'serverless.session-secret':
    'A function in production without MCP_SESSION_SECRET answers initialize of an older client with 500 SESSION_SECRET_REQUIRED: the next request may come to another instance.',
  'serverless.transient':
    'On a function, as on a worker, a tool that may run as a task does so only with a store for tasks, and /readyz is answered only with health.readyz.enabled.',
  'serverless.size': 'The template `basic` has at most 52 kB after gzip on each serverless target.',
});
