/* A page with a server of its own, which the official client and ours call. */
import { connect } from '@service/sdk/client';
import { createInPage, rounds, sessions, tool } from '@service/sdk/in-page';
import { z } from 'zod';
import { openOfficial } from './official-client.mjs';

const add = tool({ name: 'add', description: 'Adds.', inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } })(
  ({ a, b }) => ({ sum: a + b }),
);
const title = tool({ name: 'title', description: 'The title of the page.' })(
  () => (globalThis as { document?: { readonly title: string } }).document?.title,
);

async function open() {
  const server = await createInPage({ info: { name: 'page', version: '1.0.0' }, tools: [add, title] }, { features: [sessions, rounds] });
  return { server, official: await openOfficial(server.transport()), own: await connect(server.channel()), connect };
}

Object.assign(globalThis, { scene: open() });
