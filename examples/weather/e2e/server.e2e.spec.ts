import { expect, MockAPIServer, test } from '@service/testing';

const forecast = ['Today', 'Tonight'].map((name) => ({
  name,
  temperature: 70,
  temperatureUnit: 'F',
  windSpeed: '5 mph',
  detailedForecast: `${name} is fine.`,
}));
const alert = { event: 'Wind', areaDesc: 'Coast', severity: 'Severe', headline: null };
const answers = {
  '/alerts/active/area/CA': { features: [{ properties: alert }] },
  '/alerts/active/area/NY': { unexpected: true },
  '/points/38.5816,-121.4944': { properties: { gridId: 'STO', gridX: 41, gridY: 68, forecast: 'http://127.0.0.1:1/elsewhere' } },
  '/gridpoints/STO/41,68/forecast': { properties: { periods: forecast } },
};

/** Answers like the real service, and remembers what it was asked. */
const asked: string[] = [];
const service = new MockAPIServer({
  openApiSpec: {},
  routes: Object.entries(answers).map(([path, body]) => ({
    method: 'GET',
    path,
    handler: (_request, reply) => {
      asked.push(path);
      reply.json(body);
    },
  })),
});
const env: Record<string, string> = {};

test.use({ server: './src/main.ts', env });
test.beforeAll(async () => {
  env['WEATHER_API'] = (await service.start()).baseUrl;
});
test.afterAll(() => service.stop());

test('lists alerts', async ({ mcp }) => {
  const result = await mcp.tools.call('get-alerts', { state: 'CA' });
  expect(result.json()).toEqual({ alerts: [{ event: 'Wind', area: 'Coast', severity: 'Severe', headline: 'Wind' }] });
});

test('gives a forecast', async ({ mcp }) => {
  const result = await mcp.tools.call('get-forecast', { latitude: 38.5816, longitude: -121.4944, periods: 1 });
  expect(result.json()).toEqual({ periods: [{ name: 'Today', temperature: '70 °F', wind: '5 mph', text: 'Today is fine.' }] });
});

test.each(['../points', 'ca', 'CA/..', ''])('asks for nothing but a state: "%s"', async ({ mcp }, state) => {
  const before = asked.length;
  expect(await mcp.tools.call('get-alerts', { state })).toBeError('INVALID_INPUT');
  expect(asked).toHaveLength(before);
});

test('says what is wrong with a place or with the service', async ({ mcp }) => {
  expect(await mcp.tools.call('get-forecast', { latitude: 0, longitude: 0 })).toHaveTextContent('knows nothing about this place');
  expect(await mcp.tools.call('get-alerts', { state: 'NY' })).toHaveTextContent('in a form that this server does not know');
});
