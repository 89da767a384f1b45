import {
  entriesOf,
  type EntryModel,
  hasScheme,
  isJsonObject,
  longestEntryName,
  mayBeTask,
  nameProblem,
  nameRule,
  reaches,
  readUriTemplate,
  type SkillModel,
  taskStoreOf,
  type ToolModel,
  unusedAlwaysLoad,
} from '@service/sdk/model';
import { closestName } from '@service/sdk/internal';
import { namedProfiles, noEffectOf, splitProblems } from '@service/sdk/options';
import { diagnose } from '../../diagnostics/index.ts';
import { insteadOfStart, insteadOfStartThere } from '../../model/start-functions.ts';
import { unreachableEntries } from '../../model/unreachable-entries.ts';
import { type CheckedModel, isOpen, kindText, locationOf, locationOfOption, type Rule } from '../rule.ts';

/** Models choose tools and prompts by their description; resources are chosen by people or by URI. */
export const checkMissingDescription: Rule = (model) =>
  [...model.server.tools, ...model.server.prompts]
    .filter(({ description }) => description === undefined || description.trim() === '')
    .map(({ kind, name, id }) => diagnose('missing-description', { kind, name }, locationOf(model, id)));

/** Adapters and plugins may bring entries when the server starts. */
export const checkNoEntries: Rule = (model) => {
  const { adapters, plugins } = model.server;
  // Spans of skills are known even when their folders could not be read.
  const hasSkills = Object.keys(model.spans).some((id) => id.startsWith('skill:'));
  return isOpen(model) || entriesOf(model.server).length > 0 || adapters.length > 0 || plugins.length > 0 || hasSkills
    ? []
    : [diagnose('no-entries', {}, locationOf(model, 'server'))];
};

/** An entry in a build that no caller can use. */
export const checkUnreachableEntry: Rule = (model, target) => {
  const { options } = model.server;
  if (options === undefined || target === undefined) return [];
  const server = { ...model.server, options };
  const { archive, bundle, inPage, name } = target;
  const place = {
    isArchive: archive !== undefined,
    runtime: inPage === true ? 'browser' : bundle.platform === 'node' ? 'node' : 'edge',
    target: name,
  } as const;
  return unreachableEntries(server, place).map(({ because, entry, option }) =>
    diagnose('unreachable-entry', { entry: `${kindText(entry)} "${entry.listedName}"`, because, option }, locationOf(model, entry.id)),
  );
};

/** While a plugin or adapter may still bring providers, nothing is missing. */
export const checkProviderMissing: Rule = (model) =>
  isOpen(model)
    ? []
    : (model.unprovided ?? []).map(({ asker, elsewhere, span, token }) =>
        diagnose('provider-missing', { asker, token, elsewhere: elsewhere ?? '' }, { span }),
      );

/** Options that ask for an endpoint which there is not: the start refuses them too, because variables may decide them. */
export const checkSplitByApp: Rule = (model) => {
  const { apps, options, prompts, resources, resourceTemplates, scopes = [], skills = [], tools } = model.server;
  if (options === undefined) return [];
  const { auth, splitByApp } = options.rest;
  const lists = Object.entries({ tools, resources, resourceTemplates, prompts, skills });
  const problems = splitProblems({
    splitByApp: splitByApp === true,
    auth: isJsonObject(auth) ? auth : undefined,
    // Of the server itself, with no app or plugin between.
    ownLists: lists.flatMap(([list, entries]) => (entries.some(({ owner }) => owner.length === 1) ? [list] : [])),
    apps: apps.map(({ id, name }) => {
      const scope = scopes.find(({ app }) => app === id);
      return { label: `app "${name}"`, standalone: scope?.standalone, auth: scope?.auth };
    }),
  });
  return problems.map(({ label, option, problem }) =>
    diagnose('invalid-option', { owner: label, option, problem }, locationOfOption(model, label, option)),
  );
};

/** A bundle starts its own server when the sources say so; anything else that starts or connects a server is not in it. */
export const checkStartCall: Rule = ({ startCalls = [] }, target) =>
  startCalls.flatMap(({ name, span, startsServer }) => {
    const isThere = target === undefined || target.host.whenCalled !== undefined;
    if (startsServer && isThere) return [];
    return [diagnose('start-call', { name, instead: isThere ? insteadOfStart(name) : insteadOfStartThere }, { span })];
  });

/** Fields that promise protection; `cache` and `codecall` promise none. */
const promises = ['approval', 'featureFlag'] as const;

