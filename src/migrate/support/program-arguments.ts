/** `process.argv` as the original had it: a built server leaves what follows `--` to its own code (`server.bundle.js --stdio -- /data`). */
export const programArguments: readonly string[] = [
  ...process.argv.slice(0, 2),
  ...(process.argv.includes('--') ? process.argv.slice(process.argv.indexOf('--') + 1) : []),
];
