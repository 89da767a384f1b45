import { useComponentTree, useDynamicTool, useStoreResource } from '@service/react';
import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { z } from 'zod';
import { Costs, Trains, Weather } from './driven';
import { addStop, removeStop, useStops, type Stop } from './trip-store';

const mark = z.object({ city: z.string() });

/** The small app: a person uses it by hand, a model by its tools, and both see the same. */
export function Planner(): ReactElement {
  const rootRef = useRef<HTMLElement>(null);
  const stops = useStops();
  const [marked, setMarked] = useState<string>();
  const { data: nights } = useStoreResource('state://trip/nights');
  useComponentTree({ rootRef });
  useDynamicTool({
    name: 'mark_stop',
    description: 'Marks a stop of the trip, so that the person looks at it',
    schema: mark,
    execute: ({ city }) => {
      // Always the function that was rendered last: it knows the stops of now.
      if (!stops.some((stop) => stop.city === city)) throw new Error(`The trip has no stop "${city}"`);
      setMarked(city);
      return `${city} is marked`;
    },
  });
  return (
    <section className="planner" ref={rootRef} aria-labelledby="trip" data-component="Planner">
      <h2 id="trip">Trip</h2>
      <p className="quiet">{`${stops.length} stops, ${typeof nights === 'number' ? nights : 0} nights`}</p>
      <ol className="stops" aria-label="Stops">
        {stops.map((stop) => (
          <StopRow key={stop.city} stop={stop} isMarked={stop.city === marked} />
        ))}
      </ol>
      <NewStop />
      <div className="board">
        <Weather />
        <Costs />
        <Trains />
      </div>
    </section>
  );
}

function StopRow({ isMarked, stop: { city, nights } }: { readonly stop: Stop; readonly isMarked: boolean }): ReactElement {
  return (
    <li className={isMarked ? 'marked' : undefined} data-component="Stop" aria-current={isMarked ? true : undefined}>
      <strong>{city}</strong>
      <span className="quiet">{nights === 1 ? '1 night' : `${nights} nights`}</span>
      <button type="button" className="plain" aria-label={`Remove ${city}`} onClick={() => removeStop(city)}>
        ×
      </button>
    </li>
  );
}

function NewStop(): ReactElement {
  const [city, setCity] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (city.trim() !== '') addStop({ city: city.trim(), nights: 1 });
    setCity('');
  };
  return (
    <form className="line" onSubmit={add} aria-label="New stop">
      <input aria-label="City" placeholder="Another city" value={city} onChange={({ target }) => setCity(target.value)} />
      <button type="submit">Add</button>
    </form>
  );
}
