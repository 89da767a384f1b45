import { useMemo, useState, type ReactElement } from 'react';
import { entriesOf, headings, searched, widgetOf, type Entry, type EntryKind } from './entries.ts';
import type { Lists } from './lists.ts';
import { PromptEntry, ResourceEntry, TemplateEntry, ToolEntry } from './entry-view.tsx';
import type { ShownCall } from './shown-call.ts';

interface EntriesViewProps {
  readonly lists: Lists;
  readonly chosen: string;
  readonly choose: (key: string) => void;
  readonly called: (call: ShownCall, hasWidget: boolean) => void;
}

/** What the server has, and one of it to try. */
export function EntriesView({ called, choose, chosen, lists }: EntriesViewProps): ReactElement {
  const [question, setQuestion] = useState('');
  const entries = useMemo(() => entriesOf(lists), [lists]);
  const found = useMemo(() => searched(entries, question), [entries, question]);
  const shown = entries.find(({ key }) => key === chosen) ?? entries[0];
  const total = [...lists.costs.values()].reduce((sum, cost) => sum + cost, 0);
  return (
    <div className="split">
      <section className="list" aria-label="Entries">
        <input
          type="search"
          placeholder="Search"
          aria-label="Search entries"
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        {lists.isRead && entries.length === 0 && <p className="quiet">This server has no entries yet.</p>}
        {question !== '' && found.length === 0 && <p className="quiet">Nothing answers that.</p>}
        {(Object.keys(headings) as EntryKind[]).map((kind) => (
          <Group
            key={kind}
            kind={kind}
            entries={found.filter((entry) => entry.kind === kind)}
            lists={lists}
            shown={shown}
            choose={choose}
          />
        ))}
        {total > 0 && <p className="quiet">All tools cost a model about {total.toLocaleString()} tokens in each conversation.</p>}
      </section>
      <section className="detail" aria-label="Entry">
        {shown !== undefined && <Detail key={shown.key} entry={shown} lists={lists} called={called} />}
      </section>
    </div>
  );
}

interface GroupProps extends Pick<EntriesViewProps, 'choose' | 'lists'> {
  readonly kind: EntryKind;
  readonly entries: readonly Entry[];
  readonly shown: Entry | undefined;
}

function Group({ choose, entries, kind, lists, shown }: GroupProps): ReactElement | null {
  if (entries.length === 0) return null;
  return (
    <>
      <h2>{headings[kind]}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.key}>
            <button type="button" aria-current={entry.key === shown?.key ? 'true' : undefined} onClick={() => choose(entry.key)}>
              <span className="name">{entry.item.name}</span>
              {kind === 'tool' && widgetOf(entry.item) !== undefined && <span className="badge">widget</span>}
              <Cost tokens={kind === 'tool' ? lists.costs.get(entry.item.name) : undefined} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const Cost = ({ tokens }: { readonly tokens: number | undefined }): ReactElement | null =>
  tokens === undefined ? null : (
    <span className="cost" title="Tokens of name, description and schema, estimated">
      {tokens}
    </span>
  );

function Detail({ called, entry, lists }: Pick<EntriesViewProps, 'called' | 'lists'> & { readonly entry: Entry }): ReactElement {
  const { description, name } = entry.item;
  return (
    <>
      <h2>{entry.title === '' ? name : entry.title}</h2>
      <p className="facts">
        <code>{name}</code> <Cost tokens={entry.kind === 'tool' ? lists.costs.get(name) : undefined} />
        <Annotations entry={entry} />
      </p>
      {description !== undefined && <p className="about-text">{description}</p>}
      {entry.kind === 'tool' && <ToolEntry entry={entry} called={called} />}
      {entry.kind === 'resource' && <ResourceEntry entry={entry} />}
      {entry.kind === 'template' && <TemplateEntry entry={entry} />}
      {entry.kind === 'prompt' && <PromptEntry entry={entry} />}
    </>
  );
}

const hints: Readonly<Record<string, string>> = {
  readOnlyHint: 'reads only',
  destructiveHint: 'destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'open world',
};

function Annotations({ entry }: { readonly entry: Entry }): ReactElement {
  const { annotations } = entry.item as { readonly annotations?: unknown };
  const set = new Map(Object.entries(typeof annotations === 'object' && annotations !== null ? annotations : {}));
  return (
    <>
      {Object.entries(hints).map(([name, words]) =>
        set.get(name) === true ? (
          <span key={name} className={`badge ${name}`}>
            {words}
          </span>
        ) : null,
      )}
    </>
  );
}
