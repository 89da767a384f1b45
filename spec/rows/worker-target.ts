import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The worker target. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S4.3.worker-files': 'worker: `index.js` ES module exporting `{ fetch }`, `package.json` with `type: module`.',
  'S4.2.wrangler':
    '`deployments[].wrangler` gives the platform file its name, compatibility date, further flags and variables. A file of the project that says otherwise is a warning at its line, and is never changed.',
  'S4.2.wrangler.refused':
    'A name, date or flag that the platform or the bundle cannot take, a variable that is named like a secret, and cron triggers are errors of the config, which name the setting.',
  'S4.3.worker-file':
    "In a project's own platform file a missing or unusable name or date, another `main` than the bundle, and cron triggers are warnings at their lines.",
  'D2.worker.incompatible':
    'Build refuses incompatible storage for the worker target: `[--target worker] config incompatible with ...` for sqlite, for a networked redis, and for tasks enabled without tasks.redis.',
  'I3.worker.call': 'The worker bundle serves 2026-07-28 on workerd.',
  'I3.worker.session': 'The worker bundle serves clients with sessions on workerd.',
  'I3.worker.across-requests':
    'On a worker, where a request may not touch what belongs to another, cancellations and changes still arrive.',
  'I3.worker.stream': 'Event streams leave a worker as they are written.',
  'I3.worker.variables':
    "The worker's variables are its environment; a bad one is a configuration fault that names the variable and not its value.",
  'D2.worker.builtins':
    'The platform file of a worker enables nodejs_compat, and what the sources and their packages import of it is left to the platform: events, path, crypto and more. Where the file does not set the flag, the build fails with Could not resolve.',
  'I3.worker.promises':
    'A worker bundle holds nothing of Node that its sources do not ask for, and no feature that its server does not need.',
});