export const checkUnenforcedMetadata: Rule = (model) => {
  if (isOpen(model)) return [];
  const entries = [...entriesOf(model.server), ...(model.server.skills ?? [])].flatMap((entry) =>
    promises
      .filter((field) => carries(entry, field) && !isEnforced(model, entry, field))
      .map((field) => ({ entry: `${entry.kind} "${entry.kind === 'skill' ? entry.name : entry.listedName}"`, field, id: entry.id })),
  );
  const [first] = entries;
  if (first === undefined) return [];
  const related = entries.slice(1).flatMap(({ entry, field, id }) => {
    const { span } = locationOf(model, id);
    return span === undefined ? [] : [{ message: `"${field}" of ${entry}`, span }];
  });
  return [
    diagnose(
      'unenforced-metadata',
      { entries: entries.map(({ entry, field }) => ({ entry, field })) },
      { ...locationOf(model, first.id), ...(related.length > 0 ? { related } : {}) },
    ),
  ];
};

const carries = (entry: EntryModel | SkillModel, field: string): boolean => {
  const value = entry.pluginFields?.[field];
  return value !== undefined && value !== false && value !== null;
};

const isEnforced = ({ server }: CheckedModel, entry: EntryModel | SkillModel, field: string): boolean =>
  server.plugins.some((plugin) => plugin.enforces?.includes(field) === true && reaches(plugin, entry));

/** An entry that names a profile which is not there is refused at start: no caller could be admitted by it. */
export const checkUnknownProfile: Rule = (model) => {
  const { options } = model.server;
  if (options === undefined || options.live.includes('authorities.profiles')) return [];
  const { authorities } = options.rest;
  const profiles = isJsonObject(authorities) && isJsonObject(authorities['profiles']) ? Object.keys(authorities['profiles']) : [];
  return entriesOf(model.server).flatMap((entry) =>
    namedProfiles(entry.authorities)
      .filter((name) => !profiles.includes(name))
      .map((name) =>
        diagnose('unknown-profile', { entry: `${kindText(entry)} "${entry.listedName}"`, name, profiles }, locationOf(model, entry.id)),
      ),
  );
};

/** A platform that starts and ends instances as it likes forgets a task that only one of them knows. */
export const checkTasksWithoutStore: Rule = (model, target) => {
  const { options } = model.server;
  if (
    target === undefined ||
    target.supports.longSessions ||
    options === undefined ||
    taskStoreOf({ ...model.server, options }) !== undefined
  )
    return [];
  return model.server.tools.filter(mayBeTask).flatMap((tool) => {
    const at = locationOf(model, tool.id);
    if (tool.taskSupport === 'required') {
      const option = `execution.taskSupport: 'required' of tool "${tool.name}"`;
      return [diagnose('target-unsupported', { target: target.name, option, instead }, at)];
    }
    // Settings of tasks without a store are refused as such.
    return options.rest['tasks'] === undefined ? [diagnose('task-store-missing', { target: target.name, tool: tool.name }, at)] : [];
  });
};

const instead =
  "Give @Service `tasks: { redis: { provider: 'http-kv' } }`, or the tool `taskSupport: 'optional'`: then it answers when its work is done";

/** Tasks run in the process of the server. Platforms without processes say so in their own words (`target-unsupported`). */
export const checkTaskRunner: Rule = (model, target) => {
  const { options } = model.server;
  const tasks = options?.rest['tasks'];
  if (target?.supports.childProcesses === false || !isJsonObject(tasks)) return [];
  if (tasks['runner'] !== 'cli') return [];
  const instead = 'tasks run in the process of the server';
  const write =
    'leave it out, and put work that outlives the process into a queue of yours: the tool returns its id, and another tool its result';
  return [diagnose('not-supported', { what: "`tasks.runner: 'cli'` of @Service", instead, write }, locationOf(model, 'server'))];
};

const verbs = new Set(['delete', 'remove', 'drop', 'purge', 'erase', 'wipe', 'destroy', 'truncate', 'uninstall', 'revoke', 'overwrite']);

/** A destructive tool must declare it, or restrict its callers. */
export const checkUnguardedDestruction: Rule = (model) =>
  model.server.tools.flatMap((tool) => {
    const verb = wordsOf(tool.name).find((word) => verbs.has(word));
    const deletes = model.facts?.[tool.id]?.deletes;
    if (saysSo(tool)) return [];
    if (verb === undefined && deletes !== undefined) {
      const because = `deletes a folder with all it holds (${deletes.call})`;
      return [diagnose('unguarded-destruction', { name: tool.name, because }, { span: deletes.span })];
    }
    if (verb === undefined) return [];
    return [diagnose('unguarded-destruction', { name: tool.name, because: `is named "${verb}"` }, locationOf(model, tool.id))];
  });

