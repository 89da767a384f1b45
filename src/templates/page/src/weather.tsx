import { mcpComponent } from '@service/react';
import type { ReactElement } from 'react';
import { z } from 'zod';

const schema = z.object({ city: z.string(), degrees: z.number() });

function WeatherCard({ city, degrees }: z.infer<typeof schema>): ReactElement {
  return (
    <p className="weather">
      <strong>{`${degrees}°`}</strong> {city}
    </p>
  );
}

/** A model shows it by the tool `show_weather`. */
export const Weather = mcpComponent(WeatherCard, {
  name: 'show_weather',
  description: 'Shows the weather of a city',
  schema,
  fallback: <p className="weather">No weather yet</p>,
});
