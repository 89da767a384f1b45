import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({
  id: `D2.plugins.${id}`,
  document: 'spec 2',
  section: 'Official plugins and adapter',
  rule,
});

/** Rules 1 to 5 of plugins and adapters. */
export const rows: readonly RequirementRow[] = [
  row('providers-scoped', 'A plugin listed in an app keeps its providers inside that app; exports widens them.'),
  row('bare-class', 'init() without argument equals init({}), and the bare class works the same way.'),
  row('list-options', 'An init option named like a list field is that field only when it is an array.'),
  row(
    'unenforced',
    'Entries that carry approval or featureFlag without an enforcing plugin stop the server, one line per entry; cache and codecall do nothing.',
  ),
  row('not-a-plugin', 'plugins items must be annotated with @Plugin().'),
  row('adapter-duplicate', "Duplicate adapter name '<name>' for <class>."),
  row('adapter-names', 'Equal tool names from two adapters are listed as <adapter>:<tool>.'),
  {
    id: 'S6.1.global-metadata',
    document: 'spec 4',
    section: '6.1',
    rule: 'Metadata fields are declared by augmenting ExtendService…Metadata, of the package or in `declare global`; both type-check.',
  },
  {
    id: 'S6.1.super',
    document: 'spec 4',
    section: '6.1',
    rule: 'A class on DynamicPlugin or DynamicAdapter may have a constructor that calls super() without options: this.options is what init was given.',
  },
  row('hooks', 'Hooks wrap: plugins of the server outside those of the app, in list order; next goes on.'),
];
