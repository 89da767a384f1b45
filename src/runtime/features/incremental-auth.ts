import {
  createIncrementalStep,
  incrementalSettings,
  type IncrementalSettings,
} from '../auth/server/incremental/create-incremental-step.ts';
import { anonymousScopes } from '../auth/server/local-settings.ts';
import { isOpenToAll, publicAccessSettings } from '../auth/verify/public-access.ts';
import type { AuthContext } from '../define/auth-context.ts';
import type { IssuingAuthOptions } from '../define/auth-options.ts';
import { createAuthContext } from '../define/create-auth-context.ts';
import type { LiveEntry, LiveTool } from '../entries/index.ts';
import { listedError, newErrorId } from '../errors/index.ts';
import { guarding } from '../mcp/call/admission.ts';
import type { EntryGuard, GuardedToolCall, ToolGuard } from '../mcp/call/call-pipeline.ts';
import { appIdOf, type JsonObject, type ToolResult } from '../model/index.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import { tokenBaseUrl } from './sign-in/token-base-url.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { defineFeature } from './application/define-feature.ts';

/** People grant a client the apps of this server one by one; a call to another app says where to ask for it. */
export const incrementalAuth = defineFeature('incremental-auth', (application) => {
  const { runtime } = application;
  const options = issuingOptions(runtime);
  const settings = incrementalSettings(options?.incrementalAuth);
  if (options === undefined || !settings.enabled) return {};
  const { adapters, apps, info, plugins } = runtime.model;
  const { prompts, resources, templates, tools } = runtime.registry;
  const usable = [...tools.filter(({ model }) => model.visibility !== 'internal'), ...resources, ...templates, ...prompts];
  // An owner that has nothing now may have something later.
  const changing = [...adapters, ...plugins].filter(({ changes }) => changes === true);
  const offered = new Set([...usable.map(({ model }) => model), ...changing].map(appIdOf));
  const signIn: SignInExtension = (parts) => ({
    steps: [
      createIncrementalStep({ settings, serverName: info.title ?? info.name, apps: apps.filter(({ id }) => offered.has(id)) }, parts),
    ],
  });
  return {
    contributes: { signIn },
    around: { use: guarding(createEntryGuard(application)), tool: createAppGuard(application, options, settings) },
  };
});

/** Holds for every call, those of other entries included: an app's credentials are not the next app's. */
function createAppGuard(
  { http, runtime: { now } }: ApplicationCore,
  options: IssuingAuthOptions,
  { skippedAppBehavior }: IncrementalSettings,
): ToolGuard {
  return (call, next) => {
    const { auth } = call.request;
    const app = appIdOf(call.tool.model);
    if (app === undefined || auth.isAnonymous || isGranted(auth, app)) return next();
    if (skippedAppBehavior === 'anonymous' && isAnonymousTool(call.tool, options))
      return next({ ...call.request, auth: withoutUser(auth, options) });
    return authorizationRequired(call, { app, baseUrl: tokenBaseUrl(auth, http.entryPath), at: now() });
  };
}

/**
 * Resources and prompts of an app that was not granted are refused, whatever `skippedAppBehavior` says: unlike a call, a read cannot go on
 * without the person.
 */
function createEntryGuard({ http, runtime: { now } }: ApplicationCore): EntryGuard {
  return {
    concerns: ({ model }) => model.kind !== 'tool' && appIdOf(model) !== undefined,
    lists: () => true,
    admit: ({ model }, { auth, sessionId }) => {
      const app = appIdOf(model) ?? '';
      if (auth.isAnonymous || isGranted(auth, app)) return undefined;
      const where = { app, baseUrl: tokenBaseUrl(auth, http.entryPath), at: now() };
      throw listedError('AUTHORIZATION_REQUIRED', textOf(model, app), { data: requirementOf(where, sessionId) });
    },
  };
}

/** A token without the claim was issued before apps were asked for: it holds none. */
function isGranted({ claims }: AuthContext, app: string): boolean {
  const { authorized_apps: granted } = claims;
  return Array.isArray(granted) && granted.includes(app);
}

/** What the holder of an anonymous token could call as well; not what guards of its own judge by the person that is left out here. */
function isAnonymousTool({ declaration, model }: LiveTool, { allowDefaultPublic, publicAccess }: IssuingAuthOptions): boolean {
  return (
    allowDefaultPublic === true &&
    declaration.options['authorities'] === undefined &&
    isOpenToAll(publicAccessSettings(publicAccess), model)
  );
}

const withoutUser = ({ mode }: AuthContext, { anonymousScopes: scopes = anonymousScopes }: IssuingAuthOptions): AuthContext =>
  createAuthContext({
    mode,
    isAnonymous: true,
    user: { sub: `anon:${crypto.randomUUID()}` },
    scopes,
    claims: { anonymous: true },
  });

interface Requirement {
  readonly app: string;
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Listed name of the tool that was called. */
  readonly tool?: string;
}

function authorizationRequired({ request, tool }: GuardedToolCall, where: Requirement): ToolResult {
  const requirement = requirementOf({ ...where, tool: tool.model.listedName }, request.sessionId);
  return {
    content: [{ type: 'text', text: textOf(tool.model, where.app) }],
    isError: true,
    _meta: { errorId: newErrorId(), code: 'AUTHORIZATION_REQUIRED', ...requirement },
  };
}

/** Where the person can allow the app. */
function requirementOf({ app, at, baseUrl, tool }: Requirement, sessionId: string | undefined): JsonObject {
  const named = tool === undefined ? '' : `&tool=${encodeURIComponent(tool)}`;
  return {
    timestamp: new Date(at).toISOString(),
    authorization_required: true,
    app,
    tool,
    auth_url: `${baseUrl}/oauth/authorize?app=${encodeURIComponent(app)}${named}`,
    session_mode: sessionId === undefined ? 'stateless' : 'stateful',
    supports_incremental: true,
  };
}

const kinds = { tool: 'Tool', resource: 'Resource', 'resource-template': 'Resource template', prompt: 'Prompt' } as const;

const textOf = ({ kind, listedName }: LiveEntry['model'], app: string): string =>
  `${kinds[kind]} "${listedName}" belongs to the app "${app}", which has not been allowed yet. Ask the person to allow it at auth_url.`;
