import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Rules 1 to 5 of plugins and adapters. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.plugins.providers-scoped': 'A plugin listed in an app keeps its providers inside that app; exports widens them.',
  'D2.plugins.extension-elsewhere':
    "In an entry that a plugin does not reach, a member that it adds to the context throws CONTEXT_EXTENSION_NOT_AVAILABLE with the plugin's errorMessage, else with its name; a member that the entry has itself stays.",
  'D2.plugins.bare-class': 'init() without argument equals init({}), and the bare class works the same way.',
  'D2.plugins.list-options': 'An init option named like a list field is that field only when it is an array.',
  'D2.plugins.unenforced':
    'Entries that carry approval or featureFlag without an enforcing plugin stop the server, one line per entry; cache and codecall do nothing.',
  'D2.plugins.not-a-plugin': 'plugins items must be annotated with @Plugin().',
  'D2.plugins.adapter-duplicate':
    "The name of an adapter is unique within its class and process: a second one, of the same or of another running server, fails with Duplicate adapter name '<name>' for <class>. A name ends with its server; clearAdapterNames() frees all.",
  'D2.plugins.adapter-names': 'Equal tool names from two adapters are listed as <adapter>:<tool>.',
  'A1.factory':
    'An adapter may be registered with init({ inject, useFactory }): the options are computed of providers at start, and fetch() makes the entries then, before the first request. A factory that fails, computes another name than that of @Adapter, or leads to entries that are refused stops the start.',
  'A13.prepare':
    'An adapter may have a static prepare(options, io) that runs at build, and at the start of a server that was not compiled: entries(prepared) makes the entries of what it returned, at build and at every start.',
  'A13.bundle':
    'What prepare returned is a constant of the bundle. The bundle holds neither prepare nor an import, function or constant that only it uses, also in sources of packages.',
  'A13.start':
    'A server that was not compiled (`create()`, `service test`) prepares at its start from the files and the lock of its folder, without network; `service dev` prepares again when a document is saved',
  'A13.package': 'An adapter of a package prepares at build. One that ships no sources keeps prepare, and what it imports, in the bundle.',
  'A13.generate':
    'service generate openapi <file or address> writes an app with OpenapiAdapter.init({ name, spec or url }), lists it in the server and adds @service/adapters to the dependencies. A second run does nothing; what a build would not read is refused.',
  'A13.lock':
    'A build asks no network: documents at http and https addresses come from service.lock.json and the folder service.lock, which pin each by its SHA-256, source and date. A document that is not locked, or not as locked, is a finding at the adapter that says what to do.',
  'A13.refresh':
    'service build --refresh fetches the documents that adapters read, and those that these name, and tells what they change in the contract. Headers are sent to the host that was named, and kept nowhere. Documents that make no server, and a refresh that ends in the middle, leave the lock as it was.',
  'A13.addresses':
    'A document at an address that is not public is refused, at each step of a redirect, unless the adapter allows it; so is a redirect from https to http. Documents have a limit of time (30 s) and of size (64 MB).',
  'A13.files':
    'An adapter reads files of the project alone: a path that leads outside, through a symbolic link too, is refused; a document of the network names no file.',
  'A13.failures':
    'A prepare that throws, does not end in time, or returns what is no JSON is a finding at the adapter, with what is wrong.',
  'S6.1.global-metadata':
    'Metadata fields are declared by augmenting ExtendService…Metadata, of the package or in `declare global`; both type-check.',
  'S6.1.super':
    'A class on DynamicPlugin or DynamicAdapter may have a constructor that calls super() without options: this.options is what init was given.',
  'D2.remember.member':
    'this.remember sets, gets, tells of, forgets, knows and lists values, in tools, resources and prompts; entries of other apps are told that RememberPlugin is not installed.',
  'D2.remember.scopes':
    'Scopes are session (the default; the person where there is no session), user, tool and global: what is remembered in one, of one person or entry, no other reads, lists or forgets.',
  'D2.remember.anonymous':
    'Anonymous callers share global alone: each is a person for as long as its session lasts, over stdio its connection, and is refused without one.',
  'D2.remember.limits': 'Keys, values, brands, patterns and lifetimes beyond a limit are refused with the limit.',
  'D2.remember.room':
    'The memories of one owner take at most maxPerOwner characters, each at least 1,024; more is refused, and no owner fills the room of another. What is kept in the process by one plugin has a memory apart from everything else.',
  'D2.remember.json': 'A value that is no JSON is refused with its path; members and keys of any name are values like others.',
  'D2.remember.patterns': 'list takes globs (* and ?); a key is itself, whatever characters it holds.',
  'D2.remember.tools':
    'With tools.enabled the tools remember_this, recall, forget and list_memories have the documented inputs and results, within allowedScopes, with prefix before their names; list_memories tells at most 100.',
  'D2.remember.stores':
    'Memories are kept in the process, Redis, a client of the project, an HTTP key-value store or the store of the server; instances on one store share them.',
  'D2.remember.sealed':
    'Values are sealed and bound to their whole name: what was moved, cut, changed, forged or outlived its end counts as absent, and the log tells once.',
  'D2.remember.secret':
    'A store without a secret refuses the start, so does a secret under 32 characters; under another secret nothing is there.',
  'D2.remember.away':
    'A store that is away fails calls and not the server, and is used again when it is back; a start without it is refused.',
  'D2.remember.options': 'Wrong options of the plugin are refused at build, each with its place and what is meant.',
  'D2.remember.packed': 'A bundle of the packed packages, of the plugin alone and of the umbrella, remembers as one of the sources.',
  'D2.plugins.hooks': 'Hooks wrap: plugins of the server outside those of the app, in list order; next goes on.',
  'plugins.hooks.doors':
    'A plugin hides entries and skills (filterEntry), leaves them out of lists alone (listEntry) and refuses them with a text of its own (admitEntry), by who asks, the request and its headers. Calls, reads, gets, completions, skills and calls by other entries all pass it; a hook that fails shows no text of its own, and one that never settles ends with its call. A lower `order` is further out.',
  'plugins.admission':
    'Before a caller is admitted nothing of an entry is told: what is wrong with headers, arguments, a task or a cursor, and that an entry is not available here, hears only who may use it. What is hidden answers like what does not exist.',
  'plugins.updates':
    'An update of a resource or of a file of a skill is told to those who may read it when it is told: plugins and authorities are asked again for each, a refusal ends the subscription, a failure leaves it. Who may not read a skill subscribes to it as to one that does not exist.',
  'plugins.hooks.time':
    'filterEntry, listEntry and admitEntry answer within 5 seconds; after that the call, read, list, completion or subscription that waits fails, and the log names plugin, hook and entry.',
  'plugins.hooks.own':
    'Equal calls that wait for one run get results of their own: what a hook writes into one is in no other. A next() whose result a hook does not use may fail without a rejection of the process.',
  'plugins.doors':
    'A call, a batch, a task, the SSE pair, a resumed stream, another entry, completion, a subscription, a listen stream and a list lead to no tool, resource, template, prompt or skill past filterEntry, listEntry, admitEntry or a hook around it.',
  'plugins.hooks.asks':
    'A hook asks the person with call.elicit where @Plugin says asks: true, on 2026-07-28 in rounds as an entry does; call.isPersonal tells it afterwards. Without asks: true the question is refused with a text.',
  'plugins.hooks.concerns':
    'Hooks around calls, of lists and of admission are asked about each entry that a plugin sees, or about those for which its static concerns(entry) does not say false: a call of another entry runs as if the plugin were not there, its context extensions apart. A plugin that enforces a field and does not concern itself with an entry that carries it does not enforce it: the server is not built and does not start.',
  'plugins.hooks.methods':
    'Hooks are methods of the class of a plugin, and a bundle has the code for those that its classes have: a hook that is set on the object ends the start with a text that names plugin and hook.',
  'plugins.replace-owner':
    'A plugin with `changes: true` puts other entries in the place of those of its own lists (host.replaceOwner), under the rules of entries that adapters change: entries of other owners, nested ones included, stay, and entries that break a rule are refused and change nothing. Without `changes: true` it is refused with a text that says so.',
  'plugins.methods':
    'A plugin answers methods of the protocol of its own on 2026-07-28 (static methods, onMethod) and sends notifications of its own before the answer. Their names begin with its id; one of the protocol, of nobody or of another plugin ends the build with a text that names both. A failure shows no text of its own unless it is public.',
  'plugins.endpoint':
    'A plugin whose `static endpoint(options)` returns a path has an MCP endpoint of its own there, behind the sign-in and the limits of the server, for clients of every revision that the server has. What the plugin lists is served there and nowhere else: not at the main endpoint, over stdio or by callTool; nothing else is served there. onEndpoint refuses requests with a Response; a route of the plugin at the same path keeps its method. A path of the server ends the start, and one that is no path ends the build.',
  'plugins.planned':
    'A bundle has the plugins, entries and stores that evaluation found. A start that makes others ends with a text that names plugin and entry.',
  'plugins.package':
    'A packaged plugin that ships its sources under the export condition service-source is read and bundled like code of the project. `service generate plugin --package` writes such a package into a new folder, inside or outside of a project, and overwrites nothing.',
  'plugins.package.unread':
    'A plugin of a package without sources (ES module or CommonJS, also re-exported by a module of the project) is built and acts on node and worker; inspect and build say that its code was not read, and what that costs.',
  'plugins.package.two-sdks':
    'A package that brings another version of @service/sdk of its own is an error that names the package and both versions.',
  'D2.cache.keys':
    'CachePlugin keeps results of tools with the field cache, or with a name that toolPatterns has, for equal arguments whatever the order of their members. It keeps no failure, and compares no arguments that JSON does not hold. Equal calls at once run the tool once. A hit has _meta.cache: hit.',
  'D2.cache.stores':
    'Results are kept in memory, in the store of the server (global-store), in one of the plugin (redis) or behind a client of the project (redis-client); instances share them, and equal calls at once run the tool once over all of them.',
  'D2.cache.away':
    'A store of results answers within 250 ms or is left out for five seconds, in which one call at most waits for it; tools run, and the log tells once that it is away and once that it is back. A client of the project that keeps commands for itself costs a memory five seconds and a clear error.',
  'D2.cache.room':
    'At most maxResults are kept: an eighth of the places is of one person, a half of all anonymous callers, in memory and in a store. Who has no place left loses a result of their own.',
  'D2.cache.callers':
    'A kept result answers only the same person with the same client, scopes, roles, permissions and claims. A record that was changed or moved, or does not fit the output schema, is none; what rests on an answer to a question is not kept; bypassHeader with true or 1 runs the tool; a store that is away costs no answer.',
  'D2.cache.options': 'An unknown option of CachePlugin, a wrong value and a missing store are errors of the build at their place.',
  'plugins.modules':
    'Packages that `static modules(options)` of a plugin names are in the bundle, as the project has them installed, and given by host.module(name); a missing one is an error of the build that names plugin and package.',
  'plugins.bindings':
    'Bindings of a worker that `static bindings(options)` of a plugin names are in the file of the platform that a build writes, asked for in one of your own, refused with the option by other targets, and given by host.binding(name).',
  'plugins.fields':
    '`static checkEntry(entry)` of a plugin refuses fields of entries and skills that it reaches: at build at the place of the field, and when entries are replaced.',
  'D2.flags.gates':
    'While the flag of an entry (tool, resource, template, prompt, skill) is off for a caller, lists leave it out and every use of it ends with `Tool "<n>" is disabled by feature flag "<k>"`; a flag that nobody knows has the default of the entry, else of the plugin (false).',
  'D2.flags.providers':
    'Flags come from the sources (static), from the SDK of LaunchDarkly, Split, Unleash or OpenFeature that the project has installed, or from an object of its own; a change there reaches connected clients as a changed list.',
  'D2.flags.callers':
    'The caller is part of every question, of lists too: userIdResolver and attributesResolver say what the provider knows. A provider that fails, or does not answer within a second, leaves defaults, and the log says so once.',
  'D2.flags.cache':
    'cacheStrategy none asks each time, request once for a request, session once for a session of one person until cacheTtlMs (30,000) are over or the provider tells of a change.',
  'D2.flags.options':
    'FeatureFlagPlugin without an adapter is FeatureFlagConfigurationError; wrong options and fields `featureFlag` that name no flag are errors of the build at their place.',
  'D2.approval.refusal':
    'A tool with the field approval runs for approved calls alone, whatever leads to it. Any other call ends with -32600 and data { type: approval_required, toolId, state, options }, toolId being the name that clients see; required: false and skipApproval: true need none.',
  'D2.approval.own':
    'this.approval grants, tells, queries and takes back approvals of the caller: of a session, of a person, for a time, in a context. Those of one caller are of no use to another, nor those of one tool to another tool.',
  'D2.approval.scopes':
    'An approval counts in scopes that the tool allows (allowedScopes) and for at most maxTtlMs; afterwards its state is expired. With alwaysPrompt each call needs an approval of its own. In preApprovedContexts calls need none.',
  'D2.approval.person':
    'Without a mode the person behind a client that shows forms is asked, with tool, arguments and account; the answer is for that call, or as far as the person says. A model never answers (elicitation.fallbackTool). Arguments are shown on one line and cut at 2,000 characters.',
  'D2.approval.depth':
    'An approval holds for calls by other entries (this.callTool) up to maxDelegationDepth (3) of them; author-coded calls need one as well.',
  'D2.approval.webhook':
    'mode webhook sends { codeChallenge, toolId, toolName, category, riskLevel, approvalMessage, callbackUrl, timestamp }, signed with HMAC-SHA-256 in X-Service-Signature; the proof is in X-Service-Code-Verifier alone, and only its hash is kept. One callback { codeVerifier, approved, scope, ttlMs, grantedBy, reason } decides; a denial holds for challengeTtl. With alwaysPrompt a decision is for one call with the same arguments.',
  'D2.approval.callback':
    'A callback whose verifier is unknown, late or used, that names another tool, another scope or too long a time, that is no JSON object or has more than 16,384 bytes is refused with a text and decides nothing.',
  'D2.approval.page':
    'With webhook.page, GET callbackPath?request=<codeChallenge> asks the person to sign in at this server, for this page alone, and shows tool, arguments and account; its form decides. Only the person whose call it is may see and decide it, once, within challengeTtl. Needs auth.mode remote, or local with authenticate.',
  'plugins.pages':
    'static pages(options) names paths at which onPage shows a page to a person who signs in for it with the sign-in of the server, without consent or scopes: the code names the person and gives no token. Texts are escaped; the page has the headers of sign-in pages; its form needs the cookie, the CSRF value and the origin of the page.',
  'D2.approval.receiver':
    'A receiver that fails, or is silent for 5 seconds, is tried three times with a growing pause; redirects and refusals are not followed. The call is refused, and the next one asks anew. A caller asks for at most 32 approvals in a challengeTtl.',
  'D2.approval.recheck':
    'mode recheck asks the url at most maxAttempts times, interval milliseconds apart, as the caller (jwt), with a token (bearer), with headers of its own (custom) or without. Only { approved: true } lets the call pass; without a scope it is for that call alone.',
  'D2.approval.instances':
    'Approvals are kept in memory, Redis, SQLite or an object of the author; storage auto is the store of the server, or memory. Instances share them: of equal callbacks at any instances one is accepted, an approval for one call is used by one call, and what is taken back counts nowhere.',
  'D2.approval.away':
    'While the store of approvals gives no answer within two seconds, guarded calls are refused with a text and others go on.',
  'D2.approval.instance': 'storageInstance is a store of the author. CachePlugin keeps no results of tools with an approval.',
  'plugins.guards':
    'Past an approval and past a flag no call, batch, task, SSE pair, resumed stream, call of another entry or of a model, completion, subscription, listen stream or list leads, on any store, at one instance or two; nor does an approval that is denied, ended, taken back, of another person, tool, session or arguments, or an answer that is forged, late or repeated.',
  'D2.approval.options':
    'Unknown and wrong options of ApprovalPlugin, fields with a fault, and the field approval on anything but a tool are errors of the build at their place; a missing secret, token or public address refuses the start by name.',
  'D2.flags.flip':
    'Under 500 calls a second on two instances a flipped flag takes effect at each of them within cacheTtlMs, and every call gets the answer of one of the two states.',
  'D2.guards.beside': 'A call of a tool without approval and flag costs the same with guarded tools beside it as without them.',
  'D2.approval.size':
    'The code of FeatureFlagPlugin takes at most 8,000 bytes of gzip in a bundle and that of ApprovalPlugin without a mode 10,500, beside the points at which plugins stand. The code of a mode is in bundles whose options name it.',
});
