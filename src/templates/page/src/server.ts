import { connect, create } from '@service/react';
import { tool } from '@service/sdk/in-page';
import { z } from 'zod';

const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number(), b: z.number() } })(({ a, b }) => a + b);

/** The server of the page. */
export const server = await create({ info: { name: 'template-page', version: '0.1.0' }, tools: [add] });

/** A client of the server, as a model has one. */
export const model = await connect(server.channel());