/** `deleteNote`, `delete-note` and `notes.delete` in lower-case words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const saysSo = (tool: ToolModel): boolean =>
  tool.annotations?.['destructiveHint'] !== undefined ||
  tool.annotations?.['readOnlyHint'] === true ||
  ('authorities' in tool && tool.authorities !== undefined) ||
  tool.pluginFields?.['approval'] !== undefined;

/** Where calls can be approved, a tool that may write says whether they are. */
export const checkUnapprovedWrite: Rule = (model) =>
  model.server.tools
    .filter((tool) => tool.annotations?.['readOnlyHint'] !== true && tool.pluginFields?.['approval'] === undefined)
    .filter((tool) => isEnforced(model, tool, 'approval'))
    .map((tool) => diagnose('unapproved-write', { name: tool.name }, locationOf(model, tool.id)));

/** Clients address tools by the listed name, so an owner's prefix counts. MCP does not limit the names of other entries. */
export const checkNameTooLong: Rule = (model) =>
  model.server.tools
    .map((entry) => ({ entry, name: entry.listedName }))
    .filter(({ name }) => name.length > longestEntryName)
    .map(({ entry, name }) => diagnose('name-too-long', { kind: kindText(entry), name, length: name.length }, locationOf(model, entry.id)));

/** Tools that only other entries call have no host. */
export const checkDottedName: Rule = (model) =>
  model.server.tools
    .filter(({ name, visibility }) => name.includes('.') && visibility !== 'internal')
    .map(({ id, name }) => diagnose('dotted-name', { name }, locationOf(model, id)));

export const checkInvalidName: Rule = (model) =>
  entriesOf(model.server)
    .filter(({ kind, name }) => ['empty', 'bad-characters'].includes(nameProblem(name, kind) ?? ''))
    .map((entry) =>
      diagnose('invalid-name', { kind: kindText(entry), name: entry.name, rule: nameRule(entry.kind) }, locationOf(model, entry.id)),
    );

export const checkInvalidUri: Rule = (model) => [
  ...model.server.resources
    .filter(({ uri }) => !hasScheme(uri))
    .map(({ uri, id }) => diagnose('invalid-uri', { uri }, locationOf(model, id))),
  ...model.server.resourceTemplates
    .filter(({ uriTemplate }) => !hasScheme(uriTemplate))
    .map(({ uriTemplate, id }) => diagnose('invalid-uri', { uri: uriTemplate }, locationOf(model, id))),
];

export const checkInvalidUriTemplate: Rule = (model) =>
  model.server.resourceTemplates.flatMap(({ uriTemplate, id }) => {
    const read = readUriTemplate(uriTemplate);
    return 'problem' in read
      ? [diagnose('invalid-uri-template', { template: uriTemplate, problem: read.problem }, locationOf(model, id))]
      : [];
  });

/** A skill whose whole text no client reads with the instructions. */
export const checkAlwaysLoad: Rule = (model) => {
  const { options, skills = [] } = model.server;
  const { skillsConfig } = options?.rest ?? {};
  const injected = isJsonObject(skillsConfig) ? skillsConfig.injectInstructions : undefined;
  return skills.flatMap((skill) => {
    const instead = unusedAlwaysLoad(skill, injected);
    if (instead === undefined) return [];
    const owner = `skill "${skill.folder ?? skill.name}"`;
    const facts = { owner, option: 'alwaysLoad', problem: noEffectOf({ instead, when: () => true }) };
    return [diagnose('option-without-effect', facts, locationOfOption(model, owner, 'alwaysLoad'))];
  });
};

/** Tools that skills name: a skill whose tools are not there sends models to nothing. */
export const checkSkillTools: Rule = (model) => {
  if (isOpen(model)) return [];
  const names = new Set(model.server.tools.map(({ listedName }) => listedName));
  return (model.server.skills ?? []).flatMap(({ folder, name, toolValidation, tools = [] }) =>
    tools
      .filter((tool) => toolValidation !== 'ignore' && !names.has(tool.name))
      .map((tool) => {
        const code = toolValidation === 'strict' ? 'skill-tool-required' : 'skill-tool-missing';
        const meant = closestName(tool.name, [...names]) ?? '';
        return diagnose(code, { skill: name, tool: tool.name, meant }, locationOfOption(model, `skill "${folder ?? name}"`, 'tools'));
      }),
  );
};
