import { mcpComponent, mcpLazy } from '@service/react';
import type { ReactElement } from 'react';
import { z } from 'zod';

interface WeatherProps {
  readonly city: string;
  readonly degrees: number;
  readonly sky: 'sun' | 'clouds' | 'rain' | 'snow';
}

/** Signs that every font has. */
const signs = { sun: '☀', clouds: '☁', rain: '☂', snow: '❄' } as const;

function WeatherCard({ city, degrees, sky }: WeatherProps): ReactElement {
  return (
    <div className="weather" data-component="WeatherCard">
      <span className="sky" role="img" aria-label={sky}>
        {signs[sky]}
      </span>
      <strong>{`${degrees}°`}</strong>
      <span>{city}</span>
    </div>
  );
}

export const Weather = mcpComponent(WeatherCard, {
  name: 'show_weather',
  description: 'Shows the weather of a city',
  schema: z.object({ city: z.string(), degrees: z.number(), sky: z.enum(['sun', 'clouds', 'rain', 'snow']) }),
  fallback: <p className="empty">No weather yet</p>,
});

export const Trains = mcpComponent(null, {
  name: 'show_trains',
  description: 'Shows trains as a table',
  schema: z.object({ train: z.string(), leaves: z.string(), euro: z.number() }),
  columns: [
    { key: 'train', header: 'Train' },
    { key: 'leaves', header: 'Leaves' },
    { key: 'euro', header: 'Price', render: (value) => <b>{`${String(value)} €`}</b> },
  ],
  fallback: <p className="empty">No trains yet</p>,
});

export const Costs = mcpComponent(
  mcpLazy(() => import('./cost-chart')),
  {
    name: 'show_costs',
    description: 'Shows what the trip costs as bars',
    schema: z.object({ title: z.string(), bars: z.array(z.object({ label: z.string(), euro: z.number().min(0) })) }),
    fallback: <p className="empty">No costs yet</p>,
  },
);
