import type { RequirementRow } from '../requirement-row.ts';

/** The node target and how any build writes: document 2 (stdio), supplement §4.3, issue 2 items 6 and "Bad input". */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.stdio.start-script-flags',
    document: 'spec 2',
    section: 'Stdio',
    rule: 'The start script accepts --stdio (sets SERVICE_STDIO=1), --help, --version and --print-manifest; the port is set via PORT.',
  },
  {
    id: 'D2.stdio.start-script-refusal',
    document: 'spec 2',
    section: 'Stdio',
    rule: "Any other flag of the start script exits with code 2 and `unsupported flag '--port' on the server runner.`",
  },
  { id: 'S4.3.node-files', document: 'spec 4', section: '4.3', rule: 'node emits <name>.bundle.js (CommonJS), <name>.manifest.json and <name>, a shell start script with mode 0755.' },
  { id: 'I2.build.whole-or-not', document: 'issue 2', section: 'Deliver 6', rule: 'Output is written whole or not at all.' },
  { id: 'I2.build.foreign-files', document: 'issue 2', section: 'Bad input', rule: "A build never removes files of the output folder that no build wrote." },
  { id: 'I2.build.interrupted', document: 'issue 2', section: 'Bad input', rule: 'An interrupted build leaves nothing half-written.' },
  { id: 'I2.build.unwritable', document: 'issue 2', section: 'Bad input', rule: 'An unwritable output folder is an error a stranger can act on.' },
  { id: 'I2.build.disk-full', document: 'issue 2', section: 'Bad input', rule: 'A disk that is full in the middle of a build leaves nothing half-written and is named.' },
  { id: 'I2.build.recovery', document: 'issue 2', section: 'Bad input', rule: 'What a killed build left behind is repaired by the next one.' },
];
