/** Request of a built server's command line. */
export type RunnerRequest =
  | { readonly kind: 'serve'; readonly stdio: boolean }
  | { readonly kind: 'help' | 'version' | 'print-manifest' }
  | { readonly kind: 'unsupported'; readonly flag: string };

const kinds: Readonly<Record<string, RunnerRequest>> = {
  '--help': { kind: 'help' },
  '--version': { kind: 'version' },
  '--print-manifest': { kind: 'print-manifest' },
};

/** The runner takes four flags; everything else is the environment's, and what follows `--` belongs to the author's code. */
export function readRunnerFlags(given: readonly string[]): RunnerRequest {
  const args = given.includes('--') ? given.slice(0, given.indexOf('--')) : given;
  const unsupported = args.find((arg) => arg !== '--stdio' && kinds[arg] === undefined);
  if (unsupported !== undefined) return { kind: 'unsupported', flag: unsupported.split('=', 1)[0] ?? unsupported };
  for (const arg of args) {
    const request = kinds[arg];
    if (request !== undefined) return request;
  }
  return { kind: 'serve', stdio: args.includes('--stdio') };
}
