import type { Page } from './page.ts';

/** What a stream can show. */
export interface Screen {
  readonly isTTY: boolean;
  readonly width: number;
  /** Whether a line may be rewritten in place. */
  readonly live: boolean;
}

export interface PaintedScreen extends Screen {
  readonly colours: boolean;
}

export type ColourMode = 'auto' | 'always' | 'never';

export type Variables = Readonly<Record<string, string | undefined>>;

export interface StreamFacts {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export const readScreen = ({ columns = 80, isTTY = false }: StreamFacts, env: Variables): Screen => ({
  isTTY,
  width: isTTY ? columns : 80,
  live: isTTY && env['TERM'] !== 'dumb' && !isBuildServer(env),
});

/** Decides on colours too; `--color` wins over `NO_COLOR`, that over `FORCE_COLOR`, that over what the stream is. */
export function readPaintedScreen(stream: StreamFacts, env: Variables, mode: ColourMode): PaintedScreen {
  const able = stream.isTTY === true && env['TERM'] !== 'dumb';
  return { ...readScreen(stream, env), colours: mode === 'auto' ? wantsColours(env, able) : mode === 'always' };
}

/** Whether a build server runs this. It has no person, even where it has a terminal. */
export const isBuildServer = ({ CI = '' }: Variables): boolean => !['', '0', 'false'].includes(CI);

function wantsColours(env: Variables, able: boolean): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  return forced === undefined ? able : forced !== '0' && forced !== 'false';
}

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const;

export type Paint = (style: keyof typeof codes, text: string) => string;

/** A painter for a stream; the identity where colours are off. */
export function paintFor({ colours }: Pick<PaintedScreen, 'colours'>): Paint {
  return (style, text) => (colours ? `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m` : text);
}

export interface PaintedPage extends Page {
  readonly paint: Paint;
}

/** Columns of a page on a screen. Longer lines are hard to follow. */
export const pageWidth = ({ width }: Screen, maxWidth = 120): number => Math.min(width, maxWidth);

export function pageOf(screen: PaintedScreen, maxWidth?: number): PaintedPage {
  const paint = paintFor(screen);
  return { width: pageWidth(screen, maxWidth), paint, title: (text) => paint('bold', text) };
}

/** Asks the person at the terminal for a line. `service new` asks by inquirer instead, which a program would carry to read a line. */
export type Ask = (question: string) => Promise<string>;

/** Asks for yes or no; anything but yes is no. */
export const confirm = async (question: string, ask: Ask): Promise<boolean> => /^y(?:es)?$/i.test((await ask(`${question} [y/N] `)).trim());

/** Whether there is a person to ask. @param streams where questions are shown and answered */
export const isAttended = (streams: readonly { readonly isTTY?: boolean }[], env: Variables): boolean =>
  streams.every(({ isTTY }) => isTTY === true) && !isBuildServer(env);
