/** Ends the process. Open handles of user code (timers, sockets) must not keep a server alive that was told to stop. */
export function exitProcess(code: number): never {
  process.exitCode = code;
  process.exit();
}
