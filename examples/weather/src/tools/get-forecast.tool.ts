import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { WeatherApi } from '../weather-api';

const point = z.object({
  properties: z.object({ gridId: z.string().regex(/^[A-Z]{3}$/), gridX: z.int(), gridY: z.int() }),
});
const forecast = z.object({
  properties: z.object({
    periods: z.array(
      z.object({
        name: z.string(),
        temperature: z.number(),
        temperatureUnit: z.string(),
        windSpeed: z.string(),
        detailedForecast: z.string(),
      }),
    ),
  }),
});

@Tool({
  name: 'get-forecast',
  description: 'Gives the forecast of a place in the United States for the next days.',
  inputSchema: {
    latitude: z.number().min(-90).max(90).describe('Degrees north'),
    longitude: z.number().min(-180).max(180).describe('Degrees east'),
    periods: z.int().min(1).max(14).default(5).describe('How many half days'),
  },
  outputSchema: {
    periods: z.array(z.object({ name: z.string(), temperature: z.string(), wind: z.string(), text: z.string() })),
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
})
export class GetForecastTool extends ToolContext {
  readonly #weather = inject(WeatherApi);

  async execute(input: { latitude: number; longitude: number; periods: number }) {
    const place = `${input.latitude.toFixed(4)},${input.longitude.toFixed(4)}`;
    const { gridId, gridX, gridY } = (await this.#weather.get(`/points/${place}`, point, this.signal)).properties;
    // The place's own forecast address is not followed: it could lead anywhere.
    const { periods } = (await this.#weather.get(`/gridpoints/${gridId}/${gridX},${gridY}/forecast`, forecast, this.signal)).properties;
    return {
      periods: periods.slice(0, input.periods).map(({ detailedForecast: text, name, temperature, temperatureUnit, windSpeed: wind }) => ({
        name,
        temperature: `${temperature} °${temperatureUnit}`,
        wind,
        text,
      })),
    };
  }
}
