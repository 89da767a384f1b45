import { Provider, ProviderScope, PublicMcpError } from '@service/sdk';
import { z } from 'zod';

const timeoutMs = 10_000;

/** The public weather service of the United States, or another that speaks the same (`WEATHER_API`). */
@Provider({ name: 'weather-api', scope: ProviderScope.GLOBAL })
export class WeatherApi {
  readonly #base = process.env['WEATHER_API'] ?? 'https://api.weather.gov';

  /** @param path below the service's address, its parts encoded */
  async get<Shape extends z.ZodType>(path: string, shape: Shape, signal: AbortSignal): Promise<z.infer<Shape>> {
    const answer = await fetch(new URL(path, this.#base), {
      headers: { accept: 'application/geo+json', 'user-agent': 'weather-example/0.1' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).catch(() => {
      throw new PublicMcpError('The weather service does not answer');
    });
    if (answer.status === 404) throw new PublicMcpError('The weather service knows nothing about this place');
    if (!answer.ok) throw new PublicMcpError(`The weather service answered ${answer.status}`);
    const read = shape.safeParse(await answer.json());
    if (!read.success) throw new PublicMcpError('The weather service answered in a form that this server does not know');
    return read.data;
  }
}
