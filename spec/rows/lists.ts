import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Lists of entries, apps, plugins and adapters that more than the sources decide. */
export const rows: readonly RequirementRow[] = rowsOf({
  'lists.open.context':
    'An entry that reaches a list by a call, a variable, a condition, a loop, a spread, a package or a decorator of the project has every member of its context in a bundle, as it has uncompiled; the same holds for entries that plugins, apps and adapters from such a list bring.',
  'lists.open.features':
    'Where a list is decided by the place a bundle runs in, the bundle has the features that an entry of that list may need, although no entry at build needed them.',
  'lists.changed-constants':
    'A constant list or object that statements change, in its own file, by another name, in another module or in a function of the project that it is handed to, is not taken for what its initializer says.',
  'context.detached':
    'A method that is taken from a context (destructured as a parameter or a constant, renamed, with a default, passed as a callback) works as if it were called on the context, uncompiled and in bundles alike. What `...rest` collects are own enumerable properties only, as in every class instance.',
  'findings.home':
    'A finding stands at the line that has to be changed and names its cause once: an unknown member of a context at the member, a broken import behind a list at the import, an entry that is listed twice at its second place, a built-in module that a target lacks at the import, with the imports that lead there.',
  'findings.unresolved':
    'An import that leads to no module is an error at the import that says what to do: install the package, correct the path or the name, or use another package where the installed one has nothing for the target.',
  'findings.unused':
    'What only a provider asks for that nobody uses is no part of a server: its record leaves the bundle, and a native package behind it keeps no build back.',
  'lists.circular':
    'An item that is undefined where it is listed, because its file and the file of the list import each other, is reported at the item with the cycle and the import that leads back; a cycle in which every item has its value when it is read is no finding.',
  'findings.large-import':
    'A file of data of the project that an import puts into a bundle with a megabyte or more is a warning at that import, which says the size and what to do; what the bundle leaves out of it does not count.',
  'lists.run-time':
    "A resource template may have `list(ctx, cursor?)`, a method of its class or an option, which returns `{ resources, nextCursor? }` with uri, name, title, description and mimeType. `resources/list` adds them after the fixed resources, template by template, under the rights of the caller, in every revision; the cursor of a page names the template and holds the author's own. A server without such a template has no code for it.",
  'lists.run-time.failures':
    'A `list` that throws, exceeds its own time limit (`timeout.listMs`, 5 s by default) or returns what is no list is logged, and the list is answered without its resources. A resource without a uri or a name, and one whose URI another entry or none would read, is left out and logged; one that the caller may not read is left out.',
  'entries.replace':
    'An adapter with `onUpdate` gets a function that puts other entries in the place of all that it has brought, while the server runs: names are given again (`<owner>:<name>` where they collide), everything that a start checks is checked, all of them change at once, and clients hear of the lists that differ. A server without such an adapter has no code for it.',
  'entries.replace.notices':
    'After a change clients are told of each of the lists of tools, prompts, resources and skills that differs, and of no other; entries that are made anew with the same metadata are no change. Files of skills are resources, so another skill changes both lists.',
  'entries.replace.refused':
    'Entries of which one breaks a rule are refused as a whole: the entries of before stay, and the log says each cause once until a change succeeds. A fetch that fails changes nothing either.',
  'entries.replace.order':
    'Of several changes of one owner at once the last one wins, however long each of them takes, and none is seen half.',
  'entries.replace.pinned':
    'A request that began before a change ends with the entries that it began with: a running call finishes, and the tools that it calls are those of before. Its limits count on.',
  'entries.replace.cursors':
    'A page of a list and the pages after it are of one state of the list: a cursor of a list that has changed since is answered with -32602, which says so; instances with the same entries take the cursors of each other.',
  'entries.replace.subscriptions':
    'A subscription to a resource that is no longer there ends, in sessions and in listen streams: its client is told once that the resource changed, and of nothing more.',
  'entries.replace.load':
    'While the entries of an owner change again and again under load, no call is lost, and every list that a client pages through is of one state or ends with the error of its cursor.',
});
