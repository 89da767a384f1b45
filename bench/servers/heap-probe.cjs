// Loaded before a server whose heap is measured: answers its parent with the bytes in use after a collection.
process.on('message', () => {
  globalThis.gc();
  globalThis.gc();
  process.send(process.memoryUsage().heapUsed);
});
process.channel.unref();
