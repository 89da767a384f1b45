// A server as the official SDK 2.x has them written: made by a function, for a connection of its own.
import { completable, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const notes = new Map([
  ['first', 'Buy milk'],
  ['second', 'Call Ada'],
]);

const text = (value) => ({ content: [{ type: 'text', text: value }] });

serveStdio(() => {
  const server = new McpServer({ name: 'notes', version: '2.0.0' }, { instructions: 'Keeps notes.' });

  server.registerTool(
    'add-note',
    {
      title: 'Add a note',
      description: 'Keeps a note under a name.',
      inputSchema: z.object({ name: z.string().min(1), note: z.string() }),
      outputSchema: z.object({ count: z.number() }),
    },
    async ({ name, note }) => {
      notes.set(name, note);
      const structuredContent = { count: notes.size };
      return { ...text(JSON.stringify(structuredContent)), structuredContent };
    },
  );

  server.registerTool('list-notes', { description: 'Names of all notes.', annotations: { readOnlyHint: true } }, async () =>
    text([...notes.keys()].join(', ')),
  );

  server.registerTool(
    'count-to',
    { description: 'Counts, and says how far it is.', inputSchema: z.object({ end: z.number().int().min(0).max(5) }) },
    async ({ end }, ctx) => {
      for (let at = 1; at <= end; at++)
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken: 'none', progress: at, total: end } });
      await ctx.mcpReq.log('info', `counted to ${end}`);
      return text(`counted to ${end}, ${ctx.mcpReq.signal.aborted ? 'stopped' : 'not stopped'}`);
    },
  );

  server.registerTool('break', { description: 'Fails.', inputSchema: z.object({ why: z.string() }) }, ({ why }) => {
    throw new Error(`broken: ${why}`);
  });

  server.registerResource('all', 'notes://all', { title: 'All notes', mimeType: 'application/json' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify([...notes.keys()]) }],
  }));

  server.registerResource(
    'note',
    new ResourceTemplate('notes://note/{name}', {
      list: undefined,
      complete: { name: (given) => [...notes.keys()].filter((name) => name.startsWith(given)) },
    }),
    { description: 'One note.' },
    async (uri, { name }) => ({ contents: [{ uri: uri.href, text: notes.get(String(name)) ?? 'none' }] }),
  );

  server.registerPrompt(
    'summary',
    {
      title: 'Summarise',
      description: 'Asks for a summary of the notes.',
      argsSchema: z.object({
        tone: completable(z.string().describe('How it sounds'), (given) => ['short', 'long'].filter((one) => one.startsWith(given))),
      }),
    },
    ({ tone }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `${tone}: ${[...notes.values()].join('; ')}` } }] }),
  );

  return server;
});
