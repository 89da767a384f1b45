// Node for a server of `service dev`, started while its bundle is being built: runs the file that it is told to run. However the process
// that started it ends, even by a kill, its server does not outlive it.
import { runMain } from 'node:module';

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.once('message', (bundle) => {
  // Only the server's own work keeps it alive.
  process.channel?.unref();
  process.argv[1] = String(bundle);
  runMain(process.argv[1]);
});
