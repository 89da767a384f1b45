import type { RequirementRow } from '../requirement-row.ts';

/** Commands of the developer's loop: issue 7, deliverables 1, 3, 4 and 6; facts on users §4. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I7.generate',
    document: 'issue 7',
    section: 'Deliver 1',
    rule: 'generate writes a tool, resource, prompt, plugin, provider or app, lists it in its app or server, passes check, and is idempotent.',
  },
  {
    id: 'I7.generate.edit',
    document: 'issue 7',
    section: 'Deliver 1',
    rule: 'The new class is wired in by edits planned on the syntax tree; formatting, comments, quotes and line ends stay.',
  },
  { id: 'I7.generate.dry-run', document: 'issue 7', section: 'Deliver 1', rule: 'generate --dry-run shows the diff and writes nothing.' },
  { id: 'I7.generate.kept', document: 'issue 7', section: 'Deliver 1', rule: 'A file that exists is never overwritten by generate.' },
  {
    id: 'I7.generate.choice',
    document: 'facts users',
    section: '4',
    rule: 'Where several apps could list the new part, a missing --app is exit 2 naming the flag and the apps.',
  },
  {
    id: 'I7.generate.refuses',
    document: 'issue 7',
    section: 'Deliver 1',
    rule: 'A list that is not written in place is refused with its place, and nothing is written.',
  },
];
