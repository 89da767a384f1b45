import { consentSettings, createConsentStep, isConsented, namesTool, type ConsentTool } from '../auth/server/consent/index.ts';
import type { ConsentOptions } from '../define/auth-options.ts';
import type { LiveTool } from '../entries/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { EntryGuard } from '../mcp/call/surroundings.ts';
import { issuingOptions } from './issuing-options.ts';
import type { Feature, FeatureFactory } from './feature.ts';

/** People choose after sign-in which tools a client may call; other tools answer `TOOL_NOT_CONSENTED`. */
export const consent: FeatureFactory = ({ runtime, signIn }): Feature => {
  const options: ConsentOptions | undefined = issuingOptions(runtime)?.consent;
  const settings = consentSettings(options ?? {});
  if (!settings.enabled) return { name: 'consent' };
  const tools = consentableTools(runtime, settings.excludedTools);
  warnOfUnknown(runtime, [...settings.excludedTools, ...(settings.defaultSelectedTools ?? [])]);
  signIn.push((parts) => ({ steps: [createConsentStep({ settings, tools, serverName: serverNameOf(runtime) }, parts)] }));
  return { name: 'consent', entryGuard: createConsentGuard(new Set(tools.map(({ id }) => id))) };
};

function warnOfUnknown(runtime: ServerRuntime, names: readonly string[]): void {
  const tools = runtime.registry.tools.map((tool) => consentToolOf(runtime, tool));
  const unknown = names.filter((name) => !tools.some((tool) => namesTool([name], tool)));
  if (unknown.length > 0) runtime.logger.warn(`auth.consent names tools that this server does not have: ${unknown.join(', ')}`);
}

const serverNameOf = ({ model: { info } }: Pick<ServerRuntime, 'model'>): string => info.title ?? info.name;

/** What clients can call by name; tools that only other entries call need nobody's consent. */
function consentableTools(runtime: ServerRuntime, excluded: readonly string[]): readonly ConsentTool[] {
  return runtime.registry.tools
    .filter(({ missingAxes, model }) => model.visibility !== 'internal' && missingAxes.length === 0)
    .map((tool) => consentToolOf(runtime, tool))
    .filter((tool) => !namesTool(excluded, tool));
}

function consentToolOf({ model }: Pick<ServerRuntime, 'model'>, tool: LiveTool): ConsentTool {
  const { description, listedName, name, owner, title } = tool.model;
  const appId = owner.find(({ kind }) => kind === 'app')?.id;
  const app = model.apps.find(({ id }) => id === appId);
  return {
    id: listedName,
    name,
    title: title ?? listedName,
    description,
    appId: appId ?? '',
    appName: app?.name ?? serverNameOf({ model }),
  };
}

/** Holds at every door by which a client can call; calls that an author wrote are the author's (ruling 27). */
function createConsentGuard(guarded: ReadonlySet<string>): EntryGuard {
  return {
    concerns: ({ model }) => model.kind === 'tool' && guarded.has(model.listedName),
    lists: () => true,
    admit: ({ model }, { auth, origin }) => {
      if (origin === 'entry' || isConsented(auth, model.listedName)) return undefined;
      throw new ServiceError(
        'TOOL_NOT_CONSENTED',
        `Tool "${model.listedName}" was not selected for this client at sign-in. Sign in again and select it to call it.`,
        { data: { tool: model.listedName } },
      );
    },
  };
}
