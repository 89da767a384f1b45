import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The node target and how any build writes. */
export const rows: readonly RequirementRow[] = rowsOf({
  'node.default-port':
    'network.defaultPort of the manifest is the port of a start without PORT: http.port, then deployments[].server.http.port, then transport.http.port, then 3000.',
  'D2.stdio.start-script-flags':
    'The start script accepts --stdio (sets SERVICE_STDIO=1), --help, --version and --print-manifest; the port is set via PORT.',
  'D2.stdio.start-script-refusal':
    "Any other flag of the start script exits with code 2 and `unsupported flag '--port' on the server runner.`, and says that the port is PORT.",
  'S4.3.node-files': 'node emits <name>.bundle.js (CommonJS), <name>.manifest.json and <name>, a shell start script with mode 0755.',
  'I2.build.whole-or-not': 'Output is written whole or not at all.',
  'I2.build.foreign-files': 'A build never removes files of the output folder that no build wrote.',
  'I2.build.interrupted': 'An interrupted build leaves nothing half-written.',
  'I2.build.unwritable': 'An unwritable output folder is an error a stranger can act on.',
  'I2.build.disk-full': 'A disk that is full in the middle of a build leaves nothing half-written and is named.',
  'I2.build.recovery': 'What a killed build left behind is repaired by the next one.',
  'I2.build.unchanged-key':
    'A build is unchanged while every input, the configuration, the lock file, the flags, the compiler version and the outputs are.',
  'I2.evaluate.model': 'Definitions are loaded once; schemas become JSON Schema 2020-12.',
  'I2.evaluate.throws': 'An evaluation that throws is a diagnostic at the line that threw.',
  'I2.evaluate.hangs': 'An evaluation that hangs is stopped and reported.',
  'I2.evaluate.network':
    'A definition that asks the network while it is loaded is a finding that says where to ask, and how an adapter gets its data.',
  'I2.evaluate.opens-port': 'An evaluation that opens a port is refused and reported.',
  'I2.evaluate.schema': 'A schema that does not convert to JSON Schema 2020-12 is a diagnostic.',
  'I2.raw-schema': 'Raw JSON Schema inputs are validated by a well-kept validator compiled at build.',
  'B6.raw-schema':
    'A server that was not compiled checks arguments by raw JSON Schemas too, with an interpreter that makes no code, held to the validator of builds: formats only annotate, references stay within the schema, a pattern of over 1,000 characters is refused.',
  'S5.2.presets': 'legacy, modern and full keep sessions; stateless-api has none and serves clients that open with initialize by itself.',
  'S4.3.node-output': 'dist/node holds the bundle with its source map, the manifest, the start script and no node_modules.',
  'D2.path.config': 'The path is http.entryPath, else transport.http.path of the CLI config, else /; the node bundle follows it.',
  'D2.stdio.ways': 'Stdio is served by the start script with --stdio, by the bundle with --stdio, and with SERVICE_STDIO=1.',
  'I2.bundle.promises': 'The bundle of a basic server is at most 90 kB after gzip and holds no OAuth.',
  'I2.bundle.deterministic': 'The same sources give the same bundle, wherever they lie.',
  'I2.bundle.shrinks': 'Removing a feature from the source makes the bundle smaller.',
  'I2.bundle.start-failure': 'A failure at start is a message, not a bare stack; the exit code is 1.',
  'I2.build.unchanged': 'An unchanged second build says so and does nothing.',
  'I2.bundle.rollup': 'esbuild and rollup bundle the same plan.',
});
