import { useMemo, useRef, useState, type ReactElement } from 'react';
import { entriesOf, headings, searched, widgetOf, type Entry, type EntryKind } from './entries.ts';
import type { Lists } from './lists.ts';
import { readable } from './readable.ts';

interface EntriesViewProps {
  readonly lists: Lists;
  readonly chosen: string;
  readonly choose: (key: string) => void;
  /** What a person may do with it. */
  readonly detail: (entry: Entry) => ReactElement;
}

/** What the server has, and one of it to try. */
export function EntriesView({ choose, chosen, detail, lists }: EntriesViewProps): ReactElement {
  const [question, setQuestion] = useState('');
  const shownDetail = useRef<HTMLElement>(null);
  const show = (key: string): void => {
    choose(key);
    // In one column it is below the list, out of sight.
    if (matchMedia('(max-width: 720px)').matches) shownDetail.current?.scrollIntoView();
  };
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
          <Group key={kind} kind={kind} entries={found.filter((entry) => entry.kind === kind)} lists={lists} shown={shown} choose={show} />
        ))}
        {total > 0 && <p className="quiet">All tools cost a model about {total.toLocaleString()} tokens in each conversation.</p>}
      </section>
      <section className="detail" aria-label="Entry" ref={shownDetail}>
        {shown !== undefined && <Detail key={shown.key} entry={shown} lists={lists} detail={detail} />}
      </section>
    </div>
  );
}

/** Entries of a kind that are drawn: a page with more of them does not answer. */
const maxShown = 500;

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
        {entries.slice(0, maxShown).map((entry) => (
          <li key={entry.key}>
            <button type="button" aria-current={entry.key === shown?.key ? 'true' : undefined} onClick={() => choose(entry.key)}>
              <bdi className="name">{readable(entry.item.name, 200)}</bdi>
              {kind === 'tool' && widgetOf(entry.item) !== undefined && <span className="badge">widget</span>}
              <Cost tokens={kind === 'tool' ? lists.costs.get(entry.item.name) : undefined} />
            </button>
          </li>
        ))}
      </ul>
      {entries.length > maxShown && <p className="quiet">and {(entries.length - maxShown).toLocaleString()} more: search for them</p>}
    </>
  );
}

const Cost = ({ tokens }: { readonly tokens: number | undefined }): ReactElement | null =>
  tokens === undefined ? null : (
    <span className="cost" title="Tokens of name, description and schema, estimated">
      {tokens}
    </span>
  );

function Detail({ detail, entry, lists }: Pick<EntriesViewProps, 'detail' | 'lists'> & { readonly entry: Entry }): ReactElement {
  const { description, name } = entry.item;
  return (
    <>
      <h2>
        <bdi>{readable(entry.title === '' ? name : entry.title, 200)}</bdi>
      </h2>
      <p className="facts">
        <code>
          <bdi>{readable(name, 200)}</bdi>
        </code>{' '}
        <Cost tokens={entry.kind === 'tool' ? lists.costs.get(name) : undefined} />
        <Annotations entry={entry} />
      </p>
      {description !== undefined && (
        <p className="about-text">
          <bdi>{readable(description, maxText)}</bdi>
        </p>
      )}
      {detail(entry)}
    </>
  );
}

/** Characters of a description that are shown; the definition has more. */
const maxText = 4000;

const hints: Readonly<Record<string, string>> = {
  readOnlyHint: 'reads only',
  destructiveHint: 'destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'open world',
};

function Annotations({ entry }: { readonly entry: Entry }): ReactElement {
  const { annotations, tags, visibility } = entry.item;
  const labels: readonly unknown[] = [
    ...(visibility === 'public' ? [] : [visibility]),
    ...(Array.isArray(tags) ? (tags as unknown[]) : []),
  ];
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
      {labels.map(
        (label, at) =>
          typeof label === 'string' && (
            <span key={at} className="badge">
              <bdi>{readable(label, 100)}</bdi>
            </span>
          ),
      )}
    </>
  );
}
