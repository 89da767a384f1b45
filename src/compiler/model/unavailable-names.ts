/*
 * Names that servers in decorated style import and that no build has, each with what to write instead. A finding at the import says so;
 * without it the author would read "has no exported member" and search.
 */

import { insteadOfStart } from './start-functions.ts';

const hooks = 'Write a class with @Plugin({ name }) that implements PluginHooks, and list it in `plugins`';
const agents = 'Let the client run the model: `this.sample(…)` asks it for a completion within a tool';
const jobs = "Declare a tool with `execution: { taskSupport: 'optional' }`: clients run it as a task";
const workflows = 'Write one tool that calls the steps in order with `this.callTool(…)`';
const channels = 'Declare a tool, or notify clients of a resource with `this.notifyResourceUpdated(uri)`';
const flows = 'A call has fixed points to act at: write them as methods of a plugin (`PluginHooks`)';
const declaredList = 'List the class or builder result itself; its type is inferred';

const prefixed = (names: readonly string[], instead: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => [name, ...prefixOf(name)]).map((name) => [name, instead]));

/** Decorators and builders also have a name with the product's in front. */
function prefixOf(name: string): readonly string[] {
  if (/^[A-Z][a-z]+$/.test(name)) return [`Service${name}`];
  return /^[a-z]+$/.test(name) ? [`service${name.charAt(0).toUpperCase()}${name.slice(1)}`] : [];
}

/** Names that `@service/sdk` does not have, and what to do instead. */
export const unavailableSdkNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...prefixed(['Agent', 'agent', 'AgentContext'], agents),
    ...prefixed(['Job', 'job', 'JobContext'], jobs),
    ...prefixed(['Workflow', 'workflow'], workflows),
    ...prefixed(['Channel', 'channel', 'ChannelContext'], channels),
    ...prefixed(['Flow', 'FlowBase', 'FlowHooksOf', 'FlowCtxOf'], flows),
    ToolHook: `${hooks}; \`aroundToolCall(call, next)\` runs around each call`,
    ResourceHook: `${hooks}; \`aroundResourceRead(call, next)\` runs around each read`,
    ListToolsHook: `${hooks}; \`filterEntry(entry, call)\` hides entries`,
    ListResourcesHook: `${hooks}; \`filterEntry(entry, call)\` hides entries`,
    ListResourceTemplatesHook: `${hooks}; \`filterEntry(entry, call)\` hides entries`,
    HttpHook: 'Use `http.routes` for own addresses, `http.security` for headers and hosts, and a plugin for what happens around calls',
    AgentCallHook: agents,
    ChannelSendHook: channels,
    ChannelListHook: channels,
    OAuthAuthorizeHook: 'Use `auth.authenticate`, `auth.login` and `auth.ui`: they decide and show what a sign-in asks',
    OAuthCallbackHook: 'Use `auth.authenticate`: it decides about every sign-in',
    OAuthTokenHook: 'Return `claims` from `auth.authenticate`: they go into the token',
    OAuthRegisterHook: 'List who may register in `auth.local`: `requireRegisteredClients`, `allowedClientIds`, `clients`',
    ElicitationRequestHook: 'Write the question where it is asked: `this.elicit(message, schema)`',
    ElicitationResultHook: 'Use what `this.elicit(message, schema)` returns',
    SkillContext: 'A class with @Skill needs no base class: its text is the option `instructions`',
    FlowControl: 'End a call with `this.respond(value)` or `this.fail(error)`',
    httpRespond: 'Return a `Response` from the handler of `http.routes`',
    getServerlessHandlerAsync:
      'Build with `--target serverless_a` or `serverless_b`: the bundle exports the handler. Or call `createFetchHandler(Server)` in a module of yours',
    ConfigPlugin:
      'Read variables in a provider, `{ provide: Settings, useFactory: () => ({ key: process.env.KEY }) }`, and `inject` it; `service dev` reads `.env`, and Node does with `--env-file=.env`',
    createForGraph: insteadOfStart('createForGraph'),
    createForCli: insteadOfStart('createForCli'),
    getRuntimeContext: 'Use `this.runtimeContext` in an entry',
    z: "Import it from zod: import { z } from 'zod'",
    ProviderType: 'Use `ProviderItem` as the type of what a list holds',
    ToolType: declaredList,
    ResourceType: declaredList,
    PromptType: declaredList,
    AppType: declaredList,
    PluginType: declaredList,
  }),
);

/** Packages that this version does not have, and what to do instead. */
export const unavailablePackages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@service/protocol': 'Import the types from @service/sdk: `CallToolResult`, `ReadResourceResult`, `GetPromptResult`, `ContentBlock`',
    '@service/lazy-zod': "Import zod itself: import { z } from 'zod'",
    '@service/di': 'Import `Provider`, `AsyncProvider`, `ProviderScope`, `InjectionToken` and `inject` from @service/sdk',
    '@service/utils': 'Use the functions of the platform: `crypto`, `fetch`, `node:fs`; stores are the options `redis` and `sqlite`',
    '@service/auth': 'Use the option `auth` of @Service; its types are in @service/sdk',
    '@service/guard': 'Use the options `throttle`, `rateLimit`, `concurrency` and `timeout`',
    '@service/observability': 'Use the option `observability` of @Service; `this.telemetry` makes spans',
    '@service/uipack': 'Pages of a sign-in are files that `auth.ui` names; the build bundles them',
    '@service/react': 'Use any MCP client in the page; pages of a sign-in are @service/ui/auth',
    '@service/plugin-skilled-openapi': 'Write a class with @Adapter that extends `DynamicAdapter`, and skills with `skill(…)`',
    '@service/plugin-dashboard': 'Use `service inspect` at build and the options `health`, `metrics` and `observability` at run time',
    '@service/plugin-webmcp': 'Serve the tools over HTTP: a page uses any MCP client',
    '@service/skills': 'Write skills with @Skill or `skill({ folder })`',
    '@service/nx-plugin': 'Run `service build` in the script of the project',
  }),
);

/** The package of an import, without what follows its name. */
export const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
