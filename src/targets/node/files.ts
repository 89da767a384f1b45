import { printJson } from '../../std/texts.ts';
import { jsonMember, type JsonObject } from '@service/sdk/model';
import type { OutputFile, TargetInput } from '../../compiler/target.ts';
import { unreachableEntries } from '../../compiler/model/unreachable-entries.ts';
import { printInstallScript } from './install-script.ts';
import { setupData, type SetupStep, setupSteps } from './setup-steps.ts';
import { printStartScript } from './start-script.ts';

/** Files beside the bundle: package.json, which says what the bundle is; scripts that start and install it; the manifest of the deployment. */
export function nodeFiles(input: TargetInput): readonly OutputFile[] {
  const manifest = `${input.name}.manifest.json`;
  const { facts, questions = [] } = input.packaging;
  const steps = setupSteps(questions);
  return [
    // Without it one further up would say how Node reads the bundle.
    { path: 'package.json', contents: printJson({ type: input.format === 'esm' ? 'module' : 'commonjs' }) },
    {
      path: input.name,
      contents: printStartScript({
        name: input.name,
        version: input.version,
        bundle: input.bundle.fileName,
        manifest,
        nodeVersion: input.nodeVersion,
      }),
      mode: 0o755,
    },
    { path: manifest, contents: printJson(manifestOf(input, steps)) },
    {
      path: `install-${input.name}.sh`,
      contents: printInstallScript({ name: input.name, manifest, system: facts?.system ?? [], steps }),
      mode: 0o755,
    },
  ];
}

/** The files beside the bundle. */
function manifestOf(input: TargetInput, steps: readonly SetupStep[]): Record<string, unknown> {
  const { bundle, defaultPort, model, name, nativeAddons, nodeVersion, packaging, version } = input;
  const { network, storage, system = [] } = packaging.facts ?? {};
  return {
    name,
    version,
    nodeVersion,
    storage: { ...storageOf(model), ...storage },
    network: { defaultPort, supportsSocket: true, ...network },
    dependencies: { system, nativeAddons },
    bundle: bundle.fileName,
    cli: input.commandLine && commandLineFacts(input, input.commandLine),
    ...(steps.length === 0 ? {} : { setup: setupData(steps) }),
  };
}

/** What a generated command line is. */
function commandLineFacts({ bundle, model: { server } }: TargetInput, settings: JsonObject): JsonObject {
  const { authRequired = false, excludeTools = [], oauth, outputDefault = 'text' } = settings;
  const excluded = Array.isArray(excludeTools) ? excludeTools : [];
  const unreachable = new Set(unreachableEntries(server, { isArchive: false, runtime: 'node' }).map(({ entry }) => entry.id));
  const countOf = (entries: readonly { readonly id: string }[]): number => entries.filter(({ id }) => !unreachable.has(id)).length;
  return {
    enabled: true,
    cliBundle: bundle.fileName,
    outputDefault,
    authRequired,
    toolCount: countOf(server.tools.filter(({ listedName, visibility }) => visibility === 'public' && !excluded.includes(listedName))),
    resourceCount: countOf(server.resources),
    templateCount: countOf(server.resourceTemplates),
    promptCount: countOf(server.prompts),
    oauthEnabled: oauth !== undefined,
  };
}

/** What the server was declared with; without either everything is kept in memory. */
function storageOf({ server }: TargetInput['model']): { type: 'sqlite' | 'redis' | 'none'; required: boolean } {
  const { redis, sqlite } = server.options.rest;
  const provider = jsonMember(redis, 'provider');
  if (provider === 'filesystem') return { type: 'none', required: false };
  if (provider === 'auto') return { type: 'redis', required: false };
  if (redis !== undefined) return { type: 'redis', required: true };
  return sqlite === undefined ? { type: 'none', required: false } : { type: 'sqlite', required: true };
}
