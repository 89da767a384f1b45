import { isRecord } from '@service/sdk/internal';
import { type EntryModel, type Json, ownerPath, type ServerModel } from '@service/sdk/model';
import type { AstView } from '../../src/compiler/3-resolve/index.ts';

const entriesOf = (server: Pick<ServerModel, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>): readonly EntryModel[] => [
  ...server.tools,
  ...server.resources,
  ...server.resourceTemplates,
  ...server.prompts,
];

/** Every difference between what the sources show and what evaluation found, blanks left out; one line each, none when equal. */
export function compareViews(view: AstView, evaluated: ServerModel): readonly string[] {
  const differences: string[] = [];
  const blanks = new Set(view.blanks);
  const isBlank = (path: string): boolean => {
    for (let at = path; at !== ''; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '') if (blanks.has(at)) return true;
    return false;
  };
  const compare = (path: string, ours: unknown, theirs: unknown): void => {
    if (isBlank(path) || Object.is(ours, theirs)) return;
    if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
      for (const [index, item] of ours.entries()) compare(`${path}.${index}`, item, theirs[index]);
    } else if (isRecord(ours) && isRecord(theirs)) {
      for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) compare(`${path}.${key}`, ours[key], theirs[key]);
    } else differences.push(`${path}: sources ${show(ours)}, evaluation ${show(theirs)}`);
  };
  const evaluatedEntries = entriesOf(evaluated).filter(
    (entry) => !isOpen(view, ownerPath(entry.owner)) || entriesOf(view.server).some(({ id }) => id === entry.id),
  );
  compare(
    'entries',
    entriesOf(view.server).map(({ id }) => id),
    evaluatedEntries.map(({ id }) => id),
  );
  for (const entry of entriesOf(view.server))
    compare(
      entry.id,
      entry,
      evaluatedEntries.find(({ id }) => id === entry.id),
    );
  for (const part of ['info', 'instructions', 'apps', 'plugins', 'adapters', 'providers'] as const)
    compare(part, view.server[part], evaluated[part]);
  return differences;
}

/** Entries of an adapter, and below a plugin that makes some at run time, are not in the sources. */
const isOpen = (view: AstView, owner: string): boolean => view.openOwners.some((open) => owner === open || owner.startsWith(`${open}/`));

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value as Json));
