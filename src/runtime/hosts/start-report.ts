/**
 * Called before the user's modules load: what they throw then, or later outside of any call, is said in one line that a stranger can act
 * on. A stack is shown only when `SERVICE_LOG_LEVEL` is `debug`: it names paths of the build machine and helps nobody else.
 */
export function reportStartFailures(name: string): void {
  const report = (error: unknown): void => {
    const known = error instanceof Error ? error : new Error(String(error));
    const text = known.message === '' ? known.name : known.message;
    const detail = process.env['SERVICE_LOG_LEVEL'] === 'debug' && known.stack !== undefined ? `\n${known.stack}` : '\nSet SERVICE_LOG_LEVEL=debug to see where it happened.';
    process.stderr.write(`${name}: ${known.name === 'Error' ? '' : `${known.name}: `}${text}${detail}\n`);
    process.exitCode = 1;
    process.exit();
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}
