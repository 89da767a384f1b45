import {
  consentSettings,
  createConsentStep,
  isConsented,
  type ConsentSettings,
  type ConsentTool,
} from '../auth/server/consent/create-consent-step.ts';
import { listedError } from '../errors/index.ts';
import { guarding } from '../mcp/call/admission.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import { appIdOf, namesEntry, type ServerModel, type ToolModel } from '../model/index.ts';
import type { EntryGuard } from '../mcp/call/call-pipeline.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { defineFeature } from './application/define-feature.ts';

/** People choose after sign-in which tools a client may call; other tools answer `TOOL_NOT_CONSENTED`. */
export const consent = defineFeature('consent', ({ runtime }) => {
  const settings = consentSettings(issuingOptions(runtime)?.consent);
  if (!settings.enabled) return {};
  // Asked again for each sign-in: entries may change while the server runs.
  const tools = (): readonly ConsentTool[] => consentableTools(runtime, settings);
  warnOfUnknown(runtime, [...settings.excludedTools, ...(settings.defaultSelectedTools ?? [])]);
  const signIn: SignInExtension = (parts) => ({
    steps: [createConsentStep({ settings, tools, serverName: nameOf(runtime.model) }, parts)],
  });
  return { contributes: { signIn }, around: { use: guarding(createConsentGuard(settings)) } };
});

function warnOfUnknown({ logger, registry }: ServerRuntime, names: readonly string[]): void {
  const unknown = names.filter((name) => !registry.tools.some(({ model }) => namesEntry([name], model)));
  if (unknown.length > 0) logger.warn(`auth.consent names tools that this server does not have: ${unknown.join(', ')}`);
}

/** Tools that clients can call by name; tools that only other entries call need no consent. */
function consentableTools({ model, registry }: ServerRuntime, settings: ConsentSettings): readonly ConsentTool[] {
  return registry.tools
    .filter((tool) => isConsentable(tool.model, settings))
    .map((tool) => {
      const { description, listedName, title } = tool.model;
      const appId = appIdOf(tool.model);
      const appName = model.apps.find(({ id }) => id === appId)?.name ?? nameOf(model);
      const suggested = namesEntry(settings.defaultSelectedTools ?? [], tool.model);
      return { id: listedName, title: title ?? listedName, description, appId: appId ?? '', appName, suggested };
    });
}

const isConsentable = (tool: ToolModel, { excludedTools }: ConsentSettings): boolean =>
  tool.visibility !== 'internal' && !namesEntry(excludedTools, tool);

const nameOf = ({ info }: ServerModel): string => info.title ?? info.name;

/** Holds at every door by which a client can call; calls that an author wrote are the author's. */
function createConsentGuard(settings: ConsentSettings): EntryGuard {
  return {
    concerns: ({ model }) => model.kind === 'tool' && isConsentable(model, settings),
    lists: () => true,
    admit: ({ model }, { auth, origin }) => {
      if (origin === 'entry' || isConsented(auth, model.listedName)) return undefined;
      throw listedError(
        'TOOL_NOT_CONSENTED',
        `Tool "${model.listedName}" was not selected for this client at sign-in. Sign in again and select it to call it.`,
        { data: { tool: model.listedName } },
      );
    },
  };
}
