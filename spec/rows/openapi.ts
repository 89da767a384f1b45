import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `OpenapiAdapter` of `@service/adapters`: tools from the OpenAPI description of an API. */
export const rows: readonly RequirementRow[] = rowsOf({
  'A3.options':
    'Every option of the adapter acts or is refused: an unknown name and a wrong value are findings that name the adapter and the path of the option',
  'A3.headers':
    '`additionalHeaders` are in every request to the API, `headersMapper` may change them, and `bodyMapper` the body before it is written',
  'A4.references':
    'Documents of the network are named only where `refResolution` allows their protocol and host, and no inner host without `allowInternalIPs`; files of the project may name each other',
  'A5.filters':
    '`includeOperations`, `excludeOperations` and `filterFn` choose operations by id, name, or method and path; a word that no operation has is reported',
  'A5.budget':
    '`maxTokens` keeps the most useful tools within a number of tokens: not deprecated, near the root of the API, cheap; the rest is reported',
  'A5.formats': '`resolveFormats` says what known formats mean in keywords that are checked, `formatResolvers` does so for others',
  'A6.transforms':
    'Transforms for all tools, for a named one and by a generator apply in this order: arguments that the server gives are no part of the schema; tools, schemas, arguments and data may be changed',
  'A7.description':
    '`descriptionMode` chooses summary, description, both, or both with method, path and tags; what is missing is replaced by what there is',
  'A7.output':
    '`outputSchema.mode` lists the schema of `{ status, ok, data }`, describes it in the text, both, or neither, which is the default',
  'A8.limits':
    'A request ends after `requestTimeoutMs` with its answer; a larger body than `maxRequestSize` is not sent, a larger answer than `maxResponseSize` is not read further',
  'A8.cut': 'A result above `maxResultTokens` is cut at list items and says how many are left out and which parameters fetch them',
  'A9.changes':
    'With `polling` a running server looks at `url` every `intervalMs`, sees a change by entity tag or contents, and puts the tools of the new description in the place of the old ones; an unchanged one is not read again',
  'A9.swap': 'A description that changes under 500 calls a second loses none of them, and clients get one list-changed',
  'A9.kept': 'A document that can be used no more leaves the tools as they are, and the log says so once for each cause',
  'A9.health':
    'A look that fails is repeated `retry.maxRetries` times with growing pauses; after `unhealthyThreshold` failed looks in a row the log says so once, and once more when it works again',
  'A9.requests':
    'Polling has the address guard, limits and redirect rules of `service build --refresh`; its headers go to the host of `url` alone',
  'A9.documents': 'Documents that the description names are looked at with it',
  'A9.bundle':
    'What reads descriptions is in a bundle only with options that poll; where nothing runs between two requests such a build is refused by the name of the option',
  'A10.names':
    'A tool is called by its operationId, else by method and path: readable, `^[a-zA-Z0-9_-]{1,64}$`, unique; no two operations are merged by cleaning or cutting, and names stay when the description grows at its end',
  'A11.result':
    'The result is `{ status, ok, data }`; an HTTP error is an error result with `_meta { status, errorCode: "OPENAPI_ERROR" }`, and has it as `code` too, as every error result; the next page, `retry-after` and `etag` are in `_meta`, and `next` holds the arguments of the next page',
  'A12.extension': '`x-service` of an operation gives annotations, cache, codecall, tags, hideFromDiscovery and examples of the tool',
  'A13.documents':
    'OpenAPI 2.0, 3.0 and 3.1 in JSON and YAML are read, in one or several files; anything else is refused with address, line and column',
  'A13.pruned':
    'References are kept, cycles included: each tool has in `$defs` what it reaches, up to 32 kB of JSON; what lies deeper accepts anything and is reported',
  'A13.nullable': '`nullable` allows null wherever it stands: beside a type, a reference, a combination or an enum',
  'A13.report':
    'The build reports every operation: kept with its tokens, renamed and why, left out and why; a broken reference costs its operation and names the place',
  'A14.petstore':
    'The petstore of OpenAPI 2.0, 3.0 and 3.1 becomes tools whose requests reach the API with the credentials that it asks for',
  'A14.parameters':
    'Parameters of path, query, header and cookie are written in their style, exploded or not; those of one name in several places are arguments of their own',
  'A14.bodies': 'Bodies are JSON, forms, multipart with files as base64, binary or text; a body that not every request has is one argument',
  'A14.servers':
    'Requests go to `baseUrl`, which a variable may decide where the server starts, or to the server of the description with its variables; no argument can change the host, and a server of its own gets no credential',
  'A14.security':
    'apiKey in header, query and cookie, http basic and bearer, oauth2 and openIdConnect get credentials from an argument, `authProviderMapper`, `securityResolver` or `staticAuth`; where these give none, the call is refused before it is sent',
  'A14.path':
    'A value of a path is one step: `.`, `..`, an empty text and steps of dots between slashes are refused, everything else is encoded',
  'A14.injection': 'No argument adds a header, a cookie, a parameter of the query or a step of the path',
  'A14.redirects': 'Redirects are not followed: neither the request nor its credential goes to another address',
  'A14.rebinding':
    'Each connection to the API goes to an address that was checked: a public name that leads to a private address is not called, unless `allowInternalIPs` is set; an inner host that the author wrote is. A worker has its flag `global_fetch_strictly_public`',
  'A14.content': 'An answer that is not what it says, is nested too deeply or is HTML where JSON is promised is an error with its status',
  'A14.secrets': 'Credentials are in no error, log or result, also where the API repeats them',
  'A14.documents':
    'Descriptions that others wrote all build, twice the same, with the operations that another parser finds; requests of random calls pass another validator',
  'A14.cost': 'A call of an operation costs at most 1.5 times the CPU of a tool that somebody wrote and that makes the same request',
  'A14.attacks':
    'Answers, arguments, descriptions and documents that mean harm reach nothing: floods, slow answers, lying content types, injected headers, steps of paths, redirects and names that lead inside, bombs and depths',
  'A14.size':
    'A bundle has at most 1 kB gzip for each operation that it keeps: equal schemas stand once, and those of more than 100 tools are interpreted, with the same answers',
  'A14.bundle': 'A bundle holds neither the description nor what reads it, and works on node and workers',
});
