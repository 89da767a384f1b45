import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The configuration file. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S4.config.strict': 'Unknown keys are refused at every depth, with suggestions.',
  'S4.config.no-dead-option':
    'A setting that is not built, as `skills`, is refused by name with what to do; a value without effect is a warning that names it.',
  'config.node-version':
    '`nodeVersion` is >=20.19.0 by default and never less; the start script and the first statement of the bundle refuse an older Node.',
  'S4.config.position':
    'Faults of the config name file, line and column: values that are refused, text that is no JSON, and the line at which a program threw.',
  'R25.secrets.config':
    'Values of the config never appear in messages, and in frames only what a setting of numbers, switches or texts of a known form refuses.',
  'D2.config.server-csp': 'deployments[].server csp and headers are converted to variables; off omits a header.',
  'D2.config.server-cors': 'deployments[].server.http.cors becomes SERVICE_CORS_*.',
  'D2.config.server-set': 'deployments[].server is converted to variables; an already-set variable wins, an empty one counts as unset.',
  'D2.config.server-code': 'deployments[].server.http.cors is used only when the decorator sets no http.cors.',
  'D2.config.server-worker': 'The worker build has deployments[].server too.',
  'S4.config.formats': 'service.config.(ts|js|json|mjs|cjs) are read.',
  'config.deadline':
    'A config that does not finish loading within 10 seconds is refused, in an endless loop too; a loop after an await at the top of a module is not interrupted where the config is run.',
  'S4.config.order': 'In one folder the extensions win in the order ts, js, json, mjs, cjs; a warning names the files that have no effect.',
  'S4.config.lookup': 'The config is looked for walking up at most 10 folders.',
  'S4.config.named': '--config, then SERVICE_CONFIG, name the file.',
  'S4.config.derived': 'Without a config the project is derived from package.json.',
  'I2.config.precedence': 'Flag wins over SERVICE_*, that over the file, that over the default.',
  'D2.build.out-dir': '--out-dir <dir> puts output under <dir>/<target>/.',
  'D2.build.out-dir-sources': 'An output folder inside the project that holds the entry is refused before anything is built or written.',
  'S4.config.schema': 'A JSON Schema of the config is published.',
});
