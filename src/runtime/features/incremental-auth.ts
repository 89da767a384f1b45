import { createIncrementalStep, incrementalSettings, type IncrementalSettings } from '../auth/server/incremental/index.ts';
import { isOpenToAll, publicAccessSettings } from '../auth/verify/public-access.ts';
import type { AuthContext } from '../define/auth-context.ts';
import type { LocalAuthOptions, RemoteAuthOptions } from '../define/auth-options.ts';
import { createAuthContext } from '../define/create-auth-context.ts';
import type { LiveTool } from '../entries/index.ts';
import { newErrorId } from '../errors/index.ts';
import type { GuardedToolCall, ToolGuard } from '../mcp/call/surroundings.ts';
import { appIdOf, type ToolResult } from '../model/index.ts';
import type { ApplicationParts } from './application/application-parts.ts';
import { extending } from './application/extend.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import { tokenBaseUrl } from './sign-in/token-base-url.ts';
import type { SignInExtension } from '../auth/server/sign-in-extensions.ts';
import { defineFeature } from './application/define-feature.ts';

/** People grant a client the apps of this server one by one; a call to another app says where to ask for it. */
export const incrementalAuth = defineFeature('incremental-auth', (application) => {
  const { runtime } = application;
  const options = issuingOptions(runtime);
  const settings = incrementalSettings(options?.incrementalAuth);
  if (options === undefined || !settings.enabled) return {};
  const { apps, info } = runtime.model;
  const withTools = apps.filter(({ id }) =>
    runtime.registry.tools.some(({ model }) => appIdOf(model) === id && model.visibility !== 'internal'),
  );
  const signIn: SignInExtension = (parts) => ({
    steps: [createIncrementalStep({ settings, serverName: info.title ?? info.name, apps: withTools }, parts)],
  });
  return { contributes: { signIn }, extend: extending({ toolGuard: createAppGuard(application, options, settings) }) };
});

/** Holds for every call, those of other entries included: an app's credentials are not the next app's. */
function createAppGuard(
  { http, runtime: { now } }: ApplicationParts,
  options: LocalAuthOptions | RemoteAuthOptions,
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

/** A token without the claim was issued before apps were asked for: it holds none. */
function isGranted({ claims }: AuthContext, app: string): boolean {
  const { authorized_apps: granted } = claims;
  return Array.isArray(granted) && granted.includes(app);
}

/** What the holder of an anonymous token could call as well; not what guards of its own judge by the person that is left out here. */
function isAnonymousTool(
  { declaration, model }: LiveTool,
  { allowDefaultPublic, publicAccess = {} }: LocalAuthOptions | RemoteAuthOptions,
): boolean {
  return (
    allowDefaultPublic === true &&
    declaration.options['authorities'] === undefined &&
    isOpenToAll(publicAccessSettings(publicAccess), model)
  );
}

const withoutUser = ({ mode }: AuthContext, { anonymousScopes = ['anonymous'] }: LocalAuthOptions | RemoteAuthOptions): AuthContext =>
  createAuthContext({
    mode,
    isAnonymous: true,
    user: { sub: `anon:${crypto.randomUUID()}` },
    scopes: anonymousScopes,
    claims: { anonymous: true },
  });

function authorizationRequired({ request, tool }: GuardedToolCall, where: { app: string; baseUrl: string; at: number }): ToolResult {
  const { app, at, baseUrl } = where;
  const name = tool.model.listedName;
  const text = `Tool "${name}" belongs to the app "${app}", which has not been allowed yet. Ask the person to allow it at auth_url.`;
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: {
      errorId: newErrorId(),
      code: 'AUTHORIZATION_REQUIRED',
      timestamp: new Date(at).toISOString(),
      authorization_required: true,
      app,
      tool: name,
      auth_url: `${baseUrl}/oauth/authorize?app=${encodeURIComponent(app)}&tool=${encodeURIComponent(name)}`,
      session_mode: request.sessionId === undefined ? 'stateless' : 'stateful',
      supports_incremental: true,
    },
  };
}
