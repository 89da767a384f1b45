import { withoutUndefined } from '../../std/without-undefined.ts';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { unreachableEntries } from '../../compiler/model/unreachable-entries.ts';
import type { TargetInput } from '../../compiler/target.ts';
import { readPackageFacts } from './package-facts.ts';
import { questionsOf } from './user-config.ts';

export const iconFile = 'icon.png';

/** The manifest of the archive, in the form 0.3: hosts refuse every key that the form does not have. */
export function manifestOf(input: TargetInput): JsonObject {
  const { model, name, packaging, version } = input;
  const facts = readPackageFacts(packaging.packageJson);
  const own = packaging.deployment ?? {};
  const { info } = model.server;
  const unreachable = new Set(
    unreachableEntries(model.server, { isArchive: true, runtime: 'node', target: 'mcpb' }).map(({ entry }) => entry.id),
  );
  const reached = <T extends { readonly id: string }>(entries: readonly T[]): readonly T[] =>
    entries.filter(({ id }) => !unreachable.has(id));
  const [tools, prompts] = [reached(model.server.tools), reached(model.server.prompts)];
  const questions = questionsOf(packaging);
  const repository = own['repository'] ?? facts.repository;
  const privacy = own['privacyPolicies'];
  return withoutUndefined({
    manifest_version: '0.3',
    name,
    display_name: own['displayName'] ?? info.title,
    version,
    description: descriptionOf(input, facts.description),
    long_description: own['longDescription'],
    author: own['author'] ?? (facts.author === undefined ? { name } : { ...facts.author }),
    repository: repository === undefined ? undefined : { type: 'git', url: repository },
    homepage: own['homepage'] ?? facts.homepage,
    documentation: own['documentation'],
    support: own['support'] ?? facts.support,
    icon: packaging.icon === undefined ? undefined : iconFile,
    server: {
      type: 'node',
      entry_point: 'server/index.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/index.js', ...questions.args],
        env: { SERVICE_STDIO: '1', ...questions.env },
        ...overridesOf(input, questions.args),
      },
    },
    tools: tools
      .filter(({ visibility }) => visibility === 'public')
      .map(({ description, listedName }) => ({ name: listedName, description }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    tools_generated: changesWhileRunning(input),
    // Their texts are made by code, and the form wants each prompt's text.
    prompts_generated: prompts.length > 0 ? true : undefined,
    keywords: own['keywords'] ?? (facts.keywords === undefined ? undefined : [...facts.keywords]),
    license: own['license'] ?? facts.license,
    privacy_policies: privacy,
    compatibility: compatibilityOf(input),
    user_config: Object.keys(questions.userConfig).length === 0 ? undefined : questions.userConfig,
    _meta: {
      'dev.service.generator': { name: '@service/cli' },
      'dev.service.capabilities': {
        tools: tools.length,
        resources: reached([...model.server.resources, ...model.server.resourceTemplates]).length,
        prompts: prompts.length,
      },
    },
  });
}

/** Never absent: hosts refuse an archive without one. */
function descriptionOf({ model, name, packaging }: TargetInput, ofPackage: string | undefined): string {
  const long = packaging.deployment?.['longDescription'];
  const [first = ''] = typeof long === 'string' ? long.trim().split('\n') : [];
  return [first.trim(), model.server.info.description, ofPackage].find((text) => text !== undefined && text !== '') ?? `${name} MCP server`;
}

/** Tools that adapters and plugins add, and lists that a start decides. */
const changesWhileRunning = ({ model: { decidedAtStart, server } }: TargetInput): boolean =>
  server.adapters.length > 0 || Object.keys(decidedAtStart ?? {}).length > 0;

/** A system that has an executable starts it; the others start Node. */
function overridesOf(input: TargetInput, args: readonly string[]): JsonObject {
  const rows = executablesOf(input).map(({ path, system }): [string, JsonObject] => [
    system,
    { command: `\${__dirname}/${path}`, args: [...args] },
  ]);
  return rows.length === 0 ? {} : { platform_overrides: Object.fromEntries(rows) };
}

const executablesOf = ({ executable, mergedExecutables }: TargetInput): TargetInput['mergedExecutables'] => [
  ...(executable === undefined ? [] : [executable]),
  ...mergedExecutables,
];

function compatibilityOf(input: TargetInput): JsonObject {
  const { nativePlatform, nodeVersion, packaging } = input;
  const systems = executablesOf(input).map(({ system }) => system);
  const given = packaging.deployment?.['compatibility'];
  const own = isJsonObject(given) ? given : {};
  // Add-ons run on one system, whatever the config says of others.
  const native = nativePlatform === undefined ? {} : { platforms: [nativePlatform.split('-', 1)[0] ?? ''] };
  const platforms = native.platforms ?? own['platforms'] ?? ['darwin', 'linux', 'win32'];
  // Hosts refuse an archive whose runtime they lack; a system with an executable needs none.
  const needsNode = !Array.isArray(platforms) || platforms.some((system) => !systems.some((one) => one === system));
  return { platforms, ...(needsNode ? { runtimes: { node: nodeVersion } } : {}), ...own, ...native };
}
