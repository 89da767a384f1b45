import type { Page } from './page.ts';

/** What a stream can show. */
export interface Screen {
  readonly isTTY: boolean;
  readonly colours: boolean;
  readonly width: number;
  /** Whether a line may be rewritten in place. */
  readonly live: boolean;
}

export type ColourMode = 'auto' | 'always' | 'never';

type Variables = Readonly<Record<string, string | undefined>>;

interface StreamFacts {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Decides what may be printed to a stream; `--color` wins over `NO_COLOR`, that over `FORCE_COLOR`, that over what the stream is. */
export function readScreen(stream: StreamFacts, env: Variables, mode: ColourMode): Screen {
  const isTTY = stream.isTTY === true;
  const able = isTTY && env['TERM'] !== 'dumb';
  return {
    isTTY,
    colours: mode === 'auto' ? wantsColours(env, able) : mode === 'always',
    width: isTTY ? (stream.columns ?? 80) : 80,
    live: able && !env['CI'],
  };
}

function wantsColours(env: Variables, able: boolean): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  return forced === undefined ? able : forced !== '0' && forced !== 'false';
}

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const;

export type Paint = (style: keyof typeof codes, text: string) => string;

/** A painter for a stream; the identity where colours are off. */
export function paintFor({ colours }: Pick<Screen, 'colours'>): Paint {
  return (style, text) => (colours ? `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m` : text);
}

export interface PaintedPage extends Page {
  readonly paint: Paint;
}

/** A page on a screen. Longer lines are hard to follow. */
export function pageOf(screen: Screen, maxWidth = 120): PaintedPage {
  const paint = paintFor(screen);
  return { width: Math.min(screen.width, maxWidth), paint, title: (text) => paint('bold', text) };
}
