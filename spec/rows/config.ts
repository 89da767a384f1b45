import type { RequirementRow } from '../requirement-row.ts';

/** The configuration file: supplement §4.2, document 2 (`deployments[].server`, --out-dir), ruling 25. */
export const rows: readonly RequirementRow[] = [
  { id: 'S4.config.strict', document: 'spec 4', section: '4.2', rule: 'Unknown keys are refused at every depth, with suggestions.' },
  {
    id: 'S4.config.no-dead-option',
    document: 'architecture',
    section: '8.10',
    rule: 'A setting without effect gives a warning that names it.',
  },
  {
    id: 'config.node-version',
    document: 'spec 4',
    section: '4.2',
    rule: '`nodeVersion` is >=20.19.0 by default and never less; the start script and the first statement of the bundle refuse an older Node.',
  },
  { id: 'S4.config.position', document: 'issue 2', section: 'Deliver 7', rule: 'Faults of the config name file, line and column.' },
  { id: 'R25.secrets.config', document: 'spec 5', section: '25', rule: 'Values of the config never appear in frames or messages.' },
  {
    id: 'D2.config.server-csp',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'deployments[].server csp and headers are converted to variables; off omits a header.',
  },
  {
    id: 'D2.config.server-cors',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'deployments[].server.http.cors becomes SERVICE_CORS_*.',
  },
  {
    id: 'D2.config.server-set',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'deployments[].server is converted to variables; an already-set variable wins.',
  },
  {
    id: 'D2.config.server-code',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'deployments[].server.http.cors is used only when the decorator sets no http.cors.',
  },
  {
    id: 'D2.config.server-worker',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'The worker build has deployments[].server too.',
  },
  { id: 'S4.config.formats', document: 'spec 4', section: '4.2', rule: 'service.config.(ts|js|json|mjs|cjs) are read.' },
  {
    id: 'S4.config.order',
    document: 'spec 4',
    section: '4.2',
    rule: 'In one folder the extensions win in the order ts, js, json, mjs, cjs.',
  },
  { id: 'S4.config.lookup', document: 'spec 4', section: '4.2', rule: 'The config is looked for walking up at most 10 folders.' },
  { id: 'S4.config.named', document: 'spec 4', section: '4.2', rule: '--config, then SERVICE_CONFIG, name the file.' },
  { id: 'S4.config.derived', document: 'spec 4', section: '4.2', rule: 'Without a config the project is derived from package.json.' },
  {
    id: 'I2.config.precedence',
    document: 'issue 2',
    section: 'Deliver 7',
    rule: 'Flag wins over SERVICE_*, that over the file, that over the default.',
  },
  {
    id: 'D2.build.out-dir',
    document: 'spec 2',
    section: 'Command-line operations',
    rule: '--out-dir <dir> puts output under <dir>/<target>/.',
  },
  { id: 'S4.config.schema', document: 'issue 2', section: 'Deliver 7', rule: 'A JSON Schema of the config is published.' },
];
