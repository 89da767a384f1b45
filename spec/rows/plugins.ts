import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Rules 1 to 5 of plugins and adapters. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.plugins.providers-scoped': 'A plugin listed in an app keeps its providers inside that app; exports widens them.',
  'D2.plugins.extension-elsewhere':
    "In an entry that a plugin does not reach, a member that it adds to the context throws CONTEXT_EXTENSION_NOT_AVAILABLE with the plugin's errorMessage, else with its name; a member that the entry has itself stays.",
  'D2.plugins.bare-class': 'init() without argument equals init({}), and the bare class works the same way.',
  'D2.plugins.list-options': 'An init option named like a list field is that field only when it is an array.',
  'D2.plugins.unenforced':
    'Entries that carry approval or featureFlag without an enforcing plugin stop the server, one line per entry; cache and codecall do nothing.',
  'D2.plugins.not-a-plugin': 'plugins items must be annotated with @Plugin().',
  'D2.plugins.adapter-duplicate':
    "The name of an adapter is unique within its class and process: a second one, of the same or of another running server, fails with Duplicate adapter name '<name>' for <class>. A name ends with its server; clearAdapterNames() frees all.",
  'D2.plugins.adapter-names': 'Equal tool names from two adapters are listed as <adapter>:<tool>.',
  'S6.1.global-metadata':
    'Metadata fields are declared by augmenting ExtendService…Metadata, of the package or in `declare global`; both type-check.',
  'S6.1.super':
    'A class on DynamicPlugin or DynamicAdapter may have a constructor that calls super() without options: this.options is what init was given.',
  'D2.plugins.hooks': 'Hooks wrap: plugins of the server outside those of the app, in list order; next goes on.',
});
