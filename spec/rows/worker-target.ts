import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The worker target. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S4.3.worker-files': 'worker: `index.js` ES module exporting `{ fetch }`, `package.json` with `type: module`.',
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
