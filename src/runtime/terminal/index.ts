/** Layer 1: what a command line shows and reads, for `service` and for the programs that it makes. No `node:`: streams and variables are parameters. */
export { isPlainWord, shellWord } from './shell.ts';
export { commandWords, completeWords, type CompletedRow, type Proposal } from './completion.ts';
export { completionFunction, shells, type Shell } from './completion-script.ts';
export { exitCodes } from './exit-codes.ts';
export { argumentUsage, flagTexts, list, printPage, section, type Page } from './page.ts';
export { findRow, rowsOfGroup, type ArgumentRow, type FlagRow, type NamedRow } from './rows.ts';
export { pageOf, paintFor, readScreen, type ColourMode, type Paint, type PaintedPage, type Screen } from './screen.ts';
export { table, wrap, type Rows } from './table.ts';
export { didYouMean } from './words.ts';
export { jsonLine, oneLine, paintedText, terminalJson, terminalText } from './text.ts';
