import { connect, create } from '@service/react';
import { prompt, resource, tool } from '@service/sdk/in-page';
import { z } from 'zod';

/** Units of each currency for one euro. */
const rates = { NOK: 11.7, SEK: 11.2, DKK: 7.46, GBP: 0.85 };

const convert = tool({
  name: 'convert_currency',
  description: 'Converts an amount in euro',
  inputSchema: {
    amount: z.number().describe('Amount in euro'),
    currency: z.enum(['NOK', 'SEK', 'DKK', 'GBP']),
    rounded: z.boolean().optional().describe('true for whole units'),
  },
})(({ amount, currency, rounded }) => {
  const converted = amount * rates[currency];
  return { amount: rounded === true ? Math.round(converted) : Number(converted.toFixed(2)), currency };
});

const tips = resource({ name: 'tips', uri: 'trip://tips', mimeType: 'application/json' })(() => ({
  ferry: 'Book the car deck a week ahead',
  rain: 'Bergen has 239 wet days a year',
}));

const packing = prompt({
  name: 'packing_list',
  description: 'Asks a model for a packing list',
  arguments: [
    { name: 'weather', description: 'What the sky will do', required: true },
    { name: 'luggage', description: 'How much you can carry' },
  ],
})(({ luggage, weather }) => `Write a packing list for ${weather}. Luggage: ${luggage === '' ? 'any' : luggage}.`);

/** The server of the page: nothing listens anywhere. */
export const server = await create({
  info: { name: 'gallery', version: '1.0.0' },
  tools: [convert],
  resources: [tips],
  prompts: [packing],
});

/** A client of the server, as a model has one. */
export const model = await connect(server.channel());
