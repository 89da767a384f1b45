import './palette.widget.css';
import { useCallTool, type WidgetProps } from '@service/ui/widget/react';
import type { PaletteTool } from './palette.tool';

type Palette = NonNullable<WidgetProps<typeof PaletteTool>['output']>;

/** Shows colours, and asks the tool for others. `output` is typed by the tool; nothing of the tool itself reaches the browser. */
export default function PaletteWidget({ output, status }: WidgetProps<typeof PaletteTool>) {
  const [call, { data, error, loading }] = useCallTool('palette');
  if (output === undefined) return <p>{status === 'failed' ? 'No colours.' : 'Mixing…'}</p>;
  const { colours, hue } = (data?.structuredContent ?? output) as Palette;
  const turn = () => call({ hue: (hue + 30) % 360, count: colours.length });
  return (
    <main>
      <ul>
        {colours.map((colour) => (
          <li key={colour}>
            <span style={{ background: colour }} />
            {colour}
          </li>
        ))}
      </ul>
      <button disabled={loading} onClick={() => void turn()}>
        Other colours
      </button>
      {error && <p role="alert">{error.message}</p>}
    </main>
  );
}
