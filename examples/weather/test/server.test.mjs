import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { connect } from '../test-support/connect.mjs';

/** Answers like the real service, and remembers what it was asked. */
const asked = [];
const answers = {
  '/alerts/active/area/CA': { features: [{ properties: { event: 'Wind', areaDesc: 'Coast', severity: 'Severe', headline: null } }] },
  '/points/38.5816,-121.4944': { properties: { gridId: 'STO', gridX: 41, gridY: 68, forecast: 'http://127.0.0.1:1/elsewhere' } },
  '/gridpoints/STO/41,68/forecast': {
    properties: {
      periods: ['Today', 'Tonight'].map((name) => ({
        name,
        temperature: 70,
        temperatureUnit: 'F',
        windSpeed: '5 mph',
        detailedForecast: `${name} is fine.`,
      })),
    },
  },
  '/alerts/active/area/NY': { unexpected: true },
};
const service = createServer((request, response) => {
  asked.push(request.url);
  const answer = answers[request.url];
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
});

let client;
before(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  client = await connect({ WEATHER_API: `http://127.0.0.1:${service.address().port}` });
});
after(() => {
  client?.close();
  service.close();
});

const call = (name, args) => client.request('tools/call', { name, arguments: args });

test('lists alerts', async () => {
  const { structuredContent } = await call('get-alerts', { state: 'CA' });
  assert.deepEqual(structuredContent, { alerts: [{ event: 'Wind', area: 'Coast', severity: 'Severe', headline: 'Wind' }] });
});

test('gives a forecast', async () => {
  const { structuredContent } = await call('get-forecast', { latitude: 38.5816, longitude: -121.4944, periods: 1 });
  assert.deepEqual(structuredContent, { periods: [{ name: 'Today', temperature: '70 °F', wind: '5 mph', text: 'Today is fine.' }] });
});

test('asks for nothing but a state', async () => {
  const before = asked.length;
  for (const state of ['../points', 'ca', 'CA/..', '']) assert.equal((await call('get-alerts', { state })).isError, true);
  assert.equal(asked.length, before);
});

test('says what is wrong with a place or with the service', async () => {
  const unknown = await call('get-forecast', { latitude: 0, longitude: 0 });
  assert.match(unknown.content[0].text, /knows nothing about this place/);
  const strange = await call('get-alerts', { state: 'NY' });
  assert.match(strange.content[0].text, /in a form that this server does not know/);
});
