import { OutputDisplay, ToolForm, useListTools, type ToolFormProps } from '@service/react';
import { useState, type ReactElement } from 'react';
import { model } from '../server';

type Arguments = Parameters<ToolFormProps['onSubmit']>[0];

/** What a model would call, one after the other. */
const script: readonly (readonly [tool: string, args: Arguments])[] = [
  ['trip_add_stop', { city: 'Bergen', nights: 3 }],
  ['trip_add_stop', { city: 'Tromsø', nights: 2 }],
  ['mark_stop', { city: 'Bergen' }],
  ['show_weather', { city: 'Bergen', degrees: 9, sky: 'rain' }],
  [
    'show_trains',
    {
      rows: [
        { train: 'R41 Oslo–Bergen', leaves: '08:25', euro: 49 },
        { train: 'Night train to Bodø', leaves: '23:05', euro: 92 },
      ],
    },
  ],
  [
    'show_costs',
    {
      title: 'Costs of the trip',
      bars: [
        { label: 'Trains', euro: 141 },
        { label: 'Hotels', euro: 620 },
        { label: 'Food', euro: 310 },
      ],
    },
  ],
  ['show_note', { text: 'Take a raincoat, and a second pair of shoes.' }],
  [
    'show_cards',
    {
      tree: {
        type: 'Card',
        props: { title: 'Three things to see' },
        children: ['Bryggen', 'Fløyen', 'Nordlys'].map((label) => ({ type: 'Badge', props: { label } })),
      },
    },
  ],
];

interface Line {
  readonly call: string;
  readonly answer: string;
  readonly isError: boolean;
}

/** The other side of the page: it holds a client of the server and nothing of the page. */
export function ModelSide(): ReactElement {
  const tools = useListTools();
  const [name, setName] = useState('show_weather');
  const [lines, setLines] = useState<readonly Line[]>([]);
  const chosen = tools.find((tool) => tool.name === name) ?? tools[0];
  const call = async (tool: string, args: Arguments): Promise<void> => {
    const line = await callAsModel(tool, args);
    setLines((before) => [line, ...before].slice(0, 20));
  };
  const play = async (): Promise<void> => {
    for (const [tool, args] of script) await call(tool, args);
  };
  return (
    <section className="model" aria-labelledby="model">
      <h2 id="model">The model’s side</h2>
      <button type="button" id="play" onClick={() => void play()}>
        Let the model plan
      </button>
      <label className="choice">
        Tool
        <select value={chosen?.name ?? ''} onChange={({ target }) => setName(target.value)}>
          {tools.map((tool) => (
            <option key={tool.name}>{tool.name}</option>
          ))}
        </select>
      </label>
      {chosen !== undefined && <p className="quiet">{chosen.description}</p>}
      {chosen !== undefined && (
        <ToolForm tool={chosen} aria-label="Call as the model" submitLabel="Call" onSubmit={(args) => void call(chosen.name, args)} />
      )}
      <h3>Calls</h3>
      {lines.length === 0 ? (
        <p className="empty">None yet</p>
      ) : (
        <ul className="log" aria-label="Calls">
          {lines.map(({ answer, call: made, isError }, at) => (
            <li key={lines.length - at} className={isError ? 'failed' : undefined}>
              <code>{made}</code>
              {isError ? <OutputDisplay error={answer} /> : <OutputDisplay data={answer} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

async function callAsModel(tool: string, args: Arguments): Promise<Line> {
  const call = `${tool} ${JSON.stringify(args)}`;
  try {
    const { content, isError } = await model.callTool(tool, args);
    const [first] = Array.isArray(content) ? (content as readonly { readonly text?: string }[]) : [];
    return { call, answer: first?.text ?? '', isError: isError === true };
  } catch (failure) {
    return { call, answer: failure instanceof Error ? failure.message : String(failure), isError: true };
  }
}
