// Preloaded into the server that `service dev` starts: however that process ends, even by a kill, its server does not outlive it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Only the server's own work keeps it alive.
process.channel?.unref();
