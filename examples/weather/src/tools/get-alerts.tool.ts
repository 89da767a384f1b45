import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { WeatherApi } from '../weather-api';

const alert = z.object({ event: z.string(), area: z.string(), severity: z.string(), headline: z.string() });
const answer = z.object({
  features: z.array(
    z.object({
      properties: z.object({ event: z.string(), areaDesc: z.string(), severity: z.string(), headline: z.string().nullish() }),
    }),
  ),
});

@Tool({
  name: 'get-alerts',
  description: 'Lists the weather alerts of a state of the United States.',
  inputSchema: {
    state: z
      .string()
      .regex(/^[A-Z]{2}$/, 'is a code of two capital letters')
      .describe('Code of the state, such as CA'),
  },
  outputSchema: { alerts: z.array(alert) },
  annotations: { readOnlyHint: true, openWorldHint: true },
})
export class GetAlertsTool extends ToolContext {
  readonly #weather = inject(WeatherApi);

  async execute(input: { state: string }) {
    const { features } = await this.#weather.get(`/alerts/active/area/${encodeURIComponent(input.state)}`, answer, this.signal);
    return {
      alerts: features.map(({ properties: { areaDesc: area, event, headline, severity } }) => ({
        event,
        area,
        severity,
        headline: headline ?? event,
      })),
    };
  }
}
