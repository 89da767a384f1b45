import { platforms, type WidgetPlatformName } from '@service/sdk/widget-host';
import type { ReactElement } from 'react';

/** What a person chooses of the host. */
export interface Switches {
  readonly platform: WidgetPlatformName;
  readonly theme: 'light' | 'dark';
  /** Pixels, or the whole width; that of the platform when absent. */
  readonly width: number | 'full' | undefined;
  readonly mode: string;
}

const prefersDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

export const standardSwitches = (): Switches => ({
  platform: 'strict',
  theme: prefersDark() ? 'dark' : 'light',
  width: undefined,
  mode: 'inline',
});

const titles: Readonly<Record<WidgetPlatformName, string>> = {
  strict: 'The norm',
  claude: 'Claude',
  openai: 'ChatGPT',
  vscode: 'VS Code',
  cursor: 'Cursor',
  goose: 'Goose',
  slack: 'Slack',
  inspector: 'MCP Inspector',
};

const widths = [340, 494, 720, 1024];

interface WidgetSwitchesProps {
  readonly switches: Switches;
  readonly change: (switches: Switches) => void;
}

/** Switches of the host: which one it is, its theme, its width and its display mode. */
export function WidgetSwitches({ change, switches }: WidgetSwitchesProps): ReactElement {
  const { mode, platform, theme, width } = switches;
  const { displayModes, width: own } = platforms[platform];
  return (
    <>
      <label>
        Host
        <select
          value={platform}
          // Another host may have neither the mode nor the width.
          onChange={({ target }) => change({ ...switches, platform: target.value as WidgetPlatformName, mode: 'inline', width: undefined })}
        >
          {Object.entries(titles).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        Theme
        <select value={theme} onChange={({ target }) => change({ ...switches, theme: target.value === 'dark' ? 'dark' : 'light' })}>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      <label>
        Width
        <select
          value={width ?? ''}
          onChange={({ target: { value } }) =>
            change({ ...switches, width: value === '' ? undefined : value === 'full' ? 'full' : Number(value) })
          }
        >
          <option value="">{own} (host)</option>
          {widths.map((pixels) => (
            <option key={pixels} value={pixels}>
              {pixels}
            </option>
          ))}
          <option value="full">Full</option>
        </select>
      </label>
      <label>
        Display
        <select value={mode} onChange={({ target }) => change({ ...switches, mode: target.value })}>
          {displayModes.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </>
  );
}
