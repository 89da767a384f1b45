import { entriesOf, type JsonObject } from '@service/sdk/model';
import { SearchIndex } from '@service/sdk/search';
import { table, type PaintedPage } from '@service/sdk/terminal';
import type { Model } from './inspection.ts';

interface Found {
  readonly kind: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
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
  const none = `Nothing here answers ${JSON.stringify(question)}: a name, a title or a description has to say it in such words.`;
  return { data: { question, found }, text: rows.length === 0 ? none : table(rows, page.width) };
}

function searchable({ server }: Model): readonly Found[] {
  const { skills = [] } = server;
  return [
    ...entriesOf(server).map((entry) => ({
      kind: entry.kind,
      name: entry.listedName,
      title: entry.title,
      description: entry.description,
      tags: entry.kind === 'tool' ? entry.tags : undefined,
    })),
    ...skills.map(({ frontmatter: { description }, kind, name }) => ({
      kind,
      name,
      description: typeof description === 'string' ? description : undefined,
    })),
  ];
}
