import { entriesOf, type EntryModel, type JsonObject } from '@service/sdk/model';
import { SearchIndex, type SearchTexts, skillTexts, toolTexts } from '@service/sdk/search';
import { table, type PaintedPage } from '@service/sdk/terminal';
import type { Model } from './inspection.ts';

interface Found extends SearchTexts {
  readonly kind: string;
}

/** What answers a question, best first: as a model that looks for it would be told. */
export function searchEntries(model: Model, question: string, page: PaintedPage): { readonly data: JsonObject; readonly text: string } {
  const entries = searchable(model);
  const hits = new SearchIndex(entries, (entry) => entry).search(question);
  const found = hits.map(({ entry: { description = '', kind, name }, score }) => ({
    kind,
    name,
    score: Number(score.toFixed(2)),
    description,
  }));
  const rows = found.map(({ description, kind, name, score }) => [score.toFixed(2), kind, name, description]);
  const none = `Nothing here answers ${JSON.stringify(question)}: a name, a title, a description, a path or a tag has to say it in such words.`;
  return { data: { question, found }, text: rows.length === 0 ? none : table(rows, page.width) };
}

function searchable({ server }: Model): readonly Found[] {
  const { skills = [] } = server;
  return [
    ...entriesOf(server).map((entry) => ({ kind: entry.kind, ...textsOf(entry) })),
    ...skills.map((skill) => ({ kind: skill.kind, ...skillTexts(skill) })),
  ];
}

function textsOf(entry: EntryModel): SearchTexts {
  if (entry.kind === 'tool') return toolTexts(entry);
  const path = entry.kind === 'resource' ? entry.uri : entry.kind === 'resource-template' ? entry.uriTemplate : undefined;
  return { name: entry.listedName, title: entry.title, description: entry.description, path };
}
